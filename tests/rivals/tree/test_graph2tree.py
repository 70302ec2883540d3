"""The two graphs in front of the tree decoder."""

from fractions import Fraction

import pytest
import torch

from cantor.model.system import Batch
from cantor.problem import Number, Problem
from cantor.rivals.tree.graph2tree import cells, comparisons
from helpers.tiny import PROBLEMS
from helpers.written import batch_of


def given(values: list[Fraction], places: list[list[int]], width: int) -> Batch:
    """A problem with numbers of these values on these tokens."""
    problem = Problem("", tuple(Number("", value, (0, 0)) for value in values))
    pooling = torch.zeros(1, len(values), width)
    for n, tokens in enumerate(places):
        pooling[0, n, tokens] = 1 / max(1, len(tokens))
    every = torch.ones(1, width, dtype=torch.bool)
    return Batch([problem], torch.zeros(1, width).long(), every, pooling, pooling.sum(-1) > 0)


def edges(graph: torch.Tensor) -> set[tuple[int, int]]:
    """All but each token's with itself, which must be there."""
    assert graph[0].diagonal().all()
    return {(i, j) for i, j in graph[0].nonzero().tolist() if i != j}


def test_cells_are_the_tokens_next_to_a_number():
    batch = given([Fraction(5), Fraction(2)], [[4], [11, 12]], 16)
    expected = {(4, j) for j in range(1, 8)} | {(i, j) for i in (11, 12) for j in range(8, 16)}
    both = {(i, j) for i, j in expected | {(j, i) for i, j in expected} if i != j}
    assert edges(cells(batch)) == both


def test_cells_do_not_reach_into_padding():
    batch = given([Fraction(5)], [[2]], 6)
    batch.token_mask[0, 4:] = False
    assert edges(cells(batch)) == {(2, j) for j in (0, 1, 3)} | {(j, 2) for j in (0, 1, 3)}


def test_comparisons_are_by_exact_value():
    third = Fraction(1, 3)
    near = third + Fraction(1, 10**40)  # no float tells them apart
    batch = given([third, near, third, Fraction(-1)], [[0], [1, 2], [3], [4]], 6)
    larger = {(1, 0), (2, 0), (1, 3), (2, 3)} | {(i, 4) for i in range(4)}
    assert edges(comparisons(batch)) == larger


def test_a_number_that_is_cut_off_is_compared_with_none():
    batch = given([Fraction(3), Fraction(1), Fraction(2)], [[0], [], [1]], 2)
    assert edges(comparisons(batch)) == {(0, 1)}


def test_no_numbers_no_edges():
    batch = given([], [], 4)
    assert edges(cells(batch)) == edges(comparisons(batch)) == set()


@pytest.mark.parametrize("graph", ["cells", "comparison"])
@torch.no_grad()
def test_both_graphs_change_what_is_seen(make, graph):
    model, tokenizer = make("graph2tree")
    batch = batch_of(model, tokenizer, PROBLEMS)
    text = model.encode(batch)
    before = model.see(text, batch)
    getattr(model, graph).second.weight.mul_(-1)
    after = model.see(text, batch)
    assert not torch.allclose(before, after)


@torch.no_grad()
def test_only_the_order_of_values_counts(make):
    """Texts are the encoder's business: two problems whose numbers compare alike are seen alike."""
    model, tokenizer = make("graph2tree")
    batch = batch_of(model, tokenizer, PROBLEMS[:1])
    text = model.encode(batch)

    def seen(*values):
        numbers = tuple(
            Number(n.text, Fraction(value), n.span)
            for n, value in zip(PROBLEMS[0].numbers, values, strict=True)
        )
        return model.see(text, Batch([Problem(PROBLEMS[0].text, numbers)], *batch.tensors))

    assert torch.equal(seen(12, 5), seen(100, 99))
    assert not torch.equal(seen(12, 5), seen(5, 12))
    assert not torch.equal(seen(12, 5), seen(5, 5))
