"""From the totals back down to one placement: the best, or one drawn from the posterior."""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from cantor.mapping.plan import Child, Group
from cantor.mapping.program import NONE, Programs
from cantor.mapping.recurrence import following
from cantor.mapping.reuse import started
from cantor.mapping.semiring import Semiring

#: A choice among scores [n, choices] -> [n].
Choose = Callable[[Tensor], Tensor]


@dataclass(frozen=True, slots=True)
class Done:
    """One group and what was made of it."""

    group: Group
    edges: list[Tensor]  # per child: [n, 1, p, j]
    children: list[Tensor]  # per child: its states
    orders: list[tuple[int, ...]]  # in which the blocks may stand
    blocks: list[list[Tensor]]  # per order and block: all placements of it and those after it
    unclosed: Tensor  # the states before q is summed out


class Trace:
    """Placements under construction: which vertices are known so far. rooted [B, L]: totals by the root's."""

    def __init__(self, programs: Programs, semiring: Semiring, rooted: Tensor, choose: Choose):
        self.semiring, self.choose, self.size = semiring, choose, rooted.shape[-1]
        shape, device = programs.operator.shape, rooted.device
        self.placement = torch.full(shape, NONE, device=device)
        self.first = torch.zeros(shape, dtype=torch.long, device=device)  # where each block may start
        self.q = torch.zeros(shape[0], dtype=torch.long, device=device)  # the open reused step's vertex
        everyone = torch.arange(shape[0], device=device)
        self.placement[everyone, programs.length.to(device) - 1] = choose(rooted)

    def back(self, done: list[Done]) -> Tensor:
        """One placement, chosen from the root down. -> [B, S]"""
        for each in reversed(done):
            self._descend(each)
        return self.placement

    def _descend(self, done: Done) -> None:
        """From the vertices of a group's steps, choose those of their children."""
        group, times = done.group, self.semiring.times
        problems, steps = self._tensor([x for step in group.steps for x in step]).view(-1, 2).T
        n = torch.arange(len(problems), device=problems.device)
        vertex, start = self.placement[problems, steps], self.first[problems, steps]
        if group.kind.closes:
            states = done.unclosed
            self.q[problems] = self.choose(states[n, :, start if states.shape[2] > 1 else 0, vertex])
        q = self.q[problems]

        def at(states: Tensor, starts: Tensor) -> Tensor:
            """[n, Q, S, L] at the known q and start. -> [n, L]"""
            return states[n, q if states.shape[1] > 1 else 0, starts if states.shape[2] > 1 else 0]

        scores = torch.stack([at(found[0], start)[n, vertex] for found in done.blocks if found] or [n], -1)
        chosen = self.choose(scores) if len(done.orders) > 1 else torch.zeros_like(n)
        for number, (order, blocks) in enumerate(zip(done.orders, done.blocks, strict=True)):
            begin, mine = start, chosen == number
            for place, which in enumerate(order):
                picked = q
                if group.kind.children[which] is not Child.REUSED:
                    states = started(self.semiring, done.children[which], group.kind, place)
                    weights = times(at(states, begin), done.edges[which][n, 0, :, vertex])
                    if place + 1 < len(order):
                        after = blocks[place + 1]
                        after = after[n, q if after.shape[1] > 1 else 0, :, vertex]  # [n, x]
                        weights = times(weights, following(self.semiring, after[..., None])[..., 0])
                    picked = self.choose(weights)
                child = self._tensor([children[which] for children in group.children])
                self.placement[problems[mine], child[mine]] = picked[mine]
                self.first[problems[mine], child[mine]] = begin[mine]
                begin = (picked + 1).clamp(max=self.size - 1)

    def _tensor(self, values: list[int]) -> Tensor:
        return torch.tensor(values, dtype=torch.long, device=self.placement.device)
