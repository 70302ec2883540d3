"""Models without torch: the same probabilities, the same answers, and folders that are what was written."""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from tiny import FAMILIES, PROBLEMS, by_torch, three_place

from cantor.evaluation.parity import in_memory, largest_difference
from cantor.model import ModelError, folder
from cantor.model.export import Exported
from cantor.model.onnx_graph import quantised
from cantor.problem import Problem
from cantor.solver.choosing import choose
from cantor.solver.decoding import decode
from cantor.solver.runtime import Runtime
from cantor.solver.session import Meanwhile, start_session

LONG = Problem.from_text(
    "Tom had 12 apples. " + "He ate a lot. " * 40 + "He ate 5. How many apples are left?"
)
NOTHING = Problem.from_text("Nothing here is a number at all.")


def answers(model, scores, problems):
    known = model.config.vocabulary
    graphs = decode(known.operators, known.constants, *scores)
    return [[a.value for a in choose(g, p, 3)] for g, p in zip(graphs, problems, strict=True)]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"predicts_length": True},
        {"number_input": "placeholder", "number_pooling": "first", "constants": ()},
        {"decoder_layers": 1, "graph_size": 1},
        {"decoder_layers": 3, "operators": ("+", three_place())},
    ],
)
def test_the_same_as_torch(make, family, settings):
    model, tokenizer = make(family, **settings)
    runtime = in_memory(Exported.of(model, tokenizer), threads=1)
    for problems in ([*PROBLEMS, LONG], PROBLEMS[:1], [NOTHING], [LONG, NOTHING]):
        expected = by_torch(model, tokenizer, problems)
        found = runtime.scores(problems)
        for a, b in zip(found, expected, strict=True):
            assert a.shape == b.shape
            assert a.dtype == np.float32
            assert (np.isneginf(a) == np.isneginf(b)).all()
            assert not np.isnan(a).any()
        assert largest_difference(found, expected) < 2e-6
        assert answers(model, found, problems) == answers(model, expected, problems)


@pytest.mark.parametrize("family", ["bert", "mpnet"])
@pytest.mark.parametrize(("bits", "difference"), [("float16", 0.001), ("int8", 0.02), ("int4", 0.15)])
def test_quantised_is_near_and_smaller(make, family, bits, difference):
    model, tokenizer = make(family)
    whole, small = (Exported.of(model, tokenizer, kind) for kind in ("none", bits))
    assert small.config.quantisation == bits
    assert sum(_stored(small.content)) < 0.6 * sum(_stored(whole.content))
    found, expected = (in_memory(each, threads=1).scores(PROBLEMS) for each in (small, whole))
    assert 0 < largest_difference(found, expected) < difference


def _stored(content: bytes) -> list[int]:
    import onnx

    return [len(weight.raw_data) for weight in onnx.load_from_string(content).graph.initializer]


@pytest.mark.parametrize("bits", ["none", "float16", "int8", "int4"])
def test_no_problem_sees_another(make, bits):
    """Not even through its rounding: a scale for the whole batch would do that."""
    runtime = in_memory(Exported.of(*make(), bits), threads=1)
    loud = Problem.from_text("7 " * 20 + "boxes of 100 teams cost $3.50?")
    together = runtime.scores([*PROBLEMS, loud])
    for b, problem in enumerate(PROBLEMS):
        operator, operand, root = runtime.scores([problem])
        count = operand.shape[-1]
        np.testing.assert_allclose(operator[0], together[0][b], atol=2e-5)
        np.testing.assert_allclose(operand[0], together[1][b, ..., :count], atol=2e-5)
        np.testing.assert_allclose(root[0], together[2][b], atol=2e-5)


def test_rows_that_cannot_be_cut_into_blocks_stay_whole(make, monkeypatch):
    monkeypatch.setattr("cantor.model.onnx_graph._BLOCKS", (7,))
    model, tokenizer = make()
    found = in_memory(Exported.of(model, tokenizer, "int4"), threads=1).scores(PROBLEMS)
    assert largest_difference(found, by_torch(model, tokenizer, PROBLEMS)) < 2e-6


@pytest.mark.parametrize("bits", [4, 7, 8])
def test_rounding(bits):
    draw = np.random.default_rng(0)
    weight = draw.normal(size=(5, 64)).astype(np.float32)
    weight[1] = 0
    weight[2, 3] = -9
    codes, scales = quantised(weight, bits, 32)
    assert codes.shape == (5, 2, 32)
    assert codes.min() == -(2 ** (bits - 1))
    assert codes.max() <= 2 ** (bits - 1) - 1
    again = (codes * scales[..., None]).reshape(weight.shape)
    assert (again[1] == 0).all()
    assert again[2, 3] == pytest.approx(-9)  # the furthest from zero is exact
    # half a step, or one where the top of the range is one step short of the bottom
    assert (np.abs(again - weight).reshape(codes.shape) <= np.abs(scales[..., None]) * 1.001).all()


def test_constants_are_folded(make):
    """The first self-attention is the same for every problem, so it is not in the graph."""
    import onnx

    model, tokenizer = make(decoder_layers=2)
    graph = onnx.load_from_string(Exported.of(model, tokenizer).content).graph
    names = [node.name for node in graph.node if node.op_type == "MultiHeadAttention"]
    assert [name for name in names if "among" in name] == ["decoder.1.among.attention"]
    assert [name for name in names if "over" in name] == [
        "decoder.0.over.attention",
        "decoder.1.over.attention",
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"model_type": "albert"}, "family 'albert' cannot be exported; train on one of bert, roberta"),
        ({"hidden_act": "relu"}, "activation is 'relu'; only gelu"),
    ],
)
def test_encoders_that_cannot_be_exported(make, change, words):
    model, tokenizer = make()
    model.config.encoder.update(change)
    with pytest.raises(ModelError, match=words):
        Exported.of(model, tokenizer)


