"""Signed sums: all taggings that give an answer, counted; the network that gives them probabilities."""

import math
from fractions import Fraction
from itertools import product

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import PROBLEMS
from written import batch_of, losses, shaken, solved

from cantor.equation import Equation, Num, Step
from cantor.problem import Problem
from cantor.rivals import signed_sums
from cantor.rivals.signed_sums import MINUS, PLUS, ZERO, lattice
from cantor.rivals.tagging import best_taggings
from cantor.training.batches import Item

TOM, BOXES, NOTHING, TEAMS = PROBLEMS
WORTH = {ZERO: 0, PLUS: 1, MINUS: -1}


def brute(values, answer):
    """All taggings with a sum, by trying all 3 ** n; not the one of zeros."""
    found = set()
    for signs in product(WORTH, repeat=len(values)):
        if any(signs) and sum(WORTH[s] * v for s, v in zip(signs, values, strict=True)) == answer:
            found.add(signs)
    return found


def paths(made):
    """All taggings of a lattice, by walking it."""
    found = [((), 0)]
    for layer in made.layers:
        edges = list(zip(layer.source.tolist(), layer.target.tolist(), layer.sign.tolist(), strict=True))
        found = [((*signs, sign), b) for signs, at in found for a, b, sign in edges if a == at]
    return [signs for signs, _ in found]


small = st.integers(-4, 9).map(Fraction)
some_values = st.lists(
    small
    | st.fractions(-3, 3, max_denominator=6)
    | st.sampled_from([Fraction(0), Fraction(10**30, 7), Fraction(10**30)]),
    max_size=7,
)


@st.composite
def sums(draw):
    """Values, and an answer that some tagging gives more often than not."""
    values = draw(some_values)
    signs = draw(st.lists(st.sampled_from([0, 1, -1]), min_size=len(values), max_size=len(values)))
    reached = sum((s * v for s, v in zip(signs, values, strict=True)), Fraction(0))
    return values, reached + draw(st.sampled_from([Fraction(0), Fraction(0), Fraction(1), Fraction(1, 11)]))


@settings(max_examples=150)
@given(sums())
def test_a_lattice_holds_all_taggings_and_no_other(given_sum):
    values, answer = given_sum
    expected, made = brute(values, answer), lattice(values, answer)
    if made is None:
        assert not expected
        return
    found = paths(made)
    assert len(found) == len(set(found)) == made.count()
    assert set(found) == expected
    assert made.sizes[0] == made.sizes[-1] == 1
    for layer, before, after in zip(made.layers, made.sizes, made.sizes[1:], strict=False):
        # nothing in it leads nowhere
        assert set(layer.source.tolist()) == set(range(before))
        assert set(layer.target.tolist()) == set(range(after))


def test_counted_where_trying_all_would_take_for_ever():
    # ways to make 0 of forty ones: the coefficient of x ** 40 in (1 + x + x ** 2) ** 40, but for all zeros
    ways = sum(math.comb(40, k) * math.comb(40 - k, k) for k in range(21))
    assert lattice([Fraction(1)] * 40, Fraction(0)).count() == ways - 1
    # by powers of three every whole number is written in one way only
    powers = [Fraction(3**k) for k in range(22)]
    assert lattice(powers, Fraction(3**21 - 7)).count() == 1
    assert lattice(powers, Fraction(0)) is None


def test_too_many_partial_sums_are_given_up(monkeypatch):
    powers = [Fraction(3**k) for k in range(8)]
    assert lattice(powers, Fraction(1)) is not None
    monkeypatch.setattr(signed_sums, "MAX_STATES", 20)
    assert lattice(powers, Fraction(1)) is None
    assert lattice([Fraction(1)] * 8, Fraction(1)) is not None


def test_zeros_everywhere_are_no_answer():
    assert lattice([], Fraction(0)) is None
    assert lattice([Fraction(3), Fraction(5)], Fraction(0)) is None
    assert set(paths(lattice([Fraction(0), Fraction(5)], Fraction(0)))) == {(PLUS, ZERO), (MINUS, ZERO)}


# The network


def sign_probabilities(model, tokenizer, problem):
    batch = batch_of(model, tokenizer, [problem])
    return model.signs(model.read(batch), batch)[0].tolist()


@torch.no_grad()
def test_the_loss_by_hand(make):
    model, tokenizer = make("tagging", constants=("1", "7", "1/2"))
    shaken(model, 3, 0.3)
    problems = [TOM, BOXES, TEAMS, TOM]  # 12 5; 3.50 24 7; 8 11 3
    answers = [Fraction(7), Fraction(24), Fraction(19), Fraction(60)]
    items = [Item(p, (), (), answer) for p, answer in zip(problems, answers, strict=True)]
    found = losses(model, tokenizer, items).tolist()
    several = 0
    for item, loss in zip(items, found, strict=True):
        each = sign_probabilities(model, tokenizer, item.problem)
        taggings = brute([1, 7, Fraction(1, 2), *item.problem.values], item.answer)
        total = sum(
            math.exp(sum(row[sign] for row, sign in zip(each, signs, strict=True))) for signs in taggings
        )
        assert loss == (pytest.approx(-math.log(total), abs=1e-6) if taggings else math.inf)
        several += len(taggings) > 1
    assert several == 3
    assert found[-1] == math.inf


