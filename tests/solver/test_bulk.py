"""Whole files: one answer for each row, in order, whatever the rows are and whenever the run is killed."""

import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cantor.solver import Solver, bulk
from cantor.solver.answered import Names
from cantor.solver.bulk import BulkError, rows_of, solve_file, solve_stream

KEYS = (
    "id question answer answer_exact display unit confidence equation steps error warnings answers input"
).split()


@pytest.fixture(scope="module")
def solver(exported) -> Solver:
    return Solver.from_pretrained(exported, threads=1)


def problems(path: Path, count: int, seed: int = 0) -> Path:
    """Good rows and some bad ones."""
    draw = random.Random(seed)
    lines = []
    for i in range(count):
        question = f"Tom had {draw.randrange(99)} apples and ate {i}. How many?"
        row = json.dumps({"question": question, "id": f"p{i}", "n": i})
        lines.append("{broken" if i % 10 == 3 else row)
    path.write_text("\n".join(lines) + "\n")
    return path


def answers(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_one_row_for_each(solver, tmp_path):
    source = problems(tmp_path / "in.jsonl", 25)
    summary = solve_file(solver, source, tmp_path / "out.jsonl")
    found = answers(tmp_path / "out.jsonl")
    assert [row["id"] for row in found] == [i + 1 if i % 10 == 3 else f"p{i}" for i in range(25)]
    assert all(list(row) == KEYS for row in found)
    assert found[0]["input"] == {"n": 0}
    assert found[0]["error"] is None
    assert found[0]["steps"]
    assert found[3]["error"]["code"] == "bad_row"
    assert (found[3]["answer"], found[3]["steps"], found[3]["input"]) == (None, [], {})
    assert (summary.rows, summary.answered, summary.errors) == (25, 22, {"bad_row": 3})


def test_the_same_as_one_by_one(solver, tmp_path):
    source = problems(tmp_path / "in.jsonl", 8)
    solve_file(solver, source, tmp_path / "out.jsonl")
    for row, line in zip(answers(tmp_path / "out.jsonl"), source.read_text().splitlines(), strict=True):
        if row["error"] is None:
            alone = solver.solve(json.loads(line)["question"], k=1)
            assert row["answer_exact"] == alone.to_dict()["answer_exact"]
            assert row["equation"] == alone.infix


def test_rows_of_every_kind(solver, tmp_path):
    rows = [
        {"question": "", "id": 1},
        {"question": None},
        {"id": 3},
        {"question": 5},
        {"question": "no numbers", "id": [1, {"a": 2}]},
        {"question": "3 \ud800 4?", "id": "\ud800", "x": "\udfff"},
        {"question": "5 " * 900},
        {"question": "What is 3 + 4?", "id": 0, "input": "mine", "error": "theirs"},
    ]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, rows)))
    solve_file(solver, tmp_path / "in.jsonl", tmp_path / "out.jsonl")
    found = answers(tmp_path / "out.jsonl")
    codes = [row["error"] and row["error"]["code"] for row in found]
    assert codes == ["no_text", "no_text", "no_text", "no_text", "not_a_problem", None, "too_long", None]
    assert found[4]["id"] == [1, {"a": 2}]
    assert (found[5]["id"], found[5]["input"]) == ("\ud800", {"x": "\udfff"})
    assert (found[7]["id"], found[7]["input"]) == (0, {"input": "mine", "error": "theirs"})
    # and all of it can be taken up again
    assert solve_file(solver, tmp_path / "in.jsonl", tmp_path / "out.jsonl").resumed == 8


def test_values_that_only_parquet_has(solver, tmp_path):
    arrow = pytest.importorskip("pyarrow")
    from datetime import date

    from pyarrow import parquet

    columns = {"when": [date(2020, 1, 2)], "x": [float("nan")], "raw": [b"\xff"]}
    table = arrow.table({"question": ["What is 3 + 4?"], **columns})
    parquet.write_table(table, tmp_path / "in.parquet")
    solve_file(solver, tmp_path / "in.parquet", tmp_path / "out.jsonl")
    (found,) = answers(tmp_path / "out.jsonl")
    assert found["input"] == {"when": "2020-01-02", "x": None, "raw": "b'\\xff'"}
    assert solve_file(solver, tmp_path / "in.parquet", tmp_path / "out.jsonl").resumed == 1


@pytest.mark.parametrize("rows", [0, 1, 5, 24, 25])
@pytest.mark.parametrize("rest", [b"", b"{", b'{"id": "p5", "answer": 1'])
def test_going_on(solver, tmp_path, rows, rest):
    source, target = problems(tmp_path / "in.jsonl", 25), tmp_path / "out.jsonl"
    solve_file(solver, source, target)
    whole = target.read_bytes()
    target.write_bytes(b"".join(whole.splitlines(keepends=True)[:rows]) + rest)
    summary = solve_file(solver, source, target)
    assert target.read_bytes() == whole
    assert (summary.rows, summary.resumed, summary.errors["bad_row"]) == (25, rows, 3)


