"""The most probable graph of thoughts, and the equations that its best roots stand for. Numpy only."""

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from cantor.equation import (
    Const,
    Equation,
    ExecutionError,
    Num,
    Operand,
    Ref,
    Step,
    Value,
    equivalent,
    operator,
)

_Floats = NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Said:
    """All that the model says of one problem: a distribution over graphs, as log-probabilities."""

    operators: Sequence[str]
    constants: Sequence[Fraction]
    operator: _Floats  # [L, F]
    operand: _Floats  # [P, L, Q]: each place's operand among [vertices, constants, numbers]
    root: _Floats  # [L]


@dataclass(frozen=True)
class DecodedGraph:
    """L thoughts of one problem, each with its likeliest operator and operands."""

    steps: tuple[Step, ...]  # vertex j is step j; operands are earlier vertices, constants or numbers
    step_score: _Floats  # [L] log-probability of the vertex's operator and operands
    root_score: _Floats  # [L] log-probability that the vertex is the root
    # the two parts of step_score, where whoever made the graph can tell them apart
    operator_score: _Floats | None = None  # [L] log-probability of the operator alone
    operand_score: _Floats | None = None  # [P, L] that of each operand; 0 beyond those of the operator
    # [L] log-probability of the vertex's equation, wherever its steps are; see `second_thoughts`
    answer_score: _Floats | None = None
    said: Said | None = None  # what it was decoded from

    @property
    def first_thoughts(self) -> int:
        """How many vertices are the model's own; those after them are second thoughts."""
        return len(self.steps) if self.said is None else len(self.said.root)

    def ranking(self) -> list[int]:
        """All vertices by root probability, best first; lower ones first among equals."""
        order: list[int] = np.argsort(-self.root_score, kind="stable").tolist()
        return order

    def equation(self, root: int) -> Equation:
        """A root with its descendants, in post-order."""
        place: dict[int, Ref] = {}
        steps: list[Step] = []
        todo = [root]
        while todo:
            step = self.steps[todo[-1]]
            missing = [x.index for x in step.operands if type(x) is Ref and x.index not in place]
            if missing:
                todo += reversed(missing)
                continue
            vertex = todo.pop()
            if vertex not in place:
                moved = tuple(place[x.index] if type(x) is Ref else x for x in step.operands)
                place[vertex] = Ref(len(steps))
                steps.append(Step(step.operator, moved))
        return Equation.of_sound_steps(steps)

    def descendants(self, root: int) -> list[int]:
        """The vertices of a root's equation, in order."""
        found, todo = {root}, [root]
        while todo:
            for operand in self.steps[todo.pop()].operands:
                if type(operand) is Ref and operand.index not in found:
                    found.add(operand.index)
                    todo.append(operand.index)
        return sorted(found)

    @cached_property
    def shapes(self) -> list[int]:
        """A number for each vertex, the same for vertices that write the same expression."""
        return Shapes(self.steps).found

    def values(self, numbers: Sequence[Value]) -> list[Value | None]:
        """Every thought's exact value, None where it has none."""
        values = self.lazy_values(numbers)
        return [values[vertex] for vertex in range(len(self.steps))]

    def lazy_values(self, numbers: Sequence[Value]) -> "LazyValues":
        """The same, each when it is first asked for; all who ask share them."""
        numbers = tuple(numbers)
        found = self.__dict__.get("_values")
        if found is None or found[0] != numbers:
            found = self.__dict__["_values"] = numbers, LazyValues(self.steps, numbers)
        values: LazyValues = found[1]
        return values

    def joint_score(self) -> _Floats:
        """log P(Z | X) of each vertex as the root: its own score and those of all its descendants. [L]"""
        below = np.eye(len(self.steps), dtype=bool)  # [root, vertex]: one is in the other's equation
        for vertex, step in enumerate(self.steps):
            for operand in step.operands:
                if type(operand) is Ref:
                    below[vertex] |= below[operand.index]
        total: _Floats = self.root_score + np.where(below, self.step_score, 0.0).sum(1)
        return total


class Shapes:
    """A number for each step, the same for steps that write the same expression.

    Operands that may be exchanged are sorted, and it does not matter which step computes an operand.
    """

    def __init__(self, steps: Iterable[Step] = ()):
        self.found: list[int] = []
        self._numbers: dict[object, int] = {}
        for step in steps:
            self.add(step)

    def add(self, step: Step) -> int:
        """The number of one more step."""
        numbers, found = self._numbers, self.found
        operands = [
            found[x.index] if type(x) is Ref else numbers.setdefault(x, len(numbers)) for x in step.operands
        ]
        if operator(step.operator).commutative:
            operands.sort()
        shape = numbers.setdefault((step.operator, *operands), len(numbers))
        found.append(shape)
        return shape


