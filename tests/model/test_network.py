"""The network on tiny random encoders of four families."""

from fractions import Fraction

import pytest
import torch

from cantor.equation import Const, Equation, Num, Ref, Step
from cantor.model import ModelError, new_model
from cantor.problem import Problem
from helpers.tiny import BASE, FAMILIES, PROBLEMS, batch_of, encoder_folder, run, tensors, three_place

B, L, C, N = len(PROBLEMS), BASE["graph_size"], len(BASE["constants"]), 3


@pytest.mark.parametrize("family", FAMILIES)
def test_shapes_and_probabilities(make, family):
    model, tokenizer = make(family)
    graph = run(model, tokenizer, PROBLEMS)
    assert graph.operator.shape == (B, L, 4)
    assert graph.operand.shape == (B, 2, L, L + C + N)
    assert graph.root.shape == (B, L)
    for scores in (graph.operator, graph.operand, graph.root):
        torch.testing.assert_close(scores.exp().sum(-1), torch.ones(scores.shape[:-1]))


@pytest.mark.parametrize("family", FAMILIES)
def test_no_vertex_takes_itself_or_a_later_one_or_a_number_that_is_not_there(make, family):
    graph = run(*make(family), problems=PROBLEMS)
    among = graph.operand[..., :L]
    for j in range(L):
        assert among[:, :, j, j:].eq(-torch.inf).all()
        assert among[:, :, j, :j].isfinite().all()
    for b, problem in enumerate(PROBLEMS):
        numbers = graph.operand[b, ..., L + C :]
        assert numbers[..., : len(problem.numbers)].isfinite().all()
        assert numbers[..., len(problem.numbers) :].eq(-torch.inf).all()


@pytest.mark.parametrize("family", FAMILIES)
def test_alone_as_in_a_batch(make, family):
    model, tokenizer = make(family)
    together = run(model, tokenizer, PROBLEMS)
    for b, problem in enumerate(PROBLEMS):
        alone = run(model, tokenizer, [problem])
        quantities = alone.operand.shape[-1]
        same = {"rtol": 0, "atol": 1e-5}
        torch.testing.assert_close(alone.operator[0], together.operator[b], **same)
        torch.testing.assert_close(alone.operand[0], together.operand[b, ..., :quantities], **same)
        torch.testing.assert_close(alone.root[0], together.root[b], **same)


def test_positions_once_are_positions_per_problem(make):
    model, tokenizer = make()
    model.eval()
    tokens, mask, *_ = tensors(PROBLEMS, tokenizer, model.config)
    with torch.no_grad():
        text = model.encoder(input_ids=tokens, attention_mask=mask.long()).last_hidden_state
        once = model.decoder(text, mask)
        v = model.decoder.positions.expand(B, -1, -1)
        for block in model.decoder.blocks:
            v = block(v, text, mask)
        torch.testing.assert_close(once, model.decoder.norm(v), rtol=0, atol=1e-6)


def test_the_first_self_attention_sees_a_batch_of_one(make):
    model, tokenizer = make()
    seen = []
    for block in model.decoder.blocks:
        block.self_attention.register_forward_hook(lambda _, arguments, __: seen.append(len(arguments[0])))
    run(model, tokenizer, PROBLEMS)
    assert seen == [1, B]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("more", [{}, {"number_mark": True, "answerability": True, "adapter": True}])
def test_gradient_reaches_every_parameter(make, family, more):
    model, tokenizer = make(family, **more)
    graph = model.train().score(batch_of(PROBLEMS, tokenizer, model.config))
    loss = graph.operator.sum() + graph.operand.clamp(min=-99).sum() + graph.root.square().sum()
    (loss + graph.operator.square().sum() + graph.operand.clamp(min=-99).square().sum()).backward()
    for name, parameter in model.named_parameters():
        assert parameter.grad is not None, name
        assert parameter.grad.isfinite().all(), name
        # a softmax does not change with a constant added to all its inputs, such as a key's bias
        assert parameter.grad.abs().sum() > 0 or name.endswith("bias"), name


def test_a_root_or_none(make):
    model, tokenizer = make(answerability=True)
    graph = run(model, tokenizer, PROBLEMS)
    assert graph.unanswerable.shape == (B,)
    torch.testing.assert_close(graph.root.exp().sum(-1) + graph.unanswerable.exp(), torch.ones(B))


def test_numbers_are_marked(make):
    """The mark changes what is read of a text with numbers, and nothing of one without."""
    plain, tokenizer = make()
    model, _ = make(number_mark=True)
    model.load_state_dict(plain.state_dict() | {"number_mark": torch.zeros(model.size)})
    bare = [Problem.from_text("Nothing here is a number at all.")]
    batches = [batch_of(some, tokenizer, model.config) for some in (PROBLEMS, bare)]
    with torch.no_grad():
        before = [plain.eval().encode(batch) for batch in batches]
        torch.testing.assert_close([model.eval().encode(batch) for batch in batches], before)
        torch.nn.init.normal_(model.number_mark)  # a constant would be lost in the layer norm
        marked, same = (model.encode(batch) for batch in batches)
    assert not torch.allclose(marked, before[0])
    torch.testing.assert_close(same, before[1])


