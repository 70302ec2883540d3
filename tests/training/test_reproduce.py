"""The paper's tables on a tiny model: each row trained once, evaluated, set beside the paper's figure."""

import json
import re
from pathlib import Path

import pytest
from toy_runs import recipe_text, tiny_encoder

from cantor.cli import main
from cantor.training.recipe import Recipe
from cantor.training.reproduce import with_changes
from cantor.training.tables import TABLES


def test_every_row_is_a_valid_recipe(tmp_path: Path) -> None:
    base = Recipe.from_dict({"data": {"train": ["toy:10"]}})
    for table in TABLES.values():
        assert len({row.name for row in table.rows}) == len(table.rows)
        for row in table.rows:
            changed = with_changes(base, row, "minilm", 3, None)
            for table_name, values in row.changes.items():
                assert changed.to_dict()[table_name].items() >= values.items()
            assert changed.training.seed == 3


@pytest.mark.parametrize(
    "recipe", sorted(Path(__file__).parents[2].glob("recipes/*.toml")), ids=lambda p: p.stem
)
def test_shipped_recipes_are_valid(recipe: Path) -> None:
    assert Recipe.from_file(recipe).data.train


def test_a_table_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recipe = tmp_path / "tiny.toml"
    recipe.write_text(recipe_text(tiny_encoder(tmp_path / "encoder"), training={"epochs": 1}))
    folder = tmp_path / "order"
    command = ["reproduce", "order", "--recipe", str(recipe), "--folder", str(folder), "--seeds", "2"]
    assert main(command) == 0
    text = capsys.readouterr().out
    rows = re.findall(r"^\| (.*?) \|", text, re.MULTILINE)[1:]
    assert rows == ["vanilla CANTOR", "naive mapping", "exact MML, then exact hard EM"]
    assert "47.3" in text
    assert "cantor reproduce order" in text
    trained = {path: path.stat().st_mtime_ns for path in folder.glob("*/result.json")}
    assert len(trained) == 6
    assert main([*command, "--json"]) == 0  # nothing is trained again
    results = json.loads(capsys.readouterr().out)["results"]
    assert {path: path.stat().st_mtime_ns for path in trained} == trained
    assert {result["figures"]["count"] for result in results} == {40}


def test_an_unknown_table_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "tables"]) == 2
    assert "training-methods" in capsys.readouterr().err
