"""Signs for numbers and constants: all ways of Γ that give an answer, and the network that weighs them."""

import math
from fractions import Fraction
from itertools import product

import pytest
import torch

from cantor.equation import Equation, Num, Step
from cantor.model.system import Item
from cantor.problem import Problem
from cantor.rivals.tagging.tagger import GAMMA
from helpers.tiny import PROBLEMS
from helpers.written import batch_of, losses, shaken, solved

TOM, BOXES, NOTHING, TEAMS = PROBLEMS
#: What a sign's index is worth.
WORTH = (0, 1, -1)


def brute(count):
    """All taggings with two signs, not both of them minus, by trying all 3 ** n."""
    for signs in product(range(3), repeat=count):
        if sum(map(bool, signs)) == 2 and 1 in signs:
            yield signs


def worth(signs, values):
    return sum(WORTH[s] * v for s, v in zip(signs, (*GAMMA.constants, *values), strict=True))


def sign_probabilities(model, tokenizer, problem):
    batch = batch_of(model, tokenizer, [problem])
    return model.signs(model.encode(batch), batch)[0].tolist()


def probability(each, signs):
    return sum(row[sign] for row, sign in zip(each, signs, strict=True))


@pytest.mark.parametrize("seed", range(4))
def test_the_loss_by_hand(make, seed):
    model, tokenizer = make("tagging")
    shaken(model, seed, 0.3)
    problems = [TOM, BOXES, TEAMS, TOM, TOM]  # 12 5; 3.50 24 7; 8 11 3
    answers = [Fraction(7), Fraction(24), Fraction(19), Fraction(95), Fraction(60)]
    items = [Item(p, (), (), answer) for p, answer in zip(problems, answers, strict=True)]
    with torch.no_grad():
        found = losses(model, tokenizer, items).tolist()
        for item, loss in zip(items, found, strict=True):
            each = sign_probabilities(model, tokenizer, item.problem)
            values = item.problem.values
            taggings = [s for s in brute(len(each)) if worth(s, values) == item.answer]
            total = sum(math.exp(probability(each, signs)) for signs in taggings)
            assert loss == (pytest.approx(-math.log(total), abs=1e-6) if taggings else math.inf)
    assert [math.isfinite(loss) for loss in found] == [True, True, True, True, False]


@torch.no_grad()
def test_numbers_of_longer_texts_in_the_batch_change_nothing(make):
    model, tokenizer = make("tagging")
    shaken(model, 2, 0.3)
    alone = losses(model, tokenizer, [Item(TOM, (), (), Fraction(7))]).tolist()
    items = [Item(TOM, (), (), Fraction(7)), Item(BOXES, (), (), Fraction(24))]
    assert losses(model, tokenizer, items).tolist()[0] == pytest.approx(alone[0], abs=1e-6)


@torch.no_grad()
def test_an_equations_exact_value_goes_before_a_rounded_label(make):
    model, tokenizer = make("tagging")
    problem = Problem.from_text("Share 1 cake among 3 children.")
    twice = Equation([Step("-", (Num(1), Num(0)))])
    divided = Equation([Step("/", (Num(0), Num(1)))])
    exact, divides, labelled, unknown = losses(
        model,
        tokenizer,
        [
            Item(problem, (), (twice,), Fraction(33, 100)),
            Item(problem, (), (divided,), Fraction(1)),
            Item(problem, (), (), Fraction(4)),
            Item(problem, (), (), None),
        ],
    ).tolist()
    assert math.isfinite(exact)
    assert divides == math.inf
    assert math.isfinite(labelled)
    assert unknown == math.inf


@torch.no_grad()
def test_hypotheses_are_the_likeliest_ways(make):
    model, tokenizer = make("tagging")
    shaken(model, 4, 0.4)
    batch = batch_of(model, tokenizer, [TOM, BOXES])
    found, _ = model.beam_search(model.encode(batch), batch, 100)
    each = sign_probabilities(model, tokenizer, TOM)
    expected = sorted(((probability(each, signs), signs) for signs in brute(4)), reverse=True)
    assert [one.score for one in found] == pytest.approx([score for score, _ in expected], abs=1e-6)
    reached = sorted(one.equation.execute(TOM.values) for one in found)
    assert reached == sorted(worth(signs, TOM.values) for _, signs in expected)
    (best,) = model.beam_search(model.encode(batch), batch, 1)[0]
    assert best.score == pytest.approx(expected[0][0], abs=1e-6)


@pytest.mark.parametrize(
    ("terms", "signs", "text"),
    [
        ((0, 2), (1, 1), "n0 + 0"),  # a number that stands in the text
        ((1, 2), (1, -1), "100 - n0"),
        ((1, 2), (-1, 1), "n0 - 100"),
        ((2, 3), (1, 1), "n0 + n1"),
        ((2, 3), (-1, 1), "n1 - n0"),
        ((0, 1), (1, 1), "0 + 100"),
    ],
)
def test_a_way_as_an_equation(make, terms, signs, text):
    model, _ = make("tagging")
    assert str(model.equation(terms, signs)) == text


def test_it_cannot_multiply(make):
    """The documented limit of the idea: a product is out of reach unless a way happens to equal it."""
    model, tokenizer = make("tagging")
    times = Equation([Step("*", (Num(0), Num(1)))])
    lucky = Problem.from_text("2 bags with 2 nuts each.")
    found = losses(model, tokenizer, [solved(TOM, times), solved(lucky, times)])
    assert found.isfinite().tolist() == [False, True]
