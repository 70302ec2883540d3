"""Your own problems: JSONL or CSV with a question and an equation, or a question and an answer only."""

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from cantor.data.example import DataError, Example, Row, Unreadable
from cantor.data.numbers import same_value
from cantor.equation import EquationError
from cantor.equation.parse import parse_infix
from cantor.problem import Problem, read_numbers


@dataclass(frozen=True, slots=True)
class Columns:
    """Which of your columns holds what."""

    question: str = "question"
    equation: str = "equation"
    answer: str = "answer"
    id: str = "id"

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, str]) -> "Columns":
        """From {"question": "Problem text", ...}; what is not named keeps its own name."""
        wrong = [name for name in mapping if name not in cls.__dataclass_fields__]
        if wrong:
            known = ", ".join(cls.__dataclass_fields__)
            raise DataError(f"cannot map a column to {wrong[0]!r}; it must be one of {known}")
        return cls(**mapping)


def is_own(name: str) -> bool:
    """Whether a dataset's name is a file of the user's."""
    return Path(name).suffix.lower() in (".jsonl", ".csv")


def read(path: Path, columns: Columns | None = None) -> Iterator[Row]:
    """Rows of a .jsonl or .csv file; a row without a usable question, equation or answer is `Unreadable`."""
    columns = columns or Columns()
    if not path.is_file():
        raise DataError(f"{path}: no such file")
    rows = _csv_rows(path, columns) if path.suffix.lower() == ".csv" else _jsonl_rows(path)
    for line, row in rows:
        yield row if isinstance(row, Unreadable) else _row(row, line, path, columns)


def _jsonl_rows(path: Path) -> Iterator[tuple[int, dict[str, object] | Unreadable]]:
    with path.open("rb") as file:
        for line, raw in enumerate(file, start=1):
            if not raw.strip():
                continue
            try:
                row = json.loads(raw)
            except (ValueError, RecursionError) as error:
                yield line, Unreadable(str(path), line, f"not JSON ({error}); write one object per line")
                continue
            if isinstance(row, dict):
                yield line, row
            else:
                yield (
                    line,
                    Unreadable(str(path), line, 'not an object; write {"question": ..., "answer": ...}'),
                )


def _csv_rows(path: Path, columns: Columns) -> Iterator[tuple[int, dict[str, object] | Unreadable]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = csv.DictReader(file)
        try:
            if columns.question not in (rows.fieldnames or ()):
                found = ", ".join(rows.fieldnames or ()) or "none"
                raise DataError(
                    f"{path}:1: there is no column {columns.question!r} (found: {found}); "
                    "name yours with --columns question=NAME"
                )
            for row in rows:
                yield rows.line_num, dict(row)
        except (csv.Error, UnicodeDecodeError) as error:
            raise DataError(f"{path}:{rows.line_num + 1}: {error}; save the file as UTF-8 CSV") from None


def _row(row: dict[str, object], line: int, path: Path, columns: Columns) -> Row:
    def unreadable(reason: str) -> Unreadable:
        return Unreadable(str(path), line, reason)

    question = row.get(columns.question)
    if not isinstance(question, str) or not question.strip():
        return unreadable(
            f"no text under {columns.question!r}; name your column with --columns question=NAME"
        )
    problem = Problem.from_text(question)
    answer = None
    label = row.get(columns.answer)
    if label not in (None, ""):
        answer = _answer(label)
        if answer is None:
            return unreadable(f"the answer {label!r} is not a number")
    equation = None
    text = row.get(columns.equation)
    if text not in (None, ""):
        try:
            equation = parse_infix(str(text), problem.values)
        except EquationError as error:
            return unreadable(str(error))
        value = equation.try_execute(problem.values)
        if value is None:
            return unreadable(f"the equation {text!r} has no value")
        if answer is None and isinstance(value, Fraction):
            answer = value
        elif answer is not None and not same_value(value, answer):
            return unreadable(f"the equation {text!r} comes to {value}, the answer is {answer}")
    if equation is None and answer is None:
        return unreadable(f"neither {columns.equation!r} nor {columns.answer!r} is given")
    ident = row.get(columns.id)
    why = None if equation else "only the answer is given"
    return Example(str(line if ident in (None, "") else ident), problem, equation, answer, line, why)


def _answer(label: object) -> Fraction | None:
    """A number, or a text with exactly one number in it ("$1,250", "3 1/2 cups")."""
    if isinstance(label, bool):
        return None
    if isinstance(label, int):
        return Fraction(label)
    if isinstance(label, float):
        return Fraction(repr(label)) if label == label and abs(label) != float("inf") else None
    numbers = read_numbers(str(label))
    return numbers[0].value if len(numbers) == 1 else None
