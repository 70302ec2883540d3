"""The paper's own mappings, each against enumeration of its own set of placements."""

from collections import Counter
from itertools import permutations
from math import comb
from random import Random

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.equation import Equation, Num, Ref, Step
from cantor.mapping import (
    DoesNotFit,
    Potentials,
    beam_placement,
    best_placement,
    collate,
    independent_log_marginal,
    log_marginal,
    naive_placement,
    placement_score,
    program,
    random_placement,
)
from cantor.mapping.beam import best_assignments
from helpers.brute import by_level, increasing, independent_scores, scores
from helpers.drawn import WORDS, drawn_potentials, drawn_program, leaves_of, seeds

THREE_STEPS = Equation(
    [Step("+", (Num(0), Num(1))), Step("-", (Ref(0), Num(2))), Step("*", (Num(0), Ref(1)))]
)


@settings(max_examples=40)
@given(seed=seeds, scale=st.sampled_from([1.0, 300.0]))
def test_independent(seed: int, scale: float) -> None:
    rng = Random(seed)
    programs = [drawn_program(rng, 3) for _ in range(2)]
    batch = collate(programs)
    potentials = drawn_potentials(seed, 2, batch.operator.shape[1], 4, scale)
    total = independent_log_marginal(potentials, batch)
    each = [independent_scores(potentials, row, p) for row, p in enumerate(programs)]
    expected = torch.stack([torch.logsumexp(x, 0) for x in each])
    torch.testing.assert_close(total, expected, rtol=1e-11, atol=1e-11)
    found = torch.autograd.grad(total.sum(), leaves_of(potentials), retain_graph=True, materialize_grads=True)
    wanted = torch.autograd.grad(expected.sum(), leaves_of(potentials), materialize_grads=True)
    for ours, theirs in zip(found, wanted, strict=True):
        assert ours.isfinite().all()
        torch.testing.assert_close(ours, theirs, rtol=1e-8, atol=1e-9)


def test_independent_is_exact_on_chains_only() -> None:
    branch = Equation([Step("+", (Num(0), Num(1))), Step("-", (Num(1), Num(2))), Step("*", (Ref(0), Ref(1)))])
    batch = collate([program(THREE_STEPS, WORDS), program(branch, WORDS)])
    potentials = drawn_potentials(0, 2, 3, 8)
    exact, assumed = log_marginal(potentials, batch), independent_log_marginal(potentials, batch)
    torch.testing.assert_close(exact[0], assumed[0])
    assert assumed[1] > exact[1] + 0.1  # it counts collisions and exchanged blocks too


@settings(max_examples=40)
@given(seed=seeds, scale=st.sampled_from([1.0, 300.0]))
def test_a_wide_beam_finds_the_best_of_its_own_set(seed: int, scale: float) -> None:
    rng = Random(seed)
    programs = [drawn_program(rng, 4) for _ in range(3)]
    batch = collate(programs)
    size = rng.choice([batch.operator.shape[1], 6])
    potentials = drawn_potentials(seed, 3, batch.operator.shape[1], size, scale)
    found = beam_placement(potentials, batch, beam=100_000)
    score = placement_score(potentials, batch, found)
    for row, p in enumerate(programs):
        allowed = by_level(p, size)
        assert tuple(found[row, : len(p)].tolist()) in set(allowed)
        torch.testing.assert_close(score[row], scores(potentials, row, p, allowed).max())


@settings(max_examples=20)
@given(seed=seeds)
def test_a_narrow_beam_never_beats_a_wide_one(seed: int) -> None:
    batch = collate([drawn_program(Random(seed), 6)])
    potentials = drawn_potentials(seed, 1, batch.operator.shape[1], 9)
    narrow, wide = (
        placement_score(potentials, batch, beam_placement(potentials, batch, beam)) for beam in (1, 500)
    )
    assert narrow <= wide + 1e-9


def test_a_narrow_beam_leaves_room_for_the_levels_to_come() -> None:
    for seed in range(10):
        p = drawn_program(Random(seed), 5)
        potentials = drawn_potentials(seed, 1, len(p), len(p) + 1)
        high = potentials.emission.detach() + 100 * torch.arange(len(p) + 1)  # the last vertices lure
        found = beam_placement(Potentials(high, potentials.transition, potentials.root), collate([p]), beam=1)
        assert tuple(found[0].tolist()) in by_level(p, len(p) + 1)
        assert found[0, -1] == len(p)


def test_the_beams_set_is_another_than_the_exact_one() -> None:
    """(a+b)·c + (d+e): post-order puts d+e third, the levels put it before the product."""
    made = Equation(
        [
            Step("+", (Num(0), Num(1))),
            Step("*", (Ref(0), Num(2))),
            Step("+", (Num(0), Num(2))),
            Step("+", (Ref(1), Ref(2))),
        ]
    )
    p = program(made, WORDS)
    assert not set(by_level(p, 6)) & set(increasing(p, 6))
    batch, potentials = collate([p]), drawn_potentials(0, 1, 4, 6)
    assert beam_placement(potentials, batch).tolist() != best_placement(potentials, batch).tolist()


@settings(max_examples=40)
@given(seed=seeds, rows=st.integers(1, 3), columns=st.integers(1, 5), holes=st.booleans())
def test_best_assignments(seed: int, rows: int, columns: int, holes: bool) -> None:
    rng = np.random.default_rng(seed)
    gains = rng.normal(size=(rows, columns)) * 50
    if holes:
        gains[rng.random(gains.shape) < 0.3] = -np.inf
    every = [
        (gains[range(rows), list(chosen)].sum(), chosen) for chosen in permutations(range(columns), rows)
    ]
    every = sorted((x for x in every if np.isfinite(x[0])), reverse=True)
    found = list(best_assignments(gains, 1000))
    assert [chosen for _, chosen in found] == [chosen for _, chosen in every]
    assert [gain for gain, _ in found] == pytest.approx([gain for gain, _ in every])
    assert list(best_assignments(gains, 2)) == found[:2]


def test_the_beam_without_any_probability_still_places_every_step() -> None:
    batch = collate([drawn_program(Random(0), 4)])
    potentials = drawn_potentials(0, 1, batch.operator.shape[1], 6)
    nothing = torch.full_like(potentials.emission, -torch.inf)
    found = beam_placement(Potentials(nothing, potentials.transition, potentials.root), batch)
    assert sorted(found[0].tolist()) == list(range(len(found[0])))


def test_naive() -> None:
    batch = collate([drawn_program(Random(i), 5) for i in range(4)])
    found = naive_placement(batch)
    assert (found == torch.arange(found.shape[1])).all()


def test_random_is_uniform_over_increasing_placements() -> None:
    p = program(THREE_STEPS, WORDS)
    one_step = program(Equation([Step("+", (Num(0), Num(1)))]), WORDS)
    draws, size = 4000, 6
    found = random_placement(collate([p] * draws + [one_step]), size, torch.Generator().manual_seed(0))
    counts = Counter(map(tuple, found[:-1].tolist()))
    assert set(counts) == set(increasing(p, size))
    expected = draws / comb(size, 3)
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < 43.8  # exceeded once in a thousand seeds
    assert 0 <= found[-1, 0] < size


def test_what_does_not_fit_is_refused() -> None:
    p = program(THREE_STEPS, WORDS)
    batch, potentials = collate([p]), drawn_potentials(0, 1, 3, 2)
    assert independent_log_marginal(potentials, batch) == -torch.inf
    with pytest.raises(DoesNotFit):
        beam_placement(potentials, batch)
    with pytest.raises(DoesNotFit):
        random_placement(batch, 2)
