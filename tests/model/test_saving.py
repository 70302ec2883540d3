"""Models on disk: the same when they come back, refused when they are not what was written."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from cantor.io.atomic import aside
from cantor.io.hashing import sha256_of
from cantor.model import ModelError, folder, from_pretrained, new_model, save_pretrained, saving, writing
from cantor.model.files import WEIGHTS
from helpers.tiny import FAMILIES, PROBLEMS, run

FILES = {"model.safetensors", "config.json", "tokenizer.json", "README.md", "sha256.json"}


def same(a, b) -> bool:
    pairs = [(a.operator, b.operator), (a.operand, b.operand), (a.root, b.root)]
    # weights that lie elsewhere in memory may be added in another order
    return all(torch.allclose(x, y, rtol=0, atol=1e-6) for x, y in pairs)


@pytest.fixture
def saved(make, tmp_path):
    model, tokenizer = make(trained={"recipe": "toy | one", "data_sha256": "abc"})
    save_pretrained(model, tokenizer, tmp_path / "model")
    return tmp_path / "model"


def sealed(model: Path) -> None:
    """Write the manifest anew, so that only what is inside the files can be wrong."""
    hashes = {name: sha256_of(model / name) for name in folder.hashed_files(model, WEIGHTS)}
    (model / "sha256.json").write_text(json.dumps(hashes))


@pytest.mark.parametrize("family", FAMILIES)
def test_round_trip(make, tmp_path, family):
    model, tokenizer = make(family, system="vanilla-cantor" if family == "bert" else "cantor")
    save_pretrained(model, tokenizer, str(tmp_path / "deep" / "model"))
    again, its_tokenizer = from_pretrained(str(tmp_path / "deep" / "model"))
    assert again.config == model.config
    assert not again.training
    assert same(run(model, tokenizer, PROBLEMS), run(again, its_tokenizer, PROBLEMS))
    assert {path.name for path in (tmp_path / "deep" / "model").iterdir()} == FILES
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["model"]  # nothing left beside


@pytest.mark.parametrize(
    ("system", "former"),
    [
        ("cantor", {"self_attention": "among", "cross_attention": "over", "feed_forward": "forward_layer"}),
        ("vanilla-nar", {"pointer.query": "offers.wanted", "pointer": "offers"}),
    ],
)
def test_weights_under_their_former_names(make, tmp_path, system, former):
    model, tokenizer = make(system=system)
    save_pretrained(model, tokenizer, tmp_path / "model")
    file, weights = tmp_path / "model" / WEIGHTS, {}
    for name, weight in load_file(file).items():
        for today, before in former.items():
            name = name.replace(f"{today}.", f"{before}.")
        weights[name] = weight
    assert weights.keys() != model.state_dict().keys()
    save_file(weights, file)
    sealed(tmp_path / "model")
    again, _ = from_pretrained(tmp_path / "model")
    assert all(torch.equal(x, again.state_dict()[name]) for name, x in model.state_dict().items())


def test_needs_no_network(saved):
    code = f"""
import socket
def refuse(*_, **__): raise AssertionError("the network was asked")
socket.socket.connect = socket.getaddrinfo = refuse
from cantor.model import from_pretrained
print(from_pretrained({str(saved)!r})[0].config.graph_size)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "HF_HUB_OFFLINE": "1"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.stdout.strip() == "7", done.stderr


def test_says_nothing_of_this_machine(saved, encoders):
    for name in ("config.json", "README.md"):
        assert str(encoders["bert"].parent) not in (saved / name).read_text()


def test_readable_by_others(saved):
    assert saved.stat().st_mode & 0o777 == saved.parent.stat().st_mode & 0o777


@pytest.mark.parametrize("name", sorted(FILES - {"README.md"}))
def test_a_missing_file(saved, name):
    (saved / name).unlink()
    with pytest.raises(ModelError, match=re.escape(f"{name} is missing")):
        from_pretrained(saved)


def test_no_folder_at_all(tmp_path):
    with pytest.raises(ModelError, match="missing"):
        from_pretrained(tmp_path / "nowhere")


@pytest.mark.parametrize("name", ["model.safetensors", "config.json", "tokenizer.json"])
@pytest.mark.parametrize("part", [0.0, 0.5, 0.999])
def test_a_truncated_file(saved, name, part):
    content = (saved / name).read_bytes()
    (saved / name).write_bytes(content[: int(len(content) * part)])
    with pytest.raises(ModelError, match=r"sha256 differs|damaged"):
        from_pretrained(saved)


@pytest.mark.parametrize("name", ["model.safetensors", "config.json", "tokenizer.json", "sha256.json"])
@pytest.mark.parametrize("part", [0.0, 0.3, 0.7, 0.97])
def test_a_flipped_bit(saved, name, part):
    content = bytearray((saved / name).read_bytes())
    content[int(len(content) * part)] ^= 1
    (saved / name).write_bytes(content)
    with pytest.raises(ModelError):
        from_pretrained(saved)


def changed(folder: Path, **settings) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, **settings}))
    sealed(folder)


def test_another_version(saved):
    changed(saved, format_version=99, something="new")
    with pytest.raises(ModelError, match="format 99, this cantor reads format 2"):
        from_pretrained(saved)


