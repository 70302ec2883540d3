"""Plain conversions ("Convert 3 km to metres", "How many days are in 3 weeks?"), exact, without a network.

A text is one only where it says nothing else: so many of one unit, or of two of a kind, in another of that
kind. Units whose sizes books do not agree on, or that have no exact size in each other, are left to the
network.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from cantor.equation.parse import parse_infix
from cantor.problem import Number, read_numbers
from cantor.problem.asked_unit import Unit
from cantor.problem.phrases import plural
from cantor.problem.problem import NumberKind
from cantor.solver.arithmetic import Arithmetic, masked_numbers

#: Longer texts convert nothing.
MAX_CHARACTERS = 120

#: Units of a kind with their sizes in the smallest of them; after the first word, other ways to write one.
_KINDS = (
    "millimetre:1 millimeter mm|centimetre:10 centimeter cm|decimetre:100 decimeter dm|metre:1000 meter m"
    "|kilometre:1000000 kilometer km",
    "inch:1 in|foot:12 feet ft|yard:36 yd|mile:63360 mi",
    "milligram:1 mg|gram:1000 gramme g|kilogram:1000000 kilo kg",
    "ounce:1 oz|pound:16 lb",
    "millilitre:1 milliliter ml|centilitre:10 centiliter cl|decilitre:100 deciliter dl|litre:1000 liter l",
    "cup:1|pint:2|quart:4|gallon:16",
    "second:1 sec s|minute:60 min|hour:3600 hr h|day:86400|week:604800",
    "month:1|year:12",
    "cent:1 penny|nickel:5|dime:10|quarter:25|dollar:100",
)
_UNIT: dict[str, tuple[int, int]] = {}  # each way to write a unit: its kind, its size
for _kind, _units in enumerate(_KINDS):
    for _unit in _units.split("|"):
        _first, *_others = _unit.split()
        _name, _size = _first.split(":")
        for _word in (_name, *_others):
            for _form in (_word, plural(_word)):
                _UNIT[_form] = _kind, int(_size)

_N = r"n\d+"
_U = rf"(?:{'|'.join(sorted(_UNIT, key=len, reverse=True))})\b\.?"
#: "3 weeks", "3 weeks and 2 days", "half a kilogram", "a year".
_AMOUNT = rf"(?P<amount>(?:{_N}\s*(?:of an?\s+|an?\s+)?|an?\s+|one\s+){_U}(?:\s*(?:and|,)?\s*{_N}\s*{_U})?)"
_WANTED = rf"(?P<wanted>{_U})"
_MONEY = re.compile(r"\$\s*(n\d+)\b(?! (?:dollar|cent))")
_LEAD = r"(?:(?:please|can you|could you)\s+)?"
_FORMS = tuple(
    re.compile(rf"{_LEAD}{form}\s*[?.!]*")
    for form in (
        rf"(?:convert|change|express|write|turn|give)\s+{_AMOUNT}\s+(?:to|into|in|as)\s+{_WANTED}",
        rf"how many\s+{_WANTED}\s+(?:(?:is|are|make|makes|equal|do|does)\s+)?(?:there\s+|up\s+)*(?:in\s+)?"
        rf"{_AMOUNT}(?:\s+(?:have|has|make|equal))?",
        rf"{_AMOUNT}\s*(?:=|is|are|equals?|makes?|is equal to)\s*(?:how many|what in|\?|_+)\s*{_WANTED}",
        rf"(?:what (?:is|are)\s+)?{_AMOUNT}\s+(?:in|to|into)\s+{_WANTED}",
    )
)
#: "How many eggs are in 4 dozen?" The reader takes a dozen as 12 already.
_DOZENS = re.compile(
    r"how many\s+(?P<what>[a-z]+s|people|children)\s+(?:(?:is|are|make)\s+)?(?:there\s+)?(?:in\s+)?n0"
    r"(?:\s+(?:of\s+)?(?P=what))?\s*[?.!]*"
)


def conversion(text: str) -> Arithmetic | None:
    """What a text converts, where it is a plain conversion and nothing else."""
    if len(text) > MAX_CHARACTERS:
        return None
    numbers = tuple(read_numbers(text))
    if any(number.kind in (NumberKind.TIME, NumberKind.ORDINAL) or number.value < 0 for number in numbers):
        return None
    masked = _MONEY.sub(r"\1 dollars", masked_numbers(text, numbers))
    if len(numbers) == 1 and "dozen" in numbers[0].text.lower() and (asked := _DOZENS.fullmatch(masked)):
        return Arithmetic(numbers, parse_infix("n0 * 1"), Unit(after=asked["what"]))
    found = next((match for form in _FORMS if (match := form.fullmatch(masked)) is not None), None)
    return None if found is None else _converted(found["amount"], found["wanted"].rstrip("."), numbers)


def _converted(amount: str, wanted: str, numbers: tuple[Number, ...]) -> Arithmetic | None:
    kind, size = _UNIT[wanted]
    parts = []
    for number, unit in _parts(amount):
        of_kind, of_size = _UNIT[unit]
        if of_kind != kind or (of_size == size and len(numbers) < 2):
            return None  # no conversion
        parts.append(_times(number, Fraction(of_size, size)))
    if len(parts) < len(numbers):
        return None
    equation = parse_infix(" + ".join(parts))
    written = any(n.kind is NumberKind.FRACTION and "." not in n.text for n in numbers)
    return Arithmetic(numbers, equation, Unit(after=_many(wanted)), written)


def _parts(amount: str) -> Iterator[tuple[str, str]]:
    """A number's place, "" for one of a unit, and the unit."""
    for match in re.finditer(rf"({_N})?\s*(?:(?:of )?an?\s+|one\s+)?({_U})", amount):
        yield match[1] or "", match[2].rstrip(".")


def _times(number: str, factor: Fraction) -> str:
    number = number or "1"
    if factor.numerator == 1:
        return number if factor == 1 else f"{number} / {factor.denominator}"
    return f"{number} * {factor.numerator}" + (f" / {factor.denominator}" if factor.denominator > 1 else "")


def _many(unit: str) -> str:
    """Short units have no plural."""
    if unit.endswith("s") or len(unit) < 3 or unit in ("feet", "min", "sec", "pennies"):
        return unit
    return plural(unit)
