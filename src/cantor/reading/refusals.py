"""What a reader's refusals are worth: how often it answers, how often rightly, and where no answer stands."""

from collections.abc import Sequence
from dataclasses import replace
from math import exp
from typing import Any

from cantor.data.drop import asked_over
from cantor.data.example import Example
from cantor.reading.candidate import Candidate
from cantor.reading.metric import score
from cantor.reading.reader import MIN_CONFIDENCE
from cantor.thought.calibration import Points, calibrated


def refused(found: Sequence[Candidate], points: Points, least: float = MIN_CONFIDENCE) -> bool:
    """Whether a reader would rather say nothing than the best of its answers."""
    return not found or calibrated(min(1.0, exp(found[0].log_prob)), points) < least


def refusals(
    found: Sequence[Sequence[Candidate]], examples: Sequence[Example], points: Points
) -> dict[str, Any]:
    """Shares of 1: questions that are refused, and exact matches among the others."""
    answered = [
        (best[0], example) for best, example in zip(found, examples, strict=True) if not refused(best, points)
    ]
    right = sum(score(best.answer, example.accepted).exact_match > 0 for best, example in answered)
    return {
        "min_confidence": MIN_CONFIDENCE,
        "calibrated": bool(points),
        "refused": 1 - len(answered) / len(examples) if examples else 0.0,
        "right_of_answered": right / len(answered) if answered else None,
    }


def elsewhere(examples: Sequence[Example]) -> list[Example]:
    """Each question over the next passage, which is about something else; none where there is one passage.

    The answer that was right is kept, though that passage hardly says it.
    """
    passages = list(dict.fromkeys(example.passage or "" for example in examples))
    if len(passages) < 2:
        return []
    after = dict(zip(passages, [*passages[1:], passages[0]], strict=True))
    moved = []
    for example in examples:
        passage = after[example.passage or ""]
        moved.append(replace(example, passage=passage, problem=asked_over(passage, example.question)))
    return moved
