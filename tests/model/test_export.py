"""Models without torch: the same probabilities, the same answers, and folders that are what was written."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from cantor.evaluation.parity import in_memory, largest_difference
from cantor.io.hashing import sha256_of
from cantor.io.threads import Background
from cantor.model import ModelError, folder
from cantor.model.config import AnsweringConfig
from cantor.model.files import GRAPH, TEXT
from cantor.model.onnx.export import Exported
from cantor.model.onnx.quantise import quantised
from cantor.problem import Problem
from cantor.solver.runtime import Runtime
from cantor.solver.session import start_session
from cantor.thought.answering import Answering
from helpers.tiny import FAMILIES, PROBLEMS, batch_of, by_torch, three_place

LONG = Problem.from_text(
    "Tom had 12 apples. " + "He ate a lot. " * 40 + "He ate 5. How many apples are left?"
)
NOTHING = Problem.from_text("Nothing here is a number at all.")


def answers(scores, problems):
    return [[a.value for a in found.ranked] for found in Answering().answers(scores, problems, 3)]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"decoder_layers": 1},
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
        for a, b in zip(found.arrays, expected.arrays, strict=True):
            assert a.shape == b.shape
            assert a.dtype == np.float32
            assert (np.isneginf(a) == np.isneginf(b)).all()
            assert not np.isnan(a).any()
        assert largest_difference(found, expected) < 2e-6
        assert answers(found, problems) == answers(expected, problems)


MARKS = {"number_mark": True, "answerability": True}


@pytest.fixture
def trained(make):
    """make(), with what starts at zero at some value."""

    def made(family="bert", **settings):
        model, tokenizer = make(family, **settings)
        with torch.no_grad():
            for weight in (model.number_mark, model.unanswerable):
                if weight is not None:
                    weight.copy_(torch.randn_like(weight))
        return model, tokenizer

    return made


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(
    "settings",
    [
        {"number_mark": True},
        {"answerability": True},
        MARKS,
        {**MARKS, "decoder_layers": 1, "graph_size": 1, "constants": ()},
    ],
)
def test_marked_numbers_and_refusals(trained, family, settings):
    model, tokenizer = trained(family, **settings)
    runtime = in_memory(Exported.of(model, tokenizer), threads=1)
    for problems in ([*PROBLEMS, LONG], PROBLEMS[:1], [NOTHING], [LONG, NOTHING]):
        found, expected = runtime.scores(problems), by_torch(model, tokenizer, problems)
        assert largest_difference(found, expected) < 2e-6
        assert (found.unanswerable is not None) == model.config.answerability
        if found.unanswerable is not None:
            assert found[0].unanswerable == pytest.approx(expected[0].unanswerable, abs=2e-5)
            total = np.exp(found.unanswerable) + np.exp(found.root).sum(-1)
            assert total == pytest.approx(np.ones(len(problems)), abs=1e-5)


@pytest.mark.parametrize("bits", ["none", "int8"])
def test_the_encoder_s_states_for_whoever_asks(trained, bits):
    model, tokenizer = trained(**MARKS)
    runtime = in_memory(Exported.of(model, tokenizer, bits), threads=1)
    (states,) = runtime.session.run([TEXT], runtime.feed([*PROBLEMS, LONG]))
    with torch.no_grad():
        expected = model.eval().encode(batch_of([*PROBLEMS, LONG], tokenizer, model.config)).numpy()
    assert states.shape == expected.shape
    assert np.abs(states - expected).max() < (1e-5 if bits == "none" else 0.1)


def test_a_mark_and_a_refusal_matter(trained):
    """Else the test above would compare nothing with nothing."""
    plain, (model, tokenizer) = trained()[0], trained(**MARKS)
    found = in_memory(Exported.of(model, tokenizer), threads=1).scores(PROBLEMS)
    assert np.ptp(found.unanswerable) > 0
    expected = in_memory(Exported.of(plain, tokenizer), threads=1).scores(PROBLEMS)
    assert np.abs(found.operator - expected.operator).max() > 0.01


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("bits", ["float16", "int8", "int4"])
def test_marked_numbers_and_refusals_rounded(trained, family, bits):
    model, tokenizer = trained(family, **MARKS)
    found = in_memory(Exported.of(model, tokenizer, bits), threads=1).scores([*PROBLEMS, NOTHING])
    expected = by_torch(model, tokenizer, [*PROBLEMS, NOTHING])
    difference = np.abs(np.exp(found.unanswerable) - np.exp(expected.unanswerable)).max()
    assert difference < (0.2 if bits == "int4" else 0.03)


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
    runtime = in_memory(Exported.of(*make(), quantisation=bits), threads=1)
    loud = Problem.from_text("7 " * 20 + "boxes of 100 teams cost $3.50?")
    together = runtime.scores([*PROBLEMS, loud])
    for b, problem in enumerate(PROBLEMS):
        operator, operand, root = runtime.scores([problem]).arrays
        count = operand.shape[-1]
        np.testing.assert_allclose(operator[0], together.operator[b], atol=2e-5)
        np.testing.assert_allclose(operand[0], together.operand[b, ..., :count], atol=2e-5)
        np.testing.assert_allclose(root[0], together.root[b], atol=2e-5)


def test_rows_that_cannot_be_cut_into_blocks_stay_whole(make, monkeypatch):
    monkeypatch.setattr("cantor.model.onnx.quantise._BLOCKS", (7,))
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


@pytest.mark.parametrize("bits", ["none", "float16", "int8", "int4"])
def test_what_depends_on_no_problem_is_computed_once(make, tmp_path, bits):
    """onnxruntime computes the first self-attention, the same for every problem, as it starts."""
    import onnx
    import onnxruntime

    content = Exported.of(*make(decoder_layers=2), quantisation=bits).content
    options = onnxruntime.SessionOptions()
    options.optimized_model_filepath, options.log_severity_level = str(tmp_path / "ready.onnx"), 3
    onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    written, ready = (onnx.load_from_string(x) for x in (content, (tmp_path / "ready.onnx").read_bytes()))
    first = [
        [node.output[0] for node in model.graph.node if "blocks.0/self_attention" in node.output[0]]
        for model in (written, ready)
    ]
    assert len(first[0]) > 10
    assert first[1] == []


def test_an_encoder_that_decides_by_its_input_cannot_be_exported(make, monkeypatch):
    """Python's decisions are not in a trace: found by running it on another shape."""
    model, tokenizer = make()
    forward = type(model.encoder).forward

    def decides(self, *args, inputs_embeds=None, input_ids=None, **rest):
        found = forward(self, *args, inputs_embeds=inputs_embeds, input_ids=input_ids, **rest)
        if found.last_hidden_state.shape[1] > 7:
            found.last_hidden_state = found.last_hidden_state * 2
        return found

    monkeypatch.setattr(type(model.encoder), "forward", decides)
    with pytest.raises(ModelError, match=r"family 'bert' cannot be exported: its graph computes another 'op"):
        Exported.of(model, tokenizer)


