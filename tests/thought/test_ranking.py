"""Which root answers: hand-made graphs, some of them hostile."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.equation import Const, Num, Ref, Step
from cantor.problem import Problem
from cantor.problem.question import AnswerType
from cantor.thought.answering import by_value_mass
from cantor.thought.decode import DecodedGraph
from cantor.thought.ranking import PAPER, Ranking, rank, value_masses

TEXT = "Tom had 12 apples, ate 5 and gave 2 away. How many apples are left?"
PROBLEM = Problem.from_text(TEXT)
N0, N1, N2 = map(Num, range(3))


def graph(steps, root, step_score=None) -> DecodedGraph:
    made = tuple(Step(symbol, operands) for symbol, *operands in ((s, *map(_operand, o)) for s, *o in steps))
    made = tuple(Step(s.operator, tuple(s.operands)) for s in made)
    scores = np.zeros(len(made)) if step_score is None else np.log(step_score)
    with np.errstate(divide="ignore"):
        return DecodedGraph(made, scores, np.log(root))


def _operand(x):
    return Const(Fraction(x)) if isinstance(x, int | str) else x


def roots(found: DecodedGraph, problem: Problem = PROBLEM, k: int = 9, **choice) -> list[int]:
    settings = {"skip_failing": False, "prefer_plausible": False, **choice}
    return [a.root for a in rank(found, problem, k, Ranking(**settings))]


FOUR = graph(
    [("-", N1, N0), ("/", N0, N1), ("/", N0, 0), ("-", N0, N1), ("-", Ref(3), N2), ("*", 1, Ref(4))],
    [0.3, 0.25, 0.2, 0.05, 0.1, 0.1],
    [1.0, 0.1, 1.0, 1.0, 1.0, 1.0],
)  # values: -7, 12/5, none, 7, 5, 5


@given(st.lists(st.sampled_from([None, 1, 2, 3]), min_size=1, max_size=8), st.permutations(range(8)))
def test_votes_counted_by_hand(values, places):
    """By value and probability, all sorted and then sifted: not as the code does it."""
    drawn = [(n, 2.0**place) for n, place in zip(values, places, strict=False)]  # no two sums are equal
    found = graph([("/", N0, 0) if n is None else ("*", n, 1) for n, _ in drawn], [c for _, c in drawn])
    totals = {n: sum(c for m, c in drawn if m == n) for n, _ in drawn}
    order = sorted(
        (v for v, (n, _) in enumerate(drawn) if n is not None),
        key=lambda v: (-totals[drawn[v][0]], -drawn[v][1], v),
    )
    wanted = [v for i, v in enumerate(order) if drawn[v][0] not in [drawn[w][0] for w in order[:i]]]
    assert roots(found, rank="vote", skip_failing=True) == wanted


def test_the_papers_way():
    answers = rank(FOUR, PROBLEM, 9, PAPER)
    assert [a.root for a in answers] == [0, 1, 2, 4, 3]  # 5 says what 4 says
    assert [a.value for a in answers] == [-7, Fraction(12, 5), None, 5, 7]
    assert answers[0].score == pytest.approx(np.log(0.3))
    assert str(answers[3].equation) == "n0 - n1 - n2"


def test_repair_skips_what_has_no_value():
    assert roots(FOUR, skip_failing=True) == [0, 1, 4, 3]
    hopeless = graph([("/", N0, 0), ("*", Ref(0), N1)], [0.5, 0.5])
    assert roots(hopeless, skip_failing=True) == []
    assert roots(hopeless) == [0, 1]


def test_plausible_prefers_what_the_question_can_have():
    assert roots(FOUR, prefer_plausible=True) == [
        4,
        3,
        0,
        1,
        2,
    ]  # whole and not negative first
    assert roots(FOUR, prefer_plausible=True, skip_failing=True) == [4, 3, 0, 1]
    assert [a.root for a in rank(FOUR, PROBLEM, 1)] == [4]  # both by default


def test_implausible_everywhere_is_as_before():
    only = graph([("-", N1, N0), ("-", N2, N0)], [0.4, 0.6])
    assert roots(only, prefer_plausible=True) == [1, 0]


def test_joint_counts_every_step_once():
    found = graph([("+", N0, N1), ("*", Ref(0), Ref(0)), ("-", N0, N1)], [0.1, 0.5, 0.4], [0.5, 0.5, 0.9])
    answers = rank(found, PROBLEM, 3, Ranking("joint", False, False))
    assert [a.root for a in answers] == [2, 1, 0]
    assert [a.score for a in answers] == pytest.approx(np.log([0.36, 0.125, 0.05]))


def test_vote_adds_up_roots_of_one_value():
    found = graph(
        [("+", N0, N1), ("-", N0, N1), ("+", N1, N2), ("+", N2, N1), ("-", N0, N2)],
        [0.35, 0.3, 0.2, 0.05, 0.1],
    )  # 17, 7, 7, 7, 10
    answers = rank(found, PROBLEM, 9, Ranking("vote", False, False))
    assert [a.root for a in answers] == [1, 0, 4]  # one root for each value, its best
    assert [a.value for a in answers] == [7, 17, 10]
    assert np.exp([a.score for a in answers]) == pytest.approx([0.55, 0.35, 0.1])


def test_nobody_votes_for_what_has_no_value():
    found = graph([("/", N0, 0), ("/", N1, 0), ("+", N0, N1)], [0.5, 0.4, 0.1])
    assert roots(found, rank="vote") == [2, 0, 1]
    assert roots(found, rank="vote", skip_failing=True) == [2]


def test_votes_far_below_any_float():
    found = graph([("+", N0, N1), ("-", N0, N1), ("+", N1, N2)], [0.5, 0.3, 0.2])
    found = DecodedGraph(found.steps, found.step_score, np.array([-2000.0, -2000.5, -2000.5]))
    answers = rank(found, PROBLEM, 1, Ranking("vote"))
    assert answers[0].value == 7
    assert answers[0].score == pytest.approx(-2000.5 + np.log(2))


def test_votes_for_floats_that_differ_in_their_last_digit():
    half = "1/2"
    found = graph(
        [
            ("**", N1, half),
            ("**", N2, half),
            ("*", Ref(0), Ref(1)),
            ("*", N1, N2),
            ("**", Ref(3), half),
            ("+", N0, N0),
        ],
        [0.01, 0.01, 0.3, 0.01, 0.3, 0.37],
    )
    (best, *_) = rank(found, PROBLEM, 1, Ranking("vote"))
    assert best.root == 5  # a whole number is preferred, for a count
    (best, *_) = rank(found, PROBLEM, 1, Ranking("vote", prefer_plausible=False))
    assert best.root in (2, 4)
    assert np.exp(best.score) == pytest.approx(0.6)


def test_values_beyond_all_floats():
    found = graph(
        [("**", 999, 999), ("/", Ref(0), 7), ("-", 1, Ref(0)), ("**", 2, half_exponent())],
        [0.4, 0.3, 0.2, 0.1],
    )
    for kind in ("root", "joint", "vote"):
        answers = rank(found, PROBLEM, 4, Ranking(kind))
        assert {a.root for a in answers} == {0, 1, 2, 3}
        assert answers[0].root == 0  # whole and not negative


def half_exponent() -> str:
    return "1/2"


def test_certain_and_impossible_roots():
    found = graph([("+", N0, N1), ("-", N0, N1)], [1.0, 0.0])
    for kind in ("root", "joint", "vote"):
        assert roots(found, rank=kind) == [0]


def test_no_numbers():
    found = graph([("+", 1, 1), ("+", Num(0), 1)], [0.4, 0.6])
    answers = rank(found, Problem.from_text("What is it?"), 2)
    assert [(a.root, a.value) for a in answers] == [(0, 2)]


def test_k_of_none():
    assert rank(FOUR, PROBLEM, 0) == []


def test_support_is_what_all_vertices_of_a_value_have():
    assert value_masses(FOUR, PROBLEM.values, [Fraction(5)])[0] == pytest.approx(0.2)  # two vertices of 0.1
    assert value_masses(FOUR, PROBLEM.values, [Fraction(-7)])[0] == pytest.approx(0.3)
    assert value_masses(FOUR, PROBLEM.values, [Fraction(99)])[0] == 0
    assert value_masses(FOUR, PROBLEM.values, [None])[0] == pytest.approx(0.2)
    sure = graph([("+", N0, N1), ("+", N1, N0)], [0.7, 0.3000001])
    assert value_masses(sure, PROBLEM.values, [Fraction(17)])[0] == 1  # never above, however it is rounded


def test_the_judge_where_there_is_no_other():
    answers = rank(FOUR, PROBLEM, 9, PAPER)
    judged = by_value_mass(FOUR, PROBLEM, answers)
    assert [answer for answer, _ in judged] == answers
    assert [p for _, p in judged] == pytest.approx([0.3, 0.25, 0.2, 0.2, 0.05])
    assert by_value_mass(FOUR, PROBLEM, []) == []


def test_an_unknown_rank():
    with pytest.raises(ValueError, match="root, joint, vote, marginal"):
        Ranking("best")


@pytest.mark.parametrize(
    ("text", "negative", "fraction"),
    [
        (TEXT, False, False),
        ("He ran 5 miles and 3 more. How many miles did he run?", False, True),
        ("She has 5 cups. How many more cups of flour does she need for 8?", False, True),
        ("He ate 1/2 of 3 pizzas. How many pizzas are left?", False, True),
        ("They cost $3 each. How much are 5?", False, True),
        ("What is the sum of 5 and 3?", False, True),
        ("It was -5 degrees and then 3 more. How many degrees is it now?", True, True),
        ("If x + 3 = 2, what is x?", True, True),
        ("how many hours of 6 did 3 work, and how many people were there?", False, False),
        ("", False, True),
        ("HOW MANY BOYS ARE THERE AMONG 5 CHILDREN WITH 3 GIRLS", False, False),
        ("How many? 3", False, True),
        ("Of 9 pies 4 were sold. Find how many pies remain.", False, False),
    ],
)
def test_what_a_question_can_have(text, negative, fraction):
    assert Problem.from_text(text).question.answer_type == AnswerType(negative, fraction)


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        (Fraction(3), True),
        (Fraction(0), True),
        (Fraction(-1), False),
        (Fraction(5, 2), False),
        (3.0, True),
        (2.9999999999999996, True),
        (2.5, False),
        (None, False),
        (Fraction(10**400 + 1), True),
        (Fraction(10**400 + 1, 2), False),
    ],
)
def test_what_fits_a_count(value, fits):
    assert AnswerType(negative=False, fraction=False).fits(value) is fits


def test_hostile_text_takes_no_time():
    text = "how many " * 20_000 + "a-" * 20_000 + "." * 20_000
    assert not Problem(text, ()).question.answer_type.negative
