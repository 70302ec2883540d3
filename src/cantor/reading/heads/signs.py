"""TASE's arithmetic: each quantity gets a zero, a plus or a minus, and the answer is their sum.

Shapes: B questions, Q quantities [constants, mentions], W ways, d hidden.
"""

import torch
from torch import Tensor, nn

from cantor.reading.heads.arithmetic import Arithmetic, BatchWays
from cantor.reading.heads.base import Encoded, log_softmax, mlp
from cantor.reading.ways import Gamma

ZERO = 0


class Signs(Arithmetic):
    def __init__(self, size: int, gamma: Gamma, init_std: float, dropout: float):
        super().__init__(gamma)
        self.constants = nn.Parameter(torch.randn(len(gamma.constants), size) * init_std)
        self.sign = mlp(3 * size, size, 3, dropout)

    def score(self, encoded: Encoded) -> Tensor:
        """Log-probabilities of zero, plus, minus; zero for sure where there is no mention. -> [B, Q, 3]"""
        constants = self.constants.expand(encoded.text.shape[0], -1, -1)
        quantities = torch.cat([constants, encoded.pooling @ encoded.text], 1)
        both = encoded.both[:, None].expand(-1, quantities.shape[1], -1)
        signs = log_softmax(self.sign(torch.cat([quantities, both], -1)))
        there = torch.cat([encoded.number_mask.new_ones(constants.shape[:2]), encoded.number_mask], 1)
        return torch.where(there[..., None], signs, signs.new_tensor([0.0, -torch.inf, -torch.inf]))

    def named(self, scores: Tensor) -> dict[str, Tensor]:
        return {"signs": scores}

    def way_scores(self, scores: Tensor, ways: BatchWays) -> Tensor:
        return sign_scores(scores, ways)

    def device_of(self, scores: Tensor) -> torch.device:
        return scores.device


def sign_scores(signs: Tensor, ways: BatchWays) -> Tensor:
    """The log-probability of each way: all other quantities have a zero. signs [B, Q, 3] -> [W]

    The product of all zeros, and what each term changes in it.
    """
    row = ways.row[:, None]
    zero = signs[..., ZERO]  # [B, Q]
    # plus is 1 and minus the last of the three, so that a sign is its own index
    change = signs[row, ways.terms, ways.signs] - zero[row, ways.terms]  # [W, K]; no term changes nothing
    return zero.sum(1)[ways.row] + change.sum(1)
