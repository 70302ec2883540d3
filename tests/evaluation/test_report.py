"""Metrics on hand-made predictions, with the cases that other scorers forgive."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations
from statistics import mean
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.data.audit import masked_text
from cantor.data.example import Example
from cantor.equation import Equation, Num
from cantor.equation.parse import parse_infix
from cantor.evaluation.judging import Seen, is_right, is_same_equation
from cantor.evaluation.predict import Prediction
from cantor.evaluation.report import edge_f1, interval, report, value_accuracy
from cantor.problem import Problem
from cantor.solver.decoding import Answer, DecodedGraph

TEXT = "Noor packed 6 boxes with 4 lamps and then 12 more."


def prediction(
    gold: str, *answers: str, label: str | None = None, scores: tuple[float, ...] = ()
) -> Prediction:
    problem = Problem.from_text(TEXT)
    equation = parse_infix(gold)
    answer = Fraction(label) if label is not None else equation.execute(problem.values)
    assert isinstance(answer, Fraction)
    example = Example("x", problem, equation, answer, tags={"variation": "reasoning ability"})
    found, steps = [], []
    for i, text in enumerate(answers):
        parsed = parse_infix(text)
        steps.append(parsed.steps[0])
        found.append(Answer(i, parsed, parsed.try_execute(problem.values), 0.0))
    given = scores or tuple(0.5**i for i in range(1, len(answers) + 1))
    return Prediction(example, found, DecodedGraph(tuple(steps), np.zeros(len(steps)), np.log(given)))


@pytest.mark.parametrize(
    ("gold", "answer", "label", "value", "equation"),
    [
        ("n0 * n1", "n1 * n0", None, True, True),  # another order of the same
        ("n0 + n2", "n2 + 6", None, True, False),  # right by chance: a literal for a number
        ("n2 / n1", "n0 / 2", None, True, False),
        ("n0 * n1", "n0 + n1", None, False, False),
        ("n0 * n1", "n0 / (n1 - 4)", None, False, False),  # no value
        ("n2 / n0", "n2 / n0", "2.0001", True, True),  # within 1e-4 of the label
        ("n2 / n0", "n2 / n0", "2.001", False, True),
        ("n0 - n0", "n1 / 100000", None, True, False),  # close to zero is measured against 1
    ],
)
def test_right_and_wrong(gold: str, answer: str, label: str | None, value: bool, equation: bool) -> None:
    one = prediction(gold, answer, label=label)
    assert is_right(one) is value
    assert is_same_equation(one) is equation


def test_no_answer_is_wrong() -> None:
    empty = prediction("n0 * n1")
    assert not is_right(empty)
    assert not is_same_equation(empty)
    assert edge_f1([empty]) == 0


def test_says_how_many_have_no_equation_to_compare_with() -> None:
    known = prediction("n0 * n1", "n0 * n1")
    unknown = replace(known, example=replace(known.example, equation=None))
    found = report([known, unknown, unknown])
    assert (found["value_accuracy"], found["without_equation"]) == (1, 2)
    assert found["equation_accuracy"] == pytest.approx(1 / 3)  # they count as wrong


def test_value_at_k() -> None:
    one = prediction("n0 * n1", "n0 + n1", "n0 * n1", "n0 - n1")
    assert value_accuracy([one]) == 0
    assert value_accuracy([one], 2) == 1
    assert value_accuracy([], 2) == 0


def test_edges_match_by_value() -> None:
    assert edge_f1([prediction("n0 * n1", "n0 * n1")]) == 1
    assert edge_f1([prediction("n0 * n1 + n2", "n2 + n1 * n0")]) == 1
    # gold: 24 -> n0, 24 -> n1, 36 -> 24, 36 -> n2; found: 24 -> n0, 24 -> n1
    assert edge_f1([prediction("n0 * n1 + n2", "n0 * n1")]) == pytest.approx(2 * 2 / (2 + 4))
    assert edge_f1([prediction("n0 * n1", "n0 - n1")]) == 0


def test_interval_is_wilsons() -> None:
    low, high = interval(0.5, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert interval(1.0, 10)[0] < 1
    assert interval(0.0, 0) == (0.0, 1.0)


def accuracies(found: dict[str, Any], kind: str) -> dict[str, float]:
    return {name: group["value_accuracy"] for name, group in found["breakdowns"][kind].items()}


def test_report_breaks_down_and_calibrates() -> None:
    right = prediction("n0 * n1", "n0 * n1", scores=(0.9,))
    wrong = prediction("n0 * n1 + n2", "n0 + n1", scores=(0.3,))
    found = report([right, wrong], Seen(templates={"n0 * n1"}))
    assert found["value_accuracy"] == found["equation_accuracy"] == 0.5
    assert found["count"] == 2
    assert accuracies(found, "steps") == {"1": 1.0, "2": 0.0}
    assert accuracies(found, "template") == {"seen": 1.0, "unseen": 0.0}
    assert found["breakdowns"]["variation"]["reasoning ability"]["count"] == 2
    assert found["calibration"]["accuracy_at_coverage"]["50%"] == 1.0
    assert found["calibration"]["expected_error"] == pytest.approx((0.1 + 0.3) / 2)


@pytest.mark.parametrize(
    ("training_text", "group"),
    [
        ("noor packed  3 boxes with 40 lamps AND then one more.", "seen"),  # other numbers, case and spaces
        ("Noor packed 6 boxes with 4 lamps and then 12 more. 5", "unseen"),
        ("Noor packed 6 boxes with lamps and then 12 more.", "unseen"),  # one number less
    ],
)
def test_a_text_is_seen_whatever_its_numbers(training_text: str, group: str) -> None:
    texts = {masked_text(Example("y", Problem.from_text(training_text)))}
    found = report([prediction("n0 * n1", "n0 * n1")], Seen(texts=texts))
    assert found["breakdowns"]["masked text"] == {
        group: {"count": 1, "value_accuracy": 1.0, "equation_accuracy": 1.0}
    }
    assert found["breakdowns"]["template"] == {}  # nothing is known of the training equations


def test_confidence_adds_up_vertices_of_one_value() -> None:
    twice = prediction("n0 * n1", "n0 * n1", "n1 * n0", "n0 + n1", scores=(0.4, 0.35, 0.25))
    assert twice.confidence == pytest.approx(0.75)


def test_an_equation_without_steps() -> None:
    problem = Problem.from_text(TEXT)
    example = Example("x", problem, Equation((), Num(2)), Fraction(12))
    answer = Answer(0, parse_infix("n2 * 1"), Fraction(12), 0.0)
    graph = DecodedGraph(answer.equation.steps, np.zeros(1), np.zeros(1))
    assert is_same_equation(Prediction(example, [answer], graph))


def risk_by_hand(confident: list[float], right: list[bool], count: int) -> float:
    """The share that is wrong of the `count` most confident, over every order of those equally confident."""
    orders = [
        order
        for order in permutations(range(len(right)))
        if all(confident[a] >= confident[b] for a, b in pairwise(order))
    ]
    return mean(sum(not right[i] for i in order[:count]) / count for order in orders)


@settings(max_examples=30)
@given(st.lists(st.tuples(st.sampled_from([0.2, 0.5, 0.9]), st.booleans()), min_size=1, max_size=5))
def test_risk_against_coverage_as_by_hand(given_answers: list[tuple[float, bool]]) -> None:
    confident, right = [c for c, _ in given_answers], [r for _, r in given_answers]
    found = report(
        [prediction("n0 * n1", "n0 * n1" if r else "n0 + n1", scores=(c,)) for c, r in given_answers]
    )["calibration"]
    by_hand = [risk_by_hand(confident, right, count) for count in range(1, len(right) + 1)]
    assert [p["risk"] for p in found["risk_coverage"]] == pytest.approx(by_hand)
    assert [p["coverage"] for p in found["risk_coverage"]] == pytest.approx(
        [count / len(right) for count in range(1, len(right) + 1)]
    )
    assert [p["confidence"] for p in found["risk_coverage"]] == pytest.approx(sorted(confident, reverse=True))
    assert found["risk_area"] == pytest.approx(mean(by_hand))


def test_the_curve_has_fifty_points_at_most_and_ends_where_all_are_answered() -> None:
    many = [
        prediction("n0 * n1", "n0 * n1" if i % 3 else "n0 + n1", scores=((i + 1) / 200,)) for i in range(173)
    ]
    curve = report(many)["calibration"]["risk_coverage"]
    assert len(curve) == 50
    assert curve[-1]["coverage"] == 1
    assert curve[-1]["risk"] == pytest.approx(58 / 173)
    assert [p["coverage"] for p in curve] == sorted(p["coverage"] for p in curve)


def test_no_predictions_at_all() -> None:
    found = report([])
    assert (found["count"], found["value_accuracy"], found["edge_f1"]) == (0, 0.0, 0.0)
    assert found["calibration"]["risk_coverage"] == []
    assert set(found["breakdowns"]) == {
        "steps",
        "branches",
        "branches and steps",
        "template",
        "masked text",
        "variation",
    }