def test_an_operator_that_no_graph_may_have(make):
    model, tokenizer = make()
    model.decoder.blocks[0].feed_forward[1] = torch.nn.Hardswish()
    with pytest.raises(ModelError, match=r"cannot be exported: its graph has the operator 'HardSwish'"):
        Exported.of(model, tokenizer)


def test_what_torch_onnx_cannot_write(make, monkeypatch):
    model, tokenizer = make()
    monkeypatch.setattr(model.decoder.norm, "forward", lambda x: x + torch.linalg.svdvals(x).sum())
    with pytest.raises(ModelError, match=r"family 'bert' cannot be exported: torch.onnx says "):
        Exported.of(model, tokenizer)


def test_a_quantisation_that_is_not_there(make):
    with pytest.raises(
        ModelError, match="no quantisation 'int2'; it must be one of none, float16, int8, int4"
    ):
        Exported.of(*make(), quantisation="int2")


# On disk


@pytest.fixture
def saved(make, tmp_path) -> Path:
    Exported.of(*make(trained={"recipe": "toy"}), quantisation="int8").save(tmp_path / "model")
    return tmp_path / "model"


def sealed(model: Path) -> None:
    hashes = {name: sha256_of(model / name) for name in folder.hashed_files(model, GRAPH)}
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
    assert runtime.scores(PROBLEMS).root.shape == (len(PROBLEMS), 7)
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
    with pytest.raises(ModelError, match="format 99, this cantor reads format 2"):
        Runtime.load(saved)


