"""One run from its start to its figures: a finished one is read back, one that was stopped goes on."""

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from cantor.evaluation.report import METRIC_VERSION
from cantor.model import from_pretrained
from cantor.model.systems import System
from cantor.training.loop import Observer, train
from cantor.training.recipe import Recipe, RecipeError

RESULT = "result.json"

#: What an evaluation found; whatever JSON can hold.
Figures = Mapping[str, Any]
Evaluate = Callable[[System, Tokenizer], Figures]


def finished(
    recipe: Recipe, run: Path, asked: Mapping[str, Any], evaluate: Evaluate, observer: Observer
) -> dict[str, Any]:
    """What `evaluate` says of the trained model, with `hours` of training and the `recipe`.

    `asked` says what is evaluated: a run that was evaluated on the same is not evaluated again.
    """
    asked = {**asked, "metric_version": METRIC_VERSION}
    saved = read_whole(run / RESULT)
    begun = saved or read_whole(run / "run.json")
    if begun is not None:
        _check_same(Recipe.from_dict(begun["recipe"], str(run)), recipe, run)
    if saved is None or _may_go_on(saved, recipe):
        progress = train(recipe, run, observer)
        hours, complete = progress.seconds / 3600, progress.epoch >= recipe.training.epochs
    elif saved.get("asked", asked) == asked:
        return saved
    else:
        hours, complete = saved["hours"], saved.get("complete", True)
    found = {**evaluate(*from_pretrained(run / "best")), "hours": hours, "complete": complete}
    write_whole(run / RESULT, {**found, "asked": asked, "recipe": recipe.to_dict()})
    return read_whole(run / RESULT) or found


def write_whole(path: Path, value: object) -> None:
    """JSON that is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")
    os.replace(part, path)


def read_whole(path: Path) -> dict[str, Any] | None:
    """What `write_whole` wrote; None where nothing was written."""
    try:
        saved: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return saved
    except FileNotFoundError:
        return None
    except ValueError:
        raise RecipeError(f"{path}: is damaged; remove it, and it will be made again") from None


def _may_go_on(saved: Mapping[str, Any], recipe: Recipe) -> bool:
    """Whether time ran out on the run, and there is another limit now."""
    before = saved["recipe"]["training"].get("max_hours")
    return not saved.get("complete", True) and before != recipe.training.max_hours


def _check_same(before: Recipe, now: Recipe, run: Path) -> None:
    """A folder holds the run of one recipe; only limits of time and how often to save may change."""
    was, is_ = _settings(before), _settings(now)
    changed = [key for key in is_ if was[key] != is_[key]]
    if changed:
        key = changed[0]
        raise RecipeError(
            f"{run} was trained with {key} = {was[key]!r}, not {is_[key]!r}; choose another folder, "
            "or remove this one to train again"
        )


def _settings(recipe: Recipe) -> dict[str, Any]:
    timeless = replace(recipe, training=replace(recipe.training, max_hours=None, save_minutes=0.0))
    return {
        f"{table}.{key}": value
        for table, values in timeless.to_dict().items()
        for key, value in values.items()
    }
