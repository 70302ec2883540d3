"""`Question`: what a problem asks for, read once: its unit, what values it can have, its cues.

Rules over words, which need not understand the text. They do not agree yet on where the question is: its
unit is read from the last sentence that asks, its cues from the last sentence, what is counted from the last
"how many". The embedded model's verifier was fitted on these readings, and they change only with it.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from cantor.problem.asked_unit import REACH, Unit, asked_unit

if TYPE_CHECKING:
    from cantor.problem.problem import Problem

#: Words that tell which question is asked; each is paired with the operator of the last step. "remain*" is
#: any word that begins so, "divid+" any longer one, "in_all" two words with a space between.
CUES = {
    "left": "left remain* still",
    "total": "total altogether together in_all sum combined both",
    "more": "more fewer less farther longer taller older younger heavier difference",
    "than": "than",
    "each": "each every per apiece a_piece one",
    "first": "begin beginning began first initially originally start started before earlier",
    "now": "now then after end later",
    "share": "share shared split divid+ equally evenly same_number average",
    "times": "times twice double triple half",
    "percent": "percent %",
    "money": "cost pay paid spend spent earn* price money much $",
    "rate": "long far fast often speed hour hours minute minutes day days",
}
_RATE = re.compile(r"\b(?:each|every|per|apiece|a piece|an hour|a day|a week|a month|a minute|a year)\b")


class Question:
    """What the words of a problem say of its question and its numbers; each is read when first asked for."""

    def __init__(self, problem: "Problem"):
        self._problem = problem
        self.text = problem.text.lower()
        self.values = problem.values

    @cached_property
    def unit(self) -> Unit:
        """What is asked for; `NO_UNIT` where it is not plain."""
        return asked_unit(self._problem.text)

    @cached_property
    def answer_type(self) -> "AnswerType":
        """What values it can have."""
        return AnswerType.of(self.text, self.values)

    @cached_property
    def asks(self) -> bool:
        """Whether the text asks for anything: a question mark or word, an order to find something."""
        return "?" in self.text or _ANY_QUESTION.search(self.text[-REACH:]) is not None

    @cached_property
    def _halves(self) -> tuple[str, str]:
        return _split(self.text)

    @cached_property
    def cues(self) -> list[float]:
        """For each of `CUES` whether it stands in the question, and whether it stands before it."""
        story, question = (_cues(half) for half in self._halves)
        return [float(n in half) for n in range(len(CUES)) for half in (question, story)]

    @cached_property
    def noun(self) -> str:
        """What it asks for, as `nouns` name it; "" where that is not plain."""
        return self.unit.before or _stem((self.unit.after.split(" per ")[0].split() or [""])[-1])

    @cached_property
    def nouns(self) -> list[str]:
        """What each number counts; "" where that is not plain."""
        return [_noun(self.text, n.span) for n in self._problem.numbers]

    @cached_property
    def rates(self) -> list[bool]:
        """Whether each number is of each, per, every."""
        return [_is_rate(self.text, n.span) for n in self._problem.numbers]

    @cached_property
    def asked_numbers(self) -> list[bool]:
        """Whether each number stands in the question."""
        start = len(self._halves[0])
        return [n.span[0] >= start for n in self._problem.numbers]


class _CueTable(NamedTuple):
    """Which cue each word is one of, by its place in `CUES`."""

    words: dict[str, int]
    beginnings: dict[str, tuple[str, int, int]]  # first letter -> beginning, letters at least, cue
    pairs: tuple[tuple[str, "re.Pattern[str]", int], ...]


@cache
def _cue_table() -> _CueTable:
    words: dict[str, int] = {}
    beginnings: dict[str, tuple[str, int, int]] = {}
    pairs = []
    for n, listed in enumerate(CUES.values()):
        for word in listed.split():
            if word[-1] in "*+":
                beginnings[word[0]] = (word[:-1], len(word) - (word[-1] == "*"), n)
            elif "_" in word:
                pair = word.replace("_", " ")
                pairs.append((pair, re.compile(rf"\b{pair}\b"), n))
            else:
                words[word] = n
    return _CueTable(words, beginnings, tuple(pairs))


_CUE_TOKEN = re.compile(r"\w+|[%$]")


def _cues(text: str) -> set[int]:
    """The cues that stand in a text: one pass over its words, where a pattern for each would take thirty."""
    table, found = _cue_table(), set()
    for word in set(_CUE_TOKEN.findall(text)):
        n = table.words.get(word)
        if n is not None:
            found.add(n)
        elif (begins := table.beginnings.get(word[0])) is not None:
            beginning, least, n = begins
            if len(word) >= least and word.startswith(beginning):
                found.add(n)
    for pair, pattern, n in table.pairs:
        if pair in text and pattern.search(text):
            found.add(n)
    return found


def _split(text: str) -> tuple[str, str]:
    """What stands before the last sentence, and that sentence, which asks."""
    end = max((text.rstrip(" .?!\n\t").rfind(mark) for mark in (". ", "? ", "! ", "\n")), default=-1)
    return text[: end + 1], text[end + 1 :]


_WORD = re.compile(r"[a-z][a-z'-]*")
_CLAUSE_END = re.compile(r"[.,;:?!]")
_SENTENCE_END = re.compile(r"[.;?!]")


def _noun(text: str, span: tuple[int, int]) -> str:
    """What a number counts: money, or the first plural among the next three words, or the next word."""
    start, end = span
    if (start and text[start - 1] in "$€£₹¥") or text[max(0, start - 2) : start].strip() in ("$", "€", "£"):
        return "$"
    stop = _CLAUSE_END.search(text, end, end + 60)
    words = _WORD.findall(text, end, stop.start() if stop else end + 60)[:3]
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
    before = _SENTENCE_END.split(text[max(0, span[0] - 40) : span[0]])[-1]
    after = _SENTENCE_END.split(text[span[1] : span[1] + 45], 1)[0]
    return _RATE.search(before) is not None or _RATE.search(after) is not None


_ANY_QUESTION = re.compile(
    r"\b(?:how|what|which|when|find|calculate|compute|determine|evaluate|solve|simplify|estimate|work out"
    r"|add|subtract|multiply|divide|sum of|difference|product of|quotient|average)\b|[=؟？]"
)


#: What is measured, not counted: half of one is still some.
_MEASURES = frozenset(
    """
    time times second minute hour day week month year percent degree dollar cent euro rupee rs
    inch foot feet yard mile meter metre centimeter centimetre millimeter kilometer kilometre cm mm km m ft
    ounce pound ton gram kilogram kg mg g lb lbs pint quart gallon cup liter litre milliliter ml l
    teaspoon tablespoon acre hectare square cubic part
    """.split()
)
_COUNT = re.compile(r"\bhow many\s+((?:[a-z-]+\s+){0,3}[a-z-]+)")
_ALGEBRA = re.compile(r"=|\bvalue of\b|\bsolve\b|\btemperature|\bdegrees\b|°")
_ALGEBRA_PARTS = ("=", "value of", "solve", "temperature", "degrees", "°")


@dataclass(frozen=True, slots=True)
class AnswerType:
    """What values a question can have, by two rules.

    1. Not negative, unless the problem mentions a negative number, or asks for a temperature or an unknown.
    2. Whole, where it asks "how many" of what is counted (not of hours, miles, cups, ...), unless the problem
       mentions a number that is not whole.
    """

    negative: bool
    fraction: bool

    @classmethod
    def of(cls, text: str, values: Sequence[Fraction]) -> "AnswerType":
        """Of a text in small letters and its numbers."""
        broken = any(value.denominator != 1 for value in values)
        return cls(
            negative=any(value.numerator < 0 for value in values) or _is_algebra(text),
            fraction=broken or not _asks_a_count(text),
        )

    def fits(self, value: Fraction | float | None) -> bool:
        if isinstance(value, Fraction):  # whole numbers are sooner compared than fractions
            return (self.negative or value.numerator >= 0) and (self.fraction or value.denominator == 1)
        if value is None or (value < 0 and not self.negative):
            return False
        if self.fraction:
            return True
        return math.isclose(value, round(value), rel_tol=1e-9)


def _is_algebra(text: str) -> bool:
    # looking for words as they stand is many times faster than the pattern, and seldom is there any
    return any(part in text for part in _ALGEBRA_PARTS) and _ALGEBRA.search(text) is not None


def _asks_a_count(text: str) -> bool:
    """Whether the last "how many" of a text asks for what is counted."""
    asked = _COUNT.findall(text)
    if not asked:
        return False
    return not any(word in _MEASURES or word.rstrip("s") in _MEASURES for word in asked[-1].split())
