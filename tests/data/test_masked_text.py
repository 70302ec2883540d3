"""Masked text filled in, equations carried from one reading to another, and two editions matched."""

import re
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.data.align import aligned
from cantor.data.example import DataError, Policy
from cantor.data.numbers import exact, filled, under_policy
from cantor.equation.closeness import same_value
from cantor.equation.parse import parse_infix
from cantor.problem import Problem

PLACEHOLDER = re.compile(r"\bnumber(\d+)\b")


def masked(text: str, *values: int | str) -> Problem:
    return filled(text, PLACEHOLDER, [Fraction(value) for value in values])


def test_filled() -> None:
    problem = masked("number1 of number0 , again number1 .", "2.5", 7, 9)
    assert problem.text == "7 of 2.5 , again 7 ."
    assert [(n.text, n.span) for n in problem.numbers] == [("2.5", (5, 8)), ("7", (0, 1)), ("", (20, 20))]
    assert problem.values == (Fraction(5, 2), 7, 9)
    with pytest.raises(DataError, match="'number2' stands in the text, but there are only 2 numbers"):
        masked("number2", 1, 2)


def test_the_reader_takes_over_the_equation() -> None:
    equation = parse_infix("n0 * n1 + n2")
    annotated = masked("number0 bags of number1 , and two bags more", 2, 5, 60)
    read, gold, why = under_policy(annotated, equation, Policy.READER)
    assert (read.values, why) == ((2, 5, 2), None)
    assert gold == parse_infix("n0 * n1 + 60")  # 60 has no place in the text


def test_the_nearest_of_equal_numbers_is_meant() -> None:
    annotated = masked("Two friends , number0 caps and number1 hats", 2, 3)
    read, gold, _ = under_policy(annotated, parse_infix("n0 + n1"), Policy.READER)
    assert (read.values, gold) == ((2, 2, 3), parse_infix("n1 + n2"))


def test_exact() -> None:
    assert exact(" 1,250,000 ") == 1_250_000
    assert exact(0.1) == Fraction(1, 10)
    for wrong in ("", "3,5", "1/0", None, True, float("nan"), "1e5000"):
        with pytest.raises(DataError, match="cannot read"):
            exact(wrong)


@pytest.mark.parametrize(
    ("value", "label", "same"),
    [
        ("10000", "10001", True),
        ("10000", "10001.01", False),
        ("0", "0.0001", True),
        ("0", "0.00011", False),
        ("-5", "5", False),
    ],
)
def test_the_contracts_tolerance(value: str, label: str, same: bool) -> None:
    assert same_value(Fraction(value), Fraction(label)) is same
    assert same_value(float(value), Fraction(label)) is same
    assert not same_value(None, Fraction(label))


# Two editions of a dataset

THINGS = st.lists(
    st.tuples(
        st.sampled_from(["Ann", "Bo", "Cy", "Di"]),
        st.sampled_from(["caps", "hats", "jars", "lamps", "coins"]),
        st.sampled_from(["wins", "loses", "buys", "finds"]),
        st.integers(2, 5000),
        st.integers(2, 5000),
    ),
    unique=True,
    max_size=12,
)


@given(THINGS, st.randoms(use_true_random=False))
def test_a_permuted_retokenised_renumbered_copy_is_matched(
    things: list[tuple[str, str, str, int, int]], random: Random
) -> None:
    raw = [Problem.from_text(f"{who} has {a:,} {what} and {does} {b:,}!") for who, what, does, a, b in things]
    order = random.sample(range(len(things)), len(things))
    copies = []
    for i in order:
        who, what, does, a, b = things[i]
        if random.random() < 0.5:
            copies.append(masked(f"{who.lower()} has  number0 {what} and {does} number1 !", a, b))
        else:
            copies.append(masked(f"{who} has number1 {what} , and {does} number0 .", b, a))
    assert [order[j] for _, j in aligned(raw, copies)] == list(range(len(things)))


def test_siblings_that_differ_in_their_numbers_stay_apart() -> None:
    text = "Ann has number0 caps and buys number1 , how many has she ?"
    raw = [
        Problem.from_text(f"Ann has {a} caps and buys {b}, how many has she?") for a, b in ((3, 4), (4, 3))
    ]
    assert aligned(raw, [masked(text, 4, 3), masked(text, 3, 4)]) == [(0, 1), (1, 0)]
    assert aligned(raw, [masked(text, 90, 80)]) == []


def test_slips_are_forgiven_and_each_copy_is_used_once() -> None:
    text = "Ann has number0 red caps and buys number1 blue ones in the {} shop today ."
    raw = [Problem.from_text("Ann has 3 red caps and buys 4 blue ones in the big shop today.")] * 2
    assert aligned(raw, [masked(text.format("bigg"), 3, 4)]) == [(0, 0)]
    assert aligned(raw, [masked(text.format("big"), 3, 4), masked(text.format("bigg"), 3, 4)]) == [
        (0, 0),
        (1, 1),
    ]
    assert aligned([Problem("", ())], [Problem.from_text("Bo has 9 hats.")]) == []
