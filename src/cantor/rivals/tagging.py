"""TASE's arithmetic: each number and constant gets a plus, a minus or a zero, and the answer is their sum.

It learns from answers alone, by the marginal likelihood of all taggings that come to the answer, counted
exactly. Its idea cannot multiply or divide, and uses each mention of a number at most once: problems that
need more than sums and differences are beyond it, unless some sum happens to give their answer. A sum may be
as long as there are quantities, whatever the graph size.

Shapes: B problems, T tokens, Q quantities [constants, numbers], S partial sums, d hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn

from cantor.equation import Builder, Const, Equation, Num, Operand
from cantor.model.config import ModelConfig
from cantor.model.systems import Batch
from cantor.rivals.base import Derivation, Rival
from cantor.rivals.signed_sums import MINUS, PLUS, Lattice, lattice
from cantor.rivals.sums import log_sums
from cantor.rivals.whole import whole_text

if TYPE_CHECKING:
    from cantor.training.batches import Item


#: Every epoch asks for the same ones again.
_lattice = lru_cache(maxsize=4096)(lattice)


@dataclass(frozen=True, slots=True)
class Round:
    """The next value of every lattice of a batch. All [edges]"""

    source: Tensor  # a partial sum of the round before
    target: Tensor  # a partial sum of this round
    problem: Tensor
    quantity: Tensor
    sign: Tensor
    size: int  # S: partial sums of this round


@dataclass(frozen=True, slots=True)
class Taggings:
    """All taggings that give the answers of a batch, as paths through rounds of partial sums."""

    problems: Tensor  # [lattices]: those that can be answered at all, each beginning with one partial sum
    rounds: list[Round]
    last: Tensor  # [lattices]: each one's last partial sum, in the rounds' partial sums one after another


class Tagging(Rival):
    def __init__(self, config: ModelConfig, encoder: nn.Module):
        super().__init__(config, encoder)
        size = self.size
        self.constants = nn.Parameter(torch.randn(len(config.constants), size) * 0.1)
        self.sign = nn.Sequential(
            nn.Linear(2 * size, size), nn.GELU(), nn.Dropout(config.dropout), nn.Linear(size, 3)
        )

    def signs(self, text: Tensor, batch: Batch) -> Tensor:
        """Log-probabilities of each quantity's signs, in the light of the whole text. -> [B, Q, 3]"""
        constants = self.constants.expand(len(text), -1, -1)
        quantities = torch.cat([constants, batch.pooling @ text], 1)
        whole = whole_text(text, batch.token_mask)[:, None].expand_as(quantities)
        found: Tensor = self.sign(torch.cat([quantities, whole], -1)).log_softmax(-1)
        return found

    # Learning

    def targets(self, items: "Sequence[Item]", batch: Batch) -> Taggings:
        constants = self.config.vocabulary.constants
        found: dict[int, tuple[Lattice, list[int]]] = {}
        for problem, (item, mask) in enumerate(zip(items, batch.number_mask.tolist(), strict=True)):
            answer = _answer(item)
            there = [i for i in range(len(item.problem.numbers)) if mask[i]]
            values = (*constants, *(item.problem.values[i] for i in there))
            made = None if answer is None else _lattice(values, answer)
            if made is not None:
                columns = [*range(len(constants)), *(len(constants) + i for i in there)]
                found[problem] = made, columns
        return _side_by_side(found, batch.tokens.device)

    def loss(self, text: Tensor, batch: Batch, targets: Taggings) -> Tensor:
        signs = self.signs(text, batch)
        # a sum over nothing keeps the gradient's way open where no problem can be answered
        sums = signs.new_zeros(len(targets.problems)) + signs[:0].sum()
        every = [sums]
        for now in targets.rounds:
            signed = sums[now.source] + signs[now.problem, now.quantity, now.sign]
            sums = log_sums(signed, now.target, now.size)
            every.append(sums)
        likelihood = torch.cat(every)[targets.last]
        return signs.new_full((len(text),), torch.inf).index_put((targets.problems,), -likelihood)

    # Answering

    @torch.no_grad()
    def derive(self, text: Tensor, batch: Batch) -> list[list[Derivation]]:
        signs = self.signs(text, batch)
        never = signs.new_tensor([0.0, -torch.inf, -torch.inf])  # a number that is not there is left out
        signs[:, len(self.constants) :] = torch.where(
            batch.number_mask[..., None], signs[:, len(self.constants) :], never
        )
        # zero everywhere is no answer: one more tagging than asked for leaves enough
        taggings, scores = best_taggings(signs, self.beam + 1)
        found: list[list[Derivation]] = []
        for rows, totals in zip(taggings.tolist(), scores.tolist(), strict=True):
            ranked = [
                Derivation(self.equation(row), score)
                for row, score in zip(rows, totals, strict=True)
                if any(row) and score > -torch.inf
            ]
            found.append(ranked[: self.beam])
        return found

    def equation(self, signs: Sequence[int]) -> Equation:
        """The sum that signs of [constants, numbers] stand for: what is added first, then what is taken away.

        One number that is only read off is n * 1 where 1 is a constant, else 0 + n: an answer has a step.
        Where nothing is added, all is taken away from 0.
        """
        constants = self.config.vocabulary.constants
        known: list[Operand] = [Const(value) for value in constants]
        known += [Num(i) for i in range(len(signs) - len(known))]
        added, taken = ([x for x, s in zip(known, signs, strict=True) if s == sign] for sign in (PLUS, MINUS))
        builder = Builder()
        if len(added) == 1 and not taken and 1 in constants:
            return builder.build(builder.add("*", added[0], Const(Fraction(1))))
        if len(added) + len(taken) == 1 or not added:
            added = [Const(Fraction(0)), *added]
        total = added[0]
        for symbol, operands in (("+", added[1:]), ("-", taken)):
            for operand in operands:
                total = builder.add(symbol, total, operand)
        return builder.build(total)


