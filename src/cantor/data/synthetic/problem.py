"""`SyntheticProblem`: one written problem with its equation, answer and masked sentences."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from cantor.equation import Equation

#: The numbers that equations may use without the text mentioning them.
CONSTANTS: tuple[Fraction, ...] = tuple(
    Fraction(n) for n in (1, 2, 3, 4, 5, 7, 10, 12, 24, 30, 52, 60, 100, 365, 1000)
)

#: Those of the profile "broad": also shares of units, of a day, of a circle and a turn; a half is for roots.
BROAD_CONSTANTS: tuple[Fraction, ...] = (
    *(Fraction(n) for n in (1, 2, 3, 4, 5, 6, 7, 10, 12, 16, 24, 25, 30, 36, 52, 60, 100, 180, 360, 365)),
    *(Fraction(n) for n in (720, 1000, 1440)),
    Fraction(314, 100),
    Fraction(1, 2),
)


@dataclass(frozen=True, slots=True)
class SyntheticProblem:
    """A word problem. Problems with the same `story` ask different questions of one story."""

    question: str
    equation: Equation
    answer: Fraction
    story: int
    topic: str
    style: str  # "plain", or how the surface was roughened: "tokenised", "lower", ...
    shape: tuple[str, ...]  # the sentences with numbers, names, nouns and their verbs masked

    answerable: ClassVar[bool] = True

    @property
    def steps(self) -> int:
        return len(self.equation.steps)


@dataclass(frozen=True, slots=True)
class UnanswerableProblem:
    """The twin of a `SyntheticProblem` that differs in one clause and cannot be answered."""

    question: str
    reason: str  # "number left out", "clause left out", "no question", ...
    story: int
    topic: str
    style: str
    shape: tuple[str, ...]
    answerable: ClassVar[bool] = False
    equation: ClassVar[None] = None
    answer: ClassVar[None] = None


def shape(problem: SyntheticProblem) -> list[str]:
    """The problem's sentences with what was filled in masked."""
    return list(problem.shape)
