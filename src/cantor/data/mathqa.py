"""MathQA as published, and the filtered edition that the paper reports on."""

import gzip
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from cantor.data.example import DataError, Example, Policy, Row, Unreadable
from cantor.data.numbers import filled, under_policy
from cantor.equation import CORE, Equation, EquationError, Value
from cantor.equation.parse import parse_layers, parse_linear
from cantor.problem import Number, Problem

#: MathQA numbers its operands by the numerals of the text, left to right.
_NUMERAL = re.compile(r"\d+(?:,\d+)*(?:\.\d+)?|\.\d+")
_LETTER = re.compile(r"\btemp_([a-z])\b")
_PLACE = re.compile(r"\btemp_(\d+)\b")
_OPTION_VALUE = re.compile(r"(?P<above>-?\s?[\d,]*\.?\d+)(?:\s*[/:]\s*(?P<below>\d+(?:\.\d+)?))?")
#: The longest program of the published filtered edition; ours keeps to it.
MAX_FILTERED_STEPS = 15


def read_published(path: Path, policy: Policy) -> Iterator[Row]:
    """MathQA as published: numerals of the text are the numbers, `linear_formula` is the program."""
    for line, row in _rows(path):
        try:
            problem = _numeral_problem(row["Problem"])
        except (KeyError, TypeError, ValueError) as error:
            yield Unreadable(str(path), line, f"{type(error).__name__}: {error}")
            continue
        equation: Equation | None = None
        unreadable = None
        try:
            equation = parse_linear(row["linear_formula"])
            if any(i >= len(problem.numbers) for i in equation.numbers):
                raise DataError("the program uses a number that the text does not have")
        except (KeyError, EquationError, DataError) as error:
            equation, unreadable = None, str(error)
        problem, equation, not_read = under_policy(problem, equation, policy)
        tags = {"category": row["category"]} if row.get("category") else {}
        ident = f"{path.name.split('.')[0]}-{line}"
        yield Example(ident, problem, equation, labelled_option(row), line, unreadable or not_read, tags=tags)


def read_filtered(path: Path, policy: Policy) -> Iterator[Row]:
    """The published filtered test split: masked text, `equation_layer` programs."""
    for line, row in _rows(path):
        try:
            values = [Fraction(str(number)) for number in row["num_list"]]
            masked = _LETTER.sub(lambda m: f"temp_{ord(m[1]) - ord('a')}", row["text"])
            problem = filled(" ".join(masked.split()), _PLACE, values)
            equation = parse_layers(row["equation_layer"])
            answer = Fraction(str(row["answer"]))
        except (KeyError, TypeError, ValueError, EquationError, DataError) as error:
            yield Unreadable(str(path), line, f"{type(error).__name__}: {error}")
            continue
        problem, gold, why = under_policy(problem, equation, policy)
        yield Example(f"{path.stem}-{row.get('id', line)}", problem, gold, answer, line, why)


def read_refiltered(path: Path, policy: Policy) -> Iterator[Row]:
    """Our own counterpart of the filtered train and dev splits, which are not public.

    Kept are programs over the five core operators, of at most 15 steps, whose value is within 1 % of the
    labelled option: close to, but not, the published filter.
    """
    for row in read_published(path, policy):
        if isinstance(row, Unreadable) or row.equation is None:
            continue
        value = row.equation.try_execute(row.problem.values)
        if (
            row.equation.operators <= set(CORE)
            and len(row.equation) <= MAX_FILTERED_STEPS
            and within_one_percent(value, row.answer)
        ):
            yield row


def within_one_percent(value: Value | None, label: Fraction | None) -> bool:
    if value is None or label is None:
        return False
    return abs(Fraction(value) - label) <= abs(label) / 100


def labelled_option(row: dict[str, Any]) -> Fraction | None:
    """The value of the option marked correct, or None where it is not a number."""
    letter, options = row.get("correct"), row.get("options")
    if not letter or not options:
        return None
    match = re.search(rf"\b{re.escape(letter)}\s*\)\s*(.*?)(?=\s*,?\s*\b[a-f]\s*\)|$)", options)
    value = _OPTION_VALUE.search(match[1]) if match else None
    if value is None:
        return None
    above = Fraction(value["above"].replace(",", "").replace(" ", ""))
    below = Fraction(value["below"] or 1)
    return above / below if below else None


def _numeral_problem(text: str) -> Problem:
    numbers = tuple(
        Number(match[0], Fraction(match[0].replace(",", "")), match.span())
        for match in _NUMERAL.finditer(text)
    )
    return Problem(text, numbers)


def _rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    opener = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rt", encoding="utf-8") as file:
            rows = json.load(file)
    except (json.JSONDecodeError, EOFError, gzip.BadGzipFile) as error:
        raise DataError(
            f"{path}: not whole ({error}); get the file again with `cantor data get mathqa`"
        ) from None
    yield from enumerate(rows, start=1)
