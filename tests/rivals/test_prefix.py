"""Equations as prefix tokens, and the rules that keep them equations."""

from fractions import Fraction

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from cantor.equation import CORE, Const, Equation, Num, Ref, Step
from cantor.model import ModelConfig
from cantor.rivals.prefix import NONE, Grammar, Sequences, log_probabilities
from helpers.strategies import COUNT, graphs
from helpers.tiny import three_place
from helpers.written import all_sequences, next_tokens

HALF = Fraction(1, 2)
ALL = [True] * COUNT


def grammar(operators=("+", "-"), constants=("1/2",), graph_size=2, max_arity=3):
    return Grammar(ModelConfig(operators, constants, graph_size=graph_size, max_arity=max_arity))


def test_written_and_read_by_hand():
    known = grammar(("+", "floor", three_place()), ("1", "1/2"), 3)
    # words: + floor fused | 1 1/2 | n0 n1
    equation = Equation(
        [Step("floor", (Num(1),)), Step("+", (Num(0), Const(HALF))), Step("fused", (Ref(1), Ref(0), Num(1)))]
    )
    tokens = (2, 0, 5, 4, 1, 6, 6)
    assert known.write(equation, [True, True]) == tokens
    assert known.read(tokens) == equation.post_order()
    assert known.longest == 1 + 3 * 3


def test_a_reused_step_is_written_once_per_use():
    known = grammar(("+", "*"), (), 3)
    reused = Equation([Step("+", (Num(0), Num(1))), Step("*", (Ref(0), Ref(0)))])
    assert known.write(reused, [True, True]) == (1, 0, 2, 3, 0, 2, 3)
    assert known.read((1, 0, 2, 3, 0, 2, 3)) == reused.unshared()
    assert grammar(("+", "*"), (), 2).write(reused, [True, True]) is None  # 3 steps when written out


def test_what_would_take_for_ever_to_write_out_is_refused_at_once():
    steps = [Step("+", (Num(0), Num(0)))]
    steps += [Step("+", (Ref(i), Ref(i))) for i in range(900)]
    assert grammar(graph_size=60).write(Equation(steps), [True]) is None


@pytest.mark.parametrize(
    "equation",
    [
        Equation([Step("*", (Num(0), Num(1)))]),  # an operator that is not known
        Equation([Step("+", (Num(0), Const(Fraction(3))))]),  # a constant that is not known
        Equation([Step("+", (Num(0), Num(2)))]),  # a number that the problem does not have
        Equation([Step("+", (Num(0), Num(1)))]),  # a number that truncation cut off
        Equation([], Num(0)),  # no step
    ],
)
def test_what_cannot_be_said(equation):
    assert grammar().write(equation, [True, False]) is None


@given(graphs(symbols=(*CORE, "floor"), max_steps=6))
def test_round_trip(equation):
    constants = tuple(str(value) for value in equation.constants)
    known = grammar((*CORE, "floor"), constants, 64)
    tokens = known.write(equation, ALL)
    if isinstance(equation.root, Ref):
        assert known.read(tokens) == equation.unshared()
    else:
        assert tokens is None


SMALL = [
    (("+", "-"), ("1/2",), 2),
    (("+",), (), 3),
    (("floor", "+"), ("1",), 2),
    (("floor",), (), 3),
]


@pytest.mark.parametrize(("operators", "constants", "graph_size"), SMALL)
@pytest.mark.parametrize("numbers", [0, 1, 2])
def test_the_rules_lead_to_all_equations_and_nothing_else(operators, constants, graph_size, numbers):
    known = grammar(operators, constants, graph_size)
    rules = known.rules(torch.ones(1, numbers, dtype=torch.bool))
    found, todo = [], [((), 1, 0)]
    while todo:
        tokens, open, steps = todo.pop()
        allowed = rules.allowed(torch.tensor([open]), torch.tensor([steps]))[0].nonzero()[:, 0].tolist()
        if not open:
            assert not allowed
            found.append(tokens)
            continue
        assert allowed or not (tokens or constants or numbers)  # no way leads nowhere
        if constants or numbers:
            assert allowed == next_tokens(known, numbers, tokens)
        for token in allowed:
            opened, stepped = rules.change(torch.tensor(token))
            todo.append(((*tokens, token), open + int(opened), steps + int(stepped)))
    assert sorted(found) == sorted(all_sequences(known, numbers))
    assert all(known.write(known.read(tokens), [True] * numbers) == tokens for tokens in found)
    assert max(map(len, found), default=0) <= known.longest


