"""Solutions that need no network: plain arithmetic, or why it has no value."""

from fractions import Fraction

from cantor.equation.errors import DivisionByZero, ExecutionError, ValueTooLarge
from cantor.equation.render.values import about, minus
from cantor.solver.arithmetic import Arithmetic, arithmetic
from cantor.solver.converting import conversion
from cantor.solver.nearest import nearest
from cantor.solver.solution import Issue, Solution
from cantor.thought.units import in_fractions, with_unit

#: What stands in the place of a model's name.
NAME = "arithmetic"


def computed(text: str) -> Arithmetic | None:
    """What a text computes, where it is a sum, a conversion or a rounding and nothing else."""
    return arithmetic(text) or conversion(text) or nearest(text)


def computed_solution(text: str) -> Solution | None:
    """The solution of a text that is plain arithmetic; None of any other."""
    found = computed(text)
    if found is None:
        return None
    values = [number.value for number in found.numbers]
    try:
        value = found.equation.execute(values)
    except ExecutionError as error:
        return Solution(text, found.numbers, error=_issue(error), model=NAME)
    return Solution(
        text,
        found.numbers,
        answer=value,
        display=_shown(value, found),
        equation=found.equation,
        confidence=1.0,
        unit=found.unit.before or found.unit.after or None,
        model=NAME,
    )


def _shown(value: Fraction | float, found: Arithmetic) -> str:
    """In fractions where the sum is: 3/4 + 1/8 is 7/8."""
    if (
        found.fractions
        and isinstance(value, Fraction)
        and not found.unit.before
        and value.denominator < 10**6
    ):
        if found.unit.after not in ("", "%"):
            return in_fractions(value, found.unit)
        return about(value) if "/" in about(value) else minus(str(value))
    return with_unit(value, found.unit)


def _issue(error: ExecutionError) -> Issue:
    if isinstance(error, DivisionByZero):
        return Issue("undefined", "This divides by zero, which has no value.")
    if isinstance(error, ValueTooLarge):
        return Issue("too_large", "The result has too many digits to be written.")
    return Issue("undefined", f"This has no value: {error}.")
