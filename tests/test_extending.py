"""docs/extending.md, as it stands there, with a tiny random encoder."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.toy_runs import recipe_text, tiny_encoder

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)```", PAGE, re.DOTALL))
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's files."""
    folder = tmp_path_factory.mktemp("mine")
    encoder = tiny_encoder(folder / "encoder")
    for name, text in FILES.items():
        (folder / name).write_text(text.replace("ENCODER", str(encoder)), encoding="utf-8")
    data = {"train": ["toy:48:1"], "dev": ["toy:16:3"]}
    (folder / "toy.toml").write_text(recipe_text(encoder, data=data, training={"epochs": 1}))
    return folder


def run(folder: Path, command: str, *more: str) -> str:
    name, *arguments = shlex.split(command)
    assert name == "cantor"
    done = subprocess.run(
        [sys.executable, "-m", "cantor", *arguments, *more],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 3), done.stderr  # 3: a model of random weights may give no answer
    return done.stdout


def test_operator_data_and_encoder(folder: Path) -> None:
    train, evaluate, export, solve = COMMANDS[:4]
    run(folder, train)
    assert json.loads(run(folder, evaluate, "--json"))["count"] == 4
    run(folder, export)
    assert "mean3" in json.loads((folder / "my-model" / "config.json").read_text())["operators"]
    assert run(folder, solve, "--json").startswith("{")


def test_a_system(folder: Path) -> None:
    found = json.loads(run(folder, COMMANDS[4], "--json"))
    assert found["failed"] == {}
    assert set(found["systems"]) == {"cantor", "pairs"}
    assert found["systems"]["pairs"]["decoder_parameters"] > 0
