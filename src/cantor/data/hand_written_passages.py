"""Passages of our own with questions, written by hand; no machine fills in their words.

Blocks as in `cantor.data.hand_written`: the passage, then its questions. After `|` stands the answer: an
equation over the passage's numbers with what it comes to, a count after `#`, spans of the text in double
quotes, or a date after `@`.

    The Reds led 14-3 at half-time through tries by Ana Lund and Bo Falk. Ada Berg's kick was last.
    ? By how many points did the Reds lead at half-time? | 14 - 3 = 11
    ? How many players are named? | #3
    ? Who scored tries? | "Ana Lund" "Bo Falk"
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from cantor.data.answer import Answer, DateAnswer, NumberAnswer, SpansAnswer, month_number
from cantor.data.example import Example, Row
from cantor.data.hand_written import Question, rows
from cantor.data.passages import passage_example
from cantor.equation import ParseError
from cantor.equation.parse import parse_infix
from cantor.errors import DataError
from cantor.problem import quantities

FOLDER = Path(__file__).parent / "passage_texts"
SPLITS = ("train", "dev")
_DATE = re.compile(r"@\s*(?:(\d{1,2}) )?(?:([A-Z][a-z]+) ?)?(\d{3,4})?\s*")
_SPAN = re.compile(r'"([^"]+)"')


def read(split: str, folder: Path = FOLDER) -> Iterator[Row]:
    """The questions of all files; of each tenth passage, all are for development."""
    return rows(folder, split, example)


def example(question: Question, name: str) -> Example:
    """Raise `DataError` or `EquationError` where the answer does not fit the passage."""
    asked = question.text.removeprefix(question.story).strip()
    if not asked:
        raise DataError("a question without a passage before it")
    if question.solution is None:
        raise DataError("every question over a passage needs its answer")
    answer = _answer(question.solution, f"{question.story} {asked}")
    row = {"passage": question.story, "question": asked, "answer": answer.to_dict()}
    return passage_example(row, name, question.line, "passage", "question", "answer")


def _answer(text: str, told: str) -> Answer:
    if text.startswith("#"):
        return NumberAnswer(_number(text[1:]))
    if text.startswith("@"):
        return _date(text)
    if text.startswith('"'):
        return SpansAnswer(tuple(_SPAN.findall(text)))
    written, equals, value = text.rpartition("=")
    if not equals:
        raise ParseError('no answer; write | EQUATION = NUMBER, #COUNT, @DATE or "SPAN"')
    equation = parse_infix(written)
    if equation.try_execute() != _number(value):
        raise ParseError(f"{written.strip()} comes to {equation.try_execute()}, not to {value.strip()}")
    known = {number.value for number in quantities(told)} | {Fraction(0), Fraction(100)}
    if strange := sorted(equation.constants - known):
        raise ParseError(f"{strange[0]} is no number of the passage")
    return NumberAnswer(_number(value))


def _number(text: str) -> Fraction:
    try:
        return Fraction(text.strip())
    except ValueError:
        raise ParseError(f"{text.strip()!r} is no number") from None


def _date(text: str) -> DateAnswer:
    found = _DATE.fullmatch(text)
    if found is None or (found[2] and month_number(found[2]) is None):
        raise ParseError(f"{text!r} is no date; write @7 July 1345, with the parts that are told")
    day, month, year = found.groups()
    return DateAnswer(int(day) if day else None, month_number(month or ""), int(year) if year else None)
