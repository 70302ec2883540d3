"""Exact sums, maxima, counts and samples over all placements of a program's steps on vertices.

A placement puts step i on vertex p_i with p_0 < p_1 < ..., in post-order. W_i[s, j] is the total of all
placements of step i's block on vertices >= s with step i on j; a later block only needs to know where the
earlier one ended. With a step that is used again outside its own parent, everything up to the lowest block
that holds all its uses is conditioned on that step's vertex q, one more dimension, and summed out there.
docs/mapping.md has the recurrence; tests compare it with enumeration.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations

import torch
from torch import Tensor
from torch.nn.functional import pad

from cantor.mapping.fit import check_fit
from cantor.mapping.plan import Child, Group, Kind, Start, plan
from cantor.mapping.potentials import Potentials
from cantor.mapping.program import NONE, Programs
from cantor.mapping.semiring import COUNT, LOG, MAX, Semiring

#: A choice among scores [n, choices] -> [n].
_Choice = Callable[[Tensor], Tensor]


def log_marginal(potentials: Potentials, programs: Programs, both_orders: bool = False) -> Tensor:
    """log of the sum of P(Z | X) over all placements; -inf where there is none. -> [B]"""
    return _Inside(potentials, programs, LOG, both_orders).total()


def best_placement(potentials: Potentials, programs: Programs, both_orders: bool = False) -> Tensor:
    """The placement with the highest P(Z | X). -> [B, S]

    Among equals the root takes the lowest vertex, then its blocks, from the root down.
    """
    check_fit(programs, potentials.size)
    with torch.no_grad():
        return _Inside(potentials, programs, MAX, both_orders).traced(lambda scores: scores.argmax(-1))


def sample_placement(
    potentials: Potentials,
    programs: Programs,
    generator: torch.Generator | None = None,
    both_orders: bool = False,
) -> Tensor:
    """A placement drawn from its posterior. -> [B, S]"""
    check_fit(programs, potentials.size)

    def draw(scores: Tensor) -> Tensor:
        # all are masked out where no placement has any probability: then any will do
        weights = torch.nan_to_num((scores - scores.amax(-1, keepdim=True)).exp(), nan=1.0)
        return torch.multinomial(weights, 1, generator=generator)[:, 0]

    with torch.no_grad():
        return _Inside(potentials, programs, LOG, both_orders).traced(draw)


def count_placements(programs: Programs, size: int, both_orders: bool = False) -> Tensor:
    """How many placements there are on `size` vertices, exactly while below 2 ** 63. -> [B], int64"""
    batch, steps, places = programs.leaf.shape
    ones = torch.ones(batch, steps, size, dtype=torch.long)
    anywhere = torch.ones(batch, places, size, size, dtype=torch.long)
    return _Inside(Potentials(ones, anywhere, ones[:, 0]), programs, COUNT, both_orders).total()


@dataclass(frozen=True, slots=True)
class _Done:
    """One group and what was made of it, for tracing back."""

    group: Group
    edges: list[Tensor]  # per child: [n, 1, p, j]
    children: list[Tensor]  # per child: its states
    orders: list[tuple[int, ...]]  # in which the blocks may stand
    blocks: list[list[Tensor]]  # per order and block: all placements of it and those after it
    unclosed: Tensor  # the states before q is summed out


class _Inside:
    """The recurrence, from the leaves up, for all problems of a batch at a time."""

    def __init__(self, potentials: Potentials, programs: Programs, semiring: Semiring, both_orders: bool):
        self.potentials, self.programs, self.semiring, self.both = potentials, programs, semiring, both_orders
        self.size, self.device = potentials.size, potentials.root.device
        self.one = torch.full((), semiring.one, dtype=potentials.root.dtype, device=self.device)
        self.zero = torch.full_like(self.one, semiring.zero)
        place = torch.arange(self.size, device=self.device)
        self.from_start = torch.where(place >= place[:, None], self.one, self.zero)  # [S, L]
        self.before = place[:, None] < place  # [p, j]
        self.states: dict[tuple[int, int], Tensor] = {}  # (problem, step) -> [Q, S, L]
        self.done: list[_Done] = []
        self.source = programs.unpadded()
        groups = plan(self.source, both_orders)
        for group, own, edges in zip(groups, self._emissions(groups), self._edges(groups), strict=True):
            self._finish(group, own, edges)

    def _emissions(self, groups: list[Group]) -> tuple[Tensor, ...]:
        """Each group's own potentials, gathered at once for all. -> per group [n, 1, 1, L]"""
        steps = self.potentials.emission.shape[1]
        order = [problem * steps + step for group in groups for problem, step in group.steps]
        flat = self.potentials.emission.flatten(0, 1).index_select(0, self._tensor(order))
        return torch.split(flat[:, None, None], [len(group.steps) for group in groups])

    def _edges(self, groups: list[Group]) -> list[list[Tensor]]:
        """Vertex j takes vertex p at all places that an edge fills. -> per group and edge [n, 1, p, j]"""
        kinds = sorted({bits for group in groups for edges in group.edges for bits in edges})
        if not kinds:
            return [[] for _ in groups]
        table = torch.stack([self._filled(bits) for bits in kinds], 1)  # [B, kinds, j, p]
        table = torch.where(self.before, table.transpose(2, 3), self.zero).flatten(0, 1)
        rows = [
            [
                problem * len(kinds) + kinds.index(bits)
                for (problem, _), bits in zip(g.steps, edges, strict=True)
            ]
            for g in groups
            for edges in g.edges
        ]
        order = self._tensor([row for some in rows for row in some])
        found = iter(torch.split(table.index_select(0, order)[:, None], [len(some) for some in rows]))
        return [[next(found) for _ in group.edges] for group in groups]

    def _filled(self, bits: int) -> Tensor:
        """The product of the transitions of some places. -> [B, j, p]"""
        transition = self.potentials.transition
        places = [transition[:, place] for place in range(transition.shape[1]) if bits >> place & 1]
        result = places[0]
        for other in places[1:]:
            result = self.semiring.times(result, other)
        return result

    def _finish(self, group: Group, own: Tensor, edges: list[Tensor]) -> None:
        """The states of a group, from those of its children. own [n, 1, 1, L]"""
        kind, semiring = group.kind, self.semiring
        if kind.crosses:
            own = semiring.times(own, edges[-1][:, 0, :, None])  # [n, Q, 1, L]
        count = len(kind.children)
        orders = list(permutations(range(count))) if self.both else [tuple(range(count))]
        children = [self._stacked(group, place) for place in range(count)]
        blocks = [self._blocks(kind, order, children, edges) for order in orders]
        if count:
            firsts = [found[0] for found in blocks]
            below = firsts[0] if len(firsts) == 1 else semiring.sum(torch.stack(firsts), 0)
            states = semiring.times(own, below)
        else:
            # a leaf that starts after q takes q as its operand, and edges go up only
            states = semiring.times(own, self.from_start) if kind.start is Start.ANY else own
        self.done.append(_Done(group, edges, children, orders, blocks, states))
        if kind.closes:
            states = semiring.sum(states, 1)[:, None]
        self.states.update(zip(group.steps, states.unbind(), strict=True))

    def _stacked(self, group: Group, place: int) -> Tensor:
        """The states of each step's child. Every step is the child of one, so each is taken once."""
        found = [self.states[problem, self.source[problem].children[i][place]] for problem, i in group.steps]
        return torch.stack(found) if len(found) > 1 else found[0][None]

    def _blocks(
        self, kind: Kind, order: tuple[int, ...], children: list[Tensor], edges: list[Tensor]
    ) -> list[Tensor]:
        """For each block in this order, all placements of it and those after it. -> each [n, Q, S, L]"""
        found: list[Tensor] = []
        for place in reversed(range(len(order))):
            which = order[place]
            states = self._started(kind, place, which, children)
            after = found[0] if found else None
            if kind.children[which] is Child.REUSED:
                found.insert(0, self._on_q(states, edges[which], after))
            else:
                step = edges[which]
                if after is not None:
                    step = self.semiring.times(step, self._next(after))
                found.insert(0, self.semiring.matmul(states, step))
        return found

    def _started(self, kind: Kind, place: int, which: int, children: list[Tensor]) -> Tensor:
        """A child's states, by first vertex only where that matters here. -> [n, 1 or Q, 1 or S, L]"""
        states = children[which]
        if place > 0 or kind.start is Start.ANY or states.shape[2] == 1:
            return states
        if kind.start is Start.WHOLE:
            return states[:, :, :1]
        return self._next(states).transpose(1, 2)  # a block that does not depend on q, from q + 1 on

    def _on_q(self, states: Tensor, edges: Tensor, after: Tensor | None) -> Tensor:
        """The reused step's block, which ends at q, and what comes after it. -> [n, Q, S, L]"""
        found = self.semiring.times(states.transpose(1, 3), edges.transpose(1, 2))
        if after is None:
            return found
        if after.shape[2] > 1:
            after = self._next(after)
            after = (
                after.diagonal(dim1=1, dim2=2).transpose(1, 2)[:, :, None]
                if after.shape[1] > 1
                else after.transpose(1, 2)
            )
        return self.semiring.times(found, after)

    def _next(self, blocks: Tensor) -> Tensor:
        """What may follow a block that ends at p: blocks[p + 1], and nothing after the last vertex."""
        return pad(blocks, (0, 0, -1, 1), value=self.semiring.zero)

    def _rooted(self) -> Tensor:
        """All placements by the root's vertex. -> [B, L]"""
        last = [self.states[problem, len(p) - 1] for problem, p in enumerate(self.source)]
        return self.semiring.times(torch.stack(last)[:, 0, 0], self.potentials.root)

    def total(self) -> Tensor:
        """-> [B]"""
        return self.semiring.sum(self._rooted(), -1)

    def _tensor(self, values: list[int]) -> Tensor:
        return torch.tensor(values, dtype=torch.long, device=self.device)

    def traced(self, choose: _Choice) -> Tensor:
        """One placement, chosen from the root down. -> [B, S]"""
        trace = _Trace(self, choose)
        for done in reversed(self.done):
            trace.descend(done)
        return trace.placement


