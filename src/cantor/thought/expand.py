"""Marginal decoding: what the network says beyond the first choice of each vertex.

A decoded graph keeps the likeliest operator and operands of every vertex. The network says more: it is a
distribution over graphs. Here the probability that an equation is the answer is summed over all ways of
placing its steps on vertices: for the equation of every vertex, for every equation of one or two steps, and
for every step over what the vertices hold. The best of those that no vertex holds join the graph as further
vertices. Up to two steps the sums are exact; beyond, as in the paper, two branches may share a vertex, and a
step that two others use counts twice.

A batch is expanded at once; only what is likely (`Likely`) is looked at problem by problem.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from cantor.equation import Const, Num, Operand, Ref, Step
from cantor.errors import CantorError
from cantor.thought.decode import DecodedGraph, likeliest
from cantor.thought.inside import Doubles, Inside
from cantor.thought.likely import Candidate, Likely
from cantor.thought.scores import Scores

#: So many equations that no vertex holds join a graph.
ADDED = 8


def expand(graph: DecodedGraph, count: int = ADDED) -> DecodedGraph:
    """A graph with the best short equations and steps that it does not have, and the marginals of all."""
    return expand_all([graph], count)[0]


def expand_all(graphs: Sequence[DecodedGraph], count: int = ADDED) -> list[DecodedGraph]:
    """The same of all graphs that one network's run gave."""
    said = [graph.scores for graph in graphs if graph.scores is not None]
    if len(said) < len(graphs):
        raise CantorError(
            "whoever made this graph did not say how likely other equations are; rank by root, joint or vote"
        )
    if not said:
        return []
    operator, operand, root = (
        np.stack(parts) for parts in zip(*(scores.arrays for scores in said), strict=True)
    )
    batch = Scores(said[0].vocabulary, operator, operand, root)
    inside = Inside(batch, likeliest(batch), count)
    likely = Likely(inside, [graph.expressions.distinct for graph in graphs], count)
    quantities = _quantities(batch)
    joining = [
        _Joining(graph, b, inside.columns + 1, quantities, batch.vocabulary.operators, inside.free.tolist())
        for b, graph in enumerate(graphs)
    ]
    for b, new in enumerate(joining):
        new.take(likely.candidates(b), count)
    return _joined(graphs, joining, inside)


def _quantities(scores: Scores) -> list[Operand]:
    """What each column stands for."""
    size, constants = scores.root.shape[-1], scores.vocabulary.constants
    numbers = scores.operand.shape[-1] - size - len(constants)
    return [*map(Ref, range(size)), *map(Const, constants), *map(Num, range(numbers))]


class _Joining:
    """Steps that join a graph: as such, and as rows of (problem, operator, operands' columns).

    `free` tells of which operators the operands may be exchanged.
    """

    def __init__(
        self,
        graph: DecodedGraph,
        problem: int,
        spare: int,
        quantities: Sequence[Operand],
        symbols: Sequence[str],
        free: Sequence[bool],
    ):
        self.expressions, self.steps = graph.expressions.copy(), list(graph.steps)
        self._problem, self._spare, self._quantities, self._symbols = problem, spare, quantities, symbols
        self._free, self._size = free, len(graph.steps)
        self._numbers: dict[int, int] = {}  # of columns: those of their expressions
        self.rows: list[tuple[int, int, int, int]] = []
        self.column: list[int] = []  # where a step that another stands on stands; -1: nothing stands on it

    def take(self, candidates: Iterable[Candidate], count: int) -> None:
        """The first `count` that no step writes yet."""
        known = {self.expressions.number[vertex] for vertex in self.expressions.distinct}
        for candidate in candidates if count else ():
            f, left, right, below = self._over_held(candidate)
            if self._number(f, left, right, below) in known:
                continue
            count -= 1
            if below is not None:
                self._add(*below, column=self._spare)
                left, right = (self._spare if x < 0 else x for x in (left, right))
                self._spare += 1
            self._add(f, left, right)
            if not count:
                return
            known.add(self.expressions.number[-1])

    def _over_held(self, candidate: Candidate) -> Candidate:
        """The same over a vertex, where one holds the step below: twice the same, it is written one way."""
        f, left, right, below = candidate
        if below is None:
            return candidate
        number = self._number(below[0], below[1], below[2], None)
        vertex = None if number is None else self.expressions.first_of(number)
        if vertex is None or vertex >= self._size:
            return candidate
        if self._free[f]:
            return Candidate(f, max(left, right), vertex)
        return Candidate(f, vertex if left < 0 else left, vertex if right < 0 else right)

    def _number(self, f: int, left: int, right: int, below: tuple[int, int, int] | None) -> int | None:
        """That of an expression, if it has one."""
        inner = None if below is None else self._number(below[0], below[1], below[2], None)
        operands = [inner if x < 0 else self._of(x) for x in (left, right)]
        return self.expressions.known(self._symbols[f], operands)

    def _of(self, column: int) -> int:
        if column not in self._numbers:
            self._numbers[column] = self.expressions.operand(self._quantities[column])
        return self._numbers[column]

    def _add(self, f: int, left: int, right: int, column: int = -1) -> None:
        known, last = self._quantities, len(self.steps) - 1
        a, b = (known[x] if x < len(known) else Ref(last) for x in (left, right))
        self.steps.append(Step(self._symbols[f], (a, b)))
        self.expressions.add(self.steps[-1])
        self.rows.append((self._problem, f, left, right))
        self.column.append(column)


