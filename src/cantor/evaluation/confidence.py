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
from cantor.solver.verifier import CANDIDATES, Verifier
from cantor.training.verifying import cases, fit, held_out


def fit_confidence(
    exported: Exported,
    examples: Sequence[Example],
    choice: Choice,
    verify: bool,
    done: Callable[[int], None] = lambda count: None,
) -> tuple[Verifier | None, Points]:
    """A verifier, where one is wanted, and points from what the model says to how often it is right.

    The points under a verifier are fitted to what verifiers say of problems that they were not fitted on.
    """
    predictions = _answered(exported, examples, choice, done)
    if not verify:
        answered = [p for p in predictions if p.answers]
        right = [same_value(p.answers[0].value, p.example.answer) for p in answered]
        return None, fit_calibration([p.confidence for p in answered], right)
    found = cases(predictions)
    confidences, outcomes = [], []
    for verifier, held in held_out(found):
        for i in held:
            if predictions[i].answers:
                p = predictions[i]
                shares = verifier.probabilities(p.graph, p.example.problem, p.answers)
                best = int(np.argmax(shares))
                confidences.append(float(shares[best]))
                outcomes.append(bool(found[i].right[best]))
    return fit(found), fit_calibration(confidences, outcomes)


def _answered(
    exported: Exported, examples: Sequence[Example], choice: Choice, done: Callable[[int], None]
) -> list[Prediction]:
    runtime = in_memory(exported)
    predictions = []
    for count, batch in batches_by_length(examples):
        graphs = runtime.think([example.problem for example in batch])
        for plain, example in zip(graphs, batch, strict=True):
            graph = considered(plain, choice)
            answers = choose(graph, example.problem, CANDIDATES, choice)
            predictions.append(Prediction(example, answers, graph))
        done(count)
    return predictions
