"""docs/from-text-to-model.ipynb: its cells run, in order, in one fresh process, and it shows what they gave.

They are run by plain Python (`helpers.notebook`), on fewer problems and a tiny random encoder.
"""

import json
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from helpers.toy_runs import tiny_encoder

ROOT = Path(__file__).parents[1]
NOTEBOOK = ROOT / "docs" / "from-text-to-model.ipynb"


def outputs(notebook: dict[str, Any]) -> list[str]:
    """What each code cell printed or was worth, as text."""
    found = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            texts = [o.get("text") or o["data"]["text/plain"] for o in cell["outputs"]]
            found.append("".join(line for text in texts for line in text))
    return found


def shown(notebook: dict[str, Any]) -> list[str]:
    """The solutions that show themselves as HTML."""
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    data = [output["data"] for cell in cells for output in cell["outputs"] if "data" in output]
    return ["".join(one["text/html"]) for one in data if "text/html" in one]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    encoder = tiny_encoder(tmp_path_factory.mktemp("encoder"))
    settings = f"encoder, problems, epochs = {str(encoder)!r}, 48, 1"
    done = subprocess.run(
        [sys.executable, "-m", "helpers.notebook", str(NOTEBOOK), "--set", settings, "--json"],
        env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT / 'tests'}", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_every_cell_does_what_it_says(run: dict[str, Any]) -> None:
    parameters, numbers, table, read, trained, evaluated, exported, solved, steps, embedded = outputs(run)
    assert (parameters, table) == ("", "")
    assert "'eight', Fraction(8, 1)" in numbers
    assert read.splitlines() == ["n0 * n1 = 63", "n0 - n1 = 28", "n0 + n1 = 25", "n0 / n1 = 7"]
    assert re.fullmatch(r"4 steps, loss \d+\.\d\d at first, \d+\.\d\d at the end\n", trained)
    assert "of 100" in evaluated
    assert "my-model" in exported
    assert solved.startswith("Solution(")
    assert "confidence" in steps
    assert "'43 tulips'" in embedded


def test_what_is_shown_agrees_with_the_answer(run: dict[str, Any]) -> None:
    trained, embedded = shown(run)
    answer, *steps = outputs(run)[-2].splitlines()
    for line in (answer, *steps[:-1]):
        assert line in unescape(trained)
    assert "<strong>43 tulips</strong>" in embedded


def without_marks(html: str) -> str:
    """The problem's text, which comes first; the numbers that the answer uses are marked in it."""
    return html.split("</p>")[0].replace("<mark>", "").replace("</mark>", "")


def test_its_outputs_are_there(run: dict[str, Any]) -> None:
    kept = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert kept["nbformat"] == 4
    assert [bool(text) for text in outputs(kept)] == [bool(text) for text in outputs(run)]
    assert all("Error" not in text for text in outputs(kept))
    for now, then in zip(shown(run), shown(kept), strict=True):  # what a toy answers may differ
        assert without_marks(now) == without_marks(then)
    assert NOTEBOOK.stat().st_size < 200_000
