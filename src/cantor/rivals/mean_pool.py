"""A text as one vector."""

from torch import Tensor


def mean_pool(text: Tensor, mask: Tensor) -> Tensor:
    """The mean of a text's tokens; none of them need be special. text [B, T, d], mask [B, T] -> [B, d]"""
    weights = mask / mask.sum(1, keepdim=True).clamp(min=1)
    return (weights[:, None].to(text.dtype) @ text)[:, 0]
