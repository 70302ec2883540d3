"""Counting: one of the numbers 0 to 9."""

from collections.abc import Sequence
from fractions import Fraction

import torch
from torch import Tensor

from cantor.data.answer import NumberAnswer
from cantor.reading.heads.base import Candidate, Encoded, Head, log_softmax, mlp
from cantor.reading.questions import Question
from cantor.reading.targets import MAX_COUNT


class Count(Head):
    name = "count"

    def __init__(self, size: int, dropout: float):
        super().__init__()
        self.counts = mlp(2 * size, size, MAX_COUNT + 1, dropout)

    def score(self, encoded: Encoded) -> Tensor:
        """-> [B, 10]"""
        return log_softmax(self.counts(encoded.both))

    def log_prob(self, scores: Tensor, questions: Sequence[Question]) -> Tensor:
        counts = [q.targets.count if q.targets is not None else None for q in questions]
        index = torch.tensor([count or 0 for count in counts], device=scores.device)
        never = torch.tensor([count is None for count in counts], device=scores.device)
        return scores.gather(1, index[:, None])[:, 0].masked_fill(never, -torch.inf)

    def decode(self, scores: Tensor, questions: Sequence[Question], k: int) -> list[list[Candidate]]:
        best = scores.topk(min(k, scores.shape[1]))
        return [
            [Candidate(NumberAnswer(Fraction(n)), score, self.name) for n, score in zip(*row, strict=True)]
            for row in zip(best.indices.tolist(), best.values.tolist(), strict=True)
        ]
