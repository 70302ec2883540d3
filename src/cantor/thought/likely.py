"""The likeliest short equations of a batch: of one or two steps, or of a step over what vertices hold.

Few of all these can be among the best: bounds tell which of them are worth computing.

Shapes: B problems, L vertices, F operators of two places, K leaves, N = K + L operands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from cantor.thought.inside import Booleans, Doubles, Indices, Inside

#: Leaves that equations are made of: the likeliest, so that a text of many numbers costs no more than others.
_LEAVES = 10


class Candidate(NamedTuple):
    """A step over columns of `Inside`, or over one more step (-1) on leaves."""

    operator: int
    left: int
    right: int
    below: tuple[int, int, int] | None = None


class Likely:
    """What is likely in each problem, where its vertices hold different things in `distinct` ones only.

    There are `count` candidates of each that no vertex holds, if there are so many at all.
    """

    def __init__(self, inside: Inside, distinct: Sequence[Sequence[int]], count: int):
        self._inside, batch, size = inside, len(inside.root), inside.size
        self._operators = np.flatnonzero(inside.arity == 2)
        self._free = inside.free[self._operators]
        self._none = not len(self._operators) or inside.columns == size
        if self._none:
            return
        # No expression is twice in a table, so that all but `count` of so many may be held.
        self._wanted = [count + len(vertices) for vertices in distinct]
        mass = inside.operand[:, :2, :, size:].sum((1, 2))
        leaves = size + np.argsort(-mass, axis=1, kind="stable")[:, :_LEAVES]
        self._kinds = leaves.shape[1]
        self._columns = np.concatenate([leaves, np.tile(np.arange(size), (batch, 1))], 1)  # [B, N]
        held = np.zeros((batch, self._kinds + size), dtype=bool)
        held[:, : self._kinds] = True
        for b, vertices in enumerate(distinct):
            held[b, [self._kinds + v for v in vertices]] = True
        every = np.arange(batch)[:, None]
        self._x = inside.takes[every, 0, self._columns] * held[..., None]  # [B, N, L]: as the left operand
        self._y = inside.takes[every, 1, self._columns] * held[..., None]
        self._top = inside.root[:, None] * inside.operator[:, self._operators]  # [B, F, L]
        self._least = self._over_leaves()
        self._left, self._right = self._two_at_most()

    def _over_leaves(self) -> list[float]:
        """Of each problem, the probability of the last of enough steps over leaves: none below is needed."""
        x, y = self._x[:, : self._kinds], self._y[:, : self._kinds]
        one = (self._top[:, :, None] * x[:, None]) @ y[:, None].swapaxes(-1, -2)  # [B, F, K, K]
        free = one[:, self._free]
        one[:, self._free] = (free + free.swapaxes(-1, -2)) * _weights(self._kinds, 0)[1]
        flat, most = one.reshape(len(one), -1), max(self._wanted)
        if flat.shape[1] <= most:
            return [0.0] * len(flat)
        best = np.sort(np.partition(flat, -most - 1, axis=1)[:, -most - 1 :], axis=1)
        return [float(row[-n - 1]) for row, n in zip(best, self._wanted, strict=True)]

    def _two_at_most(self) -> tuple[Doubles, Doubles]:
        """Bounds of equations of two steps by the upper one and its leaf. -> [B, F, K] each

        The lower one is the left operand; or the right one, of operators where that differs.
        """
        x, y = self._x[:, : self._kinds], self._y[:, : self._kinds]
        orders = np.where(self._free, 2.0, 1.0)[:, None]
        chosen = (self._inside.operator[:, self._operators] * orders).max(1)  # [B, L]
        carried = chosen * x.max(1) * y.max(1)
        taken = (carried[:, None, None] @ self._inside.vertices[:, :2])[:, :, 0]  # [B, 2, L]
        left = self._top @ (y * taken[:, :1]).swapaxes(1, 2)
        right = self._top @ (x * taken[:, 1:]).swapaxes(1, 2)
        free = self._free[:, None]
        return np.where(free, left + right, left), np.where(free, 0.0, right)

    def candidates(self, b: int) -> Iterator[Candidate]:
        """The best of a problem, best first."""
        if self._none:
            return
        x, y, wanted, kinds = self._x[b], self._y[b], self._wanted[b], self._kinds
        columns, operators = self._columns[b].tolist(), self._operators.tolist()
        one = _steps(self._top[b], self._free, x, y, kinds, self._least[b])
        best, least = one.best(wanted, self._least[b])
        found = [(p, 0, at) for p, at in best]
        left, right = (np.nonzero(bound[b] > least) for bound in (self._left, self._right))
        if len(left[0]) + len(right[0]):
            tops = self._upper(b, left, right)  # [rows, L]
            lower = tops[:, None] * self._inside.operator[b, self._operators]  # [rows, F, L]
            free = np.tile(self._free, len(tops))
            two = _steps(lower.reshape(-1, lower.shape[2]), free, x[:kinds], y[:kinds], kinds, least)
            found += [(p, 1, at) for p, at in two.best(wanted, least)[0]]
            rows = [(f, -1, leaf) for f, leaf in zip(*map(np.ndarray.tolist, left), strict=True)]
            rows += [(f, leaf, -1) for f, leaf in zip(*map(np.ndarray.tolist, right), strict=True)]
        columns.append(-1)  # that of the step below
        for _, steps, at in sorted(found):
            if not steps:
                f, i, j = one.at(at)
                yield Candidate(operators[f], columns[i], columns[j])
            else:
                step, i, j = two.at(at)
                row, below = divmod(step, len(operators))
                f, a, c = rows[row]
                yield Candidate(
                    operators[f], columns[a], columns[c], (operators[below], columns[i], columns[j])
                )

    def _upper(self, b: int, left: tuple[Indices, ...], right: tuple[Indices, ...]) -> Doubles:
        """Probabilities of an upper step with its leaf, and of taking vertex v as the other. -> [rows, L]"""
        (f, a), (g, c) = left, right
        top, x, y = self._top[b], self._x[b], self._y[b]
        vertices = self._inside.operand[b, :2, :, : self._inside.size]
        on_right = np.concatenate([top[f] * x[a] * self._free[f, None], top[g] * x[c]])
        tops: Doubles = on_right @ vertices[1]
        tops[: len(f)] += (top[f] * y[a]) @ vertices[0]
        return tops


@dataclass(frozen=True, slots=True)
class _Steps:
    """Probabilities of steps over two operands each."""

    kind: Indices  # [rows]
    left: Indices  # [rows]
    table: Doubles  # [rows, N]

    def at(self, place: int) -> tuple[int, int, int]:
        """Kind and operands."""
        row, right = divmod(place, self.table.shape[1])
        return int(self.kind[row]), int(self.left[row]), right

    def best(self, count: int, least: float) -> tuple[list[tuple[float, int]], float]:
        """The `count` largest above `least` as (-p, place), in no order; and what others must be above."""
        flat = self.table.ravel()
        at = np.flatnonzero(flat > least)
        if len(at) > count:
            at = at[np.argpartition(flat[at], len(at) - count)[len(at) - count :]]
        values = flat[at]
        found = list(zip((-values).tolist(), at.tolist(), strict=True))
        return found, float(values.min()) if len(at) == count else least


def _steps(top: Doubles, free: Booleans, x: Doubles, y: Doubles, kinds: int, least: float) -> _Steps:
    """Steps of several kinds over operands, with all that may be above `least`.

    `top` [kinds of steps, L] is the probability of all that is not an operand, of each place of the step.
    """
    both = np.concatenate([x, y], 1)  # [N, 2 L]
    other = np.concatenate([y, x], 1)
    twice = np.concatenate([top, top * free[:, None]], 1)  # the second order only where it is free
    kind, left = np.nonzero(twice @ (both * other.max(0)).T > least)
    table = (twice[kind] * both[left]) @ other.T
    table *= _weights(kinds, len(x) - kinds)[free[kind].astype(np.intp), left]
    return _Steps(kind, left, table)


@cache
def _weights(kinds: int, size: int) -> Doubles:
    """How a pair of operands counts in a sum over one order, and over both. -> [2, N, N]

    Both orders count as the one with the first operand first. A vertex with itself is not a product.
    """
    leaf = np.arange(kinds + size) < kinds
    one = np.where(np.eye(kinds + size, dtype=bool) & ~leaf, 0.0, 1.0)
    return np.stack([one, np.triu(one) - np.diag(0.5 * leaf)])
