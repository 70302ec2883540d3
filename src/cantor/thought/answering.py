"""`Answering`: the one way from what a network says to answers, and their probabilities on one scale."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cantor.equation import Value
from cantor.problem import Problem
from cantor.thought.calibration import Points, calibrated
from cantor.thought.decode import DecodedGraph, decode
from cantor.thought.distinct import value_key
from cantor.thought.expand import expand, expand_all
from cantor.thought.ranking import Answer, Ranking, rank, value_masses
from cantor.thought.scores import Scores
from cantor.thought.verifier import CANDIDATES, Reads, Verifier

#: Has the last word on the best answers: all of them again, best first, each with the probability that it is
#: right. A learned verifier is one.
Reranker = Callable[[DecodedGraph, Problem, Sequence[Answer]], list[tuple[Answer, float]]]


def by_value_mass(
    graph: DecodedGraph, problem: Problem, answers: Sequence[Answer]
) -> list[tuple[Answer, float]]:
    """The reranker where there is no other: the order stays, each answer has its value's probability.

    A value counts once: the same value by another equation is no other answer.
    """
    shares = value_masses(graph, problem.values, [answer.value for answer in answers])
    found, seen = [], set()
    for answer, share in zip(answers, shares, strict=True):
        key = None if answer.value is None else value_key(answer.value)
        found.append((answer, 0.0 if key in seen else share))
        seen.add(key)
    return found


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to one problem, best first, each with its probability, and the graph they come from."""

    graph: DecodedGraph
    ranked: tuple[Answer, ...]
    refused: bool = False  # whether the network takes the text for one that cannot be answered

    @property
    def best(self) -> Answer | None:
        return self.ranked[0] if self.ranked else None


@dataclass(frozen=True, slots=True)
class Answering:
    """From scores to answers: decode, expand, rank, verify, calibrate; nobody else calls these in turn.

    All probabilities that people see are those of its answers. The best one's is how often such answers are
    right; no other's is above it, and together they are at most 1.
    """

    ranking: Ranking = field(default_factory=Ranking)
    verifier: Verifier | Reranker | None = None  # None: by their values' probabilities
    calibration: Points = ()
    # how likely it is that the text does not tell what is asked, to how likely that the best answer is right
    refuse_above: float = 0.5

    @classmethod
    def of(
        cls,
        ranking: dict[str, Any],
        verifier: dict[str, Any],
        calibration: Points,
        refuse_above: float = 0.5,
        reads: Reads | None = None,
    ) -> "Answering":
        """What a model was saved with. Raises ValueError, TypeError or VerifierError where it is damaged."""
        chosen = Verifier.from_dict(verifier, reads) if verifier else None
        return cls(Ranking.from_dict(ranking), chosen, calibration, refuse_above)

    def answers(self, scores: Scores, problems: Sequence[Problem], k: int) -> list[Answers]:
        """The k best answers to each problem of a batch."""
        graphs = decode(scores)
        if self.ranking.rank == "marginal":
            graphs = expand_all(graphs)
        return [self.of_graph(g, p, k) for g, p in zip(graphs, problems, strict=True)]

    def of_graph(self, graph: DecodedGraph, problem: Problem, k: int) -> Answers:
        """The same from a graph that is decoded already, as rivals of CANTOR give one."""
        graph, found = self.candidates(graph, problem, k)
        ranked = self.reranked(graph, problem, found)
        right = ranked[0].probability or 0.0 if ranked else 0.0
        refused = graph.unanswerable is not None and graph.unanswerable > self.refuse_above * right
        return Answers(graph, ranked[:k], refused)

    def candidates(self, graph: DecodedGraph, problem: Problem, k: int) -> tuple[DecodedGraph, list[Answer]]:
        """The answers that are considered where k are wanted, in the ranking's order, and their graph."""
        if self.ranking.rank == "marginal" and graph.log_marginal is None:
            graph = expand(graph)
        # A verifier sees as many answers whatever k is, so that the best does not depend on it.
        return graph, rank(graph, problem, k if self.verifier is None else max(k, CANDIDATES), self.ranking)

    def reranked(self, graph: DecodedGraph, problem: Problem, found: Sequence[Answer]) -> tuple[Answer, ...]:
        """Candidates by their probability, which they get here."""
        rerank = by_value_mass if self.verifier is None else self.verifier
        ranked = rerank(graph, problem, found[:CANDIDATES] if self.verifier is not None else found)
        if len(ranked) < len(found):
            ranked += _others(graph, problem, found[CANDIDATES:], [p for _, p in ranked])
        shares = on_one_scale([p for _, p in ranked], self.calibration)
        return tuple(
            Answer(a.root, a.equation, a.value, a.score, p) for (a, _), p in zip(ranked, shares, strict=True)
        )


def _others(
    graph: DecodedGraph, problem: Problem, answers: Sequence[Answer], seen: Sequence[float]
) -> list[tuple[Answer, float]]:
    """Answers that the verifier did not look at: below all that it did, and within what it left."""
    found = [(a, min(p, seen[-1])) for a, p in by_value_mass(graph, problem, answers)]
    left, total = max(0.0, 1 - math.fsum(seen)), math.fsum(p for _, p in found)
    return [(a, p * min(1.0, left / total) if total else 0.0) for a, p in found]


def on_one_scale(shares: Sequence[float], calibration: Points) -> list[float]:
    """Probabilities of answers, best first, from the shares that a reranker gives them.

    The best gets its calibrated probability c for its share p. The others keep their proportions and get as
    much as leaves none of them above c and all together at most 1: a factor min(c / p, (1 - c) / (1 - p)).
    Six digits, the others' rounded down, so that this holds of what is written too.
    """
    if not shares:
        return []
    best = min(1.0, max(0.0, shares[0])) if shares[0] == shares[0] else 0.0
    c = round(calibrated(best, calibration), 6)
    others = [min(share, best) if share > 0 else 0.0 for share in shares[1:]]
    rest = max(1 - best, math.fsum(others))
    factor = min(c / best if best > 0 else 0.0, (1 - c) / rest if rest > 0 else 0.0)
    return [c, *(rounded_down(min(share * factor, c)) for share in others)]


def rounded_down(probability: float) -> float:
    """To six digits, so that what is at most 1 together stays so as it is written."""
    return math.floor(probability * 1e6) / 1e6


def confidence_of(value: Value | None, answers: Sequence[tuple[Value | None, float | None]]) -> float | None:
    """The probability of the answer that has this value; None where none has."""
    if value is None:
        return None
    key = value_key(value)
    return next((p for other, p in answers if other is not None and value_key(other) == key), None)


def percent(probability: float) -> str:
    """A probability in two digits, which are not rounded to none or all."""
    return "<1%" if probability < 0.005 else ">99%" if probability >= 0.995 else f"{probability:.0%}"