@pytest.mark.parametrize(
    "settings",
    [
        {"graph_size": 9},
        {"operators": ["+"]},
        {"max_arity": 3},
        {"calibration": [[1]]},
        {"constants": ["1", "2", "3", "4", "5"]},
        {"max_tokens": 100_000_000},
        {"answerability": True},
    ],
)
def test_a_config_of_another_model(saved, settings):
    changed(saved, **settings)
    with pytest.raises(ModelError, match=r"does not fit|damaged"):
        Runtime.load(saved)


ANSWERING = AnsweringConfig(
    {"rank": "vote"}, ((0.0, 0.25), (1.0, 0.75)), {"features": {}, "none": 0.0, "hidden": []}
)


@pytest.fixture
def answering(make, tmp_path) -> Path:
    exported = Exported.of(*make())
    exported.config = replace(exported.config, answering=ANSWERING)
    exported.save(tmp_path / "answering")
    return tmp_path / "answering"


def test_what_answers_lies_in_files_of_its_own(answering, saved):
    assert Runtime.load(answering, threads=1).config.answering == ANSWERING
    assert json.loads((answering / "answering.json").read_text()) == {
        "ranking": {"rank": "vote"},
        "calibration": [[0.0, 0.25], [1.0, 0.75]],
        "refuse_above": 0.5,
    }
    assert json.loads((answering / "verifier.json").read_text()) == ANSWERING.verifier
    assert (
        not {"answering", "choice", "verifier", "calibration"}
        & json.loads((answering / "config.json").read_text()).keys()
    )
    assert not (saved / "answering.json").exists()


def test_a_folder_of_the_first_format(answering):
    """All of it was in config.json."""
    config = json.loads((answering / "config.json").read_text())
    own = {"choice": ANSWERING.ranking, "calibration": ANSWERING.calibration, "verifier": ANSWERING.verifier}
    (answering / "config.json").write_text(json.dumps({**config, **own, "format_version": 1}))
    for name in ("answering.json", "verifier.json"):
        (answering / name).unlink()
    sealed(answering)
    assert Runtime.load(answering, threads=1).config.answering == ANSWERING


@pytest.mark.parametrize("name", ["answering.json", "verifier.json"])
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "is missing"),
        ("[1", "damaged"),
        ("7", "damaged"),
        ('{"calibration": [[1]]}', "damaged|differs"),
        ("{}", "differs"),
    ],
)
def test_damaged_answering(answering, name, content, words):
    if content is None:
        (answering / name).unlink()
    else:
        (answering / name).write_text(content)
    with pytest.raises(ModelError, match=words):
        Runtime.load(answering)


def test_a_verifier_that_nobody_vouched_for(saved):
    (saved / "answering.json").write_text("{}")
    with pytest.raises(ModelError, match=r"sha256\.json: is damaged"):
        Runtime.load(saved)


def test_sealed_rubbish(saved):
    (saved / "model.onnx").write_bytes(b"rubbish")
    sealed(saved)
    with pytest.raises(ModelError, match=r"model\.onnx: is damaged"):
        Runtime.load(saved)


def test_the_one_kind_of_model_for_the_other(make, saved, tmp_path):
    from cantor.model import from_pretrained, save_pretrained

    save_pretrained(*make(), folder=tmp_path / "trained")
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
    starting = Background(lambda: start_session(saved / "model.onnx", once=True))
    once, often = Runtime.load(saved, starting=starting), Runtime.load(saved)
    assert largest_difference(once.scores(PROBLEMS), often.scores(PROBLEMS)) < 1e-5


def test_one_thread_is_enough(saved):
    runtime = Runtime.load(saved, threads=1)
    assert runtime.session.get_session_options().intra_op_num_threads == 1
    assert torch.get_num_threads() == 1
