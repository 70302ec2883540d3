"""The exact algorithms against enumeration of all placements."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from random import Random

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.equation import Builder, Const, Equation, Num, Step, operators
from cantor.equation.operators import Operator
from cantor.mapping import (
    DoesNotFit,
    Potentials,
    Program,
    Vocabulary,
    best_placement,
    collate,
    count_placements,
    log_marginal,
    placement_score,
    program,
    sample_placement,
)
from cantor.mapping.semiring import LOG, MAX
from helpers.brute import either_order, increasing, scores
from helpers.drawn import WORDS, drawn_potentials, drawn_program, equation, leaves_of, seeds

SIZE = 8
both = pytest.mark.parametrize("both_orders", [False, True])


def compare(programs: list[Program], potentials: Potentials, both_orders: bool) -> None:
    """Values, gradients, best placement, count and sample of a batch, each against enumeration."""
    batch, size = collate(programs, len(programs[0].ref[0])), potentials.size
    places = either_order if both_orders else increasing
    sets = [places(p, size) for p in programs]
    each = [scores(potentials, row, p, z) for row, (p, z) in enumerate(zip(programs, sets, strict=True))]
    total = log_marginal(potentials, batch, both_orders)
    expected = torch.stack([torch.logsumexp(x, 0) for x in each])
    torch.testing.assert_close(total, expected, rtol=1e-11, atol=1e-11)
    weights = torch.linspace(0.5, 2, len(programs), dtype=torch.float64)
    found = torch.autograd.grad(
        (total * weights).sum(), leaves_of(potentials), retain_graph=True, materialize_grads=True
    )
    wanted = torch.autograd.grad(
        (expected * weights).sum(), leaves_of(potentials), retain_graph=True, materialize_grads=True
    )
    for ours, theirs in zip(found, wanted, strict=True):
        torch.testing.assert_close(ours, torch.nan_to_num(theirs), rtol=1e-8, atol=1e-9)
    assert count_placements(batch, size, both_orders).tolist() == list(map(len, sets))
    best = best_placement(potentials, batch, both_orders)
    top = torch.stack([x.max() for x in each])
    torch.testing.assert_close(placement_score(potentials, batch, best), top, rtol=1e-12, atol=1e-11)
    sampled = sample_placement(potentials, batch, None, both_orders)
    for placement in (best, sampled):
        for row, p in enumerate(programs):
            assert tuple(placement[row, : len(p)].tolist()) in set(sets[row])
            assert (placement[row, len(p) :] == -1).all()


@both
@settings(max_examples=40)
@given(seed=seeds, scale=st.sampled_from([1.0, 30.0, 300.0]))
def test_random_batches(both_orders: bool, seed: int, scale: float) -> None:
    rng = Random(seed)
    programs = [drawn_program(rng) for _ in range(4)]
    steps = max(map(len, programs))
    size = rng.choice([steps, steps + 1, SIZE])  # a program may need every vertex
    compare(programs, drawn_potentials(seed, len(programs), steps, size, scale), both_orders)


def reused() -> dict[str, Equation]:
    """Equations that use a step again, each in a way of its own."""
    a, b, c, d, n = map(Num, range(5))
    made = {}

    make = Builder()
    x = make.add("+", a, b)
    made["a square"] = make.build(make.add("*", x, x))

    make = Builder()
    k = make.add("+", a, b)
    made["k * ((c * d) + (k + n))"] = make.build(
        make.add("*", k, make.add("+", make.add("*", c, d), make.add("+", k, n)))
    )

    make = Builder()
    k = make.add("+", a, b)
    made["(k + c) * (k - d)"] = make.build(make.add("*", make.add("+", k, c), make.add("-", k, d)))

    make = Builder()
    k = make.add("+", a, b)
    made["(c * d) + k, then again k"] = make.build(
        make.add("/", make.add("+", make.add("*", c, d), k), make.add("-", n, k))
    )

    make = Builder()
    k = make.add("+", a, b)
    inner = make.add("*", make.add("-", k, c), make.add("+", k, d))
    made["three uses, and a step on top"] = make.build(make.add("-", n, make.add("/", inner, k)))

    make = Builder()
    k = make.add("+", a, b)
    first = make.add("*", k, k)
    made["a square and another use"] = make.build(make.add("-", first, make.add("/", k, c)))

    make = Builder()
    k = make.add("+", a, b)
    m = make.add("*", make.add("-", k, c), make.add("/", k, d))
    made["a scope ends where another begins"] = make.build(
        make.add("+", make.add("-", m, a), make.add("*", m, n))
    )

    make = Builder()
    k = make.add("+", a, b)
    m = make.add("*", k, c)
    made["overlapping: k and m open at a time"] = make.build(make.add("-", make.add("/", m, k), m))

    make = Builder()
    k = make.add("*", make.add("+", a, b), make.add("-", c, d))
    made["to the right, not first in its block"] = make.build(
        make.add("/", make.add("+", a, n), make.add("*", k, make.add("+", k, a)))
    )
    return made


@both
@pytest.mark.parametrize("name", reused())
@pytest.mark.parametrize("scale", [1.0, 300.0])
def test_reuse(name: str, scale: float, both_orders: bool) -> None:
    p = program(reused()[name], WORDS)
    compare([p], drawn_potentials(1, 1, len(p), max(SIZE, len(p) + 1), scale), both_orders)


@pytest.fixture(scope="module")
def three_places() -> Iterator[Vocabulary]:
    with pytest.MonkeyPatch.context() as patch:
        from cantor.equation.operators import _registry

        total = Operator("total", 3, lambda a, b, c: a + b + c, "Add {0}, {1} and {2}")
        patch.setitem(_registry, "total", total)
        assert "total" in operators()
        yield Vocabulary((*WORDS.operators, "total"), WORDS.constants)


@both
def test_operators_of_three_places(three_places: Vocabulary, both_orders: bool) -> None:
    rng = Random(3)
    for seed in range(25):
        programs = []
        while len(programs) < 3:
            found = program(equation(rng, rng.randint(1, 5), 0.25, ("total", "-")), three_places, 3)
            programs += [found] * (len(found) <= 6)
        steps = max(map(len, programs))
        compare(programs, drawn_potentials(seed, 3, steps, 7, places=3), both_orders)


@settings(max_examples=40)
@given(seed=seeds)
def test_counts_of_trees(seed: int) -> None:
    programs = [drawn_program(Random(seed + i), 9, reuse=0.0) for i in range(3)]
    batch = collate(programs)
    assert count_placements(batch, 60).tolist() == [comb(60, len(p)) for p in programs]
    branches = [sum(len(children) > 1 for children in p.children) for p in programs]
    expected = [2**b * comb(60, len(p)) for b, p in zip(branches, programs, strict=True)]
    assert count_placements(batch, 60, both_orders=True).tolist() == expected


@both
@settings(max_examples=15)
@given(seed=seeds)
def test_numerical_gradients(both_orders: bool, seed: int) -> None:
    programs = [drawn_program(Random(seed + i), 4) for i in range(2)]
    batch = collate(programs)
    # no mask: what an edge downwards is worth must not matter
    steps = batch.operator.shape[1]
    noise = torch.Generator().manual_seed(seed)
    inputs = [
        torch.randn(shape, generator=noise, dtype=torch.float64, requires_grad=True)
        for shape in ((2, steps, 5), (2, 2, 5, 5), (2, 5))
    ]
    assert torch.autograd.gradcheck(
        lambda *x: log_marginal(Potentials(*x), batch, both_orders), inputs, fast_mode=True
    )


@both
@settings(max_examples=25)
@given(seed=seeds)
def test_a_batch_is_its_problems_and_padding_never_leaks(both_orders: bool, seed: int) -> None:
    rng = Random(seed)
    programs = [drawn_program(rng, 9) for _ in range(6)]
    steps, size = max(map(len, programs)), 12
    potentials = drawn_potentials(seed, len(programs), steps, size, 20.0)
    batch = collate(programs)
    total = log_marginal(potentials, batch, both_orders)
    best = best_placement(potentials, batch, both_orders)
    (gradient,) = torch.autograd.grad(total.sum(), potentials.emission)
    assert (gradient[~batch.active] == 0).all()
    for row, p in enumerate(programs):
        alone = Potentials(
            potentials.emission[row : row + 1, : len(p)],
            potentials.transition[row : row + 1],
            potentials.root[row : row + 1],
        )
        one = collate([p])
        torch.testing.assert_close(
            log_marginal(alone, one, both_orders)[0], total[row], rtol=1e-12, atol=1e-12
        )
        assert best_placement(alone, one, both_orders)[0].tolist() == best[row, : len(p)].tolist()


def chain(steps: int) -> Program:
    make = Builder()
    last = make.add("+", Num(0), Num(1))
    for _ in range(steps - 1):
        last = make.add("-", last, Const(Fraction(1)))
    return program(make.build(last), WORDS)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_program_that_does_not_fit(size: int) -> None:
    programs = [chain(1), chain(size), chain(size + 1)]
    batch = collate(programs)
    potentials = drawn_potentials(0, 3, size + 1, size)
    total = log_marginal(potentials, batch)
    assert total.isfinite().tolist() == [True, True, False]
    assert total[2] == -torch.inf
    assert count_placements(batch, size).tolist() == [size, 1, 0]
    gradients = torch.autograd.grad(total.sum(), leaves_of(potentials))
    assert all(g.isfinite().all() and (g[2] == 0).all() for g in gradients)
    for search in (best_placement, sample_placement):
        with pytest.raises(DoesNotFit, match=f"{size + 1} steps does not fit a graph of {size}"):
            search(potentials, batch)


@both
def test_problems_without_any_probability_keep_gradients_finite(both_orders: bool) -> None:
    rng = Random(5)
    programs = [drawn_program(rng, 6) for _ in range(20)]
    batch = collate(programs)
    potentials = drawn_potentials(2, 20, batch.operator.shape[1], SIZE, 100.0)
    emission = potentials.emission.detach().clone()
    emission[::2, 0] = -torch.inf  # step 0 cannot be anywhere
    emission[1::2, :, 3] = -torch.inf  # vertex 3 can be nothing
    masked = Potentials(emission.requires_grad_(), potentials.transition, potentials.root)
    total = log_marginal(masked, batch, both_orders)
    assert (total[::2] == -torch.inf).all()
    assert total[1::2].isfinite().all()
    for gradient in torch.autograd.grad(total.sum(), leaves_of(masked)):
        assert gradient.isfinite().all()
        assert (gradient[::2] == 0).all()
    best_placement(masked, batch, both_orders)
    sample_placement(masked, batch, None, both_orders)


def test_what_underflows_as_a_product_is_still_summed() -> None:
    """From the design: rows [0, -800] and columns [-800, 0] make -799.3, not nothing."""
    states = torch.tensor([[0.0, -800.0]], dtype=torch.float64)[None, None].requires_grad_()
    edges = torch.tensor([[-800.0, 0.0], [0.0, -800.0]], dtype=torch.float64)[None, None].requires_grad_()
    found = LOG.matmul(states, edges)
    expected = torch.logsumexp(states[0, 0, 0, :, None] + edges[0, 0], 0)
    torch.testing.assert_close(found[0, 0, 0], expected)
    assert found[0, 0, 0, 0].item() == pytest.approx(-799.307, abs=1e-3)
    ours = torch.autograd.grad(found.sum(), (states, edges), retain_graph=True, materialize_grads=True)
    theirs = torch.autograd.grad(expected.sum(), (states, edges))
    for a, b in zip(ours, theirs, strict=True):
        torch.testing.assert_close(a, b)


@pytest.mark.parametrize("by_q", [(1, 1), (15, 1), (1, 15), (15, 15)], ids=str)
@pytest.mark.parametrize("starts", [1, 15])
def test_the_maximum_looks_at_all_that_is_not_zero(by_q: tuple[int, int], starts: int) -> None:
    noise, size = torch.Generator().manual_seed(0), 15
    states = torch.randn(2, by_q[0], starts, size, generator=noise, dtype=torch.float64)
    edges = torch.randn(2, by_q[1], size, size, generator=noise, dtype=torch.float64)
    place = torch.arange(size)
    edges = edges.masked_fill(place[:, None] >= place, -torch.inf)  # p < j
    if starts > 1:
        states = states.masked_fill(place[:, None] > place, -torch.inf)  # s <= p
    if by_q[0] > 1:
        states = states.masked_fill((place[:, None] > place)[:, None], -torch.inf)  # q <= p
    expected = (states[..., None] + edges[:, :, None]).amax(-2)
    torch.testing.assert_close(MAX.matmul(states, edges), expected, rtol=0, atol=0)


def test_among_equals_the_lowest_vertices_from_the_root_down() -> None:
    p = program(reused()["(k + c) * (k - d)"], WORDS)
    flat = Potentials(torch.zeros(1, 4, 7), torch.zeros(1, 2, 7, 7), torch.zeros(1, 7))
    assert best_placement(flat, collate([p]))[0].tolist() == [0, 1, 2, 3]


@both
@pytest.mark.parametrize("name", ["(k + c) * (k - d)", "k * ((c * d) + (k + n))"])
def test_samples_follow_the_posterior(name: str, both_orders: bool) -> None:
    p = program(reused()[name], WORDS)
    one = drawn_potentials(4, 1, len(p), 6)
    draws = 4000
    many = Potentials(*(x.detach().expand(draws, *x.shape[1:]) for x in leaves_of(one)))
    found = sample_placement(many, collate([p] * draws), torch.Generator().manual_seed(0), both_orders)
    counts = Counter(map(tuple, found.tolist()))
    places = (either_order if both_orders else increasing)(p, 6)
    assert set(counts) <= set(places)
    posterior = torch.softmax(scores(one, 0, p, places), 0)
    for z, probability in zip(places, posterior.tolist(), strict=True):
        spread = (probability * (1 - probability) / draws) ** 0.5
        assert abs(counts[z] / draws - probability) < 5 * spread + 1e-3


def test_one_step() -> None:
    p = program(Equation([Step("+", (Num(0), Num(1)))]), WORDS)
    potentials = drawn_potentials(0, 1, 1, 4)
    expected = torch.logsumexp(potentials.emission[0, 0] + potentials.root[0], 0)
    torch.testing.assert_close(log_marginal(potentials, collate([p]))[0], expected)
