"""ASDiv: raw text with a formula, some of several parts, some with a remainder, some algebra."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from cantor.data.answer import SpansAnswer
from cantor.data.catalogue import how_to_get
from cantor.data.example import DataError, Example, Row, Unreadable
from cantor.data.numbers import exact
from cantor.equation import Equation, EquationError, ParseError
from cantor.equation.parse import chained, parse_infix
from cantor.problem import Problem

_LABEL = re.compile(r"\s*(-?[\d,]*\.?\d+(?:/\d+)?)\s*%?\s*(?:\(([^()]*)\)?.*)?")
#: "15:18=5:6": a ratio is the number that the first is of the second.
_RATIO = re.compile(r"\s*(\d+)\s*:\s*(\d+)\s*")
_WITH_REMAINDER = re.compile(r"(.+?)/(.+?)=\s*([\d,.]+)\s*r\s*([\d,.]+)\s*")
_WORDS = re.compile(r"\s*[A-Za-z][A-Za-z .'-]*")
#: Entities can name each other until a short file fills the memory; also as two bytes a character.
_DECLARATIONS = tuple("<!DOCTYPE".encode(code) for code in ("utf-8", "utf-16-le", "utf-16-be"))


def read(path: Path) -> Iterator[Row]:
    for place, entry in enumerate(_problems(path), start=1):
        text = _text(entry)
        if text is None:
            yield Unreadable(str(path), place, f"problem {entry.get('ID')} has no question")
            continue
        problem = Problem.from_text(text)
        label = _LABEL.fullmatch(_as_quotient(entry.findtext("Answer") or ""))
        answer = _label(label[1]) if label else None
        tags = {"type": entry.findtext("Solution-Type") or "", "grade": entry.get("Grade") or ""}
        if label and label[2]:
            tags["unit"] = label[2]
        equation, why = None, None
        try:
            if answer is None:
                raise ParseError("the labelled answer is not one number")
            equation = _equation(entry.findtext("Formula") or "", answer, problem)
        except EquationError as error:
            why = str(error)
        accepted = _name(entry.findtext("Answer") or "") if answer is None else ()
        ident = entry.get("ID") or str(place)
        yield Example(ident, problem, equation, answer, place, why, accepted=accepted, tags=tags)


def texts(path: Path) -> Iterator[str]:
    """The problems' texts alone."""
    return filter(None, map(_text, _problems(path)))


def _problems(path: Path) -> list[ElementTree.Element]:
    fix = how_to_get(path) or "`cantor data get asdiv`"
    if any(sign in path.read_bytes() for sign in _DECLARATIONS):
        raise DataError(f"{path}: declares entities, as ASDiv does not; get the file again with {fix}")
    try:
        return list(ElementTree.parse(path).iter("Problem"))
    except ElementTree.ParseError as error:
        raise DataError(
            f"{path}:{error.position[0]}: not XML ({error}); get the file again with {fix}"
        ) from None


def _text(entry: ElementTree.Element) -> str | None:
    body, question = (entry.findtext("Body") or "").strip(), (entry.findtext("Question") or "").strip()
    return f"{body} {question}".strip() if question else None


def _equation(formula: str, answer: Fraction, problem: Problem) -> Equation:
    """`7+2=9`; `379/6=63 r1; 6-1=5`; `x: her age; 12=4*x`."""
    parts = [
        "=".join(map(_as_quotient, part.strip().split("="))) for part in formula.split(";") if "=" in part
    ]
    if len(parts) == 1 and (remainder := _WITH_REMAINDER.fullmatch(parts[0])):
        above, below, whole, rest = remainder.groups()
        symbol = {_plain(whole): "floor", _plain(whole) + 1: "ceil"}.get(answer)
        if answer == _plain(rest):
            return parse_infix(f"({above}) % ({below})", problem.values)
        if symbol is not None:
            return parse_infix(f"{symbol}({above} / {below})", problem.values)
    if len(parts) == 1:
        left, _, right = parts[0].partition("=")
        try:
            return parse_infix(parts[0], problem.values)  # with an unknown
        except ParseError:
            _plain(right)  # else a plain sum, whose right side is its result
            return parse_infix(left, problem.values)
    steps = []
    for part in parts:
        left, _, right = part.partition("=")
        steps.append((parse_infix(left), _plain(right)))
    return chained(steps, answer, problem.values)


def _as_quotient(text: str) -> str:
    """5:6 as 5/6; all else as it is."""
    ratio = _RATIO.fullmatch(text)
    return f"{ratio[1]}/{ratio[2]}" if ratio else text


def _name(label: str) -> tuple[SpansAnswer, ...]:
    """Who or which, where the label is words alone."""
    return (SpansAnswer((label.strip(),)),) if _WORDS.fullmatch(label) else ()


def _label(text: str) -> Fraction | None:
    try:
        return exact(text)
    except DataError:  # such as 1/0
        return None


def _plain(text: str) -> Fraction:
    try:
        return exact(text.strip().removesuffix("%"))
    except DataError as error:
        raise ParseError(str(error)) from None
