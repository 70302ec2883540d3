"""Several spans by tags: the likeliest tagging, and the exact probability of the answer that it gives.

What a tagging is and which of them give an answer is told in `cantor.reading.heads.multi_span`, which sums
the same for training, with a gradient. Shapes: S tokens of one question.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import expm1, inf, log

import numpy as np
from numpy.typing import NDArray

from cantor.data.answer import SpansAnswer
from cantor.reading.candidate import Candidate
from cantor.reading.passage import Span
from cantor.reading.questions import Question
from cantor.reading.scores import Floats
from cantor.reading.targets import several_spans

OUT, BEGIN, INSIDE = range(3)

#: So many texts at most where their places overlap: the sum keeps track of every subset of them.
MAX_OVERLAPPING = 10
#: The logarithm of nothing, with a gradient of zero.
NOTHING = -1e30
#: Below this, exp(x) - 1 is x.
TINY = 1e-9

#: Where each text of an answer stands, as first and last tokens.
Places = tuple[tuple[tuple[int, int], ...], ...]


def proposed(tags: Floats, question: Question) -> list[Candidate]:
    """The likeliest tagging's answer, if it has a span. tags [S or more, 3]"""
    known = tags[: len(question.tokens.ids)].astype(np.float64)
    spans = [question.tokens.characters(*run) for run in runs(best_tags(known))]
    answer = _said(question, spans)
    if answer is None:
        return []
    exact = log_sum(known, several_spans(answer, question.asked, question.tokens))
    return [Candidate(answer, exact, "spans", tuple(spans))] if exact > -inf else []


def _said(question: Question, spans: list[Span]) -> SpansAnswer | None:
    found = (question.asked.text[slice(*span)] for span in spans)
    texts = {" ".join(text.split()).casefold(): text for text in found if text.strip()}
    return SpansAnswer(tuple(texts.values())) if texts else None


def log_sum(tags: NDArray[np.float64], places: Places) -> float:
    """The log-probability of all taggings that give an answer; -inf where it stands nowhere. tags [S, 3]"""
    if not places or (overlap(places) and len(places) > MAX_OVERLAPPING):
        return -inf
    # no span has a special token, whose impossible tags would drown the others in a running total
    possible = np.where(tags < NOTHING / 2, 0.0, tags)
    out, inside = (np.concatenate([[0.0], possible[:, tag].cumsum()]) for tag in (OUT, INSIDE))  # [S + 1]

    def gain(first: int, last: int) -> float:
        """What it adds to have a span there and not nothing."""
        went_on = inside[last + 1] - inside[first + 1]
        return float(tags[first, BEGIN] + went_on - (out[last + 1] - out[first]))

    if overlap(places):
        return _over_subsets(places, gain) + float(out[-1])
    each = (_at_least_once(np.array([gain(*place) for place in of_text])) for of_text in places)
    return sum(each, float(out[-1]))


def overlap(places: Places) -> bool:
    spans = sorted(place for of_text in places for place in of_text)
    return any(later[0] <= earlier[1] for earlier, later in pairwise(spans))


def _at_least_once(gains: NDArray[np.float64]) -> float:
    """log(Π (1 + e^gain) - 1) over a text's places: any of them, but not none."""
    total = float(np.logaddexp(0.0, gains).sum())
    return float(np.logaddexp.reduce(gains)) if total < TINY else total + log(-expm1(-total))


def _over_subsets(places: Places, gain: Callable[[int, int], float]) -> float:
    """The sum over choices of places that do not overlap and have every text, by the texts there already."""
    ordered = sorted((last, first, text) for text, each in enumerate(places) for first, last in each)
    lasts = [last for last, _, _ in ordered]
    subsets = np.arange(2 ** len(places))
    so_far = [np.where(subsets == 0, 0.0, -inf)]  # [texts there] after so many places
    for last, first, text in ordered:
        before = so_far[bisect_left(lasts, first)]  # all places that end before this one begins
        bit = 1 << text
        taken = np.logaddexp(before[subsets & ~bit], before[subsets | bit]) + gain(first, last)
        so_far.append(np.logaddexp(so_far[-1], np.where(subsets & bit, taken, -inf)))
    return float(so_far[-1][-1])


def best_tags(tags: NDArray[np.float64]) -> list[int]:
    """The likeliest tagging in which no I goes on with nothing. [S, 3] -> [S]"""
    rows = tags.tolist()
    if not rows:
        return []
    total = [rows[0][OUT], rows[0][BEGIN], -inf]  # of the best taggings so far, by their last tag
    back: list[
        tuple[int, int]
    ] = []  # what stands before the next token: the best tag, and the best in a span
    for out, begin, inside in rows[1:]:
        before = max((OUT, BEGIN, INSIDE), key=total.__getitem__)
        within = BEGIN if total[BEGIN] >= total[INSIDE] else INSIDE
        back.append((before, within))
        total = [total[before] + out, total[before] + begin, total[within] + inside]
    found = [max((OUT, BEGIN, INSIDE), key=total.__getitem__)]
    for before, within in reversed(back):
        found.append(within if found[-1] == INSIDE else before)
    return found[::-1]


def runs(tags: Sequence[int]) -> list[tuple[int, int]]:
    """The spans of a tagging, as first and last tokens."""
    found: list[tuple[int, int]] = []
    for t, tag in enumerate(tags):
        if tag == BEGIN:
            found.append((t, t))
        elif tag == INSIDE and found and found[-1][1] == t - 1:
            found[-1] = (found[-1][0], t)
    return found
