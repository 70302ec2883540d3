"""One span of passage or question: a start and an end. An answer is summed over all places where it stands.

Shapes: B questions, S tokens, d hidden.
"""

from collections.abc import Sequence
from math import exp, log

import torch
from torch import Tensor

from cantor.data.answer import Answer
from cantor.reading.heads.base import Candidate, Encoded, Head, log_softmax, log_sums, mlp, typed
from cantor.reading.metric import key
from cantor.reading.passage import Span
from cantor.reading.questions import Question

#: The longest span that is proposed, in tokens, and how many places are looked at.
MAX_LENGTH = 40
CONSIDERED = 64


class SingleSpan(Head):
    name = "span"

    def __init__(self, size: int, dropout: float):
        super().__init__()
        self.ends = mlp(2 * size, size, 2, dropout)

    def score(self, encoded: Encoded) -> tuple[Tensor, Tensor]:
        """Log-probabilities of start and end. -> [B, S, 2], and [B, S]: which text each token is of"""
        asked = encoded.question[:, None].expand_as(encoded.text)
        scores = self.ends(torch.cat([encoded.text, encoded.text * asked], -1))
        nowhere = (encoded.side == 0)[..., None]
        scores = scores.masked_fill(nowhere, torch.finfo(scores.dtype).min)
        return log_softmax(scores, 1), encoded.side

    def log_prob(self, scores: tuple[Tensor, Tensor], questions: Sequence[Question]) -> Tensor:
        ends = scores[0]
        places = [
            (b, *span) for b, q in enumerate(questions) if q.targets is not None for span in q.targets.spans
        ]
        row, first, last = torch.tensor(places, dtype=torch.long, device=ends.device).reshape(-1, 3).unbind(1)
        return log_sums(ends[row, first, 0] + ends[row, last, 1], row, len(questions))

    def decode(
        self, scores: tuple[Tensor, Tensor], questions: Sequence[Question], k: int
    ) -> list[list[Candidate]]:
        ends, side = scores
        size, width = ends.shape[1], min(MAX_LENGTH, ends.shape[1])
        start = torch.arange(size, device=ends.device)[:, None]
        stop = start + torch.arange(width, device=ends.device)  # [S, width]
        inside = stop.clamp(max=size - 1)
        allowed = (stop < size) & (side[:, inside] == side[:, :, None]) & (side[:, :, None] > 0)
        both = (ends[:, :, :1] + ends[:, inside, 1]).masked_fill(~allowed, -torch.inf).flatten(1)
        best = both.topk(min(CONSIDERED, both.shape[1]))
        return [
            self._proposed(q, [(p // width, p // width + p % width) for p in places], values, k)
            for q, places, values in zip(questions, best.indices.tolist(), best.values.tolist(), strict=True)
        ]

    def _proposed(
        self, question: Question, places: list[tuple[int, int]], scores: list[float], k: int
    ) -> list[Candidate]:
        """Places with the same answer put together."""
        total: dict[tuple[str, ...], float] = {}
        first: dict[tuple[str, ...], tuple[Answer, list[Span]]] = {}
        for (start, stop), score in zip(places, scores, strict=True):
            if score == -torch.inf:
                break  # best first: no more that may be
            span = question.tokens.characters(start, stop)
            if span[0] >= span[1]:
                continue  # a token without characters of its own
            answer = typed(question.asked, span)
            told = key(answer)
            total[told] = total.get(told, 0.0) + exp(score)
            first.setdefault(told, (answer, []))[1].append(span)
        ranked = sorted(total, key=total.__getitem__, reverse=True)[:k]
        return [
            Candidate(first[told][0], log(max(total[told], 1e-300)), self.name, tuple(first[told][1]))
            for told in ranked
        ]
