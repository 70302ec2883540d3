"""Layered graph layout: levels, an order inside each level with few crossings, coordinates.

Vertices are numbered 0, 1, ...; `children[v]` lists what v points to, one level or more below it.
"""

import random
from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

#: Beyond this many bends long edges are drawn straight, so that large graphs stay quick to draw.
MAX_BENDS = 2_000

_SWEEPS = 8

#: How many orders to try where lines cross: at most so many, and fewer in larger graphs.
_STARTS = 40
_EFFORT = 4_000
_MIXED = 0.35  # the share of vertices whose children change places at a new start


@dataclass(frozen=True)
class Layers:
    """Where everything is: level and x of each vertex, and the bends of each edge from top to bottom.

    The bends of edge (parent, child) are (level, x) pairs. Edges to one child share their bends.
    """

    levels: list[int]
    xs: list[float]
    bends: dict[tuple[int, int], list[tuple[int, float]]]


def layered(
    children: Sequence[Sequence[int]],
    roots: Sequence[int],
    widths: Sequence[float],
    gap: float,
    bend_gap: float,
) -> Layers:
    """Place the vertices reachable from the roots (all must be); a root that nothing uses is near the top.

    Such roots stand from left to right in the order given, where that costs no crossings.
    """
    used = {child for below in children for child in below}
    tops = [root for root in dict.fromkeys(roots) if root not in used]
    levels = _levels(children, tops)
    net = [list(dict.fromkeys(below)) for below in children]
    chains = _add_bends(net, levels)
    parents: list[list[int]] = [[] for _ in net]
    for v, below in enumerate(net):
        for child in below:
            parents[child].append(v)
    rows = _best_rows(net, parents, tops, levels)
    sizes = [*widths, *[0.0] * (len(net) - len(widths))]
    gaps = [gap] * len(widths) + [bend_gap] * (len(net) - len(widths))
    xs = _coordinates(rows, net, parents, sizes, gaps)
    count = len(children)
    bends = {edge: [(levels[b], xs[b]) for b in chain] for edge, chain in chains.items()}
    return Layers(levels[:count], xs[:count], bends)


def _levels(children: Sequence[Sequence[int]], tops: Sequence[int]) -> list[int]:
    """The longest way down from a top to each vertex; no top is higher above its children than need be."""
    waiting = [0] * len(children)
    for below in children:
        for child in below:
            waiting[child] += 1
    levels = [0] * len(children)
    order: list[int] = []  # users before what they use
    ready = list(tops)
    while ready:
        v = ready.pop()
        order.append(v)
        for child in children[v]:
            levels[child] = max(levels[child], levels[v] + 1)
            waiting[child] -= 1
            if not waiting[child]:
                ready.append(child)
    if len(tops) > 1:
        for top in tops:
            _lower(top, children, order, levels)
    return levels


def _lower(top: int, children: Sequence[Sequence[int]], order: Sequence[int], levels: list[int]) -> None:
    """Let a top and what only it uses sink, in place, until it stands right above what others use too."""
    own = {top}
    for v in order:
        if v in own:
            own.update(children[v])
    for v in order:  # what is used from outside is not its own, nor is what that uses
        if v not in own:
            own.difference_update(children[v])
    room = min((levels[c] - levels[v] - 1 for v in own for c in children[v] if c not in own), default=0)
    for v in own:
        levels[v] += room


def _add_bends(net: list[list[int]], levels: list[int]) -> dict[tuple[int, int], list[int]]:
    """Break edges that skip levels into pieces, in place; returns the chain of bends of each edge."""
    top = list(levels)  # the highest level from which each vertex is used
    edges = [(v, child) for v, below in enumerate(net) for child in below]
    for v, child in edges:
        top[child] = min(top[child], levels[v])
    spans = [max(0, level - t - 1) for level, t in zip(levels, top, strict=True)]
    if sum(spans) > MAX_BENDS:
        return {}
    trunk: dict[int, list[int]] = {}  # from just below the highest user down to just above the child
    for child, span in enumerate(spans):
        if span:
            chain = list(range(len(net), len(net) + span))
            net.extend([b + 1] for b in chain[:-1])
            net.append([child])
            levels.extend(range(top[child] + 1, levels[child]))
            trunk[child] = chain
    chains: dict[tuple[int, int], list[int]] = {}
    for v, child in edges:
        if levels[child] - levels[v] > 1:
            chain = trunk[child][levels[v] - top[child] :]
            chains[v, child] = chain
            net[v][net[v].index(child)] = chain[0]
    return chains


