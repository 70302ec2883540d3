"""The harness itself, at small counts: nothing breaks, and it would say so if something did."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bombs
import crowd
import hostile_inputs
from fuzz import is_formula
from hardening import Finding, main, row, write
from hostile_inputs import formula, parsed, read, tried
from load import Question
from server_process import served
from trouble import NOT_HERE, Trouble

Run = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def run(exported: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> list[dict[str, Any]]:
        main([*arguments, "--model", str(exported), "--json"])
        found = json.loads(capsys.readouterr().out)
        assert [row["first"] for row in found] == [""] * len(found)
        return found

    return run


@pytest.mark.usefixtures("any_memory")
def test_inputs_of_every_way(run: Run) -> None:
    found = run("--part", "reader", "parsers", "solver", "input", "http", "--inputs", "600")
    assert [(row["count"], row["failed"]) for row in found] == [(count, 0) for count in (360, 210, 3, 12, 15)]


@pytest.mark.usefixtures("any_memory")
def test_by_several_processes(run: Run) -> None:
    (found,) = run("--part", "reader", "--inputs", "105", "--processes", "2")
    assert (found["count"], found["failed"]) == (63, 0)


def test_no_more_than_there_is_time_for(run: Run) -> None:
    (found,) = run("--part", "parsers", "--inputs", "1000000", "--minutes", "0")
    assert (found["count"], found["failed"]) == (0, 0)


def test_kills_of_every_work(run: Run) -> None:
    pytest.importorskip("torch")
    parts = ("kill-solving", "kill-download", "kill-training", "kill-export")
    found = run("--part", *parts, "--kills", "1")
    assert [(row["count"], row["failed"]) for row in found] == [(1, 0), (0, 0), (1, 0), (1, 0), (1, 0)]


def test_models(run: Run) -> None:
    found = run("--part", "models")
    assert [row["failed"] for row in found] == [0, 0, 0]
    assert found[0]["count"] >= 14
    assert found[2]["count"] >= 4


@pytest.fixture
def any_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A child's memory is counted from that of its parent, which is the test run."""
    monkeypatch.setattr(bombs, "LIMIT_MB", 1_000_000)
    monkeypatch.setattr(hostile_inputs, "LIMIT_MB", 1_000_000)


@pytest.mark.usefixtures("any_memory")
def test_some_bombs(exported: Path) -> None:
    names = {"deep.jsonl", "formulas.csv"}
    found = bombs.through_files(str(exported), names)
    assert (found.count, found.failed, found.first) == (2, 0, "")


@pytest.mark.usefixtures("any_memory")
def test_bombs_of_xml() -> None:
    found = bombs.through_xml()
    assert (found.count, found.failed, found.first) == (5, 0, "")


def test_some_trouble(exported: Path, tmp_path: Path) -> None:
    trouble = Trouble(str(exported), tmp_path)
    assert trouble.full_disk() in ("", NOT_HERE)
    assert trouble.no_permission() == ""


def test_some_nuisances(exported: Path) -> None:
    """Without any limit of time that a busy machine would miss."""
    question = Question.of("Tom had 12 apples and ate 5. How many are left?")
    with served(str(exported), ["--timeout", "60"]) as server:
        found = [
            crowd.refusals(server, question, 10),
            crowd.vanishing(server, question, 10),
            *crowd.idle_clients(server, question, 20),
        ]
    assert [(one.failed, one.first) for one in found] == [(0, "")] * 4


@pytest.mark.usefixtures("any_memory")
def test_parsers_refuse_or_read_everything() -> None:
    draw = random.Random(5)
    found = tried("formulas", 200, iter(lambda: formula(draw), None), parsed)
    assert (found.count, found.failed, found.first) == (200, 0, "")


@pytest.mark.usefixtures("any_memory")
def test_what_breaks_is_counted() -> None:
    def broken(_: str) -> None:
        raise ZeroDivisionError

    found = tried("x", 3, iter("abc"), broken)
    assert (found.count, found.failed) == (3, 3)
    assert "ZeroDivisionError" in found.first
    both = found + tried("x", 2, iter(["7", "7 " * 60_000]), read)
    assert (both.count, both.failed, both.first) == (5, 3, found.first)


@pytest.mark.usefixtures("any_memory")
def test_a_megabyte_that_is_read_whole_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cantor.problem.problem.MAX_CHARACTERS", 1_000_000)
    assert "read whole" in tried("x", 1, iter(["7" * 200_000]), read).first


@pytest.mark.parametrize(
    ("cell", "is_one"),
    [("=1", True), ("\t=1", True), (" @x", True), ("-3", False), ("'=1", False), ("", False)],
)
def test_formulas_are_told(cell: str, is_one: bool) -> None:
    assert is_formula(cell) == is_one


def test_rows_of_several_runs_stand_in_one_table(tmp_path: Path) -> None:
    file = tmp_path / "figures.md"
    file.write_text("# Figures\n")
    for what, count, run in (("texts", 5, "`a`"), ("kills", 6, "`b`"), ("texts", 7_000, "`c`")):
        write([row(Finding(what, count, 0, "1 s", "0.2 s"), run)], file)
    content = file.read_text()
    assert content.count("| tried |") == 1
    assert "\n| texts | 7,000 | 0 | 1 s | 0.2 s | `c` |\n| kills | 6 | 0 | 1 s | 0.2 s | `b` |\n" in content
    assert content.startswith("# Figures\n\n## Under fire\n")
