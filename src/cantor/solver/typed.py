"""An equation as a person types it beside a problem: 4 x 12 - 9 = 39, $3.50 * 4, n0 * n1 - 9."""

import re

from cantor.equation import Equation
from cantor.equation.errors import EquationError
from cantor.equation.parse import parse_infix
from cantor.problem import Problem

#: Longer than anybody writes by hand.
MAX_TYPED = 400
_TIMES = re.compile(r"(?<=[\d)%])\s*[xX]\s*(?=[\d($.nN])|(?<=[\s\d)])[xX](?=\s*\d)")
_CURRENCY = re.compile(r"[$€£₹¥]")
_PLACE = re.compile(r"\b(?:n_?|N_?|number)\d")
_NAME, _DIGIT = re.compile(r"[A-Za-z]"), re.compile(r"\d")


class NotAnEquation(EquationError):
    """What was typed cannot be read, or means numbers that are not there."""


def typed_equation(text: str, problem: Problem) -> Equation:
    """An equation over the problem's numbers.

    Numbers as they stand in the text are meant by their value, unless the equation names any by place (n0 is
    the first): then all else is a constant. What follows an equals sign is what the person expects, and not
    needed.
    """
    plain = _CURRENCY.sub("", text[: MAX_TYPED + 1])
    plain = _TIMES.sub(" * ", plain)
    left, equals, right = plain.partition("=")
    if equals and not _NAME.search(right) and _DIGIT.search(left):
        plain = left
    named = _PLACE.search(plain) is not None
    try:
        equation = parse_infix(plain, () if named else problem.values)
    except (EquationError, ValueError, ZeroDivisionError):
        raise NotAnEquation(
            "This cannot be read as an equation. Use numbers, + − × ÷ ^ and parentheses, such as 4 × 12 − 9."
        ) from None
    if len(text) > MAX_TYPED or len(equation) > MAX_TYPED:
        raise NotAnEquation(f"An equation may have at most {MAX_TYPED} characters.")
    if any(i >= len(problem.numbers) for i in equation.numbers):
        raise NotAnEquation("The equation names a number that the text does not have; n0 is the first.")
    return equation
