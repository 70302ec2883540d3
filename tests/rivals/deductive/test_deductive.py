"""The deductive reasoner beside a slow one that looks at one pair after another."""

import math
from fractions import Fraction
from itertools import product

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from cantor.equation import Const, Equation, Num, Ref, Step, agrees, operator
from cantor.model import ModelConfig, ModelError
from cantor.problem import Problem
from cantor.rivals.deductive import reasoner
from cantor.rivals.deductive.actions import STOP, Actions, pair_count
from helpers.tiny import PROBLEMS, three_place
from helpers.written import batch_of, losses, shaken, solved

TOM, BOXES, _, TEAMS = PROBLEMS
SMALL = {"operators": ("+", "-"), "constants": ("1",), "graph_size": 2}
MIXED = {"operators": ("-", "floor", "+"), "constants": ("1", "1/2"), "graph_size": 5}
ONE = Const(Fraction(1))
REUSING = Equation(
    [
        Step("-", (Num(1), Num(0))),
        Step("floor", (Ref(0),)),
        Step("+", (Ref(1), Ref(0))),
        Step("-", (Ref(2), Ref(2))),
        Step("+", (ONE, Ref(3))),
    ]
)


class Slow:
    """One problem, one pair after another, from the formulas."""

    def __init__(self, model, tokenizer, problem):
        batch = batch_of(model, tokenizer, [problem])
        self.model = model
        self.known = [*model.constants, *(batch.pooling[0] @ model.encode(batch)[0])]
        self.names = [Const(Fraction(c)) for c in model.config.constants]
        self.names += [Num(i) for i in range(len(problem.numbers))]

    def expression(self, kind, a, b):
        """relu(W_op [a, b, a * b])"""
        model, size = self.model, len(a)
        rows = slice(kind * size, (kind + 1) * size)
        weight = torch.cat([layer.weight[rows] for layer in (model.first, model.second, model.product)], 1)
        return torch.relu(weight @ torch.cat([a, b, a * b]) + model.first.bias[rows])

    def scores(self, known):
        """Of every step that can be taken, as (operator, operand, operand, stop)."""
        found = {}
        worth = [float(self.model.worth.weight[0] @ q) for q in known]
        for kind, symbol in enumerate(self.model.config.operators):
            for i, j in product(range(len(known)), repeat=2):
                about = operator(symbol)
                if (about.arity == 1 and i != j) or (about.commutative and i > j):
                    continue
                verdict = self.model.verdict(self.expression(kind, known[i], known[j]))
                for stop in (0, 1):
                    found[kind, i, j, stop] = float(verdict[stop]) + worth[i] + worth[j]
        return found

    def after(self, known, kind, i, j):
        """The quantities when a step has been taken, by the library's own gated recurrent unit."""
        size = len(known[0])
        gate = nn.GRUCell(size, size)
        gate.weight_ih, gate.bias_ih = self.model.news.weight, self.model.news.bias
        gate.weight_hh, gate.bias_hh = self.model.held.weight, self.model.held.bias
        made = self.model.norm(self.expression(kind, known[i], known[j]))
        return [*(gate(made[None], q[None])[0] for q in known), made]

    def all_ways(self):
        """Every derivation there is: its steps, and its log-probability."""
        todo = [((), self.known, self.names, 0.0)]
        while todo:
            steps, known, names, total = todo.pop()
            scores = self.scores(known)
            if len(steps) + 1 == self.model.config.graph_size:
                scores = {move: score for move, score in scores.items() if move[-1]}
            whole = math.log(sum(map(math.exp, scores.values())))
            for (kind, i, j, stop), score in scores.items():
                symbol = self.model.config.operators[kind]
                operands = (names[i], names[j])[: operator(symbol).arity]
                taken = (*steps, Step(symbol, operands))
                if stop:
                    yield Equation(taken), total + score - whole
                else:
                    known_then = self.after(known, kind, i, j)
                    todo.append((taken, known_then, [*names, Ref(len(steps))], total + score - whole))

    def loss(self, equation):
        """-log P of an equation whose steps are in post-order."""
        known, names, total = self.known, self.names, 0.0
        for done, step in enumerate(equation.steps, start=1):
            kind = self.model.config.operators.index(step.operator)
            places = [names.index(operand) for operand in step.operands]
            places = sorted(places) if operator(step.operator).commutative else places
            i, j = (places * 2)[:2]
            scores = self.scores(known)
            if done == self.model.config.graph_size:
                scores = {move: score for move, score in scores.items() if move[-1]}
            total += math.log(sum(map(math.exp, scores.values())))
            total -= scores[kind, i, j, int(done == len(equation))]
            known, names = self.after(known, kind, i, j), [*names, Ref(done - 1)]
        return total


