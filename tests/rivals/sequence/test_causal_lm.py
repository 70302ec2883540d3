"""The causal language model: any family, wherever its padding stands, and what is no such model."""

import pytest
import torch

from cantor.equation import Equation, Num, Ref, Step
from cantor.model import ModelError, new_model
from cantor.problem import Problem
from helpers import slow_decoders
from helpers.tiny import BASE, FAMILIES, PROBLEMS, encoder_folder
from helpers.written import batch_of, causal_folder, losses, shaken, slow_loss, solved

LONG = Equation([Step("+", (Num(0), Num(1))), *(Step("-", (Ref(i), Num(1))) for i in range(6))])


@pytest.fixture(scope="module")
def causal(tmp_path_factory):
    """causal(family, **settings) -> (model, tokenizer)"""
    root = tmp_path_factory.mktemp("causal")
    folders = {family: causal_folder(root / family, family) for family in ("gpt2", "llama", "mistral")}

    def made(family, **settings):
        torch.manual_seed(2)
        model, tokenizer = new_model(str(folders[family]), system="causal-lm", **{**BASE, **settings})
        return model.double().eval(), tokenizer

    return made


@pytest.mark.parametrize("family", ["gpt2", "llama", "mistral"])
@torch.no_grad()
def test_as_if_problem_and_equation_were_one_text(causal, family):
    """Mistral here looks back over 6 places: padding among them would change what it sees."""
    model, tokenizer = causal(family)
    problems = [problem for problem in PROBLEMS if problem.numbers]
    found = losses(model, tokenizer, [solved(problem, LONG) for problem in problems])
    for problem, loss in zip(problems, found.tolist(), strict=True):
        tokens = model.grammar.write(LONG, [True] * len(problem.numbers))
        scores = slow_decoders.scores(model, tokenizer, problem, tokens)
        assert loss == pytest.approx(slow_loss(model.grammar, len(problem.numbers), tokens, scores), abs=1e-6)


@pytest.mark.parametrize("family", ["gpt2", "llama", "mistral"])
@torch.no_grad()
def test_one_token_at_a_time_as_all_at_once(causal, family):
    model, tokenizer = causal(family)
    shaken(model, 4, 0.5)
    batch = batch_of(model, tokenizer, PROBLEMS)
    for problem, found in zip(PROBLEMS, model.beam_search(model.encode(batch), batch, 3), strict=True):
        again = -losses(model, tokenizer, [solved(problem, d.equation) for d in found])
        assert again.tolist() == pytest.approx([d.score for d in found], abs=1e-6)


@torch.no_grad()
def test_the_tokenizer_has_no_padding_and_none_is_needed(causal):
    model, tokenizer = causal("gpt2")
    assert model.config.encoder.get("pad_token_id") is None
    batch = batch_of(model, tokenizer, PROBLEMS)
    assert not batch.token_mask.all()
    text = model.encode(batch)
    # nor does it matter what stands there
    batch.tokens[~batch.token_mask] = -1
    torch.testing.assert_close(model.encode(batch), text)


@pytest.mark.parametrize("texts", [[""], ["", PROBLEMS[0].text]])
@torch.no_grad()
def test_a_text_of_no_tokens(causal, texts):
    model, tokenizer = causal("gpt2", constants=("1",))
    batch = batch_of(model, tokenizer, [Problem.from_text(text) for text in texts])
    found = model.beam_search(model.encode(batch), batch, 1)
    assert all(found)
    assert not found[0][0].equation.numbers


@torch.no_grad()
def test_a_problem_is_read_once(causal):
    model, tokenizer = causal("gpt2")
    batch = batch_of(model, tokenizer, PROBLEMS)
    seen = []
    model.encoder.register_forward_pre_hook(
        lambda _, __, given: seen.append("input_ids" in given), with_kwargs=True
    )
    text = model.encode(batch)
    model.beam_search(text, batch, 1)
    assert seen.count(True) == 1
    assert len(seen) > 1
    assert text.shape[-1] == 16 + 2 * 2 * 16  # hidden, and keys and values of two layers


def test_positions_are_left_for_the_equation(causal):
    model, _ = causal("gpt2", graph_size=20)
    assert model.config.max_tokens == 128 - 41
    assert causal("gpt2", max_tokens=9)[0].config.max_tokens == 9
    with pytest.raises(
        ModelError, match=r"129 tokens; that leaves no room .* 128 positions.* smaller graph_size"
    ):
        causal("gpt2", graph_size=64)


@torch.no_grad()
def test_a_problem_as_long_as_can_be(causal):
    model, tokenizer = causal("gpt2", graph_size=20, operators=("+", "-"))
    problem = Problem.from_text("Sam has 2 dogs. " + "Many cats are here. " * 40)
    batch = batch_of(model, tokenizer, [problem])
    assert batch.tokens.shape[1] == 128 - 41
    # whatever comes, an operator is likelier as long as one is allowed: the longest equation there is
    model.pointer.forward = lambda hidden, table: (
        (torch.arange(table.shape[1]) < 2).float().expand(*hidden.shape[:3], -1)
    )
    ((found,),) = model.beam_search(model.encode(batch), batch, 1)
    assert len(found.equation) == 20


@pytest.mark.parametrize("family", FAMILIES)
def test_a_model_that_reads_both_ways_is_refused(tmp_path, family):
    folder = encoder_folder(family, tmp_path / family)
    with pytest.raises(ModelError, match=f"'{family}' cannot; give a causal language model"):
        new_model(str(folder), system="causal-lm", **BASE)


def test_the_table_is_as_large_as_the_model_is_used_to(causal):
    model, _ = causal("gpt2")
    used = float(model.encoder.get_input_embeddings().weight.detach().std())
    for learned in (model.embeddings.learned, model.embeddings.start):
        assert float(learned.detach().std()) == pytest.approx(used, rel=0.5)
    assert model.embeddings.norm.weight.tolist() == pytest.approx([used] * 16)
