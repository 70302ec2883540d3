"""Folders of answers: parts that are whole or absent, the same whoever solves them."""

import json
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from cantor.cli import main
from cantor.errors import CantorError, DataError
from cantor.io.addresses import find, listed, put, read
from cantor.solver import Solver
from cantor.solver.bulk import BulkError, solve_file
from cantor.solver.folder import FolderSummary, solve_folder
from cantor.solver.parts import inputs_of


@pytest.fixture(scope="module")
def solver(exported: Path) -> Solver:
    return Solver.from_pretrained(exported, threads=1)


def written(folder: Path) -> Path:
    """Three files of problems, with bad rows among them."""
    (folder / "more").mkdir(parents=True)
    for name, count in {"b.jsonl": 50, "a.jsonl": 20, "more/c.jsonl": 3}.items():
        rows = [{"question": f"Ida has {i} pens and buys {count}. How many?", "n": i} for i in range(count)]
        lines = ["{broken" if i % 10 == 3 else json.dumps(row) for i, row in enumerate(rows)]
        (folder / name).write_text("\n".join(lines) + "\n")
    return folder


def together(folder: Path) -> bytes:
    """All parts of an input file, in their order."""
    return b"".join(part.read_bytes() for part in sorted(folder.iterdir()))


def parts(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.glob("**/*-*.*"))


def test_the_same_as_one_file_after_the_other(solver: Solver, tmp_path: Path) -> None:
    source = written(tmp_path / "in")
    summary = solve_folder(solver, f"{source}/**/*.jsonl", str(tmp_path / "out"), part_rows=8)
    assert (summary.files, summary.rows, summary.resumed) == (3, 73, 0)
    assert (summary.answered, summary.errors) == (66, {"bad_row": 7})
    assert summary.share == pytest.approx(3)
    for name in ("a.jsonl", "b.jsonl", "more/c.jsonl"):
        solve_file(solver, source / name, tmp_path / "alone.jsonl", overwrite=True)
        assert together(tmp_path / "out" / name) == (tmp_path / "alone.jsonl").read_bytes()
    assert len(parts(tmp_path / "out" / "b.jsonl")) == 3  # of chunks of 8, 16 and 32
    assert summary.parts == len(parts(tmp_path / "out"))


def test_only_what_is_missing(solver: Solver, tmp_path: Path) -> None:
    source, out = written(tmp_path / "in"), tmp_path / "out"
    solve_folder(solver, str(source), str(out), part_rows=8)
    before = {name: (out / name).read_bytes() for name in parts(out)}
    times = {name: (out / name).stat().st_mtime_ns for name in before}
    gone = [name for name in before if name.startswith("b.jsonl/000001")]
    (out / gone[0]).unlink()
    (out / "b.jsonl" / ".000001.part").write_bytes(b"half")  # as a killed run leaves it
    summary = solve_folder(solver, str(source), str(out), part_rows=8)
    assert {name: (out / name).read_bytes() for name in parts(out)} == before
    assert [name for name in before if (out / name).stat().st_mtime_ns != times[name]] == gone
    assert summary.rows - summary.resumed == before[gone[0]].count(b"\n")
    (source / "aa.jsonl").write_text('{"question": "What is 3 + 4?"}\n')  # files that come are solved too
    assert solve_folder(solver, str(source), str(out), part_rows=8).resumed == 73


def test_answers_of_something_else(solver: Solver, tmp_path: Path) -> None:
    source, out = written(tmp_path / "in"), tmp_path / "out"

    def again(**options: object) -> FolderSummary:
        return solve_folder(solver, str(source), str(out), **{"part_rows": 8, **options})

    again()
    with pytest.raises(BulkError, match="another --min-confidence; give another --output, or --overwrite"):
        again(min_confidence=0.5)
    with pytest.raises(BulkError, match="another --parts"):
        again(ending=".csv")
    lines = (source / "b.jsonl").read_text().splitlines()
    (source / "b.jsonl").write_text("\n".join(lines[:24]))
    with pytest.raises(BulkError, match=r"answers to b.jsonl are those of another input .there are more"):
        again()
    (source / "b.jsonl").write_text("\n".join([*lines[:-1], '{"question": "What is 1 + 1?"}']))
    with pytest.raises(BulkError, match=r"another input .part 2 differs"):
        again()
    assert again(overwrite=True).resumed == 0
    (out / "_job.json").write_text("rubbish")
    with pytest.raises(BulkError, match="damaged"):
        again()
    (out / "_job.json").unlink()
    with pytest.raises(BulkError, match="nothing says what they were made with"):
        again()