@torch.no_grad()
def test_the_loss_where_all_is_equally_likely(make):
    model, tokenizer = make("tagging", constants=("7",))
    model.sign[-1].weight.zero_()
    model.sign[-1].bias.zero_()
    # of 7, 12 and 5: 12 - 5, and 7 itself; 12, and 7 + 5
    items = [Item(TOM, (), (), Fraction(7)), Item(TOM, (), (), Fraction(12))]
    assert losses(model, tokenizer, items).tolist() == pytest.approx([math.log(27 / 2)] * 2, abs=1e-6)


@torch.no_grad()
def test_an_equations_exact_value_goes_before_a_rounded_label(make):
    model, tokenizer = make("tagging", constants=("1/3",))
    third = Equation([Step("/", (Num(1), Num(0)))])
    problem = Problem.from_text("Share 1 cake among 3 children.")
    divided = Equation([Step("/", (Num(0), Num(1)))])
    exact, other, labelled, unknown = losses(
        model,
        tokenizer,
        [
            Item(problem, (), (divided,), Fraction(33, 100)),
            Item(problem, (), (third,), Fraction(33, 100)),
            Item(problem, (), (), Fraction(1)),
            Item(problem, (), (), None),
        ],
    ).tolist()
    assert math.isfinite(exact)
    assert math.isfinite(other)  # 3 stands in the text
    assert math.isfinite(labelled)
    assert unknown == math.inf


@settings(max_examples=40)
@given(seed=st.integers(0, 10**6), quantities=st.integers(0, 4), count=st.integers(1, 90))
def test_the_best_taggings_are_those_of_all(seed, quantities, count):
    chance = torch.Generator().manual_seed(seed)
    signs = torch.randn(2, quantities, 3, generator=chance).log_softmax(-1)
    taggings, scores = best_taggings(signs, count)
    for row, (found, totals) in enumerate(zip(taggings.tolist(), scores.tolist(), strict=True)):
        every = {
            tagging: sum(float(signs[row, q, sign]) for q, sign in enumerate(tagging))
            for tagging in product(range(3), repeat=quantities)
        }
        assert len({*map(tuple, found)}) == len(found) == min(count, 3**quantities)
        assert totals == pytest.approx(sorted(every.values(), reverse=True)[: len(found)], abs=1e-6)
        assert totals == pytest.approx([every[tuple(tagging)] for tagging in found], abs=1e-6)


@torch.no_grad()
def test_derivations_are_the_best_taggings_but_for_zeros(make):
    model, tokenizer = make("tagging", constants=("1",))
    shaken(model, 4, 0.4).beam = 100
    batch = batch_of(model, tokenizer, [TOM])
    (found,) = model.derive(model.read(batch), batch)
    each = sign_probabilities(model, tokenizer, TOM)
    expected = sorted(
        (
            (sum(row[sign] for row, sign in zip(each, signs, strict=True)), signs)
            for signs in product(WORTH, repeat=3)
            if any(signs)
        ),
        reverse=True,
    )
    assert [d.score for d in found] == pytest.approx([score for score, _ in expected], abs=1e-6)
    values = (1, *TOM.values)
    for derivation, (_, signs) in zip(found, expected, strict=True):
        worth = sum(WORTH[s] * v for s, v in zip(signs, values, strict=True))
        assert derivation.equation.execute(TOM.values) == worth
    model.beam = 1
    assert model.derive(model.read(batch), batch) == [found[:1]]


@pytest.mark.parametrize(
    ("constants", "signs", "text"),
    [
        (("1", "9"), (ZERO, ZERO, PLUS, ZERO), "n0 * 1"),  # a number that stands in the text
        (("1", "9"), (ZERO, PLUS, ZERO, ZERO), "9 * 1"),
        (("9",), (ZERO, PLUS, ZERO), "0 + n0"),
        (("9",), (ZERO, MINUS, ZERO), "0 - n0"),
        (("1",), (ZERO, MINUS, MINUS), "0 - n0 - n1"),
        (("1",), (MINUS, MINUS, PLUS), "n1 - 1 - n0"),
        (("1", "9"), (PLUS, MINUS, PLUS, PLUS), "1 + n0 + n1 - 9"),
    ],
)
def test_a_tagging_as_an_equation(make, constants, signs, text):
    model, _ = make("tagging", constants=constants)
    assert str(model.equation(signs)) == text


def test_it_cannot_multiply(make):
    """The documented limit of the idea: a product is out of reach unless a sum happens to equal it."""
    model, tokenizer = make("tagging", constants=())
    times = Equation([Step("*", (Num(0), Num(1)))])
    lucky = Problem.from_text("2 bags with 2 nuts each.")
    found = losses(model, tokenizer, [solved(TOM, times), solved(lucky, times)])
    assert found.isfinite().tolist() == [False, True]
