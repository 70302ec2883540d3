"""Which root answers: the paper's way, and four ways beyond it, each to be switched on or off. Numpy only."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from cantor.equation import Value
from cantor.problem import Problem
from cantor.solver.decoding import Answer, DecodedGraph, LazyValues, distinct_roots, value_key

Rank = Literal["root", "joint", "vote", "marginal"]


@dataclass(frozen=True, slots=True)
class Choice:
    """How to choose among the roots of a graph.

    `rank`: "root" by P_r, as in the paper; "joint" by P(Z | X), the root's and all its descendants'; "vote"
    by the sum of P_r over all roots of the same value; "marginal" by the sum of P(Y | X) over all equations Y
    of the same value that the graph holds, each summed over all its placements (see `second_thoughts`).
    `repair`: roots whose graph cannot be executed are skipped.
    `plausible`: roots whose value the question can have come first; see `Expected`.
    """

    rank: Rank = "root"
    repair: bool = True
    plausible: bool = True

    def __post_init__(self) -> None:
        if self.rank not in get_args(Rank):
            raise ValueError(f"rank is {self.rank!r}; it must be one of {', '.join(get_args(Rank))}")


#: The paper's inference and nothing else.
PAPER = Choice("root", repair=False, plausible=False)


def considered(graph: DecodedGraph, choice: Choice) -> DecodedGraph:
    """The graph that a choice is made from: for "marginal", with second thoughts."""
    if choice.rank != "marginal" or graph.answer_score is not None:
        return graph
    from cantor.solver.second_thoughts import reconsidered

    return reconsidered(graph)


def choose(graph: DecodedGraph, problem: Problem, k: int, choice: Choice | None = None) -> list[Answer]:
    """The k best answers, best first; fewer where the graph, which is as `considered` says, has no more.

    None is equivalent to a better one. By vote and by marginal, none has the value of a better one either; an
    answer's score is then the logarithm of its value's sum.
    """
    choice = choice or Choice()
    values = graph.lazy_values(problem.values)
    scores = _scores(graph, values, choice.rank)
    # From here on all is lazy: seldom more than a few roots have to be looked at. Each one's own probability
    # decides among equals.
    own = _own_scores(graph, choice.rank)
    order: Iterable[int] = np.lexsort((-own, -scores)).tolist()
    order = [root for root in order if own[root] > -np.inf]  # the others cannot be the root
    if choice.repair:
        order = (root for root in order if values[root] is not None)
    if choice.plausible:
        expected = Expected.of(problem)
        order = _preferred(order, lambda root: expected.fits(values[root]))
    if choice.rank in ("vote", "marginal"):
        order = _first_of_each_value(order, values)
    return [
        Answer(root, graph.equation(root), values[root], float(scores[root]))
        for root in distinct_roots(graph, order, k, problem.values)
    ]


#: Who has the last word on the best answers: all of them again, best first, each with the probability that it
#: is right. A learned verifier is one.
Judge = Callable[[DecodedGraph, Problem, Sequence[Answer]], list[tuple[Answer, float]]]


def by_votes(graph: DecodedGraph, problem: Problem, answers: Sequence[Answer]) -> list[tuple[Answer, float]]:
    """The judge where there is no other: the order stays, each answer has its value's votes."""
    shares = supports(graph, problem.values, [answer.value for answer in answers])
    return list(zip(answers, shares, strict=True))


def support(graph: DecodedGraph, numbers: Sequence[Value], value: Value | None) -> float:
    """The probability that the answer has this value, as far as the graph can tell.

    Training by marginal likelihood spreads a thought over several vertices: one alone says little. So these
    are all roots of this value; or all equations of this value, where their probabilities are known.
    """
    return supports(graph, numbers, [value])[0]


def supports(graph: DecodedGraph, numbers: Sequence[Value], values: Sequence[Value | None]) -> list[float]:
    """The same for several values."""
    ballots = np.exp(_ballots(graph, "root" if graph.answer_score is None else "marginal")).tolist()
    totals: dict[Value | None, float] = {}
    for value, ballot in zip(graph.values(numbers), ballots, strict=True):
        key = None if value is None else value_key(value)
        totals[key] = totals.get(key, 0.0) + ballot
    return [min(1.0, totals.get(None if v is None else value_key(v), 0.0)) for v in values]


