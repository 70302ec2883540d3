"""The harness itself, at small counts: nothing breaks, and it would say so if something did."""

import json
import random
from pathlib import Path

import pytest

from hardening import Finding, main, table, write
from hostile_inputs import formula, parsed, tried


def test_models(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--part", "models", "--model", str(exported), "--json"])
    found = json.loads(capsys.readouterr().out)
    assert [row["failed"] for row in found] == [0, 0]
    assert found[0]["count"] >= 14


def test_parsers_refuse_or_read_everything() -> None:
    draw = random.Random(5)
    found = tried("formulas", 60, iter(lambda: formula(draw), None), parsed)
    assert (found.failed, found.first) == (0, "")


def test_what_breaks_is_counted() -> None:
    def broken(_: str) -> None:
        raise ZeroDivisionError

    found = tried("x", 3, iter("abc"), broken)
    assert (found.count, found.failed) == (3, 3)
    assert "ZeroDivisionError" in found.first


def test_the_table_takes_its_own_place(tmp_path: Path) -> None:
    file = tmp_path / "figures.md"
    file.write_text("# Figures\n")
    for count in (5, 7_000):
        text = table([Finding("texts", count, 0, "1 s", "0.2 s")], "python benchmarks/hardening.py", 60)
        write(text, file)
    content = file.read_text()
    assert content.count("| texts |") == 1
    assert "| texts | 7,000 | 0 | 1 s | 0.2 s |" in content
    assert content.startswith("# Figures\n\n## Under fire\n")