class LazyValues:
    """Each vertex's exact value on some numbers, None where it has none, computed when it is asked for."""

    def __init__(self, steps: Sequence[Step], numbers: Sequence[Value]):
        self.steps, self.numbers = steps, numbers
        self._known: dict[int, Value | None] = {}

    def __getitem__(self, vertex: int) -> Value | None:
        known, todo = self._known, [vertex]
        while todo:
            at = todo[-1]
            if at not in known:
                step = self.steps[at]
                missing = [x.index for x in step.operands if type(x) is Ref and x.index not in known]
                if missing:
                    todo += missing
                    continue
                known[at] = self._value(step)
            todo.pop()
        return known[vertex]

    def _value(self, step: Step) -> Value | None:
        """That of a step whose operands are known."""
        operands = []
        for x in step.operands:
            found: Value | None
            if type(x) is Ref:
                found = self._known[x.index]
            elif type(x) is Num:
                found = self.numbers[x.index] if x.index < len(self.numbers) else None
            else:
                assert type(x) is Const
                found = x.value
            if found is None:
                return None
            operands.append(found)
        try:
            return operator(step.operator).apply(*operands)
        except ExecutionError:
            return None


def value_key(value: Value) -> Value:
    """The same for values that count as the same: exact ones if they are, floats if nine digits are."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else value  # a whole number is sooner found
    return float(f"{value:.9g}")


def decode(
    operators: Sequence[str],
    constants: Sequence[Fraction],
    operator_scores: _Floats,
    operand_scores: _Floats,
    root_scores: _Floats,
) -> list[DecodedGraph]:
    """The likeliest operator, operands and roots of every vertex at once.

    operator_scores [B, L, F], operand_scores [B, P, L, L + C + N], root_scores [B, L], all logarithms.
    A vertex with nothing to choose from (-inf everywhere) takes a number that the problem does not have.
    """
    size, quantities_count = root_scores.shape[-1], operand_scores.shape[-1]
    symbol, target = operator_scores.argmax(-1), operand_scores.argmax(-1)  # [B, L], [B, P, L]
    symbol_score, target_score = operator_scores.max(-1), operand_scores.max(-1)
    nothing = ~(target_score > -np.inf)  # not a number, too, is nothing to choose
    if ((target < size) & (target >= np.arange(size)) & ~nothing).any():
        raise ValueError("a vertex takes itself or a later one: mask those operands with -inf")
    target = np.where(nothing, quantities_count, target)
    arities = [operator(s).arity for s in operators]
    uses = np.array(arities)[symbol][:, None] > np.arange(operand_scores.shape[1])[None, :, None]  # [B, P, L]
    operand_score = np.where(uses, target_score, 0.0)
    step_score = symbol_score + operand_score.sum(1)
    quantities: list[Operand] = [Ref(i) for i in range(size)]
    quantities += [Const(value) for value in constants]
    quantities += [Num(i) for i in range(quantities_count + 1 - len(quantities))]  # the last is not there
    graphs = []
    for b, (symbols, targets) in enumerate(
        zip(symbol.tolist(), target.transpose(0, 2, 1).tolist(), strict=True)
    ):
        steps = tuple(
            Step(operators[s], tuple([quantities[q] for q in chosen[: arities[s]]]))
            for s, chosen in zip(symbols, targets, strict=True)
        )
        said = Said(operators, constants, operator_scores[b], operand_scores[b], root_scores[b])
        graphs.append(
            DecodedGraph(steps, step_score[b], root_scores[b], symbol_score[b], operand_score[b], said=said)
        )
    return graphs


@dataclass(frozen=True, slots=True)
class Answer:
    """One root as an answer."""

    root: int
    equation: Equation
    value: Value | None  # None where the equation has no value
    score: float


def distinct_roots(
    graph: DecodedGraph, order: Iterable[int], k: int, numbers: Sequence[Value] | None = None
) -> list[int]:
    """The first k roots of an order, skipping those equivalent to an earlier one.

    Equivalent are roots whose equations agree on all numbers where both have a value. Three questions, the
    cheapest first:
    1. Is it the same expression, up to the order of operands that may be exchanged? Then it is equivalent.
    2. Do values differ, on the problem's own `numbers` or on some of no meaning? Then it is not. Nor is it
       where there are no numbers among them on which both have a value.
    3. Only now is it for algebra to say.
    """
    return list(islice(_distinct(graph, order, numbers), k))


def _distinct(graph: DecodedGraph, order: Iterable[int], numbers: Sequence[Value] | None) -> Iterator[int]:
    probes = [LazyValues(graph.steps, some) for some in (_LARGE, _SMALL)]
    if numbers is not None:
        probes.insert(0, graph.lazy_values(numbers))
    seen: set[int] = set()
    chosen: list[int] = []
    equations: dict[int, Equation] = {}

    def equation(root: int) -> Equation:
        if root not in equations:
            equations[root] = graph.equation(root)
        return equations[root]

    def same(a: int, b: int) -> bool:
        told = False
        for probe in probes:
            x, y = probe[a], probe[b]
            if x is not None and y is not None:
                if not _close(x, y):
                    return False
                told = True
        return told and equivalent(equation(a), equation(b))

    for root in order:
        shape = graph.shapes[root]
        if shape in seen:
            continue
        seen.add(shape)
        if not any(same(other, root) for other in chosen):
            chosen.append(root)
            yield root


#: Numbers of no meaning: different equations seldom have the same value on the large, and towers of powers
#: have any only on the small.
_LARGE = tuple(map(Fraction, random.Random(0).sample(range(101, 1000), 256)))
_SMALL = tuple(map(Fraction, random.Random(1).choices((2, 3, 5), k=256)))


def _close(a: Value, b: Value) -> bool:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a == b
    try:
        return math.isclose(a, b, rel_tol=1e-6)
    except OverflowError:  # a fraction beyond all floats against a float
        return False
