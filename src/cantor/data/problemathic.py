"""Problemathic: problems of MAWPS with sentences of irrelevant numbers written in."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cantor.data.example import Example, Excluded, Row
from cantor.data.extra import check_value, infix_equation, problem_of
from cantor.data.files import records, rows_of, text_of
from cantor.data.hygiene import check_not_held_out
from cantor.data.numbers import exact

FILE = "extra/problemathic_distractors.jsonl.gz"


def read(path: Path) -> Iterator[Row]:
    """Rows with an equation. What was made from ASDiv, or from another held-out text, is left out."""
    return rows_of(path, records(path), _row)


def _row(record: dict[str, Any], line: int) -> Row:
    problem = problem_of(record)
    if "asdiv" in (record.get("base_in") or ()):
        raise Excluded("made from a problem of ASDiv")
    check_not_held_out(problem, made_from=text_of(record, "base"))
    equation, why = infix_equation(text_of(record, "equation"), problem)
    answer = exact(record.get("answer"))
    check_value(equation, problem, answer)
    tags = {"kind": f"distractor, {record.get('split')}"}
    return Example(f"problemathic-{line}", problem, equation, answer, line, why, tags=tags)
