"""Enumeration over each algorithm's own set of placements: slow, short and plainly right."""

from itertools import combinations, permutations, product

import torch
from torch import Tensor

from cantor.mapping.potentials import Potentials
from cantor.mapping.program import NONE, Program

Placements = list[tuple[int, ...]]


def increasing(p: Program, size: int) -> Placements:
    """The exact algorithms' set: vertices increase in post-order."""
    return list(combinations(range(size), len(p)))


def either_order(p: Program, size: int) -> Placements:
    """The blocks of a step may change places, as long as every operand still comes before its user."""

    def orders(i: int) -> list[list[int]]:
        return [
            [step for part in parts for step in part] + [i]
            for blocks in permutations(p.children[i])
            for parts in product(*(orders(child) for child in blocks))
        ]

    found = []
    for order in orders(len(p) - 1):
        for vertices in combinations(range(size), len(p)):
            at = [0] * len(p)
            for step, vertex in zip(order, vertices, strict=True):
                at[step] = vertex
            if all(r == NONE or at[r] < at[i] for i, row in enumerate(p.ref) for r in row):
                found.append(tuple(at))
    return found


def by_level(p: Program, size: int) -> Placements:
    """The beam's set: all of a level after all of the level before, in any order among themselves."""
    depth: list[int] = []
    for row in p.ref:
        depth.append(1 + max((depth[r] for r in row if r != NONE), default=0))
    found = []
    for vertices in permutations(range(size), len(p)):
        pairs = list(zip(depth, vertices, strict=True))
        if all(v < w for d, v in pairs for e, w in pairs if d < e):
            found.append(vertices)
    return found


def scores(potentials: Potentials, row: int, p: Program, placements: Placements) -> Tensor:
    """log P(Z | X) of many placements of one problem, each by the plain product."""
    at = torch.tensor(placements).view(-1, len(p))
    total = potentials.root[row, at[:, -1]]
    for i in range(len(p)):
        total = total + potentials.emission[row, i, at[:, i]]
        for place, r in enumerate(p.ref[i]):
            if r != NONE:
                total = total + potentials.transition[row, place, at[:, i], at[:, r]]
    return total


def independent_scores(potentials: Potentials, row: int, p: Program) -> Tensor:
    """The paper's marginal likelihood: the tree written out, each node anywhere after its operands."""
    nodes: list[tuple[int, list[tuple[int, int]]]] = []  # step, (place, node) of its operands

    def write(step: int) -> int:
        operands = [(place, write(r)) for place, r in enumerate(p.ref[step]) if r != NONE]
        nodes.append((step, operands))
        return len(nodes) - 1

    write(len(p) - 1)
    totals = []
    for at in product(range(potentials.size), repeat=len(nodes)):
        if any(at[o] >= at[n] for n, (_, operands) in enumerate(nodes) for _, o in operands):
            continue
        total = potentials.root[row, at[-1]]
        for n, (step, operands) in enumerate(nodes):
            total = total + potentials.emission[row, step, at[n]]
            for place, o in operands:
                total = total + potentials.transition[row, place, at[n], at[o]]
        totals.append(total)
    return torch.stack(totals)
