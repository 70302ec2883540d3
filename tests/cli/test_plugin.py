"""Operators of one's own from the command line: everything a built-in one can do."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.toy_runs import recipe_text, tiny_encoder

PLUGIN = """
from cantor.equation import Operator, register

def mean(a, b, c):
    return (a + b + c) / 3


register(Operator("mean3", 3, mean, "Take the mean of {0}, {1} and {2}", commutative=True))
"""


def cantor(*arguments: object) -> "subprocess.CompletedProcess[str]":
    """In a process of its own: what is registered stays registered."""
    command = [sys.executable, "-m", "cantor", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    path = tmp_path / "mean3.py"
    path.write_text(PLUGIN)
    return path


def test_an_operator_from_a_file(plugin: Path) -> None:
    asked = ["equation", "mean3(4, 8, 12) + 1", "--json"]
    found = cantor("--plugin", plugin, "--plugin", plugin, *asked)
    assert json.loads(found.stdout)["answer"] == "9"
    assert json.loads(found.stdout)["steps"][0].startswith("1. Take the mean of 4, 8 and 12")
    without = cantor(*asked)
    assert without.returncode == 2
    assert "mean3" in without.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "there is no such file"),
        ("1 / 0", "ZeroDivisionError"),
        ("import nosuchmodule", "nosuchmodule"),
        ("def", "SyntaxError"),
        (PLUGIN.replace("mean3", "+"), "registered already"),
        (PLUGIN.replace(", 3,", ", 0,"), "at least one operand"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(text: str | None, said: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.py"
    if text is not None:
        path.write_text(text)
    found = cantor("--plugin", path, "equation", "1 + 1")
    assert found.returncode == 2
    assert "wrong.py" in found.stderr
    assert said in found.stderr
    assert "Traceback" not in found.stderr


def test_an_operator_of_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "averages.py").write_text(PLUGIN)
    info = tmp_path / "averages-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: averages\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cantor.operators]\nmeans = averages\n")
    path = [str(tmp_path), *filter(None, sys.path)]
    monkeypatch.setenv("PYTHONPATH", ":".join(path))
    found = cantor("equation", "mean3(4, 8, 12)", "--json")
    assert json.loads(found.stdout)["answer"] == "8", found.stderr
    (tmp_path / "averages.py").write_text("boom")
    broken = cantor("equation", "1 + 1")
    assert (broken.returncode, "entry point averages" in broken.stderr) == (2, True)


def test_trained_evaluated_exported_and_solved_with(plugin: Path, tmp_path: Path) -> None:
    data, recipe, run, model = (tmp_path / name for name in ("mine.jsonl", "r.toml", "run", "model"))
    rows = [
        {
            "question": f"Ana has {a} pens, Bo has {b} pens and Cy has {c} pens. What is the mean?",
            "equation": "mean3(n0, n1, n2)",
        }
        for a, b, c in [(3, 6, 9), (2, 4, 9), (1, 5, 6), (10, 20, 30)] * 8
    ]
    data.write_text("\n".join(map(json.dumps, rows)) + "\n")
    names = {"train": [str(data)], "dev": [str(data)]}
    recipe.write_text(recipe_text(tiny_encoder(tmp_path / "encoder"), data=names, training={"epochs": 2}))
    for command in (
        ["train", recipe, "--folder", run],
        ["evaluate", "--model", run / "best", "--data", data, "--json"],
        ["export", run / "best", model],
    ):
        found = cantor("--plugin", plugin, *command)
        assert found.returncode == 0, found.stderr
    asked = ["solve", "--model", model, rows[0]["question"], "--json"]
    solved = json.loads(cantor("--plugin", plugin, *asked).stdout)
    assert solved["steps"][0]["op"] == "mean3"
    without = cantor(*asked)
    assert without.returncode == 2
    assert "unknown operator 'mean3'" in without.stderr
    assert "--plugin" in without.stderr
