"""The unit that a question asks for; and where it asks for none that is plain, none."""

import time
from fractions import Fraction

import pytest

from cantor import Problem
from cantor.problem.asked_unit import NO_UNIT, Unit, asked_unit
from cantor.thought.units import with_unit

F = Fraction


@pytest.mark.parametrize(
    ("text", "value", "shown"),
    [
        ("9 rolls are sold. How many rolls are left?", F(39), "39 rolls"),
        ("How many red marbles does Ida have?", F(3), "3 red marbles"),
        ("How many more apples than pears are there?", F(4), "4 apples"),
        ("How many fewer pages did he read?", F(12), "12 pages"),
        ("HOW MANY BOYS ARE THERE?", F(2), "2 boys"),
        ("How many of the rolls were sold?", F(5), "5 rolls"),
        ("How many people came to the fair?", F(250), "250 people"),
        ("How many students wear glasses?", F(7), "7 students"),
        ("How many bus rides did she take?", F(7), "7 bus rides"),
        ("How many children's books are on the shelf?", F(7), "7 children's books"),
        ("How many miles per hour did the train go?", F(60), "60 miles per hour"),
        ("How many pounds of rice does each person get?", F(5, 2), "2.5 pounds"),
        ("How many cups of flour are needed?", F(10, 3), "10/3 cups (≈ 3.333)"),
        ("There are 8 cats and 12 dogs. What is the ratio of cats to dogs?", F(2, 3), "2 : 3"),
        ("In what ratio are 6 parts of juice and 2 of water mixed?", F(3), "3 : 1"),
        ("Find the simplest ratio of 10 to 4.", F(5, 2), "5 : 2"),
        ("What is the ratio of 3 to 4 as a fraction?", F(3, 4), "0.75"),
        ("If the ratio of boys to girls is 2:3, how many girls are there?", F(6), "6 girls"),
        ("What is the ratio of the two?", F(-1, 2), "−0.5"),
        ("Find how many coins Leo has.", F(8), "8 coins"),
        ("How many apples? How many pears are there?", F(8), "8 pears"),  # the last question counts
        ("How many feet of rope are left?", F(1), "1 foot"),
        ("How many children came?", F(1), "1 child"),
        ("How many boxes are needed?", F(1), "1 box"),
        ("How many rolls are left?", F(1), "1 roll"),
        ("How many red marbles are left?", F(1), "1 red marble"),
        ("How many miles per hour is that?", F(1), "1 mile per hour"),
        ("How many cookies are left?", F(1), "1 cookie"),
        ("How many knives are left?", F(1), "1 knife"),
        ("How many canoes are left?", F(1), "1"),
        ("How many rolls are missing?", F(-3), "−3 rolls"),
        ("A pen costs $2. How many times as much does a mug cost?", F(3), "3 times"),
        ("A pen costs $2. How much do 3 pens cost?", F(6), "$6"),
        ("A pen costs $1.50. How much does he pay for 3?", F(9, 2), "$4.50"),
        ("It cost 5 dollars. How much money is left?", F(1, 2), "$0.50"),
        ("How many dollars did she spend?", F(7), "$7"),
        ("3 friends share $10. How much does each pay?", F(10, 3), "≈ $3.33"),
        ("He had $5 and spent $8. How much money has he now?", F(-3), "−$3"),
        ("A mug is €4. How much do 2 cost?", F(8), "€8"),
        ("Apples are $3 per pound. How much do 5 pounds cost?", F(15), "$15"),
        ("The bill was $20 with a 10% tip on top. What is the total cost?", F(22), "$22"),
        ("What percent of the 50 pupils are ill?", F(20), "20%"),
        ("What percentage is that?", F(25, 2), "12.5%"),
        ("What fraction of the cake is left?", F(1, 4), "1/4"),
        ("What fraction of the cake is left?", F(-1, 4), "−1/4"),
        ("How many rolls are left?", F(10**60), "≈ 1 × 10^60 rolls"),
        ("How many rolls are left?", F(-(10**60), 7), "≈ −1.429 × 10^59 rolls"),
        ("How many rolls are left?", 2.5, "2.5 rolls"),
        ("How much did it cost? It was $5.", 2.0**0.5, "≈ $1.41"),
        ("How much did it cost? It was $5.", F(10**400), "$≈ 1 × 10^400"),
    ],
)
def test_units(text, value, shown):
    assert with_unit(value, asked_unit(text)) == shown


@pytest.mark.parametrize(
    "text",
    [
        "How many are left?",
        "How many does he have now?",
        "How many of them are red?",
        "How many more does she need?",
        "How many of the 12 rolls were sold?",
        "How many apples and how many pears are there?",
        "How many 5-packs?",
        "What is the sum of 3 and 4?",
        "How much is left?",
        "How much does it weigh?",
        "A pen is $2 and a mug 50 cents. How much do they cost?",  # two units of money
        "A pen is $2 and a mug €3. How much do they cost?",
        "A pen is 2 and a mug 3. How much do they cost?",
        "A pen costs $2. How much do 5 pens weigh?",
        "How long did it take?",
        "Tom has 3 rolls.",
        "How many <b>rolls</b> are left?",
        "How many \u202erolls\u202c are left?",
        "How many glass is left?",
        "How many",
        "?",
        "",
        "كم عدد الأقلام؟ 3",
    ],
)
def test_unsure(text):
    assert asked_unit(text) == NO_UNIT


def test_a_value_alone():
    assert with_unit(F(10, 3), NO_UNIT) == "10/3 ≈ 3.333"
    assert with_unit(F(-1, 2), NO_UNIT) == "−0.5"
    assert with_unit(F(1), Unit(after="%")) == "1%"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("How many are left?", True),
        ("Find the sum of 3 and 4.", True),
        ("3 + 4 =", True),
        ("CALCULATE 3 times 4", True),
        ("Tom has 3 apples and 4 pears.", False),
        ("", False),
        ("ما هو 3؟", True),
    ],
)
def test_whether_it_asks(text, found):
    assert Problem.from_text(text).question.asks is found


@pytest.mark.parametrize(
    "text",
    ["how many " * 11_000, "how much " * 11_000 + "$", "a." * 50_000, "?" * 100_000, "per " * 25_000],
)
def test_hostile_text_takes_no_time(text):
    start = time.process_time()
    with_unit(F(1), asked_unit(text))
    assert isinstance(Problem.from_text(text).question.asks, bool)
    assert time.process_time() - start < 2
