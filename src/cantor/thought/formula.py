"""An equation on one line for people: 11:20 − 8:45, 3/4 × 28, 50 ÷ 6 rounded down.

`Equation.infix` is for programs, which want minutes, decimals and `//`.
"""

from collections.abc import Sequence

from cantor.equation import Const, Equation, EquationError, Num, Operand, Ref
from cantor.equation.operators import operator
from cantor.equation.render.values import for_people, minus, sign
from cantor.problem import Number
from cantor.problem.problem import NumberKind
from cantor.thought.times import shown_in_steps, times_of
from cantor.thought.units import mixed

#: Longer equations are as programs write them, but for the signs.
_MAX_STEPS = 40
_SIGNS = {" * ": " × ", " - ": " − ", " / ": " ÷ ", " ** ": " ^ "}
#: Written in words, so that they need parentheses inside of anything else.
_IN_WORDS = {"//": "{} ÷ {} rounded down", "cdiv": "{} ÷ {} rounded up", "%": "remainder of {} ÷ {}"}
_PRODUCT = 4  # twice the precedence of ×, so that what must bind tighter is one more


def formula(text: str, numbers: Sequence[Number], equation: Equation) -> str | None:
    """The equation with its numbers as the text writes them; None where it would be too long to write."""
    try:
        plain = equation.infix([number.value for number in numbers])
    except EquationError:
        return None
    if len(equation) > _MAX_STEPS:
        for symbol, shown in _SIGNS.items():
            plain = plain.replace(symbol, shown)
        return plain
    return _Writer(text, numbers, equation).written(equation.root, 0, True)


class _Writer:
    def __init__(self, text: str, numbers: Sequence[Number], equation: Equation):
        self.numbers, self.steps = numbers, equation.steps
        clocks = bool(times_of(numbers))
        self.times = shown_in_steps(text, numbers, equation, ()) if clocks else {}

    def written(self, operand: Operand, around: int, starts: bool, divides: bool = False) -> str:
        """An operand inside of an operator of that level, in parentheses where it needs them."""
        if not isinstance(operand, Ref):
            leaf = self._leaf(operand)
            torn = (divides and "/" in leaf) or (leaf[0] == "−" and not starts)
            return f"({leaf})" if torn else leaf
        step = self.steps[operand.index]
        kind = operator(step.operator)
        level = _PRODUCT if step.operator in _IN_WORDS else 2 * (kind.precedence or 0)
        if not level:
            return f"{kind.symbol}({', '.join(self.written(x, 1, True) for x in step.operands)})"
        power, divides = step.operator == "**", step.operator not in ("+", "-", "*")
        # as in `infix`: the side that does not associate must bind tighter
        left, right = step.operands
        first = self.written(left, level + power, not power and (starts or level < around), divides)
        second = self.written(right, level + (not power), False, divides)
        if step.operator in _IN_WORDS:
            words = _IN_WORDS[step.operator].format(first, second)
            return f"({words})" if around else words
        shown = f"{first} {'^' if power else sign(step.operator)} {second}"
        return f"({shown})" if level < around else shown

    def _leaf(self, operand: Num | Const) -> str:
        if isinstance(operand, Const):
            return for_people(operand.value)
        if operand.index >= len(self.numbers):
            return f"n{operand.index}"
        number = self.numbers[operand.index]
        if operand in self.times:
            return self.times[operand]
        if number.kind is NumberKind.FRACTION:
            simple = "/" in number.text and " " not in number.text
            return minus(str(number.value)) if simple else mixed(number.value)
        return for_people(number.value)
