"""`cantor compare` from end to end on tiny models: figures, files, what fails, and what is not done twice."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cantor.cli import main
from cantor.evaluation.report import METRIC_VERSION
from cantor.rivals.tree.gts import Gts
from helpers.stub_endpoint import body, completion, endpoint

Command = Callable[..., list[str]]
CONTRACT = {
    "value_accuracy",
    "equation_accuracy",
    "decoder_s",
    "total_s",
    "parameters",
    "train_hours",
    "seeds",
}
LEAD = {"difference", "difference_interval", "by_seed", "only_first", "only_this"}
MORE = {
    "ours",
    "processor_hours",
    "tokens_seen",
    "interval",
    "deviation",
    "value_at_5",
    "breakdowns",
    "decoder_ratio",
    "own_total_s",
    "against_cantor",
}
#: What `docs/results.json` has of each run.
NOTED = {"name", "recipe", "command", "value_accuracy", "interval", "seeds", "paper"}
NOTED |= {"processor_hours", "tokens_seen", "value_accuracy_ours", "value_at_5_ours"}


def found(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    return result


def times(folder: Path) -> dict[Path, int]:
    files = [*folder.glob("*/result.json"), *folder.glob("*/best/*"), folder / "speed.json"]
    return {path: path.stat().st_mtime_ns for path in files}


def test_three_systems(command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = command("cantor,gts,tagging", "--seeds", "2", "--json")
    assert main(asked) == 0
    first = found(capsys)
    assert list(first["systems"]) == ["cantor", "gts", "tagging"]
    assert first["failed"] == {}
    for name, system in first["systems"].items():
        assert system.keys() >= CONTRACT | MORE
        assert system["seeds"] == 2
        assert 0 <= system["interval"][0] <= system["value_accuracy"] <= system["interval"][1] <= 1
        assert system["value_at_5"] >= system["value_accuracy"] or name != "cantor"
        assert system["decoder_s"] > 0
        assert system["total_s"] > 0
        assert system["own_decoder_s"] > 0
        assert system["parameters"] > system["decoder_parameters"] > 0
        assert system["train_hours"] > 0
        assert system["complete"]
        assert sum(group["count"] for group in system["breakdowns"]["steps"].values()) == 16
    assert first["systems"]["cantor"]["decoder_ratio"] == 1
    assert first["systems"]["cantor"]["against_cantor"] is None
    assert set(first["systems"]["gts"]["against_cantor"]) == {*LEAD, "ours"}
    assert set(first["systems"]["gts"]["against_cantor"]["ours"]) == LEAD
    assert first["data"] == ["toy:16:3"]
    assert first["count"] == 16
    assert set(first["data_sha256"]) == {"train", "test"}
    assert re.fullmatch("[0-9a-f]{64}", first["data_sha256"]["test"]["toy:16:3"])
    assert first["metric_version"] == METRIC_VERSION
    assert first["machine"]["processor"]
    assert first["speed"]["workload"]["source"].startswith("the writer's")
    folder = tmp_path / "run"
    assert json.loads((folder / "comparison.json").read_text()) == first
    text = (folder / "comparison.md").read_text()
    assert re.search(r"^\| gts \| \d+\.\d ± \d+\.\d \|", text, re.MULTILINE)
    assert "### By steps" in text
    assert re.search(r"^\| gts \| all \| [+-]", text, re.MULTILINE)
    assert "cantor compare" in text
    assert (folder / "comparison.svg").read_text().startswith("<svg")
    assert "<title>cantor: 3 systems on toy:16:3</title>" in (folder / "comparison.html").read_text()

    before = times(folder)
    assert main(asked) == 0  # nothing is trained, evaluated or timed again
    assert found(capsys) == first
    assert times(folder) == before

    report, noted = tmp_path / "docs", tmp_path / "results.json"
    more = ["--report", str(report), "--results", str(noted)]
    assert main(command("cantor,gts,tagging", "--seeds", "2", *more)) == 0
    entries = {one["name"]: one for one in json.loads(noted.read_text())["results"]}
    assert list(entries) == ["tiny: cantor", "tiny: gts", "tiny: tagging"]
    assert all(one.keys() >= NOTED for one in entries.values())
    assert entries["tiny: gts"]["paper"] == {"mathqa": 73.8, "svamp": 32.4}
    assert entries["tiny: gts"]["against"] == first["systems"]["gts"]["against_cantor"]
    assert "against" not in entries["tiny: cantor"]
    assert {path.name for path in report.iterdir()} == {"comparison.json", "comparison.md", "comparison.svg"}
    shown = capsys.readouterr().out
    assert "decoder ms" in shown
    assert "comparison.html" in shown


def test_a_system_more(command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only the new one is trained; all are timed again, since times of different runs do not compare."""
    folder = tmp_path / "run"
    assert main(command("cantor", "--json")) == 0
    before = times(folder)
    assert list(found(capsys)["systems"]) == ["cantor"]
    assert main(command("vanilla-cantor,cantor", "--json")) == 0
    after = times(folder)
    assert list(found(capsys)["systems"]) == ["vanilla-cantor", "cantor"]
    assert {path for path, time in before.items() if after[path] != time} == {folder / "speed.json"}
    recipe = json.loads((folder / "vanilla-cantor-0" / "result.json").read_text())["recipe"]
    assert recipe["model"]["system"] == "vanilla-cantor"