@torch.no_grad()
def test_the_loss_is_that_of_the_slow_one(make):
    model, tokenizer = make("deductive", **MIXED)
    shaken(model, 3, 0.3)
    short = Equation([Step("-", (Num(0), Num(1)))])
    items = [solved(TOM, REUSING), solved(BOXES, short), solved(TEAMS, REUSING)]
    found = losses(model, tokenizer, items).tolist()
    slow = [Slow(model, tokenizer, item.problem).loss(item.equations[0]) for item in items]
    assert found == pytest.approx(slow, abs=1e-6)


@torch.no_grad()
def test_the_loss_by_hand_where_all_is_equally_likely(make):
    model, tokenizer = make("deductive", **SMALL)
    for parameter in (model.verdict.weight, model.verdict.bias, model.worth.weight):
        parameter.zero_()
    step = Equation([Step("-", (Num(1), Num(0)))])
    nested = Equation([Step("+", (Num(0), Num(1))), Step("-", (ONE, Ref(0)))])
    found = losses(model, tokenizer, [solved(TOM, step), solved(TOM, nested)]).tolist()
    # of 3 quantities: 6 sums and 9 differences, each going on or stopping; of 4 then 10 and 16, all stopping
    assert found[0] == pytest.approx(math.log(15 * 2), abs=1e-6)
    assert found[1] == pytest.approx(math.log(15 * 2 * 26), abs=1e-6)


@pytest.mark.parametrize(
    "vocabulary", [SMALL, {"operators": ("floor", "-"), "constants": (), "graph_size": 2}]
)
@torch.no_grad()
def test_a_beam_as_wide_as_all_there_is_finds_everything(make, vocabulary):
    model, tokenizer = make("deductive", **vocabulary)
    shaken(model, 5, 0.3)
    problems = [TOM, Problem.from_text("Ann has 3 hats.")]
    batch = batch_of(model, tokenizer, problems)
    for problem, found in zip(problems, model.beam_search(model.encode(batch), batch, 1000), strict=True):
        every = dict(Slow(model, tokenizer, problem).all_ways())
        assert sum(math.exp(score) for score in every.values()) == pytest.approx(1, abs=1e-6)
        assert {d.equation for d in found} == set(every)
        assert found[0].equation == max(every, key=every.get)
        assert [d.score for d in found] == pytest.approx([every[d.equation] for d in found], abs=1e-6)


@torch.no_grad()
def test_greedy_takes_the_likeliest_step_each_time(make):
    model, tokenizer = make("deductive", **MIXED)
    lengths = set()
    for seed in range(5):
        shaken(model, seed, 0.4)
        batch = batch_of(model, tokenizer, [TOM])
        ((found,),) = model.beam_search(model.encode(batch), batch, 1)
        slow = Slow(model, tokenizer, TOM)
        known, total, steps = slow.known, 0.0, []
        names = slow.names
        while True:
            scores = slow.scores(known)
            if len(steps) + 1 == model.config.graph_size:
                scores = {move: score for move, score in scores.items() if move[-1]}
            kind, i, j, stop = best = max(scores, key=scores.get)
            total += scores[best] - math.log(sum(map(math.exp, scores.values())))
            symbol = model.config.operators[kind]
            steps.append(Step(symbol, (names[i], names[j])[: operator(symbol).arity]))
            if stop:
                break
            known, names = slow.after(known, kind, i, j), [*names, Ref(len(steps) - 1)]
        assert found.equation == Equation(steps)
        assert found.score == pytest.approx(total, abs=1e-6)
        lengths.add(len(steps))
    assert len(lengths) > 1  # or the test shows little


def test_pieces_of_pairs_give_the_same_and_the_same_gradient(make, monkeypatch):
    model, tokenizer = make("deductive", **MIXED)
    items = [solved(TOM, REUSING), solved(BOXES, REUSING), solved(TEAMS, REUSING)]
    gradients = []
    for piece in (2**20, 1):  # all rows at once; one by one, computed again for the gradient
        monkeypatch.setattr(reasoner, "_PIECE", piece)
        model.zero_grad()
        loss = losses(model, tokenizer, items).sum()
        loss.backward()
        gradients.append([loss.detach(), *(p.grad for p in model.parameters())])
    torch.testing.assert_close(*gradients)


def test_equations_that_begin_alike_share_their_states(make):
    model, tokenizer = make("deductive", **SMALL | {"graph_size": 4})
    plus = Step("+", (Num(0), Num(1)))
    equations = [
        Equation([plus]),
        Equation([plus, Step("-", (Ref(0), ONE))]),
        Equation([plus, Step("-", (Ref(0), ONE)), Step("-", (Ref(1), Num(0)))]),
        Equation([Step("+", (Num(1), Num(0))), Step("-", (Num(0), Ref(0)))]),
        Equation([Step("-", (Num(1), Num(0))), Step("-", (Ref(0), Ref(0)))]),
    ]
    batch = batch_of(model, tokenizer, [TOM, BOXES])
    found = model.targets([solved(TOM, *equations), solved(BOXES, equations[0])], batch)
    assert found.problems.tolist() == [0, 1]
    assert [len(stage.rows) for stage in found.stages] == [2, 1, 0]  # n0 + n1 and n1 - n0; that - 1
    assert [len(stage.owner) for stage in found.stages] == [2, 3, 1]
    rows = []
    scores = model._scores
    model._scores = lambda quantities: rows.append(len(quantities)) or scores(quantities)
    model.targets_loss(model.encode(batch), batch, found)
    assert rows == [2, 2, 1]


