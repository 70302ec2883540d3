"""Candidate equations as arrays, as a network that reads whole equations takes them. Numpy only.

A candidate is its steps, the root first and every step before those that it uses. Shapes: A answers, S steps
of the longest of them, P places of operands, C constants, N numbers of the text.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cantor.equation import Const, Num, Ref, Value
from cantor.equation.vocabulary import Vocabulary
from cantor.problem import Problem
from cantor.thought.decode import DecodedGraph
from cantor.thought.distinct import value_key
from cantor.thought.features import log_size
from cantor.thought.ranking import Answer

#: Steps of a candidate that are looked at, from the root on.
MOST_STEPS = 12
#: What is known of a step: of its value, how likely the network finds its parts, how large they are.
FACTS = (
    "no value",
    "negative",
    "zero",
    "whole",
    "log size",
    "a number of the text",
    "above all numbers",
    "below all numbers",
    "score of its operator",
    "score of its first operand",
    "score of its second operand",
    "above its first operand",
    "above its second operand",
    "log size of its first operand",
    "log size of its second operand",
    "log marginal, if the root",
    "log of its value's share, if the root",
)


@dataclass(frozen=True, slots=True)
class Candidates:
    """The answers to one problem. Where a step is padding, all is 0."""

    operator: NDArray[np.int64]  # [A, S]: 1 + its index; 0 where there is no step
    leaf: NDArray[np.int64]  # [A, S, P]: among [none, constants, numbers]; none where a step is used
    below: NDArray[np.int64]  # [A, S, P]: 1 + the place of the step that is used; 0 where none is
    facts: NDArray[np.float32]  # [A, S, FACTS]

    @property
    def arrays(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
        return self.operator, self.leaf, self.below, self.facts


def laid_out(
    graph: DecodedGraph,
    problem: Problem,
    answers: Sequence[Answer],
    vocabulary: Vocabulary,
    places: int = 2,
) -> Candidates:
    """All answers of a graph, padded to the longest of them."""
    chains = [graph.descendants(answer.root)[::-1][:MOST_STEPS] for answer in answers]
    shape = len(chains), max(map(len, chains), default=0)
    found = Candidates(
        np.zeros(shape, np.int64),
        np.zeros((*shape, places), np.int64),
        np.zeros((*shape, places), np.int64),
        np.zeros((*shape, len(FACTS)), np.float32),
    )
    operators = {symbol: i for i, symbol in enumerate(vocabulary.operators, start=1)}
    constants = {value: i for i, value in enumerate(vocabulary.constants, start=1)}
    known = _Facts(graph, problem)
    for a, (answer, chain) in enumerate(zip(answers, chains, strict=True)):
        place = {vertex: i for i, vertex in enumerate(chain, start=1)}
        for s, vertex in enumerate(chain):
            step = graph.steps[vertex]
            found.operator[a, s] = operators[step.operator]
            for p, x in enumerate(step.operands):
                if type(x) is Ref:
                    found.below[a, s, p] = place.get(x.index, 0)
                elif type(x) is Const:
                    found.leaf[a, s, p] = constants[x.value]
                elif type(x) is Num and x.index < known.count:
                    found.leaf[a, s, p] = 1 + len(constants) + x.index
            found.facts[a, s] = known.of(vertex)
        found.facts[a, 0, -2:] = known.of_root(answer)
    return found


class _Facts:
    """Facts about the steps of one graph, each found once."""

    def __init__(self, graph: DecodedGraph, problem: Problem):
        self.graph, self.count = graph, len(problem.values)
        self.values, self.numbers = graph.execution(problem.values), problem.values
        self.keys = [value_key(value) for value in problem.values]
        self.lowest, self.highest = min(self.keys, default=0), max(self.keys, default=0)
        self._known: dict[int, list[float]] = {}

    def of(self, vertex: int) -> list[float]:
        if vertex not in self._known:
            value, scores = self.values[vertex], self._scores(vertex)
            self._known[vertex] = [
                *self._of_value(value),
                *scores,
                *self._of_operands(vertex, value),
                0.0,
                0.0,
            ]
        return self._known[vertex]

    def of_root(self, answer: Answer) -> list[float]:
        own = self.graph.root_score if self.graph.log_marginal is None else self.graph.log_marginal
        return [_bounded(float(own[answer.root])), _bounded(answer.score)]

    def _of_value(self, value: Value | None) -> list[float]:
        if value is None:
            return [1.0] + [0.0] * 7
        key = value if isinstance(value, float) else value_key(value)
        return [
            0.0,
            float(key < 0),
            float(key == 0),
            float(value == int(value)) if not isinstance(value, float) or math.isfinite(value) else 0.0,
            _size(value),
            float(key in self.keys),
            float(not self.keys or key > self.highest),
            float(not self.keys or key < self.lowest),
        ]

    def _scores(self, vertex: int) -> list[float]:
        graph = self.graph
        if graph.operator_score is None or graph.operand_score is None:
            return [_bounded(float(graph.step_score[vertex])), 0.0, 0.0]
        operands = [_bounded(float(x)) for x in graph.operand_score[:2, vertex]]
        return [_bounded(float(graph.operator_score[vertex])), *operands, *[0.0] * (2 - len(operands))]

    def _of_operands(self, vertex: int, value: Value | None) -> list[float]:
        above, sizes = [0.0, 0.0], [0.0, 0.0]
        for p, x in enumerate(self.graph.steps[vertex].operands[:2]):
            operand = self._value(x)
            if operand is not None:
                above[p] = 0.0 if value is None else float(value > operand)
                sizes[p] = _size(operand)
        return above + sizes

    def _value(self, x: Num | Const | Ref) -> Value | None:
        if isinstance(x, Const):
            return x.value
        if isinstance(x, Ref):
            return self.values[x.index]
        return self.numbers[x.index] if x.index < self.count else None


def _size(value: Value) -> float:
    return min(log_size(value), 20.0) / 5


def _bounded(score: float) -> float:
    """Within what a network likes."""
    return max(score, -20.0) / 5
