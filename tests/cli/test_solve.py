"""`cantor solve` and `cantor export` as people and programs call them."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cantor import Solver
from cantor.cli import main

TEXT = "A tray holds 12 rolls. 4 trays were baked and 9 rolls sold. How many rolls are left?"
CANTOR = [sys.executable, "-m", "cantor"]
#: What the contract promises.
KEYS = {
    *("answer", "answer_exact", "display", "equation", "steps", "numbers", "confidence", "alternatives"),
    *("abstained", "error"),
}


@pytest.fixture
def solve(exported: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """solve(arguments) -> (exit code, standard output, standard error)"""

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(["solve", "--model", str(exported), *arguments])
        except SystemExit as ended:
            code = int(ended.code or 0)
        return code, *capsys.readouterr()

    return run


def piped(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="ascii"))


def test_json(solve: Any) -> None:
    code, out, err = solve("--json", TEXT)
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found.keys() >= KEYS
    assert len(found["alternatives"]) == 4
    assert len(json.loads(solve("--json", "--top-k", "2", TEXT)[1])["alternatives"]) == 1
    assert json.loads(solve("--json", "--min-confidence", "1", TEXT)[1])["error"]["code"] == "low_confidence"


def test_text(solve: Any) -> None:
    code, out, err = solve(TEXT)
    assert (code, err) == (0, "")
    found = json.loads(solve("--json", TEXT)[1])
    lines = out.splitlines()
    assert lines[0] == TEXT  # not broken where no terminal asks for it
    assert lines[2] == found["display"]
    assert lines[3] == f"  1. {found['steps'][0]['text']}"
    assert any(re.fullmatch(r"confidence: \d+%", line) for line in lines)
    assert out.count("%") >= 1 + len(found["alternatives"])
    assert "\033" not in out


def test_explained(solve: Any) -> None:
    out = solve("--explain", TEXT)[1]
    thoughts = out[out.index("thoughts") :].splitlines()
    assert len(thoughts) == 2 + 7
    assert any(line.startswith("  *  v") for line in thoughts)
    assert all(re.search(r"v\d +\S+ <?>?\d+% \(", line) for line in thoughts[2:])


def test_picture(solve: Any, tmp_path: Path) -> None:
    assert solve(TEXT, "--svg", str(tmp_path / "a.svg"))[0] == 0
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "No answer. There is no text to solve."),
        ("How many are left?", "No answer. The text mentions no number."),
        ("5 " * 900, "of its numbers could not be read. Shorten it."),
        ("3 apples and 4 pears", "note: The text does not seem to ask for anything."),
    ],
)
def test_what_it_cannot_know(solve: Any, text: str, message: str) -> None:
    code, out, err = solve(text)
    assert (code, err) == (3 if "note:" not in message else 0, "")  # 3: no answer
    assert message in out


def test_standard_input(solve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = solve(TEXT)
    for arguments in ([], ["-"]):
        piped(monkeypatch, f"{TEXT}\n".encode())
        assert solve(*arguments) == expected
    piped(monkeypatch, b"caf\xe9 3")
    code, _, err = solve("-")
    assert (code, "standard input is not UTF-8" in err) == (2, True)


def test_a_terminal_does_nothing_that_a_text_says(solve: Any) -> None:
    out = solve("\033[2J\007 Tom had 12 apples\r and \u202e 5\x9b. How many?")[1]
    assert not set(out) & set("\033\007\r\u202e\x9b")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--top-k", "0", "a"], "'0' is not a whole number from 1 to 1000"),
        (["--min-confidence", "2", "a"], "'2' is not a number from 0 to 1"),
        (["--min-confidence", "nan", "a"], "'nan' is not a number from 0 to 1"),
        (["a", "--output", "b.jsonl"], "--output goes with --input FILE"),
        (["a", "--input", "b.jsonl"], "leave out the text"),
        (["--input", "no.jsonl"], "no.jsonl: no such file"),
        (["--input", "no.xml"], "ends in .jsonl, .ndjson, .json, .csv, .tsv, .txt"),
    ],
)
def test_options_that_cannot_be(solve: Any, arguments: list[str], message: str) -> None:
    code, out, err = solve(*arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_no_such_model(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--model", "no/folder", "What is 3?"]) == 2
    assert "no/folder: model.onnx is missing" in capsys.readouterr().err


def test_files(solve: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = tmp_path / "in.csv", tmp_path / "out.jsonl"
    source.write_text("id,question,topic\na,What is 3 + 4?,sums\nb,,\n")
    code, out, err = solve("--input", str(source), "--output", str(target))
    assert (code, out) == (0, f"{target}: 2 rows, 1 answered\n")
    assert "cantor: without an answer: no_text 1\n" in err
    rows = [json.loads(line) for line in target.read_text().splitlines()]
    assert [(row["id"], row["input"]) for row in rows] == [("a", {"topic": "sums"}), ("b", {"topic": ""})]
    code, out, _ = solve("--input", str(source), "--output", str(target), "--json")
    found = json.loads(out)
    assert found == {"output": str(target), "rows": 2, "resumed": 2, "answered": 1, "errors": {"no_text": 1}}
    code, _, err = solve("--input", str(source), "--output", str(target), "--min-confidence", "1")
    assert (code, "another --min-confidence" in err) == (2, True)
    code, _, err = solve("--input", str(source), "--output", str(tmp_path))
    assert code == 2
    # from and to standard streams
    code, out, _ = solve("--input", str(source))
    assert [json.loads(line)["id"] for line in out.splitlines()] == ["a", "b"]
    piped(monkeypatch, b'{"question": "What is 3 + 4?"}\nrubbish \xff\n')
    code, out, err = solve("--input", "-")
    assert [json.loads(line)["id"] for line in out.splitlines()] == [1, 2]
    piped(monkeypatch, b'{"question": "What is 3 + 4?"}\n')
    code, _, err = solve("--input", "-", "--output", str(target))
    assert (code, "cannot be taken up again" in err) == (2, True)
    assert solve("--input", "-", "--output", str(target), "--overwrite")[0] == 0
    assert len(target.read_text().splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no terminals of this kind")
def test_in_a_terminal(exported: Path) -> None:
    """80 columns: nothing is wider, numbers are marked, and one process sees it all."""
    ours, theirs = os.openpty()
    environment = {**os.environ, "COLUMNS": "80", "TERM": "xterm"}
    environment.pop("NO_COLOR", None)
    text = f"{TEXT} Say it, please, without a word too many, once and for all."
    command = [*CANTOR, "solve", "--model", str(exported), "--explain", text]
    done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, env=environment, timeout=120)
    os.close(theirs)
    assert (done.returncode, done.stderr) == (0, b"")
    raw = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # Linux says so where nobody writes any more
            break
        if not piece:
            break
        raw += piece
    os.close(ours)
    out = raw.decode()
    used = any(used for _, used in Solver.from_pretrained(exported).solve(text).highlighted())
    assert ("\033[1;4;36m" in out) == used
    assert "\033[1m" in out
    plain = re.sub(r"\033\[[\d;]*m", "", out)
    assert all(len(line.rstrip("\r")) <= 80 for line in plain.split("\n"))
    assert " ".join(plain.split()).startswith(text)


@pytest.mark.parametrize("text", ["What is 3 + 4?", "train", "data", "bench"])
def test_starting_imports_little(exported: Path, text: str) -> None:
    """Also where the problem's text is the name of another command."""
    code = (
        "import sys; from cantor.cli import main; "
        f"main(['solve', '--json', '--model', {str(exported)!r}, {text!r}]); "
        "heavy = ('rich', 'cantor.data', 'torch', 'onnx.', 'scipy', 'cantor.mapping', 'concurrent'); "
        "print([m for m in sys.modules if m.startswith(heavy)], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.stderr == "[]\n"


# Export


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("torch")
    from cantor.model import new_model, save_pretrained
    from helpers.tiny import BASE, encoder_folder

    root = tmp_path_factory.mktemp("trained")
    encoder = encoder_folder("bert", root / "encoder")
    save_pretrained(*new_model(str(encoder), **BASE, number_policy="reader"), root / "model")
    return root / "model"


def test_export_with_a_check(trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["export", str(trained), str(tmp_path / "out"), "--quantise", "int8", "--rank", "vote"]
    command += ["--calibrate", "synthetic:40:1", "--check", "synthetic:30:2"]
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["quantisation"] == "int8"
    assert found["check"]["problems"] == 30
    whole, small = found["check"]["runtimes"]["none"], found["check"]["runtimes"]["int8"]
    assert whole["same_answers"] == 1
    assert whole["largest_difference"] < 1e-5
    assert whole["changed_alone"] == small["changed_alone"] == 0
    assert 0 < small["largest_difference"] < 0.1
    assert found["check"]["runtimes"]["torch"]["value_accuracy"] == whole["value_accuracy"]
    config = json.loads((tmp_path / "out" / "answering.json").read_text())
    assert config["ranking"] == {"rank": "vote", "skip_failing": True, "prefer_plausible": True}
    assert config["calibration"] == found["calibration"] != []
    assert main(command) == 0
    out = capsys.readouterr().out
    assert "weights int8" in out
    assert "on 30 problems" in out


def test_export_with_a_verifier(trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from cantor import Solver
    from cantor.thought.verifier import Verifier

    command = ["export", str(trained), str(tmp_path / "out"), "--verify"]
    assert main(command) == 2
    assert "--calibrate" in capsys.readouterr().err
    assert main([*command, "synthetic:30:2", "--calibrate", "synthetic:60:1", "--rank", "marginal"]) == 0
    said = re.search(r"verifier: ([\d.]+)% right without it, ([\d.]+)% with it", capsys.readouterr().out)
    assert said
    assert all(0 <= float(share) <= 100 for share in said.groups())
    solver = Solver.from_pretrained(tmp_path / "out")
    solution = solver.solve("A baker has 4 trays with 12 rolls on each. How many rolls are there?")
    verifier = Verifier.from_dict(solver.runtime.config.answering.verifier)
    assert verifier.plain.any()
    assert solution.confidence is not None
    assert solver.runtime.config.answering.calibration


def test_export_of_what_is_no_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(tmp_path), str(tmp_path / "out")]) == 2
    assert "is missing" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
