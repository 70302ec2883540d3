"""Operators: what a step can do. Exact on fractions; floats appear only where a root forces them.

Every operator bounds its result before it computes it, so that no equation, however written, can
hang or fill the memory.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from cantor.equation.errors import (
    ComplexResult,
    DivisionByZero,
    EquationError,
    OutsideDomain,
    ValueTooLarge,
)

Value = Fraction | float

#: Largest numerator or denominator, in bits. 1000 ** 1000 needs 9,966; nobody asks for more.
MAX_BITS = 1 << 14


@dataclass(frozen=True, slots=True)
class Operator:
    """One kind of step.

    `precedence` places an infix operator (1 binds loosest); None means it is written as a function.
    `words` is a sentence for people, with {0}, {1}, ... for the operands; `sign` is what people write
    between them or in a picture, and `shown` how they write the whole step, where that is not the symbol.
    """

    symbol: str
    arity: int
    apply: Callable[..., Value]
    words: str
    precedence: int | None = None
    commutative: bool = False
    sign: str = ""
    shown: str = ""


_registry: dict[str, Operator] = {}
_installed_loaded = False
#: Names that an operator had before, in files and models that others saved.
_FORMER_NAMES = {"mod": "%"}


def register(operator: Operator) -> Operator:
    """Make an operator known to parsing, execution and rendering."""
    known = _registry.get(operator.symbol)
    if known is not None and known != operator:
        raise EquationError(f"operator {operator.symbol!r} is registered already; choose another symbol")
    if operator.arity < 1:
        raise EquationError(f"operator {operator.symbol!r} needs at least one operand")
    if operator.precedence is not None and operator.arity != 2:
        raise EquationError(f"operator {operator.symbol!r} does not take two operands: it cannot be infix")
    _registry[operator.symbol] = operator
    return operator


def operator(symbol: str) -> Operator:
    """The registered operator with this symbol."""
    try:
        return _registry[symbol]
    except KeyError:
        if symbol in _FORMER_NAMES:
            return _registry[_FORMER_NAMES[symbol]]
        if symbol in operators():  # an installed package's
            return _registry[symbol]
        raise EquationError(
            f"unknown operator {symbol!r}; known are {' '.join(_registry)}; add others with "
            "cantor.equation.register, or `cantor --plugin FILE`, where FILE calls it"
        ) from None


def operators() -> dict[str, Operator]:
    """All registered operators by symbol, in order of registration; then those of installed packages."""
    global _installed_loaded
    if not _installed_loaded:  # once, and only where somebody asks: it takes a few milliseconds
        _installed_loaded = True
        from cantor.equation.plugins import load_installed

        load_installed()
    return dict(_registry)


def _float(value: Value) -> float:
    try:
        return float(value)
    except OverflowError:
        raise ValueTooLarge("a value is too large for a float") from None


def _divisor(value: Value) -> float:
    """A divisor other than 0 as a float; one so small that its float is 0 has too large an inverse."""
    number = _float(value)
    if number == 0:
        raise ValueTooLarge("a divisor is too small for a float")
    return number


def _finite(value: float) -> float:
    if math.isfinite(value):
        return value
    raise ValueTooLarge("a value is too large for a float")


def _bits(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def _check_bits(bits: int) -> None:
    if bits > MAX_BITS:
        # The count itself may have too many digits to print
        need = f"about {bits:,} bits" if bits < 1 << 64 else "far too many bits"
        raise ValueTooLarge(f"a value would need {need}; the limit is {MAX_BITS:,}")


_SMALL = 1 << 64


def bounded(value: Value) -> Value:
    """The value itself, or a typed error where it is too large, infinite or not a number."""
    if isinstance(value, int):  # passes as a float for type checkers, but is exact
        value = Fraction(value)
    if isinstance(value, Fraction):
        if not (-_SMALL < value.numerator < _SMALL and value.denominator < _SMALL):  # nearly all are
            _check_bits(_bits(value))
        return value
    return _finite(value)


def add(a: Value, b: Value) -> Value:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return bounded(a + b)
    return _finite(_float(a) + _float(b))


def subtract(a: Value, b: Value) -> Value:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return bounded(a - b)
    return _finite(_float(a) - _float(b))


def multiply(a: Value, b: Value) -> Value:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return bounded(a * b)
    return _finite(_float(a) * _float(b))


def divide(a: Value, b: Value) -> Value:
    if b == 0:
        raise DivisionByZero("division by zero")
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return bounded(a / b)
    return _finite(_float(a) / _divisor(b))


def _integer_root(n: int, k: int) -> int | None:
    """The exact k-th root of n >= 0, or None where it is not whole."""
    if n < 2:
        return n
    if k > n.bit_length():
        return None
    if k == 2:
        root = math.isqrt(n)
    else:
        # Newton from above: the start is at least the root, and each step stays at or above it.
        root = 1 << -(-n.bit_length() // k)
        while (step := ((k - 1) * root + n // root ** (k - 1)) // k) < root:
            root = step
    return root if root**k == n else None


def _exact_root(a: Fraction, k: int) -> Fraction | None:
    numerator, denominator = _integer_root(a.numerator, k), _integer_root(a.denominator, k)
    return None if numerator is None or denominator is None else Fraction(numerator, denominator)


def power(a: Value, b: Value) -> Value:
    """a ** b. Whole exponents and perfect roots are exact; 0 ** 0 is 1, as in Python."""
    if a == 0 and b < 0:
        raise DivisionByZero("zero to a negative power")
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        if a < 0 and b.denominator > 1:
            raise ComplexResult("a negative number to a fractional power")
        if a in (0, 1, -1):  # the bound below must not refuse 1 ** 10**9
            return Fraction(1) if a == 1 or b == 0 or (a == -1 and b.numerator % 2 == 0) else a
        if b.denominator > 1:
            root = _exact_root(a, b.denominator)
            if root is None:
                return _float_power(a, b)
            a = root
        _check_bits(abs(b.numerator) * max(1, _bits(a) - 1))
        return bounded(a**b.numerator)
    return _float_power(a, b)


def _float_power(a: Value, b: Value) -> float:
    base, exponent = _float(a), _float(b)
    if base < 0 and not exponent.is_integer():
        raise ComplexResult("a negative number to a fractional power")
    try:
        return _finite(base**exponent)
    except (OverflowError, ZeroDivisionError):  # the latter where the base is too small for a float
        raise ValueTooLarge("a power is too large for a float") from None


def _whole(value: Value, what: str) -> int:
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    raise OutsideDomain(f"{what} takes whole numbers")


def _natural(value: Value, what: str) -> int:
    number = _whole(value, what)
    if number < 0:
        raise OutsideDomain(f"{what} takes numbers that are not negative")
    return number


def floor(a: Value) -> Value:
    return Fraction(math.floor(a))


def ceil(a: Value) -> Value:
    return Fraction(math.ceil(a))


def _rounded_quotient(a: Value, b: Value, rounded: Callable[[Value], int]) -> Value:
    if b == 0:
        raise DivisionByZero("division by zero")
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return bounded(Fraction(rounded(a / b)))
    return Fraction(rounded(_finite(_float(a) / _divisor(b))))


def floor_divide(a: Value, b: Value) -> Value:
    """The whole part of a / b: the largest whole number that is not above it."""
    return _rounded_quotient(a, b, math.floor)


def ceil_divide(a: Value, b: Value) -> Value:
    """a / b rounded up: the smallest whole number that is not below it."""
    return _rounded_quotient(a, b, math.ceil)


def remainder(a: Value, b: Value) -> Value:
    """a - b * floor(a / b), which has the sign of b."""
    if b == 0:
        raise DivisionByZero("remainder of a division by zero")
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        # a % b floors a / b, which may have twice the bits of either
        _check_bits(_bits(a) + _bits(b))
        return bounded(a % b)
    return _finite(_float(a) % _divisor(b))


def _factorial_bits(n: int) -> int:
    return int(n * math.log2(n)) if n > 1 else 1


def factorial(a: Value) -> Value:
    n = _natural(a, "a factorial")
    if n > MAX_BITS:
        raise ValueTooLarge(f"a factorial of a number over {MAX_BITS:,} is too large")
    _check_bits(_factorial_bits(n))
    return Fraction(math.factorial(n))


def choose(a: Value, b: Value) -> Value:
    n, k = _natural(a, "a choice"), _natural(b, "a choice")
    _check_bits(min(k, max(n - k, 0)) * n.bit_length())
    return Fraction(math.comb(n, k))


def permutation(a: Value, b: Value) -> Value:
    n, k = _natural(a, "a permutation"), _natural(b, "a permutation")
    _check_bits(k * n.bit_length() if k <= n else 0)
    return Fraction(math.perm(n, k))


def gcd(a: Value, b: Value) -> Value:
    return Fraction(math.gcd(_whole(a, "gcd"), _whole(b, "gcd")))


def lcm(a: Value, b: Value) -> Value:
    return bounded(Fraction(math.lcm(_whole(a, "lcm"), _whole(b, "lcm"))))


def logarithm(a: Value) -> Value:
    if a <= 0:
        raise ComplexResult("the logarithm of a number that is not positive")
    if isinstance(a, Fraction) and not 1e-300 < a < 1e300:  # outside the range of floats, its parts are not
        return math.log(a.numerator) - math.log(a.denominator)
    return math.log(a)


def _of_float(function: Callable[[float], float]) -> Callable[[Value], Value]:
    return lambda a: _finite(function(_float(a)))


ADD = register(Operator("+", 2, add, "Add {0} and {1}", 1, commutative=True))
SUBTRACT = register(Operator("-", 2, subtract, "Subtract {1} from {0}", 1, sign="−"))
MULTIPLY = register(Operator("*", 2, multiply, "Multiply {0} by {1}", 2, commutative=True, sign="×"))
DIVIDE = register(Operator("/", 2, divide, "Divide {0} by {1}", 2, sign="÷"))
POWER = register(Operator("**", 2, power, "Raise {0} to the power {1}", 3, sign="^"))

#: The five operators of the paper: what the published filters and figures are about.
CORE = tuple(_registry)

FLOOR_DIVIDE = register(
    Operator(
        "//",
        2,
        floor_divide,
        "Divide {0} by {1} and round down",
        2,
        sign="÷↓",
        shown="{0} ÷ {1}, rounded down",
    )
)
CEIL_DIVIDE = register(
    Operator(
        "cdiv", 2, ceil_divide, "Divide {0} by {1} and round up", sign="÷↑", shown="{0} ÷ {1}, rounded up"
    )
)
REMAINDER = register(
    Operator(
        "%",
        2,
        remainder,
        "Take the remainder of {0} divided by {1}",
        2,
        sign="rem",
        shown="remainder of {0} ÷ {1}",
    )
)

register(Operator("gcd", 2, gcd, "Take the greatest common divisor of {0} and {1}", commutative=True))
register(Operator("lcm", 2, lcm, "Take the least common multiple of {0} and {1}", commutative=True))

#: With what people need besides: whole boxes, whole trips, what is left over, the largest equal groups, the
#: next time that two things meet. All others serve full MathQA and ASDiv.
EVERYDAY = tuple(_registry)

register(Operator("floor", 1, floor, "Round {0} down"))
register(Operator("ceil", 1, ceil, "Round {0} up"))
register(Operator("min", 2, min, "Take the smaller of {0} and {1}", commutative=True))
register(Operator("max", 2, max, "Take the larger of {0} and {1}", commutative=True))
register(Operator("factorial", 1, factorial, "Take the factorial of {0}"))
register(Operator("choose", 2, choose, "Count the ways to choose {1} of {0}"))
register(Operator("permutation", 2, permutation, "Count the ordered ways to choose {1} of {0}"))
register(Operator("log", 1, logarithm, "Take the natural logarithm of {0}"))
register(Operator("sin", 1, _of_float(math.sin), "Take the sine of {0}"))
register(Operator("cos", 1, _of_float(math.cos), "Take the cosine of {0}"))
register(Operator("tan", 1, _of_float(math.tan), "Take the tangent of {0}"))
