"""Steps that teach: units where they are sure, the plain form elsewhere."""

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor import Problem
from cantor.equation import Equation
from cantor.equation.parse import parse_infix
from cantor.problem.phrases import Phrase, phrases, plural, singular
from cantor.thought.teaching import lesson
from cantor.thought.times import named_unit
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
        (  # five of which, bags or sweets, is not said
            "I have 3 bags with 8 sweets each and eat 5. How many sweets are left?",
            "n0 * n1 - n2",
            ["3 bags × 8 sweets per bag = 24 sweets", "24 sweets − 5 = 19 sweets left"],
        ),
        (
            "There are 8 cats and 12 dogs. What is the ratio of cats to dogs?",
            "n0 / n1",
            ["8 cats ÷ 12 dogs = 2 : 3"],
        ),
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
            ["11:50 am − 10:15 am = 95 minutes = 1 hour 35 minutes"],
        ),
        (
            "A train leaves at 22:40 and rides for 3 hours. When does it arrive?",
            "n1 * 60 + n0",
            ["3 hours × 60 minutes in an hour = 180 minutes", "22:40 + 180 minutes = 1:40 the next day"],
        ),
        (
            "A show begins at 7:30 pm and takes 105 minutes. When is it over?",
            "(n0 + n1) % 1440",
            ["7:30 pm + 105 minutes = 9:15 pm"],
        ),
        (
            "A show begins at 11:30 pm and takes 105 minutes. When is it over?",
            "(n0 + n1) % 1440",
            ["11:30 pm + 105 minutes = 1:15 am", "The clock starts again: 1:15 am"],
        ),
        (
            "23 nuts are shared among 4 mice. How many nuts are left over?",
            "n0 % n1",
            ["23 nuts ÷ 4 mice = 5, remainder 3 nuts"],
        ),
        ("What is left of 23 after 4?", "n0 % n1", ["Divide 23 by 4: 23 ÷ 4 = 5, remainder 3"]),
        (
            "100 chairs stand in rows of 12. How many full rows are there?",
            "n0 // n1",
            ["100 chairs ÷ 12 chairs per row = 8 1/3 rows", "8 1/3 rows rounded down = 8 full rows"],
        ),
        (
            "A cord is 3/4 metre long. Kim cuts off 1/8 metre. How long is the rest?",
            "n0 - n1",
            ["3/4 metre − 1/8 metre = 5/8 metre"],
        ),
        (
            "A dough needs 2 1/2 cups of flour. How many cups do 3 doughs need?",
            "n0 * n1",
            ["2 1/2 cups per dough × 3 doughs = 7 1/2 cups"],
        ),
        (
            "A hen lays 5 eggs a week. How many eggs do 7 hens lay in 4 weeks?",
            "n0 * n1 * n2",
            ["5 eggs a week × 7 hens = 35 eggs a week", "35 eggs a week × 4 weeks = 140 eggs"],
        ),
        (
            "A cook earns $15.50 an hour. How much does she earn in a 40-hour week?",
            "n0 * n1",
            ["$15.50 an hour × 40 hours = $620"],
        ),
        (
            "Plums cost 40 cents each. Ida has 3 dollars. How many plums can she buy?",
            "n1 * 100 // n0",
            [
                "$3 × 100 cents in a dollar = 300 cents",
                "300 cents ÷ 40 cents each = 7.5 plums",
                "7.5 plums rounded down = 7 plums",
            ],
        ),
        (
            "Pears are 3 for $2. How much do 12 pears cost?",
            "n1 / n0 * n2",
            ["$2 ÷ 3 = $2/3 ≈ $0.67", "$2/3 × 12 pears = $8"],
        ),
        ("3 friends share $10. How much does each pay?", "n1 / n0", ["$10 ÷ 3 friends ≈ $3.33"]),
        ("A yard is 8 m long and 5 m wide. What is its area?", "n0 * n1", ["8 m × 5 m = 40 square m"]),
        (
            "A school has 240 pupils. 45% of them are boys. How many girls are there?",
            "n0 - n0 * n1 / 100",
            [
                "45% = 45 ÷ 100 = 0.45",
                "0.45 × 240 pupils = 108 pupils",
                "240 pupils − 108 pupils = 132 girls",
            ],
        ),
        (
            "Ben got 18 of 20 tasks right. What percentage is that?",
            "n0 / n1 * 100",
            ["Divide 18 by 20: 18 ÷ 20 = 0.9", "As a percentage: 0.9 × 100 = 90%"],
        ),
        (
            "There are 3 hens and 5 cows. How many legs are there?",
            "n0 * 2 + n1 * 4",
            [
                "Multiply 3 by 2: 3 × 2 = 6",
                "Multiply 5 by 4: 5 × 4 = 20",
                "Add the 6 and the 20: 6 + 20 = 26 legs",
            ],
        ),
        (
            "A bus rides at 80 km/h. How long does it take for 200 km?",
            "n1 / n0",
            ["200 km ÷ 80 km an hour = 2.5 hours"],
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
        ("A lamp cost $30. Its price rose by 10%. What does it cost now?", "n0 + n0 * n1 / 100", "$"),
        ("A box weighs 2.5 kg. What do 6 boxes weigh?", "n0 * n1", "kg"),
        ("Entry is $4 for adults. What do 2 adults pay?", "n0 * n1", "$"),
        ("5 pens at $2 each, total cost", "n0 * n1", "$"),
        ("Convert 3 kilometers to meters.", "n0 * 1000", "meters"),
        ("It is 12°C now. It falls by 15 degrees. What is the temperature then?", "n0 - n1", "degrees"),
        ("Leo is 12. His sister is half his age. How old is she?", "n0 / 2", "years"),
        ("A bus leaves at 8:45 and comes at 11:20. How long is the ride?", "n1 - n0", "minutes"),
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
        ("all but a few of the 9 rolls are sold", Phrase("rolls")),
        ("each box holds 6 red pens", Phrase("red pens", per="box")),
        ("she saves $5 a week", Phrase(money="$", per="week")),
        ("she pays 5 dollars", Phrase(money="$")),
        ("it weighs 5 kg", Phrase("kg")),
        ("it is 5", Phrase()),
        ("a 40-hour week", Phrase("hours")),
        ("a 5-pack", Phrase()),
        ("in rows of 12 chairs", Phrase("chairs", per="row")),
        ("at 80 km/h", Phrase("km", per="hour")),
        ("3/4 of an hour", Phrase("hours")),
        ("3/4 of a class", Phrase()),
        ("tickets cost $3 for children", Phrase(money="$", per="child")),
        ("he paid $3 for apples", Phrase(money="$")),
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


@pytest.mark.parametrize("words", ["what do ", "convert to ", "how long does ", "which is "])
def test_hostile_text_takes_no_time(words: str) -> None:
    text = words * 5_000 + "3 and 4?"
    numbers = Problem.from_text(text).numbers
    start = time.process_time()
    lesson(text, numbers, parse_infix("n0 * n1"))
    assert time.process_time() - start < 2


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
