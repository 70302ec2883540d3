"""The gold trees of a batch by depth and height, so that a tree decoder learns from all of them at once.

A goal depends on those above it and on the finished sub-trees to its left; a sub-tree's embedding depends on
those inside it alone. So all embeddings come first, height by height, then all goals, depth by depth: a
training step takes as many rounds as the deepest tree has levels, however many trees there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

#: The cell that stands for no sub-tree.
NO_CELL = 0


@dataclass(frozen=True, slots=True)
class Level:
    """The n nodes at one depth of all trees, those at their parents' first place first."""

    problem: Tensor  # [n]
    slot: Tensor  # [n]: the node's turn among those of its problem
    tree: Tensor  # [n]
    token: Tensor  # [n]
    steps: Tensor  # [n]: operators that come before it in prefix order
    parent: Tensor  # [n]: a node of the level above; 0 for roots, which have none
    before: Tensor  # [n]: the cell of the sub-trees to its left under the same parent
    at_place: list[int]  # how many nodes stand at place 0, 1, ...


@dataclass(frozen=True, slots=True)
class Merges:
    """Cells made of an operator and two earlier cells. All [n]"""

    operator: Tensor
    left: Tensor
    right: Tensor


@dataclass(frozen=True, slots=True)
class TreeBatch:
    """Trees with their owners. Cell 0 is none, then come the leaves, then the merges in order."""

    owner: Tensor  # [trees]: whose problem each tree solves
    levels: list[Level]  # at least one, however empty
    leaf_problem: Tensor  # [leaves]
    leaf_token: Tensor  # [leaves]
    merges: list[Merges]


@dataclass(slots=True)
class _Node:
    tree: int
    problem: int
    token: int
    steps: int
    place: int
    parent: "_Node | None"
    inside: bool  # whether its embedding is needed
    children: "list[_Node]" = field(default_factory=list)
    before: tuple[int, int] | None = None
    index: int = 0  # in its level


class _Cells:
    """Cells by height, named (height, turn) until all are known."""

    def __init__(self) -> None:
        self.leaves: list[tuple[int, int]] = []
        self.merges: list[list[tuple[int, tuple[int, int], tuple[int, int] | None]]] = []

    def leaf(self, problem: int, token: int) -> tuple[int, int]:
        self.leaves.append((problem, token))
        return 0, len(self.leaves) - 1

    def merge(
        self, operator: int, left: tuple[int, int], right: tuple[int, int] | None = None
    ) -> tuple[int, int]:
        height = 1 + max(left[0], right[0] if right else 0)
        while len(self.merges) < height:
            self.merges.append([])
        self.merges[height - 1].append((operator, left, right))
        return height, len(self.merges[height - 1]) - 1

    def places(self) -> list[int]:
        """Where the cells of each height begin."""
        starts = [NO_CELL + 1]
        for size in (len(self.leaves), *map(len, self.merges)):
            starts.append(starts[-1] + size)
        return starts


def plant(trees: Sequence[Sequence[Sequence[int]]], arity: Sequence[int], device: torch.device) -> TreeBatch:
    """The forest of each problem's trees, given as tokens in prefix order; operators are the first tokens."""
    cells = _Cells()
    by_depth: list[list[_Node]] = [[]]
    owner: list[int] = []
    for problem, written in enumerate(trees):
        for tokens in written:
            nodes, depths = _grow(tokens, arity, len(owner), problem)
            owner.append(problem)
            _embed(nodes, arity, cells)
            for node, depth in zip(nodes, depths, strict=True):
                if depth == len(by_depth):
                    by_depth.append([])
                by_depth[depth].append(node)
    starts = cells.places()

    def place(cell: tuple[int, int] | None) -> int:
        return NO_CELL if cell is None else starts[cell[0]] + cell[1]

    def numbers(values: Sequence[int]) -> Tensor:
        return torch.tensor(values, dtype=torch.long, device=device)

    levels = []
    for nodes in by_depth:
        nodes.sort(key=lambda node: node.place)
        turns: dict[int, int] = {}
        slots = []
        for index, node in enumerate(nodes):
            node.index = index
            slots.append(turns.get(node.problem, 0))
            turns[node.problem] = slots[-1] + 1
        at_place = [0] * (1 + max((node.place for node in nodes), default=0))
        for node in nodes:
            at_place[node.place] += 1
        level = Level(
            problem=numbers([node.problem for node in nodes]),
            slot=numbers(slots),
            tree=numbers([node.tree for node in nodes]),
            token=numbers([node.token for node in nodes]),
            steps=numbers([node.steps for node in nodes]),
            parent=numbers([node.parent.index if node.parent else 0 for node in nodes]),
            before=numbers([place(node.before) for node in nodes]),
            at_place=at_place,
        )
        levels.append(level)
    merges = [
        Merges(
            numbers([operator for operator, _, _ in row]),
            numbers([place(left) for _, left, _ in row]),
            numbers([place(right) for _, _, right in row]),
        )
        for row in cells.merges
    ]
    return TreeBatch(
        numbers(owner),
        levels,
        numbers([problem for problem, _ in cells.leaves]),
        numbers([token for _, token in cells.leaves]),
        merges,
    )


def _grow(
    tokens: Sequence[int], arity: Sequence[int], tree: int, problem: int
) -> tuple[list[_Node], list[int]]:
    """The nodes of one tree in prefix order, and their depths."""
    nodes: list[_Node] = []
    depths: list[int] = []
    steps = 0
    todo: list[tuple[_Node | None, int, int]] = [(None, 0, 0)]
    for token in tokens:
        parent, place, depth = todo.pop()
        # an embedding serves the goals to its right, and the embeddings it is part of
        inside = parent is not None and (parent.inside or place < arity[parent.token] - 1)
        node = _Node(tree, problem, token, steps, place, parent, inside)
        if parent is not None:
            parent.children.append(node)
        nodes.append(node)
        depths.append(depth)
        if token < len(arity):
            steps += 1
            todo += [(node, p, depth + 1) for p in reversed(range(arity[token]))]
    return nodes, depths


def _embed(nodes: Sequence[_Node], arity: Sequence[int], cells: _Cells) -> None:
    """Name the cells that a tree needs, children before parents."""
    made: dict[int, tuple[int, int]] = {}
    for node in reversed(nodes):
        if node.token >= len(arity):
            if node.inside:
                made[id(node)] = cells.leaf(node.problem, node.token)
            continue
        finished: tuple[int, int] | None = None
        for child in node.children:
            child.before = finished
            if not child.inside:
                break  # the last one, and nobody asks for the whole
            value = made[id(child)]
            finished = value if finished is None else cells.merge(node.token, finished, value)
        if node.inside:
            assert finished is not None
            alone = len(node.children) == 1
            made[id(node)] = cells.merge(node.token, finished) if alone else finished
