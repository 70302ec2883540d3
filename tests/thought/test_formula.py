"""Equations on one line for people."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor import Problem
from cantor.equation import Equation
from cantor.equation.parse import parse_infix
from cantor.thought.formula import formula
from helpers.strategies import equations

TEXT = "At 8:45 and at 11:20 he had 3/4 of 28 pens and 2 1/2 cups. How many?"


@pytest.mark.parametrize(
    ("equation", "line"),
    [
        ("n1 - n0", "11:20 − 8:45"),
        ("n2 * n3", "3/4 × 28"),
        ("n3 / n2", "28 ÷ (3/4)"),
        ("n2 / n3 * 2", "(3/4) ÷ 28 × 2"),
        ("n4 * 3 + n3", "2 1/2 × 3 + 28"),
        ("n3 // 6", "28 ÷ 6 rounded down"),
        ("cdiv(n3 + 1, 6) * 2", "((28 + 1) ÷ 6 rounded up) × 2"),
        ("n3 % 6 + 1", "(remainder of 28 ÷ 6) + 1"),
        ("n3 - (n3 - 5)", "28 − (28 − 5)"),
        ("n3 ** 2", "28 ^ 2"),
        ("(0 - 1) ** 2", "(0 − 1) ^ 2"),
        ("-1 ** 0", "0 − 1 ^ 0"),
        ("floor(n3 / 8)", "floor(28 ÷ 8)"),
        ("n3 - (0 - 2)", "28 − (0 − 2)"),
        ("n3", "28"),
    ],
)
def test_lines(equation: str, line: str) -> None:
    assert formula(TEXT, Problem.from_text(TEXT).numbers, parse_infix(equation)) == line


@given(equations(), st.lists(st.integers(-9, 99), min_size=4, max_size=4))
def test_plain_numbers_read_back_as_the_same(equation: Equation, values: list[int]) -> None:
    text = "He has {} pens in {} boxes, {} cups and {} mugs. How many?".format(*values)
    numbers = Problem.from_text(text).numbers
    told = formula(text, numbers, equation)
    if told is None or "rounded" in told or "remainder" in told:
        return
    for shown, symbol in (("×", "*"), ("÷", "/"), ("−", "-"), ("^", "**")):
        told = told.replace(shown, symbol)
    value = equation.try_execute([number.value for number in numbers])
    if isinstance(value, Fraction):
        assert parse_infix(told).execute(()) == value
