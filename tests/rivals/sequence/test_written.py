"""The systems that write prefix tokens: seq-lstm, seq-transformer, causal-lm, and vanilla-nar."""

import math
from fractions import Fraction

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.data.named import examples
from cantor.data.synthetic import write
from cantor.equation import Const, Equation, Num, Ref, Step
from cantor.model import ModelError, new_model
from cantor.problem import Problem
from cantor.training.batches import prepare, vocabulary
from cantor.training.recipe import DataRecipe
from helpers import slow_decoders
from helpers.tiny import PROBLEMS, three_place
from helpers.toy_runs import tiny_encoder
from helpers.written import (
    SEQUENTIAL,
    WRITERS,
    all_sequences,
    batch_of,
    causal_folder,
    losses,
    overfit,
    shaken,
    slow_loss,
    solved,
)

TOM, BOXES, NOTHING, TEAMS = PROBLEMS
PLUS = Equation([Step("+", (Num(0), Num(1)))])
MORE = Equation(
    [Step("-", (Num(0), Num(1))), Step("*", (Ref(0), Const(Fraction(100)))), Step("/", (Num(1), Ref(1)))]
)
SMALL = {"operators": ("+", "-"), "constants": ("1",), "graph_size": 2}


def sequence_loss(model, tokenizer, problem, tokens):
    """-log P by the slow decoder."""
    scores = slow_decoders.scores(model, tokenizer, problem, tokens)
    if model.config.system != "vanilla-nar":
        return slow_loss(model.grammar, len(problem.numbers), tokens, scores)
    text = model.encode(batch_of(model, tokenizer, [problem]))
    length = model.length(text[0, 0]).softmax(0)[len(tokens) - 1]
    each = scores.softmax(-1)
    return -math.log(length) - sum(math.log(each[i, token]) for i, token in enumerate(tokens))


@pytest.mark.parametrize("system", WRITERS)
@torch.no_grad()
def test_the_loss_is_that_of_the_slow_decoder(make, system):
    model, tokenizer = make(system)
    items = [solved(TOM, PLUS), solved(BOXES, MORE), solved(TEAMS, MORE), solved(TEAMS, PLUS)]
    found = losses(model, tokenizer, items)
    for item, loss in zip(items, found.tolist(), strict=True):
        tokens = model.grammar.write(item.equations[0], [True] * len(item.problem.numbers))
        assert loss == pytest.approx(sequence_loss(model, tokenizer, item.problem, tokens), abs=1e-6)


@pytest.mark.parametrize("system", SEQUENTIAL)
@torch.no_grad()
def test_the_loss_by_hand_where_all_is_equally_likely(make, system):
    model, tokenizer = make(system, **SMALL)
    model.pointer.query.weight.zero_()
    step, nested = PLUS, Equation([Step("+", (Num(0), Num(1))), Step("-", (Const(Fraction(1)), Ref(0)))])
    found = losses(model, tokenizer, [solved(TOM, step), solved(TOM, nested)]).tolist()
    # one of 2 operators; 2 operators, 1 constant and 2 numbers; from the second operator on no third
    assert found[0] == pytest.approx(math.log(2 * 5 * 5), abs=1e-6)
    assert found[1] == pytest.approx(math.log(2 * 5 * 5 * 3 * 3), abs=1e-6)


@torch.no_grad()
def test_the_loss_by_hand_of_vanilla_nar(make):
    model, tokenizer = make("vanilla-nar", **SMALL)
    for parameter in (model.pointer.query.weight, model.length.weight, model.length.bias):
        parameter.zero_()
    (found,) = losses(model, tokenizer, [solved(TOM, PLUS)]).tolist()
    # one of 5 lengths, then 3 times one of 2 operators, 1 constant and 2 numbers: nothing rules any out
    assert found == pytest.approx(math.log(5 * 5**3), abs=1e-6)