def test_what_belongs_to_another(solver, tmp_path):
    source, target = problems(tmp_path / "in.jsonl", 5), tmp_path / "out.jsonl"
    solve_file(solver, source, target)
    before = target.read_bytes()
    other = problems(tmp_path / "other.jsonl", 5, seed=1)
    with pytest.raises(
        BulkError, match=r"answers of another input .row 1 differs.; give another --output, or --overwrite"
    ):
        solve_file(solver, other, target)
    with pytest.raises(BulkError, match="another --min-confidence"):
        solve_file(solver, source, target, min_confidence=0.5)
    with pytest.raises(BulkError, match="another --columns"):
        solve_file(solver, source, target, names=Names(id="n"))
    assert target.read_bytes() == before
    assert solve_file(solver, other, target, overwrite=True).resumed == 0
    assert len(answers(target)) == 5
    (tmp_path / "out.jsonl.job.json").write_text("rubbish")
    with pytest.raises(BulkError, match="damaged"):
        solve_file(solver, other, target)
    (tmp_path / "out.jsonl.job.json").unlink()
    with pytest.raises(BulkError, match="nothing says that it holds these answers"):
        solve_file(solver, other, target)


def test_rows_that_were_changed(solver, tmp_path):
    source, target = problems(tmp_path / "in.jsonl", 5), tmp_path / "out.jsonl"
    solve_file(solver, source, target)
    lines = target.read_bytes().splitlines(keepends=True)
    for changed in ([lines[1], lines[0]], [*lines, lines[0]], [b"{}\n"], [b"rubbish\n"], [b"\n"], [b"[1]\n"]):
        target.write_bytes(b"".join(changed))
        with pytest.raises(BulkError, match="of another input"):
            solve_file(solver, source, target)
        assert target.read_bytes() == b"".join(changed)


def test_over_its_own_input(solver, tmp_path):
    source = problems(tmp_path / "in.jsonl", 5)
    before = source.read_bytes()
    with pytest.raises(BulkError, match="is the input"):
        solve_file(solver, source, source, overwrite=True)
    assert source.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="no locks of this kind")
def test_two_runs_at_once(solver, tmp_path):
    import fcntl

    source = problems(tmp_path / "in.jsonl", 5)
    with (tmp_path / "out.jsonl").open("ab") as out:
        fcntl.flock(out, fcntl.LOCK_EX)
        with pytest.raises(BulkError, match="another run is writing"):
            solve_file(solver, source, tmp_path / "out.jsonl")


def test_a_text_that_breaks_the_solver(solver, tmp_path, monkeypatch):
    """The rows around it are answered all the same."""
    scores = solver.runtime.scores

    def fails(problems):
        if any("explode" in problem.text for problem in problems):
            raise RuntimeError("boom")
        return scores(problems)

    monkeypatch.setattr(solver.runtime, "scores", fails)
    rows = [{"question": q} for q in ("What is 3 + 4?", "explode 3", "What is 5 + 6?")]
    out = io.BytesIO()
    stream = io.BytesIO("\n".join(map(json.dumps, rows)).encode())
    solve_stream(solver, rows_of(stream), out.write)
    found = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [row["error"] and row["error"]["code"] for row in found] == [None, "failed", None]


def test_memory_does_not_grow_with_the_file(solver, monkeypatch):
    monkeypatch.setattr(bulk, "_CHUNK", 4)
    monkeypatch.setattr(bulk, "_CHUNK_CHARACTERS", 1000)
    waiting = 0
    most = 0

    class Stream(io.RawIOBase):
        """Lines without end, as many as are asked for."""

        left = 100

        def readline(self, limit=-1):
            nonlocal waiting, most
            if not self.left:
                return b""
            self.left -= 1
            waiting += 1
            most = max(most, waiting)
            size = 900 if self.left % 7 == 0 else 10
            return json.dumps({"question": "What is 3 + 4? " + "a" * size}).encode() + b"\n"

    def write(lines):
        nonlocal waiting
        waiting -= lines.count(b"\n")

    summary = solve_stream(solver, rows_of(Stream()), write)
    assert summary.rows == 100
    assert waiting == 0
    assert most == 4


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
@pytest.mark.parametrize("ending", [".jsonl", ".csv"])
def test_killed_at_any_moment(exported, solver, tmp_path, ending):
    """Killed again and again, the file is byte for byte that of one undisturbed run."""
    source = problems(tmp_path / "in.jsonl", 1200)
    solve_file(solver, source, tmp_path / f"whole{ending}")
    target = tmp_path / f"out{ending}"
    command = [sys.executable, "-m", "cantor", "solve", "--model", str(exported)]
    command += ["--input", str(source), "--output", str(target)]
    draw = random.Random(0)
    kills = 0
    for _ in range(40):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            size = target.stat().st_size if target.exists() else 0
            # as soon as it writes, so that every run gets a little further
            while process.poll() is None and (target.stat().st_size if target.exists() else 0) <= size:
                time.sleep(0.005)
            time.sleep(draw.random() * 0.05)
            if process.poll() is None:
                os.kill(process.pid, signal.SIGKILL)
                kills += 1
        if process.returncode == 0 or kills == 4:
            break
    subprocess.run(command, check=True, capture_output=True)
    assert kills
    assert target.read_bytes() == (tmp_path / f"whole{ending}").read_bytes()
