"""AWPC: templated chains of one to five steps."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cantor.data.example import Example, Row
from cantor.data.extra import check_value, infix_equation, problem_of
from cantor.data.files import records, rows_of, text_of
from cantor.data.hygiene import check_not_held_out
from cantor.data.numbers import exact

FILE = "extra/awpc_sample.jsonl.gz"


def read(path: Path) -> Iterator[Row]:
    """Rows whose equation comes to the answer without rounding on the way."""
    return rows_of(path, records(path), _row)


def _row(record: dict[str, Any], line: int) -> Row:
    problem = problem_of(record)
    check_not_held_out(problem)
    equation, why = infix_equation(text_of(record, "equation"), problem)
    answer = exact(record.get("answer"))
    check_value(equation, problem, answer)
    tags = {"domain": str(record.get("domain"))}
    return Example(f"awpc-{line}", problem, equation, answer, line, why, tags=tags)
