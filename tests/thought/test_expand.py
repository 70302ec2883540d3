"""Second thoughts against brute force: every placement of every short equation, one by one."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cantor.equation import Const, Num, Operator, Ref, Step, operator, register
from cantor.equation.operators import _registry
from cantor.equation.vocabulary import Vocabulary
from cantor.errors import CantorError
from cantor.problem import Problem
from cantor.thought.answering import Answering
from cantor.thought.decode import DecodedGraph
from cantor.thought.expand import expand, expand_all
from cantor.thought.ranking import PAPER, Ranking, rank, value_masses
from cantor.thought.scores import Scores
from helpers.decoding import decode

OPERATORS, CONSTANTS = ("+", "-", "*"), (Fraction(2),)
TEXT = "Ada had 9 nuts, ate 4 and found 7. How many nuts are left?"
PROBLEM = Problem.from_text(TEXT)
COUNT = len(PROBLEM.numbers)


def random_said(
    seed: int,
    size: int,
    sharpness: float = 2.0,
    symbols: tuple[str, ...] = OPERATORS,
    places: int = 2,
) -> Scores:
    random = np.random.default_rng(seed)

    def logs(*shape: int, forbidden=False) -> np.ndarray:
        scores = random.normal(size=shape) * sharpness
        if forbidden is not False:
            scores = np.where(forbidden, -np.inf, scores)
        return scores - np.log(np.exp(scores).sum(-1, keepdims=True))

    later = np.zeros((size, size + 1 + COUNT), dtype=bool)
    later[:, :size] = np.triu(np.ones((size, size), dtype=bool))
    operand = logs(places, size, size + 1 + COUNT, forbidden=later)
    return Scores(Vocabulary(symbols, CONSTANTS), logs(size, len(symbols)), operand, logs(size))


@pytest.fixture
def odd_operators() -> Iterator[tuple[str, ...]]:
    """Two whose operands may be exchanged, of three places and of one, for as long as a test runs."""
    register(Operator("sum3", 3, lambda a, b, c: a + b + c, "Add {0}, {1} and {2}", commutative=True))
    register(Operator("same", 1, lambda a: a, "Take {0}", commutative=True))
    yield ("sum3", "same", "-")
    del _registry["sum3"], _registry["same"]


def graph_of(said: Scores) -> DecodedGraph:
    scores = (x[None] for x in (said.operator, said.operand, said.root))
    return decode(said.vocabulary.operators, said.vocabulary.constants, *scores)[0]


def probability(steps: tuple[Step, ...], said: Scores) -> float:
    """P(Y | X): over all vertices of all steps, and both orders of operands that may be exchanged."""
    size = len(said.root)
    total = 0.0
    orders = [
        set(permutations(step.operands)) if operator(step.operator).commutative else {step.operands}
        for step in steps
    ]
    for written in product(*orders):
        for placed in product(range(size), repeat=len(steps)):
            score = said.root[placed[-1]]
            for step, operands, vertex in zip(steps, written, placed, strict=True):
                score += said.operator[vertex, said.vocabulary.operators.index(step.operator)]
                for place, x in enumerate(operands):
                    at = (
                        placed[x.index]
                        if isinstance(x, Ref)
                        else size + CONSTANTS.index(x.value)
                        if isinstance(x, Const)
                        else size + 1 + x.index
                    )
                    score += said.operand[place, vertex, at]
            total += float(np.exp(score))
    return total


def short_equations() -> list[tuple[Step, ...]]:
    """Every equation of one or two steps, up to the order of operands that may be exchanged."""
    leaves = [Const(CONSTANTS[0]), *map(Num, range(COUNT))]
    found = []
    for symbol, a, b in product(OPERATORS, leaves, leaves):
        if operator(symbol).commutative and leaves.index(a) > leaves.index(b):
            continue
        first = Step(symbol, (a, b))
        found.append((first,))
        for above, leaf in product(OPERATORS, leaves):
            found.append((first, Step(above, (Ref(0), leaf))))
            if not operator(above).commutative:
                found.append((first, Step(above, (leaf, Ref(0)))))
    return found


def over_vertices(graph: DecodedGraph) -> list[tuple[Step, ...]]:
    """Every step over what two vertices hold, or one of them and a leaf, written out as a tree."""
    leaves = [Const(CONSTANTS[0]), *map(Num, range(COUNT))]
    trees = [tree(graph, v) for v in range(len(graph.steps))]
    found = []
    for symbol, a, b in product(OPERATORS, [*leaves, *trees], [*leaves, *trees]):
        a_tree, b_tree = isinstance(a, tuple), isinstance(b, tuple)
        if not (a_tree or b_tree) or (a_tree and b_tree and key(a) == key(b)):
            continue
        steps = list(a) if a_tree else []
        left = Ref(len(steps) - 1) if a_tree else a
        if b_tree:
            assert isinstance(b, tuple)
            steps += [moved(step, len(steps)) for step in b] if a_tree else list(b)
        right = Ref(len(steps) - 1) if b_tree else b
        found.append((*steps, Step(symbol, (left, right))))
    return found


def tree(graph: DecodedGraph, vertex: int) -> tuple[Step, ...]:
    """A vertex's equation, every step as often as it is used; once where one step takes it twice."""
    operands, steps = [], []
    for x in graph.steps[vertex].operands:
        if not isinstance(x, Ref):
            operands.append(x)
        elif x in graph.steps[vertex].operands[: len(operands)]:
            operands.append(operands[graph.steps[vertex].operands.index(x)])
        else:
            below = tree(graph, x.index)
            steps += [moved(step, len(steps)) for step in below]
            operands.append(Ref(len(steps) - 1))
    return (*steps, Step(graph.steps[vertex].operator, tuple(operands)))


