"""A run's result: made once, read back after, made again where something else is asked."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
import torch

from cantor.errors import RecipeError
from cantor.experiments.reproduce import variants
from cantor.experiments.runs import RESULT, Failure, Run, run_all, train_and_evaluate
from cantor.experiments.tables import Row, Table
from cantor.experiments.test_set import load_test
from cantor.io.atomic import write_json
from cantor.training.recipe import Recipe
from cantor.training.same import read_whole
from cantor.training.trainer import Observer, StepReport
from helpers.toy_runs import recipe_text, tiny_encoder


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.manual_seed(0)
    return tiny_encoder(tmp_path_factory.mktemp("encoder"))


class Asked:
    """Counts what is done."""

    def __init__(self, encoder: Path, folder: Path):
        self.encoder, self.folder = encoder, folder
        self.steps = self.evaluations = 0

    def __call__(self, test: str = "a", **training: object) -> dict[str, Any]:
        settings = {"epochs": 1, "save_minutes": 60.0, **training}
        data = {"train": ["toy:32:1"], "dev": []}
        file = self.folder.with_suffix(".toml")
        file.write_text(recipe_text(self.encoder, training=settings, data=data))

        def evaluate(*_: object) -> dict[str, Any]:
            self.evaluations += 1
            return {"figures": {"of": test}}

        def observe(report: StepReport) -> None:
            self.steps += 1

        return train_and_evaluate(Recipe.from_file(file), self.folder, {"test": test}, evaluate, observe)


@pytest.fixture
def asked(encoder: Path, tmp_path: Path) -> Asked:
    return Asked(encoder, tmp_path / "run")


def test_once_is_enough(asked: Asked) -> None:
    first = asked()
    assert (asked.steps, asked.evaluations) == (2, 1)
    assert first["figures"] == {"of": "a"}
    assert first["complete"]
    assert first["hours"] > 0
    assert asked() == first
    assert asked(save_minutes=1.0) == first  # how often it saves is no other run
    assert (asked.steps, asked.evaluations) == (2, 1)


def test_evaluated_on_something_else(asked: Asked) -> None:
    first = asked()
    second = asked("b")
    assert second["figures"] == {"of": "b"}
    assert second["hours"] == first["hours"]
    assert (asked.steps, asked.evaluations) == (2, 2)


def test_stopped_before_it_was_evaluated(asked: Asked) -> None:
    asked()
    (asked.folder / RESULT).unlink()
    asked()
    assert (asked.steps, asked.evaluations) == (2, 2)


def test_another_recipe_is_refused(asked: Asked) -> None:
    asked()
    with pytest.raises(RecipeError, match=r"training\.epochs = 1, not 2; choose another folder"):
        asked(epochs=2)
    (asked.folder / RESULT).unlink()  # an unfinished run has its recipe too
    with pytest.raises(RecipeError, match=r"training\.decoder_rate"):
        asked(decoder_rate=0.5)


def test_time_that_ran_out(asked: Asked) -> None:
    first = asked(max_hours=1e-9)
    assert not first["complete"]
    assert asked.steps == 1
    assert asked(max_hours=1e-9) == first
    assert asked.steps == 1
    assert asked()["complete"]
    assert asked.steps == 2
    asked(max_hours=5.0)  # complete is complete
    assert asked.steps == 2


def test_results_of_before_are_read(asked: Asked) -> None:
    """They say neither what was asked nor whether time ran out."""
    asked()
    saved = read_whole(asked.folder / RESULT)
    assert saved is not None
    for key in ("asked", "complete"):
        del saved[key]
    write_json(asked.folder / RESULT, saved)
    assert asked() == saved


def test_damage_is_named(asked: Asked) -> None:
    asked()
    text = (asked.folder / RESULT).read_text()
    (asked.folder / RESULT).write_text(text[: len(text) // 2])
    with pytest.raises(RecipeError, match="damaged; remove it"):
        asked()


def test_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "new" / "x.json"
    write_json(path, {"a": 1})
    with pytest.raises(TypeError):
        write_json(path, {"a": object()})
    assert json.loads(path.read_text()) == {"a": 1}


class Told:
    """Presses Ctrl-C at a step of a run, and counts steps by run."""

    def __init__(self, stop: tuple[str, int] | None = None):
        self.stop = stop
        self.steps: dict[str, list[int]] = {}

    def training(self, name: str) -> Observer:
        def observe(report: StepReport) -> None:
            self.steps.setdefault(name, []).append(report.step)
            if (name, report.step) == self.stop:
                os.kill(os.getpid(), signal.SIGINT)

        return observe

    def answering(self, name: str, done: int, total: int) -> None:
        pass


def test_several_seeds_go_on_where_they_were_stopped(encoder: Path, tmp_path: Path) -> None:
    """What is done is read back, the run that was stopped goes on from its step, the rest is begun."""
    data = {"train": ["toy:32:1"], "dev": ["toy:8:2"]}
    recipe = tmp_path / "tiny.toml"
    recipe.write_text(recipe_text(encoder, data=data, training={"epochs": 2, "save_minutes": 60.0}))
    table = Table("two rows", (Row("first", {}, {}), Row("second", {"model": {"dropout": 0.0}}, {})))
    test = load_test(["toy:8:2"], Recipe.from_file(recipe).data)

    def runs(told: Told, folder: str) -> list[Run | Failure]:
        rows = variants(table, Recipe.from_file(recipe), None, None)
        return list(run_all(rows, range(2), test, tmp_path / folder, told))

    with pytest.raises(KeyboardInterrupt):
        runs(Told(("first, seed 1", 2)), "stopped")
    again = Told()
    found = runs(again, "stopped")
    assert again.steps == {"first, seed 1": [3, 4], "second, seed 1": [1, 2, 3, 4]}
    at_once = runs(Told(), "whole")
    assert [_said(run) for run in found] == [_said(run) for run in at_once]


def _said(run: Run | Failure) -> tuple[str, int, dict[str, Any]]:
    assert isinstance(run, Run)
    return run.name, run.seed, run.figures
