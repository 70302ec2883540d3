"""Your own problems: a table with a question and an equation, or a question and an answer only."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from cantor.data.drop import is_official, read_official
from cantor.data.example import DataError, Example, Row
from cantor.data.files import records, rows_of
from cantor.data.numbers import exact
from cantor.data.passages import passage_example
from cantor.equation import Const, Equation, ExecutionError, Num, Operand
from cantor.equation.closeness import same_value
from cantor.equation.parse import parse_infix, parse_linear
from cantor.equation.render.values import exact_text
from cantor.io.rows import kind_of
from cantor.problem import Problem, read_numbers

#: MathQA's names, in which an equation can be written step by step; other operators go by their symbols.
_STEP_NAMES = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "**": "power"}
_EXPONENT = re.compile(r"\de[-+]?\d", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Columns:
    """Which of your columns holds what."""

    question: str = "question"
    equation: str = "equation"
    answer: str = "answer"
    id: str = "id"
    kind: str = "kind"
    answerable: str = "answerable"
    passage: str = "passage"  # where there is one, answers are typed: see `cantor.data.passages`

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
    return kind_of(name) is not None


def read(path: Path, columns: Columns | None = None) -> Iterator[Row]:
    """Rows of a file of any kind; one without a usable question, equation or answer is `Unreadable`.

    A file in DROP's official form is read as that.
    """
    if is_official(path):
        yield from read_official(path)
        return
    chosen = columns or Columns()
    found = records(path, (chosen.question,), "name yours with --columns question=NAME")
    yield from rows_of(path, found, lambda record, line: _example(record, line, chosen))


def _example(row: dict[str, Any], line: int, columns: Columns) -> Example:
    if columns.passage in row:
        ident = str(row.get(columns.id) or line)
        return passage_example(row, ident, line, columns.passage, columns.question, columns.answer)
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
    answerable = _yes(row.get(columns.answerable), columns.answerable)
    if not answerable and (equation is not None or answer is not None):
        raise DataError(f"it has an answer, but {columns.answerable!r} says that it cannot be answered")
    if answerable and equation is None and answer is None:
        raise DataError(f"neither {columns.equation!r} nor {columns.answer!r} is given")
    label, kind = row.get(columns.id), row.get(columns.kind)
    name = str(line if label in (None, "") else label)
    why = None if equation else "only the answer is given" if answerable else "it cannot be answered"
    tags = {} if kind in (None, "") else {"kind": str(kind)}
    return Example(name, problem, equation, answer, line, why, tags=tags, answerable=answerable)


def _yes(label: object, column: str) -> bool:
    """Whether a problem can be answered; it can where nothing is said."""
    known = {
        "": True,
        "none": True,
        "true": True,
        "yes": True,
        "1": True,
        "false": False,
        "no": False,
        "0": False,
    }
    try:
        return known[str(label).strip().lower()]
    except KeyError:
        raise DataError(f"{column!r} is {label!r}; write true or false") from None


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
        f"{_STEP_NAMES.get(step.operator, step.operator)}({','.join(map(_operand, step.operands))})|"
        for step in equation.steps
    )


def _operand(operand: Operand) -> str:
    if isinstance(operand, Const):
        return f"const_{exact_text(operand.value)}"
    return f"{'n' if isinstance(operand, Num) else '#'}{operand.index}"


def _answer(label: object) -> Fraction | None:
    """A number, or a text with exactly one number in it ("$1,250", "3 1/2 cups")."""
    if isinstance(label, bool) or not isinstance(label, int | float | str | Decimal):
        return None
    try:
        return exact(label)
    except DataError:
        text = label if isinstance(label, str) and not _EXPONENT.search(label) else ""
        numbers = read_numbers(text)
        return numbers[0].value if len(numbers) == 1 else None
