"""Every way of choosing among a graph's roots, measured on the same graphs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cantor.data.numbers import same_value
from cantor.evaluation.predict import Prediction
from cantor.solver.choosing import PAPER, Choice, choose, considered
from cantor.solver.verifier import CANDIDATES
from cantor.training.verifying import Case, best_is_right, cases, held_out

#: By name; the first is what the others are compared with.
CHOICES = {
    "as in the paper": PAPER,
    "joint": replace(PAPER, rank="joint"),
    "vote": replace(PAPER, rank="vote"),
    "repair": replace(PAPER, repair=True),
    "plausible": replace(PAPER, plausible=True),
    "repair + plausible": Choice("root"),
    "vote + repair + plausible": Choice("vote"),
    "marginal": replace(PAPER, rank="marginal"),
    "marginal + repair + plausible": Choice("marginal"),
}


#: Those that are also measured with a verifier behind them.
_VERIFIED = ("as in the paper", "repair + plausible", "marginal + repair + plausible")


@dataclass(frozen=True, slots=True)
class Measured:
    """One way of choosing: its accuracy, and how many answers it saves and spoils against the paper's."""

    name: str
    value_accuracy: float
    saved: int
    spoiled: int


def measure(predictions: Sequence[Prediction]) -> list[Measured]:
    """All ways on the graphs of some predictions; the verifier on problems that it was not fitted on."""
    offered = CHOICES
    if any(p.graph.said is None for p in predictions):  # a system that says no more than its answer
        offered = {name: choice for name, choice in CHOICES.items() if choice.rank != "marginal"}
    rights = {name: _rights(rechosen(predictions, choice, 1)) for name, choice in offered.items()}
    for name in [name for name in _VERIFIED if name in offered]:
        found = cases(rechosen(predictions, CHOICES[name], CANDIDATES))
        rights[f"{name}, verified"] = _verified(found)
    first = rights["as in the paper"]
    return [
        Measured(
            name,
            sum(right) / max(1, len(right)),
            sum(now and not before for now, before in zip(right, first, strict=True)),
            sum(before and not now for now, before in zip(right, first, strict=True)),
        )
        for name, right in rights.items()
    ]


def rechosen(predictions: Sequence[Prediction], choice: Choice, k: int) -> list[Prediction]:
    """The same graphs, answered another way."""
    found = []
    for p in predictions:
        graph = considered(p.graph, choice)
        found.append(replace(p, graph=graph, answers=choose(graph, p.example.problem, k, choice)))
    return found


def _rights(predictions: Sequence[Prediction]) -> list[bool]:
    return [bool(p.answers) and same_value(p.answers[0].value, p.example.answer) for p in predictions]


def _verified(found: Sequence[Case]) -> list[bool]:
    right = [False] * len(found)
    for verifier, held in held_out(found):
        for i in held:
            right[i] = best_is_right(verifier, found[i])
    return right