@pytest.mark.parametrize("system", SEQUENTIAL)
@torch.no_grad()
def test_the_probabilities_of_all_equations_add_up_to_one(make, system):
    model, tokenizer = make(system, **SMALL)
    shaken(model, 3, 0.5)
    every = [model.grammar.read(tokens) for tokens in all_sequences(model.grammar, 2)]
    assert len(every) == 18 + 216
    items = [solved(TOM, *every), *(solved(TOM, equation) for equation in every[::40])]
    found = losses(model, tokenizer, items)
    assert float(found[0]) == pytest.approx(0, abs=1e-6)
    assert found[1:].gt(0.1).all()


@pytest.mark.parametrize("system", WRITERS)
@torch.no_grad()
def test_several_equations_are_added_up_each_once(make, system):
    model, tokenizer = make(system)
    unknown = Equation([Step("+", (Num(0), Const(Fraction(7))))])
    reused = Equation([Step("+", (Num(0), Num(1))), Step("+", (Ref(0), Ref(0)))])
    alone = losses(model, tokenizer, [solved(TOM, e) for e in (PLUS, MORE, reused)])
    # what cannot be said counts for nothing; a graph and its tree are one sequence
    items = [solved(TOM, PLUS, unknown, MORE, PLUS), solved(TOM, reused.unshared(), reused)]
    found = losses(model, tokenizer, items)
    torch.testing.assert_close(found, torch.stack([-torch.logsumexp(-alone[:2], 0), alone[2]]))


@pytest.mark.parametrize("system", WRITERS)
def test_what_cannot_be_said_is_infinite_and_harms_no_gradient(make, system):
    model, tokenizer = make(system, max_tokens=9)
    many = "and many cats and many mice " * 9
    long = Problem.from_text(f"Sam has 2 dogs {many} and 3 fish {many}.")
    unknown = Equation([Step("+", (Num(0), Const(Fraction(7))))])
    short = Problem.from_text("3 + 5 = ?")
    items = [solved(short, unknown), solved(long, PLUS), solved(short, MORE)]
    found = losses(model.train(), tokenizer, items)
    assert found.isinf().tolist() == [True, True, False]
    found[found.isfinite()].sum().backward()
    gradients = [p.grad for p in model.parameters() if p.grad is not None]
    assert all(gradient.isfinite().all() for gradient in gradients)
    assert any(gradient.abs().sum() > 0 for gradient in gradients)
    nothing = losses(model, tokenizer, [solved(NOTHING, PLUS)])
    assert nothing.isinf().all()


@pytest.mark.parametrize("system", WRITERS)
def test_gradient_reaches_every_parameter_of_the_decoder(make, system):
    model, tokenizer = make(system)
    losses(model.train(), tokenizer, [solved(TOM, PLUS), solved(BOXES, MORE)]).sum().backward()
    for name, parameter in model.named_parameters():
        assert parameter.grad is not None, name
        assert parameter.grad.isfinite().all(), name
        # a softmax does not change with a constant added to all its inputs, such as a key's bias
        assert parameter.grad.abs().sum() > 0 or name.endswith("bias"), name


VOCABULARIES = [
    {"operators": ("+", "-", "*", "/"), "constants": ("1", "1/2"), "graph_size": 3},
    {"operators": ("floor", "-"), "constants": (), "graph_size": 4},
    {"operators": (three_place(), "floor"), "constants": ("2",), "graph_size": 2},
]


