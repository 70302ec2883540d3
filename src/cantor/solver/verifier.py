"""A small learned verifier: of the best few answers to a problem, how likely is each to be right? Numpy only.

The network ranks roots before it has seen any value. The verifier looks at what comes out: the values, what
the equations use of the text, and how they sit with the words of the question. It is a linear model over
named features, followed by a softmax over the answers and "none of them", so its probabilities are also an
honest confidence.
"""

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cantor.equation import Const, Num, Ref, Value
from cantor.errors import CantorError
from cantor.problem import Problem
from cantor.solver.choosing import Expected
from cantor.solver.decoding import Answer, DecodedGraph

#: How many of the best answers are looked at.
CANDIDATES = 5

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
_OPERATORS = ("+", "-", "*", "/")


class VerifierError(CantorError):
    """A verifier cannot be read; the message says what to do."""


@cache
def feature_names() -> tuple[str, ...]:
    """What each column of `features` is."""
    plain = (
        "log P_r",
        "log of the value's votes",
        "rank",
        "mean score of its steps",
        "lowest score of its steps",
        "steps",
        "share of the numbers used",
        "all numbers used",
        "a number used twice",
        "constants",
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
    last = tuple(f"last step {symbol}" for symbol in _OPERATORS)
    cues = tuple(f"{cue} in {place}, last step {s}" for cue in _CUES for place in _PLACES for s in _OPERATORS)
    return plain + last + cues


_PLACES = ("question", "story")


def features(graph: DecodedGraph, problem: Problem, answers: Sequence[Answer]) -> NDArray[np.float64]:
    """One row for each answer. -> [answers, features]"""
    expected = Expected.of(problem)
    votes = _votes(graph, problem, answers)
    cues = _cues(problem.text)
    rows = []
    for rank, (answer, vote) in enumerate(zip(answers, votes, strict=True)):
        scores = graph.step_score[graph.descendants(answer.root)]
        root = float(graph.root_score[answer.root])
        symbol = graph.steps[answer.root].operator
        last = [float(symbol == known) for known in _OPERATORS]
        row = [
            max(root, -20.0),
            max(vote, -20.0),
            float(rank),
            max(float(scores.mean()), -20.0),
            max(float(scores.min()), -20.0),
            *_usage(answer, len(problem.numbers)),
            *_value(answer.value, problem, expected),
            *last,
            *(cue * is_last for cue in cues for is_last in last),
        ]
        rows.append(row)
    return np.array(rows, dtype=np.float64).reshape(len(answers), len(feature_names()))


def _votes(graph: DecodedGraph, problem: Problem, answers: Sequence[Answer]) -> list[float]:
    """log of the sum of P_r over all roots of each answer's value."""
    values = graph.values(problem.values)
    found = []
    for answer in answers:
        same = [v for v, value in enumerate(values) if value == answer.value]
        total = float(np.exp(graph.root_score[same]).sum())
        found.append(math.log(total) if total > 0 else -math.inf)
    return found


def _usage(answer: Answer, count: int) -> list[float]:
    operands = [x for step in answer.equation.steps for x in step.operands if not isinstance(x, Ref)]
    used = [x.index for x in operands if isinstance(x, Num)]
    share = len(set(used)) / count if count else 0.0
    return [
        float(len(answer.equation.steps)),
        share,
        float(share == 1),
        float(len(used) > len(set(used))),
        float(sum(isinstance(x, Const) for x in operands)),
    ]


def _value(value: Value | None, problem: Problem, expected: Expected) -> list[float]:
    if value is None:
        return [1.0] + [0.0] * 9
    numbers = problem.values
    largest = max(map(abs, numbers), default=Fraction(0))
    size, biggest = _log(value), _log(largest)
    return [
        0.0,
        float(value < 0),
        float(value == 0),
        float(_is_whole(value)),
        float(value in numbers),
        float(expected.fits(value)),
        float(all(value > x for x in numbers)),
        float(all(value < x for x in numbers)),
        size - biggest,
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


def _cues(text: str) -> list[float]:
    """Whether each cue stands in the question, and whether before it."""
    story, question = _split(text.lower())
    return [float(found) for pattern in _patterns() for found in _found(pattern, question, story)]


def _found(pattern: "re.Pattern[str]", question: str, story: str) -> tuple[bool, bool]:
    return pattern.search(question) is not None, pattern.search(story) is not None


@cache
def _patterns() -> "tuple[re.Pattern[str], ...]":
    return tuple(map(re.compile, _CUES.values()))


def _split(text: str) -> tuple[str, str]:
    """The last sentence, which asks, and what stands before it."""
    end = max((text.rstrip(" .?!\n\t").rfind(mark) for mark in (". ", "? ", "! ", "\n")), default=-1)
    return text[: end + 1], text[end + 1 :]


@dataclass(frozen=True, slots=True)
class Verifier:
    """Weights by feature, and the score of "none of them is right"."""

    weights: NDArray[np.float64]  # [features]
    none: float

    def probabilities(
        self, graph: DecodedGraph, problem: Problem, answers: Sequence[Answer]
    ) -> NDArray[np.float64]:
        """That each answer is right; what is missing to 1 is that none is. -> [answers]"""
        scores = np.append(features(graph, problem, answers) @ self.weights, self.none)
        scores = np.exp(scores - scores.max())
        shares: NDArray[np.float64] = scores[:-1] / scores.sum()
        return shares

    def to_dict(self) -> dict[str, Any]:
        named = zip(feature_names(), self.weights.tolist(), strict=True)
        return {"weights": dict(named), "none": self.none}

    @classmethod
    def from_dict(cls, raw: Any) -> "Verifier":
        try:
            weights = np.array([float(raw["weights"][name]) for name in feature_names()])
            return cls(weights, float(raw["none"]))
        except (KeyError, TypeError, ValueError):
            raise VerifierError(
                "the verifier is damaged, or another version's; fit it again with `cantor choose --save`"
            ) from None

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(self.to_dict(), indent=1) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> "Verifier":
        try:
            return cls.from_dict(json.loads(path.read_text(encoding="utf-8")))
        except ValueError:
            raise VerifierError(f"{path}: is damaged; fit it again with `cantor choose --save`") from None


def verified(
    verifier: Verifier, graph: DecodedGraph, problem: Problem, answers: Sequence[Answer]
) -> list[tuple[Answer, float]]:
    """The answers by how likely they are right, best first, each with that probability."""
    shares = verifier.probabilities(graph, problem, answers)
    order = np.argsort(-shares, kind="stable").tolist()
    return [(answers[i], float(shares[i])) for i in order]
