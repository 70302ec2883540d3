"""The training loop: it learns, it survives a kill, and two processes are as good as one."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, get_args

import pytest
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import nn

from cantor.data.named import examples
from cantor.errors import ModelError, RecipeError
from cantor.evaluation.predict import predict
from cantor.evaluation.report import value_accuracy
from cantor.model import from_pretrained
from cantor.model.onnx.export import Exported
from cantor.model.system import SYSTEMS
from cantor.training.occupied import occupied
from cantor.training.optimizer import _freeze, rate
from cantor.training.recipe import Marginal, Placement, Recipe, TrainingRecipe
from cantor.training.source import Whole
from cantor.training.tasks import DevScore
from cantor.training.trainer import Trainer
from helpers.toy_runs import recipe_text, tiny_encoder


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.manual_seed(0)
    return tiny_encoder(tmp_path_factory.mktemp("encoder"))


def trained(encoder: Path, folder: Path, **changes: dict[str, object]) -> tuple[Trainer, list[float]]:
    """A run from start to end, and the loss of each step."""
    write_recipe(encoder, folder, **changes)
    trainer = Trainer(Recipe.from_file(folder / "recipe.toml"), folder)
    losses: list[float] = []
    trainer.run(lambda report: losses.append(report.loss))
    return trainer, losses


def write_recipe(encoder: Path, folder: Path, **changes: dict[str, object]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "recipe.toml").write_text(recipe_text(encoder, **changes), encoding="utf-8")


def weights(folder: Path) -> dict[str, torch.Tensor]:
    saved = folder / "checkpoint" / (folder / "checkpoint" / "last").read_text()
    return load_file(saved / "weights.safetensors")


def test_learns_and_saves_the_best(encoder: Path, tmp_path: Path) -> None:
    trainer, losses = trained(encoder, tmp_path, training={"epochs": 12})
    assert len(losses) == trainer.steps
    assert sum(losses[-6:]) < 0.6 * sum(losses[:6])
    model, tokenizer = from_pretrained(tmp_path / "best")
    dev = examples(["toy:40:2"], "reader")
    assert value_accuracy(predict(model, tokenizer, dev)) == pytest.approx(trainer.progress.best)
    rows = [json.loads(line) for line in (tmp_path / "epochs.jsonl").read_text().splitlines()]
    assert [row["epoch"] for row in rows] == list(range(1, 13))
    assert list((tmp_path / "tensorboard").iterdir())


def test_without_dev_problems_the_last_model_is_the_best(encoder: Path, tmp_path: Path) -> None:
    for _ in range(2):  # each stops after one more step, in the middle of the same epoch
        trainer, _ = trained(encoder, tmp_path, data={"dev": []}, training={"max_hours": 1e-9})
    assert (trainer.progress.step, trainer.progress.epoch) == (2, 0)
    best, last = load_file(tmp_path / "best" / "model.safetensors"), weights(tmp_path)
    assert all(torch.equal(best[name], last[name]) for name in best)


@pytest.mark.parametrize("keep", ["best", "last"])
def test_the_best_or_the_last_model_is_kept(
    encoder: Path, tmp_path: Path, keep: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_recipe(encoder, tmp_path, training={"epochs": 3, "keep": keep})
    trainer = Trainer(Recipe.from_file(tmp_path / "recipe.toml"), tmp_path)
    falling = iter([0.9, 0.5, 0.1])
    monkeypatch.setattr(type(trainer.task), "score_dev", lambda *_: DevScore(next(falling), ()))
    trainer.run(lambda report: None)
    kept, last = load_file(tmp_path / "best" / "model.safetensors"), weights(tmp_path)
    assert all(torch.equal(kept[name], last[name]) for name in kept) == (keep == "last")
    assert trainer.progress.best_step == (trainer.steps if keep == "last" else trainer.steps // 3)


@pytest.mark.parametrize("objective", [*get_args(Placement), *get_args(Marginal)])
def test_every_objective_lowers_its_loss(encoder: Path, tmp_path: Path, objective: str) -> None:
    marginal = "mml" in objective
    names = ("warmup_objective", "objective") if marginal else ("objective", "warmup_objective")
    chosen = dict(zip(names, (objective, None), strict=True))
    _, losses = trained(encoder, tmp_path, objective=chosen, training={"epochs": 6})
    assert sum(losses[-6:]) < 0.9 * sum(losses[:6])


def test_frozen_layers_stay_as_they_were(encoder: Path, tmp_path: Path) -> None:
    before = {name: x.clone() for name, x in load_file(encoder / "model.safetensors").items()}
    trained(encoder, tmp_path, training={"epochs": 1, "freeze_layers": 1})
    after = weights(tmp_path)
    moved = {name for name, x in after.items() if x.shape == before.get(name[8:], torch.empty(0)).shape}
    assert moved  # the encoder's, under "encoder."
    assert all(torch.equal(after[name], before[name[8:]]) for name in moved)


def test_more_frozen_layers_than_there_are(encoder: Path, tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="the encoder has 1 layers"):
        trained(encoder, tmp_path, training={"freeze_layers": 2})


def test_freezes_the_tables_of_a_language_model() -> None:
    encoder = nn.Module()
    encoder.wte, encoder.wpe, encoder.last = nn.Embedding(5, 4), nn.Embedding(3, 4), nn.Linear(4, 4)
    encoder.h = nn.ModuleList([nn.Linear(4, 4)])
    model = nn.Module()
    model.encoder = encoder
    _freeze(model, TrainingRecipe())  # type: ignore[arg-type]
    assert {name for name, p in encoder.named_parameters() if not p.requires_grad} == {
        "wte.weight",
        "wpe.weight",
    }


def test_starts_from_another_model(encoder: Path, tmp_path: Path) -> None:
    first = {"train": ["toy:60:5"], "dev": []}
    trained(encoder, tmp_path / "a", data=first, training={"epochs": 1})
    start = {"start": str(tmp_path / "a" / "best")}
    trainer, _ = trained(encoder, tmp_path / "b", data={"dev": []}, model=start, training={"epochs": 0})
    before, after = from_pretrained(tmp_path / "a" / "best")[0], trainer.model
    assert torch.equal(before.decoder.positions, after.decoder.positions)  # type: ignore[union-attr]
    for words, rows in (("operators", "operator.weight"), ("constants", "constants")):
        known, wanted = getattr(before.config, words), getattr(after.config, words)
        for i, word in enumerate(wanted):
            same = word in known and torch.equal(
                before.state_dict()[rows][known.index(word)], after.state_dict()[rows][i]
            )
            assert same == (word in known), word
    assert before.config.trained_on == ("toy:60:5",)
    assert after.config.trained_on == (*trainer.recipe.data.train, "toy:60:5")


def test_starts_from_an_exported_model(encoder: Path, tmp_path: Path) -> None:
    trained(encoder, tmp_path / "a", data={"dev": []}, training={"epochs": 1})
    Exported.of(*from_pretrained(tmp_path / "a" / "best")).save(tmp_path / "exported")
    start = {"start": str(tmp_path / "exported")}
    trainer, _ = trained(encoder, tmp_path / "b", data={"dev": []}, model=start, training={"epochs": 0})
    before, after = from_pretrained(tmp_path / "a" / "best")[0].state_dict(), trainer.model.state_dict()
    assert torch.equal(before["places.0.weight"], after["places.0.weight"])
    assert "before" in trainer.model.config.trained


def test_a_start_gives_what_fits(encoder: Path, tmp_path: Path) -> None:
    trained(encoder, tmp_path / "a", data={"dev": []}, training={"epochs": 1})
    old = from_pretrained(tmp_path / "a" / "best")[0].state_dict()
    start = {"start": str(tmp_path / "a" / "best"), "number_mark": True, "answerability": True}

    def begun(name: str, **change: object) -> dict[str, torch.Tensor]:
        trainer, _ = trained(
            encoder, tmp_path / name, data={"dev": []}, model=start | change, training={"epochs": 0}
        )
        return trainer.model.state_dict()

    larger, smaller = begun("b", graph_size=9), begun("c", graph_size=5)
    positions = old["decoder.positions"]  # of 8 vertices and the one that selects the root
    assert torch.equal(larger["decoder.positions"][[*range(8), 9]], positions)
    assert torch.equal(smaller["decoder.positions"], positions[[*range(5), 8]])
    assert "number_mark" in larger
    assert torch.equal(larger["places.1.weight"], old["places.1.weight"])


@pytest.mark.parametrize("system", [name for name in SYSTEMS if name != "causal-lm"])
def test_every_system_starts_from_one_model(encoder: Path, tmp_path: Path, system: str) -> None:
    """All begin with its encoder, and what else has the same name and shape."""
    data = {"train": ["toy:20:1"], "dev": [], "constants": ["2", "3", "5", "7"]}
    old = trained(encoder, tmp_path / "a", data=data, training={"epochs": 1})[0].model.state_dict()
    start = {"start": str(tmp_path / "a" / "best"), "system": system, "graph_size": 9}
    begun = trained(encoder, tmp_path / "b", data=data, model=start, training={"epochs": 0})
    new = begun[0].model.state_dict()
    assert all(torch.equal(new[name], old[name]) for name in new if name.startswith("encoder."))
    same = [name for name in new if name in old and new[name].shape == old[name].shape]
    assert all(torch.equal(new[name], old[name]) for name in same)
    if system == "vanilla-cantor":
        assert set(new) - {"length.weight", "length.bias", "decoder.positions"} == set(same)


def test_a_start_may_leave_its_encoder_out(encoder: Path, tmp_path: Path) -> None:
    trained(encoder, tmp_path / "a", data={"dev": []}, training={"epochs": 1})
    old = from_pretrained(tmp_path / "a" / "best")[0].state_dict()
    start = {"start": str(tmp_path / "a" / "best"), "start_encoder": False}
    quiet = {"data": {"dev": []}, "training": {"epochs": 0}}
    new = trained(encoder, tmp_path / "b", model=start, **quiet)[0].model.state_dict()
    pretrained = trained(encoder, tmp_path / "c", **quiet)[0].model.state_dict()
    for name, weights in new.items():
        assert torch.equal(weights, pretrained[name] if name.startswith("encoder.") else old[name]), name
    learned = [name for name in new if name.startswith("encoder.") and not torch.equal(new[name], old[name])]
    assert learned


def test_a_start_with_another_encoder_is_refused(encoder: Path, tmp_path: Path) -> None:
    trained(encoder, tmp_path / "a", data={"dev": []}, training={"epochs": 1})
    deeper = tiny_encoder(tmp_path / "deeper", layers=3)
    start = {"start": str(tmp_path / "a" / "best")}
    with pytest.raises(ModelError, match="its encoder has other layers"):
        trained(deeper, tmp_path / "b", data={"dev": []}, model=start, training={"epochs": 0})


def test_an_encoder_may_be_that_of_a_model(encoder: Path, tmp_path: Path) -> None:
    trained(encoder, tmp_path / "a", data={"dev": []}, training={"epochs": 1})
    best = tmp_path / "a" / "best"
    Exported.of(*from_pretrained(best)).save(tmp_path / "exported")
    old = from_pretrained(best)[0]
    for source in (best, tmp_path / "exported"):
        new = trained(source, tmp_path / f"from {source.name}", data={"dev": []}, training={"epochs": 0})[
            0
        ].model
        for name, weights in new.encoder.state_dict().items():
            assert torch.equal(weights, old.encoder.state_dict()[name]), name
        assert new.config.encoder["_name_or_path"] == old.config.encoder["_name_or_path"]
        assert not torch.equal(new.decoder.positions, old.decoder.positions)  # type: ignore[union-attr]


def test_a_changed_recipe_is_refused_by_its_key(encoder: Path, tmp_path: Path) -> None:
    trained(encoder, tmp_path, training={"epochs": 1})
    with pytest.raises(RecipeError, match=r"training.batch_size = 16, not 8"):
        trained(encoder, tmp_path, training={"epochs": 1, "batch_size": 8})


def test_two_processes_on_one_folder_are_refused(tmp_path: Path) -> None:
    with occupied(tmp_path):
        child = subprocess.run(
            [
                sys.executable,
                "-c",
                "import sys; from pathlib import Path; from cantor.training.occupied import occupied\n"
                "with occupied(Path(sys.argv[1])): pass",
                str(tmp_path),
            ],
            capture_output=True,
            text=True,
        )
    assert child.returncode
    assert "another process trains here" in child.stderr
    with occupied(tmp_path):
        pass


def test_a_run_by_hours_comes_down_to_its_end(encoder: Path, tmp_path: Path) -> None:
    rates: list[float] = []
    settings = {"epochs": 1000, "hours": 3 / 3600, "final_rate": 0.0, "warmup_steps": 1}
    write_recipe(encoder, tmp_path, data={"dev": []}, training=settings)
    trainer = Trainer(Recipe.from_file(tmp_path / "recipe.toml"), tmp_path)
    trainer.run(lambda report: rates.append(trainer.learner.optimizer.param_groups[0]["lr"]))
    assert trainer.progress.done
    assert 3 <= trainer.progress.processor_seconds < 10
    assert rates == sorted(rates, reverse=True)
    assert rates[-1] < 0.3 * rates[0]
    assert trainer.progress.best is None
    assert trainer.progress.best_step == trainer.progress.step
    assert trainer.progress.tokens > 0


def run_command(folder: Path, *launcher: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, *launcher, "-m", "cantor", "train", str(folder / "recipe.toml")]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
    return subprocess.Popen([*command, "--folder", str(folder)], env=environment, stderr=subprocess.PIPE)


def test_killed_and_resumed_ends_as_if_never_killed(encoder: Path, tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    for folder in (whole, killed):
        write_recipe(encoder, folder, training={"epochs": 8})
    assert run_command(whole).wait() == 0
    kills = 0
    for steps in (3, 17, 31):  # kill after at least so many steps, wherever it is just then
        process = run_command(killed)
        while process.poll() is None and _steps_done(killed) < steps:
            time.sleep(0.01)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            kills += 1
        process.wait()
    assert kills >= 2, "the run was too fast to be killed"
    assert run_command(killed).wait() == 0
    expected, found = weights(whole), weights(killed)
    assert expected.keys() == found.keys()
    for name, value in expected.items():
        assert torch.equal(value, found[name]), name


@pytest.mark.parametrize("judgement", [1, 3])
def test_killed_before_an_epoch_was_judged(
    encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, judgement: int
) -> None:
    """Its last step was saved already: the model is judged all the same, also after the very last step."""
    whole, _ = trained(encoder, tmp_path / "whole")
    judge, calls = Trainer._evaluate_dev, []

    def die(*arguments: Any) -> None:
        calls.append(arguments)
        if len(calls) == judgement:
            raise KeyboardInterrupt
        judge(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(Trainer, "_evaluate_dev", die)
        with pytest.raises(KeyboardInterrupt):
            trained(encoder, tmp_path / "killed")
    resumed, _ = trained(encoder, tmp_path / "killed")
    assert resumed.progress.done
    assert resumed.progress.best == whole.progress.best
    assert resumed.progress.best_step == whole.progress.best_step
    steps = [
        [json.loads(line)["step"] for line in (tmp_path / name / "epochs.jsonl").read_text().splitlines()]
        for name in ("whole", "killed")
    ]
    assert steps[0] == steps[1]


@pytest.mark.parametrize("moves", [0, 1])
def test_killed_while_a_step_is_saved_again(
    encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    """Before the old checkpoint of the same step was taken away, and before the new one took its place."""
    trainer, _ = trained(encoder, tmp_path, training={"epochs": 1})
    real, done = os.replace, []

    def replace(*arguments: Any) -> None:
        if len(done) == moves:
            raise KeyboardInterrupt
        done.append(arguments)
        real(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", replace)
        with pytest.raises(KeyboardInterrupt):
            trainer._save()
    resumed = Trainer(Recipe.from_file(tmp_path / "recipe.toml"), tmp_path)
    assert resumed.progress == trainer.progress


def test_a_full_disk(encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise SafetensorError("I/O error: No space left on device (os error 28)")

    monkeypatch.setattr("cantor.model.writing.save_file", full)
    with pytest.raises(ModelError, match=r"No space left on device.*make room there"):
        trained(encoder, tmp_path)
    assert list((tmp_path / "checkpoint").iterdir()) == []


def _steps_done(folder: Path) -> int:
    pointer = folder / "checkpoint" / "last"
    return int(pointer.read_text().removeprefix("step-")) if pointer.is_file() else 0


def test_two_processes_do_what_one_does(encoder: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        # 96 problems in batches of 19: a last batch of one, parts of unequal size
        write_recipe(encoder, folder, training={"epochs": 1, "batch_size": 19}, model={"dropout": 0.0})
    assert run_command(one).wait() == 0
    launcher = ("-m", "accelerate.commands.launch", "--cpu", "--num_processes", "2", "--num_machines", "1")
    settings = ("--mixed_precision", "no", "--dynamo_backend", "no", "--main_process_port", "0")
    process = run_command(two, *launcher, *settings)
    _, error = process.communicate()
    assert process.returncode == 0, error.decode()[-2000:]
    expected, found = weights(one), weights(two)
    for name, value in expected.items():
        torch.testing.assert_close(found[name], value, rtol=1e-4, atol=1e-5)


def test_learns_from_answers_alone(encoder: Path, tmp_path: Path) -> None:
    data = {"train": ["toy:200:1"], "supervision": "answers", "search_steps": 1, "search_cap": 50}
    trainer, losses = trained(encoder, tmp_path, data=data, training={"epochs": 10})
    assert isinstance(trainer.source, Whole)
    assert any(len(item.programs) > 1 for item in trainer.source.items)
    assert sum(losses[-8:]) < 0.7 * sum(losses[:8])


def test_the_encoder_may_warm_up_later_than_the_decoder() -> None:
    settings = TrainingRecipe(warmup_steps=10, encoder_warmup_steps=40)
    assert rate(9, 0.0, settings) == 1.0
    assert rate(9, 0.0, settings, of_encoder=True) == 0.25
    assert rate(39, 0.0, settings, of_encoder=True) == 1.0
    both = TrainingRecipe(warmup_steps=10)
    assert rate(4, 0.0, both, of_encoder=True) == rate(4, 0.0, both) == 0.5
