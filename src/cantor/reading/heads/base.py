"""`Head`: scores of a text, and the exact probability of an answer over all ways that give it.

Shapes: B questions, S tokens, N mentions, d hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from cantor.reading.questions import Question


@dataclass(frozen=True, slots=True)
class Encoded:
    """What the encoder made of a batch."""

    text: Tensor  # [B, S, d]
    side: Tensor  # [B, S]
    mask: Tensor  # [B, S]
    question: Tensor  # [B, d]: summaries
    passage: Tensor  # [B, d]
    pooling: Tensor  # [B, N, S]
    number_mask: Tensor  # [B, N]

    @property
    def both(self) -> Tensor:
        """Both summaries. -> [B, 2 d]"""
        return torch.cat([self.question, self.passage], -1)


class Head(nn.Module):
    """`score` looks at the text once; what it proposes to answer is read off by `cantor.reading.decoding`."""

    def score(self, encoded: Encoded) -> Any:
        raise NotImplementedError

    def named(self, scores: Any) -> dict[str, Tensor]:
        """The scores by their names in `ReadingScores`."""
        raise NotImplementedError

    def log_prob(self, scores: Any, questions: Sequence[Question]) -> Tensor:
        """log P(answer | head) of each question's targets; -inf where no way gives it. -> [B]"""
        raise NotImplementedError


def mlp(inputs: int, hidden: int, outputs: int, dropout: float) -> nn.Sequential:
    return nn.Sequential(
        nn.Linear(inputs, hidden), nn.GELU(), nn.Dropout(dropout), nn.Linear(hidden, outputs)
    )


def log_softmax(scores: Tensor, dim: int = -1) -> Tensor:
    """Log-probabilities in full precision: mixed precision has scores in half of it, and sums are exact."""
    return (scores if scores.dtype == torch.float64 else scores.float()).log_softmax(dim)
