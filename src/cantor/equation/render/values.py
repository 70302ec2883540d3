"""How numbers look, and what each step of an equation is worth."""

from collections.abc import Sequence
from fractions import Fraction

from cantor.equation.errors import ExecutionError
from cantor.equation.graph import Const, Equation, Num, Operand, Ref
from cantor.equation.operators import Value, bounded, operator

#: Decimals longer than this are written as fractions.
MAX_DECIMALS = 12

#: Python refuses to print whole numbers of more than 4,300 digits at once; we print them in pieces.
_PIECE = 4_000
_LONG = 10**_PIECE

#: How people write the operators that have a sign of their own.
_SIGNS = {"-": "−", "*": "×", "/": "÷", "**": "^"}


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
    return _SIGNS.get(symbol, symbol)


def leaf(operand: Num | Const, numbers: Sequence[Value] | None) -> str:
    """A number by value where known, else by name."""
    if isinstance(operand, Const):
        return display(operand.value)
    if numbers is None or not 0 <= operand.index < len(numbers):
        return f"n{operand.index}"
    return display(numbers[operand.index])


def outcomes(equation: Equation, numbers: Sequence[Value]) -> list[Value | ExecutionError | None]:
    """What each step gives: a value, its own error, or None where an operand has no value."""
    results: list[Value | ExecutionError | None] = []
    for step in equation.steps:
        try:
            operands = [_value(x, numbers, results) for x in step.operands]
            results.append(None if None in operands else operator(step.operator).apply(*operands))
        except ExecutionError as error:
            results.append(error)
    return results


def _value(
    operand: Operand, numbers: Sequence[Value], results: Sequence[Value | ExecutionError | None]
) -> Value | None:
    if isinstance(operand, Ref):
        result = results[operand.index]
        return None if isinstance(result, ExecutionError) else result
    if isinstance(operand, Const):
        return bounded(operand.value)
    if operand.index >= len(numbers):
        raise ExecutionError(f"there is no number n{operand.index}")
    return bounded(numbers[operand.index])
