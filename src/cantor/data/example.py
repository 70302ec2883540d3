"""What every loader yields: an `Example`, or an `Unreadable` row with its place and reason."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from cantor.equation import Equation
from cantor.errors import CantorError
from cantor.problem import Problem


class DataError(CantorError):
    """A data file is not what it should be; the message names file, line and fix."""


class Policy(StrEnum):
    """Where a problem's list of numbers comes from."""

    ANNOTATED = "annotated"  # the dataset's own masked numbers, in its order
    READER = "reader"  # our number reader on the raw text


@dataclass(frozen=True, slots=True)
class Example:
    """A problem with what is known of its solution. `line` is its place in its file, from 1."""

    id: str
    problem: Problem
    equation: Equation | None = None
    answer: Fraction | None = None  # as labelled
    line: int = 0
    why_no_equation: str | None = None
    passage: str | None = None  # reading comprehension: problem.text is the passage, then the question
    accepted: tuple[str, ...] = ()  # reading comprehension: the answers accepted, as text
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def question(self) -> str:
        """What is asked: the whole problem, or the part of it that follows the passage."""
        return self.problem.text[len(self.passage) :].strip() if self.passage else self.problem.text


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A row that no example can be made of."""

    file: str
    line: int
    reason: str


Row = Example | Unreadable
