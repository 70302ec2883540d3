"""Rounded quotients as one step: what `floor(a / b)` and `ceil(a / b)` of other notations mean to people."""

from fractions import Fraction

from cantor.equation.graph import Builder, Const, Equation, Operand, Ref

_DIVISIONS = {"floor": "//", "ceil": "cdiv"}
_ONE = Const(Fraction(1))


def rounded_divisions(equation: Equation) -> Equation:
    """`floor(a / b)` as `a // b`, `ceil(a / b)` as `cdiv(a, b)`, and a rounded x as one divided by 1.

    So the everyday operators write what Python programs write with `math.floor` and `math.ceil`. A quotient
    that other steps use too stays a step of its own.
    """
    builder = Builder()
    place: list[Operand] = []
    for step in equation.steps:
        operands = tuple(place[x.index] if isinstance(x, Ref) else x for x in step.operands)
        symbol = _DIVISIONS.get(step.operator)
        if symbol is None:
            place.append(builder.add(step.operator, *operands))
            continue
        (rounded,) = step.operands
        below = equation.steps[rounded.index] if isinstance(rounded, Ref) else None
        if below is not None and below.operator == "/":
            parts = tuple(place[x.index] if isinstance(x, Ref) else x for x in below.operands)
            place.append(builder.add(symbol, *parts))
        else:
            place.append(builder.add(symbol, operands[0], _ONE))
    root = equation.root
    return builder.build(place[root.index] if isinstance(root, Ref) else root).post_order()
