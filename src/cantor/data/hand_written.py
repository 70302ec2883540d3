"""Stories of our own with several questions each, written by hand; no machine fills in their words.

A block of lines, blocks apart by an empty line: the story, then its questions. After `|` stands what answers
a question, over the numbers as the text has them, and what it comes to. A question after `!` cannot be
answered. A question of a block without a story is a whole problem.

    Ada picked 24 plums and 18 pears. She gave a third of the plums to Ben.
    ? How many pieces of fruit did Ada pick? | 24 + 18 = 42
    ? How many plums did Ben get? | 24 * [a third] = 8
    ! How many pears did Ben pick?

`[…]` names a number that is not a plain numeral, as the text writes it: `[a third]`, `[half past six]`. One
story with many questions teaches what a question changes.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from cantor.data.example import Example, Row, Unreadable
from cantor.data.extra import CONSTANTS, is_dev
from cantor.equation import EVERYDAY, Const, Equation, EquationError, Num, Operand, ParseError
from cantor.equation.parse import parse_infix
from cantor.errors import DataError
from cantor.problem import Problem, quantities

FOLDER = Path(__file__).parent / "stories"
#: Stories of a later round are splits of their own, so that a recipe's data stay what they were.
ROUNDS = 10
SPLITS = tuple(
    f"{side}-{later}" if later > 1 else side for later in range(1, ROUNDS + 1) for side in ("train", "dev")
)
_NAMED = re.compile(r"\[([^\]]*)\]")


@dataclass(frozen=True, slots=True)
class Question:
    """A whole text, and what answers it where something does."""

    line: int
    story: str
    text: str
    solution: str | None


def read(split: str, folder: Path = FOLDER) -> Iterator[Row]:
    """The questions of all files of a round; of each tenth story, all are for development."""
    side, _, later = split.partition("-")
    return rows(folder / f"round-{later or 1}", side, example)


def rows(folder: Path, side: str, made: Callable[[Question, str], Example]) -> Iterator[Row]:
    """What `made` makes of each question of one side, "train" or "dev", of a folder's files."""
    for file in sorted(folder.glob("*.txt")):
        for question in questions(file.read_text(encoding="utf-8").splitlines()):
            if is_dev(question.story) != (side == "dev"):
                continue
            try:
                yield made(question, f"{file.stem}-{question.line}")
            except (DataError, EquationError) as error:
                yield Unreadable(str(file), question.line, str(error))


def questions(lines: Iterable[str]) -> Iterator[Question]:
    """Every question with its story before it."""
    story: list[str] = []
    asked = False
    for place, line in enumerate(lines, start=1):
        line = line.strip()
        if not line:
            story, asked = [], False
        elif line[0] in "?!":
            asked = True
            text, _, solution = line[1:].partition("|")
            whole = " ".join([*story, text.strip()])
            solved = solution.strip() if line[0] == "?" else None
            yield Question(place, " ".join(story) or whole, whole, solved)
        elif not line.startswith("#"):
            if asked:  # a further part of the story begins another block, though no line is empty
                story, asked = [], False
            story.append(line)


def example(question: Question, name: str) -> Example:
    """Raise `EquationError` where the solution does not fit the text, or does not come to what it says."""
    problem = Problem.from_text(question.text)
    if question.solution is None:
        why = "it cannot be answered"
        return Example(name, problem, line=question.line, why_no_equation=why, answerable=False)
    written, equals, answer = question.solution.rpartition("=")
    if not equals:
        raise ParseError("no solution; write | EQUATION = ANSWER after the question")
    equation = _over(parse_infix(_NAMED.sub(lambda m: f"n{_place(m[1], problem)}", written)), problem)
    value = equation.try_execute(problem.values)
    if not isinstance(value, Fraction) or value != _value(answer):
        raise ParseError(f"{written.strip()} comes to {value}, not to {answer.strip()}")
    return Example(name, problem, equation, value, question.line)


def _place(words: str, problem: Problem) -> int:
    """Which number of the text is written like this."""
    found = [i for i, number in enumerate(problem.numbers) if number.text.lower() == words.lower()]
    found = found or [i for i, number in enumerate(problem.numbers) if [number.value] == _values(words)]
    if not found:
        raise ParseError(f"[{words}] is no number of the text; it has {_all(problem)}")
    return found[0]


def _over(equation: Equation, problem: Problem) -> Equation:
    """The literals of an equation as numbers of the text, or as constants that people know by heart."""
    if beyond := sorted(equation.operators - set(EVERYDAY)):
        raise ParseError(f"an operator beyond those of everyday problems: {beyond[0]}")
    if not equation.steps:
        raise ParseError("no step; write the number times 1")

    def known(operand: Operand) -> Operand:
        if not isinstance(operand, Const):
            return operand
        if operand.value in problem.values:
            return Num(problem.values.index(operand.value))
        if operand.value not in CONSTANTS:
            raise ParseError(f"{operand.value} is neither in the text nor a constant; it has {_all(problem)}")
        return operand

    steps = (replace(step, operands=tuple(map(known, step.operands))) for step in equation.steps)
    return replace(equation, steps=tuple(steps)).shared()  # what is written twice is thought once


def _value(text: str) -> Fraction:
    found = _values(text)
    if len(found) != 1:
        raise ParseError(f"{text.strip()!r} is no answer: write the number that it comes to")
    return found[0]


def _values(text: str) -> list[Fraction]:
    text = text.strip()
    try:
        return [Fraction(text)]
    except ValueError:
        return [number.value for number in quantities(text)]


def _all(problem: Problem) -> str:
    return ", ".join(f"{number.text} = {number.value}" for number in problem.numbers) or "none"
