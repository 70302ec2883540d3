"""Values with the unit that a question asks for: 39 rolls, $4.50, 20%, 1/4, 2 : 3."""

from fractions import Fraction

from cantor.equation import Value
from cantor.equation.render.values import about, for_people, minus
from cantor.problem.asked_unit import Unit
from cantor.problem.phrases import singular

#: Answers longer than this are written by their size.
_MOST_DIGITS = 40


def with_unit(value: Value, unit: Unit) -> str:
    """The value as people write it: 39 rolls, $4.50, 20%, 1/4, 2 : 3."""
    if unit.before:
        return _money(value, unit.before)
    if isinstance(value, Fraction) and value.denominator < 10**6:
        if unit.fraction:
            return minus(str(value))
        if unit.ratio and 0 < value.numerator < 10**6:
            return f"{value.numerator} : {value.denominator}"
    noun = singular(unit.after) if value == 1 and unit.after != "%" else unit.after
    if unit.after == "%":
        return f"{_short(value)}%"
    number, _, nearly = _short(value).partition(" ≈ ")
    shown = f"{number} {noun}" if noun else number
    return f"{shown} (≈ {nearly})" if nearly and noun else f"{number} ≈ {nearly}" if nearly else shown


def mixed(value: Fraction) -> str:
    """25/3 as 8 1/3; 1/3 and whole numbers as they are."""
    whole, part = divmod(abs(value.numerator), value.denominator)
    if not whole or not part:
        return minus(str(value))
    return f"{'−' if value < 0 else ''}{whole} {part}/{value.denominator}"


def in_fractions(value: Fraction, unit: Unit) -> str:
    """A value of a text that speaks in fractions: 5/8 metre, 2 1/2 cups."""
    noun = (singular(unit.after) or unit.after) if 0 < value < 1 else unit.after
    return f"{mixed(value) if noun else minus(str(value))} {noun}".rstrip()


def _money(value: Value, sign: str) -> str:
    """$12, $4.50, −$3; to the cent where it does not come out even."""
    size = -value if value < 0 else value
    if size >= 10**15:
        return f"{sign}{_short(value)}"
    cents = size * 100
    exact = isinstance(value, Fraction) and cents == int(cents)
    whole = round(cents)
    amount = str(whole // 100) if whole % 100 == 0 and exact else f"{whole // 100}.{whole % 100:02}"
    return f"{'' if exact else '≈ '}{'−' if value < 0 else ''}{sign}{amount}"


def _short(value: Value) -> str:
    """A value for people, by its size where it has too many digits."""
    shown = about(value)
    if len(shown) <= _MOST_DIGITS:
        return shown
    if isinstance(value, Fraction) and value != 0:
        size = len(for_people(Fraction(abs(value.numerator) // value.denominator)))
        if size > 15:
            leading = abs(value) / Fraction(10) ** (size - 1)
            return f"≈ {'−' if value < 0 else ''}{float(leading):.4g} × 10^{size - 1}"
    return f"≈ {float(value):.4g}"
