"""`cantor evaluate` on tiny untrained models: what it prints for one, for several, and what it refuses."""

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import torch
from rich.progress import Progress

from cantor import Solver
from cantor.cli import main
from cantor.cli.output import progress
from cantor.data.example import masked_text
from cantor.data.named import WRITTEN, examples
from cantor.equation.closeness import same_value
from cantor.evaluation.report import METRIC_VERSION
from cantor.evaluation.seen import seen
from cantor.model import new_model, save_pretrained
from helpers.toy_runs import tiny_encoder


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Models of other weights, trained on some problems, on others, and on nobody knows what."""
    folder = tmp_path_factory.mktemp("models")
    encoder = tiny_encoder(folder / "encoder")
    made = []
    for seed, trained in enumerate(
        [{"recipe": {"data": {"train": ["toy:40:1"]}}}, {"recipe": {"data": {"train": ["toy:30:2"]}}}, {}]
    ):
        torch.manual_seed(seed)
        model, tokenizer = new_model(
            str(encoder),
            operators=("+", "-", "*", "/"),
            constants=("2",),
            graph_size=6,
            decoder_heads=4,
            decoder_layers=1,
            number_policy="reader",
            trained=trained,
        )
        save_pretrained(model, tokenizer, folder / f"model{seed}")
        made.append(folder / f"model{seed}")
    return made


def evaluate(*arguments: object) -> int:
    return main(["evaluate", "--data", "toy:12:2", *map(str, arguments)])


def test_json_of_one_model_is_as_the_contract_says(
    models: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate("--model", models[0], "--json") == 0
    out, err = capsys.readouterr()
    assert "predicting" not in err
    found = json.loads(out)
    assert {"value_accuracy", "equation_accuracy", "value_at_5", "interval", "count", "breakdowns"} <= set(
        found
    )
    assert (found["metric_version"], found["model"], found["count"]) == (METRIC_VERSION, str(models[0]), 12)
    assert "models" not in found
    assert sum(group["count"] for group in found["breakdowns"]["masked text"].values()) == 12


def test_several_models(models: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    given = [part for model in models for part in ("--model", model)]
    assert evaluate(*given, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["model"] for one in found["models"]] == [str(model) for model in models]
    each = [one["value_accuracy"] for one in found["models"]]
    assert found["mean"]["value_accuracy"] == pytest.approx(sum(each) / 3)
    assert found["deviation"]["value_accuracy"] >= 0
    # the second model was trained on these very problems, of the third nothing is known
    kinds = [one["breakdowns"]["masked text"] for one in found["models"]]
    assert (kinds[1]["seen"]["count"], kinds[2]) == (12, {})
    assert found["mean"]["breakdowns"]["masked text"]["seen"]["models"] in (1, 2)
    assert evaluate(*given, "--k", 7) == 0
    text = capsys.readouterr().out
    assert "7 best" in text
    assert "mean" in text
    assert "±" in text
    assert "masked text" in text


def test_a_page(models: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    assert evaluate("--model", models[0], "--html", page, "--rank", "vote", "--repair") == 0
    assert str(page.name) in capsys.readouterr().out
    text = page.read_text(encoding="utf-8")
    rows = json.loads(text.partition('id="rows">')[2].partition("</script>")[0])
    assert len(rows) == 12
    for said in ("by vote, skip failing", "toy:12:2", "toy:40:1", "reader", f"version {METRIC_VERSION}"):
        assert f"<dd>{said}</dd>" in text


def test_an_exported_model_answers_as_the_solver_does(
    models: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "exported"
    assert main(["export", str(models[0]), str(out), "--calibrate", "toy:60:3", "--verify"]) == 0
    rows = [{"question": p.problem.text, "answer": str(p.answer)} for p in examples(["toy:20:4"], "reader")]
    rows.append({"question": "What has no numbers?", "answer": "7"})
    data = tmp_path / "mine.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows))
    capsys.readouterr()
    command = ["evaluate", "--data", str(data), "--model", str(out)]
    assert main([*command, "--json", "--html", str(tmp_path / "page.html")]) == 0
    found = json.loads(capsys.readouterr().out)
    solutions = Solver.from_pretrained(out).solve([row["question"] for row in rows])
    right = [same_value(s.answer, Fraction(row["answer"])) for s, row in zip(solutions, rows, strict=True)]
    assert found["value_accuracy"] == pytest.approx(sum(right) / len(rows))
    assert found["choice"]["verifier"] is True
    assert found["count"] == len(rows)
    assert main([*command, "--rank", "vote"]) == 2
    assert "as `cantor solve` does" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--model", "a", "--model", "b", "--html", "x.html"], "--html shows the predictions of one model"),
        (["--model", "a", "--html", "no/folder/x.html"], "no/folder/x.html: there is no such folder"),
        (["--model", "a", "--model", "a"], "a is given twice"),
        (["--model", "a", "--k", "0"], "--k 0"),
    ],
)
def test_what_is_refused_before_any_work(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate(*arguments) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("terminal", "options", "shown"), [(True, [], True), (False, [], False), (True, ["--json"], False)]
)
def test_progress_is_for_people_at_a_terminal(
    terminal: bool, options: list[str], shown: bool, models: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    bars = []

    def noted(*, quiet: bool) -> Progress:
        bars.append(progress(quiet=quiet))
        return bars[-1]

    monkeypatch.setattr("cantor.cli.evaluate.progress", noted)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    assert evaluate("--model", models[0], *options) == 0
    (bar,) = bars
    assert bar.disable is not shown
    (task,) = bar.tasks
    assert (task.description, task.completed, task.total) == ("predicting", 12, 12)


# What a model has seen


def test_seen_are_templates_and_masked_texts() -> None:
    found = seen(["toy:20:3"], "reader")
    given = examples(["toy:20:3"], "reader")
    assert set(found.templates) == {e.equation.template() for e in given if e.equation}
    assert set(found.texts) == set(map(masked_text, given))
    assert not any(character.isdigit() for text in found.texts for character in text)
    nothing = seen([], "reader")
    assert (set(nothing.templates), set(nothing.texts)) == (set(), set())


def test_what_the_writer_wrote_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[int, int]] = []

    def write(count: int, seed: int) -> list[Any]:
        made.append((count, seed))
        return list(WRITTEN["toy"](count, seed))

    monkeypatch.setitem(WRITTEN, "synthetic", write)
    first, again = (seen(["synthetic:7:90210", "toy:5:1"], policy) for policy in ("reader", "annotated"))
    assert first == again
    assert len(first.texts) >= len(seen(["toy:5:1"], "reader").texts)
    assert made == [(7, 90210)]


@pytest.mark.usefixtures("data")
def test_filtered_mathqa_has_seen_all_of_mathqa() -> None:
    found, whole = seen(["mathqa-filtered:train"], "annotated"), seen(["mathqa:train"], "annotated")
    assert found.texts == whole.texts
    assert set(found.templates) < set(whole.templates)  # those it was trained on
    assert seen(["mathqa-filtered"], "annotated") == found


@pytest.mark.real_data
def test_filtered_mathqa_splits_as_in_the_contract() -> None:
    texts = seen(["mathqa-filtered:train"], "annotated").texts
    test: list[Any] = examples(["mathqa-filtered:test"], "annotated")
    assert sum(masked_text(example) in texts for example in test) == 1199
    assert len(test) == 1605
