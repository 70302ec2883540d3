"""DeductReasoner: bottom-up, one step at a time over all pairs of quantities and all operators.

The quantities at hand are the constants, the numbers, and the results so far. A step joins two of them by an
operator: e = relu(W_op [a, b, a * b]) is scored together with a and b, once for going on and once for
stopping there, and all these choices share one softmax. The result joins the quantities as e, normalised,
and a gate updates all others in its light.

Since the gate changes every quantity, no score of one step holds at the next. What can be saved is saved:
- W_op [a, b, a * b] is a sum of three parts. Those for a and b are computed once per quantity, that for a * b
  once for both orders of a pair; they are added where they are in the processor's cache.
- (a, b) and (b, a) are the same to a commutative operator: it is asked once.
- An operator of one operand is asked about pairs of a quantity with itself only.
- In training, equations that begin with the same steps share them; in decoding, what is finished leaves.

Shapes: R rows, each a state of some problem; Q quantities; M pairs of them and D directions, as in `moves`;
d hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.utils.checkpoint import checkpoint

from cantor.mapping.segment_logsumexp import segment_logsumexp
from cantor.model.config import ModelConfig
from cantor.model.system import Batch
from cantor.rivals.base import Rival
from cantor.rivals.deductive.actions import STOP, Actions, pair_count, pairs
from cantor.rivals.deductive.search import Search
from cantor.thought.hypothesis import Hypothesis

if TYPE_CHECKING:
    from cantor.model.system import Item

#: How many floats of pairs to work on at a time: so many stay in a processor's cache.
_PIECE = 2**20


@dataclass(frozen=True, slots=True)
class Stage:
    """One move of all gold equations of a batch, from the states so far."""

    rows: Tensor  # [n]: states that a move goes on from, each to a state of its own in the next stage
    moves: Tensor  # [n]
    last_rows: Tensor  # [m]: states that a move ends in
    last_moves: Tensor  # [m]
    owner: Tensor  # [m]: whose problem it solves


@dataclass(frozen=True, slots=True)
class Stages:
    """Gold equations stage by stage; equations that begin with the same moves share them."""

    problems: Tensor  # [R]: those that the first states belong to
    stages: list[Stage]  # at least one, however empty


class Deductive(Rival):
    def __init__(self, config: ModelConfig, encoder: nn.Module):
        super().__init__(config, encoder)
        self.moves = Actions(config)
        size, kinds = self.size, len(config.operators)
        self.kinds = kinds
        self.constants = nn.Parameter(torch.randn(len(config.constants), size) * 0.1)
        # W_op of all operators one after another, in parts for a, b and a * b
        self.first = nn.Linear(size, kinds * size)
        self.second, self.product = (nn.Linear(size, kinds * size, bias=False) for _ in range(2))
        self.worth = nn.Linear(size, 1, bias=False)  # of a quantity as an operand
        self.verdict = nn.Linear(size, 2)  # of an expression: to go on with it, or to stop
        self.norm = nn.LayerNorm(size)
        self.news, self.held = nn.Linear(size, 3 * size), nn.Linear(size, 3 * size)
        self.dropout = nn.Dropout(config.dropout)

    # One step

    def start(self, text: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
        """Constants and numbers [B, Q, d], and which of them there are [B, Q]."""
        constants = self.constants.expand(len(text), -1, -1)
        known = batch.number_mask.new_ones(len(text), len(self.constants))
        quantities = self.dropout(torch.cat([constants, batch.pooling @ text], 1))
        return quantities, torch.cat([known, batch.number_mask], 1)

    def log_probs(self, quantities: Tensor, present: Tensor, last: bool) -> Tensor:
        """Of all moves; where it must be the last, none goes on. [R, Q, d], [R, Q] -> [R, D * M * 2]"""
        pair_size = pair_count(quantities.shape[1]) * self.size
        pieces = torch.split(quantities, max(1, _PIECE // max(1, pair_size)))
        if torch.is_grad_enabled() and len(pieces) > 1:
            # many pairs take much memory: what the gradient wants of them is computed anew when it comes
            scores = torch.cat([checkpoint(self._scores, piece, use_reentrant=False) for piece in pieces])
        else:
            scores = torch.cat([self._scores(piece) for piece in pieces])
        allowed = self.moves.allowed(present)[..., None].expand_as(scores)
        if last:
            allowed = allowed & (torch.arange(2, device=scores.device) == STOP)
        found: Tensor = scores.masked_fill(~allowed, -torch.inf).flatten(1).log_softmax(-1)
        return found

    def _scores(self, quantities: Tensor) -> Tensor:
        """[R, Q, d] -> [R, D, M, 2]"""
        high, low = pairs(quantities.shape[1], quantities.device)

        def of_pairs(x: Tensor, which: Tensor) -> Tensor:
            return x.index_select(1, which)  # far faster here than x[:, which]

        products = of_pairs(quantities, low).mul_(of_pairs(quantities, high))  # [R, M, d]
        alone = (low == high).nonzero()[:, 0]
        forwards, backwards = [], []
        # one operator at a time, for the sake of memory
        for f, (on_first, bias, on_second, on_product) in enumerate(
            zip(
                self.first.weight.chunk(self.kinds),
                self.first.bias.chunk(self.kinds),
                self.second.weight.chunk(self.kinds),
                self.product.weight.chunk(self.kinds),
                strict=True,
            )
        ):
            first, second = F.linear(quantities, on_first, bias), F.linear(quantities, on_second)  # [R, Q, d]
            if self.moves.arity[f] == 1:
                joint = F.linear(of_pairs(products, alone), on_product)
                found = self.verdict((joint + first + second).relu())  # [R, Q, 2]
                forwards.append(found.new_zeros(len(found), len(low), 2).index_copy(1, alone, found))
                continue
            joint = F.linear(products, on_product)  # the same for both orders
            if self.moves.ordered[f]:
                swapped = (joint + of_pairs(first, high)).add_(of_pairs(second, low))
                backwards.append(self.verdict(swapped.relu_()))
            joint = joint.add_(of_pairs(first, low)).add_(of_pairs(second, high))
            forwards.append(self.verdict(joint.relu_()))
        worth = self.worth(quantities)  # [R, Q, 1]
        worth = of_pairs(worth, low) + of_pairs(worth, high)
        scores: Tensor = torch.stack([*forwards, *backwards], 1) + worth[:, None]
        return scores

    def take(self, quantities: Tensor, moves: Tensor) -> Tensor:
        """The quantities after each row's move, its result as the last. [R, Q, d], [R] -> [R, Q + 1, d]"""
        kind, first, second = self.moves.meaning(moves, quantities.shape[1])
        row = torch.arange(len(moves), device=moves.device)
        a, b = quantities[row, first], quantities[row, second]
        every = self.first(a) + self.second(b) + self.product(a * b)  # [R, operators * d]
        made = every.view(len(moves), self.kinds, self.size)[row, kind].relu()
        result = self.norm(made)[:, None]
        # a gated recurrent unit, whose input is the same for all quantities of a row
        (reset, keep, new), (reset_by, keep_by, held) = (
            layer(x).chunk(3, -1) for layer, x in ((self.news, result), (self.held, quantities))
        )
        new, keep = (new + (reset + reset_by).sigmoid() * held).tanh(), (keep + keep_by).sigmoid()
        return torch.cat([keep * quantities + (1 - keep) * new, result], 1)

    # Learning

    def targets(self, items: "Sequence[Item]", batch: Batch) -> Stages:
        present = batch.number_mask.tolist()
        count = len(self.constants) + batch.number_mask.shape[1]
        written = [
            sorted({m for e in item.equations if (m := self.moves.write(e, mask, count)) is not None})
            for item, mask in zip(items, present, strict=True)
        ]
        return _staged(written, batch.tokens.device)

    def targets_loss(self, text: Tensor, batch: Batch, targets: Stages) -> Tensor:
        quantities, present = (x[targets.problems] for x in self.start(text, batch))
        so_far = text.new_zeros(len(targets.problems), dtype=torch.float32)
        totals, owners = [], []
        for done, stage in enumerate(targets.stages, start=1):
            log_probs = self.log_probs(quantities, present, done == self.config.graph_size)
            totals.append(so_far[stage.last_rows] + log_probs[stage.last_rows, stage.last_moves])
            owners.append(stage.owner)
            so_far = so_far[stage.rows] + log_probs[stage.rows, stage.moves]
            quantities = self.take(quantities[stage.rows], stage.moves)
            present = _with_result(present[stage.rows])
        return -segment_logsumexp(torch.cat(totals), torch.cat(owners), len(text))

    # Answering

    @torch.no_grad()
    def beam_search(self, text: Tensor, batch: Batch, beam: int) -> list[list[Hypothesis]]:
        quantities, present = self.start(text, batch)
        count = quantities.shape[1]
        able = present.any(1).nonzero()[:, 0]  # nothing comes of nothing
        quantities, present = quantities[able], present[able]
        search = Search(len(able), beam)
        done = 0
        while search.rows:
            done += 1
            log_probs = self.log_probs(quantities, present, done == self.config.graph_size)
            rows, moves = search.advance(log_probs, lambda move: move % 2 == STOP)
            if len(rows):
                quantities, present = self.take(quantities[rows], moves), _with_result(present[rows])
        derivations: list[list[Hypothesis]] = [[] for _ in range(len(text))]
        for problem, paths in zip(able.tolist(), search.found(), strict=True):
            derivations[problem] = [Hypothesis(self.moves.read(path, count), score) for path, score in paths]
        return derivations


