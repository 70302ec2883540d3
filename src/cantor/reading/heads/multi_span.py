"""Several spans by tags: each token is outside (O), begins a span (B) or goes on with one (I).

An answer is a set of texts. It is given by every tagging whose spans have these texts and no others: each
text at one or more of the places where it stands, no two of them overlapping. A tagging with an I that goes
on with nothing gives no answer. Shapes: B questions, S tokens, d hidden.
"""

from bisect import bisect_left
from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn import functional as F

from cantor.mapping.segment_logsumexp import segment_logsumexp
from cantor.reading.decoding.tags import BEGIN, INSIDE, MAX_OVERLAPPING, NOTHING, OUT, TINY, Places, overlap
from cantor.reading.heads.base import Encoded, Head, log_softmax, mlp
from cantor.reading.questions import Question


class MultiSpan(Head):
    def __init__(self, size: int, dropout: float):
        super().__init__()
        self.tags = mlp(2 * size, size, 3, dropout)

    def score(self, encoded: Encoded) -> Tensor:
        """Log-probabilities of tags; what is of neither text is outside for sure. -> [B, S, 3]"""
        asked = encoded.question[:, None].expand_as(encoded.text)
        tags = log_softmax(self.tags(torch.cat([encoded.text, encoded.text * asked], -1)))
        never = tags.new_tensor([0.0, NOTHING, NOTHING])
        return torch.where((encoded.side > 0)[..., None], tags, never)

    def named(self, scores: Tensor) -> dict[str, Tensor]:
        return {"tags": scores}

    def log_prob(self, scores: Tensor, questions: Sequence[Question]) -> Tensor:
        return sums(scores, [q.targets.several if q.targets is not None else () for q in questions])


def sums(tags: Tensor, answers: Sequence[Places]) -> Tensor:
    """The exact log-probability of each answer; -inf where it stands nowhere. tags [B, S, 3] -> [B]"""
    tags = tags.double()
    apart = [b for b, places in enumerate(answers) if places and not overlap(places)]
    entangled = [b for b, places in enumerate(answers) if places and b not in apart]
    # no span has a special token, whose impossible tags would drown the others in a running total
    possible = tags.masked_fill(tags < NOTHING / 2, 0.0)
    out, inside = (F.pad(possible[..., tag].cumsum(1), (1, 0)) for tag in (OUT, INSIDE))  # [B, S + 1]

    def gains(rows: Tensor, first: Tensor, last: Tensor) -> Tensor:
        """What it adds to have a span there and not nothing."""
        went_on = inside[rows, last + 1] - inside[rows, first + 1]
        return tags[rows, first, BEGIN] + went_on - (out[rows, last + 1] - out[rows, first])

    result = tags.new_full((len(answers),), -torch.inf) + tags[:, :0].sum((1, 2))
    if apart:
        flat = [
            (b, text, *place)
            for text, (b, places) in enumerate((b, places) for b in apart for places in answers[b])
            for place in places
        ]
        rows, text, first, last = torch.tensor(flat, device=tags.device).unbind(1)
        count = sum(len(answers[b]) for b in apart)
        owner = torch.tensor([b for b in apart for _ in answers[b]], device=tags.device)
        each = _at_least_once(gains(rows, first, last), text, count)
        total = (out[:, -1]).index_add(0, owner, each)
        result = torch.where(torch.zeros_like(result).index_fill(0, owner, 1).bool(), total, result)
    for b in entangled:
        if len(answers[b]) <= MAX_OVERLAPPING:
            flat_b = sorted((last, first, t) for t, places in enumerate(answers[b]) for first, last in places)
            last, first, _ = torch.tensor(flat_b, device=tags.device).unbind(1)
            gain = gains(torch.full_like(first, b), first, last)
            total = _over_subsets(gain, flat_b, len(answers[b])) + out[b, -1]
            result = result.index_put((torch.tensor([b], device=tags.device),), total[None])
    return result


def _at_least_once(gain: Tensor, text: Tensor, count: int) -> Tensor:
    """log(Π (1 + e^gain) - 1) over each text's places: any of them, but not none. -> [count]"""
    total = gain.new_zeros(count).index_add(0, text, F.softplus(gain, threshold=50))
    few = total < TINY
    safe = total.masked_fill(few, 1.0)
    return torch.where(few, segment_logsumexp(gain, text, count), safe + torch.log(-torch.expm1(-safe)))


def _over_subsets(gain: Tensor, places: list[tuple[int, int, int]], texts: int) -> Tensor:
    """The sum over choices of places that do not overlap and have every text, by the texts there already.

    `places` are (last, first, text) in rising order. -> []
    """
    lasts = [last for last, _, _ in places]
    start = gain.new_full((2**texts,), NOTHING)
    start[0] = 0.0
    sums_so_far = [start]  # [texts there] after so many places
    subsets = torch.arange(2**texts, device=gain.device)
    for n, (_, first, text) in enumerate(places):
        before = sums_so_far[bisect_left(lasts, first)]  # all places that end before this one begins
        bit = 1 << text
        taken = torch.logaddexp(before[subsets & ~bit], before[subsets | bit]) + gain[n]
        taken = taken.masked_fill(subsets & bit == 0, NOTHING)
        sums_so_far.append(torch.logaddexp(sums_so_far[-1], taken))
    every = sums_so_far[-1][-1]
    return torch.where(every > NOTHING / 2, every, -torch.inf)