def test_who_fails_does_not_stop_the_others(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def explode(*_: object) -> None:
        raise RuntimeError("out of <memory>")

    monkeypatch.setattr(Gts, "loss", explode)
    assert main(command("causal-lm,gts,tagging", "--seeds", "2", "--json")) == 0
    result = found(capsys)
    assert list(result["systems"]) == ["tagging"]
    assert result["systems"]["tagging"]["seeds"] == 2
    assert "causal" in result["failed"]["causal-lm"]
    assert result["failed"]["gts"].startswith("RuntimeError: out of <memory> (see ")
    assert "in explode" in (tmp_path / "run" / "gts-0" / "error.txt").read_text()
    assert not (tmp_path / "run" / "gts-1").exists()  # one failure is enough
    assert "out of <memory>" not in (tmp_path / "run" / "comparison.html").read_text()
    assert "out of &lt;memory&gt;" in (tmp_path / "run" / "comparison.html").read_text()
    assert "## Not compared" in (tmp_path / "run" / "comparison.md").read_text()


def test_nobody_is_left(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command("causal-lm")) == 2
    assert "no system could be compared: causal-lm: " in capsys.readouterr().err


def test_another_recipe_in_the_same_folder(
    command: Command, recipe: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command("tagging", "--rounds", "0")) == 0
    changed = recipe(training={"epochs": 2})
    capsys.readouterr()
    assert main(command("tagging", recipe_file=changed)) == 2
    message = capsys.readouterr().err
    assert "training.epochs = 1, not 2" in message
    assert "another folder" in message


def test_other_problems_need_no_training(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    assert main(command("tagging", "--rounds", "0", "--json")) == 0
    assert found(capsys)["count"] == 16
    weights = folder / "tagging-0" / "best" / "model.safetensors"
    before = weights.stat().st_mtime_ns
    assert main(command("tagging", "--rounds", "0", "--json", "--data", "toy:5:5", "toy:7:4")) == 0
    result = found(capsys)
    assert result["count"] == 12
    assert {name: data["count"] for name, data in result["systems"]["tagging"]["by_data"].items()} == {
        "toy:5:5": 5,
        "toy:7:4": 7,
    }
    assert "### By data" in (folder / "comparison.md").read_text()
    assert weights.stat().st_mtime_ns == before


def test_a_file_that_changed_is_evaluated_again(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.csv"
    asked = command("tagging", "--rounds", "0", "--json", "--data", str(own))
    hashes = []
    for texts in (["Ida has 4 pens and gets 3."], ["Ida has 4 pens.", "Ben has 5 pens."]):
        own.write_text("question,answer\n" + "".join(f"{text},4\n" for text in texts))
        assert main(asked) == 0
        result = found(capsys)
        hashes.append(result["data_sha256"]["test"][str(own)])
        steps = result["systems"]["tagging"]["by_data"][str(own)]
        assert steps["count"] == result["count"] == len(texts)
    assert len(set(hashes)) == 2


def test_without_speed(command: Command, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(command("tagging", "--rounds", "0", "--json")) == 0
    result = found(capsys)
    assert result["systems"]["tagging"]["decoder_s"] is None
    assert result["speed"]["workload"] is None
    assert "![" not in (tmp_path / "run" / "comparison.md").read_text()


def test_a_limit_of_time_that_is_raised_goes_on(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = tmp_path / "run" / "tagging-0" / "checkpoint" / "last"
    assert main(command("tagging", "--rounds", "0", "--hours", "1e-9", "--json")) == 0
    assert steps.read_text() == "step-1"
    first = found(capsys)
    assert not first["systems"]["tagging"]["complete"]
    assert "limit of time before the last epoch: tagging" in (tmp_path / "run" / "comparison.md").read_text()
    assert main(command("tagging", "--rounds", "0", "--hours", "1e-9")) == 0
    assert steps.read_text() == "step-1"
    capsys.readouterr()
    assert main(command("tagging", "--rounds", "0", "--hours", "1", "--json")) == 0
    assert steps.read_text() == "step-3"
    assert found(capsys)["systems"]["tagging"]["complete"]


def test_a_language_model_takes_part(
    command: Command, recipe: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with endpoint(then=body(completion("Well & <b>truly</b>, the answer is 3."))) as stub:
        extra = f'[systems.cot]\nurl = "{stub.url}"\nmodel = "<i>sage</i>"\nshots = 1\n'
        asked = command("cot,tagging", "--json", recipe_file=recipe(extra))
        assert main(asked) == 0
        result = found(capsys)
        count = len(stub.asked)
        assert main(asked) == 0
        assert len(stub.asked) == count
    cot = result["systems"]["cot"]
    assert cot.keys() >= CONTRACT
    assert cot["equation_accuracy"] is cot["value_at_5"] is cot["decoder_s"] is cot["parameters"] is None
    assert cot["total_s"] > 0
    assert cot["costs"]["prompt_tokens"] > 0
    assert cot["breakdowns"]["steps"]
    page = (tmp_path / "run" / "comparison.html").read_text()
    assert "<b>truly" not in page
    assert "<i>sage" not in page
    assert "Well & \\u003cb>truly" in page


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--systems", "cantor,gpt-5"], "there is no system 'gpt-5'; known are cantor, causal-lm"),
        (["--seeds", "0"], "at least one"),
        (["--data", "nowhere"], "nowhere"),
    ],
)
def test_wrong_arguments(
    command: Command, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command("tagging", *arguments)) == 2
    assert said in capsys.readouterr().err


def test_no_place_to_evaluate(
    command: Command, recipe: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    file = recipe(data={"train": ["toy:8:1"], "dev": []})
    assert main(command("tagging", recipe_file=file)) == 2
    assert "--data" in capsys.readouterr().err