@torch.no_grad()
def test_what_is_finished_costs_nothing_more(make):
    """One that stops at once leaves the batch to those that go on to the end."""
    model, tokenizer = make("deductive", **SMALL | {"graph_size": 4})
    numberless = Problem.from_text("No number here.")
    model.worth.weight.zero_()
    batch = batch_of(model, tokenizer, [numberless, TOM, TOM])
    rows = []
    scores = model._scores

    def counted(quantities):
        rows.append(len(quantities))
        found = scores(quantities).zero_()
        stops = 1.0 if len(rows) == 1 else -1.0  # the first problem stops at its first step
        found[0, :, :, STOP] += stops
        found[1:, :, :, STOP] -= 1.0
        return found

    model._scores = counted
    found = model.beam_search(model.encode(batch), batch, 1)
    assert rows == [3, 2, 2, 2]
    assert [len(d.equation) for (d,) in found] == [1, 4, 4]


def test_operators_of_three_operands_are_refused(make):
    with pytest.raises(ModelError, match=r"joins pairs.*'fused' takes 3 operands; leave it out"):
        make("deductive", operators=("+", three_place()))


# Moves


def moves(operators=("+", "-", "floor"), constants=("1", "1/2"), graph_size=6):
    return Actions(ModelConfig(operators, constants, graph_size=graph_size))


def test_moves_by_hand():
    known = moves(("+", "-"), ("1",))
    # quantities 1 n0 n1: pairs 11 1n0 n0n0 1n1 n0n1 n1n1; directions + - and - backwards
    assert known.write(Equation([Step("+", (Num(1), Num(0)))]), [True, True], 3) == (2 * 4 + STOP,)
    assert known.write(Equation([Step("-", (Num(1), Num(0)))]), [True, True], 3) == (2 * (12 + 4) + STOP,)
    two = Equation([Step("-", (ONE, Num(1))), Step("-", (Ref(0), Num(0)))])
    assert known.write(two, [True, True], 3) == (2 * (6 + 3), 2 * (20 + 7) + STOP)
    assert known.read((2 * (6 + 3), 2 * (20 + 7) + STOP), 3) == two


@pytest.mark.parametrize(
    "equation",
    [
        Equation([Step("*", (Num(0), Num(1)))]),  # an operator that is not known
        Equation([Step("+", (Num(0), Const(Fraction(3))))]),  # a constant that is not known
        Equation([Step("+", (Num(0), Num(2)))]),  # a number that the problem does not have
        Equation([Step("+", (Num(0), Num(1)))]),  # a number that truncation cut off
        Equation([], Num(0)),  # no step
        Equation([Step("+", (Num(0), Num(0))), *(Step("floor", (Ref(i),)) for i in range(6))]),  # too long
    ],
)
def test_moves_that_cannot_be_made(equation):
    assert moves().write(equation, [True, False], 4) is None


@given(st.data())
def test_moves_round_trip(data):
    """Whatever moves are made, reading them and writing what they mean gives them again."""
    known, numbers = moves(), 2
    count = len(known.constants) + numbers
    made = []
    for i in range(data.draw(st.integers(1, 5))):
        allowed = known.allowed(torch.ones(1, count + i, dtype=torch.bool))[0].flatten()
        choices = allowed.nonzero()[:, 0].tolist()
        # one of + and floor: a direction and a pair; - has two directions, the second without doubles
        pairs = pair_count(count + i)
        assert len(choices) == pairs + (2 * pairs - count - i) + (count + i)
        made.append(2 * data.draw(st.sampled_from(choices)))
    made[-1] += STOP
    equation = known.read(made, count)
    assert len(equation) == len(made)
    assert equation.numbers <= set(range(numbers))
    for i, step in enumerate(equation.steps):  # the tensors mean what the equation says
        kind, first, second = known.meaning(torch.tensor([made[i]]), count + i)
        names = [*map(Const, known.constants), *map(Num, range(numbers)), *map(Ref, range(i))]
        assert step.operator == known.operators[int(kind)]
        assert step.operands == (names[int(first)], names[int(second)])[: len(step.operands)]
    ordered = equation.post_order()
    again = known.read(known.write(ordered, [True] * numbers, count), count)
    assert agrees(again, ordered, numbers)
    assert len(again) == len(ordered)
    if equation == ordered:
        assert known.write(equation, [True] * numbers, count) == tuple(made)
