"""Steps that teach: units where they are sure, the plain form elsewhere."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor import Problem
from cantor.equation import Equation
from cantor.equation.parse import parse_infix
from cantor.problem.phrases import Phrase, phrases, plural, singular
from cantor.thought.answer_unit import named_unit
from cantor.thought.teaching import lesson
from helpers.strategies import equations

BAKER = "A baker has 4 trays with 12 rolls on each. 9 rolls are sold. How many rolls are left?"


def told(text: str, formula: str) -> list[str]:
    return [line.text for line in lesson(text, Problem.from_text(text).numbers, parse_infix(formula)).lines]


@pytest.mark.parametrize(
    ("text", "formula", "lines"),
    [
        (
            BAKER,
            "n0 * n1 - n2",
            ["4 trays × 12 rolls on each tray = 48 rolls", "48 rolls − 9 rolls sold = 39 rolls left"],
        ),
        ("A pen costs $3. How much do 4 pens cost?", "n0 * n1", ["$3 per pen × 4 pens = $12"]),
        (
            "The sum of two numbers is 26. One is 4 more than the other. What is the larger number?",
            "(n1 + n3) / n0",
            ["Add 26 and 4: 26 + 4 = 30", "Divide the 30 by 2: 30 ÷ 2 = 15"],
        ),
        (
            "Pads cost $2.50 each. Mia buys 6 and pays with $20. How much change does she get?",
            "n2 - n0 * n1",
            ["$2.50 each × 6 = $15", "$20 − $15 = $5"],
        ),
        (
            "Ida reads 12 pages a day. How many pages does she read in 3 weeks?",
            "n1 * 7 * n0",
            ["3 weeks × 7 days in a week = 21 days", "21 days × 12 pages a day = 252 pages"],
        ),
        (
            "There are 24 children. A quarter of them have a dog. How many children have a dog?",
            "n1 * n0",
            ["1/4 × 24 children = 6 children"],
        ),
        (
            "47 children go on a trip. Each car holds 4 children. How many cars are needed?",
            "cdiv(n0, n1)",
            ["47 children ÷ 4 children per car = 11.75 cars", "11.75 cars rounded up = 12 cars"],
        ),
        (
            "48 children go on a trip. Each car holds 4 children. How many cars are needed?",
            "cdiv(n0, n1)",
            ["48 children ÷ 4 children per car = 12 cars"],
        ),
        (
            "A team played 20 games and won 60% of them. How many games did they win?",
            "n0 * n1 / 100",
            ["60% = 60 ÷ 100 = 0.6", "0.6 × 20 games = 12 games"],
        ),
        (
            "A ride starts at 10:15 am and ends at 11:50 am. How long is it?",
            "n1 - n0",
            ["11:50 am − 10:15 am = 95 minutes"],
        ),
        (
            "There are 3 hens and 4 cows. How many animals are there?",
            "n0 + n1",
            ["3 hens + 4 cows = 7 animals"],
        ),
        ("There are 3 hens. How many legs have they?", "n0 * 2", ["Multiply 3 by 2: 3 × 2 = 6 legs"]),
        ("A jar holds 50 pens. How many pens are there?", "n0 * 1", ["The text says it: 50 pens"]),
        ("Jo has 5 pens. How many pens are there?", "(n0 * 1 + 0) * 2", ["5 pens × 2 = 10 pens"]),
        (
            "Jo counts 5 and 6. What is it?",
            "(n0 + n1) * 2",
            ["Add 5 and 6: 5 + 6 = 11", "Multiply the 11 by 2: 11 × 2 = 22"],
        ),
    ],
)
def test_lines(text, formula, lines):
    assert told(text, formula) == lines


@pytest.mark.parametrize(
    ("text", "formula", "unit"),
    [
        ("A shop has 40 kites. It sells 15. How many are left?", "n0 - n1", "kites"),
        ("Emma ran 3 km and then 5 km. How far did she run?", "n0 + n1", "km"),
        ("A plane flies 900 km in 2 hours. How fast does it fly?", "n0 / n1", "km per hour"),
        ("A room is 8 m long and 5 m wide. What is its area?", "n0 * n1", "square m"),
        ("Max weighs 32 kg and Bo weighs 9 kg. How much do they weigh together?", "n0 + n1", "kg"),
        ("A bottle holds 1.5 liters. How much do 4 bottles hold?", "n0 * n1", "liters"),
        ("One apple costs 40 cents. How much do 7 apples cost?", "n0 * n1", "cents"),
        ("Ben is 9 years old. Ida is 4 years older. How old is Ida?", "n0 + n1", "years"),
        ("Jo has 5 pens and 3 cups. How many are there?", "n0 + n1", None),
        ("What is the ratio of 5 pens to 3 pens?", "n0 / n1", None),
    ],
)
def test_units(text, formula, unit):
    assert named_unit(text, Problem.from_text(text).numbers, parse_infix(formula)) == unit


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("12 rolls on each tray", Phrase("rolls", per="tray", preposition="on")),
        ("9 rolls are sold", Phrase("rolls", done="sold")),
        ("each box holds 6 red pens", Phrase("red pens", per="box")),
        ("she saves $5 a week", Phrase(money="$", per="week")),
        ("she pays 5 dollars", Phrase(money="$")),
        ("it weighs 5 kg", Phrase("kg")),
        ("it is 5", Phrase()),
        ("twice", Phrase()),
    ],
)
def test_phrases(text, found):
    assert phrases(text, Problem.from_text(text).numbers) == [found]


def test_one_and_many():
    for one, many in (
        ("box", "boxes"),
        ("roll", "rolls"),
        ("berry", "berries"),
        ("child", "children"),
        ("kg", "kg"),
    ):
        assert (singular(many), plural(one)) == (one, many)
    assert singular("canoes") == ""


@given(equations(), st.lists(st.integers(-9, 99), min_size=4, max_size=4))
def test_what_is_told_comes_to_the_same(equation: Equation, values: list[int]) -> None:
    text = "He has {} pens in each of {} boxes, {} cups for ${}. How many pens are there?".format(*values)
    problem = Problem.from_text(text)
    found = lesson(text, problem.numbers, equation)
    value = equation.try_execute(problem.values)
    if value is not None:
        again = found.equation.try_execute(problem.values)
        assert again is not None
        assert again == value or (isinstance(value, float) and again == pytest.approx(value))
    assert len(found.lines) == max(1, len(found.equation))
    assert all(line.text and "result of step" not in line.text for line in found.lines)
    assert isinstance(value, float | Fraction | None)
