"""GSM8K: raw text and worked solutions with calculator notes."""

import hashlib
from collections.abc import Collection, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from cantor.data.example import Example, Row, Unreadable
from cantor.data.files import records, rows_of, text_of
from cantor.equation import EquationError
from cantor.equation.parse import parse_notes, stated_answer
from cantor.problem import Problem

#: The 30 commonest literals of the training solutions that are no numbers of their problem.
CONSTANTS = frozenset(
    Fraction(text)
    for text in (
        "0 1 2 3 4 5 6 7 8 9 10 12 15 16 20 24 25 30 40 52 60 100 365 1000 1/2 1/4 1/10 1/20 1/100 3/2"
    ).split()
)


def read(path: Path, constants: Collection[Fraction] | None = CONSTANTS) -> Iterator[Row]:
    """Rows of a GSM8K file; with `constants` None, equations may hold any literal."""

    def row(record: dict[str, Any], line: int) -> Row:
        problem = Problem.from_text(text_of(record, "question"))
        solution = text_of(record, "answer")
        answer = stated_answer(solution)
        equation, why = None, None
        try:
            equation = parse_notes(solution, answer, problem.values, constants, problem.times)
        except EquationError as error:
            why = str(error)
        return Example(f"{path.stem}-{line}", problem, equation, answer, line, why)

    return rows_of(path, records(path), row)


def read_kept(path: Path) -> Iterator[Row]:
    """The nine tenths of the training file that are for training."""
    return (row for row in read(path) if isinstance(row, Unreadable) or not is_held_out(row.problem.text))


def read_held_out(path: Path) -> Iterator[Row]:
    """The tenth of the training file that is held out for development."""
    return (row for row in read(path) if isinstance(row, Example) and is_held_out(row.problem.text))


def is_held_out(text: str) -> bool:
    """By the text's hash: no row's fate depends on its place in the file."""
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % 10 == 0
