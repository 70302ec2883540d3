"""What speaks for an answer: named figures about its probability, its value, its equation and the text.

They are the input of the verifier. None needs to understand the text: words around a number say what it
counts and whether it is a rate, words of the question say what is asked (`cantor.problem.question`).
"""

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cantor.equation import Const, Num, Ref, Step, Value
from cantor.problem import Problem
from cantor.problem.question import CUES, Question
from cantor.thought.decode import DecodedGraph
from cantor.thought.distinct import value_key
from cantor.thought.ranking import Answer, value_masses

_PLACES = ("question", "story")
#: What is counted of the steps of each operator; see `_Reading`.
_OF_EACH = ("steps", "the same twice", "like with like", "like with unlike", "with a rate", "backward")
_OPERATORS = ("+", "-", "*", "/")
_OPERATOR = {symbol: i for i, symbol in enumerate(_OPERATORS)}
_COUNTS = len(_OPERATORS) * (len(_OF_EACH) + len(_OPERATORS))
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
    cues = tuple(f"{cue} in {place}, last step {s}" for cue in CUES for place in _PLACES for s in _OPERATORS)
    return said + used + value + text + each + chains + last + cues


def features(graph: DecodedGraph, problem: Problem, answers: Sequence[Answer]) -> NDArray[np.float64]:
    """One row for each answer. -> [answers, features]"""
    if not answers:
        return np.zeros((0, len(feature_names())))
    reading = _Reading(problem.question, graph.steps)
    joint = graph.joint_score() if graph.log_marginal is None else graph.log_marginal
    shares = value_masses(graph, problem.values, [answer.value for answer in answers])
    rows, last_steps, step_scores = [], [], graph.step_score.tolist()
    for rank, (answer, share) in enumerate(zip(answers, shares, strict=True)):
        vertices = graph.descendants(answer.root)
        scores = [step_scores[vertex] for vertex in vertices]
        symbol = graph.steps[answer.root].operator
        figures, places, counts = reading.equation(vertices)
        last_steps.append([float(symbol == known) for known in _OPERATORS])
        row = [
            _bounded(graph.root_score[answer.root]),
            _bounded(joint[answer.root]),
            _bounded(math.log(share) if share > 0 else -math.inf),
            float(rank),
            _bounded(sum(scores) / len(scores)),
            _bounded(min(scores)),
            *figures,
            *reading.value(answer.value),
            *places,
            *counts,
        ]
        rows.append(row)
    last = np.array(last_steps)  # [answers, operators]
    cues = last[:, None, :] * np.array(problem.question.cues)[:, None]  # [answers, cues, operators]
    return np.concatenate([np.array(rows), last, cues.reshape(len(rows), -1)], axis=1)


def _bounded(score: float | np.floating) -> float:
    return max(float(score), -20.0)


class _Part(NamedTuple):
    """What one step adds to the figures of each equation that it is part of."""

    numbers: list[int]  # of the text, with repeats
    constants: int
    without_cue: int
    ones: int
    counted: list[int]  # columns among those of `_OF_EACH` and, after them, of chains


