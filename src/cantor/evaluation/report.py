"""Metrics over predictions. A metric's version is stored with each figure and raised when scoring changes."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from cantor.data.numbers import same_value
from cantor.equation import Equation, ExecutionError, Ref, agrees
from cantor.evaluation.predict import Prediction

METRIC_VERSION = 1


def is_right(prediction: Prediction, k: int = 1) -> bool:
    """Whether one of the k best values is the labelled answer."""
    return any(same_value(answer.value, prediction.example.answer) for answer in prediction.answers[:k])


def is_same_equation(prediction: Prediction) -> bool:
    """Whether the best equation agrees with the gold one under 100 seeded replacements of the numbers."""
    gold = prediction.example.equation
    if gold is None or not prediction.answers:
        return False
    return agrees(gold, prediction.answers[0].equation, len(prediction.example.problem.numbers))


def value_accuracy(predictions: Sequence[Prediction], k: int = 1) -> float:
    return sum(is_right(p, k) for p in predictions) / len(predictions) if predictions else 0.0


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


def report(predictions: Sequence[Prediction], seen_templates: Collection[str] = ()) -> dict[str, Any]:
    """All figures of a set of predictions; keys as in the contract."""
    accuracy = value_accuracy(predictions)
    return {
        "value_accuracy": accuracy,
        "equation_accuracy": _share(predictions, is_same_equation),
        "value_at_5": value_accuracy(predictions, 5),
        "edge_f1": edge_f1(predictions),
        "interval": list(interval(accuracy, len(predictions))),
        "count": len(predictions),
        "breakdowns": {
            "steps": _breakdown(predictions, _steps),
            "branches": _breakdown(predictions, _branches),
            "branches and steps": _breakdown(predictions, _branches_and_steps),
            "template": _breakdown(predictions, lambda p: _novelty(p, seen_templates)),
            "variation": _breakdown(predictions, lambda p: p.example.tags.get("variation")),
        },
        "calibration": _calibration(predictions),
        "metric_version": METRIC_VERSION,
    }


def _share(predictions: Sequence[Prediction], test: Callable[[Prediction], bool]) -> float:
    return sum(map(test, predictions)) / len(predictions) if predictions else 0.0


def _steps(prediction: Prediction) -> str | None:
    gold = prediction.example.equation
    return None if gold is None else str(len(gold)) if len(gold) < 5 else "5+"


def _branches(prediction: Prediction) -> str | None:
    gold = prediction.example.equation
    return None if gold is None else str(gold.branches) if gold.branches < 2 else "2+"


def _branches_and_steps(prediction: Prediction) -> str | None:
    gold = prediction.example.equation
    return None if gold is None else f"{_branches(prediction)}, {'<= 3' if len(gold) <= 3 else '>= 4'} steps"


def _novelty(prediction: Prediction, seen: Collection[str]) -> str | None:
    gold = prediction.example.equation
    if gold is None or not seen:
        return None
    return "seen" if gold.template() in seen else "unseen"


def _breakdown(
    predictions: Sequence[Prediction], group: Callable[[Prediction], str | None]
) -> dict[str, Any]:
    groups: dict[str, list[Prediction]] = defaultdict(list)
    for prediction in predictions:
        name = group(prediction)
        if name is not None:
            groups[name].append(prediction)
    return {
        name: {
            "count": len(members),
            "value_accuracy": value_accuracy(members),
            "equation_accuracy": _share(members, is_same_equation),
        }
        for name, members in sorted(groups.items())
    }


def _calibration(predictions: Sequence[Prediction], bins: int = 10) -> dict[str, Any]:
    """Confidence against accuracy, and accuracy on the most confident part of the problems."""
    confidence_of = {id(p): p.confidence for p in predictions}
    ranked = sorted(predictions, key=lambda p: -confidence_of[id(p)])
    table: list[dict[str, float]] = []
    gap = 0.0
    for b in range(bins):
        members = [p for p in predictions if min(int(confidence_of[id(p)] * bins), bins - 1) == b]
        if members:
            confidence = sum(confidence_of[id(p)] for p in members) / len(members)
            accuracy = value_accuracy(members)
            gap += abs(confidence - accuracy) * len(members) / len(predictions)
            table.append({"confidence": confidence, "accuracy": accuracy, "count": len(members)})
    coverage = {
        f"{percent}%": value_accuracy(ranked[: max(1, len(ranked) * percent // 100)])
        for percent in (50, 80, 100)
    }
    return {"bins": table, "expected_error": gap, "accuracy_at_coverage": coverage if predictions else {}}
