"""In which order the exact algorithms work through a batch: steps of one kind at a time, lowest first.

A step's states are [Q, S, L]: by the vertex q of the reused step that is open there (else Q = 1), by the
first vertex that its block may use (where another block stands to its left, else S = 1), by its own vertex.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache

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
    """Steps of one kind, each as (problem, step), with its children and the operand places of its edges."""

    kind: Kind
    steps: list[tuple[int, int]] = field(default_factory=list)
    children: list[tuple[int, ...]] = field(default_factory=list)  # per step, in block order
    #: per step, for each child and then for the cross edge: which operand places it fills, as bits
    edges: list[tuple[int, ...]] = field(default_factory=list)


def plan(programs: Sequence[Program], both_orders: bool) -> list[Group]:
    """The groups of a batch, children before parents."""
    groups: dict[Kind, Group] = {}
    for problem, p in enumerate(programs):
        kinds = _kinds(p.ref, p.children, p.start, p.scope_of, p.closes, both_orders)
        for i, (kind, edges) in enumerate(kinds):
            group = groups.get(kind)
            if group is None:
                group = groups[kind] = Group(kind)
            group.steps.append((problem, i))
            group.children.append(p.children[i])
            group.edges.append(edges)
    return [groups[kind] for kind in sorted(groups)]


_Table = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=1 << 16)  # by form, so that problems with like equations share it, in all epochs
def _kinds(
    ref: _Table,
    children: _Table,
    start: tuple[int, ...],
    scope_of: tuple[int, ...],
    closes: tuple[bool, ...],
    both_orders: bool,
) -> tuple[tuple[Kind, tuple[int, ...]], ...]:
    """For each step of a program of this form its kind, and which operand places each of its edges fills."""
    heights: list[int] = []
    found = []
    starts = _starts(children, start, scope_of, both_orders)
    for i, below in enumerate(children):
        heights.append(1 + max((heights[c] for c in below), default=-1))
        scope = scope_of[i]
        crosses = scope != NONE and scope in ref[i] and scope not in below
        how = tuple(_child(scope_of, c, scope) for c in below)
        edges = tuple(
            sum(1 << place for place, taken in enumerate(ref[i]) if taken == operand)
            for operand in [*below, *[scope] * crosses]
        )
        found.append((Kind(heights[i], starts[i], how, crosses, closes[i]), edges))
    return tuple(found)


def _starts(
    children: _Table, start: tuple[int, ...], scope_of: tuple[int, ...], both_orders: bool
) -> list[Start]:
    moves = [False] * len(children)  # has a block to its left, or may have
    for below in children:
        for child in below if both_orders and len(below) > 1 else below[1:]:
            moves[start[child] : child + 1] = [True] * (child + 1 - start[child])
    return [
        Start.WHOLE if not moves[i]
        # what comes right before this block in post-order is the reused step
        else Start.AFTER if scope_of[i] == start[i] - 1 != NONE and not both_orders
        else Start.ANY
        for i in range(len(children))
    ]  # fmt: skip


def _child(scope_of: tuple[int, ...], child: int, scope: int) -> Child:
    if scope == NONE:
        return Child.CLOSED
    if child == scope:
        return Child.REUSED
    return Child.OPEN if scope_of[child] == scope else Child.CLOSED