def test_an_operator_of_three_places_fits_end_to_end(make):
    fused = three_place()
    model, tokenizer = make(operators=("+", fused))
    assert model.config.max_arity == 3
    graph = run(model, tokenizer, PROBLEMS[3:])
    assert graph.operand.shape[1] == 3
    one = Equation([Step("+", (Num(0), Num(1))), Step(fused, (Ref(0), Num(2), Const(Fraction(100))))])
    assert graph.log_prob([one]).isfinite().all()
    graph.operator[:, :, 1] = 0.0  # every vertex is that operator now
    (decoded,) = graph.decoded()
    assert {step.operator for step in decoded.steps} == {fused}
    assert {len(step.operands) for step in decoded.steps} == {3}
    (best,) = graph.greedy()
    assert best.try_execute(PROBLEMS[3].values) is not None


def test_too_few_places_are_refused(make):
    with pytest.raises(ModelError, match="3 operands, but max_arity is 2"):
        make(operators=(three_place(),), max_arity=2)


@pytest.mark.parametrize("constants", [(), ("1", "2")])
def test_no_numbers_at_all(make, constants):
    model, tokenizer = make(constants=constants)
    problem = Problem.from_text("Nothing here is a number at all.")
    assert not problem.numbers
    graph = model.train().score(batch_of([problem], tokenizer, model.config))
    assert graph.operand.shape[-1] == L + len(constants)
    assert not graph.operand.isnan().any()
    graph.operand.clamp(min=-99).sum().backward()
    assert all(p.grad is None or p.grad.isfinite().all() for p in model.parameters())
    (equation,) = graph.greedy()
    value = equation.try_execute(problem.values)
    if constants:
        assert not equation.numbers
    else:
        assert value is None  # with nothing to compute on there is no value, and no crash


def test_heads_must_divide_the_hidden_size(make):
    with pytest.raises(ModelError, match=r"decoder_heads is 3.*hidden size 16.*1, 2, 4"):
        make(decoder_heads=3)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"operators": ("+", "gadget")}, "unknown operator 'gadget'"),
        ({"operators": ()}, "at least one operator"),
        ({"constants": ("one",)}, "vocabulary"),
        ({"constants": ("1/2", "0.5")}, "twice"),
        ({"graph_size": 0}, "graph_size is 0"),
        ({"dropout": 1.0}, "dropout"),
        ({"number_input": "word"}, "number_input"),
        ({"max_tokens": 2}, "max_tokens"),
    ],
)
def test_settings_that_cannot_be(make, settings, words):
    with pytest.raises(ModelError, match=words):
        make(**settings)


@pytest.mark.parametrize("family", FAMILIES)
def test_texts_at_the_encoders_limit(tmp_path, family):
    folder = encoder_folder(family, tmp_path / family, positions=20)
    model, tokenizer = new_model(str(folder), **BASE)
    limit = 20 - 2 * (family in ("roberta", "mpnet"))  # those count positions from the padding id + 1
    assert model.config.max_tokens == limit
    text = "Tom had 12 apples " + "and ate 5 " * 30
    long = Problem.from_text(text)
    tokens, mask, _, number_mask = tensors([long, PROBLEMS[2]], tokenizer, model.config)
    assert tokens.shape[1] == limit
    whole = tokenizer.encode(text).ids
    first = (limit - 2) // 2
    assert tokens[0].tolist() == [*whole[: 1 + first], *whole[first + 1 - limit :]]  # its middle is left out
    assert mask[0].all()
    assert number_mask[0, 0]
    assert not number_mask[0, 15]  # its token was left out
    graph = run(model, tokenizer, [long, PROBLEMS[2]])
    assert graph.operator.isfinite().all()
    cut = graph.operand[0, ..., L + C :][..., ~number_mask[0]]
    assert cut.eq(-torch.inf).all()


@pytest.mark.parametrize("family", ["roberta", "mpnet"])
def test_positions_count_from_the_padding_token(make, family):
    model, tokenizer = make(family)
    tokens, mask, *_ = tensors(PROBLEMS, tokenizer, model.config)
    pad = model.config.encoder["pad_token_id"]
    assert pad == tokenizer.token_to_id("<pad>")
    assert tokens[~mask].eq(pad).all()
    seen = []
    model.encoder.embeddings.position_embeddings.register_forward_hook(lambda _, x, __: seen.append(x[0]))
    run(model, tokenizer, PROBLEMS)
    (positions,) = seen
    expected = torch.where(mask, mask.cumsum(1) + pad, pad)
    assert positions.tolist() == expected.tolist()


def test_max_tokens_below_the_limit_is_kept(make):
    assert make(max_tokens=9)[0].config.max_tokens == 9


def test_placeholders_and_pooling(make):
    for number_input in ("text", "placeholder"):
        for pooling in ("mean", "first"):
            model, tokenizer = make(number_input=number_input, number_pooling=pooling)
            _, _, weights, number_mask = tensors(PROBLEMS, tokenizer, model.config)
            torch.testing.assert_close(weights.sum(-1), number_mask.float())
            if pooling == "first":
                assert weights.max() == 1
            assert run(model, tokenizer, PROBLEMS).root.isfinite().all()
