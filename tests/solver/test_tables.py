"""Answers as tables: CSV, TSV and Parquet, from inputs of every kind; harmless, resumable, growing."""

import csv
import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.errors import CantorError
from cantor.io.live import LiveLines
from cantor.io.rows import Row
from cantor.solver import Solver, solve_rows
from cantor.solver.answered import FLAT, Names, flat, own_columns, unanswered
from cantor.solver.bulk import BulkError, solve_file
from cantor.solver.formats import JsonLines, Separated, cell

PENS = "A pen costs 3 dollars. How much do 4 pens cost?"


@pytest.fixture(scope="module")
def solver(exported: Path) -> Solver:
    return Solver.from_pretrained(exported, threads=1)


def table(path: Path, separator: str = ",") -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=separator, strict=True))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("in.csv", f"question,topic\n{PENS},money\n\n5 and,\n"),
        ("in.csv", f"question;topic\n{PENS};money\n5 and;\n"),
        ("in.tsv", f"question\ttopic\n{PENS}\tmoney\n5 and\t\n"),
        ("in.jsonl", f'{{"question": "{PENS}", "topic": "money"}}\n\n{{"question": "5 and", "topic": ""}}\n'),
    ],
)
@pytest.mark.parametrize("ending", [".csv", ".tsv"])
def test_from_every_kind(solver: Solver, tmp_path: Path, name: str, content: str, ending: str) -> None:
    (tmp_path / name).write_text(content)
    solve_file(solver, tmp_path / name, tmp_path / f"out{ending}")
    first, second = table(tmp_path / f"out{ending}", "\t" if ending == ".tsv" else ",")
    more = ["more"] if name == "in.jsonl" else []
    assert list(first) == [*FLAT, "topic", *more]
    assert (first["id"], first["question"], first["topic"]) == ("1", PENS, "money")
    alone = solver.solve(PENS, k=1)
    assert (first["display"], first["unit"], first["equation"]) == (alone.display, "$", alone.infix)
    assert float(first["confidence"]) == pytest.approx(alone.confidence, abs=1e-4)
    assert (second["id"], second["topic"]) == ("2", "")


def test_a_text_has_a_problem_a_line(solver: Solver, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{PENS}\n\nHow many?\n")
    solve_file(solver, tmp_path / "in.txt", tmp_path / "out.csv")
    first, second = table(tmp_path / "out.csv")
    assert (first["id"], first["error"], second["id"]) == ("1", "", "2")
    assert second["error"] == "no_numbers: The text mentions no number."


def test_columns_of_other_names(solver: Solver, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(f"Nr,Problem text,answer,question\n7,{PENS},12,mine\n,,,\n")
    solve_file(solver, tmp_path / "in.csv", tmp_path / "out.csv", names=Names("Problem text", "Nr"))
    first, second = table(tmp_path / "out.csv")
    assert (first["id"], first["question"]) == ("7", PENS)
    assert (first["input_answer"], first["input_question"]) == ("12", "mine")
    assert second["id"] == "2"
    with pytest.raises(CantorError, match="name yours with --columns question=NAME"):
        solve_file(solver, tmp_path / "in.csv", tmp_path / "no.csv", names=Names("text"))
    assert not (tmp_path / "no.csv").exists()


def test_keys_that_come_later(solver: Solver, tmp_path: Path) -> None:
    rows = [{"question": PENS, "a": 1}] * 8 + [{"question": PENS, "b": [2], "a": None}]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, rows)))
    solve_file(solver, tmp_path / "in.jsonl", tmp_path / "out.csv")
    found = table(tmp_path / "out.csv")
    assert [(row["a"], row["more"]) for row in (found[0], found[8])] == [("1", ""), ("", '{"b": [2]}')]


