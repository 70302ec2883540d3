"""What every loader yields: an `Example`, or an `Unreadable` row with its place and reason."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from cantor.data.answer import Answer
from cantor.equation import Equation
from cantor.errors import DataError as DataError
from cantor.problem import Problem


class Excluded(DataError):
    """A row is left out on purpose; the message names the filter."""


class Policy(StrEnum):
    """Where a problem's list of numbers comes from."""

    ANNOTATED = "annotated"  # the dataset's own masked numbers, in its order
    READER = "reader"  # our number reader on the raw text


#: What a dataset says of a problem: one thing, or several of a kind.
Tag = str | tuple[str, ...]


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
    accepted: tuple[Answer, ...] = ()  # reading comprehension: the answers accepted, the first one preferred
    tags: Mapping[str, Tag] = field(default_factory=dict)
    answerable: bool = True  # where False, there is neither equation nor answer

    def tagged(self, kind: str) -> tuple[str, ...]:
        """All that the tag of this kind names; nothing where there is none."""
        tag = self.tags.get(kind, ())
        return (tag,) if isinstance(tag, str) else tag

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


@dataclass(frozen=True, slots=True)
class LeftOut(Unreadable):
    """A row that could be read, left out on purpose: the reason names the filter."""


Row = Example | Unreadable


def masked_text(example: Example) -> str:
    """What is left of a text without its numbers, its case and its spacing."""
    return " ".join(example.problem.masked().lower().split())
