"""Candidates as arrays: read back one by one, they are the equations that they were laid out from."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cantor.equation import Const, Num, Ref, Step
from cantor.equation.vocabulary import Vocabulary
from cantor.problem import Problem
from cantor.thought.candidates import FACTS, MOST_STEPS, Candidates, laid_out
from cantor.thought.decode import DecodedGraph
from cantor.thought.ranking import PAPER, rank

PROBLEM = Problem.from_text("Mira cuts 3 ropes of 8 metres into 4 pieces each. How long is a piece?")
WORDS = Vocabulary(("+", "-", "*", "/"), (Fraction(1), Fraction(2)))


def drawn_graph(seed: int, size: int) -> DecodedGraph:
    random = np.random.default_rng(seed)
    steps = []
    for vertex in range(size):
        leaves = [Num(0), Num(1), Num(2), *map(Const, WORDS.constants)]
        offered = leaves + [Ref(i) for i in range(vertex)]
        a, b = (offered[int(i)] for i in random.integers(len(offered), size=2))
        steps.append(Step(WORDS.operators[int(random.integers(4))], (a, b)))
    scores = np.log(random.dirichlet(np.ones(size)))
    return DecodedGraph(tuple(steps), scores, scores, scores, np.stack([scores, scores]))


def written(found: Candidates, a: int, s: int = 0) -> str:
    """An equation again, by following the arrays from a step."""
    symbol = WORDS.operators[found.operator[a, s] - 1]
    parts = []
    for leaf, below in zip(found.leaf[a, s], found.below[a, s], strict=True):
        if below:
            assert not leaf
            assert below - 1 > s  # every step stands before those that it uses
            parts.append(written(found, a, below - 1))
        elif leaf <= len(WORDS.constants):
            parts.append(str(WORDS.constants[leaf - 1]))
        else:
            parts.append(f"n{leaf - 1 - len(WORDS.constants)}")
    return f"({parts[0]} {symbol} {parts[1]})"


def expected(graph: DecodedGraph, vertex: int) -> str:
    step = graph.steps[vertex]

    def name(x: Num | Const | Ref) -> str:
        if isinstance(x, Ref):
            return expected(graph, x.index)
        return str(x.value) if isinstance(x, Const) else f"n{x.index}"

    return f"({name(step.operands[0])} {step.operator} {name(step.operands[1])})"


@given(st.integers(0, 2**32 - 1), st.integers(1, 9))
def test_arrays_hold_the_equations(seed: int, size: int) -> None:
    graph = drawn_graph(seed, size)
    answers = rank(graph, PROBLEM, 10, PAPER)
    found = laid_out(graph, PROBLEM, answers, WORDS)
    assert found.facts.shape == (*found.operator.shape, len(FACTS))
    assert np.isfinite(found.facts).all()
    for a, answer in enumerate(answers):
        assert written(found, a) == expected(graph, answer.root)
        count = len(graph.descendants(answer.root))
        assert (found.operator[a] > 0).sum() == count
        assert not found.facts[a, count:].any()
        facts = dict(zip(FACTS, found.facts[a, 0].tolist(), strict=True))
        value = answer.value
        assert facts["no value"] == (value is None)
        if value is not None:
            assert facts["negative"] == (value < 0)
            assert facts["zero"] == (value == 0)
            assert facts["whole"] == (Fraction(value).denominator == 1)
            assert facts["a number of the text"] == (value in (3, 8, 4))
            assert facts["above all numbers"] == (value > 8)
            assert facts["below all numbers"] == (value < 3)


def test_long_chains_are_cut_at_their_far_end() -> None:
    size = MOST_STEPS + 5
    steps = [Step("+", (Num(0), Num(1)))]
    steps += [Step("+", (Ref(i), Num(2))) for i in range(size - 1)]
    scores = np.log(np.full(size, 1 / size))
    scores[-1] = 0.0
    graph = DecodedGraph(tuple(steps), scores, scores)
    found = laid_out(graph, PROBLEM, rank(graph, PROBLEM, 1, PAPER), WORDS)
    assert found.operator.shape == (1, MOST_STEPS)
    assert found.below[0, :, 0].tolist() == [*range(2, MOST_STEPS + 1), 0]  # the last one's is cut off


def test_huge_values_and_no_answers() -> None:
    many = Problem.from_text("A number is 9 and another 9. " * 3 + "What is their product?")
    steps = (Step("*", (Num(0), Num(1))), *(Step("*", (Ref(i), Ref(i))) for i in range(6)))
    scores = np.log(np.full(7, 1 / 7))
    graph = DecodedGraph(steps, scores, scores)
    assert np.isfinite(laid_out(graph, many, rank(graph, many, 7, PAPER), WORDS).facts).all()
    assert laid_out(graph, many, [], WORDS).operator.shape == (0, 0)
