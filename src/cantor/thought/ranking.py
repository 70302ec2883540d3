"""Which root answers: the paper's way, and four ways beyond it, each to be switched on or off."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from cantor.equation import Equation, Value
from cantor.equation.execute import Execution
from cantor.problem import Problem
from cantor.thought.decode import DecodedGraph
from cantor.thought.distinct import distinct_roots, value_key
from cantor.thought.scores import Floats

Rank = Literal["root", "joint", "vote", "marginal"]

#: What settings were once called, in models that were saved then.
_FORMER = {"repair": "skip_failing", "plausible": "prefer_plausible"}


@dataclass(frozen=True, slots=True)
class Ranking:
    """How the roots of a graph are ranked.

    `rank`: "root" by P_r, as in the paper; "joint" by P(Z | X), the root's and all its descendants'; "vote"
    by the sum of P_r over all roots of the same value; "marginal" by the sum of P(Y | X) over all equations Y
    of the same value that the graph holds, each summed over all its placements (see `expand`).
    `skip_failing`: roots whose graph cannot be executed are skipped.
    `prefer_plausible`: roots whose value the question can have come first; see `cantor.problem.question`.
    """

    rank: Rank = "root"
    skip_failing: bool = True
    prefer_plausible: bool = True

    def __post_init__(self) -> None:
        if self.rank not in get_args(Rank):
            raise ValueError(f"rank is {self.rank!r}; it must be one of {', '.join(get_args(Rank))}")

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any]) -> "Ranking":
        """Of a model's answering.json, also one that was saved under former names."""
        return cls(**{_FORMER.get(name, name): value for name, value in raw.items()})


#: The paper's inference and nothing else.
PAPER = Ranking("root", skip_failing=False, prefer_plausible=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """One root as an answer."""

    root: int
    equation: Equation
    value: Value | None  # None where the equation has no value
    score: float  # what it was ranked by, a logarithm
    probability: float | None = None  # that it is right; `Answering` says so


def rank(graph: DecodedGraph, problem: Problem, k: int, ranking: Ranking | None = None) -> list[Answer]:
    """The k best answers, best first; fewer where the graph has no more.

    None is equivalent to a better one. By vote and by marginal, none has the value of a better one either; an
    answer's score is then the logarithm of its value's sum.
    """
    ranking = ranking or Ranking()
    values = graph.execution(problem.values)
    own = _own_scores(graph, ranking.rank).tolist()
    if ranking.rank in ("vote", "marginal"):
        masses = _masses(graph, values, ranking.rank)
        scores = [masses.logs[key] for key in masses.keys]
        # equal expressions are equally likely, whatever their last digits say: the first stands for them
        some = graph.expressions.distinct if ranking.rank == "marginal" else range(len(own))
        roots: Iterable[int] = _best_of_each_value(some, masses.keys, own)
    else:
        scores = (graph.joint_score() if ranking.rank == "joint" else graph.root_score).tolist()
        roots = range(len(scores))
    # Those that cannot be the root are none; each one's own probability decides among equals.
    order: Iterable[int] = sorted(
        (root for root in roots if own[root] > -math.inf), key=lambda root: (-scores[root], -own[root])
    )
    # From here on all is lazy: seldom more than a few roots have to be looked at.
    if ranking.skip_failing:
        order = (root for root in order if values[root] is not None)
    if ranking.prefer_plausible:
        expected = problem.question.answer_type
        order = _preferred(order, lambda root: expected.fits(values[root]))
    return [
        Answer(root, graph.equation(root), values[root], scores[root])
        for root in distinct_roots(graph, order, k, problem.values)
    ]


def value_masses(
    graph: DecodedGraph, numbers: Sequence[Value], values: Sequence[Value | None]
) -> list[float]:
    """The probability that the answer has each of these values, as far as the graph can tell.

    Training by marginal likelihood spreads a thought over several vertices: one alone says little. So these
    are all roots of a value; or all equations of it, where their probabilities are known.
    """
    masses = _masses(graph, graph.execution(numbers), "root" if graph.log_marginal is None else "marginal")
    totals = masses.totals
    keys = [None if value is None else value_key(value) for value in values]
    return [min(1.0, totals.get(key, 0.0) * masses.unit) for key in keys]


def _preferred(order: Iterable[int], wanted: Callable[[int], bool]) -> Iterator[int]:
    """Those wanted, then all others, each in their order."""
    others = []
    for root in order:
        if wanted(root):
            yield root
        else:
            others.append(root)
    yield from others


def _own_scores(graph: DecodedGraph, kind: str) -> Floats:
    """Each vertex's own log-probability of being the answer. [L]"""
    if kind != "marginal":
        return graph.root_score
    if graph.log_marginal is None:
        raise ValueError("rank is marginal, but this graph was not expanded")
    return graph.log_marginal


@dataclass(frozen=True, slots=True)
class _Masses:
    """How much of the probability goes to each value."""

    totals: dict[Value | None, float]  # by `value_key`, in units
    unit: float  # the largest vertex's: taken out, so that no sum is lost to underflow
    keys: list[Value | None]  # of each vertex; None where it has no value
    logs: dict[Value | None, float]  # each value's sum as a logarithm; those without a value have none


def _masses(graph: DecodedGraph, values: Execution, kind: str) -> _Masses:
    """Summed once for each kind: over roots, or over equations, of which each expression counts once."""
    name = f"_masses_{'marginal' if kind == 'marginal' else 'root'}"
    known: tuple[Execution, _Masses] | None = graph.__dict__.get(name)
    if known is None or known[0] is not values:
        known = graph.__dict__[name] = values, _summed(graph, values, _own_scores(graph, kind), kind)
    return known[1]


def _summed(graph: DecodedGraph, values: Execution, own: Floats, kind: str) -> _Masses:
    first, distinct = graph.expressions.first, graph.expressions.distinct
    known = {v: None if (value := values[v]) is None else value_key(value) for v in distinct}
    keys = [known[v] for v in first]
    best = float(own.max(initial=-np.inf))
    if best == -np.inf:
        return _Masses({}, 0.0, keys, dict.fromkeys(keys, -math.inf))
    shares = np.exp(own - best).tolist()
    totals: dict[Value | None, float] = {}
    for v in distinct if kind == "marginal" else range(len(own)):
        totals[keys[v]] = totals.get(keys[v], 0.0) + shares[v]
    logs = {key: math.log(total) + best if total > 0 else -math.inf for key, total in totals.items()}
    logs[None] = -math.inf
    return _Masses(totals, math.exp(best), keys, logs)


def _best_of_each_value(some: Iterable[int], keys: Sequence[Value | None], own: Sequence[float]) -> list[int]:
    """The likeliest of some vertices, given in order, for each value, and all that have none; in order."""
    best: dict[Value, int] = {}
    without = []
    for v in some:
        key = keys[v]
        if key is None:
            without.append(v)
        elif key not in best or own[v] > own[best[key]]:
            best[key] = v
    return sorted([*best.values(), *without])
