"""What a reader answers to one question: typed, with its confidence and the places that it stands on."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal

from cantor.data.answer import Answer, kind


@dataclass(frozen=True, slots=True)
class Place:
    """A piece of what was given. `span` is half-open, in code points of that text."""

    text: str
    source: Literal["passage", "question"]
    span: tuple[int, int]

    def to_dict(self) -> dict[str, Any]:
        return {"text": self.text, "source": self.source, "span": list(self.span)}


@dataclass(frozen=True, slots=True)
class Alternative:
    """One answer of several."""

    answer: Answer
    probability: float  # as the model says it
    head: str  # arithmetic, span, spans or count
    equation: str | None = None
    places: tuple[Place, ...] = ()

    @property
    def steps(self) -> tuple[str, ...]:
        """How it comes to the answer, a sentence each: what it read, and what it made of that."""
        if self.head == "count":
            return (f"It counts {self.answer}; which ones it counted, it does not say.",)
        read = Counter((place.source, " ".join(place.text.split())) for place in self.places)
        steps = [
            f"The {source} says “{text}”{f', {times} times' if times > 1 else ''}."
            for (source, text), times in read.items()
        ]
        told = self.equation or ""
        if told and not (len(self.places) == 1 and told.endswith(" + 0")):  # which is just what it read
            steps.append(f"{told} = {self.answer}")
        return tuple(steps)

    def to_dict(self) -> dict[str, Any]:
        return {
            "answer": self.answer.to_dict(),
            "display": str(self.answer),
            "type": kind(self.answer),
            "probability": self.probability,
            "head": self.head,
            "equation": self.equation,
            "steps": list(self.steps),
            "places": [place.to_dict() for place in self.places],
        }


@dataclass(frozen=True, slots=True)
class PassageAnswer:
    """`answer` is None where the reader refuses: its confidence is too low, or nothing can be proposed."""

    question: str
    confidence: float  # how often such answers are right, where the model was calibrated
    min_confidence: float
    alternatives: tuple[Alternative, ...]  # likeliest first, also of a refused question
    calibrated: bool = False

    @property
    def refused(self) -> bool:
        return not self.alternatives or self.confidence < self.min_confidence

    @property
    def answer(self) -> Answer | None:
        return None if self.refused else self.alternatives[0].answer

    @property
    def best(self) -> Alternative | None:
        return self.alternatives[0] if self.alternatives else None

    def to_dict(self) -> dict[str, Any]:
        answer = self.answer
        best = None if answer is None else self.alternatives[0]
        return {
            "question": self.question,
            "answer": None if answer is None else answer.to_dict(),
            "display": None if answer is None else str(answer),
            "refused": self.refused,
            "confidence": self.confidence,
            "min_confidence": self.min_confidence,
            "calibrated": self.calibrated,
            "equation": None if best is None else best.equation,
            "steps": [] if best is None else list(best.steps),
            "places": [] if best is None else [place.to_dict() for place in best.places],
            "alternatives": [one.to_dict() for one in self.alternatives],
        }

    def __str__(self) -> str:
        return "no answer" if self.answer is None else str(self.answer)
