"""Inside probabilities: how likely each vertex carries a step with all that it stands on, wherever that is.

Shapes: B problems, L vertices, P places of operands, F operators, Q = L + constants + numbers, C columns.
"""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from cantor.equation import operator
from cantor.thought.decode import Choices
from cantor.thought.scores import Scores

Doubles = NDArray[np.float64]
Indices = NDArray[np.intp]
Booleans = NDArray[np.bool_]


class Inside:
    """What a network says about the problems of a batch, as probabilities, and what its vertices hold.

    Columns stand for what can be an operand: [vertices, constants, numbers, a number that is not there], and
    room for `spare` more steps. A vertex stands for all vertices that carry the same as it holds.
    """

    def __init__(self, scores: Scores, choices: Choices, spare: int):
        self.operator: Doubles = np.exp(scores.operator.swapaxes(1, 2), dtype=np.float64)  # [B, F, L]
        self.operand: Doubles = np.exp(scores.operand, dtype=np.float64)  # [B, P, L, Q]
        self.root: Doubles = np.exp(scores.root, dtype=np.float64)  # [B, L]
        batch, places, self.size, self.columns = self.operand.shape
        width = self.columns + 1 + spare
        # [B, P, C, L]: that vertex v takes what column c stands for; and [B, C, L]: that it carries that
        self.takes: Doubles = np.zeros((batch, places, width, self.size))
        self.takes[:, :, : self.columns] = self.operand.swapaxes(2, 3)
        self.vertices = self.takes[:, :, : self.size].copy()  # [B, P, L, L]: that v takes u, whatever u holds
        self.carried: Doubles = np.zeros((batch, width, self.size))
        known = [operator(symbol) for symbol in scores.vocabulary.operators]
        self.arity = np.array([one.arity for one in known], dtype=np.intp)
        self.free = np.array([one.commutative for one in known], dtype=bool)
        self._hold(choices)

    def _hold(self, choices: Choices) -> None:
        """What vertices hold, layer by layer: first those over leaves, then those over what is known."""
        rows = np.arange(len(self.root))[:, None, None]
        taken = np.where(choices.used, choices.operand, self.size)  # [B, P, L]; some leaf where there is none
        known = np.arange(self.takes.shape[2]) >= self.size  # [C], then [B, C]
        known = np.tile(known, (len(self.root), 1))
        while True:
            ready = known[rows, taken].all(1) & ~known[:, : self.size]
            if not ready.any():
                return
            b, v = np.nonzero(ready)
            self.carried[b, v] = self.carry(b, choices.operator[b, v], choices.operand[b, :, v])
            self.takes[:, :, : self.size] = self.carried[:, None, : self.size] @ self.vertices
            known[b, v] = True

    def carry(self, b: Indices, f: Indices, taken: Indices) -> Doubles:
        """The probability that a vertex carries operator f over columns `taken` [N, P]. -> [N, L]"""
        ways = np.zeros((len(b), self.size))
        plain = self.arity[f] == 2
        if len(self.arity) and self.takes.shape[1] > 1:
            twice = taken[:, 0] == taken[:, 1]
            plain &= ~(twice & ((taken[:, 0] < self.size) | (taken[:, 0] > self.columns)))
            some = np.flatnonzero(plain)
            x, y, at = taken[some, 0], taken[some, 1], b[some]
            ways[some] = self.takes[at, 0, x] * self.takes[at, 1, y]
            both = np.flatnonzero(plain & self.free[f] & ~twice)
            x, y, at = taken[both, 0], taken[both, 1], b[both]
            ways[both] += self.takes[at, 0, y] * self.takes[at, 1, x]
        for n in np.flatnonzero(~plain):
            columns = taken[n, : self.arity[f[n]]].tolist()
            orders = dict.fromkeys(permutations(columns)) if self.free[f[n]] else [tuple(columns)]
            ways[n] = sum(self._taken(b[n], order) for order in orders)
        return self.operator[b, f] * ways

    def _taken(self, b: int, columns: tuple[int, ...]) -> Doubles:
        """That vertex v takes these, in this order; a step in two places is one vertex. -> [L]"""
        ways = np.ones(self.size)
        for place, column in enumerate(columns):
            if columns.count(column) == 1 or self.size <= column <= self.columns:
                ways = ways * self.takes[b, place, column]
            elif columns.index(column) == place:
                places = [p for p, other in enumerate(columns) if other == column]
                ways = ways * (self.carried[b, column] @ np.prod(self.vertices[b, places], axis=0))
        return ways

    def add(self, b: Indices, columns: Indices, f: Indices, taken: Indices) -> None:
        """Steps that from now on stand at spare columns."""
        carried = self.carried[b, columns] = self.carry(b, f, taken)
        self.takes[b, :, columns] = (carried[:, None, None] @ self.vertices[b])[:, :, 0]

    def placed(
        self, b: Indices, f: Indices, taken: Indices, vertex: Indices
    ) -> tuple[Doubles, Doubles, Indices]:
        """Log-probabilities of steps on some vertices, what they use where that is likeliest.

        -> of the operator [N], of each operand [N, P]; and where each operand is that is a step [N, P]
        """
        operand_score = np.zeros(taken.shape)
        where = np.zeros(taken.shape, dtype=np.intp)
        for place in range(taken.shape[1]):
            column = taken[:, place]
            row = self.operand[b, place, vertex]  # [N, Q]
            where[:, place] = (row[:, : self.size] * self.carried[b, column]).argmax(1)
            is_step = (column < self.size) | (column > self.columns)
            at = np.where(is_step, where[:, place], column)
            operand_score[:, place] = row[np.arange(len(b)), at]
        with np.errstate(divide="ignore"):
            return np.log(self.operator[b, f, vertex]), np.log(operand_score), where
