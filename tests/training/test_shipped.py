"""Recipes are found by name, whatever the folder that a command runs in."""

from pathlib import Path

import pytest

from cantor.cli import main
from cantor.errors import RecipeError
from cantor.training.shipped import recipe_file, shipped_recipes


@pytest.mark.parametrize("named", ["toy", "toy.toml", "recipes/toy.toml"])
def test_by_name(named, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert recipe_file(named) == shipped_recipes()["toy"]


def test_an_own_file_comes_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toy.toml").write_text("")
    (tmp_path / "default").mkdir()  # a folder is no recipe
    assert recipe_file("toy.toml") == Path("toy.toml")
    assert recipe_file("default") == shipped_recipes()["default"]


@pytest.mark.parametrize("named", ["nosuch", "elsewhere/toy.toml", "toy.json", ""])
def test_a_wrong_name_lists_all(named):
    with pytest.raises(RecipeError, match=r"no recipe of that name; there are .*compare-toy.*, toy.*"):
        recipe_file(named)


@pytest.mark.parametrize(
    "words", ["train nosuch", "compare --recipe nosuch", "reproduce mappings --recipe nosuch"]
)
def test_commands_say_so(words, capsys):
    assert main(words.split()) == 2
    assert "cantor: nosuch: no such file, and no recipe of that name" in capsys.readouterr().err
