"""Each head's exact sum against a brute-force twin, in double precision."""

import math
from fractions import Fraction
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.data.answer import NumberAnswer
from cantor.equation import Const, Equation, Num, Ref, Step
from cantor.equation.vocabulary import Vocabulary
from cantor.model.thoughts import ThoughtGraph
from cantor.reading.decoding import arithmetic
from cantor.reading.decoding.tags import MAX_OVERLAPPING, best_tags, log_sum, runs
from cantor.reading.forms import FORMS
from cantor.reading.heads.arithmetic import BatchWays
from cantor.reading.heads.graph import Graph
from cantor.reading.heads.multi_span import sums
from cantor.reading.heads.signs import Signs, sign_scores
from cantor.reading.heads.span import SingleSpan
from cantor.reading.scores import ReadingScores
from cantor.reading.ways import Gamma, Quantities, all_ways, values_of, ways_to
from helpers.passages import tagging_sum

seeds = st.integers(0, 2**31)
small = st.integers(-3, 3).map(Fraction)


def random(seed: int, *shape: int) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64) * 2


# Taggings


def places_of(words: list[str], answer: frozenset[str]) -> tuple[tuple[tuple[int, int], ...], ...]:
    spans = [(i, j) for i in range(len(words)) for j in range(i, len(words))]
    found = (tuple(s for s in spans if " ".join(words[s[0] : s[1] + 1]) == text) for text in sorted(answer))
    every = tuple(found)
    return every if all(every) else ()


@given(st.lists(st.sampled_from("ab"), min_size=1, max_size=7), st.data(), seeds)
@settings(max_examples=60)
def test_all_taggings_are_summed(words: list[str], data: st.DataObject, seed: int) -> None:
    """Of two words only, so that places of several texts overlap often, and of one with itself."""
    ends = st.integers(0, len(words) - 1)
    spans = data.draw(st.lists(st.tuples(ends, ends).map(sorted), min_size=1, max_size=3))
    answer = frozenset(" ".join(words[i : j + 1]) for i, j in spans)
    tags = random(seed, len(words), 3).log_softmax(-1)
    exact = sums(tags[None], [places_of(words, answer)])
    assert exact.exp().item() == pytest.approx(tagging_sum(tags, words, answer), rel=1e-9)
    # what answers sums by itself, in numpy
    assert log_sum(tags.numpy(), places_of(words, answer)) == pytest.approx(exact.item(), rel=1e-9)


def test_taggings_side_by_side_and_without_places() -> None:
    """A batch of all kinds: apart, overlapping, nowhere; and gradients that are none of them NaN."""
    rows = [list("abcde"), list("aaaab"), list("abcab")]
    answers = [frozenset({"a", "c d"}), frozenset({"a a", "a b"}), frozenset({"x"})]
    tags = random(3, 3, 5, 3).log_softmax(-1).requires_grad_()
    found = sums(tags, [places_of(words, answer) for words, answer in zip(rows, answers, strict=True)])
    for row in (0, 1):
        assert found[row].exp().item() == pytest.approx(
            tagging_sum(tags[row].detach(), rows[row], answers[row])
        )
    assert found[2] == -torch.inf
    found[:2].sum().backward()
    assert tags.grad is not None
    assert tags.grad.isfinite().all()


@pytest.mark.parametrize("low", [-5.0, -60.0, -400.0])
def test_taggings_that_hardly_ever_happen(low: float) -> None:
    tags = torch.tensor([[[0.0, low, low]] * 6], dtype=torch.float64, requires_grad=True)
    found = sums(tags, [(((0, 1), (4, 4)), ((2, 2),))])
    expected = low + low + math.log1p(math.exp(low) + math.exp(2 * low))
    assert log_sum(tags[0].detach().numpy(), (((0, 1), (4, 4)), ((2, 2),))) == pytest.approx(
        expected, abs=1e-6
    )
    assert found.item() == pytest.approx(expected, abs=1e-6)
    found.backward()
    assert tags.grad is not None
    assert tags.grad.isfinite().all()


