"""How numbers look, and what each step of an equation is worth."""

from collections.abc import Sequence
from fractions import Fraction

from cantor.equation.graph import Const, Num
from cantor.equation.operators import DIVIDE, POWER, Value, operator

#: Decimals longer than this are written as fractions.
MAX_DECIMALS = 12

#: Python refuses to print whole numbers of more than 4,300 digits at once; we print them in pieces.
_PIECE = 4_000
_LONG = 10**_PIECE

_QUOTIENT, _POWER = DIVIDE.precedence or 2, POWER.precedence or 3


def display(value: Value) -> str:
    """1250, 3.5 and 0.125 as such; other fractions as 10/3; floats to 12 significant digits."""
    if isinstance(value, float):
        return repr(float(f"{value:.12g}")).removesuffix(".0")
    numerator, denominator = value.numerator, value.denominator
    if denominator == 1:
        return _digits(numerator)
    places = _decimal_places(denominator)
    if places is None:
        return f"{_digits(numerator)}/{_digits(denominator)}"
    sign = "-" if numerator < 0 else ""
    digits = _digits(abs(numerator) * 10**places // denominator).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def exact_text(value: Value) -> str:
    """10/3, 39, 7/2, of any length that a value may have; floats, which are not exact, to 12 digits."""
    if isinstance(value, float) or value.denominator == 1:
        return display(value)
    sign = "-" if value < 0 else ""
    return f"{sign}{_digits(abs(value.numerator))}/{_digits(value.denominator)}"


def _decimal_places(denominator: int) -> int | None:
    """Places that 1/denominator takes as a decimal, or None where it does not end soon."""
    if denominator > 10**MAX_DECIMALS:
        return None
    for places in range(1, MAX_DECIMALS + 1):
        if 10**places % denominator == 0:
            return places
    return None


def _digits(number: int) -> str:
    if number < 0:
        return "-" + _digits(-number)
    pieces: list[str] = []
    while number >= _LONG:
        number, piece = divmod(number, _LONG)
        pieces.append(str(piece).rjust(_PIECE, "0"))
    return str(number) + "".join(reversed(pieces))


def about(value: Value) -> str:
    """A value for people: a fraction that is no decimal also gets its nearest decimal."""
    text = for_people(value)
    if isinstance(value, Fraction) and "/" in text and value.denominator < 10**9 and abs(value) < 10**9:
        return f"{text} ≈ {for_people(float(f'{float(value):.4g}'))}"
    return text


def for_people(value: Value) -> str:
    """`display` with a minus sign in place of a hyphen."""
    return minus(display(value))


def minus(text: str) -> str:
    """A leading hyphen as a minus sign."""
    return "−" + text[1:] if text.startswith("-") else text


def sign(symbol: str) -> str:
    """An operator's symbol as people write it: × for *."""
    kind = operator(symbol)
    return kind.sign or kind.symbol


def shown(symbol: str, operands: Sequence[str]) -> str:
    """A step on these values as people write it: "48 − 9", "48 ÷ 9, rounded up", "gcd(48, 9)"."""
    kind = operator(symbol)
    if kind.precedence is None and not kind.shown:
        return f"{kind.symbol}({', '.join(operands)})"
    level = max(kind.precedence or _QUOTIENT, _QUOTIENT)
    parts = [enclosed(text, level, i == 0) for i, text in enumerate(operands)]
    return kind.shown.format(*parts) if kind.shown else f" {sign(symbol)} ".join(parts)


def enclosed(text: str, around: int, starts: bool) -> str:
    """A number's text, in parentheses where the operator around it (its precedence) would tear it apart."""
    negative = text[0] in "-−"
    torn = ("/" in text and around >= _QUOTIENT) or (negative and (not starts or around >= _POWER))
    return f"({text})" if torn else text


def leaf(operand: Num | Const, numbers: Sequence[Value] | None) -> str:
    """A number by value where known, else by name."""
    if isinstance(operand, Const):
        return display(operand.value)
    if numbers is None or not 0 <= operand.index < len(numbers):
        return f"n{operand.index}"
    return display(numbers[operand.index])
