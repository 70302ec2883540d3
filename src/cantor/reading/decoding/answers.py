"""The best answers of all heads together."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from cantor.data.answer import NumberAnswer
from cantor.reading.candidate import Candidate, merged
from cantor.reading.decoding import arithmetic, span, tags
from cantor.reading.questions import Question
from cantor.reading.scores import HEADS, Floats, ReadingScores
from cantor.reading.ways import Gamma


def decode(
    scores: ReadingScores, questions: Sequence[Question], gamma: Gamma, k: int
) -> list[list[Candidate]]:
    """The k best answers of each question, likeliest first; equal ones of several heads are added up."""
    return [_decode_one(scores[b], question, gamma, k) for b, question in enumerate(questions)]


def _decode_one(scores: ReadingScores, question: Question, gamma: Gamma, k: int) -> list[Candidate]:
    most = 2 * k  # of each head: what two of them propose may be one answer
    proposed = {"arithmetic": arithmetic.proposed(scores, question, gamma, most)}
    if scores.ends is not None:
        proposed["span"] = span.proposed(scores.ends, question, most)
    if scores.tags is not None:
        proposed["spans"] = tags.proposed(scores.tags, question)
    if scores.counts is not None:
        proposed["count"] = _counts(scores.counts, most)
    choice = [0.0] if scores.choice is None else scores.choice.tolist()
    chosen = HEADS[: len(choice)]
    return merged([(p, proposed[head]) for p, head in zip(choice, chosen, strict=True)], k)


def _counts(counts: Floats, k: int) -> list[Candidate]:
    """counts [10]"""
    best = np.argsort(-counts, kind="stable")[:k].tolist()
    return [Candidate(NumberAnswer(Fraction(n)), float(counts[n]), "count") for n in best]
