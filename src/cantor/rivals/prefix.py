"""Equations in prefix notation, as tokens [operators, constants, numbers], and which of them may come next.

Shapes: B problems, E or W sequences of each, S tokens, V = operators + constants + N numbers.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from cantor.equation import Const, Equation, Num, Operand, Ref, Tree, operator
from cantor.model.config import ModelConfig
from cantor.model.system import Batch
from cantor.thought.hypothesis import Hypothesis

if TYPE_CHECKING:
    from cantor.model.system import Item

#: Stands where a sequence has ended already.
NONE = -1


@dataclass(frozen=True, slots=True)
class Sequences:
    """The equations of each problem as tokens; a problem with fewer than E has empty ones."""

    tokens: Tensor  # [B, E, S], NONE after the end

    @property
    def written(self) -> Tensor:
        """[B, E, S] bool: which tokens exist."""
        return self.tokens != NONE

    @property
    def length(self) -> Tensor:
        """[B, E]: 0 where there is no sequence."""
        return self.written.sum(-1)

    def total(self, log_p: Tensor) -> Tensor:
        """log P of each sequence, -inf where there is none. log_p [B, E, S, V] of each token -> [B, E]"""
        chosen = log_p.gather(-1, self.tokens.clamp(min=0)[..., None])[..., 0]
        return chosen.masked_fill(~self.written, 0.0).sum(-1).masked_fill(self.length == 0, -torch.inf)


class Grammar:
    """What a model can write: trees of at least one and at most `graph_size` steps.

    In prefix notation every equation is one sequence, whose end shows: no brackets, no token for the end.
    """

    def __init__(self, config: ModelConfig):
        words = config.vocabulary
        self.operators, self.constants = words.operators, words.constants
        self.operator_index, self.constant_index = words.operator_index(), words.constant_index()
        self.arity = [operator(symbol).arity for symbol in words.operators]
        self.most_steps = config.graph_size
        self.words = len(self.operators) + len(self.constants)  # numbers come after these
        self.longest = 1 + self.most_steps * max(self.arity)  # tokens of the longest equation

    def sequences(self, items: "Sequence[Item]", batch: Batch) -> Sequences:
        """The equations of solved problems; those that cannot be written are left out, equal ones are one."""
        present = batch.number_mask.tolist()
        found = [
            sorted({t for e in item.equations if (t := self.write(e, mask)) is not None})
            for item, mask in zip(items, present, strict=True)
        ]
        count = max([1, *map(len, found)])
        longest = max([1, *(len(tokens) for row in found for tokens in row)])
        padded = [
            [[*tokens, *[NONE] * (longest - len(tokens))] for tokens in [*row, *[()] * (count - len(row))]]
            for row in found
        ]
        return Sequences(torch.tensor(padded, device=batch.tokens.device))

    def write(self, equation: Equation, present: Sequence[bool]) -> tuple[int, ...] | None:
        """An equation as tokens, reused steps written out once per use; None where the model cannot say it.

        `present` tells which numbers can be pointed at.
        """
        if not isinstance(equation.root, Ref) or _tree_size(equation) > self.most_steps:
            return None
        tokens: list[int] = []
        todo: list[Operand] = [equation.root]
        while todo:
            node = todo.pop()
            if isinstance(node, Ref):
                step = equation.steps[node.index]
                token = self.operator_index.get(step.operator)
                todo += reversed(step.operands)
            elif isinstance(node, Const):
                token = self.constant_index.get(node.value)
                token = None if token is None else len(self.operators) + token
            else:
                exists = node.index < len(present) and present[node.index]
                token = self.words + node.index if exists else None
            if token is None:
                return None
            tokens.append(token)
        return tuple(tokens)

    def read(self, tokens: Sequence[int]) -> Equation | None:
        """Tokens as an equation in post-order; None where they are no equation of this model."""
        stack: list[Tree] = []
        steps = 0
        for token in reversed(tokens):
            if token >= len(self.operators):
                stack.append(self._leaf(token))
                continue
            steps += 1
            arity = self.arity[token]
            if len(stack) < arity or steps > self.most_steps:
                return None
            operands = [stack.pop() for _ in range(arity)]
            stack.append((self.operators[token], *operands))
        return Equation.from_tree(stack[0]) if steps and len(stack) == 1 else None

    def derivations(self, tokens: Tensor, totals: Tensor) -> list[list[Hypothesis]]:
        """What was found, without what is no equation. tokens [B, W, S], totals [B, W], best first"""
        found = []
        for rows, scores in zip(tokens.tolist(), totals.tolist(), strict=True):
            read = [self.read([t for t in row if t != NONE]) for row in rows]
            pairs = zip(read, scores, strict=True)
            found.append([Hypothesis(e, score) for e, score in pairs if e is not None and score > -math.inf])
        return found

    def _leaf(self, token: int) -> Operand:
        if token >= self.words:
            return Num(token - self.words)
        return Const(self.constants[token - len(self.operators)])

    def rules(self, number_mask: Tensor) -> "Rules":
        """The grammar for problems with these numbers. number_mask [B, N]"""
        batch, count = number_mask.shape
        device = number_mask.device
        arity = torch.tensor([*self.arity, *[0] * (len(self.constants) + count)], device=device)
        # without anything to apply it to, no operator can be begun with
        some = number_mask.any(1, keepdim=True) | bool(self.constants)  # [B, 1]
        words = some.expand(batch, self.words)
        return Rules(arity, torch.cat([words, number_mask], 1), self.most_steps)


@dataclass(frozen=True, slots=True)
class Rules:
    """Which token may come next, so that every sequence ends as an equation."""

    arity: Tensor  # [V]: what a token opens; 0 for constants and numbers
    present: Tensor  # [B, V]: which tokens there are
    most_steps: int

    def allowed(self, open: Tensor, steps: Tensor) -> Tensor:
        """After sequences that lack `open` operands and have `steps` operators. [B, ...] -> [B, ..., V]"""
        more = (steps < self.most_steps)[..., None]
        begun = (steps > 0)[..., None]  # a number alone is no step
        fits = torch.where(self.arity > 0, more, begun) & (open > 0)[..., None]
        return fits & self.present.view(len(self.present), *[1] * (open.dim() - 1), -1)

    def change(self, token: Tensor) -> tuple[Tensor, Tensor]:
        """By how much one more token changes `open` and `steps`; NONE changes nothing. Any shape."""
        arity = self.arity[token.clamp(min=0)]
        written = token != NONE
        return (arity - 1).masked_fill(~written, 0), ((arity > 0) & written).long()

    def allowed_before(self, tokens: Tensor) -> Tensor:
        """At each place of whole sequences, what was allowed there. [B, E, S] -> [B, E, S, V]"""
        opened, steps = self.change(tokens)
        return self.allowed(1 + opened.cumsum(-1) - opened, steps.cumsum(-1) - steps)


def log_probabilities(scores: Tensor, allowed: Tensor) -> Tensor:
    """Of what is allowed, normalised; -inf for the rest, and everywhere where nothing is allowed. [..., V]"""
    # finite before the softmax, since a softmax over nothing is NaN; certain after it
    finite = scores.masked_fill(~allowed, torch.finfo(scores.dtype).min)
    exact = torch.promote_types(scores.dtype, torch.float32)  # many of these will be added up
    return finite.log_softmax(-1, dtype=exact).masked_fill(~allowed, -torch.inf)


def _tree_size(equation: Equation) -> int:
    """How many steps an equation has when nothing is shared; found without writing it out."""
    sizes: list[int] = []
    for step in equation.steps:
        sizes.append(1 + sum(sizes[x.index] for x in step.operands if isinstance(x, Ref)))
    return sizes[equation.root.index] if isinstance(equation.root, Ref) else 0
