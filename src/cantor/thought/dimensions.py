"""Units of an equation's steps, by algebra: 4 trays × 12 rolls on each tray are rolls; else unknown."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from cantor.equation import Const, Equation, Num, Operand, Ref
from cantor.problem import Number
from cantor.problem.phrases import Phrase, phrases, plural, singular
from cantor.problem.problem import NumberKind


class Sort(StrEnum):
    """What a quantity is."""

    COUNT = "count"  # of a noun, perhaps for each of another
    MONEY = "money"
    SCALAR = "scalar"  # half, twice, 7
    PERCENT = "percent"
    TIME = "time"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Quantity:
    """What a number or a result is, but for its value."""

    sort: Sort
    unit: str = ""  # a noun in the plural, or a currency's sign
    per: str | None = None  # a noun in the singular; "" where it is not said of what
    preposition: str = ""
    done: str = ""
    fraction: bool = False  # written as a fraction

    @property
    def is_known(self) -> bool:
        return self.sort is not Sort.UNKNOWN


UNKNOWN = Quantity(Sort.UNKNOWN)
SCALAR = Quantity(Sort.SCALAR)

#: So many of the second are one of the first.
CONVERSIONS = {
    ("weeks", Fraction(7)): "days",
    ("days", Fraction(24)): "hours",
    ("hours", Fraction(60)): "minutes",
    ("minutes", Fraction(60)): "seconds",
    ("years", Fraction(12)): "months",
    ("years", Fraction(52)): "weeks",
    ("years", Fraction(365)): "days",
    ("feet", Fraction(12)): "inches",
    ("yards", Fraction(3)): "feet",
    ("meters", Fraction(100)): "centimeters",
    ("metres", Fraction(100)): "centimetres",
    ("kilometers", Fraction(1000)): "meters",
    ("kilometres", Fraction(1000)): "metres",
    ("kilograms", Fraction(1000)): "grams",
    ("liters", Fraction(1000)): "milliliters",
    ("litres", Fraction(1000)): "millilitres",
    ("km", Fraction(1000)): "m",
    ("m", Fraction(100)): "cm",
    ("kg", Fraction(1000)): "g",
    ("l", Fraction(1000)): "ml",
    ("dozens", Fraction(12)): "",
}


def quantities_of(text: str, numbers: Sequence[Number], equation: Equation) -> "Dimensions":
    """What the numbers of an equation are by the text, and its steps by algebra."""
    found = Dimensions([_of_number(n, p) for n, p in zip(numbers, phrases(text, numbers), strict=True)], [])
    for step in equation.steps:
        operands = [found.of(x) for x in step.operands]
        constants = [x.value if isinstance(x, Const) else None for x in step.operands]
        found.steps.append(combined(step.operator, operands, constants))
    return found


@dataclass(frozen=True, slots=True)
class Dimensions:
    """Of numbers and of steps."""

    numbers: list[Quantity]
    steps: list[Quantity]

    def of(self, operand: Operand) -> Quantity:
        if isinstance(operand, Ref):
            return self.steps[operand.index]
        if isinstance(operand, Num):
            return self.numbers[operand.index] if operand.index < len(self.numbers) else UNKNOWN
        return SCALAR


def _of_number(number: Number, phrase: Phrase) -> Quantity:
    if number.kind is NumberKind.TIME:
        return Quantity(Sort.TIME)
    if number.kind is NumberKind.PERCENT:
        return Quantity(Sort.PERCENT)
    if number.kind is NumberKind.MULTIPLE:
        return SCALAR
    fraction = number.kind is NumberKind.FRACTION
    if phrase.money:
        return Quantity(Sort.MONEY, phrase.money, phrase.per, phrase.preposition)
    if phrase.noun:
        return Quantity(
            Sort.COUNT, phrase.noun, phrase.per, phrase.preposition, phrase.done, fraction=fraction
        )
    return replace(SCALAR, fraction=True) if fraction else UNKNOWN


def combined(symbol: str, operands: Sequence[Quantity], constants: Sequence[Fraction | None]) -> Quantity:
    """What a step's result is."""
    if len(operands) == 1:
        return replace(operands[0], done="") if symbol in ("floor", "ceil") else UNKNOWN
    if len(operands) != 2:
        return UNKNOWN
    a, b = operands
    if symbol in ("+", "-"):
        return _sum(symbol, a, b)
    if symbol == "*":
        for one, other, constant in ((a, b, constants[1]), (b, a, constants[0])):
            if constant is not None and (to := CONVERSIONS.get((one.unit, constant))):
                return Quantity(Sort.COUNT, to, one.per)
            product = _product(one, other)
            if product.is_known:
                return product
        return UNKNOWN
    if symbol in ("/", "//", "cdiv"):
        return _quotient(a, b, constants[1])
    if symbol == "%" and a.sort is Sort.COUNT and (b.sort is Sort.SCALAR or same(a.unit, b.unit)):
        return Quantity(Sort.COUNT, a.unit)
    return UNKNOWN