def test_subsets_of_too_many_overlapping_texts_are_given_up() -> None:
    places = tuple(((i, i + 1),) for i in range(0, 22, 1))
    tags = torch.zeros(1, 24, 3).log_softmax(-1).double()
    assert len(places) > MAX_OVERLAPPING
    assert sums(tags, [places]).item() == log_sum(tags[0].numpy(), places) == log_sum(tags[0].numpy(), ())
    assert sums(tags, [places]).item() == -math.inf


@given(st.integers(1, 6), seeds)
def test_best_tagging(size: int, seed: int) -> None:
    tags = random(seed, size, 3)
    legal = (
        t
        for t in product(range(3), repeat=size)
        if all(t[i] != 2 or (i and t[i - 1] != 0) for i in range(size))
    )
    best = max(legal, key=lambda t: sum(tags[i, tag].item() for i, tag in enumerate(t)))
    assert best_tags(tags.numpy()) == list(best)
    assert sum(stop - start + 1 for start, stop in runs(best)) == sum(tag > 0 for tag in best)


# One span


def test_spans_add_up_to_one() -> None:
    """Over all starts and ends there is nothing left: what is of neither text has no probability."""
    head = SingleSpan(4, 0.0).double()
    side = torch.tensor([[0, 1, 1, 0, 2, 2, 0]])
    encoded: Any = SimpleNamespace(text=random(1, 1, 7, 4), side=side, question=random(2, 1, 4))
    ends = head.score(encoded)
    places = tuple((i, j) for i in range(7) for j in range(7) if side[0, i] and side[0, j])
    question: Any = SimpleNamespace(targets=SimpleNamespace(spans=places))
    none: Any = SimpleNamespace(targets=SimpleNamespace(spans=()))
    assert head.log_prob(ends, [question]).item() == pytest.approx(0.0, abs=1e-12)
    assert head.log_prob(ends, [none]).item() == -torch.inf


# Arithmetic


def question_with(values: list[Fraction], answer: Fraction, gamma: Gamma) -> Any:
    found = Quantities((*gamma.constants, *values), tuple((i, i + 1) for i in range(len(values))))
    return SimpleNamespace(
        quantities=found, targets=SimpleNamespace(arithmetic=ways_to(answer, found, gamma))
    )


@given(st.lists(small, max_size=4), small, st.booleans(), seeds)
@settings(max_examples=60)
def test_signs_are_summed(values: list[Fraction], answer: Fraction, three: bool, seed: int) -> None:
    gamma = Gamma((Fraction(0), Fraction(2)), three)
    signs = random(seed, 1, len(values) + 2, 3).log_softmax(-1)
    quantities = [*gamma.constants, *values]
    total = 0.0
    for tagging in product((0, 1, -1), repeat=len(quantities)):
        used = [s for s in tagging if s]
        right = sum((q * s for q, s in zip(quantities, tagging, strict=True)), Fraction()) == answer
        if 2 <= len(used) <= 2 + three and 1 in used and right:
            total += math.exp(sum(signs[0, i, s].item() for i, s in enumerate(tagging)))
    found = Signs(4, gamma, 1.0, 0.0).log_prob(signs, [question_with(values, answer, gamma)])
    assert found.exp().item() == pytest.approx(total, rel=1e-9)


def thoughts(seed: int, size: int, constants: int, mentions: int) -> ThoughtGraph:
    count = size + constants + mentions
    operand = random(seed, 1, 2, size, count)
    later = torch.ones(size, size, dtype=torch.bool).triu()
    operand[..., :size] = operand[..., :size].masked_fill(later, -torch.inf)
    return ThoughtGraph(
        random(seed + 1, 1, size, 2).log_softmax(-1),
        operand.log_softmax(-1),
        random(seed + 2, 1, size).log_softmax(-1),
        vocabulary=Vocabulary(("+", "-"), tuple(map(Fraction, range(constants)))),
    )


