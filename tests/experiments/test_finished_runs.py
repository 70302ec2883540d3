"""A run's result: made once, read back after, made again where something else is asked."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch

from cantor.errors import RecipeError
from cantor.experiments.runs import RESULT, train_and_evaluate
from cantor.io.atomic import write_json
from cantor.training.recipe import Recipe
from cantor.training.same import read_whole
from cantor.training.trainer import StepReport
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