@pytest.mark.parametrize("system", WRITERS)
@settings(max_examples=12)
@given(
    chosen=st.sampled_from(range(len(VOCABULARIES))),
    seed=st.integers(0, 10**6),
    scale=st.sampled_from([0.02, 0.3, 3.0]),
    beam=st.integers(1, 5),
)
@torch.no_grad()
def test_whatever_the_weights_derivations_are_equations(made_once, system, chosen, seed, scale, beam):
    model, tokenizer = made_once(system, chosen)
    shaken(model, seed, scale)
    batch = batch_of(model, tokenizer, PROBLEMS)
    found = model.beam_search(model.encode(batch), batch, beam)
    assert len(found) == len(PROBLEMS)
    for problem, mine in zip(PROBLEMS, found, strict=True):
        words = model.config.vocabulary
        solvable = bool(problem.numbers or words.constants)
        assert len(mine) <= beam
        if system != "vanilla-nar":  # which may write what is no equation
            assert bool(mine) == solvable
        assert [d.score for d in mine] == sorted((d.score for d in mine), reverse=True)
        assert len({d.equation for d in mine}) == len(mine)
        for derivation in mine:
            equation = derivation.equation
            assert 1 <= len(equation) <= model.config.graph_size
            assert equation == equation.unshared()  # in post-order, nothing left over
            assert equation.operators <= set(words.operators)
            assert equation.constants <= set(words.constants)
            assert equation.numbers <= set(range(len(problem.numbers)))
            assert derivation.score <= 1e-6
        if mine:  # what it says of itself is what training would say of it
            items = [solved(problem, d.equation) for d in mine]
            scores = [d.score for d in mine]
            assert (-losses(model, tokenizer, items)).tolist() == pytest.approx(scores, abs=1e-6)


@pytest.fixture(scope="module")
def made_once(make):
    known = {}

    def made(system, chosen):
        if (system, chosen) not in known:
            known[system, chosen] = make(system, **VOCABULARIES[chosen], decoder_layers=1)
        return known[system, chosen]

    return made


@pytest.mark.parametrize("system", SEQUENTIAL)
@torch.no_grad()
def test_a_beam_as_wide_as_all_there_is_finds_the_best(make, system):
    model, tokenizer = make(system, **SMALL)
    shaken(model, 5, 0.4)
    problems = [TOM, Problem.from_text("Ann has 3 hats.")]
    batch = batch_of(model, tokenizer, problems)
    for problem, found in zip(problems, model.beam_search(model.encode(batch), batch, 300), strict=True):
        every = [model.grammar.read(tokens) for tokens in all_sequences(model.grammar, len(problem.numbers))]
        assert {d.equation for d in found} == set(every)
        best = -losses(model, tokenizer, [solved(problem, equation) for equation in every])
        assert found[0].equation == every[int(best.argmax())]
        assert [d.score for d in found] == pytest.approx(best.sort(descending=True)[0].tolist(), abs=1e-6)


@torch.no_grad()
def test_vanilla_nar_trying_all_lengths_finds_the_best_of_each(make):
    torch.manual_seed(0)  # else the encoder depends on the tests before
    model, tokenizer = make("vanilla-nar", **SMALL)
    batch = batch_of(model, tokenizer, [TOM])
    text = model.encode(batch)
    count = 0
    for seed in range(30):  # few random weights write anything that is an equation
        shaken(model, seed, 0.4).decoder.positions.mul_(20)
        found = {
            len(model.grammar.write(d.equation, [True] * 2)): d for d in model.beam_search(text, batch, 99)[0]
        }
        count += len(found)
        for length in range(1, model.grammar.longest + 1):
            each = model.tokens(text, batch, torch.tensor([[length]]))[0, 0]
            equation = model.grammar.read(each.argmax(-1).tolist())
            assert (length in found) == (equation is not None)  # no answer, and nothing put in its place
            if equation is not None:
                score = float(model.lengths(text)[0, length - 1] + each.max(-1)[0].sum())
                assert found[length].equation == equation
                assert found[length].score == pytest.approx(score, abs=1e-6)
    assert count


@torch.no_grad()
def test_vanilla_nar_has_no_answer_where_what_it_writes_is_none(make):
    model, tokenizer = make("vanilla-nar", **SMALL)
    model.length.weight.zero_()
    for length, tokens in ((3, "+ + +"), (3, "1 + 1"), (2, "+ 1"), (1, "1"), (3, "+ 1 1")):
        model.length.bias.copy_(torch.arange(1, 6) == length).mul_(20)
        model.decoder.norm.weight.zero_()
        model.decoder.norm.bias.zero_()
        model.tokens = lambda *_, words=tokens: torch.tensor(
            [[[[0.0 if w == word else -9.0 for w in ("+", "-", "1", "n0", "n1")] for word in words.split()]]]
        )
        batch = batch_of(model, tokenizer, [TOM])
        (found,) = model.beam_search(model.encode(batch), batch, 1)
        assert [str(d.equation) for d in found] == (["1 + 1"] if tokens == "+ 1 1" else [])
        graph = model.decode_text(model.encode(batch), batch)[0]
        assert len(graph.steps) == len(found)


