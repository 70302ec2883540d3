"""Samples in the manner of TinyGSM: problems with one or more Python programs by language models."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from cantor.data.example import DataError, Example, Excluded, Row
from cantor.data.extra import letters, program_equation, side
from cantor.data.files import records, rows_of, text_of
from cantor.data.hygiene import check_not_held_out
from cantor.equation import Equation
from cantor.problem import Problem

FILE = "tinygsm/samples.jsonl.gz"
#: What a language model left before the problem: marks, who speaks, what it was told to write.
_PREAMBLE = re.compile(
    r"\s*(?:[`*\"'#>\-–•]+|\[[^\]]*\]|\d+[.)]\s|(?:student|teacher|question|problem|q)\s*\d*\s*:"
    r"|result:\s*[\d.,$]+|[^.:?!]{0,60}\bquestions?\b[^.:?!]{0,60}:|please make sure[^.]*\.)\s*",
    re.IGNORECASE,
)


def stripped(question: str) -> str:
    """The question without what stands before it by mistake."""
    text = " ".join(question.split())
    while (match := _PREAMBLE.match(text)) and match.end():
        text = text[match.end() :]
    return text


def read(path: Path, split: str) -> Iterator[Row]:
    """Rows of one side; a tenth is held out by the hash of the text without its numerals."""
    return rows_of(path, side(records(path), split, _key), _row)


def _key(record: dict[str, Any]) -> str:
    return letters({"question": stripped(str(record.get("question")))})


def _row(record: dict[str, Any], line: int) -> Row:
    problem = Problem.from_text(stripped(text_of(record, "question")))
    if not re.match(r"[A-Z0-9$]", problem.text):
        raise Excluded("its text begins in mid-sentence")
    if "?" not in problem.text:
        raise Excluded("its text asks nothing")
    check_not_held_out(problem)
    equation, answer = _agreed(record.get("programs"), problem)
    return Example(f"tinygsm-{line}", problem, equation, answer, line)


def _agreed(programs: object, problem: Problem) -> tuple[Equation, Fraction]:
    """The shortest equation of the row's programs, which must run, agree and use the text's numbers."""
    sources = [entry.get("code") for entry in programs] if isinstance(programs, list) else []
    if not sources or not all(isinstance(source, str) for source in sources):
        raise DataError("no programs under 'programs'")
    found = [program_equation(source, problem) for source in sources]
    equations = [equation for equation, _ in found if equation is not None]
    if not equations:
        raise Excluded(f"no program becomes an equation: {found[0][1]}")
    values = {equation.execute(problem.values) for equation in equations}
    if len(values) > 1:
        raise Excluded("its programs do not agree")
    (value,) = values
    if not isinstance(value, Fraction) or value <= 0:
        raise Excluded("its value is not a positive fraction")
    return min(equations, key=len), value
