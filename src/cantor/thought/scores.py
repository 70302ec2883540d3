"""`Scores`: what a network says about a problem, whichever network and runtime it was."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cantor.equation.vocabulary import Vocabulary

Floats = NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Scores:
    """A distribution over graphs of thoughts, as log-probabilities.

    Shapes are those of one problem: L vertices, F operators, P places of operands, Q = L + constants +
    numbers. A batch has one more dimension in front, and `scores[i]` is what is said about problem i.
    """

    vocabulary: Vocabulary  # what the F operators and the constants stand for
    operator: Floats  # [L, F]
    operand: Floats  # [P, L, Q]: each place's operand among [vertices, constants, numbers]; -inf: not allowed
    root: Floats  # [L]
    unanswerable: Floats | None = None  # []: of there being no root, where the network may say so

    def __len__(self) -> int:
        """How many problems a batch is of."""
        return len(self.root)

    def __getitem__(self, i: int) -> "Scores":
        refusal = None if self.unanswerable is None else self.unanswerable[i]
        return Scores(self.vocabulary, self.operator[i], self.operand[i], self.root[i], refusal)

    def __iter__(self) -> "Iterator[Scores]":
        return (self[i] for i in range(len(self)))

    @property
    def arrays(self) -> tuple[Floats, Floats, Floats]:
        return self.operator, self.operand, self.root
