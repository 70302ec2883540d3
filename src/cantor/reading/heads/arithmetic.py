"""What both arithmetic heads share: an answer is given by all ways of Γ that come to it.

Shapes: B questions, W ways of all of them, K terms, Q quantities [constants, mentions].
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import torch
from torch import Tensor

from cantor.data.answer import NumberAnswer, decimal
from cantor.reading.heads.base import Candidate, Head, log_sums
from cantor.reading.passage import Span
from cantor.reading.questions import Question
from cantor.reading.ways import PLUS, Gamma, Ways, all_ways, values_of


@dataclass(frozen=True, slots=True)
class BatchWays:
    """The ways of several questions one after another."""

    row: Tensor  # [W]
    terms: Tensor  # [W, K]
    signs: Tensor  # [W, K]: 1, -1, or 0 for no term

    @classmethod
    def of(cls, ways: Sequence[Ways], device: torch.device) -> "BatchWays":
        width = max((w.terms.shape[1] for w in ways), default=2)
        empty = [np.zeros((0, width), dtype=np.int64)]
        terms, signs = (
            np.concatenate(empty + [np.pad(x, ((0, 0), (0, width - x.shape[1]))) for x in parts])
            for parts in ([w.terms for w in ways], [w.signs for w in ways])
        )
        row = np.repeat(np.arange(len(ways)), [len(w) for w in ways])
        return cls(*(torch.from_numpy(np.asarray(x, dtype=np.int64)).to(device) for x in (row, terms, signs)))


class Arithmetic(Head):
    name = "arithmetic"

    def __init__(self, gamma: Gamma):
        super().__init__()
        self.gamma = gamma

    def way_scores(self, scores: Any, ways: BatchWays) -> Tensor:
        """The log-probability of each way. -> [W]"""
        raise NotImplementedError

    def device_of(self, scores: Any) -> torch.device:
        raise NotImplementedError

    def log_prob(self, scores: Any, questions: Sequence[Question]) -> Tensor:
        none = all_ways(0)
        found = [q.targets.arithmetic if q.targets is not None else none for q in questions]
        ways = BatchWays.of(found, self.device_of(scores))
        return log_sums(self.way_scores(scores, ways), ways.row, len(questions))

    @torch.no_grad()
    def decode(self, scores: Any, questions: Sequence[Question], k: int) -> list[list[Candidate]]:
        """The values with the largest probability over all of Γ, each with its likeliest way."""
        return [self._proposed(scores, b, q, k) for b, q in enumerate(questions)]

    def _proposed(self, scores: Any, b: int, question: Question, k: int) -> list[Candidate]:
        values = question.quantities.values
        ways = all_ways(len(values), self.gamma.three)
        if not len(ways):
            return []
        batch = BatchWays.of([ways], self.device_of(scores))
        batch = BatchWays(batch.row + b, batch.terms, batch.signs)
        probabilities = self.way_scores(scores, batch).double().exp().cpu().numpy()
        reached, scale = values_of(ways, values)
        distinct, which = np.unique(reached, return_inverse=True)
        totals = np.bincount(which, probabilities, len(distinct))
        found = []
        for n in np.argsort(-totals, kind="stable")[:k].tolist():
            if totals[n] > 0:
                (those,) = np.nonzero(which == n)
                best = those[probabilities[those].argmax()]
                terms = [(t, s) for t, s in zip(ways.terms[best], ways.signs[best], strict=True) if s]
                value = NumberAnswer(Fraction(int(distinct[n]), scale))
                found.append(
                    Candidate(value, float(np.log(totals[n])), self.name, *self._told(terms, question))
                )
        return found

    def _told(self, terms: Sequence[tuple[int, int]], question: Question) -> tuple[tuple[Span, ...], str]:
        """Where the mentions of a way stand, and the way as people write it, what is added first."""
        first = len(self.gamma.constants)
        places = tuple(question.quantities.spans[t - first] for t, _ in terms if t >= first)
        text = ""
        for term, sign in sorted(terms, key=lambda each: -each[1]):
            joint = " + " if sign == PLUS else " - "
            text += (joint if text else "") + decimal(question.quantities.values[term])
        return places, text
