"""Exact sums, maxima, counts and samples over all placements of a program's steps on vertices.

`recurrence` says how; here it is done for a whole batch, all steps of one kind (`plan`) at a time, with steps
that are used again (`reuse`) and both orders of the blocks of a step where they are asked for. Tests compare
everything with enumeration.
"""

from itertools import permutations

import torch
from torch import Tensor

from cantor.mapping.fit import check_fit
from cantor.mapping.plan import Child, Group, Kind, Start, plan
from cantor.mapping.potentials import Potentials
from cantor.mapping.program import Programs
from cantor.mapping.recurrence import placed
from cantor.mapping.reuse import on_q, started
from cantor.mapping.semiring import COUNT, LOG, MAX, Semiring
from cantor.mapping.traceback import Done, Trace


def log_marginal(potentials: Potentials, programs: Programs, both_orders: bool = False) -> Tensor:
    """log of the sum of P(Z | X) over all placements; -inf where there is none. -> [B]"""
    return _Inside(potentials, programs, LOG, both_orders).total()


def best_placement(potentials: Potentials, programs: Programs, both_orders: bool = False) -> Tensor:
    """The placement with the highest P(Z | X). -> [B, S]

    Among equals the root takes the lowest vertex, then its blocks, from the root down.
    """
    check_fit(programs, potentials.size)
    with torch.no_grad():
        found = _Inside(potentials, programs, MAX, both_orders)
        return Trace(programs, MAX, found.rooted(), lambda scores: scores.argmax(-1)).back(found.done)


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
        found = _Inside(potentials, programs, LOG, both_orders)
        return Trace(programs, LOG, found.rooted(), draw).back(found.done)


def count_placements(programs: Programs, size: int, both_orders: bool = False) -> Tensor:
    """How many placements there are on `size` vertices, exactly while below 2 ** 63. -> [B], int64"""
    batch, steps, places = programs.leaf.shape
    ones = torch.ones(batch, steps, size, dtype=torch.long)
    anywhere = torch.ones(batch, places, size, size, dtype=torch.long)
    return _Inside(Potentials(ones, anywhere, ones[:, 0]), programs, COUNT, both_orders).total()


class _Inside:
    """The recurrence, from the leaves up, for all problems of a batch at a time."""

    def __init__(self, potentials: Potentials, programs: Programs, semiring: Semiring, both_orders: bool):
        self.potentials, self.programs, self.semiring, self.both = potentials, programs, semiring, both_orders
        self.device = potentials.root.device
        self.zero = torch.full((), semiring.zero, dtype=potentials.root.dtype, device=self.device)
        vertex = torch.arange(potentials.size, device=self.device)
        self.from_start = torch.where(vertex >= vertex[:, None], semiring.one, self.zero)  # [s, j]
        self.before = vertex[:, None] < vertex  # [p, j]
        self.states: dict[tuple[int, int], Tensor] = {}  # (problem, step) -> W [Q, S, L]
        self.done: list[Done] = []  # for tracing back
        groups = plan(programs.each, both_orders)
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
        number = {bits: i for i, bits in enumerate(kinds)}
        table = torch.stack([self._filled(bits) for bits in kinds], 1)  # [B, kinds, j, p]
        table = torch.where(self.before, table.transpose(2, 3), self.zero).flatten(0, 1)
        rows = [
            [
                problem * len(kinds) + number[bits]
                for (problem, _), bits in zip(group.steps, column, strict=True)
            ]
            for group in groups
            for column in zip(*group.edges, strict=True)
        ]
        order = self._tensor([row for some in rows for row in some])
        found = iter(torch.split(table.index_select(0, order)[:, None], [len(some) for some in rows]))
        return [[next(found) for _ in group.edges[0]] for group in groups]

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
        self.done.append(Done(group, edges, children, orders, blocks, states))
        if kind.closes:
            states = semiring.sum(states, 1)[:, None]
        self.states.update(zip(group.steps, states.unbind(), strict=True))

    def _stacked(self, group: Group, place: int) -> Tensor:
        """The states of each step's child. Every step is the child of one, so each is taken once."""
        found = [
            self.states[problem, children[place]]
            for (problem, _), children in zip(group.steps, group.children, strict=True)
        ]
        return torch.stack(found) if len(found) > 1 else found[0][None]

    def _blocks(
        self, kind: Kind, order: tuple[int, ...], children: list[Tensor], edges: list[Tensor]
    ) -> list[Tensor]:
        """For each block in this order, all placements of it and those after it. -> each [n, Q, S, L]"""
        found: list[Tensor] = []
        after = None
        for place in reversed(range(len(order))):
            which = order[place]
            states = started(self.semiring, children[which], kind, place)
            join = on_q if kind.children[which] is Child.REUSED else placed
            after = join(self.semiring, states, edges[which], after)
            found.insert(0, after)
        return found

    def rooted(self) -> Tensor:
        """All placements by the root's vertex. -> [B, L]"""
        last = [self.states[problem, len(p) - 1] for problem, p in enumerate(self.programs.each)]
        return self.semiring.times(torch.stack(last)[:, 0, 0], self.potentials.root)

    def total(self) -> Tensor:
        """-> [B]"""
        return self.semiring.sum(self.rooted(), -1)

    def _tensor(self, values: list[int]) -> Tensor:
        return torch.tensor(values, dtype=torch.long, device=self.device)
