"""Programs: what an equation becomes for the mapping algorithms, and that it still means the same."""

from fractions import Fraction
from random import Random

import pytest
import torch
from hypothesis import given, settings

from cantor.data.load import load
from cantor.equation import Builder, Const, Equation, EquationError, Num, Ref, Step
from cantor.mapping import NotInVocabulary, Program, Vocabulary, collate, program
from cantor.mapping.program import NONE, written_out
from helpers.drawn import WORDS, drawn_program, equation, equation_of, seeds


def check(p: Program) -> None:
    """Blocks are contiguous, every step is the child of one, and scopes hold all uses of their step."""
    assert sorted(c for children in p.children for c in children) == list(range(len(p) - 1))
    for i, children in enumerate(p.children):
        assert p.start[i] == (p.start[children[0]] if children else i)
        follows = [*(p.start[child] for child in children[1:]), i]  # the next block, at last the step itself
        assert [child + 1 for child in children] == follows * bool(children)
    for k in range(len(p)):
        users = [i for i, row in enumerate(p.ref) if k in row]
        crossing = [i for i in users if k not in p.children[i]]
        assert p.opens[k] == bool(crossing)
        if crossing:
            end = next(i for i in range(max(users), len(p)) if p.start[i] <= k)
            assert p.closes[end]
            assert all(p.scope_of[i] == k for i in (*users, end))


@settings(max_examples=150)
@given(seed=seeds)
def test_a_program_means_what_the_equation_means(seed: int) -> None:
    rng = Random(seed)
    made = equation(rng, rng.randint(1, 7), rng.choice([0.0, 0.2, 0.5]))
    p = program(made, WORDS)
    check(p)
    assert equation_of(p).unshared() == made.unshared()
    numbers = [Fraction(rng.randint(1, 50), rng.randint(1, 9)) for _ in range(3)]
    assert equation_of(p).try_execute(numbers) == made.try_execute(numbers)


@settings(max_examples=60)
@given(seed=seeds)
def test_writing_out_one_step(seed: int) -> None:
    made = equation(Random(seed), 6, 0.5)
    for step in made.reused:
        written = written_out(made, step)
        assert written.unshared() == made.unshared()
        assert len(written) > len(made)


def test_two_steps_open_at_a_time_become_one() -> None:
    make = Builder()
    k = make.add("+", Num(0), Num(1))
    m = make.add("*", k, Num(2))
    made = make.build(make.add("-", make.add("/", m, k), m))
    p = program(made, WORDS)
    assert len(made) == 4
    assert len(p) == 5  # k, the smaller one, is written twice
    assert sum(p.opens) == 1


@settings(max_examples=30)
@given(seed=seeds)
def test_padding_can_be_undone(seed: int) -> None:
    programs = [drawn_program(Random(seed + i), 7) for i in range(4)]
    batch = collate(programs)
    assert batch.each == tuple(programs)
    assert batch.active.sum(1).tolist() == list(map(len, programs))
    for row, p in enumerate(programs):
        padded = (batch.operator, batch.leaf, batch.ref)
        for values, wanted in zip(padded, (p.operator, p.leaf, p.ref), strict=True):
            assert values[row, : len(p)].tolist() == torch.tensor(wanted).tolist()
    assert (batch.ref[~batch.active] == NONE).all()


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (Equation([Step("**", (Num(0), Num(1)))]), "does not know the operator '\\*\\*'"),
        (Equation([Step("+", (Num(0), Const(Fraction(7))))]), "does not know the constant 7"),
        (Equation([], Num(0)), "an equation without steps has no program"),
    ],
)
def test_refusals(made: Equation, message: str) -> None:
    with pytest.raises(EquationError, match=message):
        program(made, WORDS)


def test_more_operands_than_places() -> None:
    with pytest.raises(NotInVocabulary, match="takes 2 operands, the model has 1 places"):
        program(Equation([Step("+", (Num(0), Num(1)))]), WORDS, places=1)


@pytest.mark.real_data
def test_mathqa() -> None:
    """All filtered test problems: 253 with real reuse, 45 of them of two steps or more."""
    equations = [e.equation for e in load("mathqa-filtered", "test").examples if e.equation is not None]
    assert len(equations) == 1605
    operators = tuple(sorted({symbol for e in equations for symbol in e.operators}))
    words = Vocabulary(operators, tuple(sorted({c for e in equations for c in e.constants})))
    real, several, one_at_a_time = 0, 0, 0
    for made in equations:
        made = made.post_order()
        p = program(made, words)
        check(p)
        assert equation_of(p, words).unshared() == made.unshared()
        shared = [k for k in made.reused if sum(Ref(k) in step.operands for step in made.steps) > 1]
        real += len(shared) > 0
        several += len(shared) > 1
        one_at_a_time += len(shared) > 0 and len(p) == len(made)
    # 218 if the step where one scope ends and another goes on is not counted as having two open
    assert (real, several, one_at_a_time) == (253, 45, 209)