def test_a_file_that_cannot_be_read(solver: Solver, tmp_path: Path) -> None:
    source, out = written(tmp_path / "in"), tmp_path / "out"
    (source / "a.jsonl").rename(source / "a.csv")
    with pytest.raises(DataError, match=r"all other files are solved; .*\n.*a.csv:1: there is no column"):
        solve_folder(solver, str(source), str(out))
    assert {path.name for path in out.iterdir()} == {"_job.json", "b.jsonl", "more"}


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_parts_of_other_kinds(solver: Solver, tmp_path: Path, ending: str) -> None:
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import csv, parquet

    table = arrow.table({"id": range(30), "question": ["What is 3 + 4?"] * 30, "x": [None, 2.5] * 15})
    parquet.write_table(table, tmp_path / "in.parquet")
    solve_folder(solver, str(tmp_path / "in.parquet"), str(tmp_path / "out"), ending=ending, part_rows=8)
    read_table = csv.read_csv if ending == ".csv" else parquet.read_table
    found = [
        row for name in parts(tmp_path / "out") for row in read_table(tmp_path / "out" / name).to_pylist()
    ]
    assert [row["id"] for row in found] == list(range(30))
    assert {row["x"] for row in found} == {None, 2.5}
    assert {row["answer"] for row in found} == {float(solver.solve("What is 3 + 4?").answer)}


def test_addresses(solver: Solver, tmp_path: Path) -> None:
    pytest.importorskip("fsspec")
    base = f"memory://{uuid4().hex}"
    source = written(tmp_path / "in")
    for name in ("a.jsonl", "b.jsonl"):
        put(f"{base}/in/{name}", (source / name).read_bytes())
    put(f"{base}/in/c.csv", b"text\n3\n")
    summary = solve_folder(solver, f"{base}/in/*.jsonl", f"{base}/out/", part_rows=8)
    assert (summary.rows, summary.resumed) == (70, 0)
    solve_file(solver, source / "b.jsonl", tmp_path / "b.jsonl")
    names = sorted(name for name in listed(f"{base}/out") if name.startswith("b.jsonl/"))
    assert (
        b"".join(read(f"{base}/out/{name}") or b"" for name in names) == (tmp_path / "b.jsonl").read_bytes()
    )
    assert solve_folder(solver, f"{base}/in/*.jsonl", f"{base}/out", part_rows=8).resumed == 70
    with pytest.raises(DataError, match=rf"memory://.*{base[9:]}/in/c.csv:1: there is no column 'question'"):
        solve_folder(solver, f"{base}/in/*", f"{base}/out", part_rows=8)
    assert (
        solve_folder(solver, f"{base}/in/*.jsonl", f"{base}/out", part_rows=99, overwrite=True).resumed == 0
    )
    with pytest.raises(DataError, match="cannot be opened"):
        solve_folder(solver, "nonsense://x/*.jsonl", f"{base}/out")


def test_what_a_pattern_stands_for(tmp_path: Path) -> None:
    source = written(tmp_path / "in")
    (source / "notes.md").write_text("no problems")
    assert [name for _, name in find(f"{source}/*.jsonl")] == ["a.jsonl", "b.jsonl"]
    assert [name for _, name in find(f"{source}/*/*.jsonl")] == ["more/c.jsonl"]
    assert [file.name for file in inputs_of(str(source))] == ["a.jsonl", "b.jsonl", "more/c.jsonl"]
    assert [file.name for file in inputs_of(f"{source}/a.jsonl")] == ["a.jsonl"]
    with pytest.raises(DataError, match="no such files"):
        inputs_of(f"{source}/*.tsv")


def test_the_command(exported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = written(tmp_path / "in")
    command = [
        "solve",
        "--model",
        str(exported),
        "--input",
        f"{source}/*.jsonl",
        "--output",
        f"{tmp_path}/out/",
    ]
    assert main([*command, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["rows"], said["answered"], said["errors"], said["files"]) == (70, 63, {"bad_row": 7}, 2)
    assert main(command) == 0
    assert "70 rows (70 of them before) of 2 files" in capsys.readouterr().out


def test_what_is_asked_in_vain(
    exported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = written(tmp_path / "in")

    def error(*more: str, output: str = f"{tmp_path}/out/", given: str = f"{source}/*.jsonl") -> str:
        main(["solve", "--model", str(exported), "--input", given, "--output", output, *more])
        return capsys.readouterr().err

    assert "need a folder: --output answers/" in error("--engine", "ray", output="answers.jsonl")
    assert "go with --engine ray" in error("--workers", "2")
    assert "is in the folder for the answers" in error(output=f"{source}/")
    assert "one file: --output answers.jsonl" in error(given="-")
    assert "no such files" in error(given=f"{source}/*.tsv")
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "needs Ray; run: pip install 'cantor-reasoner[ray]'" in error("--engine", "ray")


def test_without_fsspec(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(CantorError, match=r"addresses need fsspec; run: pip install"):
        find("s3://bucket/*.jsonl")
