"""SVAMP and the MAWPS / ASDiv-A folds: CSV with masked numbers and prefix equations, and SVAMP's raw text."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from cantor.data.example import Example, Policy, Row
from cantor.data.files import csv_records, json_array, rows_of, text_of
from cantor.data.numbers import check_numbers, exact, filled, under_policy
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

    def row(record: dict[str, Any], line: int) -> Row:
        values = [exact(text) for text in record.get("Numbers", "").split()]
        problem = filled(text_of(record, "Question"), _PLACEHOLDER, values)
        equation = parse_prefix(text_of(record, "Equation"))
        check_numbers(equation, problem)
        answer = exact(text_of(record, "Answer"))
        tags = {"type": record["Type"]} if record.get("Type") else {}
        if variation := record.get("Variation Type"):
            tags["variation"] = VARIATIONS.get(variation[:1], variation)
        problem, gold, why = under_policy(problem, equation, policy)
        return Example(f"{path.stem}-{line}", problem, gold, answer, line, why, tags=tags)

    return rows_of(path, csv_records(path, _COLUMNS), row)


def read_raw(path: Path) -> Iterator[Row]:
    """SVAMP as raw text, with the numbers that our reader finds."""
    return rows_of(path, json_array(path), _raw_row)


def _raw_row(row: dict[str, Any], line: int) -> Row:
    body, question = text_of(row, "Body").strip(), text_of(row, "Question").strip()
    problem = Problem.from_text(f"{body}{'' if body.endswith(('.', ',', '?', '!')) else ','} {question}")
    equation = parse_infix(text_of(row, "Equation"), problem.values)
    tags = {"type": str(row["Type"])} if row.get("Type") else {}
    return Example(str(row.get("ID", line)), problem, equation, exact(row.get("Answer")), line, tags=tags)
