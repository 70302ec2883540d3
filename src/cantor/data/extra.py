"""What the loaders of `extra/` share: checks of a row, its equation over our numbers, a tenth for dev."""

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from fractions import Fraction
from typing import Any

from cantor.data import gsm8k, svamp
from cantor.data.example import Excluded
from cantor.data.files import Record, text_of
from cantor.equation import EVERYDAY, Equation, EquationError, ParseError
from cantor.equation.closeness import same_value
from cantor.equation.parse import chained, parse_infix, parse_python
from cantor.problem import Problem

#: Literals that an equation may hold though its text does not: those of GSM8K and SVAMP, and what else
#: people know by heart (weeks, dozens, pounds, feet and ounces, angles, pi) or the data show often.
CONSTANTS = (
    svamp.CONSTANTS
    | gsm8k.CONSTANTS
    | frozenset(
        Fraction(text)
        for text in (
            "14 18 36 48 50 75 80 90 120 128 180 200 300 360 500 2000 3600 5280 10000 1000000 "
            "1/3 2/3 3/4 1/1000 3.14"
        ).split()
    )
)


def problem_of(record: dict[str, Any]) -> Problem:
    """The row's problem; `Excluded` where the file marks the row as not ok."""
    if record.get("ok") is False:
        raise Excluded("the file marks it as not ok")
    return Problem.from_text(" ".join(text_of(record, "question").split()))


def side(records: Iterable[Record], split: str, key: Callable[[dict[str, Any]], str]) -> Iterator[Record]:
    """The records of one split: by the hash of its key, each tenth record is for development.

    Records that cannot be read are told with the training split, so that each is told once.
    """
    for line, record in records:
        dev = isinstance(record, dict) and is_dev(key(record))
        if dev == (split == "dev"):
            yield line, record


def is_dev(key: str) -> bool:
    return int(hashlib.sha256(key.encode()).hexdigest(), 16) % 10 == 0


def letters(record: dict[str, Any]) -> str:
    """The key of a text: what it says but for numerals, so that copies with other numbers keep together."""
    return " ".join(re.findall("[a-z]+", str(record.get("question")).lower()))


def linked(equation: Equation, problem: Problem, constants: Collection[Fraction] = CONSTANTS) -> Equation:
    """An equation of literals over the numbers of the problem.

    Literals become numbers as in GSM8K's notes: 0.2 where the text says 20 %, 3 / 8 where it has such a
    fraction.
    """
    value = equation.execute()
    if not isinstance(value, Fraction):
        raise ParseError("its value is not a fraction")
    if not equation.steps:  # a number of the text by itself
        return parse_infix(equation.infix(), problem.values)
    try:
        return chained([(equation, value)], value, problem.values, constants, problem.times)
    except ParseError:
        known = {*problem.values, *constants}
        strange = sorted(equation.constants - known) or sorted(equation.constants)
        raise ParseError(f"neither in the text nor a known constant: {strange[0]}") from None


def infix_equation(
    text: str, problem: Problem, constants: Collection[Fraction] = CONSTANTS
) -> tuple[Equation | None, str | None]:
    """The equation of an infix text over the problem's numbers, or why there is none."""
    try:
        return linked(parse_infix(text), problem, constants), None
    except EquationError as error:
        return None, str(error)


def program_equation(
    source: str, problem: Problem, constants: Collection[Fraction] = CONSTANTS
) -> tuple[Equation | None, str | None]:
    """The equation of a Python program over the problem's numbers, or why there is none.

    It has a step, keeps to the operators of everyday problems, and uses at least half of the numbers:
    programs that leave out more are seldom about the same problem as the text.
    """
    try:
        equation = parse_python(source, problem.values, constants, problem.times)
    except EquationError as error:
        return None, str(error)
    if not equation.steps:
        return None, "a program without a step"
    if beyond := sorted(equation.operators - set(EVERYDAY)):
        return None, f"an operator beyond those of everyday problems: {beyond[0]}"
    if 2 * len(equation.numbers) < max(len(problem.numbers), 1):
        return None, "it uses less than half of the text's numbers"
    return equation, None


def check_value(equation: Equation | None, problem: Problem, answer: Fraction | None) -> None:
    """Raise `Excluded` where an equation does not come to the labelled answer, or does nothing."""
    if equation is not None and not equation.steps:
        raise Excluded("its equation is a number without a step")
    if equation is not None and not same_value(equation.try_execute(problem.values), answer):
        raise Excluded("its equation does not come to its answer")
