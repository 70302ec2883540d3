"""What can be wrong with an equation: how it is written, how it is built, how it runs."""

from cantor.errors import EquationError as EquationError

#: How much of a text an error shows.
MAX_QUOTED = 80


def quoted(source: object) -> str:
    """What was read, as an error shows it: however long it is, the message stays short."""
    shown = repr(source)
    return shown if len(shown) <= MAX_QUOTED else f"{shown[: MAX_QUOTED - 2]}…{shown[-1]}"


class ParseError(EquationError):
    """The text is not an equation in the notation it was said to be in."""


class MalformedGraph(EquationError):
    """The steps do not form a graph: a wrong arity, or an operand that comes later than its use."""


class GraphTooLarge(EquationError):
    """More steps, or a longer chain of them, than an equation may have."""


class ExecutionError(EquationError):
    """The equation is well formed but has no value on these numbers."""


class DivisionByZero(ExecutionError):
    """A step divides by zero, or raises zero to a negative power."""


class ComplexResult(ExecutionError):
    """A step's value is not a real number, such as the square root of -1."""


class ValueTooLarge(ExecutionError):
    """A step's exact value would take too much memory, or its float would overflow."""


class OutsideDomain(ExecutionError):
    """A step's operand is not one its operator is defined for, such as the factorial of 1/2."""
