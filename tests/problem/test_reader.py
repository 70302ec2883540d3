from fractions import Fraction

import pytest

from cantor.problem import NumberKind, quantities, read_numbers

F = Fraction

#: sentence | the part that is the number | value | kind
FORMS = """
The bill comes to 1,250.50 in all.        | 1,250.50                      | 2501/2  | cardinal
A pen costs $3.50 here.                   | 3.50                          | 7/2     | money
Prices fell by 20 % today.                | 20                            | 20      | percent
Prices fell by 20% today.                 | 20                            | 20      | percent
Add 1/2 cup.                              | 1/2                           | 1/2     | fraction
Add 2 1/2 cups.                           | 2 1/2                         | 5/2     | fraction
Add ½ cup.                                | ½                             | 1/2     | fraction
It took one and a half hours.             | one and a half                | 3/2     | fraction
It took an hour and a half.               | an hour and a half            | 3/2     | fraction
It took a day and 1/2 in all.             | a day and 1/2                 | 3/2     | fraction
Add a cup and a quarter of flour.         | a cup and a quarter           | 5/4     | fraction
It took an hour and half of the evening.  | half                          | 1/2     | fraction
He ate two thirds of it.                  | two thirds                    | 2/3     | fraction
He ate three-fourths of it.               | three-fourths                 | 3/4     | fraction
She sold half of them.                    | half                          | 1/2     | fraction
She sold a quarter of them.               | a quarter                     | 1/4     | fraction
A third are red, all others blue.         | A third                       | 1/3     | fraction
The rest was sold to a fifth.             | a fifth                       | 1/5     | fraction
She bought a dozen eggs.                  | a dozen                       | 12      | cardinal
She bought 2 dozen eggs.                  | 2 dozen                       | 24      | cardinal
There were twenty-five boats.             | twenty-five                   | 25      | cardinal
Then thirty-four hundred and fifty left.  | thirty-four hundred and fifty | 3450    | cardinal
It has 1.5 million people.                | 1.5 million                   | 1500000 | cardinal
The video has 5k views.                   | 5k                            | 5000    | cardinal
It was minus 5 outside.                   | minus 5                       | -5      | cardinal
It was -3 outside.                        | -3                            | -3      | cardinal
It was −3 outside.                        | −3                            | -3      | cardinal
Ann has twice as many.                    | twice                         | 2       | multiple
It is double the size.                    | double                        | 2       | multiple
It is triple the size.                    | triple                        | 3       | multiple
She came 3rd in the race.                 | 3rd                           | 3       | ordinal
She came first in the race.               | first                         | 1       | ordinal
He grew up in the 1960s.                  | 1960s                         | 1960    | decade
School starts at 9 o'clock.               | 9                             | 540     | time
The bus leaves at 7:30.                   | 7:30                          | 450     | time
He has a 12-inch pipe.                    | 12                            | 12      | cardinal
It cost $ 4 then.                         | 4                             | 4       | money
The answer is 4.                          | 4                             | 4       | cardinal
"""
FORM_ROWS = [[cell.strip() for cell in row.split("|")] for row in FORMS.strip().splitlines()]


@pytest.mark.parametrize(("sentence", "part", "value", "kind"), FORM_ROWS, ids=[row[1] for row in FORM_ROWS])
def test_form(sentence, part, value, kind):
    (number,) = read_numbers(sentence)
    start = sentence.index(part)
    assert number.span == (start, start + len(part))
    assert (number.text, number.value, number.kind) == (part, F(value), NumberKind(kind))


def test_no_part_is_no_mixed_number():
    assert [n.value for n in read_numbers("five and zero halves")] == [5, 0]


def test_factors_of_a_size_are_two_numbers():
    assert [(n.value, n.span) for n in read_numbers("3x4")] == [(3, (0, 1)), (4, (2, 3))]


@pytest.mark.parametrize(
    "sentence",
    [
        "No one was late.",
        "They help one another.",
        "Ann is the one who won.",
        "He carried a bag.",
        "Its speed is in metres per second.",
        "Someone called, but none of us heard.",
        "once upon a time",
        "Weights and weightings, tense and tenant, stone, often, freight",
        "",
        " \t\n",
        "?!-/$%.,",
    ],
)
def test_no_number(sentence):
    assert read_numbers(sentence) == ()


def test_quantities_leave_out_ordinal_words_only():
    text = "The first runner, the 2nd runner and 5 others came twenty-first."
    assert [n.text for n in read_numbers(text)] == ["first", "2nd", "5", "twenty-first"]
    assert [n.text for n in quantities(text)] == ["2nd", "5"]


def test_many_numbers_in_one_text_keep_their_places():
    text = "Emoji 🍎🍎 İstanbul: 2 1/2 kg at $3.50,\tthen twenty-five more — a dozen, 20% off.\r\n½ left"
    found = [(n.text, n.value, n.kind.value) for n in read_numbers(text)]
    assert found == [
        ("2 1/2", F(5, 2), "fraction"),
        ("3.50", F(7, 2), "money"),
        ("twenty-five", 25, "cardinal"),
        ("a dozen", 12, "cardinal"),
        ("20", 20, "percent"),
        ("½", F(1, 2), "fraction"),
    ]
    assert all(text[slice(*n.span)] == n.text for n in read_numbers(text))


@pytest.mark.parametrize("case", [str.upper, str.title, str.capitalize])
def test_case_does_not_matter(case):
    text = "two hundred and thirty-one point five million"
    (number,) = read_numbers(case(text))
    assert (number.value, number.text) == (231_500_000, case(text))


@pytest.mark.parametrize("digits", ["１２３", "١٢٣", "१२३"])
def test_digits_of_other_scripts(digits):
    (number,) = read_numbers(f"x {digits} y")
    assert (number.value, number.text) == (123, digits)


def test_a_numeral_too_long_to_mean_anything_is_left_out():
    assert [n.value for n in read_numbers("9" * 301 + " and 5")] == [5]
    assert [n.value for n in read_numbers("9" * 300 + " and 5")] == [10**300 - 1, 5]


def test_parts_and_measures_beside_other_numbers() -> None:
    def values(text: str) -> list[str]:
        return [str(number.value) for number in quantities(text)]

    assert values("She gave a third to Ann, a quarter to Bo and kept 10 for Cy.") == ["1/3", "1/4", "10"]
    assert values("It costs $32 and half an hour of work.") == ["32", "1/2"]
    assert values("It took 3 and half hours.") == ["7/2"]
    assert values("On a 1:40,000 map it is 3 cm.") == ["1", "40000", "3"]
    assert values("She got $40 and a quarter of the rest, a fifth less than Bo.") == ["40", "1/4", "1/5"]
    assert values("It is a third cheaper, or a sixth off.") == ["1/3", "1/6"]
    assert values("A third child came, then a third and fourth grader.") == []
