"""Typed answers, their JSON form, and DROP's splits by passage."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.data.answer import (
    Answer,
    DateAnswer,
    NumberAnswer,
    SpansAnswer,
    answer_of,
    decimal,
    kind,
    month_number,
)
from cantor.data.drop import asked_over
from cantor.data.drop_settings import is_held_out, is_tested
from cantor.data.load import load
from cantor.errors import DataError
from cantor.problem import Problem

answers = st.one_of(
    st.builds(NumberAnswer, st.fractions()),
    st.builds(
        DateAnswer, st.none() | st.integers(1, 31), st.integers(1, 12), st.none() | st.integers(0, 2100)
    ),
    st.builds(SpansAnswer, st.lists(st.text(min_size=1).filter(str.strip), min_size=1).map(tuple)),
)


@given(answers)
def test_json_gives_the_answer_back(answer: Answer) -> None:
    assert answer_of(answer.to_dict()) == answer
    assert len(answer.strings) == (len(answer.texts) if isinstance(answer, SpansAnswer) else 1)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (None, "one of the keys"),
        ({}, "one of the keys"),
        ({"number": "3", "spans": []}, "one of the keys"),
        ({"number": "1/0"}, "cannot read '1/0' as a number"),
        ({"number": True}, "cannot read True as the answer's 'number'"),
        ({"number": "three"}, "cannot read 'three' as a number"),
        ({"date": {}}, "without day, month and year"),
        ({"date": {"day": 40}}, "no date with day 40"),
        ({"date": {"hour": 4}}, "not 'hour'"),
        ({"date": {"day": "4"}}, "not 'day'"),
        ({"spans": []}, "spans without text"),
        ({"spans": [" "]}, "spans without text"),
        ({"spans": [3]}, "cannot read"),
        ({"text": "x"}, "cannot read 'x' as the answer's 'text'"),
    ],
)
def test_what_is_no_answer(given: object, message: str) -> None:
    with pytest.raises(DataError, match=message):
        answer_of(given)


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-(10**9), max_value=10**9))
def test_decimals_are_exact(value: object) -> None:
    exact = Fraction(value)
    assert Fraction(decimal(exact)) == exact


def test_words() -> None:
    assert [decimal(Fraction(x)) for x in ("10/3", "-1/2", "0", "1200", "-1/3")] == [
        "3.333333333333333", "-0.5", "0", "1200", "-0.333333333333333"
    ]  # fmt: skip
    of_each = (NumberAnswer(Fraction(1)), DateAnswer(3), SpansAnswer(("a",)), SpansAnswer(("a", "b")))
    assert list(map(kind, of_each)) == ["number", "date", "span", "spans"]
    assert str(DateAnswer(7, 7, 1345)) == "7 July 1345"
    assert [month_number(x) for x in ("july", "Sept.", "Dec", "Ju", "")] == [7, 9, 12, None, None]


def test_a_passage_and_a_question_are_read_as_one_text() -> None:
    passage, question = "The Reds scored 14 points and twenty-one more.", "Did they score 30 points?"
    assert asked_over(passage, question) == Problem.from_text(f"{passage}\n{question}")


@pytest.mark.parametrize("name", ["drop-a", "drop-b", "drop-num-a", "drop-num-b"])
def test_no_passage_stands_on_two_sides(name: str, data: object) -> None:
    sides = {
        split: {e.passage for e in load(name, split).examples}
        for split in ("train", "held-out", "test", "test-simple")
    }
    assert not sides["train"] & sides["held-out"]
    assert not (sides["train"] | sides["held-out"]) & (sides["test"] | sides["test-simple"])
    assert all(is_held_out(passage) for passage in sides["held-out"])
    if name.endswith("b"):
        assert all(is_tested(passage) for passage in sides["test"] | sides["test-simple"])


def test_the_split_does_not_depend_on_blanks() -> None:
    assert [is_tested(f" a  b{i}\n") for i in range(40)] == [is_tested(f"a b{i}") for i in range(40)]
