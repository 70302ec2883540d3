"""Prefix equations, as SVAMP writes them: `+ number0 * number1 0.01`."""

import re
from collections.abc import Sequence
from fractions import Fraction

from cantor.equation.errors import ParseError, quoted
from cantor.equation.graph import Builder, Equation, Num, Operand
from cantor.equation.operators import operators
from cantor.equation.parse.linking import Linker, literal

_OTHER_SIGNS = {"^": "**", "mod": "%"}
_PLACE = re.compile(r"(?:number|[nN]_?)(\d{1,9})")


def parse_prefix(text: str, numbers: Sequence[Fraction] | None = None) -> Equation:
    """An equation from prefix notation; a literal is a constant unless `numbers` are given to link it to."""
    linker = Linker(numbers or ())
    known = operators()
    builder = Builder()
    stack: list[Operand] = []
    for token in reversed(text.split()):
        operator = known.get(_OTHER_SIGNS.get(token, token))
        if operator is not None:
            if len(stack) < operator.arity:
                raise ParseError(f"{quoted(text)}: {quoted(token)} lacks an operand")
            operands = [stack.pop() for _ in range(operator.arity)]
            stack.append(builder.add(operator.symbol, *operands))
        elif place := _PLACE.fullmatch(token):
            stack.append(Num(int(place[1])))
        else:
            value = literal(token)
            if value is None:
                raise ParseError(f"{quoted(text)}: cannot read {quoted(token)}")
            stack.append(linker.operand(value))
    if len(stack) != 1:
        raise ParseError(f"{quoted(text)}: {len(stack)} values are left over where one is the result")
    # read from the right, steps of the right operand come first: put them in post-order
    return builder.build(stack.pop()).post_order()