class _Trace:
    """Placements under construction: which vertices are known so far."""

    def __init__(self, inside: _Inside, choose: _Choice):
        self.inside, self.choose = inside, choose
        shape, device = inside.programs.operator.shape, inside.device
        self.placement = torch.full(shape, NONE, device=device)
        self.first = torch.zeros(shape, dtype=torch.long, device=device)  # where each block may start
        self.q = torch.zeros(shape[0], dtype=torch.long, device=device)  # the open reused step's vertex
        everyone = torch.arange(shape[0], device=device)
        self.placement[everyone, inside.programs.length.to(device) - 1] = choose(inside._rooted())

    def descend(self, done: _Done) -> None:
        """From the vertices of a group's steps, choose those of their children."""
        group, times = done.group, self.inside.semiring.times
        problems, steps = self.inside._tensor([x for step in group.steps for x in step]).view(-1, 2).T
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
                    states = self.inside._started(group.kind, place, which, done.children)
                    weights = times(at(states, begin), done.edges[which][n, 0, :, vertex])
                    if place + 1 < len(order):
                        after = blocks[place + 1]
                        after = after[n, q if after.shape[1] > 1 else 0, :, vertex]  # [n, x]
                        weights = times(weights, self.inside._next(after[..., None])[..., 0])
                    picked = self.choose(weights)
                child = self.inside._tensor(
                    [self.inside.source[b].children[i][which] for b, i in group.steps]
                )
                self.placement[problems[mine], child[mine]] = picked[mine]
                self.first[problems[mine], child[mine]] = begin[mine]
                begin = (picked + 1).clamp(max=self.inside.size - 1)
