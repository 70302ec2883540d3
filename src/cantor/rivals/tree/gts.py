"""GTS / BERT2Tree: a tree decoder driven by goals, from the root down and from left to right.

Each node of the tree begins as a goal. With the goal comes a context, by attention over the text, and both
choose the node's token: an operator, a constant or a number. An operator splits its goal: the first operand's
follows from goal, context and operator, each later one's also from the finished sub-trees to its left, which
are embedded from their leaves up.

Where the published idea has additive scores for attention and tokens, here are scaled products, which cost
less; an operator of more than two operands merges their sub-trees one after another. Between encoder and
tree stands a normalised feed-forward layer, as deep as the one that Graph2Tree has with its graphs: on a
frozen encoder it is worth 16 points.

Shapes: B problems, T tokens of text, V = operators + constants + N numbers, W nodes or partial trees of each.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from cantor.mapping.segment_logsumexp import segment_logsumexp
from cantor.model.config import ModelConfig
from cantor.model.refinement import Refinement
from cantor.model.system import Batch
from cantor.rivals.base import Rival
from cantor.rivals.beam import beam_search
from cantor.rivals.mean_pool import mean_pool
from cantor.rivals.prefix import NONE, Grammar, Rules, log_probabilities
from cantor.rivals.tree.tree_batch import Level, TreeBatch, plant
from cantor.thought.hypothesis import Hypothesis

if TYPE_CHECKING:
    from cantor.model.system import Item


class Gated(nn.Module):
    """sigmoid(U x) * tanh(W x) of several parts side by side. Each [n, d] -> [n, d]"""

    def __init__(self, parts: int, size: int, dropout: float):
        super().__init__()
        self.both = nn.Linear(parts * size, 2 * size)
        self.dropout = nn.Dropout(dropout)

    def forward(self, *parts: Tensor) -> Tensor:
        gate, content = self.both(self.dropout(torch.cat(parts, -1))).chunk(2, -1)
        out: Tensor = gate.sigmoid() * content.tanh()
        return out


@dataclass(frozen=True, slots=True)
class Sight:
    """What goals look at."""

    text: Tensor  # [B, T, d]
    keys: Tensor  # [B, T, d]
    mask: Tensor  # [B, T]
    tokens: Tensor  # [B, V, d]: the embedding of each token
    token_keys: Tensor  # [B, V, d]: what goals and contexts are compared with


class Gts(Rival):
    def __init__(self, config: ModelConfig, encoder: nn.Module):
        super().__init__(config, encoder)
        size, dropout = self.size, config.dropout
        self.grammar = Grammar(config)
        self.symbols = nn.Parameter(torch.randn(self.grammar.words, size) * 0.1)
        self.want, self.key = (nn.Linear(size, size, bias=False) for _ in range(2))
        self.query, self.offer = nn.Linear(2 * size, size), nn.Linear(size, size, bias=False)
        places = range(max(self.grammar.arity))
        self.split = nn.ModuleList(Gated(3, size, dropout) for _ in places)
        self.goal = nn.ModuleList(Gated(2 if place else 1, size, dropout) for place in places)
        self.merge = Gated(3, size, dropout)
        self.refine = Refinement(size, dropout)
        self.dropout = nn.Dropout(dropout)

    # Looking at the problem

    def see(self, text: Tensor, batch: Batch) -> Tensor:
        """The text as the decoder is to see it. [B, T, d] -> [B, T, d]"""
        refined: Tensor = self.refine(text)
        return refined

    def look(self, text: Tensor, batch: Batch) -> tuple[Sight, Tensor, Rules]:
        """What there is to look at, the goals of the roots [B, d], and what may be written."""
        text = self.see(text, batch)
        symbols = self.symbols.expand(len(text), -1, -1)
        tokens = torch.cat([symbols, batch.pooling @ text], 1)  # [B, V, d]
        rules = self.grammar.rules(batch.number_mask)
        sight = Sight(text, self.key(text), batch.token_mask, tokens, self.offer(self.dropout(tokens)))
        return sight, mean_pool(text, batch.token_mask), rules

    def context(self, goals: Tensor, sight: Sight) -> Tensor:
        """What of the text a goal attends to. [B, W, d] -> [B, W, d]"""
        match = self.want(goals) @ sight.keys.transpose(1, 2) / math.sqrt(self.size)  # [B, W, T]
        match = match.masked_fill(~sight.mask[:, None], torch.finfo(match.dtype).min)
        context: Tensor = match.softmax(-1) @ sight.text
        return context

    def scores(self, goals: Tensor, contexts: Tensor, sight: Sight) -> Tensor:
        """How well each token serves a goal. [B, W, d] -> [B, W, V]"""
        query = self.query(self.dropout(torch.cat([goals, contexts], -1))).tanh()
        scores: Tensor = query @ sight.token_keys.transpose(1, 2) / math.sqrt(self.size)
        return scores

    def subgoal(
        self, place: int, goal: Tensor, context: Tensor, operator: Tensor, before: Tensor | None = None
    ) -> Tensor:
        """The goal of an operand, from its operator's and the sub-trees before it. [n, d], operator [n]"""
        own = self.split[place](goal, context, self.symbols[operator])
        made: Tensor = self.goal[place](own, before) if place else self.goal[place](own)
        return made

    # Learning

    def targets(self, items: "Sequence[Item]", batch: Batch) -> TreeBatch:
        present = batch.number_mask.tolist()
        trees = [
            sorted({t for e in item.equations if (t := self.grammar.write(e, mask)) is not None})
            for item, mask in zip(items, present, strict=True)
        ]
        return plant(trees, self.grammar.arity, batch.tokens.device)

    def targets_loss(self, text: Tensor, batch: Batch, targets: TreeBatch) -> Tensor:
        sight, roots, rules = self.look(text, batch)
        cells = self._cells(sight, targets)
        total = text.new_zeros(len(targets.owner), dtype=torch.promote_types(text.dtype, torch.float32))
        above: tuple[Level, Tensor, Tensor] | None = None
        for level in targets.levels:
            goals = roots[level.problem] if above is None else self._goals(level, *above, cells)
            # nodes of one problem side by side look at its text together
            problem, slot = level.problem, level.slot
            width = int(slot.max()) + 1 if len(slot) else 0
            steps = slot.new_ones(len(text), width).index_put((problem, slot), level.steps)
            wide = goals.new_zeros(len(text), width, self.size).index_put((problem, slot), goals)
            contexts = self.context(wide, sight)
            allowed = rules.allowed(torch.ones_like(steps), steps)
            log_probs = log_probabilities(self.scores(wide, contexts, sight), allowed)
            total = total.index_add(0, level.tree, log_probs[problem, slot, level.token])
            above = level, goals, contexts[problem, slot]
        return -segment_logsumexp(total, targets.owner, len(text))

    def _cells(self, sight: Sight, forest: TreeBatch) -> Tensor:
        """The embeddings of all sub-trees that stand to the left of something. -> [cells, d]"""
        nothing = sight.tokens.new_zeros(1, self.size)
        cells = torch.cat([nothing, sight.tokens[forest.leaf_problem, forest.leaf_token]])
        for row in forest.merges:
            merged = self.merge(cells[row.left], cells[row.right], self.symbols[row.operator])
            cells = torch.cat([cells, merged])
        return cells

    def _goals(self, level: Level, above: Level, goals: Tensor, contexts: Tensor, cells: Tensor) -> Tensor:
        """The goals of a level, from those of the level above it. -> [n, d]"""
        parts = []
        parents, befores = (torch.split(x, level.at_place) for x in (level.parent, level.before))
        for place, (parent, before) in enumerate(zip(parents, befores, strict=True)):
            operator = above.token[parent]
            parts.append(self.subgoal(place, goals[parent], contexts[parent], operator, cells[before]))
        return torch.cat(parts)

    # Answering

    @torch.no_grad()
    def beam_search(self, text: Tensor, batch: Batch, beam: int) -> list[list[Hypothesis]]:
        sight, roots, rules = self.look(text, batch)
        growing = _Growing(self, sight, roots)
        found = beam_search(rules, growing.scores(), growing.advance, beam)
        return self.grammar.derivations(*found)


