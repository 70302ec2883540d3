"""Metrics over predictions. A metric's version is stored with each figure and raised when scoring changes.

Version 2 counts a SVAMP problem in every kind of change that it names (1: in the first alone), and compares
templates with the operands of commutative operators in a fixed order (1: as written). Version 3 takes a label
that is a name for one: who or which is chosen is right if it is that (1 and 2: never). It also counts what
the solver computes without its network, plain arithmetic (1 and 2: as no answer).
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from cantor.equation import Equation, ExecutionError, Ref
from cantor.evaluation.prediction import Prediction
from cantor.evaluation.scoring import GROUPS, Scored, is_right, score
from cantor.evaluation.seen import NOTHING_SEEN, Seen

METRIC_VERSION = 3

#: Points of the curve of risk against coverage, at most.
_POINTS = 50


def value_accuracy(predictions: Sequence[Prediction], k: int = 1) -> float:
    return _share([is_right(p, k) for p in predictions])


def edge_f1(predictions: Sequence[Prediction]) -> float:
    """How many edges (step to operand) of the gold graphs are found; steps of equal value are the same."""
    both = found = wanted = 0
    for prediction in predictions:
        gold, numbers = prediction.example.equation, prediction.example.problem.values
        expected = _edges(gold, numbers) if gold is not None else Counter()
        actual = _edges(prediction.answers[0].equation, numbers) if prediction.answers else Counter()
        both += (expected & actual).total()
        found += actual.total()
        wanted += expected.total()
    return 2 * both / (found + wanted) if found + wanted else 0.0


def _edges(equation: Equation, numbers: Sequence[Fraction]) -> "Counter[tuple[object, object]]":
    try:
        values = equation.step_values(numbers)
    except ExecutionError:
        return Counter()
    return Counter(
        (values[i], values[operand.index] if isinstance(operand, Ref) else operand)
        for i, step in enumerate(equation.steps)
        for operand in step.operands
    )


def interval(share: float, count: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's 95 % interval of a share of `count` problems."""
    if not count:
        return 0.0, 1.0
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return middle - half, middle + half


def report(predictions: Sequence[Prediction], seen: Seen = NOTHING_SEEN, k: int = 5) -> dict[str, Any]:
    """All figures of a set of predictions; keys as in the contract, and "value_at_K" for another k than 5."""
    return report_of(score(predictions, seen), k)


def report_of(scored: Sequence[Scored], k: int = 5) -> dict[str, Any]:
    """The same of predictions that have been scored."""
    accuracy = _share([j.right for j in scored])
    return {
        "value_accuracy": accuracy,
        "equation_accuracy": _share([j.same_equation for j in scored]),
        "without_equation": sum(j.prediction.example.equation is None for j in scored),  # counted as wrong
        "value_at_5": _share([j.right_among_5 for j in scored]),
        **({f"value_at_{k}": value_accuracy([j.prediction for j in scored], k)} if k != 5 else {}),
        "edge_f1": edge_f1([j.prediction for j in scored]),
        "interval": list(interval(accuracy, len(scored))),
        "count": len(scored),
        "breakdowns": {kind: _breakdown(scored, kind) for kind in GROUPS},
        "calibration": _calibration(scored),
        "metric_version": METRIC_VERSION,
    }


def _share(are: Sequence[bool]) -> float:
    return sum(are) / len(are) if are else 0.0


def _breakdown(scored: Sequence[Scored], kind: str) -> dict[str, Any]:
    groups: dict[str, list[Scored]] = defaultdict(list)
    for one in scored:
        for name in one.groups.get(kind, ()):
            groups[name].append(one)
    return {
        name: {
            "count": len(members),
            "value_accuracy": _share([j.right for j in members]),
            "equation_accuracy": _share([j.same_equation for j in members]),
        }
        for name, members in sorted(groups.items())
    }


def _calibration(scored: Sequence[Scored], bins: int = 10) -> dict[str, Any]:
    """Confidence against accuracy, and accuracy on the most confident part of the problems."""
    ranked = sorted(scored, key=lambda j: -j.confidence)
    table: list[dict[str, float]] = []
    gap = 0.0
    for b in range(bins):
        members = [j for j in scored if min(int(j.confidence * bins), bins - 1) == b]
        if members:
            confidence = sum(j.confidence for j in members) / len(members)
            accuracy = _share([j.right for j in members])
            gap += abs(confidence - accuracy) * len(members) / len(scored)
            table.append({"confidence": confidence, "accuracy": accuracy, "count": len(members)})
    coverage = {
        f"{percent}%": _share([j.right for j in ranked[: max(1, len(ranked) * percent // 100)]])
        for percent in (50, 80, 100)
    }
    return {
        "bins": table,
        "expected_error": gap,
        "accuracy_at_coverage": coverage if scored else {},
        **_risk(ranked),
    }


def _risk(ranked: Sequence[Scored]) -> dict[str, Any]:
    """How many of the most confident answers are wrong, for each share of the problems that is answered.

    Answers of equal confidence have no order: each stands for the mean of them all. `risk_area` is the mean
    risk over all shares: 0 for who is always right, and small for who is wrong only when in doubt.
    """
    risks: list[float] = []  # of the first 1, 2, ... answers
    wrong, start = 0.0, 0
    while start < len(ranked):
        end = start
        while end < len(ranked) and ranked[end].confidence == ranked[start].confidence:
            end += 1
        rate = sum(not j.right for j in ranked[start:end]) / (end - start)
        risks += [(wrong + rate * i) / (start + i) for i in range(1, end - start + 1)]
        wrong, start = wrong + rate * (end - start), end
    count = len(ranked)
    ends = sorted({max(1, count * i // _POINTS) for i in range(1, _POINTS + 1)}) if count else []
    return {
        "risk_coverage": [
            {"coverage": end / count, "risk": risks[end - 1], "confidence": ranked[end - 1].confidence}
            for end in ends
        ],
        "risk_area": sum(risks) / count if count else 0.0,
    }
