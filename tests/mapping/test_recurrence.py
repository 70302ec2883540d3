"""The plain recurrence: enumeration says the same, and so does the algorithm for batches."""

from math import comb
from random import Random

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.mapping import collate, count_placements, log_marginal
from cantor.mapping.recurrence import total
from cantor.mapping.semiring import COUNT, LOG, MAX
from helpers.brute import increasing, scores
from helpers.drawn import drawn_potentials, drawn_program, seeds

SIZE = 8


@settings(max_examples=60)
@given(seed=seeds, scale=st.sampled_from([1.0, 30.0, 300.0]))
def test_against_enumeration_and_batches(seed: int, scale: float) -> None:
    p = drawn_program(Random(seed), 6, reuse=0.0)
    drawn = drawn_potentials(seed, 1, len(p), SIZE, scale)
    each = scores(drawn, 0, p, increasing(p, SIZE))
    one = (drawn.emission[0], drawn.transition[0], drawn.root[0])
    found = total(*one, p, LOG)
    torch.testing.assert_close(found, torch.logsumexp(each, 0), rtol=1e-11, atol=1e-11)
    torch.testing.assert_close(found, log_marginal(drawn, collate([p]))[0], rtol=1e-12, atol=1e-12)
    with torch.no_grad():
        torch.testing.assert_close(total(*one, p, MAX), each.max(), rtol=1e-12, atol=1e-11)


@given(seed=seeds, size=st.integers(1, 30))
def test_counts(seed: int, size: int) -> None:
    p = drawn_program(Random(seed), 7, reuse=0.0)
    ones = torch.ones(len(p), size, dtype=torch.long)
    found = total(ones, torch.ones(2, size, size, dtype=torch.long), ones[0], p, COUNT)
    assert found == comb(size, len(p)) == count_placements(collate([p]), size)[0]
