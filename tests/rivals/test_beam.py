"""Beam search against a search of everything, and against a slow beam search of single sequences."""

import random
from functools import cache

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.model import ModelConfig
from cantor.rivals.beam import beam_search, rows
from cantor.rivals.prefix import NONE, Grammar
from helpers.written import all_sequences, next_tokens, slow_loss

EXACT = torch.float64  # or two sequences could change places by rounding


class Scorer:
    """A made-up decoder: the scores of a next token are random, but always the same after the same tokens."""

    def __init__(self, grammar, numbers, seeds, scale=2.0):
        self.grammar, self.numbers, self.seeds, self.scale = grammar, numbers, seeds, scale
        self.width = max(numbers)
        self.mask = torch.arange(self.width) < torch.tensor(numbers)[:, None]
        self.state = [[()] for _ in seeds]
        self.calls = 0

    @cache  # noqa: B019
    def scores(self, problem, tokens):
        draw = random.Random(f"{self.seeds[problem]} {tokens}")
        known = [draw.gauss(0, self.scale) for _ in range(self.grammar.words + self.numbers[problem])]
        # what stands where a problem has no number must not matter
        return known + [99.0] * (self.width - self.numbers[problem])

    def first(self):
        return torch.tensor([[self.scores(problem, ())] for problem in range(len(self.seeds))], dtype=EXACT)

    def advance(self, parent, token):
        self.calls += 1
        self.state = [
            [before[p] if t == NONE else (*before[p], t) for p, t in zip(mine, taken, strict=True)]
            for before, mine, taken in zip(self.state, parent.tolist(), token.tolist(), strict=True)
        ]
        found = [[self.scores(b, s) for s in mine] for b, mine in enumerate(self.state)]
        return torch.tensor(found, dtype=EXACT)

    def search(self, width):
        rules = self.grammar.rules(self.mask)
        tokens, totals = beam_search(rules, self.first(), self.advance, width)
        assert (totals[:, :-1] >= totals[:, 1:]).all()
        return [
            [
                (tuple(t for t in row if t != NONE), total)
                for row, total in zip(mine, scores, strict=True)
                if total > -torch.inf
            ]
            for mine, scores in zip(tokens.tolist(), totals.tolist(), strict=True)
        ]

    # Twins

    def log_p(self, problem, tokens):
        scores = torch.tensor([self.scores(problem, tokens[:i]) for i in range(len(tokens))], dtype=EXACT)
        return -slow_loss(self.grammar, self.numbers[problem], tokens, scores)

    def everything(self, problem):
        found = all_sequences(self.grammar, self.numbers[problem])
        return sorted(((s, self.log_p(problem, s)) for s in found), key=lambda pair: -pair[1])

    def slow_beam(self, problem, width):
        """One problem, plain lists."""
        count = self.numbers[problem]
        if not count and not self.grammar.constants:
            return []
        kept = [((), 0.0, 1)]  # tokens, log P, operands that are lacking
        while any(open for _, _, open in kept):
            options = []
            for tokens, _, open in kept:
                if not open:
                    options.append((tokens, self.log_p(problem, tokens), 0))
                    continue
                for token in next_tokens(self.grammar, count, tokens):
                    arity = self.grammar.arity[token] if token < len(self.grammar.operators) else 0
                    longer = (*tokens, token)
                    options.append((longer, self.log_p(problem, longer), open - 1 + arity))
            kept = sorted(options, key=lambda option: -option[1])[:width]
        return [(tokens, total) for tokens, total, _ in kept]


def same(found, expected):
    assert [tokens for tokens, _ in found] == [tokens for tokens, _ in expected]
    assert [total for _, total in found] == pytest.approx([total for _, total in expected], abs=1e-6)


def made(operators, constants, graph_size):
    return Grammar(ModelConfig(operators, constants, graph_size=graph_size))


GRAMMARS = [
    made(("+", "-"), ("1",), 2),
    made(("floor", "+"), (), 2),
    made(("+",), (), 3),
]
problems = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 10**6)), min_size=1, max_size=3)


@settings(max_examples=10)
@given(st.sampled_from(GRAMMARS), problems)
def test_a_beam_as_wide_as_all_there_is_finds_all_of_it_in_order(grammar, drawn):
    numbers, seeds = zip(*drawn, strict=True)
    scorer = Scorer(grammar, numbers, seeds)
    for problem, found in enumerate(scorer.search(500)):
        same(found, scorer.everything(problem))


@settings(max_examples=40)
@given(st.sampled_from(GRAMMARS), problems, st.integers(1, 6))
def test_a_narrow_beam_is_the_slow_one(grammar, drawn, width):
    numbers, seeds = zip(*drawn, strict=True)
    scorer = Scorer(grammar, numbers, seeds)
    for problem, found in enumerate(scorer.search(width)):
        same(found, scorer.slow_beam(problem, width))


@settings(max_examples=40)
@given(st.sampled_from(GRAMMARS), problems)
def test_a_beam_of_one_is_greedy(grammar, drawn):
    numbers, seeds = zip(*drawn, strict=True)
    scorer = Scorer(grammar, numbers, seeds)
    for problem, found in enumerate(scorer.search(1)):
        if not numbers[problem] and not grammar.constants:
            assert not found
            continue
        tokens, open = (), 1
        while open:
            scores = scorer.scores(problem, tokens)
            best = max(next_tokens(grammar, numbers[problem], tokens), key=lambda token: scores[token])
            open += (grammar.arity[best] if best < len(grammar.operators) else 0) - 1
            tokens = (*tokens, best)
        same(found, [(tokens, scorer.log_p(problem, tokens))])


def test_stops_when_all_have_ended():
    scorer = Scorer(made(("floor",), ("1",), 1), (1, 0), (1, 2))
    scorer.search(4)
    assert scorer.calls == 1  # after `floor`, and that is the longest equation there is


def test_scores_that_are_no_numbers_end_the_search():
    grammar = made(("+", "-"), ("1",), 2)
    rules = grammar.rules(torch.ones(2, 1, dtype=torch.bool))
    first = torch.zeros(2, 1, 4)
    first[0] = torch.nan
    seen = []

    def advance(parent, token):
        seen.append(token)
        return first.expand(-1, parent.shape[1], -1)

    tokens, totals = beam_search(rules, first, advance, 2)
    assert len(seen) <= grammar.longest
    found = grammar.derivations(tokens, totals)
    assert not found[0]
    assert found[1]


def test_rows():
    values = torch.arange(12).view(2, 3, 2)
    parent = torch.tensor([[2, 2], [0, 1]])
    assert rows(values, parent).tolist() == [[[4, 5], [4, 5]], [[6, 7], [8, 9]]]
    one = values[:, :1]
    assert rows(one, torch.zeros(2, 1, dtype=torch.long)) is one
