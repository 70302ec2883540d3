"""DROP: questions over passages, in the official JSON and in a simple line form; answers, no equations."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from cantor.data.catalogue import how_to_get
from cantor.data.example import DataError, Example, Row, Unreadable
from cantor.data.files import Record, json_lines, json_of, rows_of, text_of
from cantor.data.numbers import exact
from cantor.problem import Problem

_NO_EQUATION = "DROP has answers only"


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
    accepted = tuple(dict.fromkeys(filter(None, map(_answer_text, answers))))
    return _example(str(row.get("query_id", line)), row, accepted, line, {"passage_id": row["passage_id"]})


def read_simple(path: Path) -> Iterator[Row]:
    """Lines of `{passage, question, answers}`."""

    def row(record: dict[str, Any], line: int) -> Row:
        answers = record.get("answers")
        if not isinstance(answers, list):
            raise DataError("no list under 'answers'")
        return _example(f"{path.name.split('.')[0]}-{line}", record, tuple(map(str, answers)), line, {})

    return rows_of(path, json_lines(path), row)


def _example(
    ident: str, row: dict[str, Any], accepted: tuple[str, ...], line: int, tags: dict[str, str]
) -> Example:
    passage, question = text_of(row, "passage").strip(), text_of(row, "question").strip()
    problem = Problem.from_text(f"{passage}\n{question}")
    answer = next((value for value in map(_number, accepted) if value is not None), None)
    return Example(ident, problem, None, answer, line, _NO_EQUATION, passage, accepted, tags)


def _answer_text(answer: object) -> str:
    """The one text of an official answer: a number, spans, or a date."""
    if not isinstance(answer, dict):
        raise DataError("no object under 'answer' or 'validated_answers'")
    if answer.get("number"):
        return str(answer["number"])
    if isinstance(answer.get("spans"), list) and answer["spans"]:
        return " and ".join(map(str, answer["spans"]))
    date = answer.get("date")
    parts = [date.get(part) for part in ("day", "month", "year")] if isinstance(date, dict) else []
    return " ".join(str(part) for part in parts if part)


def _number(text: str) -> Fraction | None:
    try:
        return exact(text)
    except DataError:
        return None