def _staged(written: Sequence[Sequence[tuple[int, ...]]], device: torch.device) -> Stages:
    """The moves of each problem's equations, stage by stage."""

    def numbers(values: Sequence[int]) -> Tensor:
        return torch.tensor(values, dtype=torch.long, device=device)

    problems = [problem for problem, found in enumerate(written) if found]
    left = [(problem, moves) for problem, found in enumerate(written) for moves in found]
    rows: dict[tuple[int, tuple[int, ...]], int] = {(p, ()): row for row, p in enumerate(problems)}
    stages: list[Stage] = []
    while left or not stages:
        done = len(stages) + 1
        last = [(p, moves) for p, moves in left if len(moves) == done]
        left = [(p, moves) for p, moves in left if len(moves) > done]
        begun = sorted({(p, moves[:done]) for p, moves in left})  # each of these is a state from now on
        columns = (
            [rows[p, moves[:-1]] for p, moves in begun],
            [moves[-1] for _, moves in begun],
            [rows[p, moves[:-1]] for p, moves in last],
            [moves[-1] for _, moves in last],
            [p for p, _ in last],
        )
        stages.append(Stage(*map(numbers, columns)))
        rows = {state: row for row, state in enumerate(begun)}
    return Stages(numbers(problems), stages)


def _with_result(present: Tensor) -> Tensor:
    """[R, Q] -> [R, Q + 1]"""
    return torch.cat([present, present.new_ones(len(present), 1)], 1)
