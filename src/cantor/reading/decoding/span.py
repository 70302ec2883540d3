"""One span of passage or question: the likeliest starts and ends, put together where they say the same.

Shapes: S tokens of one question.
"""

from math import exp, log

import numpy as np

from cantor.data.answer import Answer
from cantor.reading.candidate import Candidate, typed
from cantor.reading.metric import key
from cantor.reading.passage import Span
from cantor.reading.questions import Question
from cantor.reading.scores import Floats

#: The longest span that is proposed, in tokens, and how many places are looked at.
MAX_LENGTH = 40
CONSIDERED = 64


def proposed(ends: Floats, question: Question, k: int) -> list[Candidate]:
    """ends [S or more, 2]: log-probabilities of start and end"""
    total: dict[tuple[str, ...], float] = {}
    first: dict[tuple[str, ...], tuple[Answer, list[Span]]] = {}
    for start, stop, score in _best(ends.astype(np.float64), question):
        span = question.tokens.characters(start, stop)
        if span[0] >= span[1]:
            continue  # a token without characters of its own
        answer = typed(question.asked, span)
        told = key(answer)
        total[told] = total.get(told, 0.0) + exp(score)
        first.setdefault(told, (answer, []))[1].append(span)
    ranked = sorted(total, key=total.__getitem__, reverse=True)[:k]
    return [
        Candidate(first[told][0], log(max(total[told], 1e-300)), "span", tuple(first[told][1]))
        for told in ranked
    ]


def _best(ends: Floats, question: Question) -> list[tuple[int, int, float]]:
    """The likeliest first and last tokens that are of one text, with their scores."""
    ends = np.maximum(ends, -1e30)  # what stands for never in double precision cannot be added up
    side = question.tokens.side
    size = len(side)
    width = min(MAX_LENGTH, size)
    start = np.arange(size)[:, None]
    stop = start + np.arange(width)  # [S, width]
    inside = np.minimum(stop, size - 1)
    allowed = (stop < size) & (side[inside] == side[:, None]) & (side[:, None] > 0)
    both = np.where(allowed, ends[:size, :1] + ends[inside, 1], -np.inf).ravel()
    count = min(CONSIDERED, len(both))
    those = np.sort(np.argpartition(-both, count - 1)[:count])
    those = those[np.argsort(-both[those], kind="stable")]
    return [(n // width, n // width + n % width, both[n]) for n in those.tolist() if both[n] > -np.inf]
