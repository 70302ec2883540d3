"""SVAMP and the MAWPS / ASDiv-A folds: CSV with masked numbers and prefix equations, and SVAMP's raw text."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from cantor.data.example import Example, Policy, Row
from cantor.data.files import csv_records, json_array, rows_of, text_of
from cantor.data.numbers import check_numbers, exact, filled, under_policy
from cantor.equation.parse import parse_infix, parse_prefix
from cantor.problem import Problem

_PLACEHOLDER = re.compile(r"\bnumber(\d+)\b")
_COLUMNS = ("Question", "Numbers", "Equation", "Answer")
#: The literals of SVAMP's training equations that are no numbers of their problem.
CONSTANTS = frozenset(
    Fraction(text) for text in "0.01 0.05 0.1 0.25 0.5 1 2 3 4 5 7 8 10 12 25 60 100".split()
)
#: SVAMP's column for the kind of change made to the original problem, and what its first digit means.
VARIATIONS = {"1": "question sensitivity", "2": "reasoning ability", "3": "structural invariance"}


def read_masked(path: Path, policy: Policy) -> Iterator[Row]:
    """Rows of a masked CSV file."""

    def row(record: dict[str, Any], line: int) -> Row:
        values = [exact(text) for text in record.get("Numbers", "").split()]
        problem = filled(text_of(record, "Question"), _PLACEHOLDER, values)
        equation = parse_prefix(text_of(record, "Equation"))
        check_numbers(equation, problem)
        answer = exact(text_of(record, "Answer"))
        tags = {"type": record["Type"]} if record.get("Type") else {}
        if variation := record.get("Variation Type"):
            tags["variation"] = VARIATIONS.get(variation[:1], variation)
        problem, gold, why = under_policy(problem, equation, policy)
        return Example(f"{path.stem}-{line}", problem, gold, answer, line, why, tags=tags)

    return rows_of(path, csv_records(path, _COLUMNS), row)


def read_raw(path: Path) -> Iterator[Row]:
    """SVAMP as raw text, with the numbers that our reader finds.

    What was varied stands only in the masked file; where that lies beside, it is found there by the text, for
    950 of the 1,000: of the others, the masked file has slightly other words.
    """
    masked = path.with_name("test.csv")
    varied = {}
    if masked.is_file():
        for row in read_masked(masked, Policy.ANNOTATED):
            if isinstance(row, Example) and "variation" in row.tags:
                varied[_letters(row.problem.text)] = row.tags["variation"]
    return rows_of(path, json_array(path), lambda record, line: _raw_row(record, line, varied))


def _letters(text: str) -> str:
    """What two tokenisations of a text have in common."""
    return re.sub(r"[\W\d_]", "", text.lower())


def _raw_row(row: dict[str, Any], line: int, varied: dict[str, str]) -> Row:
    body, question = text_of(row, "Body").strip(), text_of(row, "Question").strip()
    problem = Problem.from_text(f"{body}{'' if body.endswith(('.', ',', '?', '!')) else ','} {question}")
    equation = parse_infix(text_of(row, "Equation"), problem.values)
    tags = {"type": str(row["Type"])} if row.get("Type") else {}
    if variation := varied.get(_letters(problem.text)):
        tags["variation"] = variation
    return Example(str(row.get("ID", line)), problem, equation, exact(row.get("Answer")), line, tags=tags)
