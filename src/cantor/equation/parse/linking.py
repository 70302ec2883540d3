"""Which number of the problem a literal in a solution stands for."""

from collections.abc import Sequence
from fractions import Fraction

from cantor.equation.graph import Const, Num, Operand


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
