"""Counting: one of the numbers 0 to 9."""

from collections.abc import Sequence

import torch
from torch import Tensor

from cantor.reading.heads.base import Encoded, Head, log_softmax, mlp
from cantor.reading.questions import Question
from cantor.reading.targets import MAX_COUNT


class Count(Head):
    def __init__(self, size: int, dropout: float):
        super().__init__()
        self.counts = mlp(2 * size, size, MAX_COUNT + 1, dropout)

    def score(self, encoded: Encoded) -> Tensor:
        """-> [B, 10]"""
        return log_softmax(self.counts(encoded.both))

    def named(self, scores: Tensor) -> dict[str, Tensor]:
        return {"counts": scores}

    def log_prob(self, scores: Tensor, questions: Sequence[Question]) -> Tensor:
        counts = [q.targets.count if q.targets is not None else None for q in questions]
        index = torch.tensor([count or 0 for count in counts], device=scores.device)
        never = torch.tensor([count is None for count in counts], device=scores.device)
        return scores.gather(1, index[:, None])[:, 0].masked_fill(never, -torch.inf)