def _best_rows(
    net: list[list[int]], parents: list[list[int]], tops: Sequence[int], levels: list[int]
) -> list[list[int]]:
    """Operand order where that gives no crossings, as in all trees; else the best of several starts."""
    best, least = _uncrossed(_rows(net, tops, levels, None), net, parents)
    chance = random.Random(0)  # seeded: the same equation always looks the same
    score = least, _disorder(best, net)
    for _ in range(min(_STARTS, _EFFORT // len(net))):
        if not any(score):
            break
        rows, crossings = _uncrossed(_rows(net, tops, levels, chance), net, parents)
        if (crossings, disorder := _disorder(rows, net)) < score:
            best, score = rows, (crossings, disorder)
    return best


def _disorder(rows: list[list[int]], net: list[list[int]]) -> int:
    """Vertices whose children do not stand in their own order from left to right."""
    place = _places(rows, len(net))
    return sum(any(place[u] > place[v] for u, v in pairwise(below)) for below in net)


def _rows(
    net: list[list[int]], tops: Sequence[int], levels: list[int], chance: random.Random | None
) -> list[list[int]]:
    """Vertices by level in depth-first order, which draws a tree without crossings."""
    rows: list[list[int]] = [[] for _ in range(max(levels) + 1)]
    todo = list(reversed(tops))
    if chance is not None:
        chance.shuffle(todo)
    seen = set(tops)
    while todo:
        v = todo.pop()
        rows[levels[v]].append(v)
        fresh = [child for child in net[v] if child not in seen]
        seen.update(fresh)
        if chance is not None and chance.random() < _MIXED:
            chance.shuffle(fresh)
        todo.extend(reversed(fresh))
    return rows


def _uncrossed(
    rows: list[list[int]], net: list[list[int]], parents: list[list[int]]
) -> tuple[list[list[int]], int]:
    """Reorder rows by the mean place of their neighbours, as long as that helps; also counts crossings."""
    best, least = rows, _crossings(rows, net)
    for _ in range(_SWEEPS):
        if not least:
            break
        rows = [list(row) for row in rows]
        place = _places(rows, len(net))
        for sweep, neighbours in ((rows[1:], parents), (rows[-2::-1], net)):
            for row in sweep:
                means = {v: _mean([place[u] for u in neighbours[v]], place[v]) for v in row}
                row.sort(key=means.__getitem__)
                for i, v in enumerate(row):
                    place[v] = i
        crossings = _crossings(rows, net)
        if crossings >= least:
            break
        best, least = rows, crossings
    return best, least


def _places(rows: list[list[int]], count: int) -> list[float]:
    place = [0.0] * count
    for row in rows:
        for i, v in enumerate(row):
            place[v] = i
    return place


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _crossings(rows: list[list[int]], net: list[list[int]]) -> int:
    """Pairs of edges between neighbouring rows that cross."""
    place = _places(rows, len(net))
    total = 0
    for row in rows:
        ends: list[float] = []
        for v in row:
            own = sorted(place[child] for child in net[v])
            total += sum(len(ends) - bisect_right(ends, end) for end in own)
            for end in own:
                insort(ends, end)
    return total


def _coordinates(
    rows: list[list[int]],
    net: list[list[int]],
    parents: list[list[int]],
    widths: Sequence[float],
    gaps: Sequence[float],
) -> list[float]:
    """Each vertex as near as its row allows to the middle of its neighbours."""
    offsets: list[list[float]] = []  # each vertex's place when its row is packed
    xs = [0.0] * len(net)
    for row in rows:
        offset = [0.0]
        for u, v in pairwise(row):
            offset.append(offset[-1] + (widths[u] + widths[v]) / 2 + (gaps[u] + gaps[v]) / 2)
        offsets.append(offset)
        for v, x in zip(row, offset, strict=True):
            xs[v] = x - offset[-1] / 2
    downward = list(enumerate(rows))
    for _ in range(_SWEEPS):
        for order, neighbours in ((downward[1:], parents), (downward[-2::-1], net)):
            for i, row in order:
                wanted = [_mean([xs[u] for u in neighbours[v]], xs[v]) for v in row]
                for v, x in zip(row, _apart(wanted, offsets[i]), strict=True):
                    xs[v] = x
    return xs


def _apart(wanted: Sequence[float], offsets: Sequence[float]) -> list[float]:
    """The places nearest to those wanted (least squares) that are as far apart as the offsets.

    In terms of place minus offset this is isotonic regression: pool neighbours that are out of order.
    """
    pools: list[tuple[float, int]] = []
    for want, offset in zip(wanted, offsets, strict=True):
        mean, size = want - offset, 1
        while pools and pools[-1][0] >= mean:
            other, count = pools.pop()
            mean, size = (mean * size + other * count) / (size + count), size + count
        pools.append((mean, size))
    shifts = [mean for mean, size in pools for _ in range(size)]
    return [shift + offset for shift, offset in zip(shifts, offsets, strict=True)]
