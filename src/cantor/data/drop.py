"""DROP: questions over passages, in the official JSON and in a simple line form; answers, no equations.

The simple form has lost the types of answers and joined several spans by " and ": `read_simple` guesses both
back, and what is measured on it is an approximation (each row is tagged `form: simple`).
"""

import gzip
import re
import zlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from cantor.data.answer import Answer, DateAnswer, NumberAnswer, SpansAnswer, month_number
from cantor.data.catalogue import how_to_get
from cantor.data.example import DataError, Example, Excluded, Row, Unreadable
from cantor.data.files import Record, json_of, records, rows_of, text_of
from cantor.data.numbers import exact
from cantor.problem import Number, Problem

#: Bytes within which the first passage's questions begin.
_BEGINNING = 1 << 17
_NO_EQUATION = "DROP has answers only"
_NUMERAL = re.compile(r"-?[\d,]*\.?\d+")
#: How the simple form writes a date: day, month and year with a blank between them, each of which may lack.
_DATE = re.compile(r"(\d{0,2}) ([A-Z][a-z]+|) (\d{0,4})")


def is_official(path: Path) -> bool:
    """Whether a JSON file looks like one in the official form, by its beginning."""
    if not path.name.lower().endswith((".json", ".json.gz")) or not path.is_file():
        return False
    try:
        with gzip.open(path, "rb") if path.suffix.lower() == ".gz" else path.open("rb") as file:
            start = file.read(_BEGINNING)
    except (OSError, EOFError, zlib.error):
        return False  # whoever reads it says what is wrong
    return start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and b'"qa_pairs"' in start


def read_official(path: Path) -> Iterator[Row]:
    """`{passage_id: {passage, qa_pairs: [{question, answer, validated_answers, query_id}]}}`."""
    return rows_of(path, _questions(path), _official_row)


def _questions(path: Path) -> Iterator[Record]:
    """Each question with its passage; its place among all questions stands for the line."""
    passages = json_of(path)
    if not isinstance(passages, dict):
        raise DataError(f"{path}:1: not an object of passages; get the file again with {how_to_get(path)}")
    place = 0
    for passage_id, entry in passages.items():
        pairs = entry.get("qa_pairs") if isinstance(entry, dict) else None
        if not isinstance(pairs, list):
            place += 1
            yield place, Unreadable(str(path), place, f"passage {passage_id!r} has no list of questions")
            continue
        for pair in pairs:
            place += 1
            known = pair if isinstance(pair, dict) else {}
            yield place, {**known, "passage": entry.get("passage"), "passage_id": passage_id}


def _official_row(row: dict[str, Any], line: int) -> Row:
    validated = row.get("validated_answers", [])
    answers = [row.get("answer"), *(validated if isinstance(validated, list) else [validated])]
    if not all(isinstance(answer, dict) for answer in answers):
        raise DataError("no object under 'answer' or 'validated_answers'")
    found = [_official_answer(answer) for answer in answers]
    accepted = tuple(dict.fromkeys(answer for answer in found if answer is not None))
    if found[0] is None:
        kind = Excluded if {"number", "date", "spans"} <= answers[0].keys() else DataError
        raise kind("the answer has neither number nor date nor spans")
    tags = {"passage_id": str(row["passage_id"]), "form": "official"}
    return _example(str(row.get("query_id", line)), row, accepted, line, tags)


def _official_answer(answer: Any) -> Answer | None:
    if answer.get("number") not in (None, ""):
        return NumberAnswer(exact(answer["number"]))
    spans = answer.get("spans")
    if isinstance(spans, list) and (texts := tuple(str(text) for text in spans if str(text).strip())):
        return SpansAnswer(texts)
    date = answer.get("date")
    if not isinstance(date, dict):
        return None
    day, month, year = (str(date.get(part) or "").strip() for part in ("day", "month", "year"))
    return _date(day, month, year)


def _date(day: str, month: str, year: str) -> Answer | None:
    """A date of texts; a span of the same words where they are no date ("1994 November 1989")."""
    if not (day or month or year):
        return None
    try:
        parts = int(day) if day else None, month_number(month) if month else None, int(year) if year else None
        if not month or parts[1] is not None:
            return DateAnswer(*parts)
    except (ValueError, DataError):
        pass
    return SpansAnswer((" ".join(filter(None, (day, month, year))),))


def read_simple(path: Path) -> Iterator[Row]:
    """Lines of `{passage, question, answers}`."""

    def row(record: dict[str, Any], line: int) -> Row:
        answers = record.get("answers")
        if not isinstance(answers, list) or not answers:
            raise DataError("no list under 'answers'")
        text = f"{text_of(record, 'passage')}\n{text_of(record, 'question')}"
        accepted = tuple(dict.fromkeys(_simple_answer(str(answer), text) for answer in answers))
        numeral = _NUMERAL.fullmatch(str(answers[0]).strip()) is not None
        tags = {"form": "simple", "first": "numeral" if numeral else "words"}
        return _example(f"{path.name.split('.')[0]}-{line}", record, accepted, line, tags)

    return rows_of(path, records(path), row)


def _simple_answer(answer: str, text: str) -> Answer:
    """The type that an untyped answer most likely has; parts round " and " are spans if each stands there."""
    if match := _DATE.fullmatch(answer):
        return _date(*match.groups()) or SpansAnswer((answer,))
    if _NUMERAL.fullmatch(answer):
        return NumberAnswer(exact(answer.replace(",", "")))
    parts = answer.split(" and ")
    several = len(parts) > 1 and answer not in text and all(part and part in text for part in parts)
    return SpansAnswer(tuple(parts) if several else (answer,))


def is_numeric(example: Example) -> bool:
    """Whether a question is one of DROP_num.

    Officially, its answer is typed a number; in the simple form its first answer is a numeral, as years are.
    """
    if example.tags.get("form") == "simple":
        return example.tags["first"] == "numeral"
    return isinstance(example.accepted[0], NumberAnswer)


def _example(
    ident: str, row: dict[str, Any], accepted: tuple[Answer, ...], line: int, tags: dict[str, str]
) -> Example:
    passage, question = text_of(row, "passage").strip(), text_of(row, "question").strip()
    answer = next((a.value for a in accepted if isinstance(a, NumberAnswer)), None)
    problem = asked_over(passage, question)
    return Example(ident, problem, None, answer, line, _NO_EQUATION, passage, accepted, tags)


def asked_over(passage: str, question: str) -> Problem:
    """The passage, then the question, with the numbers of both; a passage of many questions is read once."""
    start = len(passage) + 1
    asked = (
        Number(n.text, n.value, (n.span[0] + start, n.span[1] + start), n.kind)
        for n in Problem.from_text(question).numbers
    )
    return Problem(f"{passage}\n{question}", (*_numbers(passage), *asked))


@lru_cache(maxsize=64)
def _numbers(passage: str) -> tuple[Number, ...]:
    return Problem.from_text(passage).numbers
