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

from cantor.data.example import Example, masked_text
from cantor.equation import Equation, Num, Value
from cantor.equation.parse import parse_infix
from cantor.evaluation.prediction import Prediction
from cantor.evaluation.report import edge_f1, interval, report, value_accuracy
from cantor.evaluation.scoring import is_right, is_same_equation
from cantor.evaluation.seen import Seen
from cantor.problem import Problem
from cantor.thought.answering import Answering
from cantor.thought.decode import DecodedGraph
from cantor.thought.ranking import PAPER, Answer

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
    given = scores or tuple(0.5**i for i in range(1, len(answers) + 1))
    for i, text in enumerate(answers):
        parsed = parse_infix(text)
        steps.append(parsed.steps[0])
        found.append(Answer(i, parsed, parsed.try_execute(problem.values), 0.0))
    graph = DecodedGraph(tuple(steps), np.zeros(len(steps)), np.log(given))
    return Prediction(example, list(Answering(PAPER).reranked(graph, problem, found)), graph)


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


@pytest.mark.parametrize(
    ("value", "label", "same"),
    [
        (float("nan"), 24, False),
        (float("inf"), 24, False),
        (float("-inf"), 24, False),
        (None, 24, False),
        (24.0, 24, True),  # a float that a root forced
        (24.0023, 24, True),  # 1e-4 of the label
        (24.0025, 24, False),
        (-24, 24, False),
        (Fraction(1, 10_000), 0, True),  # near zero, 1e-4 itself
        (1.01e-4, 0, False),
        (Fraction(10**20 + 10**15), 10**20, True),
        (Fraction(1, 3), Fraction("0.3333"), True),
    ],
)
def test_values_that_are_right(value: Value | None, label: Value, same: bool) -> None:
    one = prediction("n0 * n1", "n0 * n1", label=str(Fraction(label)))
    assert is_right(replace(one, answers=[replace(one.answers[0], value=value)])) is same


def test_a_right_value_does_not_make_up_for_a_wrong_first_one() -> None:
    one = prediction("n0 * n1", "n0 + n1", "n0 * n1")
    assert not is_right(one)
    assert not is_same_equation(one)  # the first alone is compared
    assert is_right(one, 5)
    unlabelled = replace(one, example=replace(one.example, answer=None))
    assert not is_right(unlabelled, 5)


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


@pytest.mark.parametrize(("k", "right"), [(1, False), (2, False), (3, True), (6, True)])
def test_value_at_any_k_beside_that_at_5(k: int, right: bool) -> None:
    # the second has no value: it takes a place among the best, and is wrong
    one = prediction("n0 * n1", "n0 + n1", "n0 / (n1 - 4)", "n0 * n1", "n0 - n1", "n2 - n1", "n1 * n0")
    found = report([one], k=k)
    assert found[f"value_at_{k}"] == right
    assert found["value_at_5"] == 1
    late = prediction("n0 * n1", *["n0 + n1"] * 5, "n0 * n1")
    assert (report([late])["value_at_5"], report([late], k=6)["value_at_6"]) == (0, 1)
    assert "value_at_6" not in report([late])


def test_edges_match_by_value() -> None:
    assert edge_f1([prediction("n0 * n1", "n0 * n1")]) == 1
    assert edge_f1([prediction("n0 * n1 + n2", "n2 + n1 * n0")]) == 1
    # gold: 24 -> n0, 24 -> n1, 36 -> 24, 36 -> n2; found: 24 -> n0, 24 -> n1
    assert edge_f1([prediction("n0 * n1 + n2", "n0 * n1")]) == pytest.approx(2 * 2 / (2 + 4))
    assert edge_f1([prediction("n0 * n1", "n0 - n1")]) == 0


@pytest.mark.parametrize(
    ("gold", "answer", "f1"),
    [
        ("n0 * n1 + n2", "n0 * n1 + 12", 3 / 4),  # a literal is not the number whose value it has
        ("n0 - n1", "n1 - n0", 0),  # 2 and -2 are other steps, whatever they take
        ("n0 * n1", "n0 / (n1 - 4)", 0),  # a step without a value has no edges
        ("n0 * n1 + n0 * n1", "n0 * n1 + n0 * n1", 1),
        # gold: 24 -> n0, n1 twice, 48 -> 24 twice; found: 24 -> n0, n1 once, 48 -> 24, 2: edges are counted
        ("n0 * n1 + n0 * n1", "n0 * n1 * 2", 2 * 3 / (6 + 4)),
        # the other way to 36 keeps one edge, 36 -> n2 (36 -> 24 needs the step of value 24)
        ("n0 * n1 + n2", "n2 * (n1 - 1)", 2 * 1 / (4 + 4)),
        ("n0 + n2", "n2 + n0 + 0", 2 * 2 / (2 + 4)),  # 18 -> n0, n2 found; 18 -> 18 and 18 -> 0 are too many
    ],
)
def test_edges_by_hand(gold: str, answer: str, f1: float) -> None:
    assert edge_f1([prediction(gold, answer)]) == pytest.approx(f1)


def test_edges_are_added_up_over_problems() -> None:
    right, wrong = prediction("n0 * n1", "n0 * n1"), prediction("n0 * n1 + n2", "n0 - n1")
    assert edge_f1([right, wrong]) == pytest.approx(2 * 2 / (2 + 2 + 4 + 2))  # not the mean of 1 and 0


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


def test_a_problem_counts_in_every_kind_of_change_that_it_names() -> None:
    def varied(right: bool, *kinds: str) -> Prediction:
        one = prediction("n0 * n1", "n0 * n1" if right else "n0 + n1")
        return replace(one, example=replace(one.example, tags={"variation": kinds}))

    found = report([varied(True, "a", "b"), varied(False, "a"), varied(False, "b", "c"), varied(True)])
    groups = found["breakdowns"]["variation"]
    assert {name: (group["count"], group["value_accuracy"]) for name, group in groups.items()} == {
        "a": (2, 0.5),
        "b": (2, 0.5),
        "c": (1, 0.0),
    }
    assert found["count"] == 4  # the whole counts each once


@pytest.mark.parametrize(
    ("training", "gold", "group"),
    [
        ("n2 * (n1 / n0)", "n1 / n0 * n2", "seen"),  # × has no first operand
        ("n0 * n1 + n2", "n2 + n1 * n0", "seen"),
        ("n0 - n1", "n1 - n0", "unseen"),  # − has
        ("n0 / n1 + 2", "2 + n1 / n0", "unseen"),
        ("n0 + (n1 + n2)", "n0 + n1 + n2", "unseen"),  # the order of operands is free, not the order of steps
        ("n0 + 2", "n0 + 3", "unseen"),  # constants are no numbers of the problem
        ("(n0 + n1) * (n0 + n1)", "(n1 + n0) * (n0 + n1)", "seen"),
    ],
)
def test_a_template_is_seen_whatever_the_order_of_free_operands(training: str, gold: str, group: str) -> None:
    found = report([prediction(gold, gold)], Seen(templates={parse_infix(training).template()}))
    assert set(found["breakdowns"]["template"]) == {group}


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
