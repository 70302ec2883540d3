"""Beam search over prefix tokens, for all problems of a batch at once; a beam of one is greedy.

Shapes: B problems, W sequences of each, S tokens, V = operators + constants + numbers.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from cantor.rivals.prefix import NONE, Rules, log_probabilities

#: (parent [B, W'], token [B, W']) -> scores [B, W', V] of the next: sequence w' goes on from sequence
#: parent[:, w'] of before with a token, which is NONE where it has ended.
Advance = Callable[[Tensor, Tensor], Tensor]


def beam_search(rules: Rules, first: Tensor, advance: Advance, width: int) -> tuple[Tensor, Tensor]:
    """The likeliest whole sequences that were found, best first.

    first [B, 1, V] scores the first token -> tokens [B, W, S], NONE after the end; log-probabilities [B, W],
    -inf where there is no sequence.
    """
    batch, _, count = first.shape
    tokens = torch.empty(batch, 1, 0, dtype=torch.long, device=first.device)
    total = first.new_zeros(batch, 1)
    open, steps = torch.ones_like(total, dtype=torch.long), torch.zeros_like(total, dtype=torch.long)
    scores = first
    while True:
        ahead = total[..., None] + log_probabilities(scores, rules.allowed(open, steps))  # [B, W, V]
        # what has ended stays among the others as it is: it goes on by its first token, which is none
        ended = open == 0
        ahead[..., 0] = torch.where(ended, total, ahead[..., 0])
        total, chosen = ahead.flatten(1).topk(min(width, ahead[0].numel()))
        parent = chosen // count
        token = (chosen % count).masked_fill(ended.gather(1, parent), NONE)
        opened, stepped = rules.change(token)
        open, steps = open.gather(1, parent) + opened, steps.gather(1, parent) + stepped
        tokens = torch.cat([rows(tokens, parent), token[..., None]], -1)
        if not ((open > 0) & (total > -torch.inf)).any():
            return tokens, total
        scores = advance(parent, token)


def rows(values: Tensor, parent: Tensor) -> Tensor:
    """The sequences that go on. values [B, W, ...], parent [B, W'] -> [B, W', ...]"""
    if values.shape[1] == 1 == parent.shape[1]:
        return values
    return values[torch.arange(len(values), device=values.device)[:, None], parent]