@given(st.lists(st.integers(0, 4), max_size=7))
def test_what_can_be_read_is_what_can_be_written(tokens):
    known = grammar()  # + - | 1/2 | n0 n1
    assert (known.read(tokens) is not None) == (tuple(tokens) in ALL_SMALL)


ALL_SMALL = set(all_sequences(grammar(), 2))


def test_a_number_that_is_not_there_is_never_allowed():
    rules = grammar().rules(torch.tensor([[True, False, True], [False, False, False]]))
    open, steps = torch.ones(2, 1, dtype=torch.long), torch.ones(2, 1, dtype=torch.long)
    assert rules.allowed(open, steps)[:, 0].tolist() == [
        [True, True, True, True, False, True],
        [True, True, True, False, False, False],
    ]


def test_nothing_to_calculate_with():
    rules = grammar(constants=()).rules(torch.tensor([[False], [True]]))
    open, steps = torch.ones(2, 1, dtype=torch.long), torch.zeros(2, 1, dtype=torch.long)
    assert rules.allowed(open, steps).any(-1).tolist() == [[False], [True]]


def test_before_each_place_of_whole_sequences():
    known = grammar()
    rules = known.rules(torch.ones(1, 2, dtype=torch.bool))
    sequences = sorted(ALL_SMALL)
    longest = max(map(len, sequences))
    padded = torch.tensor([[[*s, *[NONE] * (longest - len(s))] for s in sequences]])
    allowed = rules.allowed_before(padded)[0]
    for row, tokens in enumerate(sequences):
        for i in range(longest):
            expected = next_tokens(known, 2, tokens[:i]) if i < len(tokens) else []
            assert allowed[row, i].nonzero()[:, 0].tolist() == expected


def test_log_probabilities_of_what_is_allowed():
    scores = torch.tensor([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0], [-1e30, 9e9, -1e30]], requires_grad=True)
    allowed = torch.tensor([[True, False, True], [False, False, False], [True, False, True]])
    found = log_probabilities(scores, allowed)
    expected = torch.tensor([1.0, 3.0]).log_softmax(0)
    torch.testing.assert_close(found[0, [0, 2]], expected)
    assert found[~allowed].eq(-torch.inf).all()
    torch.testing.assert_close(found[2, [0, 2]].exp(), torch.tensor([0.5, 0.5]))
    found.clamp(min=-99).sum().backward()
    assert scores.grad.isfinite().all()


def test_log_probabilities_of_half_precision_are_not_half():
    scores = torch.randn(3, 5).half()
    found = log_probabilities(scores, torch.ones(3, 5, dtype=torch.bool))
    assert found.dtype == torch.float32
    torch.testing.assert_close(found, scores.float().log_softmax(-1))
    nothing = log_probabilities(scores, torch.zeros(3, 5, dtype=torch.bool))
    assert nothing.eq(-torch.inf).all()


def test_totals_leave_out_what_is_not_there():
    tokens = torch.tensor([[[1, 0], [1, NONE], [NONE, NONE]]])
    log_p = torch.log(torch.tensor([0.25, 0.75])).expand(1, 3, 2, 2)
    total = Sequences(tokens).total(log_p)[0].exp()
    torch.testing.assert_close(total, torch.tensor([0.75 * 0.25, 0.75, 0.0]))
