"""Plain conversions and roundings are computed, and nothing else is taken for one."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.data.synthetic import write
from cantor.solver.arithmetic import arithmetic
from cantor.solver.computing import computed_solution
from cantor.solver.converting import conversion
from cantor.solver.nearest import nearest


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Convert 3 km to metres.", "3000 metres"),
        ("How many cm are in 2 m?", "200 cm"),
        ("How many days are there in 3 weeks and 2 days?", "23 days"),
        ("5 feet 2 inches = ? inches", "62 inches"),
        ("How many eggs are in 4 dozen?", "48 eggs"),
        ("How many minutes are in 2 1/2 hours?", "150 minutes"),
        ("How many minutes are in three quarters of an hour?", "45 minutes"),
        ("How many feet are in half a yard?", "1 1/2 feet"),
        ("How many grams are in half a kilogram?", "500 grams"),
        ("How many months are in a year?", "12 months"),
        ("How many weeks is 35 days?", "5 weeks"),
        ("35 days is how many weeks?", "5 weeks"),
        ("How many quarters make $3?", "12 quarters"),
        ("How many dimes are in 3 dollars?", "30 dimes"),
        ("What is 250 cm in metres?", "2.5 metres"),
        ("Express 4,500 g in kg", "4.5 kg"),
        ("How many nickels are in 2 quarters?", "10 nickels"),
        ("How many inches are in a foot?", "12 inches"),
    ],
)
def test_conversions(text, shown):
    found = computed_solution(text)
    assert found is not None
    assert (found.display, found.confidence, found.model) == (shown, 1.0, "arithmetic")
    assert found.steps


@pytest.mark.parametrize(
    "text",
    [
        "How many kg are in 3 m?",
        "How many days are in 2 months?",
        "How many miles is 5 km?",
        "How many cups are in 3 cups?",
        "How many eggs are in 3 boxes?",
        "How many eggs are in 4 dozen boxes?",
        "How many hours does it take to drive 150 km?",
        "A rope is 3 m long. How many cm is that?",
        "How many days are in a leap year?",
        "How many minutes is it from 3:10 to 4 hours?",
        "Convert -3 km to m",
        "Convert " + "3 km " * 40 + "to m",
    ],
)
def test_no_conversion(text):
    assert conversion(text) is None


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Round 347 to the nearest ten.", "350"),
        ("Round 345 to the nearest ten.", "350"),
        ("Round off 3,449 to the nearest 100", "3400"),
        ("What is 2.346 rounded to two decimal places?", "2.35"),
        ("Round 4.5 to the nearest whole number", "5"),
        ("Round 12.25 to the nearest tenth", "12.3"),
        ("Round $3.456 to the nearest cent", "$3.46"),
    ],
)
def test_roundings(text, shown):
    found = computed_solution(text)
    assert found is not None
    assert (found.display, found.model) == (shown, "arithmetic")


@pytest.mark.parametrize(
    "text",
    [
        "What is 7 to the nearest ten?",
        "Round 5 to the nearest house",
        "Round -5 to the nearest ten",
        "Round 5",
        "",
    ],
)
def test_no_rounding(text):
    assert nearest(text) is None


@given(st.integers(0, 10**6), st.integers(0, 3), st.integers(-3, 3))
def test_nothing_is_nearer(digits, decimals, place):
    """No other multiple of the place is nearer, and of two that are as near the larger is taken."""
    names = {
        -3: "thousandth",
        -2: "hundredth",
        -1: "tenth",
        0: "whole number",
        1: "ten",
        2: "hundred",
        3: "thousand",
    }
    number = Fraction(digits, 10**decimals)
    written = f"{digits // 10**decimals}" + (f".{digits % 10**decimals:0{decimals}}" if decimals else "")
    found = nearest(f"Round {written} to the nearest {names[place]}")
    unit = Fraction(10) ** place
    value = found.equation.execute([number])
    assert value % unit == 0
    assert -unit / 2 < value - number <= unit / 2 or value - number == unit / 2


def test_no_story_is_taken_for_one():
    assert [
        p.question for p in write(200, 78, profile="broad") if conversion(p.question) or nearest(p.question)
    ] == []


@given(st.text("0123456789 kmcginhoursdayweekszen?=.$/", max_size=40))
def test_any_text(text):
    assert arithmetic(text) is None or conversion(text) is None
    computed_solution(text)
