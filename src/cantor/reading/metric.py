"""DROP's exact match and F1, by the published definition.

An answer is one or several strings. Each becomes words: cut at blanks and hyphens, in lower case, without
punctuation and articles, numbers in one form. Exact match asks for the same strings; F1 compares bags of
words, string by string, as aligned by the best assignment, and a string whose reference has numbers counts
only if one of them is named. A question scores its best over all accepted answers.
"""

import re
import string
from collections.abc import Sequence
from dataclasses import dataclass

from cantor.data.answer import Answer

#: Raised whenever a score could come out otherwise than before.
READING_METRIC_VERSION = "1"

_CUTS = re.compile(r"[ -]")
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


@dataclass(frozen=True, slots=True)
class Score:
    """Both between 0 and 1; `f1` is rounded to two places, as it is published."""

    exact_match: float
    f1: float


def score(given: Answer | Sequence[str] | None, accepted: Sequence[Answer | Sequence[str]]) -> Score:
    """The best of an answer's scores over the accepted ones, each figure by itself; no answer scores 0."""
    if given is None:
        return Score(0.0, 0.0)
    scores = [_against(_strings(given), strings) for strings in map(_strings, accepted) if _says(strings)]
    return Score(max((s.exact_match for s in scores), default=0.0), max((s.f1 for s in scores), default=0.0))


def same(a: Answer, b: Answer) -> bool:
    """Whether the metric takes one for the other."""
    return key(a) == key(b)


def key(answer: Answer | Sequence[str]) -> tuple[str, ...]:
    """Equal for answers that match exactly: normalised strings, without order."""
    found = sorted(map(normalised, _strings(answer)))
    # a set with a number of members: what is said twice is told apart by the count alone
    return (str(len(found)), *dict.fromkeys(found))


def normalised(text: str) -> str:
    """A string's words in the metric's form, with one blank between them."""
    return " ".join(filter(None, (_word(word) for word in _CUTS.split(text))))


def _word(word: str) -> str:
    word = word.lower()
    if not _is_number(word):
        word = word.translate(_PUNCTUATION)
    if _is_number(word):
        word = str(float(word))
    return " ".join(_ARTICLES.sub(" ", word).split())


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def _strings(answer: Answer | Sequence[str]) -> Sequence[str]:
    if isinstance(answer, str):
        return (answer,)
    return answer if isinstance(answer, Sequence) else answer.strings


def _says(strings: Sequence[str]) -> bool:
    """An accepted answer that begins with nothing is not asked for."""
    return bool(strings) and bool(strings[0].strip())


def _against(given: Sequence[str], wanted: Sequence[str]) -> Score:
    exact = key(given) == key(wanted)
    bags = [[frozenset(normalised(text).split()) for text in strings] for strings in (given, wanted)]
    return Score(float(exact), round(_aligned_f1(*bags), 2))


def _aligned_f1(given: Sequence[frozenset[str]], wanted: Sequence[frozenset[str]]) -> float:
    """The mean F1 of the best one-to-one alignment; what has no partner counts as 0."""
    if not given or not wanted:
        return 0.0
    scores = [[_f1(bag, reference) for reference in wanted] for bag in given]
    return best_assignment(scores) / max(len(given), len(wanted))


def _f1(given: frozenset[str], wanted: frozenset[str]) -> float:
    numbers = set(filter(_is_number, wanted))
    if numbers and not numbers & given:
        return 0.0
    both = len(given & wanted)
    precision = both / len(given) if given else 1.0
    recall = both / len(wanted) if wanted else 1.0
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def best_assignment(scores: Sequence[Sequence[float]]) -> float:
    """The largest sum of scores with at most one for each row and column, exactly.

    The Hungarian method with potentials, O(rows² · columns): rows enter one after another along the cheapest
    augmenting path.
    """
    if len(scores) > len(scores[0]):
        scores = list(zip(*scores, strict=True))
    rows, columns = len(scores), len(scores[0])
    of_row, of_column = [0.0] * (rows + 1), [0.0] * (columns + 1)  # potentials; row and column 0 are none
    matched = [0] * (columns + 1)  # which row each column has
    for row in range(1, rows + 1):
        matched[0] = row
        column = 0
        slack, before = [float("inf")] * (columns + 1), [0] * (columns + 1)
        visited = [False] * (columns + 1)
        while matched[column]:
            visited[column] = True
            i = matched[column]
            for j in range(1, columns + 1):
                reduced = -scores[i - 1][j - 1] - of_row[i] - of_column[j]
                if not visited[j] and reduced < slack[j]:
                    slack[j], before[j] = reduced, column
            nearest = min((j for j in range(1, columns + 1) if not visited[j]), key=slack.__getitem__)
            step = slack[nearest]
            for j in range(columns + 1):
                if visited[j]:
                    of_row[matched[j]] += step
                    of_column[j] -= step
                else:
                    slack[j] -= step
            column = nearest
        while column:
            matched[column] = matched[before[column]]
            column = before[column]
    return sum(scores[matched[j] - 1][j - 1] for j in range(1, columns + 1) if matched[j])
