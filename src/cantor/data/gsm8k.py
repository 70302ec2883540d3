"""GSM8K: raw text and worked solutions with calculator notes."""

import json
from collections.abc import Collection, Iterator
from fractions import Fraction
from pathlib import Path

from cantor.data.example import Example, Row, Unreadable
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
    with path.open(encoding="utf-8") as file:
        for line, text in enumerate(file, start=1):
            try:
                row = json.loads(text)
                problem = Problem.from_text(row["question"])
                answer = stated_answer(row["answer"])
            except (json.JSONDecodeError, KeyError, TypeError, EquationError) as error:
                yield Unreadable(str(path), line, f"{type(error).__name__}: {error}")
                continue
            try:
                equation, why = parse_notes(row["answer"], answer, problem.values, constants), None
            except EquationError as error:
                equation, why = None, str(error)
            yield Example(f"{path.stem}-{line}", problem, equation, answer, line, why)
