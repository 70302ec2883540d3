"""Several models' figures: mean and deviation, also where a group is missing."""

from typing import Any

import pytest

from cantor.evaluation.seeds import summary


def made(value: float, groups: dict[str, dict[str, tuple[int, float]]]) -> dict[str, Any]:
    return {
        "value_accuracy": value,
        "equation_accuracy": value - 0.1,
        "value_at_5": value + 0.1,
        "edge_f1": value,
        "breakdowns": {
            kind: {
                name: {"count": count, "value_accuracy": share, "equation_accuracy": share}
                for name, (count, share) in of.items()
            }
            for kind, of in groups.items()
        },
    }


def test_mean_and_deviation() -> None:
    found = summary([made(0.5, {"steps": {"1": (10, 0.4)}}), made(0.7, {"steps": {"1": (10, 0.8)}})])
    assert found["mean"]["value_accuracy"] == pytest.approx(0.6)
    assert found["deviation"]["value_accuracy"] == pytest.approx(0.02**0.5)  # of a sample of two
    group = found["mean"]["breakdowns"]["steps"]["1"]
    assert (group["models"], group["count"]) == (2, 10)
    assert group["value_accuracy"] == pytest.approx(0.6)
    assert found["deviation"]["breakdowns"]["steps"]["1"]["value_accuracy"] == pytest.approx(0.08**0.5)


def test_a_group_or_a_kind_that_one_model_lacks() -> None:
    some = made(0.5, {"template": {"seen": (8, 0.5), "unseen": (2, 1.0)}, "steps": {}})
    none = made(0.5, {"template": {"seen": (10, 0.7)}})
    for reports in ([some, none], [none, some]):
        found = summary(reports)
        groups = found["mean"]["breakdowns"]["template"]
        assert (groups["seen"]["models"], groups["seen"]["count"]) == (2, 9)
        assert (groups["unseen"]["models"], groups["unseen"]["value_accuracy"]) == (1, 1.0)
        assert found["deviation"]["breakdowns"]["template"]["unseen"]["value_accuracy"] is None
        assert found["mean"]["breakdowns"]["steps"] == {}
