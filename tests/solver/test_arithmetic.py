"""Plain arithmetic is computed, and no story is taken for it."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.data.synthetic import write
from cantor.solver.arithmetic import arithmetic
from cantor.solver.computing import computed_solution

F = Fraction


@pytest.mark.parametrize(
    ("text", "value", "shown"),
    [
        ("7 x 8 = ?", F(56), "56"),
        ("7x8", F(56), "56"),
        ("7×8=", F(56), "56"),
        ("What is 3/4 + 1/8?", F(7, 8), "7/8"),
        ("15 % of 80", F(12), "12"),
        ("What is 20% of $50?", F(10), "$10"),
        ("What is 12 plus 7?", F(19), "19"),
        ("Seven plus eight", F(15), "15"),
        ("half of 18", F(9), "9"),
        ("What is a third of 12?", F(4), "4"),
        ("two thirds of 9", F(6), "6"),
        ("twice 6", F(12), "12"),
        ("2 + 3 * 4", F(14), "14"),
        ("(2 + 3) * 4", F(20), "20"),
        ("2(3+4)", F(14), "14"),
        ("2^10", F(1024), "1024"),
        ("5 squared", F(25), "25"),
        ("the square root of 49", F(7), "7"),
        ("12/4", F(3), "3"),
        ("24/6/2", F(2), "2"),
        ("-3 + 5", F(2), "2"),
        ("3 - 5", F(-2), "−2"),
        ("5 - -3", F(8), "8"),
        ("1,250 + 300", F(1550), "1550"),
        ("0.5 + 0.25", F(3, 4), "0.75"),
        ("10 / 4", F(5, 2), "2.5"),
        ("10 / 3", F(10, 3), "10/3 ≈ 3.333"),
        ("$5 + $3.50", F(17, 2), "$8.50"),
        ("$12 / 4", F(3), "$3"),
        ("5 + ? = 12", F(7), "7"),
        ("__ x 4 = 20", F(5), "5"),
        ("Solve for x: 2x + 3 = 11", F(4), "4"),
        ("what percent of 80 is 12?", F(15), "15%"),
        ("12 is what percent of 80?", F(15), "15%"),
        ("the sum of 3, 4 and 5", F(12), "12"),
        ("What is the difference between 3 and 10?", F(7), "7"),
        ("What is bigger, 3/4 or 2/3?", F(3, 4), "3/4"),
        ("Which number is the smallest: 0.5, 0.25 or 0.45?", F(1, 4), "0.25"),
        ("Which is less, -3 or -5?", F(-5), "−5"),
        ("the average of 4 and 8", F(6), "6"),
        ("What is the greatest common factor of 24 and 36?", F(12), "12"),
        ("Find the lcm of 4, 6 and 10.", F(60), "60"),
        ("the lowest common multiple of 4 and 6 plus 1", F(13), "13"),
        ("Add 3 and 4.", F(7), "7"),
        ("Subtract 3 from 10", F(7), "7"),
        ("What number is 5 more than 7?", F(12), "12"),
    ],
)
def test_sums(text, value, shown):
    found = computed_solution(text)
    assert found is not None
    assert (found.answer, found.display, found.confidence) == (value, shown, 1.0)
    assert found.error is None
    assert found.steps
    assert found.model == "arithmetic"


@pytest.mark.parametrize(
    ("text", "code"), [("8 ÷ 0", "undefined"), ("9**9**9", "too_large"), ("(0-4)^0.5", "undefined")]
)
def test_no_value(text, code):
    found = computed_solution(text)
    assert found is not None
    assert found.error is not None
    assert (found.answer, found.error.code) == (None, code)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "What is 7?",
        "7 8",
        "3 apples + 4 apples",
        "100 - 20%",
        "10:30 + 2",
        "2 + 2 = 4",
        "What is 3 + 4 and 5?",
        "Tom has 5 apples. He eats 2. How many are left?",
        "A pen costs $2. What is the cost of 3?",
        "What is half of the 12 eggs?",
        "x + y = 3",
        "3 +",
        "(3 + 4",
        "1 " * 400,
    ],
)
def test_not_plain(text):
    assert arithmetic(text) is None


def test_no_story_is_taken_for_a_sum():
    assert [p.question for p in write(200, 77, profile="broad") if arithmetic(p.question)] == []


@given(
    st.integers(0, 999),
    st.sampled_from("+-*"),
    st.integers(0, 999),
    st.sampled_from("+-*"),
    st.integers(1, 99),
)
def test_as_python_computes(a, first, b, second, c):
    text = f"{a} {first} {b} {second} {c}"
    found = computed_solution(f"What is {text}?")
    assert found is not None
    assert found.answer == eval(text)


@given(st.text("0123456789+-*/^()=?x%. $", max_size=40))
def test_any_signs(text):
    computed_solution(text)
