"""Units of an equation's steps, by algebra: 4 trays × 12 rolls on each tray are rolls; else unknown."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from cantor.equation import Const, Equation, Num, Operand, Ref
from cantor.problem import Number
from cantor.problem.asked_unit import Unit
from cantor.problem.phrases import LENGTHS, Phrase, phrases, plural, singular
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
    ("quarters", Fraction(25)): "cents",
    ("dimes", Fraction(10)): "cents",
    ("nickels", Fraction(5)): "cents",
    ("dozens", Fraction(12)): "",
}
_CENTS = Fraction(100)
#: Units that are written in two ways, as one of them.
_SPELT = dict(
    pair.split(":")
    for pair in (
        "kilometers:km kilometres:km meters:m metres:m centimeters:cm centimetres:cm millimeters:mm"
        " kilograms:kg grams:g liters:l litres:l milliliters:ml millilitres:ml mi:miles ft:feet lb:pounds"
        " lbs:pounds oz:ounces"
    ).split()
)


def quantities_of(
    text: str,
    numbers: Sequence[Number],
    equation: Equation,
    wanted: Unit | None = None,
    constants_count: bool = True,
) -> "Dimensions":
    """What the numbers of an equation are by the text, and its steps by algebra.

    Where algebra knows nothing of a step and one of its operands is of the `wanted` unit, so is the step:
    5 eggs a week × 7 hens are eggs where eggs are asked for. Whoever wants a unit must look whether the
    whole equation comes to it. Where constants do not count, 3 hens × 2 are not said to be hens: they may
    be legs.
    """
    mentioned = [_of_number(n, p) for n, p in zip(numbers, phrases(text, numbers), strict=True)]
    found = Dimensions(mentioned, [], SCALAR if constants_count else UNKNOWN)
    lower = text.lower()
    coins = "cent" in lower or "¢" in lower
    for step in equation.steps:
        operands = [found.of(x) for x in step.operands]
        constants = [x.value if isinstance(x, Const) else None for x in step.operands]
        quantity = _coins(step.operator, operands, constants) if coins else UNKNOWN
        if not quantity.is_known:
            quantity = combined(step.operator, operands, constants)
        if not quantity.is_known and wanted is not None:
            quantity = _as_wanted(step.operator, operands, wanted)
        found.steps.append(quantity)
    return found


def _coins(symbol: str, operands: Sequence[Quantity], constants: Sequence[Fraction | None]) -> Quantity:
    """Dollars as cents and back, in a text that speaks of cents."""
    for one, constant in zip(operands, reversed(constants), strict=True) if len(operands) == 2 else ():
        if constant == _CENTS and symbol == "*" and one.sort is Sort.MONEY and one.unit == "$":
            return Quantity(Sort.COUNT, "cents", one.per)
    if symbol == "/" and constants[1] == _CENTS and operands[0].unit == "cents":
        return Quantity(Sort.MONEY, "$", operands[0].per)
    return UNKNOWN


def is_of(quantity: Quantity, unit: Unit) -> bool:
    """Whether a quantity is counted in a unit."""
    if unit.before:
        return quantity.sort is Sort.MONEY and quantity.unit == unit.before
    noun = unit.after.split(" per ")[0]
    square = noun.startswith("square ") == quantity.unit.startswith("square ")
    return quantity.sort is Sort.COUNT and square and same(quantity.unit, noun)


def _as_wanted(symbol: str, operands: Sequence[Quantity], wanted: Unit) -> Quantity:
    """The one operand that is of the wanted unit, so many times or with so much more of it.

    Or what comes of dividing by so much for each: 300 cents ÷ 40 cents each are the oranges asked for.
    """
    if symbol in ("/", "//", "cdiv") and operands[1].per == "" and same(operands[0].unit, operands[1].unit):
        return Quantity(Sort.COUNT, wanted.after) if wanted.after else UNKNOWN
    of_it = [x for x in operands if is_of(x, wanted)]
    if len(operands) != 2 or len(of_it) != 1 or (symbol == "/" and operands[0] is not of_it[0]):
        return UNKNOWN
    (found,), other = of_it, operands[operands[0] is of_it[0]]
    times = symbol in ("*", "/") and (other.sort is Sort.COUNT and other.per is None)
    if times or (symbol in ("*", "/", "+", "-") and other == UNKNOWN):
        return replace(found, done="")
    return UNKNOWN


@dataclass(frozen=True, slots=True)
class Dimensions:
    """Of numbers and of steps."""

    numbers: list[Quantity]
    steps: list[Quantity]
    constants: Quantity = SCALAR

    def of(self, operand: Operand) -> Quantity:
        if isinstance(operand, Ref):
            return self.steps[operand.index]
        if isinstance(operand, Num):
            return self.numbers[operand.index] if operand.index < len(self.numbers) else UNKNOWN
        return self.constants


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
    if symbol == "%" and a.sort is Sort.COUNT:  # what is left over, whatever it was divided into
        return Quantity(Sort.COUNT, a.unit)
    return UNKNOWN


def same(a: str, b: str) -> bool:
    """Whether two nouns are of the same things: red marbles and marbles are."""
    if not a or not b:
        return False
    first, second = a.split()[-1], b.split()[-1]
    first, second = _SPELT.get(first, first), _SPELT.get(second, second)
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
    if b.sort is Sort.TIME:
        return _sum(symbol, b, a) if symbol == "+" else UNKNOWN
    if a.sort is b.sort is Sort.SCALAR:
        return replace(SCALAR, fraction=a.fraction or b.fraction)
    if a.sort is b.sort is Sort.MONEY and a.unit == b.unit and _per(a, b):
        return Quantity(Sort.MONEY, a.unit, a.per)
    if a.sort is b.sort is Sort.COUNT and same(a.unit, b.unit) and _per(a, b):
        fraction = a.fraction or b.fraction
        return Quantity(Sort.COUNT, _common(a.unit, b.unit), a.per, a.preposition, fraction=fraction)
    return UNKNOWN


def _product(one: Quantity, other: Quantity) -> Quantity:
    """`one` is so much of `other`: 1/4, or 4 trays where the other is for each tray."""
    if one.sort is Sort.SCALAR:
        fraction = other.fraction and (one.fraction or other.sort is not Sort.SCALAR)
        return replace(other, done="", fraction=fraction) if other.is_known else UNKNOWN
    if one.sort is Sort.COUNT and other.per is not None and other.sort in (Sort.COUNT, Sort.MONEY):
        fraction = one.fraction or other.fraction
        if other.per == "" and not same(one.unit, other.unit):
            return replace(other, per=one.per, preposition="", done="", fraction=fraction)
        if same(one.unit, plural(other.per)):
            return replace(other, per=one.per, preposition="", done="", fraction=fraction)
    if one.sort is other.sort is Sort.COUNT and one.unit == other.unit and one.unit in LENGTHS:
        return Quantity(Sort.COUNT, f"square {one.unit}") if one.per is other.per is None else UNKNOWN
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