@dataclass(frozen=True, slots=True)
class _Placed:
    """Log-probabilities of steps: as answers, and of their parts on the vertices where they are likeliest."""

    marginal: Doubles  # [N]
    operator_score: Doubles  # [N]
    operand_score: Doubles  # [N, P]: 0 beyond two


def _placed(joining: Sequence[_Joining], inside: Inside) -> _Placed:
    """Of all steps that join, one problem after the other."""
    rows = np.array([row for new in joining for row in new.rows], dtype=np.intp).reshape(-1, 4)
    column = np.array([c for new in joining for c in new.column], dtype=np.intp)
    b, f, taken = rows[:, 0], rows[:, 1], rows[:, 2 : 2 + inside.takes.shape[1]]
    below = np.flatnonzero(column >= 0)
    inside.add(b[below], column[below], f[below], taken[below])
    carried = inside.carry(b, f, taken)
    as_answer = inside.root[b] * carried  # [N, L]
    vertex = as_answer.argmax(1)
    scores = np.zeros(len(b)), np.zeros((len(b), inside.takes.shape[1]))
    for some in (np.flatnonzero(column < 0), below):  # first those that stand on others
        operator_score, operand_score, where = inside.placed(b[some], f[some], taken[some], vertex[some])
        scores[0][some], scores[1][some, : taken.shape[1]] = operator_score, operand_score
        if some is not below:
            on_one = (taken[some] > inside.columns).any(1)
            at = where[on_one, (taken[some][on_one] > inside.columns).argmax(1)]
            vertex[some[on_one] - 1] = at
    with np.errstate(divide="ignore"):
        return _Placed(np.log(as_answer.sum(1)), *scores)


def _joined(
    graphs: Sequence[DecodedGraph], joining: Sequence[_Joining], inside: Inside
) -> list[DecodedGraph]:
    """The graphs with more steps at their ends."""
    placed = _placed(joining, inside)
    with np.errstate(divide="ignore"):
        held = np.log((inside.carried[:, : inside.size] @ inside.root[:, :, None])[..., 0])  # [B, L]
    step_score = placed.operator_score + placed.operand_score.sum(1)
    found, start = [], 0
    for graph, new, marginal in zip(graphs, joining, held, strict=True):
        end = start + len(new.rows)
        assert graph.operator_score is not None
        assert graph.operand_score is not None
        joined = DecodedGraph(
            tuple(new.steps),
            np.concatenate([graph.step_score, step_score[start:end]]),
            np.concatenate([graph.root_score, placed.marginal[start:end]]),
            np.concatenate([graph.operator_score, placed.operator_score[start:end]]),
            np.concatenate([graph.operand_score, placed.operand_score[start:end].T], axis=1),
            np.concatenate([marginal, placed.marginal[start:end]]),
            graph.scores,
        )
        joined.__dict__["expressions"] = new.expressions  # as the property would find them
        found.append(joined)
        start = end
    return found
