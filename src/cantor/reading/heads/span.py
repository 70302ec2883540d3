"""One span of passage or question: a start and an end. An answer is summed over all places where it stands.

Shapes: B questions, S tokens, d hidden.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from cantor.mapping.segment_logsumexp import segment_logsumexp
from cantor.reading.heads.base import Encoded, Head, log_softmax, mlp
from cantor.reading.questions import Question


class SingleSpan(Head):
    def __init__(self, size: int, dropout: float):
        super().__init__()
        self.ends = mlp(2 * size, size, 2, dropout)

    def score(self, encoded: Encoded) -> Tensor:
        """Log-probabilities of start and end. -> [B, S, 2]"""
        asked = encoded.question[:, None].expand_as(encoded.text)
        scores = self.ends(torch.cat([encoded.text, encoded.text * asked], -1))
        nowhere = (encoded.side == 0)[..., None]
        scores = scores.masked_fill(nowhere, torch.finfo(scores.dtype).min)
        return log_softmax(scores, 1)

    def named(self, scores: Tensor) -> dict[str, Tensor]:
        return {"ends": scores}

    def log_prob(self, scores: Tensor, questions: Sequence[Question]) -> Tensor:
        places = [
            (b, *span) for b, q in enumerate(questions) if q.targets is not None for span in q.targets.spans
        ]
        row, first, last = (
            torch.tensor(places, dtype=torch.long, device=scores.device).reshape(-1, 3).unbind(1)
        )
        return segment_logsumexp(scores[row, first, 0] + scores[row, last, 1], row, len(questions))
