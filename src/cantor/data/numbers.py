"""Problems from masked text, and equations carried from one list of numbers to another."""

import re
from collections.abc import Sequence
from fractions import Fraction

from cantor.data.example import DataError, Policy
from cantor.equation import Const, Equation, Num, Operand
from cantor.equation.render import display
from cantor.problem import Number, Problem

_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_HUGE = re.compile(r"e[-+]?\d{4,}", re.IGNORECASE)  # would take all memory as a fraction


def exact(label: object) -> Fraction:
    """A label such as 12, 3.5, "1,250" or "1/2" as it is meant, or a `DataError`."""
    text = _THOUSANDS.sub("", str(label).strip())
    try:
        if _HUGE.search(text):
            raise ValueError
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise DataError(f"cannot read {text[:40]!r} as a number") from None


def check_numbers(equation: Equation, problem: Problem) -> None:
    """Raise a `DataError` where the equation uses a number beyond the problem's list."""
    if beyond := [i for i in equation.numbers if i >= len(problem.numbers)]:
        raise DataError(f"the equation uses a number that the problem does not have: n{min(beyond)}")


def filled(masked: str, placeholder: re.Pattern[str], values: Sequence[Fraction]) -> Problem:
    """A masked text with its numbers put back; group 1 of `placeholder` is the number's index.

    A number that the text does not place is kept at the end with an empty span, so that indices hold.
    """
    pieces: list[str] = []
    spans: dict[int, tuple[str, tuple[int, int]]] = {}
    position = end = 0
    for match in placeholder.finditer(masked):
        index = int(match[1])
        if index >= len(values):
            raise DataError(f"{match[0]!r} stands in the text, but there are only {len(values)} numbers")
        before, shown = masked[end : match.start()], display(values[index])
        pieces += [before, shown]
        start = position + len(before)
        position, end = start + len(shown), match.end()
        spans.setdefault(index, (shown, (start, position)))
    text = "".join([*pieces, masked[end:]])
    nowhere = ("", (len(text), len(text)))
    return Problem(
        text,
        tuple(
            Number(shown, value, span)
            for value, (shown, span) in ((value, spans.get(i, nowhere)) for i, value in enumerate(values))
        ),
    )


class OperandNotRead(DataError):
    """The equation uses a number that the reader does not find in the text."""


def under_policy(
    problem: Problem, equation: Equation | None, policy: Policy
) -> tuple[Problem, Equation | None, str | None]:
    """An annotated problem as it is, or as our reader reads it; and why it lost its equation, if it did."""
    if policy is Policy.ANNOTATED:
        return problem, equation, None
    read = Problem.from_text(problem.text)
    try:
        return read, equation and relinked(equation, problem, read), None
    except OperandNotRead as error:
        return read, None, str(error)


def relinked(equation: Equation, annotated: Problem, read: Problem) -> Equation:
    """The equation over the numbers of `read`, another reading of the same text.

    Each number becomes the read one nearest to its place that has its value. A number with no place in the
    text becomes a constant.
    """
    mapping: dict[int, Operand] = {}
    for index in equation.numbers:
        wanted = annotated.numbers[index]
        candidates = [i for i, number in enumerate(read.numbers) if number.value == wanted.value]
        if candidates:
            mapping[index] = Num(min(candidates, key=lambda i: abs(read.numbers[i].span[0] - wanted.span[0])))
        elif not wanted.text:
            mapping[index] = Const(wanted.value)
        else:
            raise OperandNotRead(f"the reader does not find {wanted.text!r}")
    return equation.renumbered(mapping)
