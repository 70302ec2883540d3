"""Second thoughts against brute force: every placement of every short equation, one by one."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.equation import Const, Num, Ref, Step, operator
from cantor.errors import CantorError
from cantor.problem import Problem
from cantor.solver.choosing import PAPER, Choice, choose, considered, support
from cantor.solver.decoding import DecodedGraph, Said, decode
from cantor.solver.second_thoughts import reconsidered

OPERATORS, CONSTANTS = ("+", "-", "*"), (Fraction(2),)
TEXT = "Ada had 9 nuts, ate 4 and found 7. How many nuts are left?"
PROBLEM = Problem.from_text(TEXT)
COUNT = len(PROBLEM.numbers)


def random_said(seed: int, size: int, sharpness: float = 2.0) -> Said:
    random = np.random.default_rng(seed)

    def logs(*shape: int, forbidden=False) -> np.ndarray:
        scores = random.normal(size=shape) * sharpness
        if forbidden is not False:
            scores = np.where(forbidden, -np.inf, scores)
        return scores - np.log(np.exp(scores).sum(-1, keepdims=True))

    later = np.zeros((size, size + 1 + COUNT), dtype=bool)
    later[:, :size] = np.triu(np.ones((size, size), dtype=bool))
    operand = logs(2, size, size + 1 + COUNT, forbidden=later)
    return Said(OPERATORS, CONSTANTS, logs(size, len(OPERATORS)), operand, logs(size))


def graph_of(said: Said) -> DecodedGraph:
    scores = (x[None] for x in (said.operator, said.operand, said.root))
    return decode(said.operators, said.constants, *scores)[0]


def probability(steps: tuple[Step, ...], said: Said) -> float:
    """P(Y | X): over all vertices of all steps, and both orders of operands that may be exchanged."""
    size = len(said.root)
    total = 0.0
    orders = [
        {step.operands, step.operands[::-1]} if operator(step.operator).commutative else {step.operands}
        for step in steps
    ]
    for written in product(*orders):
        for placed in product(range(size), repeat=len(steps)):
            score = said.root[placed[-1]]
            for step, operands, vertex in zip(steps, written, placed, strict=True):
                score += said.operator[vertex, OPERATORS.index(step.operator)]
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
        elif operands and graph.steps[vertex].operands[0] == x:
            operands.append(operands[0])
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
def test_answer_scores_are_sums_over_all_placements(seed: int, size: int) -> None:
    said = random_said(seed, size)
    found = reconsidered(graph_of(said), 3)
    assert found.answer_score is not None
    for vertex, score in enumerate(found.answer_score):
        steps = tree(found, vertex)  # a step that two others use counts twice, as the module says
        if len(steps) > 4:
            continue  # too many placements to try them all
        assert np.exp(score) == pytest.approx(probability(steps, said), rel=1e-9, abs=1e-300)


SHORT = short_equations()


@settings(max_examples=30)  # a brute force
@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(0, 6))
def test_what_joins_is_the_best_that_no_vertex_holds(seed: int, size: int, count: int) -> None:
    said = random_said(seed, size)
    graph = graph_of(said)
    found = reconsidered(graph, count)
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
    graph = considered(graph_of(said), Choice("marginal"))
    values = graph.values(PROBLEM.values)
    totals: defaultdict[Fraction, float] = defaultdict(float)
    known, seen = graph.shapes, set()
    for v, value in enumerate(values):
        if known[v] not in seen:
            seen.add(known[v])
            totals[value] += float(np.exp(graph.answer_score[v]))
    answers = choose(graph, PROBLEM, 20, Choice("marginal", plausible=False))
    assert [totals[a.value] for a in answers] == pytest.approx(sorted(totals.values(), reverse=True))
    assert np.exp([a.score for a in answers]) == pytest.approx([totals[a.value] for a in answers])
    for answer in answers:
        assert support(graph, PROBLEM.values, answer.value) == pytest.approx(min(1, totals[answer.value]))


@given(st.integers(0, 10**6))
def test_scores_of_what_joins_are_those_of_some_vertex(seed: int) -> None:
    said = random_said(seed, 3)
    found = reconsidered(graph_of(said))
    assert found.operator_score is not None
    assert found.operand_score is not None
    for v in range(3, len(found.steps)):
        column = said.operator[:, OPERATORS.index(found.steps[v].operator)]
        assert np.isclose(column, found.operator_score[v]).any()
        assert found.step_score[v] == pytest.approx(found.operator_score[v] + found.operand_score[:, v].sum())
    assert len(found.root_score) == len(found.steps)


def test_the_papers_choice_stays_as_it_was() -> None:
    graph = graph_of(random_said(1, 4))
    assert considered(graph, PAPER) is graph


def test_a_graph_of_which_nothing_else_was_said() -> None:
    graph = DecodedGraph((Step("+", (Num(0), Num(1))),), np.zeros(1), np.zeros(1))
    with pytest.raises(CantorError, match="rank by root"):
        considered(graph, Choice("marginal"))
    with pytest.raises(ValueError, match="second thoughts"):
        choose(graph, PROBLEM, 1, Choice("marginal"))


def test_nothing_to_choose_from() -> None:
    (graph,) = decode(
        ("+",), (), np.zeros((1, 2, 1)), np.full((1, 2, 2, 2), -np.inf), np.log(np.full((1, 2), 0.5))
    )
    found = reconsidered(graph)
    assert len(found.steps) == 2
    assert choose(found, Problem.from_text("none"), 5, Choice("marginal")) == []


def test_operators_of_one_place_are_left_to_the_vertices() -> None:
    operand = np.log(np.full((1, 1, 2, 3), 1 / 3))
    operand[..., :2] = -np.inf
    (graph,) = decode(("floor",), (), np.zeros((1, 2, 1)), operand, np.log(np.full((1, 2), 0.5)))
    assert len(reconsidered(graph).steps) == 2


def test_many_numbers_cost_no_more_than_a_few() -> None:
    random = np.random.default_rng(0)
    operand = random.normal(size=(1, 2, 3, 3 + 400))
    operand[..., :3] = -np.inf
    operand -= np.log(np.exp(operand).sum(-1, keepdims=True))
    graph = decode(("+", "-"), (), np.log(np.full((1, 3, 2), 0.5)), operand, np.log(np.full((1, 3), 1 / 3)))[
        0
    ]
    assert len(reconsidered(graph).steps) > 3
