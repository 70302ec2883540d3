"""What a confidence is worth: a monotone map from what a model says to how often it is right.

Fitted on development data, stored in the model's answering.json as points to interpolate between.
"""

import math
from bisect import bisect_right
from collections.abc import Sequence

Points = tuple[tuple[float, float], ...]

#: Fewest problems behind each point: of fewer, the share of right answers says little.
_LEAST = 20


def calibrated(confidence: float, points: Points) -> float:
    """The probability of being right; the confidence itself where nothing was fitted."""
    if not points:
        return confidence
    if not points[0][0] < confidence < points[-1][0]:
        return points[-1 if confidence >= points[-1][0] else 0][1]
    after = bisect_right(points, (confidence, math.inf))
    (x0, y0), (x1, y1) = points[after - 1 : after + 1]
    return (y1 - y0) / (x1 - x0) * (confidence - x0) + y0


def fit_calibration(confidences: Sequence[float], right: Sequence[bool]) -> Points:
    """Points (confidence, probability), both rising: isotonic regression over groups of like confidence.

    A group's share of right answers is drawn towards one half by one problem, so that no confidence becomes
    a certainty. Nothing is fitted to fewer than `_LEAST` problems.
    """
    if len(confidences) != len(right):
        raise ValueError(f"{len(confidences)} confidences, but {len(right)} outcomes")
    if not all(0 <= confidence <= 1 for confidence in confidences):
        raise ValueError("a confidence is not between 0 and 1")
    groups: list[_Group] = []
    for confidence, outcome in sorted(zip(confidences, right, strict=True)):
        last = groups[-1] if groups else None
        if last is not None and (last.count < _LEAST or last.highest == confidence):
            last.add(confidence, outcome)
        else:
            groups.append(_Group(confidence, outcome))
    if len(groups) > 1 and groups[-1].count < _LEAST:
        few = groups.pop()
        groups[-1].merge(few)
    if not groups or groups[0].count < _LEAST:
        return ()
    rising: list[_Group] = []
    for group in groups:  # whoever is below the one before makes one group with it
        rising.append(group)
        while len(rising) > 1 and rising[-2].share >= rising[-1].share:
            above = rising.pop()
            rising[-1].merge(above)
    return tuple((round(group.confidence, 6), round(group.share, 6)) for group in rising)


class _Group:
    """Problems of like confidence."""

    def __init__(self, confidence: float, right: bool):
        self.count, self.total, self.right = 1, confidence, int(right)
        self.highest = confidence

    def add(self, confidence: float, right: bool) -> None:
        self.merge(_Group(confidence, right))

    def merge(self, other: "_Group") -> None:
        self.count += other.count
        self.total += other.total
        self.right += other.right
        self.highest = max(self.highest, other.highest)

    @property
    def confidence(self) -> float:
        return self.total / self.count

    @property
    def share(self) -> float:
        return (self.right + 0.5) / (self.count + 1)
