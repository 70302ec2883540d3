"""Another value in the place of a number, written as that one was: "four" becomes "six", 9.50 becomes 9.75.

What is written anew reads as meant: `rewritten` reads the text again and gives None where it says another
thing, as "11:55 pm" five minutes later would.
"""

import re
from collections.abc import Mapping
from fractions import Fraction

from cantor.problem.lexicon import FACTORS, TENS, UNITS
from cantor.problem.problem import Number, NumberKind, Problem

_NUMERAL = re.compile(r"(?P<sign>[-−]?)(?P<digits>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?P<rest>\d+))?")
_TIME = re.compile(r"(?P<hour>\d{1,2})(?::(?P<minute>\d\d))?")
_TIMES_AND = re.compile(rf"(?P<head>\S+) (?P<factor>{'|'.join(FACTORS)})", re.IGNORECASE)
#: Kinds whose numbers can be exchanged; parts, multiples and ordinals are words of their own.
_PLAIN = (NumberKind.CARDINAL, NumberKind.MONEY, NumberKind.PERCENT)
_ONES = {value: word for word, value in UNITS.items()}
_TENS = {value: word for word, value in reversed(TENS.items())}  # reversed: misspellings come last
_HUNDRED, _HOUR, _HALF_DAY = 100, 60, 720


def in_words(value: int, between: str = "-") -> str:
    """A whole number from 0 to 99 in words: twenty-five."""
    tens, ones = divmod(value, 10)
    if value in _ONES:
        return _ONES[value]
    return _TENS[10 * tens] + (between + _ONES[ones] if ones else "")


def unit_of(number: Number) -> Fraction | None:
    """The smallest step between two values written so: 1, a cent, a dozen, five minutes; None for parts."""
    if number.kind is NumberKind.TIME:
        time = _TIME.fullmatch(number.text)
        if time is not None and time["minute"] is None:
            return Fraction(_HOUR)
        return Fraction(5 if number.value % 5 == 0 else 1)
    if number.kind not in _PLAIN or not number.text:
        return None
    if found := _NUMERAL.fullmatch(number.text):
        return Fraction(1, 10 ** len(found["rest"] or ""))
    if found := _TIMES_AND.fullmatch(number.text):
        head = _NUMERAL.fullmatch(found["head"])
        return Fraction(FACTORS[found["factor"].lower()], 10 ** len((head and head["rest"]) or ""))
    return Fraction(1) if number.value.denominator == 1 else None


def written_like(number: Number, value: Fraction) -> str | None:
    """`value` as `number` is written; None where it cannot be."""
    unit = unit_of(number)
    if unit is None or (value / unit).denominator != 1:
        return None
    if number.kind is NumberKind.TIME:
        return _time(number, value)
    text = number.text
    if found := _TIMES_AND.fullmatch(text):
        factor = FACTORS[found["factor"].lower()]
        head = Number(found["head"], number.value / factor, (0, 0))
        written = written_like(head, value / factor)
        return written and f"{written} {found['factor']}"
    if found := _NUMERAL.fullmatch(text):
        decimals = len(found["rest"] or "")
        whole, rest = divmod(int(abs(value) * 10**decimals), 10**decimals)
        sign = (found["sign"] or "-") if value < 0 else ""
        point = f".{rest:0{decimals}}" if decimals else ""
        return f"{sign}{whole:{',' if ',' in found['digits'] else ''}}{point}"
    if value < 0 or value >= _HUNDRED:
        return str(value)
    words = in_words(int(value), "-" if "-" in text or " " not in text else " ")
    return words.capitalize() if text[0].isupper() else words


def _time(number: Number, value: Fraction) -> str | None:
    """A time in the same half of the day, since what tells the half stands outside of the number."""
    before, after = number.value // _HALF_DAY, value // _HALF_DAY
    if before != after:
        return None
    hour, minute = divmod(int(value), _HOUR)
    found = _TIME.fullmatch(number.text)
    said = int(found["hour"]) if found else hour % 12 or 12
    hour = hour if found and said == number.value // _HOUR else hour % 12 or 12
    return str(hour) if found and found["minute"] is None else f"{hour}:{minute:02d}"


def rewritten(problem: Problem, values: Mapping[int, Fraction]) -> Problem | None:
    """The same text with other values for some of its numbers, by their places in the list.

    None where one cannot be written so, or where the new text is not read as the same numbers otherwise.
    """
    edits = []
    for i, value in values.items():
        text = written_like(problem.numbers[i], value)
        if text is None:
            return None
        edits.append((problem.numbers[i].span, text))
    told, end = [], 0
    for (start, stop), text in sorted(edits):
        if start < end:
            return None
        told += [problem.text[end:start], text]
        end = stop
    again = Problem.from_text("".join([*told, problem.text[end:]]))
    wanted = [values.get(i, number.value) for i, number in enumerate(problem.numbers)]
    kinds = [number.kind for number in problem.numbers]
    same = list(again.values) == wanted and [number.kind for number in again.numbers] == kinds
    return again if same else None


def neighbours(problem: Problem, i: int) -> tuple[str | None, str | None]:
    """How one less and one more of a number are written, for a dial; None where there is none.

    Below zero goes only what may be negative: where the text mentions such a number, or a temperature.
    """
    number = problem.numbers[i]
    unit = unit_of(number)
    if unit is None:
        return None, None
    least = None if problem.question.answer_type.negative else 0
    found: list[str | None] = []
    for value in (number.value - unit, number.value + unit):
        text = None if least is not None and value < least else written_like(number, value)
        if text is not None and not (_NUMERAL.fullmatch(number.text) and number.kind in _PLAIN):
            # words and times may read otherwise where they stand; numerals do not
            text = text if rewritten(problem, {i: value}) is not None else None
        found.append(text)
    return found[0], found[1]
