"""`cantor bench reading` on a tiny encoder: what it reports, and that a share is a share."""

import json
from pathlib import Path

import pytest

from cantor.bench.reading import Settings, measure
from cantor.cli import main
from helpers.tiny import encoder_folder

SMALL = {"batch": 6, "tokens": 60, "mentions": 8, "vertices": 3, "rounds": 2, "threads": 1}


def test_reading(tmp_path: Path) -> None:
    encoder = str(encoder_folder("bert", tmp_path / "encoder"))
    found = measure(Settings(**SMALL, encoder=encoder))
    sums = sum(found[name] for name in ("taggings_s", "signs_s", "graph_s"))
    assert found["exact_sums_to_encoder_step"] == pytest.approx(sums / found["encoder_step_s"])
    assert found["ways_per_question"] >= 1
    assert found["settings"]["batch"] == 6


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    encoder = str(encoder_folder("bert", tmp_path / "encoder"))
    options = [x for name, value in SMALL.items() for x in (f"--{name}", str(value))]
    capsys.readouterr()
    main(["bench", "reading", "--json", "--encoder", encoder, *options])
    assert "graph_s" in json.loads(capsys.readouterr().out)
    main(["bench", "reading", "--encoder", encoder, *options])
    assert "ways per question" in capsys.readouterr().out
