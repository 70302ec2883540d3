"""The most probable graph of thoughts, and the equations that its vertices stand for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cantor.equation import Const, Equation, Num, Operand, Ref, Step, Value, operator
from cantor.equation.execute import Execution
from cantor.thought.scores import Floats, Scores


@dataclass(frozen=True)
class DecodedGraph:
    """L thoughts of one problem, each with its likeliest operator and operands."""

    steps: tuple[Step, ...]  # vertex j is step j; operands are earlier vertices, constants or numbers
    step_score: Floats  # [L] log-probability of the vertex's operator and operands
    root_score: Floats  # [L] log-probability that the vertex is the root
    # the two parts of step_score, where whoever made the graph can tell them apart
    operator_score: Floats | None = None  # [L] log-probability of the operator alone
    operand_score: Floats | None = None  # [P, L] that of each operand; 0 beyond those of the operator
    # [L] log-probability of the vertex's equation, wherever its steps are; see `expand`
    log_marginal: Floats | None = None
    scores: Scores | None = None  # what it was decoded from

    @property
    def network_size(self) -> int:
        """How many vertices are the network's own; those after them joined by `expand`."""
        return len(self.steps) if self.scores is None else len(self.scores.root)

    @property
    def unanswerable(self) -> float | None:
        """The probability that the text does not tell what is asked; None where the network cannot say."""
        scores = self.scores
        return None if scores is None or scores.unanswerable is None else float(np.exp(scores.unanswerable))

    def without_seen(self) -> "DecodedGraph":
        """The same without what the encoder saw, which takes as much room as all the rest ten times over."""
        if self.scores is None or self.scores.seen is None:
            return self
        found = replace(self, scores=replace(self.scores, seen=None))
        found.__dict__.update({name: x for name, x in self.__dict__.items() if name not in found.__dict__})
        return found

    def ranking(self) -> list[int]:
        """All vertices by root probability, best first; lower ones first among equals."""
        order: list[int] = np.argsort(-self.root_score, kind="stable").tolist()
        return order

    def equation(self, root: int) -> Equation:
        """A root with its descendants, in post-order."""
        only = self.steps[root]
        if Ref not in map(type, only.operands):
            return Equation.of_sound_steps((only,))
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
                moved = tuple([place[x.index] if type(x) is Ref else x for x in step.operands])
                place[vertex] = Ref(len(steps))
                steps.append(Step(step.operator, moved))
        return Equation.of_sound_steps(steps)

    def descendants(self, root: int) -> list[int]:
        """The vertices of a root's equation, in order."""
        found, todo = {root}, [root]
        if Ref not in map(type, self.steps[root].operands):
            return todo
        while todo:
            for operand in self.steps[todo.pop()].operands:
                if type(operand) is Ref and operand.index not in found:
                    found.add(operand.index)
                    todo.append(operand.index)
        return sorted(found)

    @cached_property
    def expressions(self) -> "Expressions":
        """What each vertex writes."""
        return Expressions(self.steps)

    def values(self, numbers: Sequence[Value]) -> list[Value | None]:
        """Every thought's exact value, None where it has none."""
        values = self.execution(numbers)
        return [values[vertex] for vertex in range(len(self.steps))]

    def execution(self, numbers: Sequence[Value]) -> Execution:
        """The same, each when it is first asked for; all who ask share them."""
        numbers = tuple(numbers)
        known: Execution | None = self.__dict__.get("_execution")
        if known is None or known.numbers != numbers:
            known = self.__dict__["_execution"] = Execution(self.steps, numbers, self.expressions.first)
        return known

    def joint_score(self) -> Floats:
        """log P(Z | X) of each vertex as the root: its own score and those of all its descendants. [L]"""
        below = np.eye(len(self.steps), dtype=bool)  # [root, vertex]: one is in the other's equation
        for vertex, step in enumerate(self.steps):
            for operand in step.operands:
                if type(operand) is Ref:
                    below[vertex] |= below[operand.index]
        total: Floats = self.root_score + np.where(below, self.step_score, 0.0).sum(1)
        return total