@pytest.mark.parametrize("system", WRITERS)
@torch.no_grad()
def test_an_answer_does_not_depend_on_the_batch(make, system):
    model, tokenizer = make(system)
    shaken(model, 11, 0.3)
    batch = batch_of(model, tokenizer, PROBLEMS)
    together = model.beam_search(model.encode(batch), batch, 3)
    items = [solved(problem, MORE) for problem in (TOM, BOXES, TEAMS)]
    torch.testing.assert_close(
        losses(model, tokenizer, items),
        torch.cat([losses(model, tokenizer, [item]) for item in items]),
        rtol=0,
        atol=1e-6,
    )
    for problem, found in zip(PROBLEMS, together, strict=True):
        own = batch_of(model, tokenizer, [problem])
        (alone,) = model.beam_search(model.encode(own), own, 3)
        assert [d.equation for d in alone] == [d.equation for d in found]
        assert [d.score for d in alone] == pytest.approx([d.score for d in found], abs=1e-6)


@pytest.mark.parametrize("system", SEQUENTIAL)
@pytest.mark.parametrize("beam", [1, 3])
@torch.no_grad()
def test_no_token_is_read_twice(make, system, beam):
    model, tokenizer = make(system, operators=("+",), constants=("1",))
    shaken(model, 2, 0.3)
    batch = batch_of(model, tokenizer, PROBLEMS)
    text = model.encode(batch)
    seen, extend = [], model.extend
    model.extend = lambda state, read: seen.append(read.shape[1:3]) or extend(state, read)
    found = model.beam_search(text, batch, beam)
    longest = max(len(model.grammar.write(d.equation, [True] * 3)) for mine in found for d in mine)
    assert {shape[1] for shape in seen} == {1}
    assert max(shape[0] for shape in seen) <= beam
    assert len(seen) == longest  # the start, and all tokens but the last
    again = model.beam_search(text, batch, beam)  # nothing that was kept has been spoilt
    assert again == found


@pytest.mark.parametrize("system", ["seq-transformer", "vanilla-nar"])
def test_heads_that_do_not_fit(make, system):
    with pytest.raises(ModelError, match="decoder_heads is 3"):
        make(system, decoder_heads=3)


@pytest.fixture(scope="module")
def toy_encoders(tmp_path_factory):
    root = tmp_path_factory.mktemp("toy")
    texts = [problem.question for problem in write(400, 9, "toy")]
    torch.manual_seed(0)
    return tiny_encoder(root / "bert"), causal_folder(root / "gpt2", size=32, texts=texts)


@pytest.mark.parametrize("system", WRITERS)
def test_overfits_32_problems(toy_encoders, system):
    recipe = DataRecipe(train=("toy:32:1",), policy="reader")
    found = examples(recipe.train, recipe.policy)
    words = vocabulary(found, recipe)
    items = prepare(found, words, recipe, 8, 2).items
    assert len(items) == 32
    torch.manual_seed(0)
    model, tokenizer = new_model(
        str(toy_encoders[system == "causal-lm"]),
        system=system,
        operators=words.operators,
        constants=tuple(map(str, words.constants)),
        graph_size=8,
        decoder_layers=1,
        decoder_heads=4,
    )
    batch = batch_of(model, tokenizer, [item.problem for item in items])
    targets = model.targets(items, batch)
    overfit(model, batch, targets, rate=3e-3)
    answers = model.beam_search(model.encode(batch), batch, 1)
    values = [
        found[0].equation.try_execute(item.problem.values) for found, item in zip(answers, items, strict=True)
    ]
    assert values == [item.answer for item in items]