def same(a: str, b: str) -> bool:
    """Whether two nouns are of the same things: red marbles and marbles are."""
    if not a or not b:
        return False
    first, second = a.split()[-1], b.split()[-1]
    return first == second or singular(first) == second or first == singular(second)


def _common(a: str, b: str) -> str:
    """What two nouns of the same things are together: red marbles and blue marbles are marbles."""
    return a if a == b else a.split()[-1]


def _per(a: Quantity, b: Quantity) -> bool:
    return a.per == b.per or (a.per is not None and b.per is not None and "" in (a.per, b.per))


def _sum(symbol: str, a: Quantity, b: Quantity) -> Quantity:
    if a.sort is Sort.TIME:
        if b.sort is Sort.TIME:
            return Quantity(Sort.COUNT, "minutes") if symbol == "-" else UNKNOWN
        return Quantity(Sort.TIME) if b.sort is Sort.COUNT and b.unit == "minutes" else UNKNOWN
    if a.sort is b.sort is Sort.SCALAR:
        return replace(SCALAR, fraction=a.fraction or b.fraction)
    if a.sort is b.sort is Sort.MONEY and a.unit == b.unit and _per(a, b):
        return Quantity(Sort.MONEY, a.unit, a.per)
    if a.sort is b.sort is Sort.COUNT and same(a.unit, b.unit) and _per(a, b):
        return Quantity(Sort.COUNT, _common(a.unit, b.unit), a.per, a.preposition)
    return UNKNOWN


def _product(one: Quantity, other: Quantity) -> Quantity:
    """`one` is so much of `other`: 1/4, or 4 trays where the other is for each tray."""
    if one.sort is Sort.SCALAR:
        return (
            replace(other, done="", fraction=one.fraction and other.fraction) if other.is_known else UNKNOWN
        )
    if one.sort is Sort.COUNT and other.per is not None and other.sort in (Sort.COUNT, Sort.MONEY):
        if other.per == "" and not same(one.unit, other.unit):
            return replace(other, per=one.per, preposition="", done="", fraction=False)
        if same(one.unit, plural(other.per)):
            return replace(other, per=one.per, preposition="", done="", fraction=False)
    if one == UNKNOWN and other.per == "" and other.sort in (Sort.COUNT, Sort.MONEY):
        return replace(other, per=None, preposition="", done="", fraction=False)  # so many at $2 each
    return UNKNOWN


def _quotient(a: Quantity, b: Quantity, constant: Fraction | None) -> Quantity:
    if constant is not None:
        for (large, count), small in CONVERSIONS.items():
            if count == constant and a.sort is Sort.COUNT and a.unit == small:
                return Quantity(Sort.COUNT, large, a.per)
    if a.sort is Sort.PERCENT and constant == 100:
        return SCALAR
    if b.sort is Sort.SCALAR:
        return replace(a, done="") if a.is_known and a.sort is not Sort.TIME else UNKNOWN
    countable = (Sort.COUNT, Sort.MONEY)
    if a.sort not in countable or b.sort not in countable or a.per is not None:
        return UNKNOWN
    alike = a.sort is b.sort and (a.unit == b.unit or same(a.unit, b.unit))
    if alike and b.per is not None:
        return Quantity(Sort.COUNT, plural(b.per)) if b.per else UNKNOWN
    if alike:
        return SCALAR
    if b.sort is Sort.COUNT and b.per is None and (one := singular(b.unit)):
        return replace(a, per=one, preposition="", done="")
    return UNKNOWN
