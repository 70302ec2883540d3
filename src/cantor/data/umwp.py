"""UMWP: problems that cannot be answered, with answerable ones that they were made from."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from cantor.data.example import Example, Excluded, Row, Unreadable
from cantor.data.extra import is_dev, letters
from cantor.data.files import Record, records, rows_of, text_of
from cantor.data.hygiene import NearIndex, check_not_held_out
from cantor.data.numbers import exact
from cantor.problem import Problem

FILE = "extra/umwp.jsonl.gz"
#: Of the words of two twins, at least so many are the same.
TWIN = Fraction(1, 2)
#: Why a problem cannot be answered.
KINDS = {
    1: "something is missing",
    2: "something is ambiguous",
    3: "something is unrealistic",
    4: "another object is asked for",
    5: "nothing is asked",
}


def read(path: Path, split: str) -> Iterator[Row]:
    """Rows of one side; twins keep together. An answerable row has its answer, but no equation."""
    lines = list(records(path))
    twins = _twins(lines)

    def row(record: dict[str, Any], line: int) -> Row:
        problem = Problem.from_text(" ".join(text_of(record, "question").split()))
        if record.get("src") == "ASDiv" or "asdiv" in (record.get("same_as") or ()):
            raise Excluded("made from a problem of ASDiv")
        check_not_held_out(problem, made_from=twins.get(line))
        if record.get("answerable") is True:
            return Example(f"umwp-{line}", problem, None, exact(record.get("answer")), line, "answers only")
        kind = KINDS.get(record.get("category") or 0, "unanswerable")
        why = "it cannot be answered"
        return Example(
            f"umwp-{line}", problem, line=line, why_no_equation=why, tags={"kind": kind}, answerable=False
        )

    def wanted(line: int, record: dict[str, Any] | Unreadable) -> bool:
        text = twins.get(line) or (record.get("question") if isinstance(record, dict) else None)
        return (text is not None and is_dev(letters({"question": text}))) == (split == "dev")

    return rows_of(path, ((line, record) for line, record in lines if wanted(line, record)), row)


def _twins(lines: list[Record]) -> dict[int, str]:
    """For the line of each unanswerable row, the answerable text that it has most words in common with.

    The file's own references are to rows of the original, of which this one has not all.
    """
    readable = [(line, record) for line, record in lines if isinstance(record, dict)]
    answerable = NearIndex(
        (
            (_words(record), str(record.get("question")))
            for _, record in readable
            if record.get("answerable") is True
        ),
        TWIN,
    )
    unanswerable = [(line, record) for line, record in readable if record.get("answerable") is not True]
    found = ((line, answerable.nearest(_words(record))) for line, record in unanswerable)
    return {line: text for line, text in found if text is not None}


def _words(record: dict[str, Any]) -> frozenset[str]:
    return frozenset(letters(record).split())
