"""Several models' figures: mean and deviation, also where a group is missing."""

from typing import Any

import pytest

from cantor.evaluation.seeds import paired_difference, summary


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


def test_val_at_another_k_is_summed_up_too() -> None:
    found = summary([made(0.5, {}) | {"value_at_9": 0.6}, made(0.7, {}) | {"value_at_9": 0.8}])
    assert found["mean"]["value_at_9"] == pytest.approx(0.7)
    assert found["mean"]["value_at_5"] == pytest.approx(0.7)


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


def test_a_paired_difference_sees_what_differs_only() -> None:
    """Two systems that agree on nearly all problems differ surely, though their intervals overlap."""
    one, other = [True] * 60 + [False] * 40, [True] * 52 + [False] * 48
    middle, low, high = paired_difference([one], [other])
    assert middle == pytest.approx(0.08)
    assert 0 < low < middle < high < 0.14
    assert paired_difference([other], [one]) == pytest.approx((-middle, -high, -low))
    assert paired_difference([one], [one]) == (0.0, 0.0, 0.0)


def test_seeds_are_averaged_before_problems_are_compared() -> None:
    """Twice the seeds with the same answers say no more than one of each."""
    one, other = [True, False, True, True], [False, False, True, True]
    assert paired_difference([one, one], [other, other]) == paired_difference([one], [other])
    assert paired_difference([one], [[not right for right in one]])[0] == 0.5


def test_one_problem_says_nothing() -> None:
    assert paired_difference([[True]], [[False]]) == (1.0, 0.0, 1.0)
