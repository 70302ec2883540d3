"""Two variants on the same problems: differences by seed, by split, and by both inferences."""

from fractions import Fraction
from typing import Any

import pytest

from cantor.data.example import Example
from cantor.equation.parse import parse_infix
from cantor.evaluation.seen import NOTHING_SEEN
from cantor.experiments.paired import paired, told
from cantor.experiments.runs import Run
from cantor.experiments.test_set import TestSet
from cantor.problem import Problem

PARTS = [("a",), ("a", "big"), ("b", "big"), ("b",)]


def run(seed: int, right: str, ours: str = "") -> Run:
    """Of a one for each problem that is answered rightly."""
    return Run("x", seed, {}, {}, [one == "1" for one in right], [], [one == "1" for one in ours])


def test_by_hand() -> None:
    first = [run(0, "1101", "1111"), run(1, "1100", "1110"), run(7, "0000", "0000")]
    other = [run(1, "0110", "0110"), run(0, "1001", "1000"), run(3, "1111", "1111")]
    found = paired(first, other, PARTS)  # seeds 0 and 1 are of both
    assert found is not None
    assert found["difference"] == pytest.approx(0.125)
    assert sorted(found["by_seed"]) == [0, 0.25]
    assert (found["only_first"], found["only_this"]) == (1, 0.5)
    low, high = found["difference_interval"]
    assert low < 0.125 < high
    assert found["ours"]["difference"] == pytest.approx(0.5)
    of_parts = {name: one["difference"] for name, one in found["parts"].items()}
    assert of_parts == {"a": 0.5, "big": 0.0, "b": -0.25}
    assert found["parts"]["b"]["ours"]["difference"] == pytest.approx(0.5)


def test_what_is_missing_is_left_out() -> None:
    assert paired([run(0, "11")], [run(1, "11")], [("a",)] * 2) is None
    found = paired(
        [run(0, "11", "11")], [run(0, "10")], [("a",)] * 2
    )  # who is only asked has no second column
    assert found is not None
    assert "ours" not in found
    assert "parts" not in found


def test_in_points() -> None:
    one: dict[str, Any] = {"difference": 0.0432, "difference_interval": [-0.01, 0.1]}
    assert told(one) == "+4.3 (-1.0 to 10.0)"


def test_parts_of_the_problems() -> None:
    problem = Problem.from_text("Ada has 5 figs and 7 pears and eats 2.")
    texts = ("n0 + n1", "n0 + n1 - n2")
    one, two = (Example("x", problem, parse_infix(text), Fraction(1)) for text in texts)
    alone = TestSet(("a",), (one, two), ("a", "a"), NOTHING_SEEN)
    assert alone.parts() == [(), ()]
    assert alone.parts("steps") == [("1",), ("2",)]
    both = TestSet(("a", "b"), (one, two), ("a", "b"), NOTHING_SEEN)
    assert both.parts("steps") == [("a", "1"), ("b", "2")]
    assert both.parts("type") == [("a",), ("b",)]  # of readers
