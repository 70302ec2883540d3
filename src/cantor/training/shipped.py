"""Recipes by name: `folds-minilm` is a recipe that comes with the package, wherever it is installed."""

from functools import cache
from pathlib import Path

import cantor
from cantor.errors import RecipeError


@cache
def shipped_recipes() -> dict[str, Path]:
    """Name -> file: beside the modules in an installed package, at the root of a checkout."""
    package = Path(cantor.__file__).parent
    folders = (package / "recipes", package.parents[1] / "recipes")
    folder = next((folder for folder in folders if folder.is_dir()), None)
    return {} if folder is None else {path.stem: path for path in sorted(folder.glob("*.toml"))}


def recipe_file(named: str) -> Path:
    """The file that a command names: a path, or a shipped recipe's name, with or without `recipes/….toml`."""
    path = Path(named)
    if path.is_file():
        return path
    shipped = shipped_recipes()
    if path.parent in (Path(), Path("recipes")) and path.suffix in ("", ".toml") and path.stem in shipped:
        return shipped[path.stem]
    raise RecipeError(f"{named}: no such file, and no recipe of that name; there are {', '.join(shipped)}")