def equations(count: int, constants: int, three: bool) -> list[Equation]:
    """Every equation of one step, or of two, that uses quantities each once."""
    leaves: list[Any] = [Const(Fraction(i)) if i < constants else Num(i - constants) for i in range(count)]
    found = [Equation((Step(op, (a, b)),), Ref(0)) for op in "+-" for a in leaves for b in leaves if a != b]
    for first, second, a, b, c in product("+-", "+-", leaves, leaves, leaves) if three else ():
        if len({a, b, c}) == 3:
            inner = Step(first, (a, b))
            found += [
                Equation((inner, Step(second, operands)), Ref(1)) for operands in ((Ref(0), c), (c, Ref(0)))
            ]
    return found


@given(st.lists(small, min_size=1, max_size=3), small, st.booleans(), st.integers(1, 4), seeds)
@settings(max_examples=40)
def test_graphs_are_summed(
    values: list[Fraction], answer: Fraction, three: bool, size: int, seed: int
) -> None:
    """Against the general exact mapping of every equation that comes to the answer."""
    gamma = Gamma((Fraction(0), Fraction(1)), three)
    graph = thoughts(seed, size, 2, len(values))
    total = 0.0
    for equation in equations(2 + len(values), 2, three):
        if equation.execute(values) == answer:
            total += graph.log_prob([equation]).exp().item()
    head = Graph.__new__(Graph)
    found = Graph.log_prob(head, graph, [question_with(values, answer, gamma)])
    assert found.exp().item() == pytest.approx(total, rel=1e-6, abs=1e-300)


@given(st.integers(2, 6), st.booleans(), st.integers(1, 4), seeds)
@settings(max_examples=30)
def test_ways_have_the_same_probability_in_training_and_in_answering(
    count: int, three: bool, size: int, seed: int
) -> None:
    """Padding behind the last quantity does not matter to whoever answers."""
    ways = all_ways(count, three)
    batch = BatchWays.of([ways], torch.device("cpu"))
    signs, graph = random(seed, 1, count + 2, 3).log_softmax(-1), thoughts(seed, size, count, 2)
    exact = sign_scores(signs[:, :count], batch).exp().numpy()
    assert np.allclose(
        arithmetic.way_probabilities(ReadingScores(signs=signs[0].numpy()), count, ways), exact
    )
    exact = Graph.way_scores(Graph.__new__(Graph), graph, batch).exp().numpy()
    arrays = ReadingScores(**{x: getattr(graph, x)[0].numpy() for x in ("operator", "operand", "root")})
    assert np.allclose(arithmetic.way_probabilities(arrays, count, ways), exact, rtol=1e-9, atol=1e-300)


def test_each_sign_pattern_has_its_forms() -> None:
    assert {signs: len(forms) for signs, forms in FORMS.items() if sum(signs) == 3} == {(1, 1, 1): 12}
    assert sum(map(len, FORMS.values())) == 6 * 8
    assert len(FORMS) == 7  # all but three minuses


@pytest.mark.parametrize("three", [False, True])
def test_decoding_adds_up_all_ways_to_a_value(three: bool) -> None:
    gamma = Gamma((Fraction(0), Fraction(100)), three)
    values = [Fraction(9), Fraction(12), Fraction(9)]
    signs = random(5, 1, 5, 3).log_softmax(-1)
    head = Signs(4, gamma, 1.0, 0.0)
    question = question_with(values, Fraction(3), gamma)
    found = arithmetic.proposed(ReadingScores(signs=signs[0].numpy()), question, gamma, 100)
    assert sorted((c.log_prob for c in found), reverse=True) == [c.log_prob for c in found]
    for candidate in found:
        assert isinstance(candidate.answer, NumberAnswer)
        again = head.log_prob(signs, [question_with(values, candidate.answer.value, gamma)])
        assert candidate.log_prob == pytest.approx(again.item())
    three_more = next(c for c in found if c.answer == NumberAnswer(Fraction(3)))
    if not three:
        assert three_more.equation == "12 - 9"
        assert (1, 2) in three_more.places
    ways = all_ways(5, three)
    assert len(found) == len(set(values_of(ways, question.quantities.values)[0].tolist()))


def test_ways_of_nothing() -> None:
    batch = BatchWays.of([all_ways(0), all_ways(1)], torch.device("cpu"))
    assert batch.terms.shape == (0, 2)
