"""How well questions were answered: exact match and F1, in all and by the type of the preferred answer."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import NormalDist, fmean, stdev
from typing import Any

from cantor.data.answer import Answer, kind
from cantor.data.example import Example
from cantor.reading.metric import READING_METRIC_VERSION, Score, score


@dataclass(frozen=True, slots=True)
class Figures:
    """In percent, over `count` questions; `interval` is that of F1, at 95 %."""

    count: int
    f1: float
    exact_match: float
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True)
class ReadingReport:
    every: Figures
    by_type: dict[str, Figures]
    unanswered: int
    approximate: bool  # whether types of accepted answers were guessed: DROP's simple form
    metric_version: str = READING_METRIC_VERSION

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def report(given: Sequence[Answer | None], examples: Sequence[Example]) -> ReadingReport:
    """What was answered, beside what is accepted; a question without an answer counts as wrong."""
    scores = [score(answer, example.accepted) for answer, example in zip(given, examples, strict=True)]
    types = [kind(example.accepted[0]) for example in examples]
    return ReadingReport(
        _figures(scores),
        {
            name: _figures([s for s, t in zip(scores, types, strict=True) if t == name])
            for name in sorted(set(types))
        },
        sum(answer is None for answer in given),
        any(example.tags.get("form") == "simple" for example in examples),
    )


def _figures(scores: Sequence[Score]) -> Figures:
    if not scores:
        return Figures(0, 0.0, 0.0, (0.0, 100.0))
    f1 = [100 * s.f1 for s in scores]
    mean, count = fmean(f1), len(f1)
    half = NormalDist().inv_cdf(0.975) * stdev(f1) / count**0.5 if count > 1 else 100.0
    interval = max(0.0, mean - half), min(100.0, mean + half)
    return Figures(count, mean, 100 * fmean(s.exact_match for s in scores), interval)