def test_a_bad_row_says_its_line(solver: Solver, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text('question\n"What is\n3?"\na,b\n')
    solve_file(solver, tmp_path / "in.csv", tmp_path / "out.csv")
    first, second = table(tmp_path / "out.csv")
    assert first["question"] == "What is\n3?"
    assert second["error"].startswith("bad_row: line 4: more cells than columns")


def test_no_ending_that_we_know(solver: Solver, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(PENS)
    for name in ("out.xlsx", "out", "out.csv.gz"):
        with pytest.raises(
            CantorError, match=r"--output must end in .jsonl, .ndjson, .csv, .tsv or .parquet"
        ):
            solve_file(solver, tmp_path / "in.txt", tmp_path / name)


@pytest.mark.parametrize(
    "text", ["=cmd|' /C calc'!A0", "+1+cmd", "-2+3", "@SUM(A1)", "\t=1", " =1", "＝1", "\r=1"]
)
def test_formulas_are_harmless(solver: Solver, tmp_path: Path, text: str) -> None:
    """In cells, and in the names of columns."""
    row = {"question": text, "id": text, text: text}
    (tmp_path / "in.jsonl").write_text(json.dumps(row))
    solve_file(solver, tmp_path / "in.jsonl", tmp_path / "out.csv")
    (found,) = table(tmp_path / "out.csv")
    for name, value in found.items():
        assert name[:1] not in "=+-@\t\r＝＋－＠"
        assert not value or value[0] not in "=+-@\t\r＝＋－＠" or name in ("answer", "answer_exact")
    assert found["question"] == f"'{text}"
    assert solve_file(solver, tmp_path / "in.jsonl", tmp_path / "out.csv").resumed == 1


@pytest.mark.parametrize("value", [-5, -0.5, "-5", "+3.5", "plain", "a=b", "", None, True, "−5 apples"])
def test_what_is_no_formula_stays(value: object) -> None:
    expected = {None: "", True: "true"}.get(value, value)
    assert cell(value) == str(expected)


TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)


@given(
    st.lists(
        st.tuples(TEXTS, st.dictionaries(TEXTS, st.none() | st.integers() | TEXTS, max_size=3)), max_size=4
    )
)
def test_rows_are_found_again(rows: list[tuple[str, dict[str, Any]]]) -> None:
    """Whatever a cell holds: as many records as rows, in whatever place the file is cut."""
    own = list(dict.fromkeys(name for _, others in rows for name in others))
    for form in (Separated(",", own, False), Separated("\t", own[:1], True), JsonLines()):
        found = [
            unanswered(Row(i, {"q": q, **others}), i, Names("q", "i d")) for i, (q, others) in enumerate(rows)
        ]
        written = [form.encode(row) for row in found]
        whole = form.head() + b"".join(written)
        expected = [form.head(), *written] if form.head() else written
        assert list(form.records(io.BytesIO(whole))) == expected
        for cut in range(len(whole)):
            records = list(form.records(io.BytesIO(whole[:cut])))
            assert records == expected[: len(records)]
        assert [form.own(one) for one in written] == [form.own(form.encode(row)) for row in found]


@given(st.lists(TEXTS | st.sampled_from(["answer", "input_answer", "input_input_answer", "id"]), unique=True))
def test_no_column_stands_for_two(names: list[str]) -> None:
    found = own_columns(names)
    assert list(found) == names
    assert len({*found.values(), *FLAT}) == len(names) + len(FLAT)


@pytest.mark.parametrize("ending", [".jsonl", ".csv"])
def test_cut_anywhere_it_becomes_the_same(solver: Solver, tmp_path: Path, ending: str) -> None:
    lines = [
        json.dumps({"question": f'"Tom", had {i} apples,\nate {i}. How many?', "n": i}) for i in range(30)
    ]
    (tmp_path / "in.jsonl").write_text("\n".join(lines))
    target = tmp_path / f"out{ending}"
    solve_file(solver, tmp_path / "in.jsonl", target)
    whole = target.read_bytes()
    for cut in range(0, len(whole), len(whole) // 12):
        target.write_bytes(whole[:cut])
        solve_file(solver, tmp_path / "in.jsonl", target)
        assert target.read_bytes() == whole


@pytest.mark.parametrize("ending", [".jsonl", ".csv", ".parquet"])
def test_an_input_that_grew(
    solver: Solver, tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = tmp_path / "in.csv", tmp_path / f"out{ending}"
    source.write_text("question\n" + f"{PENS}\n" * 20)
    solve_file(solver, source, target)
    solve, texts = Solver.solve, []

    def counted(self: Solver, text: Any, **options: Any) -> Any:
        texts.extend(text)
        return solve(self, text, **options)

    monkeypatch.setattr(Solver, "solve", counted)
    with source.open("a") as file:
        file.write(f"{PENS}\n" * 3)
    summary = solve_file(solver, source, target)
    assert (summary.rows, summary.resumed, len(texts)) == (23, 20, 3)
    assert solve_file(solver, source, target).resumed == 23
    assert len(texts) == 3
    source.write_text("question\n" + f"{PENS}\n" * 22)
    with pytest.raises(BulkError, match="more rows than the input"):
        solve_file(solver, source, target)


def test_no_rows(solver: Solver, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("question,topic\n")
    for _ in range(2):
        assert solve_file(solver, tmp_path / "in.csv", tmp_path / "out.csv").rows == 0
        assert (tmp_path / "out.csv").read_text() == ",".join([*FLAT, "topic"]) + "\n"


def test_parquet(solver: Solver, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = [
        {"question": PENS, "n": 1, "x": 0.5, "tags": ["a"]},
        {"question": "How many?", "n": 2, "x": 1, "answer": True},
    ]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\nrubbish\n")
    solve_file(solver, tmp_path / "in.jsonl", tmp_path / "out.parquet")
    found = parquet.read_table(tmp_path / "out.parquet")
    assert found.column_names == [*FLAT, "n", "x", "tags", "input_answer"]
    types = {field.name: str(field.type) for field in found.schema}
    assert (types["id"], types["answer"], types["confidence"]) == ("int64", "double", "double")
    assert (types["n"], types["x"], types["tags"], types["input_answer"]) == (
        "int64",
        "double",
        "string",
        "bool",
    )
    first, second, third = found.to_pylist()
    assert (first["question"], first["tags"], second["error"]) == (
        PENS,
        '["a"]',
        "no_numbers: The text mentions no number.",
    )
    assert third["error"].startswith("bad_row: line 3: not JSON")
    # whole or absent, and what was solved is not solved again
    (tmp_path / "out.parquet").unlink()
    assert solve_file(solver, tmp_path / "in.jsonl", tmp_path / "out.parquet").resumed == 3
    assert parquet.read_table(tmp_path / "out.parquet") == found
    (tmp_path / "out.parquet.rows.jsonl").unlink()
    with pytest.raises(BulkError, match="nothing says that it holds these answers"):
        solve_file(solver, tmp_path / "in.jsonl", tmp_path / "out.parquet")


# Pipes


def test_lines_as_they_come() -> None:
    ours, theirs = os.pipe()
    with os.fdopen(ours, "rb") as source, os.fdopen(theirs, "wb", buffering=0) as out:
        lines = LiveLines(source)
        assert not lines.ready()
        out.write(b"one\ntwo\nthr")
        assert lines.ready()
        assert lines.readline() == b"one\n"
        assert lines.readline(2) == b"tw"
        assert lines.readline(100) == b"o\n"
        assert not lines.ready()  # half a line is none
        out.write(b"ee")
        out.close()
        assert lines.ready()
        assert [lines.readline(), lines.readline()] == [b"three", b""]


@pytest.mark.skipif(sys.platform == "win32", reason="select on pipes")
@pytest.mark.parametrize("to_file", [False, True])
def test_an_open_pipe_is_answered_row_by_row(exported: Path, tmp_path: Path, to_file: bool) -> None:
    """Each row is asked only after the one before it was answered: nothing waits for more to come."""
    target = tmp_path / "out.csv"
    command = [sys.executable, "-m", "cantor", "solve", "--model", str(exported), "--input", "-"]
    command += ["--output", str(target)] if to_file else []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin
        assert process.stdout
        for i in range(3):
            process.stdin.write(json.dumps({"question": f"What is {i} + 4?"}).encode() + b"\n")
            if to_file:
                while not target.exists() or target.read_bytes().count(b"\n") < i + 2:
                    assert process.poll() is None
                    time.sleep(0.02)
            else:
                assert json.loads(process.stdout.readline())["id"] == i + 1
        process.stdin.close()
        process.stdout.read()
    assert process.returncode == 0


# In memory


def test_several_questions_in_one_text() -> None:
    each = {"question": "How many?", "label": "a", "display": "27 kites"}
    row = unanswered(Row(1, {"question": "x"}), 1, Names())
    row["answers"] = [each, each | {"label": None, "display": None}]
    assert flat(row)["answers"] == "a) 27 kites; no answer"


def test_solve_rows(solver: Solver) -> None:
    rows: list[Any] = [{"Problem": PENS, "topic": "money"}, {"Problem": None, "id": "x"}]
    first, second = solve_rows(solver, iter(rows), question="Problem")
    assert list(first) == [*FLAT, "topic"]
    assert (first["id"], first["question"], first["topic"]) == (1, PENS, "money")
    assert (second["id"], second["error"]) == ("x", "no_text: The row's question is missing.")
    (alone,) = solve_rows(solver, [PENS], min_confidence=1.0)
    with pytest.raises(CantorError, match="row 1 is NoneType; give texts"):
        next(solve_rows(solver, [None]))  # type: ignore[list-item]
    assert alone["error"].startswith("low_confidence")
    assert list(solve_rows(solver, [])) == []