def moved(step: Step, by: int) -> Step:
    return Step(step.operator, tuple(Ref(x.index + by) if isinstance(x, Ref) else x for x in step.operands))


def key(steps: tuple[Step, ...]) -> object:
    """Not as the code does it: nested and sorted."""
    done: list[object] = []
    for step in steps:
        parts = [done[x.index] if isinstance(x, Ref) else str(x) for x in step.operands]
        done.append((step.operator, *(sorted(parts, key=str) if step.operator in "+*" else parts)))
    return done[-1]


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(1, 4))
def test_log_marginals_are_sums_over_all_placements(seed: int, size: int) -> None:
    said = random_said(seed, size)
    found = expand(graph_of(said), 3)
    assert found.log_marginal is not None
    for vertex, score in enumerate(found.log_marginal):
        steps = tree(found, vertex)  # a step that two others use counts twice, as the module says
        if len(steps) > 4:
            continue  # too many placements to try them all
        assert np.exp(score) == pytest.approx(probability(steps, said), rel=1e-9, abs=1e-300)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 10**6), st.integers(1, 3))
def test_operators_of_three_places_and_of_one(odd_operators: tuple[str, ...], seed: int, size: int) -> None:
    """All six orders of three operands count, and the one of one."""
    said = random_said(seed, size, symbols=odd_operators, places=3)
    found = expand(graph_of(said), 3)
    assert found.log_marginal is not None
    for vertex, score in enumerate(found.log_marginal):
        steps = tree(found, vertex)
        if len(steps) <= 4:
            assert np.exp(score) == pytest.approx(probability(steps, said), rel=1e-9, abs=1e-300)


SHORT = short_equations()


@settings(max_examples=30)  # a brute force
@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(0, 6))
def test_what_joins_is_the_best_that_no_vertex_holds(seed: int, size: int, count: int) -> None:
    said = random_said(seed, size)
    graph = graph_of(said)
    found = expand(graph, count)
    held = {key(graph.equation(v).steps) for v in range(size)}
    offered = [*SHORT, *over_vertices(graph)]
    wanted = {key(e): probability(e, said) for e in offered if key(e) not in held}
    best = sorted((p for p in wanted.values() if p > 0), reverse=True)[:count]
    new = range(size, len(found.steps))
    inner = {x.index for v in new for x in found.steps[v].operands if isinstance(x, Ref)} & set(new)
    roots = [v for v in new if v not in inner]
    assert found.steps[:size] == graph.steps
    assert [wanted[key(found.equation(v).steps)] for v in roots] == pytest.approx(best)
    assert len({key(found.equation(v).steps) for v in roots}) == len(roots)


