"""Rates of each system of a comparison, chosen on development data from one small grid, the same for all."""

import json
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from statistics import mean
from typing import Any

from tokenizers import Tokenizer

from cantor.errors import CantorError
from cantor.evaluation.predict import dev_accuracy
from cantor.experiments.comparison_recipe import COT, ComparisonRecipe
from cantor.experiments.runs import Answered, Run, Trained
from cantor.experiments.test_set import TestSet
from cantor.model.system import System

#: Every rate of the encoder is tried with every rate of what stands on it.
ENCODER, DECODER = (5e-5, 1e-4, 2e-4), (3e-4, 1e-3)
_KEYS = ("encoder_rate", "decoder_rate")


def tries(recipe: ComparisonRecipe, system: str, hours: float | None) -> dict[tuple[float, float], Trained]:
    """A short run for each pair of the grid."""
    return {
        pair: _tried(recipe.with_training({system: dict(zip(_KEYS, pair, strict=True))}), system, pair, hours)
        for pair in product(ENCODER, DECODER)
    }


def _tried(recipe: ComparisonRecipe, system: str, pair: tuple[float, float], hours: float | None) -> Trained:
    name = f"{system} {pair[0]:g} {pair[1]:g}"
    return Trained(name, name.replace(" ", "-"), lambda seed: recipe.of(system, seed, hours), _judged)


def _judged(
    name: str, seed: int, model: System, tokenizer: Tokenizer, test: TestSet, answered: Answered
) -> Run:
    return Run(name, seed, {"value_accuracy": dev_accuracy(model, tokenizer, test.examples)}, {}, [], [])


def chosen(tried: Mapping[tuple[float, float], Trained], runs: Sequence[Run]) -> dict[str, Any]:
    """The best pair, the first among equals, and what came of all; over the seeds of each."""
    found = []
    for pair, variant in tried.items():
        mine = [run.figures["value_accuracy"] for run in runs if run.name == variant.name]
        if mine:
            found.append({**dict(zip(_KEYS, pair, strict=True)), "value_accuracy": mean(mine)})
    best = max(found, key=lambda one: one["value_accuracy"])
    return {**{key: best[key] for key in _KEYS}, "tried": found}


def with_rates(recipe: ComparisonRecipe, path: Path, systems: Sequence[str]) -> ComparisonRecipe:
    """The recipe with each system's rates as they were chosen."""
    known = read_rates(path)
    trained = [system for system in systems if system != COT]
    if missing := [system for system in trained if system not in known]:
        raise CantorError(
            f"{path} has no rates of {', '.join(missing)}; choose them: cantor compare --recipe rates-folds "
            f"--systems {','.join(missing)} --choose-rates {path}"
        )
    return recipe.with_training({system: {key: known[system][key] for key in _KEYS} for system in trained})


def read_rates(path: Path) -> dict[str, dict[str, Any]]:
    """System -> what was chosen for it; nothing where there is no such file yet."""
    try:
        found: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
        if all(isinstance(one[key], float) for one in found.values() for key in _KEYS):
            return found
        raise ValueError("a rate is no number")
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CantorError(
            f"{path} is no file of rates: {error}; cantor compare --choose-rates makes one"
        ) from error
