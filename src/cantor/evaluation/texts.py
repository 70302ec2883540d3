"""What pages say of problems and answers, and how it gets into their scripts: as text, and never long."""

import base64
import hashlib
import json
from collections.abc import Sequence

from cantor.equation import Equation, GraphTooLarge, Value
from cantor.equation.render import words
from cantor.equation.render.values import about
from cantor.problem import Problem

#: Longest value, equation and step in characters; a tower of powers has thousands of digits.
_LONGEST_VALUE, _LONGEST_EQUATION, _LONGEST_STEP = 60, 400, 400


def script_json(value: object) -> str:
    """JSON that no HTML parser mistakes for a tag, whatever its strings hold."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def script_hash(script: str) -> str:
    """What a page's security policy names the only script by that may run."""
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def marked_pieces(problem: Problem) -> tuple[list[list[str]], str]:
    """The text in pieces, [text] or [text, name, value] of a number; and the numbers that are not in it."""
    pieces, end = [], 0
    elsewhere = []
    for i, number in sorted(enumerate(problem.numbers), key=lambda pair: pair[1].span):
        start, stop = number.span
        value = value_text(number.value)
        if start < end or stop <= start:
            elsewhere.append((i, f"n{i} = {value}"))
            continue
        if start > end:
            pieces.append([problem.text[end:start]])
        pieces.append([problem.text[start:stop], f"n{i}", value])
        end = stop
    if end < len(problem.text) or not pieces:
        pieces.append([problem.text[end:]])
    also = ", ".join(said for _, said in sorted(elsewhere))
    return pieces, f"not marked in the text: {also}" if also else ""


def value_text(value: Value | None) -> str:
    return "no value" if value is None else cut(about(value), _LONGEST_VALUE)


def equation_text(equation: Equation, numbers: Sequence[Value]) -> str:
    try:
        return cut(equation.infix(numbers), _LONGEST_EQUATION)
    except GraphTooLarge:
        return f"an equation of {len(equation):,} steps"


def step_texts(equation: Equation, numbers: Sequence[Value]) -> list[str]:
    return [cut(step, _LONGEST_STEP) for step in words(equation, numbers)]


def cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
