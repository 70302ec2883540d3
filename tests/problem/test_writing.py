"""Other values in a number's own form: what is written is read as meant."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.problem import Problem
from cantor.problem.writing import in_words, neighbours, rewritten, written_like


@given(st.integers(0, 99))
def test_words_are_read_back(value: int) -> None:
    (number,) = Problem.from_text(f"Ida counts {in_words(value)} kites.").numbers
    assert (number.text, number.value) == (in_words(value), value)


@pytest.mark.parametrize(
    ("text", "lower", "higher"),
    [
        ("Ida has 12 kites.", "11", "13"),
        ("Ida has 0 kites.", None, "1"),
        ("It is 0 degrees outside.", "-1", "1"),
        ("It was -2 degrees.", "-3", "-1"),
        ("A pie costs $9.50.", "9.49", "9.51"),
        ("A coat costs $80.", "79", "81"),
        ("A house of 1,999 bricks", "1,998", "2,000"),
        ("It takes 2.5 hours.", "2.4", "2.6"),
        ("Twelve kites fly.", "Eleven", "Thirteen"),
        ("Ida has twenty kites.", "nineteen", "twenty-one"),
        ("Ida has forty one kites.", "forty", "forty two"),
        ("Ida has two dozen eggs.", "one dozen", "three dozen"),
        ("A town of 1.5 million people", "1.4 million", "1.6 million"),
        ("Ida has a hundred and five kites.", "104", "106"),
        ("The bus leaves at 7:30 pm.", "7:25", "7:35"),
        ("The bus leaves at 13:59.", "13:58", "14:00"),
        ("The bus leaves at 9 o'clock.", "8", "10"),
        ("The bus leaves at 11:55 pm.", "11:50", None),
        ("Ida ate half of a pie.", None, None),
        ("Ida has twice as many.", None, None),
    ],
)
def test_a_dial_writes_as_the_text_does(text: str, lower: str | None, higher: str | None) -> None:
    assert neighbours(Problem.from_text(text), 0) == (lower, higher)


@given(st.integers(1, 5_000), st.integers(2, 200), st.integers(0, 99))
def test_a_text_with_other_values_is_read_as_meant(kites: int, cents: int, tails: int) -> None:
    problem = Problem.from_text("Ida has 1,200 kites for $3.50 each, with twelve tails and 1/2 a string.")
    values = {0: Fraction(kites), 1: Fraction(cents, 100), 2: Fraction(tails)}
    told = rewritten(problem, values)
    assert told is not None
    assert told.values == (kites, Fraction(cents, 100), tails, Fraction(1, 2))
    assert told.text.endswith("tails and 1/2 a string.")


def test_what_cannot_be_written_so_is_not() -> None:
    problem = Problem.from_text("Ida has 12 kites and half a string.")
    assert written_like(problem.numbers[0], Fraction(1, 3)) is None
    assert rewritten(problem, {1: Fraction(3)}) is None
    assert rewritten(problem, {0: Fraction(5, 2)}) is None
