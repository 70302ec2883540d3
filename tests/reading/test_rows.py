"""Files of questions over passages: kinds of files, rows that cannot be asked, going on after a kill."""

import csv
import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest

from cantor.cli import main
from cantor.data.answer import NumberAnswer, SpansAnswer
from cantor.errors import CantorError, DataError
from cantor.model.saving import save_pretrained
from cantor.reading.passage_answer import Alternative, PassageAnswer, Place
from cantor.reading.reader import Reader
from cantor.reading.rows import PassageNames, ReadingWork, said
from cantor.solver.bulk import BulkError, answer_file
from helpers.passages import CHOIR, FERRY, reader
from helpers.tiny_export import tiny_export

QUESTION = "How many goats left Oban?"
ROWS: list[dict[str, Any]] = [
    {"id": "a", "passage": FERRY, "question": QUESTION, "note": "kept"},
    {"passage": "", "question": QUESTION},
    {"passage": "word " * 200_000, "question": QUESTION},
    {"passage": CHOIR, "question": None},
    {"passage": ["no text"], "question": QUESTION},
    {"passage": CHOIR, "question": "Who sang alone?"},
]


class FakeReader:
    """Answers each question with its length; fails on some, and where it is told to."""

    identity = "fake"

    def __init__(self) -> None:
        self.left = 10**9

    def ask_all(
        self, asked: Sequence[tuple[str, str]], *, k: int, min_confidence: float | None
    ) -> Iterator[PassageAnswer | CantorError]:
        for passage, question in asked:
            if self.left <= 0:
                raise KeyboardInterrupt
            self.left -= 1
            if "crash" in question:
                raise RuntimeError("no memory")
            if len(passage) > 20_000:
                yield DataError("too many characters")
                continue
            place = Place(passage[:3], "passage", (0, 3))
            one = Alternative(NumberAnswer(Fraction(len(question), 2)), 0.9, "span", None, (place,))
            yield PassageAnswer(question, 0.9, min_confidence or 0.5, (one,))


def work(fake: FakeReader, least: float | None = None) -> ReadingWork:
    return ReadingWork(cast(Reader, fake), PassageNames(), least)


def written(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_nothing_is_lost_and_every_row_says_why(tmp_path: Path) -> None:
    source = written(tmp_path / "in.jsonl", [*ROWS, {"passage": FERRY, "question": "crash?"}])
    source.write_text(source.read_text(encoding="utf-8") + "\n{not JSON", encoding="utf-8")
    summary = answer_file(work(FakeReader()), source, tmp_path / "out.jsonl")
    found = lines(tmp_path / "out.jsonl")
    codes = [row["error"] and row["error"]["code"] for row in found]
    assert codes == [None, "no_passage", "unreadable", "no_text", "no_passage", None, "failed", "bad_row"]
    assert (summary.rows, summary.answered) == (8, 2)
    assert found[0]["id"] == "a"
    assert found[0]["input"] == {"passage": FERRY, "note": "kept"}
    assert found[0]["answer_exact"] == "25/2"
    assert found[0]["typed"] == {"number": "25/2"}
    assert found[0]["places"] == [{"text": "The", "source": "passage", "span": [0, 3]}]
    assert found[0]["steps"] == [{"text": "The passage says “The”."}]


def test_a_run_that_was_killed_goes_on(tmp_path: Path) -> None:
    """Byte for byte as if it had not been, and no row is asked twice that was answered for good."""
    rows = [{"passage": CHOIR, "question": f"How many songs on day {n}?"} for n in range(100)]
    source, out = written(tmp_path / "in.jsonl", rows), tmp_path / "out.csv"
    fake = FakeReader()
    answer_file(work(fake), source, tmp_path / "whole.csv")
    fake.left = 30
    with pytest.raises(KeyboardInterrupt):
        answer_file(work(fake), source, out)
    there = out.read_bytes()
    assert 0 < len(there) < len((tmp_path / "whole.csv").read_bytes())
    out.write_bytes(there + b"half a r")
    fake.left = 10**9
    summary = answer_file(work(fake), source, out)
    assert out.read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert summary.resumed == 24  # chunks of 8 and 16 were whole
    assert summary.rows == 100
    with pytest.raises(BulkError, match="another --min-confidence"):
        answer_file(work(fake, 0.2), source, out)
    with out.open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    assert table[0]["display"] == "12"
    assert table[0]["passage"] == CHOIR


def test_a_thousand_questions_of_one_passage(tmp_path: Path) -> None:
    rows = [{"passage": CHOIR, "question": f"How many on day {n}?"} for n in range(1_000)]
    fake = FakeReader()
    summary = answer_file(work(fake), written(tmp_path / "in.jsonl", rows), tmp_path / "out.jsonl")
    assert summary.rows == summary.answered == 1_000
    assert [row["question"] for row in lines(tmp_path / "out.jsonl")] == [row["question"] for row in rows]


def test_a_refusal_says_so_and_keeps_its_confidence() -> None:
    guess = Alternative(SpansAnswer(("Ana",)), 0.3, "span")
    row = said(PassageAnswer("Who?", 0.25, 0.5, (guess,), calibrated=True))
    assert row["error"]["code"] == "low_confidence"
    assert "25% is below 50%" in row["error"]["message"]
    assert (row["answer"], row["display"], row["confidence"]) == (None, None, 0.25)
    assert said(PassageAnswer("Who?", 0.0, 0.0, ()))["error"]["code"] == "low_confidence"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("reader")
    save_pretrained(*reader(base, "tase"), base / "best")
    return base / "best"


def test_the_commands(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = written(tmp_path / "rows.jsonl", ROWS), tmp_path / "answers.csv"
    ask = ["ask", "--input", str(source), "--model", str(folder), "--min-confidence", "0"]
    assert main([*ask, "--output", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rows"] == len(ROWS)
    assert told["errors"] == {"no_passage": 2, "no_text": 1, "unreadable": 1}
    assert main(ask) == 0  # without --output, to standard output as JSON Lines
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == len(ROWS)
    assert "without an answer: no_passage 2" in captured.err
    assert main([*ask, "--output", str(out)]) == 0
    assert "6 rows (6 of them before)" in capsys.readouterr().out
    assert main([*ask, "--passage", "x.txt"]) == 2
    assert "leave out" in capsys.readouterr().err
    table = tmp_path / "other.csv"
    table.write_text("text,question\nx,Who?\n", encoding="utf-8")
    assert main(["ask", "--input", str(table), "--model", str(folder)]) == 2
    assert "there is no column 'passage'" in capsys.readouterr().err
    named = ["ask", "--input", str(table), "--model", str(folder), "--columns", "passage=text"]
    assert main([*named, "--min-confidence", "0"]) == 0
    assert json.loads(capsys.readouterr().out)["error"] is None


def test_rows_with_and_without_a_passage(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`cantor solve --reader`: a word problem goes to the solver, a question over a passage to the reader."""
    solver = tiny_export(tmp_path)
    rows = [{"passage": FERRY, "question": QUESTION}, {"question": "Ida has 3 pens and 4 more. How many?"}]
    source = written(tmp_path / "rows.jsonl", rows)
    solve = ["solve", "--model", str(solver), "--reader", str(folder), "--min-confidence", "0"]
    assert main([*solve, "--input", str(source)]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert "typed" in first
    assert "typed" not in second
    assert second["error"] is None
    assert main([*solve, "What is 3 + 4?"]) == 2
    assert "cantor ask" in capsys.readouterr().err
    assert main([*solve, "--input", str(source), "--output", f"{tmp_path}/parts/"]) == 2
    assert "--reader" in capsys.readouterr().err
