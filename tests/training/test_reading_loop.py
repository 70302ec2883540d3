"""Readers through the same loop as all systems: they learn, pause, go on, and share work."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from cantor.cli import main
from cantor.errors import RecipeError
from cantor.training.recipe import Recipe
from cantor.training.trainer import Trainer
from helpers.passages import ASKED
from helpers.tiny import encoder_folder
from helpers.toy_runs import recipe_text


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.manual_seed(0)
    return encoder_folder("bert", tmp_path_factory.mktemp("encoder"), 128)


@pytest.fixture(scope="module")
def questions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "questions.jsonl"
    rows = [{"passage": p, "question": q, "answer": a.to_dict()} for p, q, a in ASKED]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def recipe(encoder: Path, questions: Path, folder: Path, system: str, **training: object) -> Recipe:
    folder.mkdir(parents=True, exist_ok=True)
    text = recipe_text(
        encoder,
        data={"train": [str(questions)], "dev": [str(questions)]},
        model={"system": system, "max_tokens": 128, "graph_size": 5, "decoder_heads": 2, "number_mark": True},
        training={"batch_size": 4} | training,
    )
    (folder / "recipe.toml").write_text(text, encoding="utf-8")
    return Recipe.from_file(folder / "recipe.toml")


def weights(folder: Path) -> dict[str, torch.Tensor]:
    saved = folder / "checkpoint" / (folder / "checkpoint" / "last").read_text()
    return load_file(saved / "weights.safetensors")


@pytest.mark.parametrize("system", ["cantor-reading", "tase"])
def test_learns_and_is_evaluated(
    system: str, encoder: Path, questions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    losses: list[float] = []
    trainer = Trainer(recipe(encoder, questions, tmp_path, system, epochs=8), tmp_path)
    trainer.run(lambda report: losses.append(report.loss))
    count = len(losses) // 8
    assert sum(losses[-count:]) < 0.8 * sum(losses[:count])
    described = json.loads((tmp_path / "run.json").read_text())
    numeric = system == "cantor-reading"  # it is asked nothing else
    # two people are counted, which arithmetic cannot do
    assert described["training_problems"] == (6 if numeric else len(ASKED))
    assert described["dev_problems"] == (7 if numeric else len(ASKED))
    assert described["ways"]["most"] >= 1
    assert main(["evaluate", "--model", str(tmp_path / "best"), "--data", str(questions), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["every"]["f1"] / 100 == pytest.approx(trainer.progress.best)
    assert found["every"]["count"] == described["dev_problems"]
    assert found["system"] == system
    assert main(["evaluate", "--model", str(tmp_path / "best"), "--data", str(questions)]) == 0
    assert "exact match" in capsys.readouterr().out
    refused = ["evaluate", "--model", str(tmp_path / "best"), "--data", str(questions), "--rank", "vote"]
    assert main(refused) == 2
    assert "--rank: a reader has no such choice" in capsys.readouterr().err


def test_paused_after_every_step_ends_as_if_never_paused(
    encoder: Path, questions: Path, tmp_path: Path
) -> None:
    for name, limit in (("whole", None), ("paused", 1e-9)):
        folder = tmp_path / name
        made = recipe(encoder, questions, folder, "tase-cantor", epochs=2, max_hours=limit)
        for _ in range(1 if limit is None else 7):  # six steps, and once more to see that all is done
            progress = Trainer(made, folder).run(lambda report: None)
        assert progress.done
        assert progress.step == 6
    expected, found = weights(tmp_path / "whole"), weights(tmp_path / "paused")
    for name, value in expected.items():
        assert torch.equal(value, found[name]), name


def test_two_processes_do_what_one_does(encoder: Path, questions: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        recipe(encoder, questions, folder, "tase-cantor", epochs=1)
        path = folder / "recipe.toml"
        path.write_text(path.read_text().replace("[model]", "[model]\ndropout = 0.0\nencoder_dropout = 0.0"))
    Trainer(Recipe.from_file(one / "recipe.toml"), one).run(lambda report: None)
    launcher = ("-m", "accelerate.commands.launch", "--cpu", "--num_processes", "2", "--num_machines", "1")
    settings = ("--mixed_precision", "no", "--dynamo_backend", "no", "--main_process_port", "0")
    command = [sys.executable, *launcher, *settings, "-m", "cantor", "train", str(two / "recipe.toml")]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run([*command, "--folder", str(two)], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    expected, found = weights(one), weights(two)
    for name, value in expected.items():
        torch.testing.assert_close(found[name], value, rtol=1e-4, atol=1e-5)


def test_what_passages_cannot_have(encoder: Path, questions: Path, tmp_path: Path) -> None:
    recipe(encoder, questions, tmp_path, "tase")
    path = tmp_path / "recipe.toml"
    with pytest.raises(RecipeError, match=r"data.augment: passages cannot be told anew"):
        Trainer(Recipe.from_file(path, ['data.augment=["names"]']), tmp_path)


def test_starts_from_another_reader_or_from_a_solver(encoder: Path, questions: Path, tmp_path: Path) -> None:
    first = tmp_path / "first"
    Trainer(recipe(encoder, questions, first, "tase-cantor", steps=1), first).run(lambda report: None)
    before = load_file(first / "best" / "model.safetensors")
    recipe(encoder, questions, tmp_path / "second", "tase-cantor", epochs=0)
    start = [f"model.start='{first / 'best'}'"]
    second = Trainer(Recipe.from_file(tmp_path / "second" / "recipe.toml", start), tmp_path / "second").model
    assert all(torch.equal(before[name], value) for name, value in second.state_dict().items())
    (tmp_path / "toy").mkdir()
    toy = recipe_text(encoder, model={"number_mark": True, "decoder_heads": 2}, training={"steps": 1})
    (tmp_path / "toy" / "recipe.toml").write_text(toy, encoding="utf-8")
    Trainer(Recipe.from_file(tmp_path / "toy" / "recipe.toml"), tmp_path / "toy").run(lambda report: None)
    solver = load_file(tmp_path / "toy" / "best" / "model.safetensors")
    recipe(encoder, questions, tmp_path / "third", "tase", epochs=0)
    start = [f"model.start='{tmp_path / 'toy' / 'best'}'"]
    third = Trainer(Recipe.from_file(tmp_path / "third" / "recipe.toml", start), tmp_path / "third").model
    for name, value in third.state_dict().items():
        if name.startswith("encoder.") or name == "number_mark":
            assert torch.equal(solver[name], value), name
