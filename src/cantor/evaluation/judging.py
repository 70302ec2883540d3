"""What is right about a prediction, and which groups of problems it belongs to."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from cantor.data.audit import masked_text
from cantor.data.numbers import same_value
from cantor.equation import agrees
from cantor.evaluation.predict import Prediction


@dataclass(frozen=True, slots=True)
class Seen:
    """What a model has been trained on; empty where that is not known."""

    templates: Collection[str] = frozenset()  # of the training equations, as `Equation.template` writes them
    texts: Collection[str] = frozenset()  # of the training problems, as `masked_text` leaves them


NOTHING_SEEN = Seen()


@dataclass(frozen=True, slots=True)
class Judged:
    """A prediction, and all that figures are made of."""

    prediction: Prediction
    right: bool
    right_among_5: bool
    same_equation: bool
    confidence: float
    groups: dict[str, str]  # kind of breakdown -> the group, where there is one


def judge(predictions: Sequence[Prediction], seen: Seen = NOTHING_SEEN) -> list[Judged]:
    """Each prediction judged, once for all figures."""
    return [
        Judged(
            prediction,
            is_right(prediction),
            is_right(prediction, 5),
            is_same_equation(prediction),
            prediction.confidence,
            {kind: name for kind, of in GROUPS.items() if (name := of(prediction, seen)) is not None},
        )
        for prediction in predictions
    ]


def is_right(prediction: Prediction, k: int = 1) -> bool:
    """Whether one of the k best values is the labelled answer."""
    return any(same_value(answer.value, prediction.example.answer) for answer in prediction.answers[:k])


def is_same_equation(prediction: Prediction) -> bool:
    """Whether the best equation agrees with the gold one under 100 seeded replacements of the numbers."""
    gold = prediction.example.equation
    if gold is None or not prediction.answers:
        return False
    return agrees(gold, prediction.answers[0].equation, len(prediction.example.problem.numbers))


# Groups of problems; None is for those that belong to none


def _steps(prediction: Prediction, _: Seen) -> str | None:
    gold = prediction.example.equation
    return None if gold is None else str(len(gold)) if len(gold) < 5 else "5+"


def _branches(prediction: Prediction, _: Seen) -> str | None:
    gold = prediction.example.equation
    return None if gold is None else str(gold.branches) if gold.branches < 2 else "2+"


def _branches_and_steps(prediction: Prediction, seen: Seen) -> str | None:
    gold = prediction.example.equation
    if gold is None:
        return None
    return f"{_branches(prediction, seen)}, {'<= 3' if len(gold) <= 3 else '>= 4'} steps"


def _template(prediction: Prediction, seen: Seen) -> str | None:
    """Whether the gold equation is one of the training set's, but for the numbers."""
    gold = prediction.example.equation
    if gold is None or not seen.templates:
        return None
    return "seen" if gold.template() in seen.templates else "unseen"


def _masked_text(prediction: Prediction, seen: Seen) -> str | None:
    """Whether the text is one of the training set's, but for the numbers."""
    if not seen.texts:
        return None
    return "seen" if masked_text(prediction.example) in seen.texts else "unseen"


def _variation(prediction: Prediction, _: Seen) -> str | None:
    return prediction.example.tags.get("variation")


#: What figures are broken down by.
GROUPS: dict[str, Callable[[Prediction, Seen], str | None]] = {
    "steps": _steps,
    "branches": _branches,
    "branches and steps": _branches_and_steps,
    "template": _template,
    "masked text": _masked_text,
    "variation": _variation,
}
