"""Readers through the one engine of experiments: `cantor compare` and `cantor reproduce drop-num`."""

import json
from pathlib import Path

import pytest
import torch

from cantor.cli import main
from cantor.experiments.tables import MEASURES_OF_READERS, TABLES
from cantor.training.recipe import Recipe
from cantor.training.shipped import recipe_file
from helpers.passages import ASKED
from helpers.tiny import encoder_folder
from helpers.toy_runs import recipe_text


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A recipe of a step or two, and its questions."""
    folder = tmp_path_factory.mktemp("files")
    torch.manual_seed(0)
    questions = folder / "questions.jsonl"
    rows = [{"passage": p, "question": q, "answer": a.to_dict()} for p, q, a in ASKED]
    questions.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    text = recipe_text(
        encoder_folder("bert", folder / "encoder", 128),
        data={"train": [str(questions)], "dev": [str(questions)]},
        model={"system": "cantor-reading", "max_tokens": 128, "graph_size": 5, "decoder_heads": 2},
        training={"epochs": 1, "batch_size": 6},
    )
    (folder / "tiny.toml").write_text(text, encoding="utf-8")
    return folder / "tiny.toml", questions


def test_compare(files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["compare", "--recipe", str(files[0]), "--folder", str(tmp_path), "--json"]
    assert main(command) == 0  # the pair of the recipe's system
    found = json.loads(capsys.readouterr().out)
    assert [run["name"] for run in found["runs"]] == ["cantor-reading", "tase-arith"]
    for run in found["runs"]:
        assert run["figures"]["count"] == 7  # the numeric ones
        assert run["figures"] == run["by_data"][str(files[1])]
        assert 0 <= run["figures"]["exact_match"] <= run["figures"]["f1"] <= 1
        assert run["processor_hours"] > 0
    pair = found["against"]["tase-arith"]
    right = [round(run["figures"]["exact_match"] * 7) for run in found["runs"]]
    assert pair["only_first"] - pair["only_this"] == right[0] - right[1]
    assert main(command) == 0  # read back, not trained again
    assert json.loads(capsys.readouterr().out)["runs"] == found["runs"]
    assert "| tase-arith |" in (tmp_path / "comparison.md").read_text(encoding="utf-8")


def test_readers_are_compared_with_readers(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", "--recipe", str(files[0]), "--systems", "tase,gts"]) == 2
    assert "gts reads no passages" in capsys.readouterr().err


def test_reproduce(files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = tmp_path / "results.json"
    command = ["reproduce", "drop", "--recipe", str(files[0]), "--folder", str(tmp_path / "runs")]
    assert main([*command, "--results", str(results)]) == 0
    printed = capsys.readouterr().out
    noted = json.loads(results.read_text(encoding="utf-8"))["results"]
    assert [one["name"] for one in noted] == ["drop: TASE", "drop: TASE with CANTOR"]
    assert all(one["count"] == len(ASKED) and 0 <= one["f1"] <= 1 for one in noted)
    assert "### F1 on DROP (Table 6 of the paper)" in printed
    assert "| method | F1 | exact match | seeds | hours | paper F1 | paper test | alone |" in printed
    assert "| TASE with CANTOR | spans | 1 |" in printed


@pytest.mark.parametrize("name", ["drop", "drop-num"])
def test_the_tables_own_recipes(name: str) -> None:
    table = TABLES[name]
    recipe = Recipe.from_file(recipe_file(table.recipe))
    assert table.measures == MEASURES_OF_READERS
    assert recipe.model.system in {dict(row.changes["model"])["system"] for row in table.rows}
    # trained on one side of the setting, chosen on another, tested on a third
    assert not {*table.test} & {*recipe.data.train, *recipe.data.dev}


@pytest.mark.parametrize("name", ["paper-drop", "paper-drop-num"])
def test_the_papers_settings(name: str) -> None:
    recipe = Recipe.from_file(recipe_file(name))
    assert recipe.model.graph_size == (5 if name.endswith("num") else 10)
    assert (recipe.training.batch_size, recipe.training.epochs, recipe.training.warmup_steps) == (12, 20, 0)
    assert recipe.training.encoder_rate == recipe.training.decoder_rate == 5e-6