@given(st.integers(0, 10**6))
def test_chosen_by_the_sum_over_equations_of_one_value(seed: int) -> None:
    said = random_said(seed, 3)
    graph = expand(graph_of(said))
    values = graph.values(PROBLEM.values)
    totals: defaultdict[Fraction, float] = defaultdict(float)
    known, seen = graph.expressions.number, set()
    for v, value in enumerate(values):
        if known[v] not in seen:
            seen.add(known[v])
            totals[value] += float(np.exp(graph.log_marginal[v]))
    answers = rank(graph, PROBLEM, 20, Ranking("marginal", prefer_plausible=False))
    assert [totals[a.value] for a in answers] == pytest.approx(sorted(totals.values(), reverse=True))
    assert np.exp([a.score for a in answers]) == pytest.approx([totals[a.value] for a in answers])
    for answer in answers:
        assert value_masses(graph, PROBLEM.values, [answer.value])[0] == pytest.approx(
            min(1, totals[answer.value])
        )


@given(st.integers(0, 10**6))
def test_scores_of_what_joins_are_those_of_some_vertex(seed: int) -> None:
    said = random_said(seed, 3)
    found = expand(graph_of(said))
    assert found.operator_score is not None
    assert found.operand_score is not None
    for v in range(3, len(found.steps)):
        column = said.operator[:, OPERATORS.index(found.steps[v].operator)]
        assert np.isclose(column, found.operator_score[v]).any()
        assert found.step_score[v] == pytest.approx(found.operator_score[v] + found.operand_score[:, v].sum())
    assert len(found.root_score) == len(found.steps)


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(1, 5), st.integers(1, 4))
def test_a_batch_is_its_problems(seed: int, size: int, batch: int) -> None:
    """What is computed at once for all problems is the same as for each alone."""
    graphs = [graph_of(random_said(seed + i, size, 1.0 + i)) for i in range(batch)]
    for together, graph in zip(expand_all(graphs), graphs, strict=True):
        alone = expand(graph)
        assert together.steps == alone.steps
        assert together.expressions.number == alone.expressions.number
        for name in ("step_score", "root_score", "operator_score", "operand_score", "log_marginal"):
            np.testing.assert_allclose(getattr(together, name), getattr(alone, name), rtol=1e-9)
    assert expand_all([]) == []


def test_a_step_that_a_vertex_holds_is_not_written_again() -> None:
    """Both ways to the same equation, over a vertex and as two new steps, are written as the first."""
    for seed in range(30):
        graph = expand(graph_of(random_said(seed, 3)))
        held = set(graph.expressions.number[:3])
        new = range(3, len(graph.steps))
        inner = {x.index for v in new for x in graph.steps[v].operands if isinstance(x, Ref)} & set(new)
        assert not held & {graph.expressions.number[v] for v in inner}


def test_the_papers_choice_stays_as_it_was() -> None:
    graph = graph_of(random_said(1, 4))
    assert Answering(PAPER).candidates(graph, PROBLEM, 1)[0] is graph


def test_a_graph_of_which_nothing_else_was_said() -> None:
    graph = DecodedGraph((Step("+", (Num(0), Num(1))),), np.zeros(1), np.zeros(1))
    with pytest.raises(CantorError, match="rank by root"):
        Answering(Ranking("marginal")).of_graph(graph, PROBLEM, 1)
    with pytest.raises(ValueError, match="not expanded"):
        rank(graph, PROBLEM, 1, Ranking("marginal"))


def test_nothing_to_choose_from() -> None:
    (graph,) = decode(
        ("+",), (), np.zeros((1, 2, 1)), np.full((1, 2, 2, 2), -np.inf), np.log(np.full((1, 2), 0.5))
    )
    found = expand(graph)
    assert len(found.steps) == 2
    assert rank(found, Problem.from_text("none"), 5, Ranking("marginal")) == []


def test_operators_of_one_place_are_left_to_the_vertices() -> None:
    operand = np.log(np.full((1, 1, 2, 3), 1 / 3))
    operand[..., :2] = -np.inf
    (graph,) = decode(("floor",), (), np.zeros((1, 2, 1)), operand, np.log(np.full((1, 2), 0.5)))
    assert len(expand(graph).steps) == 2


def test_many_numbers_cost_no_more_than_a_few() -> None:
    random = np.random.default_rng(0)
    operand = random.normal(size=(1, 2, 3, 3 + 400))
    operand[..., :3] = -np.inf
    operand -= np.log(np.exp(operand).sum(-1, keepdims=True))
    graph = decode(("+", "-"), (), np.log(np.full((1, 3, 2), 0.5)), operand, np.log(np.full((1, 3), 1 / 3)))[
        0
    ]
    assert len(expand(graph).steps) > 3