@pytest.mark.parametrize(
    "settings",
    [
        {"graph_size": 9},
        {"constants": ["1"]},
        {"decoder_layers": 1},
        {"decoder_heads": 3},
        {"max_arity": 3},
        {"number_mark": True},
        {"operators": ["+"]},
        {"operators": ["+", "gadget", "*", "/"]},
        {"graph_size": "many"},
        {"unheard_of": 1},
        {"encoder": {}},
        {"encoder": {"model_type": "gadget"}},
        {"encoder": {"model_type": "bert", "hidden_size": 32, "num_attention_heads": 2}},
        {"encoder": {"model_type": "bert", "hidden_size": "wide"}},
    ],
)
def test_a_config_that_does_not_fit_the_weights(saved, settings):
    changed(saved, **settings)
    with pytest.raises(ModelError):
        from_pretrained(saved)


@pytest.mark.parametrize("content", ["[]", "{}", "null", "no json", '{"model.safetensors": "x"}'])
def test_odd_json(saved, content):
    original = (saved / "config.json").read_bytes()
    (saved / "config.json").write_text(content)
    with pytest.raises(ModelError):
        from_pretrained(saved)
    (saved / "config.json").write_bytes(original)
    (saved / "sha256.json").write_text(content)
    with pytest.raises(ModelError):
        from_pretrained(saved)


def test_sealed_rubbish(saved):
    original = (saved / "tokenizer.json").read_bytes()
    (saved / "tokenizer.json").write_text("{}")
    sealed(saved)
    with pytest.raises(ModelError, match=r"tokenizer\.json"):
        from_pretrained(saved)
    (saved / "tokenizer.json").write_bytes(original)
    weights = load_file(saved / "model.safetensors")
    save_file({**weights, "more": torch.zeros(1)}, saved / "model.safetensors")
    sealed(saved)
    with pytest.raises(ModelError, match="does not fit"):
        from_pretrained(saved)
    (saved / "model.safetensors").write_bytes(b"rubbish")
    sealed(saved)
    with pytest.raises(ModelError, match="does not fit"):
        from_pretrained(saved)


class Killed(BaseException):
    """Like SIGKILL, nothing catches it."""


def other_model(make):
    torch.manual_seed(5)
    return make()


@pytest.mark.parametrize(
    ("module", "function"), [(writing, "save_file"), (saving, "model_card"), (folder, "sha256_of")]
)
def test_killed_while_writing(make, saved, monkeypatch, module, function):
    before = run(*from_pretrained(saved), PROBLEMS)

    def die(*_, **__):
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(module, function, die)
        with pytest.raises(Killed):
            save_pretrained(*other_model(make), folder=saved)
    assert same(run(*from_pretrained(saved), PROBLEMS), before)


@pytest.mark.parametrize("moves", [0, 1, 2, 3])
def test_killed_while_moving(make, saved, monkeypatch, moves):
    """After no move, after the manifest was written, the old one taken away, the new one in its place."""
    (saved / "notes.txt").write_text("mine")
    model, tokenizer = other_model(make)
    before, after = run(*from_pretrained(saved), PROBLEMS), run(model, tokenizer, PROBLEMS)
    real, done = os.replace, []

    def replace(*arguments):
        if len(done) == moves:
            raise Killed
        done.append(arguments)
        real(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", replace)
        patch.setattr(shutil, "rmtree", lambda *_, **__: None)  # a killed process cleans nothing up
        with pytest.raises(Killed):
            save_pretrained(model, tokenizer, saved)
    assert same(run(*from_pretrained(saved), PROBLEMS), after if moves == 3 else before)
    # and the next save is as if nothing had happened
    save_pretrained(model, tokenizer, saved)
    assert same(run(*from_pretrained(saved), PROBLEMS), after)
    assert (saved / "notes.txt").read_text() == "mine"
    assert not aside(saved).exists()


def test_over_a_file(make, tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(ModelError, match="is a file"):
        save_pretrained(*make(), folder=tmp_path / "file")
    assert (tmp_path / "file").read_text() == "mine"


def test_the_card_tells_the_facts(saved):
    card = (saved / "README.md").read_text()
    for fact in (
        "bert",
        "| Graph size | 7 |",
        "`+` `-` `*` `/`",
        "1 100 1/2",
        "annotated",
        "toy \\| one",
        "abc",
    ):
        assert fact in card, fact


def test_no_pickle(saved):
    import cantor

    for path in Path(cantor.__file__).parent.rglob("*.py"):
        if path.parent.name in ("model", "solver"):
            assert not re.search(
                r"\bimport pickle|\bpickle\.|torch\.(save|load)\b", path.read_text(encoding="utf-8")
            ), path
    assert all(not (saved / name).read_bytes().startswith((b"\x80", b"PK")) for name in FILES)


def test_an_encoder_that_is_not_there(tmp_path, monkeypatch):
    def refuse(*_, **__):
        raise OSError("no network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(ModelError, match="cannot load the encoder"):
        new_model(str(tmp_path), operators=("+",), constants=())
    with pytest.raises(ModelError, match=r"minilm, e5-small, mpnet, a folder"):
        new_model("nobody/nothing", operators=("+",), constants=())


def test_an_encoder_without_safetensors_or_in_half_precision(encoders, tmp_path):
    folder = shutil.copytree(encoders["bert"], tmp_path / "half")
    weights = load_file(folder / "model.safetensors")
    save_file({k: x.half() for k, x in weights.items()}, folder / "model.safetensors", {"format": "pt"})
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, "dtype": "float16"}))
    settings = {"operators": ("+",), "constants": (), "decoder_heads": 2, "graph_size": 3}
    model, tokenizer = new_model(str(folder), **settings)
    assert {p.dtype for p in model.parameters()} == {torch.float32}
    save_pretrained(model, tokenizer, tmp_path / "saved")
    again, _ = from_pretrained(tmp_path / "saved")
    assert {p.dtype for p in again.parameters()} == {torch.float32}
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(ModelError, match="safetensors"):
        new_model(str(folder), **settings)