class _Growing:
    """Partial trees while they are decoded, W of each problem, R = B * W in all.

    Depth i of the stacks holds a row's i-th operator that lacks operands: its goal, context and token, how
    many operands it has, and the embedding of those.
    """

    def __init__(self, model: Gts, sight: Sight, roots: Tensor):
        rows, most = len(roots), model.grammar.most_steps
        self.model, self.sight = model, sight
        self.arity = torch.tensor(model.grammar.arity, device=roots.device)
        self.goal, self.context = roots, roots  # [R, d]; the context comes with the scores
        self.depth = torch.zeros(rows, dtype=torch.long, device=roots.device)
        self.goals, self.contexts, self.finished = (roots.new_zeros(rows, most, model.size) for _ in range(3))
        self.operators, self.operands = (self.depth.new_zeros(rows, most) for _ in range(2))

    def scores(self) -> Tensor:
        """Of every row's next token. -> [B, W, V]"""
        goals = self.goal.view(len(self.sight.text), -1, self.model.size)
        contexts = self.model.context(goals, self.sight)
        self.context = contexts.flatten(0, 1)
        return self.model.scores(goals, contexts, self.sight)

    def advance(self, parent: Tensor, token: Tensor) -> Tensor:
        """Row w goes on from row `parent` of its problem with a token. [B, W'], [B, W'] -> [B, W', V]"""
        batch, before = len(parent), len(self.goal) // len(parent)
        problem = torch.arange(batch, device=parent.device)[:, None]
        if before > 1 or parent.shape[1] > 1:
            self._keep((problem * before + parent).flatten())
        embedded = self.sight.tokens[problem, token].flatten(0, 1)  # any token's for a tree that has ended
        token = token.flatten()
        is_leaf = token >= len(self.arity)
        # a beam with too little to hold also holds what is no tree, at no probability: it stays as it is
        leaves = (is_leaf & (self.depth > 0)).nonzero()[:, 0]
        room = self.depth < self.goals.shape[1]
        deeper = (~is_leaf & (token != NONE) & room).nonzero()[:, 0]
        self._down(deeper, token[deeper])
        self._up(leaves, embedded[leaves])
        return self.scores()

    def _keep(self, rows: Tensor) -> None:
        stacks = ("goals", "contexts", "finished", "operators", "operands")
        for name in ("goal", "context", "depth", *stacks):
            setattr(self, name, getattr(self, name)[rows])

    def _down(self, rows: Tensor, operators: Tensor) -> None:
        """These rows chose an operator: its first operand is next."""
        depth, goals, contexts = self.depth[rows], self.goal[rows], self.context[rows]
        self.goals[rows, depth], self.contexts[rows, depth] = goals, contexts
        self.operators[rows, depth], self.operands[rows, depth] = operators, 0
        self.depth[rows] += 1
        self._aim(rows, self.model.subgoal(0, goals, contexts, operators))

    def _up(self, rows: Tensor, made: Tensor) -> None:
        """These rows finished a sub-tree [n, d]: the operator above takes it, and may be finished by it."""
        while len(rows):
            depth = self.depth[rows] - 1
            operators, had = self.operators[rows, depth], self.operands[rows, depth]
            arity = self.arity[operators]
            # the first operand stands for itself until a second comes; an only one is merged with nothing
            only, second = (arity == 1)[:, None], (had > 0)[:, None]
            left = torch.where(only, made, self.finished[rows, depth])
            merged = self.model.merge(left, made.masked_fill(only, 0.0), self.model.symbols[operators])
            made = torch.where(only | second, merged, made)
            self.finished[rows, depth], self.operands[rows, depth] = made, had + 1
            whole = had + 1 == arity
            self._next(rows[~whole], depth[~whole])
            self.depth[rows[whole]] -= 1
            on = whole & (depth > 0)  # a root that is whole is the end of its tree
            rows, made = rows[on], made[on]

    def _next(self, rows: Tensor, depth: Tensor) -> None:
        """These rows' operators at some depth have another operand to come."""
        for place in range(1, len(self.model.goal)):
            here = self.operands[rows, depth] == place
            at = rows[here], depth[here]
            made = self.model.subgoal(
                place, self.goals[at], self.contexts[at], self.operators[at], self.finished[at]
            )
            self._aim(at[0], made)

    def _aim(self, rows: Tensor, goals: Tensor) -> None:
        self.goal = self.goal.index_put((rows,), goals)
