"""A run folder holds the run of one recipe: what must not change when it goes on."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from cantor.errors import RecipeError
from cantor.training.recipe import Recipe


def read_whole(path: Path) -> dict[str, Any] | None:
    """What `write_atomic` wrote; None where nothing was written."""
    try:
        saved: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return saved
    except FileNotFoundError:
        return None
    except ValueError:
        raise RecipeError(f"{path}: is damaged; remove it, and it will be made again") from None


def check_same(now: Recipe, run: Path, saved: Mapping[str, Any] | None = None) -> None:
    """When to pause, how often to save and in how many parts to compute a batch may change, and nothing else.

    The message names the key that did.
    """
    begun = saved or read_whole(run / "run.json")
    if begun is None:
        return
    was, is_ = _settings(Recipe.from_dict(begun["recipe"], str(run))), _settings(now)
    changed = [key for key in is_ if was[key] != is_[key]]
    if changed:
        key = changed[0]
        raise RecipeError(
            f"{run} was trained with {key} = {was[key]!r}, not {is_[key]!r}; choose another folder, "
            "or remove this one to train again"
        )


def _settings(recipe: Recipe) -> dict[str, Any]:
    same = replace(recipe.training, max_hours=None, save_minutes=0.0, accumulate=1)
    timeless = replace(recipe, training=same)
    return {
        f"{table}.{key}": value
        for table, values in timeless.to_dict().items()
        for key, value in values.items()
    }
