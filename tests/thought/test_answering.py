"""One way from scores to answers, and one scale of probabilities."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.equation import Num, Step
from cantor.equation.vocabulary import Vocabulary
from cantor.problem import Problem
from cantor.thought.answering import Answering, by_value_mass, confidence_of, on_one_scale
from cantor.thought.calibration import calibrated
from cantor.thought.decode import DecodedGraph
from cantor.thought.ranking import PAPER, Ranking, rank
from cantor.thought.scores import Scores
from cantor.thought.verifier import CANDIDATES, Verifier

PROBLEM = Problem.from_text("Tom had 12 apples and ate 5. How many apples are left?")
SYMBOLS = ("+", "-", "*", "/", "max", "min")


def graph(*chances: float) -> DecodedGraph:
    """A vertex for each chance, of different values."""
    steps = [Step(symbol, (Num(0), Num(1))) for symbol in SYMBOLS]
    return DecodedGraph(tuple(steps[: len(chances)]), np.zeros(len(chances)), np.log(chances))


@st.composite
def shares(draw) -> list[float]:
    """Of a verifier: the largest first, at most 1 together."""
    weights = draw(st.lists(st.floats(0, 1), min_size=1, max_size=12))
    total = sum(weights) + draw(st.floats(0, 2))
    return sorted((w / total if total else 0.0 for w in weights), reverse=True)


@st.composite
def points(draw) -> tuple[tuple[float, float], ...]:
    count = draw(st.integers(0, 4))
    xs, ys = (sorted(draw(st.lists(st.floats(0, 1), min_size=count, max_size=count))) for _ in "xy")
    return tuple(zip(xs, ys, strict=True)) if len(set(xs)) == count else ()


@given(shares(), points())
def test_one_scale(given, calibration):
    found = on_one_scale(given, calibration)
    assert found[0] == round(calibrated(given[0], calibration), 6)
    assert found == sorted(found, reverse=True)
    assert math.fsum(found) <= 1 + 1e-9
    assert all(0 <= p <= 1 for p in found)


@given(shares(), points())
def test_the_others_keep_their_proportions(given, calibration):
    best, *others = given
    c = round(calibrated(best, calibration), 6)
    factor = min(c / best if best else 0.0, (1 - c) / (1 - best) if best < 1 else 0.0)
    for share, p in zip(others, on_one_scale(given, calibration)[1:], strict=True):
        assert p == pytest.approx(share * factor, abs=2e-6)


@given(st.lists(st.floats(0, 1), max_size=8), points())
def test_shares_of_any_kind(given, calibration):
    """Also where a reranker is no distribution, or does not put the largest first."""
    found = on_one_scale(given, calibration)
    assert len(found) == len(given)
    assert math.fsum(found) <= 1 + 1e-9
    assert all(p <= found[0] for p in found)


def test_nan_is_no_confidence():
    assert on_one_scale([math.nan, 0.2], ()) == [0.0, 0.0]
    assert on_one_scale([], ()) == []


def test_without_a_verifier_answers_have_their_values_mass():
    answers = Answering(PAPER).of_graph(graph(0.5, 0.3, 0.2), PROBLEM, 5)
    assert [a.probability for a in answers.ranked] == pytest.approx([0.5, 0.3, 0.2], abs=2e-6)
    assert [a.value for a in answers.ranked] == [17, 7, 60]


@pytest.mark.parametrize(
    ("chances", "unanswerable", "refused"),
    [((0.5, 0.3), 0.2, False), ((0.2, 0.1), 0.2, True), ((0.5, 0.3), 0.21, True), ((0.9, 0.1), 0.3, False)],
)
def test_a_text_is_refused_by_what_an_answer_would_be_worth(chances, unanswerable, refused):
    """A doubt that a sure answer outweighs is none; the same doubt beside a guess is enough."""
    said = Scores(
        Vocabulary(("+", "-"), ()),
        np.zeros((2, 2)),
        np.zeros((2, 2, 4)),
        np.log(chances),
        np.log(unanswerable),
    )
    found = replace(graph(*chances), scores=said)
    assert Answering(PAPER, refuse_above=0.4).of_graph(found, PROBLEM, 1).refused is refused
    assert not Answering(PAPER, refuse_above=0.4).of_graph(graph(*chances), PROBLEM, 1).refused


def test_a_value_counts_once():
    steps = (Step("+", (Num(0), Num(1))), Step("max", (Num(0), Num(1))), Step("-", (Num(0), Num(1))))
    problem = Problem.from_text("5 and 0?")  # 5 + 0 and max(5, 0) are 5
    found = DecodedGraph(steps, np.zeros(3), np.log([0.5, 0.3, 0.2]))
    ranked = by_value_mass(found, problem, rank(found, problem, 5, PAPER))
    assert [p for _, p in ranked] == pytest.approx([1.0, 0.0, 0.0])


def test_the_best_and_its_confidence_do_not_depend_on_k():
    verifier = Verifier.zero()
    answering = Answering(Ranking(), verifier, ((0.0, 0.1), (1.0, 0.9)))
    found = graph(0.4, 0.3, 0.2, 0.1)
    best = {answering.of_graph(found, PROBLEM, k).ranked[:1] for k in (1, 2, 4, CANDIDATES + 3)}
    assert len(best) == 1


def test_answers_beyond_those_that_a_verifier_sees():
    """They stay below the others, and all together within 1."""
    steps = tuple(Step("*", (Num(i), Num(i + 1))) for i in range(14))
    problem = Problem.from_text(" ".join(str(n) for n in range(2, 17)) + "?")
    found = DecodedGraph(steps, np.zeros(14), np.log(np.full(14, 1 / 14)))
    answers = Answering(Ranking(), Verifier.zero()).of_graph(found, problem, 14).ranked
    chances = [a.probability or 0.0 for a in answers]
    assert len(chances) == 14
    assert chances == sorted(chances, reverse=True)
    assert math.fsum(chances) <= 1 + 1e-9
    assert chances[-1] > 0


def test_confidence_of_a_value():
    answers = [(Fraction(7), 0.6), (0.5000000001, 0.2), (None, 0.1)]
    assert confidence_of(Fraction(7), answers) == 0.6
    assert confidence_of(0.5, answers) == 0.2
    assert confidence_of(Fraction(8), answers) is None
    assert confidence_of(None, answers) is None


def test_no_answer_is_no_answer():
    nothing = DecodedGraph((), np.zeros(0), np.zeros(0))
    answers = Answering(Ranking(), Verifier.zero()).of_graph(nothing, PROBLEM, 3)
    assert answers.ranked == ()
    assert answers.best is None
