"""Practice: other numbers that keep a problem exactly solvable and sensible."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.data.augment import shape
from cantor.data.practice import _decimals, variants
from cantor.data.synthetic import write
from cantor.equation import Equation
from cantor.equation.parse import parse_infix
from cantor.problem import Problem

SOLVED = [(Problem.from_text(p.question), p.equation) for p in write(120, 78)]


def made(text: str, equation: str, count: int = 8, seed: int = 0) -> list[Problem]:
    problem = Problem.from_text(text)
    return variants(problem, [parse_infix(equation, problem.values)], count, Random(seed))


@given(st.integers(0, len(SOLVED) - 1), st.integers(0, 2**32))
def test_every_variant_is_as_sensible_as_its_problem(which: int, seed: int) -> None:
    problem, equation = SOLVED[which]
    found = variants(problem, [equation], 3, Random(seed))
    assert len({one.values for one in found} | {problem.values}) == len(found) + 1
    for one in found:
        assert Problem.from_text(one.text) == one
        assert shape(equation, one.values) == shape(equation, problem.values)
        assert one.masked() == problem.masked()
        assert [n.kind for n in one.numbers] == [n.kind for n in problem.numbers]


def test_most_problems_have_five_variants() -> None:
    full = sum(len(variants(p, [e], 5, Random(1))) == 5 for p, e in SOLVED)
    assert full > 0.7 * len(SOLVED)


def test_what_everybody_knows_stays() -> None:
    for text, equation, kept in (
        (
            "There are 7 days in a week. Ana runs 3 miles each day. How far does she run in 5 weeks?",
            "7*3*5",
            7,
        ),
        ("Tim has 5 bikes with 2 wheels each. How many wheels are there?", "5*2", 2),
        ("In 1987 a mill had 40 sacks and 25 more came. How many then?", "40+25", 1987),
        ("Ida has 1 kite and 12 strings. How many things has she?", "1+12", 1),
        ("Ida eats half of 48 plums. How many are left?", "48-48*0.5", Fraction(1, 2)),
    ):
        found = made(text, equation)
        assert found
        assert all(kept in one.values for one in found), text


def test_answers_come_out_as_even_as_before() -> None:
    equation = "(135-15)/5"
    for one in made("Five friends pick 135 plums, keep 15 and share the rest. How many gets each?", equation):
        first, second, third = one.values
        assert ((second - third) / first).denominator == 1
        assert one.text.split()[0].istitle()
    for one in made("Six pens cost $7.50. How much is one pen?", "7.5/6"):
        assert _decimals(one.values[1] / one.values[0]) <= 2


def test_all_questions_stay_sensible() -> None:
    problem = Problem.from_text("A shop has 40 kites and sells 15, then 12. How many did it sell? And now?")
    equations: list[Equation] = [parse_infix("n1 + n2"), parse_infix("n0 - (n1 + n2)")]
    for one in variants(problem, equations, 8, Random(3)):
        kites, first, second = one.values
        assert kites > first + second


@pytest.mark.parametrize(
    ("text", "equation"),
    [
        ("Nobody counts here.", "2 * 3"),
        ("Ida has 1 kite and half a string.", "n0 + n1"),
        ("5 / 0 is what?", "5 / 0"),
    ],
)
def test_nothing_to_vary(text: str, equation: str) -> None:
    assert made(text, equation) == []


@given(st.fractions(max_denominator=10**4))
def test_decimals(value: Fraction) -> None:
    brute = next((d for d in range(16) if (value * 10**d).denominator == 1), None)
    assert _decimals(value) == brute
