"""Making an exported model's last word honest: its verifier and its calibration, from development data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cantor.data.example import Example
from cantor.evaluation.parity import batches_by_length
from cantor.evaluation.prediction import Prediction
from cantor.fitting.verifier import Case, case_of, fit, held_out
from cantor.solver.runtime import Runtime
from cantor.thought.answering import Answering, on_one_scale
from cantor.thought.calibration import Points, fit_calibration
from cantor.thought.ranking import Ranking
from cantor.thought.verifier import CANDIDATES, Reads, Verifier


@dataclass(frozen=True, slots=True)
class Fitted:
    """What was fitted, and what it is worth on the examples."""

    verifier: Verifier | None
    points: Points  # from what the model says to how often it is right
    count: int
    before: float  # share of the examples whose first answer is right
    after: float | None  # the same by verifiers that were not fitted on them, where one is wanted


def fit_confidence(
    runtime: Runtime,
    examples: Sequence[Example],
    ranking: Ranking,
    verify: Sequence[Example] | None = None,
    done: Callable[[int], None] = lambda count: None,
    reads: Reads | None = None,
) -> Fitted:
    """A verifier, where one is wanted, and points from what the model says to how often it is right.

    A verifier is fitted on the examples and those of `verify` (None: no verifier is wanted). The points are
    fitted to the examples alone, and to what verifiers say of those that they were not fitted on. `done` is
    told how many problems are answered. `reads`: who scores whole equations for the verifier, if anyone does.
    """
    found = _answered(runtime, examples, ranking, reads, done)
    answered = [each for each in found if len(each.case.right)]
    right = [bool(each.case.right[0]) for each in answered]
    count, before = len(examples), sum(right) / max(1, len(examples))
    if verify is None:
        points = fit_calibration([each.confidence for each in answered], right)
        return Fitted(None, points, count, before, None)
    told = _answered(runtime, verify, ranking, reads, lambda count: done(len(examples) + count))
    cases, more = ([each.case for each in some] for some in (found, told))
    confidences, outcomes = [], []
    for verifier, held in held_out(cases, more=more):
        for case in (cases[i] for i in held if len(cases[i].right)):
            shares = verifier.shares(case.features, case.doubt)
            best = int(shares.argmax())
            confidences.append(on_one_scale([float(shares[best])], ())[0])
            outcomes.append(bool(case.right[best]))
    points, after = fit_calibration(confidences, outcomes), sum(outcomes) / max(1, count)
    return Fitted(fit([*cases, *more], reads=reads), points, count, before, after)


@dataclass(frozen=True, slots=True)
class _Answered:
    case: Case
    confidence: float  # in the first answer of the ranking


def _answered(
    runtime: Runtime,
    examples: Sequence[Example],
    ranking: Ranking,
    reads: Reads | None,
    done: Callable[[int], None],
) -> list[_Answered]:
    """As many answers as a verifier looks at, in the ranking's order."""
    answering, found = Answering(ranking), []
    for count, batch in batches_by_length(examples):
        problems = [example.problem for example in batch]
        answered = answering.answers(runtime.scores(problems), problems, CANDIDATES)
        for answers, example in zip(answered, batch, strict=True):
            prediction = Prediction(example, list(answers.ranked), answers.graph)
            found.append(_Answered(case_of(prediction, reads), prediction.confidence))
        done(count)
    return found
