"""What the tests of comparisons share: a tiny encoder, a recipe of seconds, and no public data."""

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from helpers.toy_runs import recipe_text, tiny_encoder

#: Speed is measured on next to nothing.
QUICK = "--rounds 1 --threads 1 --batch 2 --vertices 20".split()


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No public data."""
    monkeypatch.setenv("CANTOR_DATA", str(tmp_path / "no data"))


@pytest.fixture(scope="session")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.manual_seed(0)
    return tiny_encoder(tmp_path_factory.mktemp("encoder"))


@pytest.fixture
def recipe(encoder: Path, tmp_path: Path) -> Callable[..., Path]:
    """recipe(extra text, table={key: value}) -> a file"""

    def write(extra: str = "", **changes: dict[str, object]) -> Path:
        data = {"train": ["toy:48:1"], "dev": ["toy:16:3"]}
        changes = {"data": data, "training": {"epochs": 1}, **changes}
        path = tmp_path / "tiny.toml"
        path.write_text(recipe_text(encoder, **changes) + extra, encoding="utf-8")
        return path

    return write


@pytest.fixture
def command(recipe: Callable[..., Path], tmp_path: Path) -> Callable[..., list[str]]:
    """command(systems, *more) -> the arguments of `cantor`"""

    def words(systems: str, *more: str, recipe_file: Path | None = None) -> list[str]:
        file = recipe_file or recipe()
        start = ["compare", "--recipe", str(file), "--folder", str(tmp_path / "run"), "--systems", systems]
        return [*start, *QUICK, *more]

    return words
