"""`Candidate`: an answer that a head proposes, and how proposals of several heads become one list."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log

from cantor.data.answer import Answer, NumberAnswer, SpansAnswer
from cantor.reading.metric import key, normalised
from cantor.reading.passage import Asked, Span


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proposed answer with its log-probability, and the places in the text of `Asked` that it stands on."""

    answer: Answer
    log_prob: float
    head: str
    places: tuple[Span, ...] = ()
    equation: str | None = None


def typed(asked: Asked, span: Span) -> Answer:
    """A span of the text as an answer: a date or a number where it is just that."""
    text = asked.text[slice(*span)]
    for mention in asked.dates:
        if mention.span == span:
            return mention.date
    for number in asked.numbers:
        if number.span == span and normalised(text) == normalised(str(NumberAnswer(number.value))):
            return NumberAnswer(number.value)
    return SpansAnswer((text,))


def merged(proposed: Sequence[tuple[float, Sequence[Candidate]]], k: int) -> list[Candidate]:
    """Answers of all heads, given with log P(head): those that say the same are added up."""
    total: dict[tuple[str, ...], float] = {}
    best: dict[tuple[str, ...], tuple[float, Candidate]] = {}
    for head, candidates in proposed:
        for candidate in candidates:
            told, score = _said(candidate.answer), head + candidate.log_prob
            total[told] = total.get(told, 0.0) + exp(score)
            if told not in best or score > best[told][0]:
                best[told] = score, candidate
    ranked = sorted(total, key=total.__getitem__, reverse=True)[:k]
    return [replace(best[told][1], log_prob=log(max(total[told], 1e-300))) for told in ranked]


def _said(answer: Answer) -> tuple[str, ...]:
    """Equal for answers that the metric takes for one; but it does not see a minus, and we do."""
    negative = isinstance(answer, NumberAnswer) and answer.value < 0
    return ("-", *key(answer)) if negative else key(answer)
