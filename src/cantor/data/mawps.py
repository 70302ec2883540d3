"""MAWPS: raw text with infix equations, some of them to be solved for their unknown."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from cantor.data.example import DataError, Example, Row, Unreadable
from cantor.equation import EquationError
from cantor.equation.parse import parse_infix
from cantor.problem import Problem

_NUMBER = re.compile(r"-?[\d,]*\.?\d+")


def read(path: Path) -> Iterator[Row]:
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise DataError(f"{path}:{error.lineno}: not JSON ({error.msg}); get the file again") from None
    for line, row in enumerate(rows, start=1):
        try:
            problem = Problem.from_text(row["original_text"])
            label = _NUMBER.search(str(row["ans"]))
            answer = Fraction(label[0].replace(",", "")) if label else None
            ident = f"mawps-{row['id']}"
        except (KeyError, ValueError, TypeError) as error:
            yield Unreadable(str(path), line, f"{type(error).__name__}: {error}")
            continue
        try:
            equation, why = parse_infix(row["equation"], problem.values), None
        except EquationError as error:
            equation, why = None, str(error)
        yield Example(ident, problem, equation, answer, line, why)
