"""Rates from one grid: tried once, the best written down, and used."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cantor.cli import main
from cantor.errors import CantorError
from cantor.experiments import rates
from cantor.experiments.comparison_recipe import ComparisonRecipe
from cantor.experiments.rates import chosen, read_rates, tries, with_rates
from cantor.experiments.runs import Run

Command = Callable[..., list[str]]
RECIPE = ComparisonRecipe.from_dict(
    {
        "data": {"train": ["toy:9"]},
        "systems": {"gts": {"model": {"dropout": 0.2}, "training": {"clip": 2.0, "encoder_rate": 0.5}}},
    }
)


def test_tried_once_written_down_and_used(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rates, "ENCODER", (1e-3,))
    monkeypatch.setattr(rates, "DECODER", (1e-3, 3e-3))
    file = tmp_path / "rates.json"
    asked = command("gts,tagging,cot", "--choose-rates", str(file), "--set", "training.steps=2")
    assert main(asked) == 0
    shown = capsys.readouterr().out
    known = json.loads(file.read_text())
    assert list(known) == ["gts", "tagging"]
    for one in known.values():
        assert one["data"] == ["toy:16:3"]
        assert one["recipe"] == "tiny"
        assert "--choose-rates" in one["command"]
        assert [pair["decoder_rate"] for pair in one["tried"]] == [1e-3, 3e-3]
        best = max(pair["value_accuracy"] for pair in one["tried"])
        (first, *_) = (pair for pair in one["tried"] if pair["value_accuracy"] == best)
        assert one["decoder_rate"] == first["decoder_rate"]
    assert "gts" in shown
    runs = {path: path.stat().st_mtime_ns for path in tmp_path.glob("run/*/result.json")}
    assert {path.parent.name for path in runs} == {
        f"{system}-0.001-{rate}-0" for system in ("gts", "tagging") for rate in (0.001, 0.003)
    }
    assert main([*asked, "--json"]) == 0  # read back
    assert json.loads(capsys.readouterr().out).keys() == known.keys()
    assert {path: path.stat().st_mtime_ns for path in runs} == runs

    used = ["--rates", str(file), "--rounds", "0", "--json"]
    assert main(command("gts,tagging", "--folder", str(tmp_path / "used"), *used)) == 0
    recipe = json.loads(capsys.readouterr().out)["recipe"]
    for system in ("gts", "tagging"):
        trained = json.loads((tmp_path / "used" / f"{system}-0" / "result.json").read_text())["recipe"][
            "training"
        ]
        for key in ("encoder_rate", "decoder_rate"):
            assert trained[key] == known[system][key] == recipe["systems"][system]["training"][key]
    assert "rates of encoder and decoder: gts 0.001 / " in (tmp_path / "used" / "comparison.md").read_text()
    assert main(command("gts,cantor", *used)) == 2
    assert "has no rates of cantor; choose them: cantor compare" in capsys.readouterr().err


def test_every_pair_is_tried() -> None:
    tried = tries(RECIPE, "gts", None)
    assert len({one.slug for one in tried.values()}) == len(rates.ENCODER) * len(rates.DECODER)
    for (encoder, decoder), one in tried.items():
        made = one.recipe(3)
        assert (made.training.encoder_rate, made.training.decoder_rate) == (encoder, decoder)
        assert (made.training.seed, made.training.clip, made.model.dropout) == (3, 2.0, 0.2)


def test_the_best_over_seeds_and_the_first_of_equals() -> None:
    tried = tries(RECIPE, "gts", None)
    pairs, names = list(tried), [one.name for one in tried.values()]
    said = {(1, 0): 0.75, (1, 1): 0.25, (2, 0): 0.5, (2, 1): 0.625, (4, 0): 0.5, (4, 1): 0.625}
    runs = [Run(names[i], seed, {"value_accuracy": x}, {}, [], []) for (i, seed), x in said.items()]
    found = chosen(tried, runs)
    assert (found["encoder_rate"], found["decoder_rate"]) == pairs[2]
    assert [one["value_accuracy"] for one in found["tried"]] == [
        0.5,
        0.5625,
        0.5625,
    ]  # failed ones are left out


def test_a_recipe_with_rates(tmp_path: Path) -> None:
    file = tmp_path / "rates.json"
    file.write_text(json.dumps({"gts": {"encoder_rate": 1e-4, "decoder_rate": 1e-3, "tried": []}}))
    recipe = with_rates(RECIPE, file, ["gts", "cot"])
    assert recipe.of("gts").training.encoder_rate == 1e-4
    assert recipe.of("gts").training.clip == 2.0
    assert recipe.of("gts").model.dropout == 0.2
    assert recipe.of("cantor") == RECIPE.of("cantor")
    assert RECIPE.of("gts").training.encoder_rate == 0.5


@pytest.mark.parametrize(
    "text", ["{", "[]", "3", '{"gts": 1}', '{"gts": {"encoder_rate": "1", "decoder_rate": 1.0}}']
)
def test_a_file_that_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "rates.json").write_text(text)
    with pytest.raises(CantorError, match="no file of rates"):
        read_rates(tmp_path / "rates.json")
    assert read_rates(tmp_path / "none.json") == {}


@pytest.mark.parametrize("option", ["--rates", "--choose-rates"])
def test_not_for_readers(command: Command, option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command("tase,tase-cantor", option, "x.json")) == 2
    assert "not for readers" in capsys.readouterr().err


def test_one_or_the_other(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(command("gts", "--rates", "x.json", "--choose-rates", "x.json"))
    assert "not allowed with" in capsys.readouterr().err
