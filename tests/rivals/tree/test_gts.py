"""The goal-driven tree decoder beside a slow one that follows each tree by itself, node by node."""

import math
from fractions import Fraction

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.equation import Const, Equation, Num, Ref, Step
from cantor.problem import Problem
from cantor.rivals.tree.tree_batch import NO_CELL, plant
from helpers.tiny import PROBLEMS, three_place
from helpers.written import all_sequences, batch_of, losses, next_tokens, shaken, solved

TOM, BOXES, _, TEAMS = PROBLEMS
TREES = ("gts", "graph2tree")
SMALL = {"operators": ("+", "-"), "constants": ("1",), "graph_size": 2}
FUSED = three_place()
#: Operators of one, two and three operands, so that each kind of sub-tree stands left of something.
MIXED = {"operators": ("-", "floor", FUSED), "constants": ("1",), "graph_size": 7}
WILD = Equation(
    [
        Step("floor", (Num(0),)),
        Step("-", (Num(1), Ref(0))),
        Step(FUSED, (Ref(1), Const(Fraction(1)), Num(0))),
        Step("floor", (Ref(2),)),
        Step("-", (Num(0), Num(1))),
        Step("floor", (Num(1),)),
        Step(FUSED, (Ref(3), Ref(4), Ref(5))),
    ]
)


class Slow:
    """One problem, one tree, one node after another, from the formulas."""

    def __init__(self, model, tokenizer, problem):
        batch = batch_of(model, tokenizer, [problem])
        self.model, self.text = model, model.see(model.encode(batch), batch)[0]
        self.embedded = [*model.symbols, *(batch.pooling[0] @ self.text)]
        self.count = len(problem.numbers)

    def gated(self, unit, *parts):
        x = torch.cat(parts)
        size = len(x) // len(parts)
        upper, lower = unit.both.weight[:size] @ x, unit.both.weight[size:] @ x
        return torch.sigmoid(upper + unit.both.bias[:size]) * torch.tanh(lower + unit.both.bias[size:])

    def context(self, goal):
        wanted = self.model.want.weight @ goal
        match = [float(wanted @ (self.model.key.weight @ t)) / math.sqrt(len(goal)) for t in self.text]
        weights = [math.exp(m - max(match)) for m in match]
        return sum(w * t for w, t in zip(weights, self.text, strict=True)) / sum(weights)

    def loss(self, tokens):
        """-log P of tokens in prefix order."""
        self.tokens, self.at, self.total = tokens, 0, 0.0
        self.visit(self.text.mean(0))
        assert self.at == len(tokens)
        return self.total

    def visit(self, goal):
        """Decode the node that comes next; its sub-tree's embedding."""
        model, token = self.model, self.tokens[self.at]
        context = self.context(goal)
        query = torch.tanh(model.query.weight @ torch.cat([goal, context]) + model.query.bias)
        score = [float(query @ (model.offer.weight @ e)) / math.sqrt(len(goal)) for e in self.embedded]
        may = next_tokens(model.grammar, self.count, self.tokens[: self.at])
        self.total += math.log(sum(math.exp(score[other]) for other in may)) - score[token]
        self.at += 1
        if token >= len(model.grammar.operators):
            return self.embedded[token]
        operator, finished = self.embedded[token], None
        for place in range(model.grammar.arity[token]):
            parts = [self.gated(model.split[place], goal, context, operator)]
            below = self.visit(self.gated(model.goal[place], *parts, *[finished][:place]))
            finished = self.gated(model.merge, finished, below, operator) if place else below
        if model.grammar.arity[token] == 1:
            finished = self.gated(model.merge, finished, torch.zeros_like(goal), operator)
        return finished


@pytest.mark.parametrize("system", TREES)
@torch.no_grad()
def test_the_loss_is_that_of_the_slow_decoder(make, system):
    model, tokenizer = make(system, **MIXED)
    shaken(model, 3, 0.3)
    problems, equations = [TOM, TEAMS, BOXES], [WILD, Equation([Step("-", (Num(1), Num(0)))]), WILD]
    items = [solved(p, e) for p, e in zip(problems, equations, strict=True)]
    found = losses(model, tokenizer, items).tolist()
    for item, loss in zip(items, found, strict=True):
        tokens = model.grammar.write(item.equations[0], [True] * len(item.problem.numbers))
        assert loss == pytest.approx(Slow(model, tokenizer, item.problem).loss(tokens), abs=1e-6)


@torch.no_grad()
def test_decoding_is_that_of_the_slow_decoder(make):
    model, tokenizer = make("gts", **MIXED)
    seen = set()
    for seed in range(6):
        shaken(model, seed, 0.4)
        batch = batch_of(model, tokenizer, [TOM, BOXES])
        for problem, mine in zip((TOM, BOXES), model.beam_search(model.encode(batch), batch, 2), strict=True):
            for derivation in mine:
                tokens = model.grammar.write(derivation.equation, [True] * len(problem.numbers))
                slow = Slow(model, tokenizer, problem).loss(tokens)
                assert derivation.score == pytest.approx(-slow, abs=1e-6)
                seen |= derivation.equation.operators
    assert seen == {"-", "floor", FUSED}  # or the test shows little


