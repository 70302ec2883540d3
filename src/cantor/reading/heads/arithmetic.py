"""What both arithmetic heads share: an answer is given by all ways of Γ that come to it.

Shapes: B questions, W ways of all of them, K terms, Q quantities [constants, mentions].
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from cantor.mapping.segment_logsumexp import segment_logsumexp
from cantor.reading.heads.base import Head
from cantor.reading.questions import Question
from cantor.reading.ways import Gamma, Ways, all_ways


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
        return segment_logsumexp(self.way_scores(scores, ways), ways.row, len(questions))
