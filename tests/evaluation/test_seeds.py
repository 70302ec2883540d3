"""Several models' figures: mean and deviation, also where a group is missing."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    assert 0 < low < middle < high < 0.15
    assert paired_difference([other], [one]) == pytest.approx((-middle, -high, -low))
    assert paired_difference([one], [one]) == (0.0, 0.0, 0.0)


def test_seeds_are_averaged_before_problems_are_compared() -> None:
    """Twice the seeds with the same answers say no more than one of each."""
    one, other = [True, False, True, True], [False, False, True, True]
    assert paired_difference([one, one], [other, other]) == paired_difference([one], [other])
    assert paired_difference([one], [[not right for right in one]])[0] == 0.5


def test_seeds_that_differ_widen_the_interval() -> None:
    """What one seed alone would show for sure is not sure where another shows the opposite."""
    right, wrong = [True] * 40, [False] * 40
    assert paired_difference([right], [wrong]) == (1.0, 1.0, 1.0)
    assert paired_difference([right, wrong], [wrong, right]) == (0.0, -1.0, 1.0)


def lists(size: int) -> st.SearchStrategy[list[bool]]:
    return st.lists(st.booleans(), min_size=size, max_size=size)


@given(
    st.integers(1, 2).flatmap(
        lambda seeds: st.tuples(*[st.lists(lists(4), min_size=seeds, max_size=seeds)] * 2)
    )
)
def test_the_interval_is_that_of_all_draws(runs: tuple[list[list[bool]], list[list[bool]]]) -> None:
    """Every way of drawing; with 2,000 draws by chance, a quantile is one of those around it."""
    one, other = runs
    every = sorted(
        sum(one[s][n] - other[s][n] for s in seeds for n in problems) / (4 * len(one))
        for seeds in product(range(len(one)), repeat=len(one))
        for problems in product(range(4), repeat=4)
    )
    middle, low, high = paired_difference(one, other)
    assert middle == pytest.approx(sum(every) / len(every))
    for found, share in ((low, 0.025), (high, 0.975)):
        around = [every[round((share + off) * (len(every) - 1))] for off in (-0.015, 0.015)]
        assert around[0] - 1e-12 <= found <= around[1] + 1e-12


def test_one_problem_says_nothing() -> None:
    assert paired_difference([[True]], [[False]]) == (1.0, 0.0, 1.0)
