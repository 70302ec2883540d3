"""Equations as moves: each joins two quantities at hand by an operator, and its result joins the quantities.

Quantities are [constants, numbers, results]. Of Q quantities there are M = Q (Q + 1) / 2 pairs, ordered so
that more quantities only append pairs. A direction is an operator, forwards (the earlier quantity of a pair
is its first operand) or backwards. A move is the number ((direction * M) + pair) * 2, and 1 more where it is
the last.
"""

from collections.abc import Sequence
from math import isqrt

import torch
from torch import Tensor

from cantor.equation import Const, Equation, Num, Operand, Ref, Step, operator
from cantor.errors import ModelError
from cantor.model.config import ModelConfig

#: What the last move has more.
STOP = 1


class Actions:
    """The moves of a model's vocabulary.

    The order of operands does not matter to a commutative operator: it has no backwards. An operator of one
    operand joins a quantity with itself.
    """

    def __init__(self, config: ModelConfig):
        words = config.vocabulary
        self.operators, self.constants = words.operators, words.constants
        self.operator_index, self.constant_index = words.operator_index(), words.constant_index()
        known = [operator(symbol) for symbol in words.operators]
        for one in known:
            if one.arity > 2:
                raise ModelError(
                    f"the system {config.system!r} joins pairs of quantities, but {one.symbol!r} takes "
                    f"{one.arity} operands; leave it out of the operators, or choose another system"
                )
        self.arity = [one.arity for one in known]
        self.ordered = [one.arity == 2 and not one.commutative for one in known]
        self.directions = [(f, False) for f in range(len(known))]
        self.directions += [(f, True) for f, ordered in enumerate(self.ordered) if ordered]
        self.most_steps = config.graph_size

    def write(self, equation: Equation, present: Sequence[bool], count: int) -> tuple[int, ...] | None:
        """An equation's moves in post-order, from `count` quantities on; None where the model cannot do them.

        `present` tells which numbers there are.
        """
        equation = equation.post_order()
        if not 0 < len(equation) <= self.most_steps:
            return None
        moves: list[int] = []
        for step in equation.steps:
            places = [self._place(operand, present, count) for operand in step.operands]
            kind = self.operator_index.get(step.operator, -1)
            if kind < 0 or min(places) < 0:
                return None
            low, high = min(places), max(places)
            direction = self.directions.index((kind, self.ordered[kind] and places[0] > low))
            pair = high * (high + 1) // 2 + low
            moves.append((direction * pair_count(count + len(moves)) + pair) * 2)
        return (*moves[:-1], moves[-1] + STOP)

    def _place(self, operand: Operand, present: Sequence[bool], count: int) -> int:
        """Where an operand stands among the quantities, -1 where it does not."""
        if isinstance(operand, Ref):
            return count + operand.index
        if isinstance(operand, Const):
            return self.constant_index.get(operand.value, -1)
        exists = operand.index < len(present) and present[operand.index]
        return len(self.constants) + operand.index if exists else -1

    def read(self, moves: Sequence[int], count: int) -> Equation:
        """Moves from `count` quantities on as an equation, its steps in the order of the moves."""
        known: list[Operand] = [Const(value) for value in self.constants]
        known += [Num(i) for i in range(count - len(known))]
        steps: list[Step] = []
        for move in moves:
            direction, pair = divmod(move // 2, pair_count(len(known)))
            high = (isqrt(8 * pair + 1) - 1) // 2
            low = pair - high * (high + 1) // 2
            kind, back = self.directions[direction]
            operands = (known[high], known[low]) if back else (known[low], known[high])
            steps.append(Step(self.operators[kind], operands[: self.arity[kind]]))
            known.append(Ref(len(steps) - 1))
        return Equation(steps)

    def meaning(self, moves: Tensor, count: int) -> tuple[Tensor, Tensor, Tensor]:
        """Operator, first and second operand of moves [R] among `count` quantities. Each [R]"""
        high, low = pairs(count, moves.device)
        direction, pair = moves // 2 // len(low), moves // 2 % len(low)
        kind, back = torch.tensor(self.directions, device=moves.device)[direction].unbind(1)
        low, high, swapped = low[pair], high[pair], back.bool()
        return kind, torch.where(swapped, high, low), torch.where(swapped, low, high)

    def allowed(self, present: Tensor) -> Tensor:
        """Pairs of quantities that there are, in directions that make sense. [R, Q] -> [R, directions, M]"""
        high, low = pairs(present.shape[1], present.device)
        alone, every = low == high, torch.ones_like(low, dtype=torch.bool)
        sensible = torch.stack(
            [alone if self.arity[f] == 1 else ~alone if back else every for f, back in self.directions]
        )
        return (present[:, low] & present[:, high])[:, None] & sensible


def pairs(count: int, device: torch.device) -> tuple[Tensor, Tensor]:
    """The later and the earlier quantity of each pair. -> [M], [M]"""
    high, low = torch.tril_indices(count, count, device=device)
    return high, low


def pair_count(count: int) -> int:
    """M"""
    return count * (count + 1) // 2
