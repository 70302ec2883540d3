"""MathQA as published, and the filtered edition that the paper reports on."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from cantor.data.example import DataError, Example, Policy, Row, Unreadable
from cantor.data.files import records, rows_of, text_of
from cantor.data.numbers import check_numbers, exact, filled, under_policy
from cantor.equation import CORE, EquationError, Value
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

    def row(record: dict[str, Any], line: int) -> Row:
        problem = numeral_problem(text_of(record, "Problem"))
        equation, unreadable = None, None
        try:
            parsed = parse_linear(text_of(record, "linear_formula"))
            check_numbers(parsed, problem)
            equation = parsed
        except (EquationError, DataError) as error:
            unreadable = str(error)
        problem, equation, not_read = under_policy(problem, equation, policy)
        tags = {"category": str(record["category"])} if record.get("category") else {}
        ident = f"{path.name.split('.')[0]}-{line}"
        label = labelled_option(record)
        return Example(ident, problem, equation, label, line, unreadable or not_read, tags=tags)

    return rows_of(path, records(path), row)


def read_filtered(path: Path, policy: Policy) -> Iterator[Row]:
    """The published filtered test split: masked text, `equation_layer` programs."""

    def row(record: dict[str, Any], line: int) -> Row:
        values = [exact(number) for number in list_of(record, "num_list")]
        masked = _LETTER.sub(lambda m: f"temp_{ord(m[1]) - ord('a')}", text_of(record, "text"))
        problem = filled(" ".join(masked.split()), _PLACE, values)
        layers = list_of(record, "equation_layer")
        if odd := [layer for layer in layers if not isinstance(layer, list)]:
            raise DataError(f"{odd[0]!r}: a layer is a list")
        equation = parse_layers([tuple(map(str, layer)) for layer in layers])
        check_numbers(equation, problem)
        problem, gold, why = under_policy(problem, equation, policy)
        ident = f"{path.stem}-{record.get('id', line)}"
        return Example(ident, problem, gold, exact(record.get("answer")), line, why)

    return rows_of(path, records(path), row)


def list_of(record: dict[str, Any], key: str) -> list[Any]:
    """The list under a key, or a `DataError` that names it."""
    value = record.get(key)
    if not isinstance(value, list):
        raise DataError(f"no list under {key!r}")
    return value


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
    if not (letter and options and isinstance(letter, str) and isinstance(options, str)):
        return None
    match = re.search(rf"\b{re.escape(letter)}\s*\)\s*(.*?)(?=\s*,?\s*\b[a-f]\s*\)|$)", options)
    value = _OPTION_VALUE.search(match[1]) if match else None
    if value is None:
        return None
    above = Fraction(value["above"].replace(",", "").replace(" ", ""))
    below = Fraction(value["below"] or 1)
    return above / below if below else None


def numeral_problem(text: str) -> Problem:
    """A text with its numerals as numbers, as MathQA counts them."""
    numbers = tuple(
        Number(match[0], Fraction(match[0].replace(",", "")), match.span())
        for match in _NUMERAL.finditer(text)
    )
    return Problem(text, numbers)