class _Reading:
    """Figures of answers beside one text, whose equations are made of `steps`."""

    def __init__(self, question: Question, steps: Sequence[Step]):
        self.question, self.count = question, len(question.values)
        self.steps, self._parts = steps, dict[int, _Part]()
        # whole numbers as such: comparing fractions takes time
        self.values = [value_key(value) for value in question.values]
        self.lowest, self.highest = min(self.values, default=0), max(self.values, default=0)
        self.size = log_size(max(map(abs, question.values), default=Fraction(0)))
        asked = question.noun
        of_asked = [bool(noun) and noun == asked for noun in question.nouns]
        self.places = [(holds, sum(holds)) for holds in (of_asked, question.asked_numbers, question.rates)]

    def equation(self, vertices: Sequence[int]) -> tuple[list[float], list[float], list[float]]:
        """What an equation uses of the text; how the numbers that it uses, and the others, sit in it; and for
        each operator how its operands go together, for each pair, how often one feeds the other.
        """
        parts = [self._parts.get(v) or self._read(v) for v in vertices]
        indices = [i for part in parts for i in part.numbers]
        different = set(indices)
        share = len(different) / self.count if self.count else 0.0
        figures = [
            float(len(vertices)),
            share,
            float(share == 1),
            float(len(indices) > len(different)),
            float(sum([part.constants for part in parts])),
            float(sum([part.without_cue for part in parts])),
            float(sum([part.ones for part in parts])),
        ]
        places = []
        for holds, all_of_them in self.places:
            of_used = sum([holds[i] for i in different if i < self.count])
            places += [float(of_used), float(all_of_them - of_used)]
        counts = [0.0] * _COUNTS
        for part in parts:
            for column in part.counted:
                counts[column] += 1
        return figures, places, counts

    def _read(self, vertex: int) -> _Part:
        step = self.steps[vertex]
        constants = [x.value for x in step.operands if type(x) is Const]
        part = self._parts[vertex] = _Part(
            [x.index for x in step.operands if type(x) is Num],
            len(constants),
            sum(not _has_cue(value, self.question.text) for value in constants),
            sum(value == 1 for value in constants),
            self._counted(step),
        )
        return part

    def value(self, value: Value | None) -> list[float]:
        if value is None:
            return [1.0] + [0.0] * 9
        size, key = log_size(value), value if isinstance(value, float) else value_key(value)
        return [
            0.0,
            float(key < 0),
            float(key == 0),
            float(_is_whole(value)),
            float(key in self.values),
            float(self.question.answer_type.fits(value)),
            float(not self.values or key > self.highest),
            float(not self.values or key < self.lowest),
            size - self.size,
            max(0.0, size - 6),
        ]

    def _counted(self, step: Step) -> list[int]:
        kind = _OPERATOR.get(step.operator)
        if kind is None or len(step.operands) != 2:
            return []
        (a, b), nouns, at = step.operands, self.question.nouns, kind * len(_OF_EACH)
        found = [at]
        if a == b:
            found.append(at + 1)
        numbers = [x.index for x in (a, b) if type(x) is Num and x.index < self.count]
        if len(numbers) == 2 and nouns[numbers[0]] and nouns[numbers[1]]:
            found.append(at + (2 if nouns[numbers[0]] == nouns[numbers[1]] else 3))
        if any(self.question.rates[i] for i in numbers):
            found.append(at + 4)
        if type(a) is Num and type(b) is Num and a.index > b.index:
            found.append(at + 5)
        chains = len(_OPERATORS) * (len(_OF_EACH) + kind)
        below = [self.steps[x.index].operator for x in (a, b) if type(x) is Ref]
        return found + [chains + _OPERATOR[symbol] for symbol in below if symbol in _OPERATOR]


@cache
def _constant_cue(value: Fraction) -> "re.Pattern[str] | None":
    return re.compile(_CONSTANT_CUES[value]) if value in _CONSTANT_CUES else None


def _has_cue(value: Fraction, text: str) -> bool:
    """Whether a word of the text explains a constant."""
    cue = _constant_cue(value)
    return cue is not None and cue.search(text) is not None


def _is_whole(value: Value) -> bool:
    return value.denominator == 1 if isinstance(value, Fraction) else value.is_integer()


def log_size(value: Value) -> float:
    """A logarithm of any size of number that is 0 at 0. Fractions may be beyond all floats."""
    if isinstance(value, float):
        return math.log1p(abs(value)) if math.isfinite(value) else 700.0
    if value.denominator == 1:
        size = abs(value.numerator)
        bits = size.bit_length()
        return math.log1p(size) if bits < 1000 else bits * math.log(2)
    bits = int(abs(value)).bit_length()
    return math.log1p(float(abs(value))) if bits < 1000 else bits * math.log(2)
