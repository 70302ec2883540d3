"""Every command as people and programs call it: what it prints, where, and with which exit code."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cantor import __version__
from cantor.cli import COMMANDS, main
from cantor.data.catalogue import catalogue

pytestmark = pytest.mark.usefixtures("data")

PROBLEM = "A baker has 4 trays with 12 rolls on each. 9 rolls are sold. How many rolls are left?"


class Outcome:
    """What a command gave."""

    def __init__(self, code: int, captured: pytest.CaptureFixture[str]) -> None:
        self.code, (self.out, self.err) = code, captured.readouterr()

    @property
    def json(self) -> Any:
        assert (self.code, self.err) == (0, "")
        return json.loads(self.out)


@pytest.fixture
def cantor(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a command; what argparse refuses ends in its exit code."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str) -> Outcome:
        try:
            code = main(arguments)
        except SystemExit as ended:
            code = int(ended.code or 0)
        return Outcome(code, capsys)

    return run


# Whole


def test_version_and_help(cantor: Any) -> None:
    assert cantor("--version").out == f"cantor {__version__}\n"
    for arguments in ([], ["--help"]):
        found = cantor(*arguments)
        assert found.code == 0
        assert all(re.search(rf"^    {name}\s+\w", found.out, re.MULTILINE) for name in COMMANDS)
    assert "audit" in cantor("data").out
    assert "--columns WHAT=NAME" in cantor("data", "stats", "--help").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rade"], "invalid choice: 'rade'"),
        (["data", "lits"], "invalid choice: 'lits'"),
        (["data", "stats"], "the following arguments are required: name"),
        (["data", "stats", "SVMAP"], "no dataset 'SVMAP'. Did you mean 'svamp'? Known: svamp, "),
        (["data", "get", "gsm9k"], "Did you mean 'gsm8k'?"),
        (["data", "audit"], "name the datasets to audit, or give --all"),
        (["data", "show", "svamp", "--split", "dev"], "svamp has no split 'dev'; it has train, test"),
        (["data", "show", "gsm8k", "--policy", "annotated"], "it offers reader"),
        (["data", "show", "svamp", "--count", "0"], "'0' is not a whole number of 1 or more"),
        (["data", "show", "svamp", "--start", "-1"], "'-1' is not a whole number of 1 or more"),
        (["data", "stats", "a.csv"], "a.csv: no such file; check its name and folder"),
        (["data", "stats", "a.csv", "--columns", "question"], "cannot read 'question'; write WHAT=NAME"),
        (["data", "stats", "a.csv", "--columns", "query=a"], "cannot map a column to 'query'"),
        (["data", "synth", "--max-steps", "11"], "'11' is not a whole number from 1 to 10"),
        (["data", "synth", "--count", "-5"], "'-5' is not a whole number of 1 or more"),
        (["data", "synth", "--output", "no/folder/a.jsonl"], "make its folder first"),
        (["equation", "4 +"], "'4 +': a number is missing at the end"),
        (["equation", "4", "--svg", "no/folder/a.svg"], "no/folder/a.svg: no such file or directory; check"),
        (["equation", "4", "--svg", "."], "name a file, not a folder"),
        (["solve", "--input", ".", "--output", "a.csv"], ".: a folder; name a file, or for many files"),
        (["serve", "--port", "80 80"], "'80 80' is not a whole number"),
    ],
)
def test_errors_name_the_fix_on_standard_error(arguments: list[str], message: str, cantor: Any) -> None:
    found = cantor(*arguments)
    assert (found.code, found.out) == (2, "")
    assert message in found.err
    assert "Traceback" not in found.err


def test_missing_and_other_files(cantor: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANTOR_DATA", str(tmp_path))
    found = cantor("data", "stats", "mawps")
    assert found.code == 2
    assert "run `cantor data get mawps`, or set CANTOR_DATA to a folder that holds" in found.err
    (tmp_path / "own.xml").write_text("[]")
    assert "A file of your own must end in .jsonl" in cantor("data", "stats", str(tmp_path / "own.xml")).err


def test_ctrl_c(cantor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cantor.problem.reader.quantities", stop)
    found = cantor("equation", "4 + 5", "--problem", "4 and 5")
    assert (found.code, found.out) == (130, "")
    assert found.err == "cantor: stopped; run the same command again to go on\n"


# read, equation


def test_read(cantor: Any) -> None:
    found = cantor("read", "3 [b]½[/b] :+1: cups and 20%", "--json").json
    assert found["text"] == "3 [b]½[/b] :+1: cups and 20%"
    assert [(n["text"], n["value"], n["kind"]) for n in found["numbers"]][-1] == ("20", "20", "percent")
    assert all(found["text"][slice(*n["span"])] == n["text"] for n in found["numbers"])
    shown = cantor("read", "[b]half[/b] :+1: of 20%").out
    assert shown.startswith("[b]half[/b] :+1: of 20%\n")
    assert re.search(r"half +0.5 +fraction +3–7", shown)
    assert cantor("read", "nothing").out == "nothing\n\nNo numbers.\n"


class Endless:
    """Standard input that never ends, such as `yes 7`."""

    given = 0

    def isatty(self) -> bool:
        return False

    def read(self, size: int = -1) -> str:
        assert 0 < size < 1_000_000, "all of it"
        self.given += size
        return "7 " * (size // 2)


@pytest.mark.parametrize("command", ["read", "solve"])
def test_standard_input_that_never_ends(command: str, cantor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", endless := Endless())
    found = cantor(command)
    assert (found.code, found.out) == (2, "")
    assert "standard input has more than 100,000 characters" in found.err
    assert endless.given < 200_000


def test_a_text_too_long_to_read(cantor: Any) -> None:
    found = cantor("read", "7 " * 50_001)
    assert found.code == 2
    assert "a text of 100,002 characters is no problem" in found.err


def test_equation(cantor: Any, tmp_path: Path) -> None:
    assert cantor("equation", "n0 * n1 - n2 / 7", "--problem", PROBLEM, "--json").json == {
        "answer": "327/7",
        "answer_exact": "327/7",
        "equation": "4 * 12 - 9 / 7",
        "steps": [
            "1. Multiply 4 by 12: 4 × 12 = 48",
            "2. Divide 9 by 7: 9 ÷ 7 = 9/7 ≈ 1.286",
            "3. Subtract the result of step 2 from the result of step 1: 48 − (9/7) = 327/7 ≈ 46.71",
        ],
        "error": None,
    }
    file = tmp_path / "graph.svg"
    found = cantor("equation", "4 * 12 - 9", "--svg", str(file))
    assert found.out.endswith("4 * 12 - 9 = 39\n")
    assert file.read_text(encoding="utf-8").startswith("<svg")
    assert cantor("equation", "4 * 12", "--mermaid").out.startswith(("graph", "flowchart"))
    assert cantor("equation", "4 * 12", "--dot").out.startswith("digraph")


def test_an_equation_of_more_digits_than_python_prints(cantor: Any) -> None:
    for equation in ("2 ** 15000", "(2 ** 15000 + 1) / 3 ** 9000"):
        found = cantor("equation", equation, "--json").json
        assert len(found["answer_exact"]) > 4_300
        assert found["answer_exact"] == found["answer"]


def test_an_equation_without_a_value(cantor: Any) -> None:
    found = cantor("equation", "4 / 0", "--json").json
    assert (found["answer"], found["error"]["code"]) == (None, "DivisionByZero")
    assert "no value: division by zero" in cantor("equation", "4 / 0").out
    assert cantor("equation", "2 ** 0.5", "--json").json["answer_exact"] is None


# data


def test_list(cantor: Any, data: Path) -> None:
    found = cantor("data", "list", "--json").json
    assert found["root"] == str(data)
    assert [entry["name"] for entry in found["datasets"]] == list(catalogue())
    assert all(entry["here"] for entry in found["datasets"])
    assert found["datasets"][0]["splits"] == {"train": 3138, "test": 1000}
    shown = cantor("data", "list").out
    assert "svamp yes train 3,138, test 1,000" in " ".join(shown.split())
    assert f"Data folder (CANTOR_DATA sets another): {data}\n" in shown


def test_stats(cantor: Any) -> None:
    found = cantor("data", "stats", "svamp", "--json").json
    assert {"splits", "constants", "operators", "max_steps", "with_equation", "sha256"} <= set(found)
    shown = cantor("data", "stats", "svamp").out.splitlines()
    assert shown[:3] == [
        "split  problems  with equation  unreadable",
        "train         6              6           1",
        "test          3              3           0",
    ]
    assert shown[4:7] == ["2 constants: 0.5 60", "operators: + - * /", "longest equation: 1 step"]


def test_stats_of_own_columns(cantor: Any, data: Path) -> None:
    mapping = "question=Problem text, answer=Result,equation=Sum"
    found = cantor("data", "stats", str(data / "own/columns.csv"), "--columns", mapping, "--json").json
    assert (found["splits"], found["unreadable"]) == ({"all": 3}, {"all": 2})


def test_audit(cantor: Any, data: Path) -> None:
    shown = cantor("data", "audit", "svamp").out
    assert "train     7    1          6           5       1     0            1        1\n" in shown
    assert f"{data}/svamp/train.csv:8: the equation uses a number that" in shown
    assert "test in train: 1 of 3 texts are the same, 2 after masking numbers\n" in shown
    assert "reader on test: reads exactly the annotated numbers in 66.7%\n" in shown
    found = json.loads(cantor("data", "audit", "--all", "--json").out)
    assert list(found["datasets"]) == list(catalogue())


def test_show(cantor: Any) -> None:
    first, bad = cantor("data", "show", "svamp", "--start", "6", "--count", "9", "--json").json
    assert first["id"] == "train-7"
    assert first["numbers"][1] == {"text": "35", "value": "35", "span": [18, 20]}
    assert (first["equation"], first["template"], first["answer"]) == ("60 - 35", "60 - n1", "25")
    assert bad["line"] == 8
    shown = cantor("data", "show", "svamp", "--count", "1").out
    assert shown == (
        "train-2\nNora keeps 7 hens and 5 ducks . How many birds does she keep ?\n"
        "  1. Add 7 and 5: 7 + 5 = 12\n  answer: 12\n\n"
    )
    assert (
        "no equation: the reader does not find '35'"
        in cantor("data", "show", "svamp", "--start", "6", "--policy", "reader").out
    )
    assert "answer: 24 / 4\n" in cantor("data", "show", "drop-a", "--split", "test").out


def test_synth(cantor: Any, tmp_path: Path) -> None:
    rows = cantor("data", "synth", "--count", "3", "--seed", "7", "--json").json
    assert len(rows) == 3
    assert {"question", "equation", "answer"} <= set(rows[0])
    file = tmp_path / "made.jsonl"
    arguments = ["data", "synth", "--count", "3", "--seed", "7", "--output", str(file)]
    assert cantor(*arguments).out == f"3 problems in {file}\n"
    assert [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] == rows
    assert list(tmp_path.iterdir()) == [file]
    assert cantor("data", "stats", str(file), "--json").json["with_equation"] == {"all": 3}
    shown = cantor("data", "synth", "--count", "1", "--profile", "toy").out
    assert re.search(r"\n  \S.* = \S+\n\n$", shown)
    shapes = cantor("data", "synth", "--shapes", "--count", "50", "--json").json
    assert shapes["distinct_shapes"] > 10


def test_nothing_is_left_of_an_interrupted_file(
    cantor: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import cantor.data.synthetic.shards as shards

    def interrupted(problem: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(shards, "entry", interrupted)
    assert cantor("data", "synth", "--output", str(tmp_path / "made.jsonl")).code == 130
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments",
    [["data", "list"], ["data", "stats", "mathqa"], ["data", "audit", "svamp", "gsm8k", "mathqa"], ["data"]],
    ids=" ".join,
)
def test_tables_fit_in_80_columns(arguments: list[str], cantor: Any) -> None:
    for line in cantor(*arguments).out.splitlines():
        assert len(line) <= 80 or "/" in line, "only paths, which must stay whole, may be longer"
