"""Hard EM as in the paper's appendix: beam search level by level, each level by Murty's k best assignments.

A step's level is the length of the longest path to a leaf. All steps of a level are placed after all steps of
the level before, in any order among themselves: another set of placements than the exact algorithms have.
"""

import heapq
from collections.abc import Iterator, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from torch import Tensor

from cantor.mapping.fit import check_fit
from cantor.mapping.potentials import Potentials
from cantor.mapping.program import NONE, Programs

_Floats = NDArray[np.float64]
_IMPOSSIBLE = 1e9  # stands for infinity, which the assignment solver does not take


def beam_placement(potentials: Potentials, programs: Programs, beam: int = 20) -> Tensor:
    """The best placement that the beam search finds for each problem. -> [B, S]"""
    check_fit(programs, potentials.size)
    placement = torch.full(programs.operator.shape, NONE, device=potentials.root.device)
    emission, transition, root = (
        x.detach().cpu().numpy() for x in (potentials.emission, potentials.transition, potentials.root)
    )
    for b, p in enumerate(programs.each):
        found = _search(emission[b], transition[b], root[b], p.ref, beam)
        placement[b, : len(p)] = placement.new_tensor(found)
    return placement


def levels(ref: Sequence[Sequence[int]]) -> list[list[int]]:
    """Steps by the longest path to a leaf, lowest first."""
    depth: list[int] = []
    for row in ref:
        depth.append(1 + max((depth[r] for r in row if r != NONE), default=-1))
    return [[i for i, d in enumerate(depth) if d == level] for level in range(max(depth) + 1)]


def _search(
    emission: _Floats, transition: _Floats, root: _Floats, ref: Sequence[Sequence[int]], beam: int
) -> list[int]:
    size, groups = len(root), levels(ref)
    remaining = len(ref)
    states: list[tuple[float, dict[int, int]]] = [(0.0, {})]
    for depth, group in enumerate(groups):
        remaining -= len(group)
        grown: list[tuple[float, dict[int, int]]] = []
        for score, at in states:
            first = max((at[i] for i in groups[depth - 1]), default=-1) + 1 if depth else 0
            allowed = slice(first, size - remaining)
            gains = np.stack([_gains(i, emission, transition, ref, at)[allowed] for i in group])
            if depth == len(groups) - 1:
                gains = gains + root[allowed]
            for gain, columns in best_assignments(gains, beam):
                grown.append((score + gain, at | {i: first + c for i, c in zip(group, columns, strict=True)}))
        states = heapq.nlargest(beam, grown, key=lambda state: state[0])
    # all are masked out where no placement has any probability: then any will do
    any_place = {step: vertex for vertex, step in enumerate(i for group in groups for i in group)}
    best = states[0][1] if states else any_place
    return [best[i] for i in range(len(ref))]


def _gains(
    i: int, emission: _Floats, transition: _Floats, ref: Sequence[Sequence[int]], at: dict[int, int]
) -> _Floats:
    """log P_z of step i on each vertex, its operands being placed. -> [L]"""
    gains: _Floats = emission[i].copy()
    for place, operand in enumerate(ref[i]):
        if operand != NONE:
            gains += transition[place, :, at[operand]]
    return gains


def best_assignments(gains: _Floats, count: int) -> Iterator[tuple[float, tuple[int, ...]]]:
    """The `count` best ways to give each row its own column, best first, by Murty's partition.

    gains [rows, columns], -inf where a pair is not allowed. Each solution found splits what is left into
    sub-problems that keep its first few pairs and forbid the next one; none of them overlap.
    """
    if gains.shape[0] > gains.shape[1]:
        return
    queue: list[tuple[float, int, tuple[int, ...], _Floats, int]] = []
    ticket = 0  # breaks ties in the order of creation, so that results are reproducible

    def push(costs: _Floats, fixed: int) -> None:
        nonlocal ticket
        solved = _solve(costs)
        if solved is not None:
            heapq.heappush(queue, (solved[0], ticket, solved[1], costs, fixed))
            ticket += 1

    push(np.where(np.isneginf(gains), _IMPOSSIBLE, -gains), 0)
    while queue and count:
        cost, _, columns, costs, fixed = heapq.heappop(queue)
        yield -cost, columns
        count -= 1
        for row in range(fixed, len(columns)):
            child = costs.copy()
            child[row, columns[row]] = _IMPOSSIBLE
            for kept in range(row):
                value = child[kept, columns[kept]]
                child[kept, :] = _IMPOSSIBLE
                child[kept, columns[kept]] = value
            push(child, row)


def _solve(costs: _Floats) -> tuple[float, tuple[int, ...]] | None:
    rows, columns = linear_sum_assignment(costs)
    chosen = costs[rows, columns]
    if (chosen >= _IMPOSSIBLE).any():
        return None
    return float(chosen.sum()), tuple(int(c) for c in columns)
