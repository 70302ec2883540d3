"""What is right about a prediction, and which groups of problems it belongs to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cantor.data.example import masked_text
from cantor.equation import agrees
from cantor.equation.closeness import same_value
from cantor.evaluation.prediction import Prediction
from cantor.evaluation.seen import NOTHING_SEEN, Seen
from cantor.reading.metric import score as match


@dataclass(frozen=True, slots=True)
class Scored:
    """A prediction, and all that figures are made of."""

    prediction: Prediction
    right: bool
    right_among_5: bool
    same_equation: bool
    confidence: float
    groups: dict[str, tuple[str, ...]]  # kind of breakdown -> the groups, where there are any


def score(predictions: Sequence[Prediction], seen: Seen = NOTHING_SEEN) -> list[Scored]:
    """Each prediction scored, once for all figures."""
    return [
        Scored(
            prediction,
            is_right(prediction),
            is_right(prediction, 5),
            is_same_equation(prediction),
            prediction.confidence,
            {kind: names for kind, of in GROUPS.items() if (names := of(prediction, seen))},
        )
        for prediction in predictions
    ]


def is_right(prediction: Prediction, k: int = 1) -> bool:
    """Whether one of the k best values is the labelled answer, or what is chosen the labelled name."""
    example = prediction.example
    if example.answer is None and example.accepted and prediction.choice is not None:
        return match((prediction.choice,), example.accepted).exact_match == 1
    return any(same_value(answer.value, example.answer) for answer in prediction.answers[:k])


def is_same_equation(prediction: Prediction) -> bool:
    """Whether the best equation agrees with the gold one under 100 seeded replacements of the numbers."""
    gold = prediction.example.equation
    if gold is None or not prediction.answers:
        return False
    return agrees(gold, prediction.answers[0].equation, len(prediction.example.problem.numbers))


# Groups of problems; a problem may belong to several of a kind, or to none


def _steps(prediction: Prediction, _: Seen) -> tuple[str, ...]:
    gold = prediction.example.equation
    return () if gold is None else (str(len(gold)) if len(gold) < 5 else "5+",)


def _branches(prediction: Prediction, _: Seen) -> tuple[str, ...]:
    gold = prediction.example.equation
    return () if gold is None else (str(gold.branches) if gold.branches < 2 else "2+",)


def _branches_and_steps(prediction: Prediction, seen: Seen) -> tuple[str, ...]:
    gold = prediction.example.equation
    if gold is None:
        return ()
    (branches,) = _branches(prediction, seen)
    return (f"{branches}, {'<= 3' if len(gold) <= 3 else '>= 4'} steps",)


def _template(prediction: Prediction, seen: Seen) -> tuple[str, ...]:
    """Whether the gold equation is one of the training set's, but for the numbers and free orders."""
    gold = prediction.example.equation
    if gold is None or not seen.templates:
        return ()
    return ("seen" if gold.template() in seen.templates else "unseen",)


def _masked_text(prediction: Prediction, seen: Seen) -> tuple[str, ...]:
    """Whether the text is one of the training set's, but for the numbers."""
    if not seen.texts:
        return ()
    return ("seen" if masked_text(prediction.example) in seen.texts else "unseen",)


def _variation(prediction: Prediction, _: Seen) -> tuple[str, ...]:
    return prediction.example.tagged("variation")


#: What figures are broken down by.
GROUPS: dict[str, Callable[[Prediction, Seen], tuple[str, ...]]] = {
    "steps": _steps,
    "branches": _branches,
    "branches and steps": _branches_and_steps,
    "template": _template,
    "masked text": _masked_text,
    "variation": _variation,
}