@torch.no_grad()
def test_the_loss_by_hand_where_all_is_equally_likely(make):
    model, tokenizer = make("gts", **SMALL)
    model.offer.weight.zero_()
    step = Equation([Step("+", (Num(0), Num(1)))])
    nested = Equation([Step("+", (Num(0), Num(1))), Step("-", (Const(Fraction(1)), Ref(0)))])
    found = losses(model, tokenizer, [solved(TOM, step), solved(TOM, nested)]).tolist()
    # one of 2 operators; 2 operators, 1 constant and 2 numbers; from the second operator on no third
    assert found[0] == pytest.approx(math.log(2 * 5 * 5), abs=1e-6)
    assert found[1] == pytest.approx(math.log(2 * 5 * 5 * 3 * 3), abs=1e-6)


@pytest.mark.parametrize("system", TREES)
@torch.no_grad()
def test_a_beam_as_wide_as_all_there_is_finds_the_best(make, system):
    model, tokenizer = make(system, **SMALL)
    shaken(model, 5, 0.4)
    problems = [TOM, Problem.from_text("Ann has 3 hats.")]
    batch = batch_of(model, tokenizer, problems)
    for problem, found in zip(problems, model.beam_search(model.encode(batch), batch, 300), strict=True):
        every = [model.grammar.read(tokens) for tokens in all_sequences(model.grammar, len(problem.numbers))]
        assert {d.equation for d in found} == set(every)
        assert sum(math.exp(d.score) for d in found) == pytest.approx(1, abs=1e-6)
        best = -losses(model, tokenizer, [solved(problem, equation) for equation in every])
        assert found[0].equation == every[int(best.argmax())]
        assert [d.score for d in found] == pytest.approx(best.sort(descending=True)[0].tolist(), abs=1e-6)


# The forest


def tree(draw, arity, leaves, most):
    """Prefix tokens of a random tree of at least one and about `most` steps."""
    tokens, open = [], 1
    while open:
        steps = sum(token < len(arity) for token in tokens)
        leaf = steps > 0 and (steps >= most or draw(st.booleans()))
        token = draw(st.sampled_from(leaves if leaf else range(len(arity))))
        tokens.append(token)
        open += (0 if leaf else arity[token]) - 1
    return tuple(tokens)


@settings(max_examples=60)
@given(st.data())
def test_a_forest_is_its_trees(data):
    """From its levels and cells, every tree and every sub-tree left of a node can be told again."""
    arity, leaves = [2, 1, 3], range(3, 7)
    trees = [
        [tree(data.draw, arity, leaves, 5) for _ in range(data.draw(st.integers(0, 3)))] for _ in range(3)
    ]
    forest = plant(trees, arity, torch.device("cpu"))
    flat = [tokens for written in trees for tokens in written]
    assert forest.owner.tolist() == [problem for problem, written in enumerate(trees) for _ in written]
    # cells as nested tuples
    cells = [None, *((int(p), int(t)) for p, t in zip(forest.leaf_problem, forest.leaf_token, strict=True))]
    for row in forest.merges:
        columns = (row.operator.tolist(), row.left.tolist(), row.right.tolist())
        cells += [(f, cells[left], cells[right]) for f, left, right in zip(*columns, strict=True)]
    nodes = {}  # (tree, path) -> (token, steps, cell before)
    above = []
    for level in forest.levels:
        assert sum(level.at_place) == len(level.token)
        places = [place for place, count in enumerate(level.at_place) for _ in range(count)]
        assert len({*zip(level.problem.tolist(), level.slot.tolist(), strict=True)}) == len(level.slot)
        paths = []
        for i, place in enumerate(places):
            number = int(level.tree[i])
            path = (*above[int(level.parent[i])][1], place) if above else ()
            assert not above or above[int(level.parent[i])][0] == number
            assert forest.owner[number] == level.problem[i]
            paths.append((number, path))
            nodes[number, path] = (int(level.token[i]), int(level.steps[i]), cells[int(level.before[i])])
        above = paths
    expected = {}
    for number, tokens in enumerate(flat):
        expect(expected, arity, tokens, number, int(forest.owner[number]))
    assert nodes == expected
    assert cells[NO_CELL] is None


def expect(expected, arity, tokens, number, problem):
    """Write down each node of a tree, and what stands left of it, by plain recursion."""
    at = 0

    def visit(path, before):
        nonlocal at
        token = tokens[at]
        expected[number, path] = (token, sum(t < len(arity) for t in tokens[:at]), before)
        at += 1
        if token >= len(arity):
            return (problem, token)
        finished = None
        for place in range(arity[token]):
            below = visit((*path, place), finished)
            finished = (token, finished, below) if place else below
        return (token, finished, None) if arity[token] == 1 else finished

    visit((), None)


def test_no_embedding_is_made_that_nobody_asks_for():
    # n0 - (n1 - (n2 - n3)): only the leaves to the left of something
    forest = plant([[(0, 3, 0, 4, 0, 5, 6)]], [2, 1, 3], torch.device("cpu"))
    assert forest.leaf_token.tolist() == [5, 4, 3]
    assert forest.merges == []
    assert len(forest.levels) == 4
