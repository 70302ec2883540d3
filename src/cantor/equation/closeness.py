"""When two values count as the same."""

from fractions import Fraction
from math import isclose, isfinite

from cantor.equation.operators import Value

#: The contract's tolerance for "the same value".
TOLERANCE = Fraction(1, 10_000)


def same_value(value: Value | None, label: Value | None) -> bool:
    """|a − b| ≤ 1e-4 · max(1, |b|); nothing is the same as no value, as NaN or as infinity."""
    if value is None or label is None:
        return False
    if not all(isinstance(x, Fraction) or isfinite(x) for x in (value, label)):  # an own operator's, at worst
        return False
    exact, wanted = Fraction(value), Fraction(label)  # a finite float is a fraction too
    return abs(exact - wanted) <= TOLERANCE * max(Fraction(1), abs(wanted))


def nearly(a: Value, b: Value, tolerance: float) -> bool:
    """Whether fractions are equal, or floats but for their last digits; `tolerance` is relative."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a == b
    try:
        return isclose(a, b, rel_tol=tolerance)
    except OverflowError:  # a fraction beyond all floats against a float
        return False
