"""SVAMP and the MAWPS / ASDiv-A folds: CSV with masked numbers and prefix equations, and SVAMP's raw text."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from cantor.data.align import aligned
from cantor.data.example import Example, Policy, Row, Tag
from cantor.data.files import records, rows_of, text_of
from cantor.data.numbers import check_numbers, exact, filled, under_policy
from cantor.equation.parse import parse_infix, parse_prefix
from cantor.problem import Problem

_PLACEHOLDER = re.compile(r"\bnumber(\d+)\b")
_COLUMNS = ("Question", "Numbers", "Equation", "Answer")
#: The literals of SVAMP's training equations that are no numbers of their problem.
CONSTANTS = frozenset(
    Fraction(text) for text in "0.01 0.05 0.1 0.25 0.5 1 2 3 4 5 7 8 10 12 25 60 100".split()
)
#: What the first digits of SVAMP's codes for changes to the original problem, such as "21, 11", mean.
VARIATIONS = {"1": "question sensitivity", "2": "reasoning ability", "3": "structural invariance"}


def read_masked(path: Path, policy: Policy) -> Iterator[Row]:
    """Rows of a masked CSV file."""

    def row(record: dict[str, Any], line: int) -> Row:
        values = [exact(text) for text in record.get("Numbers", "").split()]
        problem = filled(text_of(record, "Question"), _PLACEHOLDER, values)
        equation = parse_prefix(text_of(record, "Equation"))
        check_numbers(equation, problem)
        answer = exact(text_of(record, "Answer"))
        tags: dict[str, Tag] = {"type": record["Type"]} if record.get("Type") else {}
        if codes := record.get("Variation Type"):
            tags["variation"] = _variations(codes)
        problem, gold, why = under_policy(problem, equation, policy)
        return Example(f"{path.stem}-{line}", problem, gold, answer, line, why, tags=tags)

    return rows_of(path, records(path, _COLUMNS), row)


def _variations(codes: str) -> Tag:
    """Every kind of change that one of the codes begins with; a problem may have several."""
    kinds = dict.fromkeys(VARIATIONS.get(code.strip()[:1], code.strip()) for code in codes.split(","))
    return tuple(sorted(kinds))


def read_raw(path: Path) -> Iterator[Row]:
    """SVAMP as raw text, with the numbers that our reader finds.

    What was varied stands only in the masked file, in another order and with slightly other words for 50;
    where it lies beside, each problem is found there by its text.
    """
    found = list(rows_of(path, records(path), _raw_row))
    masked = path.with_name("test.csv")
    if not masked.is_file():
        yield from found
        return
    raw = [row for row in found if isinstance(row, Example)]
    varied = [row for row in read_masked(masked, Policy.ANNOTATED) if isinstance(row, Example)]
    tags = {
        raw[i].line: varied[j].tags["variation"]
        for i, j in aligned([row.problem for row in raw], [row.problem for row in varied])
        if "variation" in varied[j].tags
    }
    yield from (_with_variation(row, tags) for row in found)


def _with_variation(row: Row, tags: dict[int, Tag]) -> Row:
    if isinstance(row, Example) and row.line in tags:
        return replace(row, tags={**row.tags, "variation": tags[row.line]})
    return row


def _raw_row(row: dict[str, Any], line: int) -> Row:
    body, question = text_of(row, "Body").strip(), text_of(row, "Question").strip()
    problem = Problem.from_text(f"{body}{'' if body.endswith(('.', ',', '?', '!')) else ','} {question}")
    equation = parse_infix(text_of(row, "Equation"), problem.values)
    tags = {"type": str(row["Type"])} if row.get("Type") else {}
    return Example(str(row.get("ID", line)), problem, equation, exact(row.get("Answer")), line, tags=tags)