def best_taggings(signs: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """The likeliest taggings, best first. [B, Q, 3] -> [B, K, Q], [B, K]; at most `count`, if there are"""
    scores = signs.new_zeros(len(signs), 1)
    taggings = torch.zeros(len(signs), 1, 0, dtype=torch.long, device=signs.device)
    problem = torch.arange(len(signs), device=signs.device)[:, None]
    for of_quantity in signs.unbind(1):
        ahead = (scores[:, :, None] + of_quantity[:, None]).flatten(1)  # [B, K * 3]
        scores, chosen = ahead.topk(min(count, ahead.shape[1]))
        taggings = torch.cat([taggings[problem, chosen // 3], (chosen % 3)[..., None]], -1)
    return taggings, scores


def _answer(item: "Item") -> Fraction | None:
    """What an item's equations come to exactly, else its labelled answer, which may be rounded."""
    values = (equation.try_execute(item.problem.values) for equation in item.equations)
    exact = next((value for value in values if isinstance(value, Fraction)), None)
    return item.answer if exact is None else exact


def _side_by_side(found: dict[int, tuple[Lattice, list[int]]], device: torch.device) -> Taggings:
    """The lattices of some problems, round by round, given with the quantity that each layer is about."""

    def numbers(values: Sequence[int] | np.ndarray) -> Tensor:
        return torch.as_tensor(values, dtype=torch.long, device=device)

    rounds: list[Round] = []
    last: dict[int, int] = {}
    starts = {problem: start for start, problem in enumerate(found)}  # where each one's partial sums begin
    before = len(found)  # partial sums of all rounds so far
    while starts:
        turn, size = len(rounds), 0
        columns: list[list[np.ndarray]] = [[] for _ in range(5)]
        for problem, start in starts.items():
            made, quantities = found[problem]
            layer = made.layers[turn]
            owner, quantity = (np.full(len(layer.sign), x) for x in (problem, quantities[turn]))
            edges: list[np.ndarray] = [
                layer.source + start,
                layer.target + size,
                owner,
                quantity,
                layer.sign,
            ]
            for column, part in zip(columns, edges, strict=True):
                column.append(part)
            starts[problem] = size
            size += made.sizes[turn + 1]
        source, target, owners, of, sign = (numbers(np.concatenate(column)) for column in columns)
        rounds.append(Round(source, target, owners, of, sign, size))
        ended = [problem for problem in starts if len(found[problem][0].layers) == turn + 1]
        last |= {problem: before + starts.pop(problem) for problem in ended}
        before += size
    return Taggings(numbers(list(found)), rounds, numbers([last[problem] for problem in found]))
