"""Your own problems: JSONL or CSV with a question and an equation, or a question and an answer only."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from cantor.data.example import DataError, Example, Row
from cantor.data.files import csv_records, json_lines, rows_of
from cantor.data.numbers import exact, same_value
from cantor.equation import Const, Equation, ExecutionError, Num, Operand
from cantor.equation.parse import parse_infix, parse_linear
from cantor.problem import Problem, read_numbers

#: MathQA's names, in which an equation can be written step by step.
_STEP_NAMES = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "**": "power"}
_EXPONENT = re.compile(r"\de[-+]?\d", re.IGNORECASE)


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
        raise DataError(f"{path}: no such file; check its name and folder")
    if path.suffix.lower() == ".csv":
        records = csv_records(path, (columns.question,), "name yours with --columns question=NAME")
    else:
        records = json_lines(path)
    yield from rows_of(path, records, lambda record, line: _example(record, line, columns))


def _example(row: dict[str, Any], line: int, columns: Columns) -> Example:
    question = row.get(columns.question)
    if not isinstance(question, str) or not question.strip():
        raise DataError(f"no text under {columns.question!r}; name your column with --columns question=NAME")
    problem = Problem.from_text(question)
    answer = None
    label = row.get(columns.answer)
    if label not in (None, ""):
        answer = _answer(label)
        if answer is None:
            raise DataError(f"the answer {label!r} is not one number")
    equation = None
    text = row.get(columns.equation)
    if text not in (None, ""):
        if isinstance(text, list | dict):
            raise DataError(f"the equation {text!r} is not text")
        equation = _equation(str(text), problem)
        try:
            value = equation.execute(problem.values)
        except ExecutionError as error:
            raise DataError(f"the equation {text!r} has no value: {error}") from None
        if answer is None and isinstance(value, Fraction):
            answer = value
        elif answer is not None and not same_value(value, answer):
            raise DataError(f"the equation {text!r} comes to {value}, but the answer is {answer}")
    if equation is None and answer is None:
        raise DataError(f"neither {columns.equation!r} nor {columns.answer!r} is given")
    ident = row.get(columns.id)
    why = None if equation else "only the answer is given"
    return Example(str(line if ident in (None, "") else ident), problem, equation, answer, line, why)


def _equation(text: str, problem: Problem) -> Equation:
    """Infix or steps. Literals are linked to numbers by value, unless the equation names numbers itself."""
    if "|" in text:
        return parse_linear(text)
    unlinked = parse_infix(text)
    return unlinked if unlinked.numbers else parse_infix(text, problem.values)


def written(equation: Equation) -> str:
    """The text that `read` takes for this very equation: infix where that tells all, else steps."""
    infix = equation.infix()
    if not equation.steps or (equation.numbers and parse_infix(infix) == equation):
        return infix
    return "".join(
        f"{_STEP_NAMES[step.operator]}({','.join(map(_operand, step.operands))})|" for step in equation.steps
    )


def _operand(operand: Operand) -> str:
    if isinstance(operand, Const):
        return f"const_{operand.value}"
    return f"{'n' if isinstance(operand, Num) else '#'}{operand.index}"


def _answer(label: object) -> Fraction | None:
    """A number, or a text with exactly one number in it ("$1,250", "3 1/2 cups")."""
    if isinstance(label, bool) or not isinstance(label, int | float | str):
        return None
    try:
        return exact(label)
    except DataError:
        text = label if isinstance(label, str) and not _EXPONENT.search(label) else ""
        numbers = read_numbers(text)
        return numbers[0].value if len(numbers) == 1 else None
