"""Exported models trained again: the weights of the graph, back in a network that computes the same."""

import onnx
import pytest
import torch

from cantor.data.named import examples
from cantor.evaluation.parity import in_memory, largest_difference, parity
from cantor.model import ModelError, save_pretrained
from cantor.model.files import CONFIG, GRAPH
from cantor.model.onnx.export import Exported
from cantor.model.onnx.load import load_onnx, trainable
from cantor.problem import Problem
from cantor.thought.answering import Answering
from helpers.tiny import FAMILIES, PROBLEMS, batch_of, by_torch, three_place

LONG = Problem.from_text("Tom had 12 apples. " + "He ate a lot. " * 8 + "He ate 5. How many are left?")


@pytest.fixture
def shaken(make):
    """make(), with no weight at the value that it would have before training."""

    def made(family="bert", **settings):
        model, tokenizer = make(family, **settings)
        torch.manual_seed(3)
        with torch.no_grad():
            for weight in model.parameters():
                weight += 0.1 * torch.randn_like(weight)
        return model, tokenizer

    return made


def computed(model, tokenizer):
    return by_torch(model, tokenizer, [*PROBLEMS, LONG])


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"number_mark": True, "answerability": True},
        {"number_input": "placeholder", "constants": ()},
        {"decoder_layers": 1, "graph_size": 1},
        {"decoder_layers": 3, "graph_size": 40, "operators": ("+", three_place())},  # more vertices than d
    ],
)
def test_the_same_as_before_it_was_exported(shaken, tmp_path, family, settings):
    model, tokenizer = shaken(family, **settings)
    Exported.of(model, tokenizer).save(tmp_path)
    assert largest_difference(computed(*load_onnx(tmp_path)), computed(model, tokenizer)) < 1e-5


@pytest.mark.parametrize("family", ["bert", "mpnet"])
@pytest.mark.parametrize("bits", ["float16", "int8", "int4"])
def test_rounded_weights_come_back_and_round_to_the_same(shaken, tmp_path, family, bits):
    first = Exported.of(*shaken(family), quantisation=bits)
    first.save(tmp_path)
    second = Exported.of(*load_onnx(tmp_path), bits)
    found, expected = (in_memory(each, threads=1).scores([*PROBLEMS, LONG]) for each in (second, first))
    assert largest_difference(found, expected) < 1e-5


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("bits", ["none", "float16", "int8", "int4"])
def test_every_weight_under_its_own_name(shaken, tmp_path, family, bits):
    model, tokenizer = shaken(family, number_mark=True, answerability=True)
    Exported.of(model, tokenizer, bits).save(tmp_path)
    again, _ = load_onnx(tmp_path)
    found, expected = again.state_dict(), model.state_dict()
    assert found.keys() == expected.keys()
    steps = {"none": 0, "float16": 1e-3, "int8": 2**-6, "int4": 2**-2}[bits]
    for name, weight in expected.items():
        assert (found[name] - weight).abs().max() <= steps * weight.abs().max(), name


def test_a_file_without_one_of_the_weights(shaken, tmp_path):
    """Whatever else its graph may compute."""
    model, tokenizer = shaken()
    exported = Exported.of(model, tokenizer)
    file = onnx.load_from_string(exported.content)
    weight = next(w for w in file.graph.initializer if w.name == "decoder.norm.bias")
    weight.name = "somebody else's"
    exported.content = file.SerializeToString()
    exported.save(tmp_path)
    with pytest.raises(ModelError, match=r"does not fit config.json .*decoder\.norm\.bias"):
        load_onnx(tmp_path)


def test_learns_again(shaken, tmp_path):
    Exported.of(*shaken(), quantisation="int8").save(tmp_path)
    model, tokenizer = load_onnx(tmp_path)
    inputs = batch_of(PROBLEMS, tokenizer, model.config)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for _ in range(3):
        graph = model.score(inputs)
        loss = -(graph.operator[:, 2, 0] + graph.operand[:, :, 2, 8].sum(-1) + graph.root[:, 2]).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[0] > losses[1] > losses[2]
    # also the self-attention that onnxruntime computes but once
    assert all(p.grad is not None for p in model.decoder.blocks[0].self_attention.parameters())
    assert model.decoder.blocks[0].self_attention.value.weight.grad.any()


def test_takes_a_model_as_it_was_trained_too(make, tmp_path):
    model, tokenizer = make()
    save_pretrained(model, tokenizer, tmp_path)
    assert largest_difference(computed(*trainable(tmp_path)), computed(model, tokenizer)) == 0


def test_the_embedded_model_by_its_name(tmp_path):
    model, tokenizer = trainable("default")
    again = Exported.of(model, tokenizer, "int8")
    found = parity(model, [again], examples(["synthetic:120:4"], "reader"), Answering())["runtimes"]
    assert found["int8"]["same_answers"] > 0.95
    assert found["torch"]["value_accuracy"] > 0.7  # of problems like those that it learned from


def test_refuses_a_graph_that_is_not_the_configuration_s(make, tmp_path, monkeypatch):
    Exported.of(*make()).save(tmp_path)
    config = tmp_path / CONFIG
    config.write_text(config.read_text().replace('"decoder_layers": 2', '"decoder_layers": 3'))
    with pytest.raises(ModelError, match="sha256 differs"):
        load_onnx(tmp_path)
    monkeypatch.setattr("cantor.model.onnx.load.check_hashes", lambda *_: "")
    with pytest.raises(ModelError, match=f"{GRAPH}: does not fit"):
        load_onnx(tmp_path)
