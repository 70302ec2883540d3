"""What speaks for an answer: named figures about its probability, its value, its equation and the text.

They are the input of the verifier. None needs to understand the text: words around a number say what it
counts and whether it is a rate, words of the question say what is asked. Numpy only.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cantor.equation import Const, Num, Ref, Step, Value
from cantor.problem import Problem
from cantor.solver.choosing import Expected, supports
from cantor.solver.decoding import Answer, DecodedGraph
from cantor.solver.units import asked_unit

#: Words that tell which question is asked; each is paired with the operator of the last step.
_CUES = {
    "left": r"\b(?:left|remain\w*|still)\b",
    "total": r"\b(?:total|altogether|together|in all|sum|combined|both)\b",
    "more": r"\b(?:more|fewer|less|farther|longer|taller|older|younger|heavier|difference)\b",
    "than": r"\bthan\b",
    "each": r"\b(?:each|every|per|apiece|a piece|one)\b",
    "first": r"\b(?:begin|beginning|began|first|initially|originally|start|started|before|earlier)\b",
    "now": r"\b(?:now|then|after|end|later)\b",
    "share": r"\b(?:shared?|split|divid\w+|equally|evenly|same number|average)\b",
    "times": r"\b(?:times|twice|double|triple|half)\b",
    "percent": r"\bpercent\b|%",
    "money": r"\b(?:cost|pay|paid|spend|spent|earn\w*|price|money|much)\b|\$",
    "rate": r"\b(?:long|far|fast|often|speed|hours?|minutes?|days?)\b",
}
_PLACES = ("question", "story")
#: What is counted of the steps of each operator; see `_steps`.
_OF_EACH = ("steps", "the same twice", "like with like", "like with unlike", "with a rate", "backward")
_OPERATORS = ("+", "-", "*", "/")
#: Constants that belong to a word of the text.
_CONSTANT_CUES = {
    Fraction(100): r"percent|%|\bcents?\b|\bcentimet",
    Fraction(7): r"\bweeks?\b|\bdays?\b",
    Fraction(12): r"\bdozens?\b|\byears?\b|\bmonths?\b|\bfoot\b|\bfeet\b|\binch",
    Fraction(60): r"\bminutes?\b|\bhours?\b|\bseconds?\b",
    Fraction(24): r"\bhours?\b|\bdays?\b",
    Fraction(2): r"\btwice\b|\bdoubl|\bhalf\b|\bboth\b|\bpairs?\b|perimeter|\bmiddle\b|average",
    Fraction(3): r"\btripl|\bthrice\b|\bthree\b|average|\byards?\b",
    Fraction(1000): r"\bkilo|\bgrams?\b|\bliters?\b|\bmeters?\b|\bkm\b|\bkg\b",
}
_RATE = re.compile(r"\b(?:each|every|per|apiece|a piece|an hour|a day|a week|a month|a minute|a year)\b")


@cache
def feature_names() -> tuple[str, ...]:
    """What each column of `features` is."""
    said = (
        "log P_r",
        "log P(Y | X)",
        "log of its value's share",
        "rank",
        "mean score of its steps",
        "lowest score of its steps",
    )
    used = (
        "steps",
        "share of the numbers used",
        "all numbers used",
        "a number used twice",
        "constants",
        "constants without a cue",
        "times or over one",
    )
    value = (
        "no value",
        "negative",
        "zero",
        "whole",
        "a number of the text",
        "fits the question",
        "above all numbers",
        "below all numbers",
        "log size to the largest number",
        "as seldom seen: log size",
    )
    text = (
        "used numbers of what is asked for",
        "unused numbers of what is asked for",
        "used numbers of the question",
        "unused numbers of the question",
        "used rates",
        "unused rates",
    )
    each = tuple(f"{what} {symbol}" for symbol in _OPERATORS for what in _OF_EACH)
    chains = tuple(f"{below} below {above}" for above in _OPERATORS for below in _OPERATORS)
    last = tuple(f"last step {symbol}" for symbol in _OPERATORS)
    cues = tuple(f"{cue} in {place}, last step {s}" for cue in _CUES for place in _PLACES for s in _OPERATORS)
    return said + used + value + text + each + chains + last + cues


def features(graph: DecodedGraph, problem: Problem, answers: Sequence[Answer]) -> NDArray[np.float64]:
    """One row for each answer. -> [answers, features]"""
    text = _Text.of(problem)
    joint = graph.joint_score() if graph.answer_score is None else graph.answer_score
    shares = supports(graph, problem.values, [answer.value for answer in answers])
    rows, last_steps = [], []
    for rank, (answer, share) in enumerate(zip(answers, shares, strict=True)):
        scores = graph.step_score[graph.descendants(answer.root)]
        symbol = graph.steps[answer.root].operator
        last_steps.append([float(symbol == known) for known in _OPERATORS])
        row = [
            _bounded(graph.root_score[answer.root]),
            _bounded(joint[answer.root]),
            _bounded(math.log(share) if share > 0 else -math.inf),
            float(rank),
            _bounded(scores.mean()),
            _bounded(scores.min()),
            *_usage(answer.equation.steps, len(problem.numbers), text),
            *_value(answer.value, text),
            *_reading(answer.equation.steps, text),
            *_steps(answer.equation.steps, text),
        ]
        rows.append(row)
    if not rows:
        return np.zeros((0, len(feature_names())))
    last = np.array(last_steps)  # [answers, operators]
    cues = last[:, None, :] * np.array(text.cues)[:, None]  # [answers, cues, operators]
    return np.concatenate([np.array(rows), last, cues.reshape(len(rows), -1)], axis=1)


def _bounded(score: float | np.floating) -> float:
    return max(float(score), -20.0)


# The text


@dataclass(frozen=True, slots=True)
class _Text:
    """What the words of a problem say of its numbers and its question."""

    text: str  # in small letters
    expected: Expected
    values: tuple[Fraction, ...]  # of its numbers
    lowest: Fraction
    highest: Fraction
    size: float  # log of the largest, whatever its sign
    cues: list[float]
    nouns: list[str]  # of each number, what it counts; "" where that is not plain
    asked: str  # what the question asks for
    rates: list[bool]  # whether each number is of each, per, every
    in_question: list[bool]

    @classmethod
    def of(cls, problem: Problem) -> "_Text":
        text, values = problem.text.lower(), problem.values
        story, question = _split(text)
        unit = asked_unit(problem.text)
        return cls(
            text,
            Expected.of(problem),
            values,
            min(values, default=Fraction(0)),
            max(values, default=Fraction(0)),
            _log(max(map(abs, values), default=Fraction(0))),
            [float(found) for pattern in _patterns() for found in _found(pattern, question, story)],
            [_noun(text, n.span) for n in problem.numbers],
            unit.before or _stem((unit.after.split(" per ")[0].split() or [""])[-1]),
            [_is_rate(text, n.span) for n in problem.numbers],
            [n.span[0] >= len(story) for n in problem.numbers],
        )


def _found(pattern: "re.Pattern[str]", question: str, story: str) -> tuple[bool, bool]:
    return pattern.search(question) is not None, pattern.search(story) is not None


@cache
def _patterns() -> "tuple[re.Pattern[str], ...]":
    return tuple(map(re.compile, _CUES.values()))


@cache
def _constant_cue(value: Fraction) -> "re.Pattern[str] | None":
    return re.compile(_CONSTANT_CUES[value]) if value in _CONSTANT_CUES else None


def _split(text: str) -> tuple[str, str]:
    """What stands before the last sentence, and that sentence, which asks."""
    end = max((text.rstrip(" .?!\n\t").rfind(mark) for mark in (". ", "? ", "! ", "\n")), default=-1)
    return text[: end + 1], text[end + 1 :]


_WORD = re.compile(r"[a-z][a-z'-]*")


def _noun(text: str, span: tuple[int, int]) -> str:
    """What a number counts: money, or the first plural among the next three words, or the next word."""
    start, end = span
    if (start and text[start - 1] in "$€£₹¥") or text[max(0, start - 2) : start].strip() in ("$", "€", "£"):
        return "$"
    after = re.split(r"[.,;:?!]", text[end : end + 60])[0]
    words = _WORD.findall(after)[:3]
    for word in words:
        if word in ("dollars", "dollar"):
            return "$"
        if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
            return _stem(word)
    return words[0] if words else ""


def _stem(word: str) -> str:
    return word.removesuffix("s")


def _is_rate(text: str, span: tuple[int, int]) -> bool:
    """Whether "each", "per" or the like stands in the same clause, not far from the number."""
    before = re.split(r"[.;?!]", text[max(0, span[0] - 40) : span[0]])[-1]
    after = re.split(r"[.;?!]", text[span[1] : span[1] + 45])[0]
    return _RATE.search(before) is not None or _RATE.search(after) is not None


# The answer


def _usage(steps: Sequence[Step], count: int, text: _Text) -> list[float]:
    operands = [x for step in steps for x in step.operands if type(x) is not Ref]
    used = [x.index for x in operands if type(x) is Num]
    constants = [x.value for x in operands if type(x) is Const]
    share = len(set(used)) / count if count else 0.0
    cues = [_constant_cue(value) for value in constants]
    return [
        float(len(steps)),
        share,
        float(share == 1),
        float(len(used) > len(set(used))),
        float(len(constants)),
        float(sum(cue is None or cue.search(text.text) is None for cue in cues)),
        float(sum(value == 1 for value in constants)),
    ]


def _value(value: Value | None, text: _Text) -> list[float]:
    if value is None:
        return [1.0] + [0.0] * 9
    size = _log(value)
    return [
        0.0,
        float(value < 0),
        float(value == 0),
        float(_is_whole(value)),
        float(value in text.values),
        float(text.expected.fits(value)),
        float(not text.values or value > text.highest),
        float(not text.values or value < text.lowest),
        size - text.size,
        max(0.0, size - 6),
    ]


def _is_whole(value: Value) -> bool:
    return value.denominator == 1 if isinstance(value, Fraction) else value.is_integer()


def _log(value: Value) -> float:
    """A logarithm of any size of number that is 0 at 0. Fractions may be beyond all floats."""
    if isinstance(value, float):
        return math.log1p(abs(value)) if math.isfinite(value) else 700.0
    bits = int(abs(value)).bit_length()
    return math.log1p(float(abs(value))) if bits < 1000 else bits * math.log(2)


def _reading(steps: Sequence[Step], text: _Text) -> list[float]:
    """How the numbers that an equation uses, and those that it does not, sit in the text."""
    used = {x.index for step in steps for x in step.operands if type(x) is Num}
    used = {i for i in used if i < len(text.nouns)}
    unused = set(range(len(text.nouns))) - used

    def count(of: set[int], holds: Sequence[bool]) -> float:
        return float(sum(holds[i] for i in of))

    asked = [bool(noun) and noun == text.asked for noun in text.nouns]
    return [count(of, holds) for holds in (asked, text.in_question, text.rates) for of in (used, unused)]


def _steps(steps: Sequence[Step], text: _Text) -> list[float]:
    """For each operator how its operands go together; for each pair, how often one feeds the other."""
    each = {symbol: [0.0] * len(_OF_EACH) for symbol in _OPERATORS}
    chains = {(above, below): 0.0 for above in _OPERATORS for below in _OPERATORS}
    for step in steps:
        if step.operator not in each or len(step.operands) != 2:
            continue
        a, b = step.operands
        row = each[step.operator]
        row[0] += 1
        row[1] += a == b
        numbers = [x.index for x in (a, b) if type(x) is Num and x.index < len(text.nouns)]
        nouns = [text.nouns[i] for i in numbers]
        if len(nouns) == 2 and all(nouns):
            row[2 if nouns[0] == nouns[1] else 3] += 1
        row[4] += any(text.rates[i] for i in numbers)
        row[5] += type(a) is Num and type(b) is Num and a.index > b.index
        for x in (a, b):
            if type(x) is Ref and steps[x.index].operator in each:
                chains[step.operator, steps[x.index].operator] += 1
    return [*(figure for row in each.values() for figure in row), *chains.values()]