class Expressions:
    """Which steps write the same expression.

    Operands that may be exchanged are sorted, and it does not matter which step computes an operand.
    """

    def __init__(self, steps: Iterable[Step] = ()):
        self.number: list[int] = []  # of each step, the same for the same expression
        self.first: list[int] = []  # of each step, the first that writes the same
        self._numbers: dict[object, int] = {}  # of leaves, and of operators with their operands' numbers
        self._firsts: dict[int, int] = {}
        for step in steps:
            self.add(step)

    def copy(self) -> "Expressions":
        other = Expressions()
        other.number, other.first = [*self.number], [*self.first]
        other._numbers, other._firsts = {**self._numbers}, {**self._firsts}
        return other

    def add(self, step: Step) -> int:
        """The number of one more step."""
        key = _key(step.operator, [self.operand(x) for x in step.operands])
        number = self._numbers.setdefault(key, len(self._numbers))
        self.first.append(self._firsts.setdefault(number, len(self.number)))
        self.number.append(number)
        return number

    def operand(self, x: Operand) -> int:
        """The number of a leaf, or of a step that was added."""
        if type(x) is Ref:
            return self.number[x.index]
        return self._numbers.setdefault(_leaf_key(x), len(self._numbers))

    def known(self, symbol: str, operands: Sequence[int | None]) -> int | None:
        """The number of a step on such operands, if it has one; those without a number are new."""
        if None in operands:
            return None
        return self._numbers.get(_key(symbol, list(operands)))  # type: ignore[arg-type]  # None was excluded

    def first_of(self, number: int) -> int | None:
        """The first step that writes it."""
        return self._firsts.get(number)

    @property
    def distinct(self) -> list[int]:
        """The first step of each expression."""
        return list(self._firsts.values())


def _key(symbol: str, operands: list[int]) -> tuple[object, ...]:
    if operator(symbol).commutative:
        operands.sort()
    return symbol, *operands


def _leaf_key(x: Operand) -> object:
    """Found by whole numbers: comparing fractions takes time."""
    return (x.value.numerator, x.value.denominator) if type(x) is Const else x.index  # type: ignore[union-attr]


@dataclass(frozen=True, slots=True)
class Choices:
    """The likeliest operator and operands of every vertex of every problem of a batch."""

    operator: NDArray[np.intp]  # [B, L]
    operand: NDArray[
        np.intp
    ]  # [B, P, L]: among [vertices, constants, numbers]; beyond them: nothing to choose
    used: NDArray[np.bool_]  # [B, P, L]: whether the operator has that many places
    operator_score: Floats  # [B, L]: log-probabilities
    operand_score: Floats  # [B, P, L]: 0 where it is not used


def likeliest(scores: Scores) -> Choices:
    """What a batch's vertices choose. Where there is nothing to choose from (-inf everywhere), they take a
    number that the problem does not have.
    """
    size, columns = scores.root.shape[-1], scores.operand.shape[-1]
    symbol, target = scores.operator.argmax(-1), scores.operand.argmax(-1)
    target_score = scores.operand.max(-1)
    nothing = ~(target_score > -np.inf)  # not a number, too, is nothing to choose
    if ((target < size) & (target >= np.arange(size)) & ~nothing).any():
        raise ValueError("a vertex takes itself or a later one: mask those operands with -inf")
    arity = np.array([operator(s).arity for s in scores.vocabulary.operators])[symbol]
    used = arity[:, None] > np.arange(scores.operand.shape[1])[:, None]
    return Choices(
        symbol,
        np.where(nothing, columns, target),
        used,
        scores.operator.max(-1),
        np.where(used, target_score, 0.0),
    )


def decode(scores: Scores) -> list[DecodedGraph]:
    """The graph of every problem of a batch: each vertex's likeliest operator and operands."""
    chosen, symbols = likeliest(scores), scores.vocabulary.operators
    arities = [operator(symbol).arity for symbol in symbols]
    step_score = chosen.operator_score + chosen.operand_score.sum(1)
    quantities: list[Operand] = [Ref(i) for i in range(scores.root.shape[-1])]
    quantities += [Const(value) for value in scores.vocabulary.constants]
    # the last is not there
    quantities += [Num(i) for i in range(scores.operand.shape[-1] + 1 - len(quantities))]
    graphs = []
    operands = chosen.operand.transpose(0, 2, 1).tolist()
    for b, (operators, taken) in enumerate(zip(chosen.operator.tolist(), operands, strict=True)):
        steps = tuple(
            Step(symbols[f], tuple([quantities[q] for q in columns[: arities[f]]]))
            for f, columns in zip(operators, taken, strict=True)
        )
        graphs.append(
            DecodedGraph(
                steps,
                step_score[b],
                scores.root[b],
                chosen.operator_score[b],
                chosen.operand_score[b],
                scores=scores[b],
            )
        )
    return graphs
