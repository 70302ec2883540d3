"""DROP: questions over passages, in the official JSON and in a simple line form; answers, no equations."""

import gzip
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from cantor.data.example import DataError, Example, Row, Unreadable
from cantor.problem import Problem

_NO_EQUATION = "DROP has answers only"


def read_official(path: Path) -> Iterator[Row]:
    """`{passage_id: {passage, qa_pairs: [{question, answer, validated_answers, query_id}]}}`."""
    try:
        with _opened(path) as file:
            passages = json.load(file)
    except (json.JSONDecodeError, EOFError, gzip.BadGzipFile) as error:
        raise DataError(
            f"{path}: not whole ({error}); get the file again with `cantor data get drop`"
        ) from None
    line = 0
    for passage_id, entry in passages.items():
        for pair in entry.get("qa_pairs", []):
            line += 1
            try:
                answers = [pair["answer"], *pair.get("validated_answers", [])]
                accepted = tuple(dict.fromkeys(filter(None, map(_answer_text, answers))))
                yield _example(
                    pair["query_id"], entry["passage"], pair["question"], accepted, line, passage_id
                )
            except (KeyError, TypeError) as error:
                yield Unreadable(str(path), line, f"question {line} of the file lacks {error}")


def read_simple(path: Path) -> Iterator[Row]:
    """Lines of `{passage, question, answers}`."""
    with _opened(path) as file:
        for line, text in enumerate(file, start=1):
            try:
                row = json.loads(text)
                accepted = tuple(map(str, row["answers"]))
                yield _example(
                    f"{path.name.split('.')[0]}-{line}", row["passage"], row["question"], accepted, line, ""
                )
            except (json.JSONDecodeError, KeyError, TypeError) as error:
                yield Unreadable(str(path), line, f"{type(error).__name__}: {error}")


def _opened(path: Path) -> Any:
    return gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8")


def _example(
    ident: str, passage: str, question: str, accepted: tuple[str, ...], line: int, group: str
) -> Example:
    passage = passage.strip()
    problem = Problem.from_text(f"{passage}\n{question.strip()}")
    answer = next(filter(lambda value: value is not None, map(_number, accepted)), None)
    tags = {"passage_id": group} if group else {}
    return Example(ident, problem, None, answer, line, _NO_EQUATION, passage, accepted, tags)


def _answer_text(answer: dict[str, Any]) -> str:
    """The one text of an official answer: a number, spans, or a date."""
    if answer.get("number"):
        return str(answer["number"])
    if answer.get("spans"):
        return " and ".join(answer["spans"])
    date = answer.get("date") or {}
    return " ".join(filter(None, (date.get("day"), date.get("month"), date.get("year"))))


def _number(text: str) -> Fraction | None:
    try:
        return Fraction(text.replace(",", ""))
    except (ValueError, ZeroDivisionError):
        return None
