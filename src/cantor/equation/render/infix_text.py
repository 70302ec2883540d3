"""Infix notation with no parenthesis too many."""

from collections.abc import Sequence
from typing import NamedTuple

from cantor.equation.errors import GraphTooLarge
from cantor.equation.graph import MAX_STEPS, Equation, Operand, Ref, Step
from cantor.equation.operators import POWER, Value, operator
from cantor.equation.render.values import enclosed, leaf

#: Longest text; a graph that reuses its steps can be exponentially longer in writing.
MAX_CHARACTERS = 1_000_000

_POWER_LEVEL = POWER.precedence or 3


class _Place(NamedTuple):
    """An operand still to be written, and what surrounds it."""

    operand: Operand
    around: int = 0  # the precedence of the operator it belongs to
    least: int = 0  # steps that bind looser than this need parentheses
    starts: bool = True  # nothing stands before it, so that a minus sign cannot be misread


def infix(equation: Equation, numbers: Sequence[Value] | None = None) -> str:
    """The equation on one line; numbers by value where given, else by name (n0, n1, ...).

    Steps that are used more than once are written once per use; a text that would be too long
    for that raises `GraphTooLarge`.
    """
    _check_size(equation, numbers)
    pieces: list[str] = []
    todo: list[str | _Place] = [_Place(equation.root)]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            pieces.append(item)
            continue
        if isinstance(item.operand, Ref):
            todo.extend(reversed(_written(equation.steps[item.operand.index], item)))
        else:
            pieces.append(enclosed(leaf(item.operand, numbers), item.around, item.starts))
    return "".join(pieces)


def _written(step: Step, place: _Place) -> list[str | _Place]:
    """A step as text and operands, in order."""
    kind = operator(step.operator)
    level = kind.precedence
    if level is None:
        parts: list[str | _Place] = [f"{kind.symbol}("]
        for i, operand in enumerate(step.operands):
            parts += [", "] * (i > 0)
            parts.append(_Place(operand))
        return [*parts, ")"]
    left, right = step.operands
    enclosed = level < place.least
    # The side that does not associate must bind tighter: a - (b + c), (a ** b) ** c.
    to_right = level >= _POWER_LEVEL
    parts = [
        _Place(left, level, level + to_right, place.starts or enclosed),
        f" {kind.symbol} ",
        _Place(right, level, level + (not to_right), False),
    ]
    return ["(", *parts, ")"] if enclosed else parts


def _check_size(equation: Equation, numbers: Sequence[Value] | None) -> None:
    """Raise before writing what would be too long to write."""
    steps: list[int] = []
    lengths: list[int] = []
    for step in equation.steps:
        count, length = 1, 0
        for x in step.operands:
            length += 4 + len(step.operator)  # its parentheses, commas and spaces
            if isinstance(x, Ref):
                count += steps[x.index]
                length += lengths[x.index]
            else:
                length += len(leaf(x, numbers))
        # Capped, so that the counts themselves stay small
        steps.append(min(count, MAX_STEPS + 1))
        lengths.append(min(length, MAX_CHARACTERS + 1))
    root = equation.root
    if isinstance(root, Ref) and (steps[root.index] > MAX_STEPS or lengths[root.index] > MAX_CHARACTERS):
        raise GraphTooLarge("the equation is too long to write on one line: it reuses its steps too often")
