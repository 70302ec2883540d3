"""`cantor practice` as people and programs call it."""

import json
from pathlib import Path
from typing import Any

import pytest

from cantor.cli import main
from cantor.problem import Problem

TEXT = "A tray holds 12 rolls. Four trays were baked and 9 rolls sold. How many rolls are left?"


@pytest.fixture
def practise(exported: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """practise(arguments) -> (exit code, standard output)"""

    def run(*arguments: str) -> tuple[int, str]:
        code = main(["practice", "--model", str(exported), *arguments])
        return code, capsys.readouterr().out

    return run


def test_json(practise: Any) -> None:
    arguments = (TEXT, "-n", "3", "--seed", "5", "--json", "--equation", "12 * 4 - 9")
    code, out = practise(*arguments)
    found = json.loads(out)
    assert (code, found["seed"], len(found["problems"])) == (0, 5, 3)
    for one in found["problems"]:
        rolls, trays, sold = Problem.from_text(one["question"]).values
        assert one["answer"] == rolls * trays - sold
    assert practise(*arguments) == (code, out)


def test_text(practise: Any) -> None:
    code, out = practise(TEXT, "-n", "2", "--seed", "5", "--steps", "--equation", "12 * 4 - 9")
    problems, key = out.split("Answer key\n")
    assert code == 0
    assert [line[:2] for line in problems.split("\n") if line] == ["1.", "2."]
    assert key.count("rolls\n") >= 2
    assert key.endswith("seed: 5\n")
    assert "×" in key


def test_by_the_model(practise: Any) -> None:
    """A model that answers at random; whatever it says, the variants follow its own equation."""
    code, out = practise(TEXT, "--json", "--seed", "1")
    found = json.loads(out)
    assert (code == 0) == (found["error"] is None)
    assert len(found["problems"]) <= 5


def test_no_answer(practise: Any) -> None:
    code, out = practise("How many pens?")
    assert code == 3
    assert out.startswith("No variants. The text mentions no number")
    assert practise(TEXT, "--equation", "4 +")[0] == 2
