"""A part of GSM8K-Aug: problems that a language model wrote after GSM8K's training set, with notes."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from cantor.data.example import DataError, Example, Row
from cantor.data.extra import CONSTANTS, letters, problem_of, side
from cantor.data.files import records, rows_of
from cantor.data.hygiene import check_not_held_out
from cantor.data.numbers import exact
from cantor.equation import Equation, EquationError
from cantor.equation.parse import chained, parse_infix
from cantor.problem import Problem

FILE = "extra/gsm8k_aug_part.jsonl.gz"


def read(path: Path, split: str) -> Iterator[Row]:
    """Rows of one side; a tenth is held out by the hash of the text without its numerals."""
    return rows_of(path, side(records(path), split, letters), _row)


def _row(record: dict[str, Any], line: int) -> Row:
    problem = problem_of(record)
    check_not_held_out(problem)
    answer = exact(record.get("answer"))
    equation, why = None, None
    try:
        equation = _equation(record.get("steps"), answer, problem)
    except EquationError as error:
        why = str(error)
    return Example(f"gsm8k-aug-{line}", problem, equation, answer, line, why)


def _equation(steps: object, answer: Fraction, problem: Problem) -> Equation:
    """From steps such as "48/2=24", each a calculator note without its marks."""
    if not isinstance(steps, list):
        raise DataError("no list under 'steps'")
    notes = []
    for step in steps:
        left, _, right = str(step).partition("=")
        notes.append((parse_infix(left), exact(right)))
    return chained(notes, answer, problem.values, CONSTANTS, problem.times)
