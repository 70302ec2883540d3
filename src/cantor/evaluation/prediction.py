"""What a system answers to an example, whichever system it is."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from cantor.data.example import Example
from cantor.equation import Const, Equation
from cantor.thought.decode import DecodedGraph
from cantor.thought.ranking import Answer


@dataclass(frozen=True, slots=True)
class Prediction:
    """The answers to one example, best first, and the graph they come from."""

    example: Example
    answers: list[Answer]
    graph: DecodedGraph
    choice: str | None = None  # who or which, where that is asked for and said

    @classmethod
    def of_value(cls, example: Example, value: Fraction | None) -> "Prediction":
        """Of a system that says a value and nothing else; no answers where it says none."""
        answers = [] if value is None else [Answer(0, Equation((), Const(value)), value, 0.0)]
        return cls(example, answers, DecodedGraph((), np.zeros(0), np.zeros(0)))

    @property
    def confidence(self) -> float:
        """The probability that the first answer is right."""
        return (self.answers[0].probability or 0.0) if self.answers else 0.0
