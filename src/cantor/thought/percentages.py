"""Percentages as shares: 80 × 25 ÷ 100 as 80 × (25 ÷ 100), so that each step has a meaning and a unit."""

from collections.abc import Sequence
from fractions import Fraction

from cantor.equation import Const, Equation, Num, Operand, Ref, Step
from cantor.problem import Number
from cantor.problem.problem import NumberKind

_HUNDRED = Const(Fraction(100))


def as_shares(equation: Equation, numbers: Sequence[Number]) -> Equation:
    """The equation with 80 × (25 ÷ 100) in the place of 80 × 25 ÷ 100, where the 25 are percent."""
    if not any(number.kind is NumberKind.PERCENT for number in numbers):
        return equation
    steps: list[Step] = []
    place: list[int] = []
    used = _uses(equation)

    def is_percent(operand: Operand) -> bool:
        known = isinstance(operand, Num) and operand.index < len(numbers)
        return known and numbers[operand.index].kind is NumberKind.PERCENT  # type: ignore[union-attr]

    for step in equation.steps:
        first, last = step.operands[0], step.operands[-1]
        inner = equation.steps[first.index] if isinstance(first, Ref) and used[first.index] == 1 else None
        moved = [Ref(place[x.index]) if isinstance(x, Ref) else x for x in step.operands]
        if step.operator == "/" and last == _HUNDRED and inner is not None and inner.operator == "*":
            shares = [x for x in inner.operands if is_percent(x)]
            if len(shares) == 1:
                whole = inner.operands[1 - inner.operands.index(shares[0])]
                steps.append(Step("/", (shares[0], _HUNDRED)))
                other = Ref(place[whole.index]) if isinstance(whole, Ref) else whole
                moved = [Ref(len(steps) - 1), other]
                step = Step("*", step.operands)
        steps.append(Step(step.operator, tuple(moved)))
        place.append(len(steps) - 1)
    root = Ref(place[equation.root.index]) if isinstance(equation.root, Ref) else equation.root
    return Equation(steps, root).post_order()


def _uses(equation: Equation) -> list[int]:
    """How often each step's result is used."""
    found = [0] * len(equation)
    for operand in (x for step in equation.steps for x in step.operands):
        if isinstance(operand, Ref):
            found[operand.index] += 1
    return found
