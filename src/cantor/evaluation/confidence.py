"""Making an exported model's last word honest: its verifier and its calibration, from development data."""

from collections.abc import Callable, Sequence

import numpy as np

from cantor.data.example import Example
from cantor.data.numbers import same_value
from cantor.evaluation.parity import batches_by_length, in_memory
from cantor.evaluation.predict import Prediction
from cantor.model.export import Exported
from cantor.solver.calibration import Points, fit_calibration
from cantor.solver.choosing import Choice, choose, considered
from cantor.solver.runtime import Runtime
from cantor.solver.verifier import CANDIDATES, Verifier
from cantor.training.verifying import cases, fit, held_out


def fit_confidence(
    exported: Exported,
    examples: Sequence[Example],
    choice: Choice,
    verify: Sequence[Example] | None = None,
    done: Callable[[int], None] = lambda count: None,
) -> tuple[Verifier | None, Points]:
    """A verifier, where one is wanted, and points from what the model says to how often it is right.

    A verifier is fitted on the examples and those of `verify` (None: no verifier is wanted). The points are
    fitted to the examples alone, and to what verifiers say of those that they were not fitted on. `done` is
    told how many problems are answered.
    """
    runtime = in_memory(exported)
    predictions = _answered(runtime, examples, choice, done)
    if verify is None:
        answered = [p for p in predictions if p.answers]
        right = [same_value(p.answers[0].value, p.example.answer) for p in answered]
        return None, fit_calibration([p.confidence for p in answered], right)
    found = cases(predictions)
    more = cases(_answered(runtime, verify, choice, lambda count: done(len(examples) + count)))
    confidences, outcomes = [], []
    for verifier, held in held_out(found, more=more):
        for i in held:
            if predictions[i].answers:
                p = predictions[i]
                shares = verifier.probabilities(p.graph, p.example.problem, p.answers)
                best = int(np.argmax(shares))
                confidences.append(float(shares[best]))
                outcomes.append(bool(found[i].right[best]))
    return fit([*found, *more]), fit_calibration(confidences, outcomes)


def _answered(
    runtime: Runtime, examples: Sequence[Example], choice: Choice, done: Callable[[int], None]
) -> list[Prediction]:
    predictions = []
    for count, batch in batches_by_length(examples):
        graphs = runtime.think([example.problem for example in batch])
        for plain, example in zip(graphs, batch, strict=True):
            graph = considered(plain, choice)
            answers = choose(graph, example.problem, CANDIDATES, choice)
            predictions.append(Prediction(example, answers, graph))
        done(count)
    return predictions
