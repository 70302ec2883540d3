"""The paper's tables on a tiny model: each row trained once, evaluated, set beside the paper's figure."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cantor.cli import main
from cantor.experiments.reproduce import markdown, with_changes
from cantor.experiments.runs import Run
from cantor.experiments.tables import ELSEWHERE, TABLES
from cantor.training.recipe import Recipe
from helpers.toy_runs import recipe_text, tiny_encoder


def test_every_row_is_a_valid_recipe(tmp_path: Path) -> None:
    base = Recipe.from_dict({"data": {"train": ["toy:10"]}})
    for table in TABLES.values():
        names = {row.name for row in table.rows}
        assert len(names) == len(table.rows)
        assert table.first in names | {""}
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


def test_a_table_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", logger="cantor.training")
    recipe = tmp_path / "tiny.toml"
    recipe.write_text(recipe_text(tiny_encoder(tmp_path / "encoder"), training={"epochs": 1}))
    folder = tmp_path / "order"
    command = ["reproduce", "order", "--recipe", str(recipe), "--folder", str(folder), "--seeds", "2"]
    assert main(command) == 0
    lines = [record.getMessage() for record in caplog.records]  # without a terminal there is a log
    assert any(re.match(r"vanilla CANTOR.*: step \d+ of \d+, 100.0 % of the run", line) for line in lines)
    text = capsys.readouterr().out
    rows = re.findall(r"^\| (.*?) \|", text.split("\n\n")[2], re.MULTILINE)[1:]
    systems = ["deductive reasoner", "vanilla NAR", "vanilla CANTOR"]
    assert rows == [*systems, "naive mapping", "exact MML, then exact hard EM"]
    assert "ours: value | ours: value@5" in text
    lead = r"^\| vanilla NAR \| all \| [+-]\d+\.\d \(-?\d+\.\d to -?\d+\.\d\) \| [+-]\d+"
    assert re.search(lead, text, re.MULTILINE)
    assert "47.3" in text
    assert "Table 7 of the paper" in text
    assert "cantor reproduce order" in text
    trained = {path: path.stat().st_mtime_ns for path in folder.glob("*/result.json")}
    assert len(trained) == 10
    noted = tmp_path / "results.json"
    assert main([*command, "--results", str(noted), "--json"]) == 0  # nothing is trained again
    results = json.loads(capsys.readouterr().out)["results"]
    assert {path: path.stat().st_mtime_ns for path in trained} == trained
    assert {result["figures"]["count"] for result in results} == {40}
    entries = json.loads(noted.read_text())["results"]
    assert [one["name"] for one in entries] == sorted(f"order: {row}" for row in rows)
    for one in entries:
        assert one["seeds"] == 2
        assert one["interval"][0] <= one["value_accuracy"] <= one["interval"][1]
        assert one["processor_hours"] > 0
        assert one["tokens_seen"] > 0
        assert one["recipe"] == "tiny"
        assert one["command"].startswith("cantor reproduce order")
        assert 0 <= one["value_accuracy_ours"] <= one["value_at_5_ours"] <= 1
        if one["name"] != "order: exact MML, then exact hard EM":
            assert len(one["against"]["by_seed"]) == 2
            low, high = one["against"]["ours"]["difference_interval"]
            assert low <= one["against"]["ours"]["difference"] <= high
    assert {one["name"]: one["paper"].get("svamp") for one in entries}["order: vanilla CANTOR"] == 47.3


def test_an_unknown_table_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "tables"]) == 2
    assert "training-methods" in capsys.readouterr().err


def test_without_a_name_all_are_listed_and_no_torch_is_needed() -> None:
    code = (
        "import sys; sys.modules['torch'] = None; from cantor.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "reproduce"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert all(name in text for name in [*TABLES, *ELSEWHERE])

    assert "Graph size L" in text
    listed = json.loads(subprocess.run([*command, "--json"], capture_output=True, check=True).stdout)
    assert listed["beam"] == {
        "title": "Beam size B of hard EM",
        "source": "Table 13",
        "rows": 5,
        "hours": pytest.approx(0.3),
    }
    wrong = subprocess.run([*command, "nosuch"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, "there is no table 'nosuch'" in wrong.stderr) == (2, True)


def test_what_another_command_makes_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "speed"]) == 2
    assert "cantor bench rivals" in capsys.readouterr().err


def figures(value: float, groups: dict[str, tuple[int, float]]) -> dict[str, Any]:
    return {
        "value_accuracy": value,
        "value_at_5": value,
        "equation_accuracy": value,
        "breakdowns": {
            "variation": {
                name: {"count": count, "value_accuracy": share, "equation_accuracy": share / 2}
                for name, (count, share) in groups.items()
            }
        },
    }


def test_groups_stand_beside_the_papers() -> None:
    first = figures(0.5, {"question sensitivity": (462, 0.25), "another": (3, 1.0)})
    results = [
        Run("CANTOR", 0, first, {}, [], [], 0.1),
        Run("CANTOR", 1, figures(0.6, {"question sensitivity": (462, 0.5)}), {}, [], [], 0.1),
    ]
    text = markdown(TABLES["variations"], results, "a command")
    lines = {tuple(line.split(" | ")[:2]): line for line in text.splitlines()}
    asked = lines["| CANTOR", "question sensitivity"]
    assert asked == "| CANTOR | question sensitivity | 462 | 37.5 ± 17.7 | 18.8 ± 8.8 | 30.3 | 29.6 |"
    assert lines["| CANTOR", "another"] == "| CANTOR | another | 3 | 100.0 | 50.0 | – | – |"
    # what has not been run yet still shows what the paper has
    assert (
        lines["| CANTOR", "reasoning ability"] == "| CANTOR | reasoning ability | – | – | – | 53.4 | 53.2 |"
    )
    assert "22.3 | 21.6" in lines["| deductive reasoner", "question sensitivity"]


def test_graph_sizes_have_dev_and_five_best() -> None:
    text = markdown(TABLES["graph-size"], [], "a command")
    columns = (
        "paper mathqa dev | paper mathqa dev@5 | paper mathqa | paper mathqa@5 | paper svamp | paper svamp@5"
    )
    assert columns in text
    assert "| 81.67 | 83.16 | 82.93 | 84.42 | 48.58 | 62.32 |" in text


@pytest.mark.parametrize(
    ("table", "row", "data", "counts"),
    [
        ("steps", "CANTOR", "svamp", {"1": 762, "2": 237}),
        ("steps", "CANTOR", "mathqa", {"1": 110, "2": 237, "3": 391, "4": 289, "5+": 578}),
        ("branches", "hard EM (beam + Murty)", "mathqa", {"0": 741, "1": 581, "2+": 283}),
        ("branches", "MML (independent)", "mathqa", {"0": 741, "1": 581, "2+": 283}),
    ],
)
def test_the_papers_groups_average_to_its_whole(
    table: str, row: str, data: str, counts: dict[str, int]
) -> None:
    """A slip of the pen in a group would show; the counts are those of the test sets."""
    (one,) = (one for one in TABLES[table].rows if one.name == row)
    total = sum(count * one.groups[group][data] for group, count in counts.items())
    assert total / sum(counts.values()) == pytest.approx(one.paper[data], abs=0.2)