def _preferred(order: Iterable[int], wanted: Callable[[int], bool]) -> Iterator[int]:
    """Those wanted, then all others, each in their order."""
    others = []
    for root in order:
        if wanted(root):
            yield root
        else:
            others.append(root)
    yield from others


def _scores(graph: DecodedGraph, values: LazyValues, rank: str) -> NDArray[np.floating]:
    """What a rank goes by, as logarithms. [L]"""
    if rank == "joint":
        return graph.joint_score()
    if rank in ("vote", "marginal"):
        return _votes(_ballots(graph, rank), [values[root] for root in range(len(graph.steps))])
    return graph.root_score


def _own_scores(graph: DecodedGraph, rank: str) -> NDArray[np.floating]:
    """Each vertex's own log-probability of being the answer. [L]"""
    if rank != "marginal":
        return graph.root_score
    if graph.answer_score is None:
        raise ValueError("rank is marginal, but this graph was decoded without second thoughts")
    return graph.answer_score


def _ballots(graph: DecodedGraph, rank: str) -> NDArray[np.floating]:
    """What each vertex adds to its value's sum: by marginal, one expression counts once. [L]"""
    own = _own_scores(graph, rank)
    if rank != "marginal":
        return own
    known = graph.shapes
    first = list({known[vertex]: vertex for vertex in reversed(range(len(own)))}.values())
    ballots = np.full(len(own), -np.inf)
    ballots[first] = own[first]
    return ballots


def _votes(root_score: NDArray[np.floating], values: Sequence[Value | None]) -> NDArray[np.floating]:
    """Each root's value's sum; roots without a value have nobody's vote. [L]"""
    best = float(root_score.max())  # taken out, so that no sum is lost to underflow
    if best == -np.inf:
        return np.full(len(root_score), -np.inf)
    totals: dict[Value | None, float] = {}
    ballots = [None if value is None else value_key(value) for value in values]
    for ballot, vote in zip(ballots, np.exp(root_score - best).tolist(), strict=True):
        totals[ballot] = totals.get(ballot, 0.0) + vote
    totals[None] = 0.0
    with np.errstate(divide="ignore"):
        votes: NDArray[np.floating] = np.log([totals[ballot] for ballot in ballots]) + best
    return votes


def _first_of_each_value(order: Iterable[int], values: LazyValues) -> Iterator[int]:
    seen: set[Value] = set()
    for root in order:
        value = values[root]
        ballot = None if value is None else value_key(value)
        if ballot is None or ballot not in seen:
            yield root
            if ballot is not None:
                seen.add(ballot)


#: What is measured, not counted: half of one is still some.
_MEASURES = frozenset(
    """
    time times second minute hour day week month year percent degree dollar cent euro rupee rs
    inch foot feet yard mile meter metre centimeter centimetre millimeter kilometer kilometre cm mm km m ft
    ounce pound ton gram kilogram kg mg g lb lbs pint quart gallon cup liter litre milliliter ml l
    teaspoon tablespoon acre hectare square cubic part
    """.split()
)
_COUNT = re.compile(r"\bhow many\s+((?:[a-z-]+\s+){0,3}[a-z-]+)")
_ALGEBRA = re.compile(r"=|\bvalue of\b|\bsolve\b|\btemperature|\bdegrees\b|°")


@dataclass(frozen=True, slots=True)
class Expected:
    """What values a question can have, by two rules.

    1. Not negative, unless the problem mentions a negative number, or asks for a temperature or an unknown.
    2. Whole, where it asks "how many" of what is counted (not of hours, miles, cups, ...), unless the problem
       mentions a number that is not whole.
    """

    negative: bool
    fraction: bool

    @classmethod
    def of(cls, problem: Problem) -> "Expected":
        text = problem.text.lower()
        broken = any(value.denominator != 1 for value in problem.values)
        return cls(
            negative=any(value < 0 for value in problem.values) or _ALGEBRA.search(text) is not None,
            fraction=broken or not _asks_a_count(text),
        )

    def fits(self, value: Value | None) -> bool:
        if value is None or (value < 0 and not self.negative):
            return False
        if self.fraction:
            return True
        if isinstance(value, Fraction):
            return value.denominator == 1
        return math.isclose(value, round(value), rel_tol=1e-9)


def _asks_a_count(text: str) -> bool:
    """Whether the last "how many" of a text asks for what is counted."""
    asked = _COUNT.findall(text)
    if not asked:
        return False
    return not any(word in _MEASURES or word.rstrip("s") in _MEASURES for word in asked[-1].split())
