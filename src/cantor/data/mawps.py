"""MAWPS: raw text with infix equations, some of them to be solved for their unknown."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cantor.data.example import DataError, Example, Row
from cantor.data.files import records, rows_of, text_of
from cantor.data.numbers import exact
from cantor.equation import EquationError
from cantor.equation.parse import parse_infix
from cantor.problem import Problem

_NUMBER = re.compile(r"-?[\d,]*\.?\d+")


def read(path: Path) -> Iterator[Row]:
    return rows_of(path, records(path), _row)


def _row(row: dict[str, Any], line: int) -> Row:
    problem = Problem.from_text(text_of(row, "original_text"))
    label = _NUMBER.search(str(row.get("ans")))
    answer = exact(label[0]) if label else None
    equation, why = None, None
    try:
        equation = parse_infix(text_of(row, "equation"), problem.values)
    except (DataError, EquationError) as error:
        why = str(error)
    return Example(f"mawps-{row.get('id', line)}", problem, equation, answer, line, why)
