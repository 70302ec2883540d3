"""Recipes of comparisons: what may differ between systems, checked before anything is trained."""

from pathlib import Path
from typing import Any

import pytest

from cantor.errors import RecipeError
from cantor.experiments.comparison_recipe import KNOWN, USUAL, ComparisonRecipe
from cantor.model.config import READERS
from cantor.model.system import SYSTEMS

BASE: dict[str, Any] = {"data": {"train": ["toy:9"]}, "training": {"epochs": 3, "max_hours": 2.0}}


def made(**systems: Any) -> ComparisonRecipe:
    return ComparisonRecipe.from_dict({**BASE, "systems": systems}, "r.toml")


def test_every_system_is_known_once() -> None:
    assert set(KNOWN) == {*SYSTEMS, *READERS, "cot"}
    assert len(KNOWN) == len(set(KNOWN))
    assert set(USUAL) == set(KNOWN) - {"causal-lm", "cot", *READERS}


@pytest.mark.parametrize("name", [name for name in KNOWN if name != "cot"])
def test_only_the_system_differs(name: str) -> None:
    recipe = made().of(name, seed=4)
    assert recipe.model.system == name
    assert recipe.training.seed == 4
    assert recipe.training.max_hours == 2
    assert recipe.data == made().shared.data


def test_changes_for_one_system() -> None:
    recipe = made(gts={"training": {"decoder_rate": 1e-3}, "model": {"dropout": 0.2}})
    assert recipe.of("gts").training.decoder_rate == 1e-3
    assert recipe.of("gts").model.dropout == 0.2
    assert recipe.of("gts").training.epochs == 3
    assert recipe.of("graph2tree").training.decoder_rate == 3e-4
    assert recipe.of("gts", hours=0.5).training.max_hours == 0.5


@pytest.mark.parametrize(
    ("systems", "said"),
    [
        ({"gtz": {}}, "no system 'gtz'"),
        ({"gts": 3}, "systems.gts: expected a table"),
        ({"gts": {"data": {"limit": 5}}}, "'data' is the same for all"),
        ({"gts": {"trainig": {}}}, "'trainig'"),
        ({"gts": {"training": {"epochz": 3}}}, "unknown key 'epochz'"),
        ({"gts": {"training": {"epochs": "many"}}}, "'many' is not allowed"),
        ({"gts": {"model": {"dropout": True}}}, "True is not allowed"),
        ({"cot": {"shots": "few"}}, "systems.cot: shots"),
        ({"cot": {"key": "sk-secret"}}, "unknown key 'key'"),
        ({"cantor": {"objective": {"objective": "vanilla"}}}, "not allowed"),
    ],
)
def test_wrong_changes_are_named(systems: dict[str, Any], said: str) -> None:
    with pytest.raises(RecipeError, match=said):
        made(**systems)


def test_a_table_of_systems_that_is_none() -> None:
    with pytest.raises(RecipeError, match="a table for each system"):
        ComparisonRecipe.from_dict({**BASE, "systems": ["gts"]})


def test_settings_of_the_language_model() -> None:
    assert made(cot={"shots": 2, "timeout": 5}).cot.timeout == 5.0
    assert made().cot.shots == 4


def test_files(tmp_path: Path) -> None:
    for path, said in ((tmp_path / "none.toml", "No such file"), (tmp_path / "bad.toml", "not TOML")):
        if "bad" in path.name:
            path.write_text("[data")
        with pytest.raises(RecipeError, match=said):
            ComparisonRecipe.from_file(path)


@pytest.mark.parametrize(
    "recipe", sorted(Path(__file__).parents[2].glob("recipes/compare-*.toml")), ids=lambda p: p.stem
)
def test_shipped_recipes(recipe: Path) -> None:
    shipped = ComparisonRecipe.from_file(recipe)
    for name in USUAL:
        assert shipped.of(name).data.train
