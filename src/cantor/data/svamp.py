"""SVAMP and the MAWPS / ASDiv-A folds: CSV with masked numbers and prefix equations, and SVAMP's raw text."""

import csv
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from cantor.data.example import DataError, Example, Policy, Row, Unreadable
from cantor.data.numbers import filled, under_policy
from cantor.equation import EquationError
from cantor.equation.parse import parse_infix, parse_prefix
from cantor.problem import Problem

_PLACEHOLDER = re.compile(r"\bnumber(\d+)\b")
_COLUMNS = ("Question", "Numbers", "Equation", "Answer")
#: The literals of SVAMP's training equations that are no numbers of their problem.
CONSTANTS = frozenset(
    Fraction(text) for text in "0.01 0.05 0.1 0.25 0.5 1 2 3 4 5 7 8 10 12 25 60 100".split()
)
#: SVAMP's column for the kind of change made to the original problem, and what its first digit means.
VARIATIONS = {"1": "question sensitivity", "2": "reasoning ability", "3": "structural invariance"}


def read_masked(path: Path, policy: Policy) -> Iterator[Row]:
    """Rows of a masked CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        missing = [column for column in _COLUMNS if column not in (rows.fieldnames or ())]
        if missing:
            raise DataError(
                f"{path}:1: the columns {', '.join(missing)} are missing; expected {', '.join(_COLUMNS)}"
            )
        for row in rows:
            yield _masked_row(row, path, rows.line_num, policy)


def _masked_row(row: dict[str, str], path: Path, line: int, policy: Policy) -> Row:
    try:
        values = [Fraction(text) for text in row["Numbers"].split()]
        problem = filled(row["Question"], _PLACEHOLDER, values)
        equation = parse_prefix(row["Equation"])
        if beyond := [i for i in equation.numbers if i >= len(values)]:
            raise DataError(f"the equation uses number{beyond[0]}, but there are only {len(values)} numbers")
        answer = Fraction(row["Answer"])
    except (EquationError, DataError, ValueError, AttributeError, TypeError) as error:
        return Unreadable(str(path), line, str(error))
    tags = {"type": row["Type"]} if row.get("Type") else {}
    if variation := row.get("Variation Type"):
        tags["variation"] = VARIATIONS.get(variation[:1], variation)
    problem, gold, why = under_policy(problem, equation, policy)
    return Example(f"{path.stem}-{line}", problem, gold, answer, line, why, tags=tags)


def read_raw(path: Path) -> Iterator[Row]:
    """SVAMP as raw text, with the numbers that our reader finds."""
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise DataError(f"{path}:{error.lineno}: not JSON ({error.msg}); get the file again") from None
    for line, row in enumerate(rows, start=1):
        try:
            body = row["Body"].strip()
            text = f"{body}{'' if body.endswith(('.', ',', '?', '!')) else ','} {row['Question'].strip()}"
            problem = Problem.from_text(text)
            equation = parse_infix(row["Equation"], problem.values)
            answer = Fraction(str(row["Answer"]))
        except (EquationError, KeyError, ValueError) as error:
            yield Unreadable(str(path), line, str(error))
            continue
        yield Example(row["ID"], problem, equation, answer, line, tags={"type": row.get("Type", "")})