def test_a_quantisation_that_is_not_there(make):
    with pytest.raises(
        ModelError, match="no quantisation 'int2'; it must be one of none, float16, int8, int4"
    ):
        Exported.of(*make(), "int2")


# On disk


@pytest.fixture
def saved(make, tmp_path) -> Path:
    Exported.of(*make(trained={"recipe": "toy"}), "int8").save(tmp_path / "model")
    return tmp_path / "model"


def sealed(model: Path) -> None:
    hashes = {name: folder.sha256(model / name) for name in folder.hashed_files(folder.GRAPH)}
    (model / "sha256.json").write_text(json.dumps(hashes))


def test_a_folder_comes_back(make, saved):
    assert {path.name for path in saved.iterdir()} == {
        "model.onnx",
        "config.json",
        "tokenizer.json",
        "README.md",
        "sha256.json",
    }
    runtime = Runtime.load(saved, threads=1)
    assert runtime.config.quantisation == "int8"
    assert runtime.identity
    assert [len(graph.steps) for graph in runtime.think(PROBLEMS)] == [7] * len(PROBLEMS)
    card = (saved / "README.md").read_text()
    assert "| Weights | int8 |" in card
    assert "Solver.from_pretrained" in card


@pytest.mark.parametrize("name", ["model.onnx", "config.json", "tokenizer.json", "sha256.json"])
def test_a_missing_file(saved, name):
    (saved / name).unlink()
    with pytest.raises(ModelError, match=re.escape(f"{name} is missing")):
        Runtime.load(saved)


@pytest.mark.parametrize("name", ["model.onnx", "config.json", "tokenizer.json", "sha256.json"])
@pytest.mark.parametrize("part", [0.0, 0.5, 0.97])
def test_a_flipped_bit(saved, name, part):
    content = bytearray((saved / name).read_bytes())
    content[int(len(content) * part)] ^= 1
    (saved / name).write_bytes(content)
    with pytest.raises(ModelError, match=r"damaged|sha256 differs|vocabulary|must|format"):
        Runtime.load(saved)


@pytest.mark.parametrize("name", ["model.onnx", "config.json", "tokenizer.json"])
@pytest.mark.parametrize("part", [0.0, 0.5])
def test_a_truncated_file(saved, name, part):
    content = (saved / name).read_bytes()
    (saved / name).write_bytes(content[: int(len(content) * part)])
    with pytest.raises(ModelError, match=r"damaged|sha256 differs"):
        Runtime.load(saved)


def changed(model: Path, **settings) -> None:
    config = json.loads((model / "config.json").read_text())
    (model / "config.json").write_text(json.dumps({**config, **settings}))
    sealed(model)


def test_another_version(saved):
    changed(saved, format_version=99)
    with pytest.raises(ModelError, match="format 99, this cantor reads format 1"):
        Runtime.load(saved)


@pytest.mark.parametrize(
    "settings", [{"graph_size": 9}, {"operators": ["+"]}, {"places": 3}, {"calibration": [[1]]}]
)
def test_a_config_of_another_model(saved, settings):
    changed(saved, **settings)
    with pytest.raises(ModelError, match=r"does not fit|damaged"):
        Runtime.load(saved)


def test_sealed_rubbish(saved):
    (saved / "model.onnx").write_bytes(b"rubbish")
    sealed(saved)
    with pytest.raises(ModelError, match="onnxruntime cannot load it"):
        Runtime.load(saved)


def test_the_one_kind_of_model_for_the_other(make, saved, tmp_path):
    from cantor.model import from_pretrained, save_pretrained

    save_pretrained(*make(), tmp_path / "trained")
    with pytest.raises(ModelError, match="run: cantor export"):
        Runtime.load(tmp_path / "trained")
    with pytest.raises(ModelError, match="the one that it was exported from"):
        from_pretrained(saved)


def test_needs_no_torch(saved, tmp_path):
    """Where importing torch raises, a problem is solved all the same."""
    for name in ("torch", "transformers", "onnx", "scipy", "safetensors", "rich"):
        (tmp_path / f"{name}.py").write_text(f"raise ImportError('{name} was imported')")
    code = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
from cantor.solver import Solver, Solution
solution = Solver.from_pretrained({str(saved)!r}).solve("Tom had 12 apples and ate 5. How many are left?")
assert isinstance(solution, Solution)
print(len(solution.to_dict()["graph"]["vertices"]), solution.svg()[:4])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.stdout == "7 <svg\n", done.stderr


def test_a_graph_that_nobody_improved_says_the_same(saved):
    starting = Meanwhile(lambda: start_session(saved / "model.onnx", once=True))
    once, often = Runtime.load(saved, starting=starting), Runtime.load(saved)
    assert largest_difference(once.scores(PROBLEMS), often.scores(PROBLEMS)) < 1e-5


def test_one_thread_is_enough(saved):
    runtime = Runtime.load(saved, threads=1)
    assert runtime.session.get_session_options().intra_op_num_threads == 1
    assert torch.get_num_threads() == 1
