"""Sums of probabilities held as logarithms, over groups of any size."""

import torch
from torch import Tensor


def segment_logsumexp(scores: Tensor, group: Tensor, count: int) -> Tensor:
    """log of the sum of exp(scores) of each group; -inf for one without members. [K], [K] -> [count]

    The gradient is zero, not NaN, where a group has nothing to add up.
    """
    top = scores.new_full((count,), -torch.inf).scatter_reduce(0, group, scores.detach(), "amax")
    top = torch.where(top.isfinite(), top, 0.0)
    total = scores.new_zeros(count).index_add(0, group, (scores - top[group]).exp())
    nothing = total == 0
    return (total.masked_fill(nothing, 1.0).log() + top).masked_fill(nothing, -torch.inf)
