"""`Scores`: what a network says about a problem, whichever network and runtime it was."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cantor.equation.vocabulary import Vocabulary

Floats = NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Seen:
    """What the encoder made of a problem's T tokens; a batch has one more dimension in front."""

    text: Floats  # [T, d]
    token_mask: NDArray[np.bool_]  # [T]
    pooling: Floats  # [N, T]: each number's tokens, weighted to a sum of 1

    def __getitem__(self, i: int) -> "Seen":
        return Seen(self.text[i], self.token_mask[i], self.pooling[i])


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
    seen: Seen | None = None  # for whoever reads equations beside the text

    def __len__(self) -> int:
        """How many problems a batch is of."""
        return len(self.root)

    def __getitem__(self, i: int) -> "Scores":
        refusal = None if self.unanswerable is None else self.unanswerable[i]
        seen = None if self.seen is None else self.seen[i]
        return Scores(self.vocabulary, self.operator[i], self.operand[i], self.root[i], refusal, seen)

    def __iter__(self) -> "Iterator[Scores]":
        return (self[i] for i in range(len(self)))

    @property
    def arrays(self) -> tuple[Floats, Floats, Floats]:
        return self.operator, self.operand, self.root
