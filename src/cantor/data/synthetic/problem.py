"""`SyntheticProblem`: one written problem with its equation, answer and masked sentences."""

from dataclasses import dataclass
from fractions import Fraction

from cantor.equation import Equation

#: The numbers that equations may use without the text mentioning them.
CONSTANTS: tuple[Fraction, ...] = tuple(
    Fraction(n) for n in (1, 2, 3, 4, 5, 7, 10, 12, 24, 30, 52, 60, 100, 365, 1000)
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

    @property
    def steps(self) -> int:
        return len(self.equation.steps)


def shape(problem: SyntheticProblem) -> list[str]:
    """The problem's sentences with what was filled in masked."""
    return list(problem.shape)
