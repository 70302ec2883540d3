"""Every way of choosing among a graph's roots, measured on the same graphs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cantor.equation.closeness import same_value
from cantor.evaluation.prediction import Prediction
from cantor.fitting.verifier import Case, best_is_right, cases, held_out
from cantor.thought.answering import Answering
from cantor.thought.ranking import PAPER, Ranking
from cantor.thought.verifier import CANDIDATES

#: By name; the first is what the others are compared with.
RANKINGS = {
    "as in the paper": PAPER,
    "joint": replace(PAPER, rank="joint"),
    "vote": replace(PAPER, rank="vote"),
    "repair": replace(PAPER, skip_failing=True),
    "plausible": replace(PAPER, prefer_plausible=True),
    "repair + plausible": Ranking("root"),
    "vote + repair + plausible": Ranking("vote"),
    "marginal": replace(PAPER, rank="marginal"),
    "marginal + repair + plausible": Ranking("marginal"),
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
    offered = RANKINGS
    if any(p.graph.scores is None for p in predictions):  # a system that says no more than its answer
        offered = {name: ranking for name, ranking in RANKINGS.items() if ranking.rank != "marginal"}
    rights = {name: _rights(reranked(predictions, ranking, 1)) for name, ranking in offered.items()}
    for name in [name for name in _VERIFIED if name in offered]:
        found = cases(reranked(predictions, RANKINGS[name], CANDIDATES))
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


def reranked(predictions: Sequence[Prediction], ranking: Ranking, k: int) -> list[Prediction]:
    """The same graphs, answered another way."""
    answering, found = Answering(ranking), []
    for p in predictions:
        answers = answering.of_graph(p.graph, p.example.problem, k)
        found.append(replace(p, graph=answers.graph, answers=list(answers.ranked)))
    return found


def _rights(predictions: Sequence[Prediction]) -> list[bool]:
    return [bool(p.answers) and same_value(p.answers[0].value, p.example.answer) for p in predictions]


def _verified(found: Sequence[Case]) -> list[bool]:
    right = [False] * len(found)
    for verifier, held in held_out(found):
        for i in held:
            right[i] = best_is_right(verifier, found[i])
    return right
