"""Literals in a solution: their values, and which number of the problem one stands for."""

import re
from collections.abc import Sequence
from fractions import Fraction

from cantor.equation.graph import Const, Num, Operand

MAX_LITERAL_DIGITS = 1_000
#: Exponents are bounded: Fraction("1e999999999") alone would fill the memory.
_LITERAL = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?|[-+]?\d+/\d*[1-9]\d*")


def literal(text: str) -> Fraction | None:
    """The value of 5, -0.25, 1e3 or 3/4; None for anything else and for what is too long to be meant."""
    if len(text) > MAX_LITERAL_DIGITS or not _LITERAL.fullmatch(text):
        return None
    return Fraction(text)


class Linker:
    """Turns literals into operands: a number of the problem with that value, or else a constant.

    Where several numbers have the value, the first one not used yet is taken, then the first.
    """

    def __init__(self, numbers: Sequence[Fraction] = ()):
        self._places: dict[Fraction, list[int]] = {}
        for index, value in enumerate(numbers):
            self._places.setdefault(value, []).append(index)
        self._used: dict[Fraction, int] = {}

    def operand(self, value: Fraction) -> Operand:
        places = self._places.get(value)
        if not places:
            return Const(value)
        turn = self._used.get(value, 0)
        self._used[value] = turn + 1
        return Num(places[turn] if turn < len(places) else places[0])
