"""Making an exported model's last word honest: its verifier and its calibration, from development data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cantor.data.example import Example
from cantor.equation.closeness import same_value
from cantor.evaluation.parity import batches_by_length, in_memory
from cantor.evaluation.prediction import Prediction
from cantor.fitting.verifier import cases, fit, held_out
from cantor.model.onnx.export import Exported
from cantor.solver.runtime import Runtime
from cantor.thought.answering import Answering
from cantor.thought.calibration import Points, fit_calibration
from cantor.thought.ranking import Ranking
from cantor.thought.verifier import CANDIDATES, Verifier


@dataclass(frozen=True, slots=True)
class Fitted:
    """What was fitted, and what it is worth on the examples."""

    verifier: Verifier | None
    points: Points  # from what the model says to how often it is right
    count: int
    before: float  # share of the examples whose first answer is right
    after: float | None  # the same by verifiers that were not fitted on them, where one is wanted


def fit_confidence(
    exported: Exported,
    examples: Sequence[Example],
    ranking: Ranking,
    verify: Sequence[Example] | None = None,
    done: Callable[[int], None] = lambda count: None,
) -> Fitted:
    """A verifier, where one is wanted, and points from what the model says to how often it is right.

    A verifier is fitted on the examples and those of `verify` (None: no verifier is wanted). The points are
    fitted to the examples alone, and to what verifiers say of those that they were not fitted on. `done` is
    told how many problems are answered.
    """
    runtime = in_memory(exported)
    predictions = _answered(runtime, examples, ranking, done)
    answered = [p for p in predictions if p.answers]
    right = [same_value(p.answers[0].value, p.example.answer) for p in answered]
    count, before = len(examples), sum(right) / max(1, len(examples))
    if verify is None:
        points = fit_calibration([p.confidence for p in answered], right)
        return Fitted(None, points, count, before, None)
    found = cases(predictions)
    more = cases(_answered(runtime, verify, ranking, lambda count: done(len(examples) + count)))
    confidences, outcomes = [], []
    for verifier, held in held_out(found, more=more):
        answering = Answering(ranking, verifier)
        for p in (predictions[i] for i in held if predictions[i].answers):
            best = answering.reranked(p.graph, p.example.problem, p.answers)[0]
            confidences.append(best.probability or 0.0)
            outcomes.append(same_value(best.value, p.example.answer))
    points, after = fit_calibration(confidences, outcomes), sum(outcomes) / max(1, count)
    return Fitted(fit([*found, *more]), points, count, before, after)


def _answered(
    runtime: Runtime, examples: Sequence[Example], ranking: Ranking, done: Callable[[int], None]
) -> list[Prediction]:
    """As many answers as a verifier looks at, in the ranking's order."""
    answering, predictions = Answering(ranking), []
    for count, batch in batches_by_length(examples):
        problems = [example.problem for example in batch]
        found = answering.answers(runtime.scores(problems), problems, CANDIDATES)
        for answers, example in zip(found, batch, strict=True):
            predictions.append(Prediction(example, list(answers.ranked), answers.graph))
        done(count)
    return predictions
