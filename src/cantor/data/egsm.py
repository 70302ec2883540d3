"""EGSM and MATHWELL: grade-school problems by a language model, judged by teachers, with Python programs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cantor.data.example import Example, Excluded, Row
from cantor.data.extra import check_value, problem_of, program_equation
from cantor.data.files import records, rows_of, text_of
from cantor.data.hygiene import check_not_held_out
from cantor.data.numbers import exact

FILE = "extra/egsm_mathwell.jsonl.gz"


def read(path: Path) -> Iterator[Row]:
    """Rows that teachers approved of."""
    return rows_of(path, records(path), _row)


def _row(record: dict[str, Any], line: int) -> Row:
    problem = problem_of(record)
    if record.get("teacher_ok") is not True:
        raise Excluded("teachers did not approve of it")
    check_not_held_out(problem)
    equation, why = program_equation(text_of(record, "program"), problem)
    answer = exact(record.get("answer"))
    check_value(equation, problem, answer)
    return Example(f"egsm-{line}", problem, equation, answer, line, why)
