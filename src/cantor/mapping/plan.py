"""In which order the exact algorithms work through a batch: steps of one kind at a time, lowest first.

A step's states are [Q, S, L]: by the vertex q of the reused step that is open there (else Q = 1), by the
first vertex that its block may use (where another block stands to its left, else S = 1), by its own vertex.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from cantor.mapping.program import NONE, Program


class Start(IntEnum):
    """Where a step's block may start."""

    WHOLE = 0  # nothing is to its left: anywhere, S = 1
    ANY = 1  # after a block whose end is not known yet: states for every first vertex, S = L
    AFTER = 2  # right after the reused step, whose vertex q is known: S = 1


class Child(IntEnum):
    """How a step's block depends on q."""

    CLOSED = 0  # not at all
    OPEN = 1  # its states are by q
    REUSED = 2  # it is the reused step itself: it stands on q


@dataclass(frozen=True, slots=True, order=True)
class Kind:
    """What the steps of one group have in common, so that the same few operations do for all of them."""

    height: int  # longest path to a leaf in the spanning tree
    start: Start
    children: tuple[Child, ...]  # in block order
    crosses: bool  # uses the open step, which it did not discover
    closes: bool  # all uses of the open step are inside its block


@dataclass(slots=True)
class Group:
    """Steps of one kind, each as (problem, step) and with the operand places that its edges stand for."""

    kind: Kind
    steps: list[tuple[int, int]]
    #: per child, then for the cross edge: which operand places it fills, as bits; one list over the steps
    edges: list[list[int]]


def plan(programs: Sequence[Program], both_orders: bool) -> list[Group]:
    """The groups of a batch, children before parents."""
    groups: dict[Kind, Group] = {}
    for problem, p in enumerate(programs):
        heights: list[int] = []
        for i, (start, children) in enumerate(zip(_starts(p, both_orders), p.children, strict=True)):
            heights.append(1 + max((heights[c] for c in children), default=-1))
            scope = p.scope_of[i]
            crosses = scope != NONE and scope in p.ref[i] and scope not in children
            kinds = tuple(_child(p, c, scope) for c in children)
            kind = Kind(heights[i], start, kinds, crosses, p.closes[i])
            if kind not in groups:
                groups[kind] = Group(kind, [], [[] for _ in range(len(children) + crosses)])
            group = groups[kind]
            group.steps.append((problem, i))
            for edges, operand in zip(group.edges, [*children, *[scope] * crosses], strict=True):
                edges.append(sum(1 << place for place, ref in enumerate(p.ref[i]) if ref == operand))
    return [groups[kind] for kind in sorted(groups)]


def _starts(p: Program, both_orders: bool) -> list[Start]:
    moves = [False] * len(p)  # has a block to its left, or may have
    for children in p.children:
        for child in children if both_orders and len(children) > 1 else children[1:]:
            moves[p.start[child] : child + 1] = [True] * (child + 1 - p.start[child])
    return [
        Start.WHOLE if not moves[i]
        # what comes right before this block in post-order is the reused step
        else Start.AFTER if p.scope_of[i] == p.start[i] - 1 != NONE and not both_orders
        else Start.ANY
        for i in range(len(p))
    ]  # fmt: skip


def _child(p: Program, child: int, scope: int) -> Child:
    if scope == NONE:
        return Child.CLOSED
    if child == scope:
        return Child.REUSED
    return Child.OPEN if p.scope_of[child] == scope else Child.CLOSED
