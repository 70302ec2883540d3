"""Times of day and durations in an answer and its steps: in minutes inside, as people write them outside.

A time plus or minus anything is a time, the difference of two times is a duration in minutes, and so are its
sums and multiples. All else is a plain number; so is a duration divided by 60, whose unit is then the hour.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction

from cantor.equation import Const, Equation, Num, Operand, Ref, Step, Value
from cantor.equation.render.values import for_people
from cantor.problem import Number
from cantor.problem.asked_unit import NO_UNIT, Unit
from cantor.problem.lexicon import CURRENCY_SIGNS
from cantor.problem.problem import NumberKind
from cantor.thought.answer_unit import unit_of
from cantor.thought.dimensions import quantities_of
from cantor.thought.percentages import as_shares
from cantor.thought.units import in_fractions, with_unit

DAY, _HALF_DAY, _HOUR = 1440, 720, 60
_LONGEST = 10**6  # no larger denominator is written as a fraction
#: Texts that tell halves of the day get them in the answer too.
_HALVES = re.compile(r"(?<![a-z])[ap]\.?\s?m\b|\bin the (?:morning|afternoon|evening)\b|\bat night\b")
_BOTH_UNITS = re.compile(r"\bhow many hours and minutes\b")
_ONE_UNIT = re.compile(r"\bin (?:hours|minutes|seconds)\b")


class Kind(StrEnum):
    """What a value is in a story with clocks."""

    TIME = "time"
    MINUTES = "minutes"
    NUMBER = "number"


def kinds(equation: Equation, times: Collection[int]) -> list[Kind]:
    """Of each step, where `times` are the numbers that are times of day; then of the root."""
    found: list[Kind] = []

    def of(operand: Operand) -> Kind:
        if isinstance(operand, Ref):
            return found[operand.index]
        return Kind.TIME if isinstance(operand, Num) and operand.index in times else Kind.NUMBER

    for step in equation.steps:
        found.append(_kind(step, [of(x) for x in step.operands]))
    return [*found, of(equation.root)]


def _kind(step: Step, operands: Sequence[Kind]) -> Kind:
    times, minutes = operands.count(Kind.TIME), operands.count(Kind.MINUTES)
    last = step.operands[-1]
    value = last.value if isinstance(last, Const) else None
    match step.operator:
        case "+":
            return Kind.TIME if times == 1 else Kind.MINUTES if minutes and not times else Kind.NUMBER
        case "-":
            if times == 2:
                return Kind.MINUTES
            if times:
                return Kind.TIME if operands[0] is Kind.TIME else Kind.NUMBER
            return Kind.MINUTES if minutes else Kind.NUMBER
        case "*":
            return Kind.MINUTES if minutes == 1 and not times else Kind.NUMBER
        case "/":
            whole = operands == [Kind.MINUTES, Kind.NUMBER] and value != _HOUR
            return Kind.MINUTES if whole else Kind.NUMBER
        case "%":
            return operands[0] if value in (DAY, _HALF_DAY) else Kind.NUMBER
        case _:
            return Kind.NUMBER


class Clock(StrEnum):
    """How a text tells the time."""

    HALVES = "10:50 am"
    TO_TWELVE = "1:10"  # no hour is 0 or above 12
    TO_24 = "13:10"


def _clock(text: str, numbers: Sequence[Number]) -> Clock:
    if _HALVES.search(text.lower()):
        return Clock.HALVES
    times = [numbers[i] for i in times_of(numbers)]
    twelve = all(_HOUR <= t.value < 13 * _HOUR and not t.text.startswith("0") for t in times)
    return Clock.TO_TWELVE if twelve else Clock.TO_24


def time_of_day(value: Value, clock: Clock) -> str | None:
    """650 as 10:50 or 10:50 am, counted again from 0 after 24 hours; None where seconds are not whole."""
    if not isinstance(value, Fraction) or (value * 60).denominator != 1:
        return None
    hour, seconds = divmod(int(value * 60) % (DAY * 60), 3600)
    minute, second = divmod(seconds, 60)
    rest = f":{minute:02d}" + (f":{second:02d}" if second else "")
    if clock is Clock.HALVES:
        return f"{hour % 12 or 12}{rest} {'am' if hour < 12 else 'pm'}"
    return f"{hour or 12}{rest}" if clock is Clock.TO_TWELVE else f"{hour}{rest}"


def duration(value: Value) -> str:
    """85 as 1 hour 25 minutes."""
    if not isinstance(value, Fraction) or value < 0 or value < _HOUR:
        return _counted(value, "minute")
    hours, minutes = divmod(value, _HOUR)
    both = [_counted(Fraction(hours), "hour"), *([_counted(minutes, "minute")] if minutes else [])]
    return " ".join(both)


def _counted(value: Value, unit: str) -> str:
    return f"{for_people(value)} {unit}{'' if value == 1 else 's'}"


def times_of(numbers: Sequence[Number]) -> set[int]:
    """Which numbers are times of day."""
    return {i for i, number in enumerate(numbers) if number.kind is NumberKind.TIME}


def shown_answer(text: str, numbers: Sequence[Number], equation: Equation, value: Value) -> str:
    """The value with the unit that the text asks for; a time as a time, a duration in hours and minutes."""
    unit, times = unit_of(text, numbers, equation), times_of(numbers)
    lower = text.lower()
    if times and (unit == NO_UNIT or _BOTH_UNITS.search(lower)):
        kind = kinds(equation, times)[-1]
        if kind is Kind.TIME and (time := time_of_day(value, _clock(text, numbers))):
            return time
        if kind is Kind.MINUTES and not _ONE_UNIT.search(lower):
            return duration(value)
    written = any(number.kind is NumberKind.FRACTION for number in numbers)
    plain = not unit.before and unit.after != "%" and not (unit.fraction or unit.ratio)
    if written and plain and isinstance(value, Fraction) and 1 < value.denominator < _LONGEST:
        shares = as_shares(equation, numbers)
        if quantities_of(text, numbers, shares, unit).of(shares.root).fraction:
            return in_fractions(value, unit)
    return with_unit(value, unit)


def named_unit(text: str, numbers: Sequence[Number], equation: Equation) -> str | None:
    """The unit of an answer by its name, such as "rolls", "$" or "%"; a duration's value is in minutes."""
    unit, times = unit_of(text, numbers, equation), times_of(numbers)
    if times and unit == NO_UNIT and kinds(equation, times)[-1] is Kind.MINUTES:
        return "minutes"
    return unit.before or unit.after or None


def counted_like(shown: str, value: Value, unit: str | None, best: str | None) -> tuple[str, str | None]:
    """An alternative as shown, with its unit: in the best answer's where it has none of its own."""
    if unit is not None or best is None or ":" in shown:
        return shown, unit
    return with_unit(value, Unit(before=best) if best in CURRENCY_SIGNS else Unit(after=best)), best


def shown_in_steps(
    text: str, numbers: Sequence[Number], equation: Equation, values: Sequence[Value | None]
) -> Mapping[Operand, str]:
    """How the times of day among an equation's numbers and results are written, and durations."""
    times = times_of(numbers)
    if not times:
        return {}
    clock = _clock(text, numbers)
    shown: dict[Operand, str] = {}
    for i in times & equation.numbers:
        shown[Num(i)] = time_of_day(numbers[i].value, clock) or for_people(numbers[i].value)
    for i, (kind, value) in enumerate(zip(kinds(equation, times), values, strict=False)):
        if value is None:
            continue
        if kind is Kind.TIME and (time := time_of_day(value, clock)):
            shown[Ref(i)] = time
        elif kind is Kind.MINUTES:
            shown[Ref(i)] = _counted(value, "minute")
    return shown
