"""Shards of synthetic problems: the same bytes however many processes write them, and nothing twice."""

import json
from pathlib import Path
from typing import Any

import pytest

from cantor.cli import main
from cantor.data.synthetic.shards import TWINS, Order, write_shards


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.jsonl")}


def rows_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for content in bytes_of(folder).values() for line in content.splitlines()]


def test_one_process_and_two_write_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    common = ["data", "synth", "--count", "50", "--seed", "3", "--profile", "broad", "--shards", "4"]
    assert main([*common, "--workers", "1", "--output", str(tmp_path / "one")]) == 0
    assert "50 problems in 4 shards" in capsys.readouterr().out
    one = bytes_of(tmp_path / "one")
    assert sorted(one) == [f"0000{i}-of-00004.jsonl" for i in range(4)]
    assert [one[name].count(b"\n") for name in sorted(one)] == [13, 13, 12, 12]
    # two processes; and they go on from what is there
    two = tmp_path / "two"
    two.mkdir()
    (two / "_job.json").write_bytes((tmp_path / "one" / "_job.json").read_bytes())
    (two / "00002-of-00004.jsonl").write_bytes(one["00002-of-00004.jsonl"])
    assert main([*common, "--workers", "2", "--output", str(two), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["resumed"], said["shards"], len(said["files"])) == (1, 4, 4)
    assert bytes_of(two) == one


@pytest.mark.parametrize("profile", ["toy", "full", "twins"])
def test_shards_have_no_story_in_common(tmp_path: Path, profile: str) -> None:
    order = Order(33, 5, profile, shards=3)
    write_shards(order, tmp_path, 1)
    rows = rows_of(tmp_path)
    assert len(rows) == 33 == sum(map(order.size, range(3)))
    stories = [{json.loads(line)["story"] for line in x.splitlines()} for x in bytes_of(tmp_path).values()]
    assert len(set.union(*stories)) == sum(map(len, stories))
    if profile in TWINS:
        assert sum(row.get("answerable", True) for row in rows) == 17
    # all are of the one stream of the seed
    whole = {problem.question for problem in Order(1000, 5, profile).problems()}
    assert {row["question"] for row in rows} <= whole


def test_what_is_there_must_be_of_the_same_order(tmp_path: Path) -> None:
    folder = tmp_path / "shards"
    seen: list[int] = []
    assert write_shards(Order(6, 1, "toy", shards=2), folder, 1, seen.append) == 0
    assert seen == [0, 1, 2]
    assert write_shards(Order(6, 1, "toy", shards=2), folder, 1) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--shards", "2"], "--output FOLDER"),
        (["--workers", "2", "--output", "x"], "give --shards N"),
        (["--count", "2", "--shards", "3", "--output", "{new}"], "2 problems do not fill 3 shards"),
        (["--count", "4", "--shards", "2", "--output", "{made}", "--seed", "8"], "of another --seed (0)"),
        (["--count", "4", "--shards", "2", "--output", "{alien}"], "holds files of something else"),
        (["--count", "4", "--shards", "2", "--output", "{damaged}"], "is damaged"),
    ],
)
def test_mistakes_are_named(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_shards(Order(4, 0, "full", shards=2), tmp_path / "made", 1)
    for name, file in (("alien", "a.jsonl"), ("damaged", "_job.json")):
        (tmp_path / name).mkdir()
        (tmp_path / name / file).write_text("{")
    places = {name: str(tmp_path / name) for name in ("new", "made", "alien", "damaged")}
    assert main(["data", "synth", *(argument.format(**places) for argument in arguments)]) == 2
    assert message in capsys.readouterr().err
