from fractions import Fraction

import pytest

from cantor.errors import DataError
from cantor.problem import MAX_CHARACTERS, Number, NumberKind, Problem, quantities

TEXT = "A baker has 4 trays with a dozen rolls each. $3.50 is the price of half of them."


def test_from_text():
    problem = Problem.from_text(TEXT)
    assert problem.text == TEXT
    assert problem.numbers == quantities(TEXT)
    assert problem.values == (4, 12, Fraction(7, 2), Fraction(1, 2))
    assert [n.kind for n in problem.numbers] == [
        NumberKind.CARDINAL,
        NumberKind.CARDINAL,
        NumberKind.MONEY,
        NumberKind.FRACTION,
    ]


def test_masked():
    problem = Problem.from_text(TEXT)
    assert problem.masked() == "A baker has # trays with # rolls each. $# is the price of # of them."
    assert problem.masked("[n]").startswith("A baker has [n] trays with [n] rolls")


def test_masked_at_both_ends():
    assert Problem.from_text("5 or 6").masked("") == " or "
    assert Problem.from_text("nothing here").masked() == "nothing here"


def test_no_text():
    problem = Problem.from_text("")
    assert (problem.numbers, problem.values, problem.masked()) == ((), (), "")


def test_a_problem_cannot_change():
    with pytest.raises(AttributeError):
        Problem.from_text(TEXT).text = "another"


def test_masked_whatever_the_order_of_the_list() -> None:
    text = "Rosa has 12 pens and 3 pads."
    first, second = Problem.from_text(text).numbers
    nowhere = Number("", first.value, (len(text), len(text)))
    assert Problem(text, (second, nowhere, first)).masked() == "Rosa has # pens and # pads."


def test_a_megabyte_of_numbers_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    monkeypatch.setattr("cantor.problem.reader.quantities", lambda text: read.append(text) or ())
    with pytest.raises(DataError, match="a text of 1,000,000 characters is no problem; give at most 100,000"):
        Problem.from_text("7 " * 500_000)
    assert read == []
    Problem.from_text("7" * MAX_CHARACTERS)
    assert len(read) == 1
