"""Plain rounding ("Round 347 to the nearest ten", "… to two decimal places"), exact, without a network."""

import re

from cantor.equation.parse import parse_infix
from cantor.problem import read_numbers
from cantor.problem.asked_unit import NO_UNIT, Unit
from cantor.solver.arithmetic import Arithmetic

#: Longer texts round nothing.
MAX_CHARACTERS = 120

#: What is rounded to: a power of ten.
_PLACES = {
    "whole number": 0, "integer": 0, "dollar": 0, "ten": 1, "10": 1, "hundred": 2, "100": 2, "thousand": 3,
    "1000": 3, "1,000": 3, "ten thousand": 4, "hundred thousand": 5, "million": 6,
    "tenth": -1, "hundredth": -2, "cent": -2, "thousandth": -3,
}  # fmt: skip
_DECIMALS = {"one": 1, "1": 1, "two": 2, "2": 2, "three": 3, "3": 3}
_ROUND = re.compile(
    r"(?:please\s+)?(?:round(?:\s+off)?|what(?:\s+is|'s))\s+(?:the\s+number\s+)?"
    r"(?P<money>\$?)(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
    r"(?P<rounded>\s+rounded)?(?:\s+off)?\s+to\s+(?:the\s+)?"
    r"(?:nearest\s+(?P<place>[a-z0-9,]+(?: [a-z]+)?)|(?P<decimals>\w+)\s+decimal(?:\s+place)?s?)\s*[?.!]*",
    re.IGNORECASE,
)


def nearest(text: str) -> Arithmetic | None:
    """What a text rounds, where it does nothing else; a half is rounded up."""
    if len(text) > MAX_CHARACTERS or (asked := _ROUND.fullmatch(text.strip())) is None:
        return None
    place = _PLACES.get((asked["place"] or "").lower(), -_DECIMALS.get((asked["decimals"] or "").lower(), 9))
    if place < -3 or not (asked["rounded"] or "round" in text.lower()):
        return None
    size = 10 ** abs(place)
    down, up = ("/", "*") if place > 0 else ("*", "/")  # the last digit that stays becomes that of the ones
    rounded = f"(n0 {down} {size} + 0.5) // 1 {up} {size}" if place else "(n0 + 0.5) // 1"
    unit = Unit(before=asked["money"]) if asked["money"] else NO_UNIT
    return Arithmetic((read_numbers(text)[0],), parse_infix(rounded), unit)
