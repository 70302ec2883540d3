"""TASE's arithmetic: each number and constant gets a plus, a minus or a zero, and the answer is their sum.

It learns from answers alone, by the marginal likelihood of all ways of Γ that come to the answer: sums and
differences of two quantities, of which 0 and 100 are always two (`cantor.reading.ways`). Its idea cannot
multiply or divide, and takes one step: problems that need more are beyond it, unless some way happens to
give their answer. A sum over taggings of any length would reach more, but by chance: thousands of them for
one answer, and hardly one that means it.

Shapes: B problems, T tokens, Q quantities [constants, numbers], W ways, d hidden.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn

from cantor.equation import Builder, Const, Equation, Num, Operand
from cantor.mapping.segment_logsumexp import segment_logsumexp
from cantor.model.config import ModelConfig
from cantor.model.system import Batch
from cantor.reading.heads.arithmetic import BatchWays
from cantor.reading.heads.signs import sign_scores
from cantor.reading.ways import PLUS, Gamma, Quantities, Ways, all_ways, ways_to
from cantor.rivals.base import Rival
from cantor.rivals.mean_pool import mean_pool
from cantor.thought.hypothesis import Hypothesis

if TYPE_CHECKING:
    from cantor.model.system import Item

GAMMA = Gamma()


class Tagging(Rival):
    """Its constants are Γ's, whatever those of the training equations."""

    def __init__(self, config: ModelConfig, encoder: nn.Module):
        super().__init__(config, encoder)
        size = self.size
        self.constants = nn.Parameter(torch.randn(len(GAMMA.constants), size) * 0.1)
        self.sign = nn.Sequential(
            nn.Linear(2 * size, size), nn.GELU(), nn.Dropout(config.dropout), nn.Linear(size, 3)
        )

    def signs(self, text: Tensor, batch: Batch) -> Tensor:
        """Log-probabilities of zero, plus, minus; zero for sure where a number is not there. -> [B, Q, 3]"""
        constants = self.constants.expand(len(text), -1, -1)
        quantities = torch.cat([constants, batch.pooling @ text], 1)
        whole = mean_pool(text, batch.token_mask)[:, None].expand_as(quantities)
        signs = self.sign(torch.cat([quantities, whole], -1)).log_softmax(-1)
        there = torch.cat([batch.number_mask.new_ones(constants.shape[:2]), batch.number_mask], 1)
        found: Tensor = torch.where(there[..., None], signs, signs.new_tensor([0.0, -torch.inf, -torch.inf]))
        return found

    # Learning

    def targets(self, items: "Sequence[Item]", batch: Batch) -> BatchWays:
        found = [_ways(item, mask) for item, mask in zip(items, batch.number_mask.tolist(), strict=True)]
        return BatchWays.of(found, batch.tokens.device)

    def targets_loss(self, text: Tensor, batch: Batch, targets: BatchWays) -> Tensor:
        return -segment_logsumexp(sign_scores(self.signs(text, batch), targets), targets.row, len(text))

    # Answering

    @torch.no_grad()
    def beam_search(self, text: Tensor, batch: Batch, beam: int) -> list[list[Hypothesis]]:
        """The likeliest ways of all."""
        signs = self.signs(text, batch)
        ways = all_ways(signs.shape[1])
        if not len(ways):
            return [[] for _ in range(len(text))]
        every = BatchWays.of([ways] * len(text), text.device)
        scores = sign_scores(signs, every).view(len(text), -1)
        best = scores.topk(min(beam, len(ways)))
        return [
            [
                Hypothesis(self.equation(ways.terms[n].tolist(), ways.signs[n].tolist()), score)
                for n, score in zip(chosen, totals, strict=True)
                if score > -torch.inf
            ]
            for chosen, totals in zip(best.indices.tolist(), best.values.tolist(), strict=True)
        ]

    def equation(self, terms: Sequence[int], signs: Sequence[int]) -> Equation:
        """A way as an equation of one step: what is added first, and numbers before constants."""
        first = len(GAMMA.constants)
        known: list[tuple[bool, bool, Operand]] = [
            (sign != PLUS, term < first, Const(GAMMA.constants[term]) if term < first else Num(term - first))
            for term, sign in zip(terms, signs, strict=True)
        ]
        (_, _, left), (taken, _, right) = sorted(known, key=lambda one: one[:2])
        builder = Builder()
        return builder.build(builder.add("-" if taken else "+", left, right))


def _ways(item: "Item", mask: Sequence[bool]) -> Ways:
    """All ways to an item's answer over the numbers that were not cut off."""
    answer = _answer(item)
    there = [i for i in range(len(item.problem.numbers)) if mask[i]]
    first = len(GAMMA.constants)
    if answer is None:
        return all_ways(0)
    values = (*GAMMA.constants, *(item.problem.values[i] for i in there))
    found = ways_to(answer, Quantities(values, ()), GAMMA)
    columns = np.array([*range(first), *(first + i for i in there)], dtype=np.int64)
    return Ways(columns[found.terms], found.signs)


def _answer(item: "Item") -> Fraction | None:
    """What an item's equations come to exactly, else its labelled answer, which may be rounded."""
    values = (equation.try_execute(item.problem.values) for equation in item.equations)
    exact = next((value for value in values if isinstance(value, Fraction)), None)
    return item.answer if exact is None else exact
