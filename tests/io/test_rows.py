"""Files of problems, row by row: what is wrong with a row stays with that row."""

import gzip
import io
import json
import math
import sys
from pathlib import Path

import pytest

from cantor.errors import DataError
from cantor.io import rows as rows_module
from cantor.io.rows import Rows


def read(path: Path, content: bytes | str) -> list:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(Rows(path))


def test_json_lines(tmp_path):
    found = read(
        tmp_path / "a.jsonl",
        b'\xef\xbb\xbf{"question": "What is 3?", "id": 7, "topic": ["a"]}\r\n'
        b"\n"
        b'{"question": "What is 4?"}\n'
        b"   \n"
        b'{"question": "last", "id": ""}',
    )
    assert [(row.place, row.id, row.question) for row in found] == [
        (1, 7, "What is 3?"),
        (3, 3, "What is 4?"),
        (5, 5, "last"),
    ]
    assert found[0].others == {"topic": ["a"]}
    assert all(row.issue is None for row in found)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"not json", "not JSON"),
        (b'{"question": "caf\xe9 3"}', "not JSON"),
        (b'{"question": "a', "not JSON"),
        (b"[1, 2]", "not an object"),
        (b"null", "not an object"),
        (b'{"question": ' + b"[" * 100_000, "not JSON"),
        (b'{"question": ' + b"9" * 5000 + b"}", "not JSON"),
    ],
)
def test_a_bad_line_is_one_row(tmp_path, line, words):
    good = b'{"question": "What is 3?"}'
    first, bad, last = read(tmp_path / "a.jsonl", b"\n".join([good, line, good]))
    assert first.question == last.question == "What is 3?"
    assert words in bad.issue
    assert bad.id == 2


def test_numbers_that_are_none(tmp_path):
    (row,) = read(tmp_path / "a.jsonl", '{"question": "3?", "a": NaN, "b": 1e999, "c": -Infinity, "d": 1.5}')
    assert math.isnan(row.others["a"])
    assert row.others == {**row.others, "b": "1e999", "c": -math.inf, "d": 1.5}


def test_a_question_that_is_no_text(tmp_path):
    found = read(tmp_path / "a.jsonl", '{"question": 3}\n{"question": null}\n{"text": "a"}')
    assert [row.question for row in found] == [None] * 3
    assert [row.issue for row in found] == [None] * 3


def test_a_line_too_long(tmp_path, monkeypatch):
    monkeypatch.setattr(rows_module, "MAX_LINE", 100)
    good = '{"question": "What is 3?"}\n'
    for size in (100, 101, 199, 200, 201, 999):
        bad = json.dumps({"question": "x" * (size - 16)}) + "\n"
        found = read(tmp_path / "a.jsonl", good + bad + good)
        assert [row.place for row in found] == [1, 2, 3]
        assert (found[1].issue is not None) == (len(bad) > 100)
        found = read(tmp_path / "b.csv", "question\nWhat is 3?\n" + "x" * (size - 1) + "\nWhat is 4?\n")
        assert [row.question for row in found][::2] == ["What is 3?", "What is 4?"]
        assert (found[1].issue is not None) == (size > 100)
    assert "longer than 100 bytes" in found[1].issue


def test_csv(tmp_path):
    found = read(
        tmp_path / "a.CSV",
        '\ufeffid, question ,topic\r\n7,"What is 3,\nor 4?",a\r\n\r\n,"He said ""5""?"\r\nx,y,z\r\n',
    )
    assert [(row.place, row.id, row.question, row.others) for row in found] == [
        (2, "7", "What is 3,\nor 4?", {"topic": "a"}),
        (5, 5, 'He said "5"?', {}),
        (6, "x", "y", {"topic": "z"}),
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"caf\xe9 3,a", "not UTF-8"),
        (b"a,b,c", "more cells than columns"),
        (b'"a"b,c', "not CSV"),
    ],
)
def test_a_bad_row_of_csv(tmp_path, line, words):
    content = b"\n".join([b"question,topic", b"What is 3?,a", line, b"What is 4?,b"])
    first, bad, last = read(tmp_path / "a.csv", content)
    assert (first.question, last.question) == ("What is 3?", "What is 4?")
    assert words in bad.issue
    assert (bad.id, last.id) == (3, 4)


def test_a_quote_that_never_ends(tmp_path):
    found, rest = read(tmp_path / "a.csv", 'question\n"What is 3?\nand 4?\n')
    assert "not CSV" in found.issue
    assert found.place == 2
    assert (rest.place, rest.question) == (3, "and 4?")


@pytest.mark.parametrize("content", ["", "\n\n", "text,id\na,b\n", '"question\n', "q\xe9\n"])
def test_csv_without_questions(tmp_path, content):
    with pytest.raises(
        DataError,
        match=r"a.csv:1: (there is no column 'question'|the file is empty|the names of the columns)",
    ):
        read(tmp_path / "a.csv", content.encode("latin-1"))


def test_parquet(tmp_path):
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    table = arrow.table({"question": ["What is 3?", None], "id": ["a", "b"], "score": [0.5, float("nan")]})
    parquet.write_table(table, tmp_path / "a.parquet")
    reader = Rows(tmp_path / "a.parquet")
    first, second = list(reader)
    assert (first.id, first.question, first.others) == ("a", "What is 3?", {"score": 0.5})
    assert (second.id, second.question) == ("b", None)
    assert (reader.position, reader.total) == (2, 2)
    parquet.write_table(arrow.table({"text": ["a"]}), tmp_path / "b.parquet")
    with pytest.raises(DataError, match="no column 'question'"):
        list(Rows(tmp_path / "b.parquet"))
    content = (tmp_path / "a.parquet").read_bytes()
    for part in (b"rubbish", content[:50], content[:-20], b""):
        (tmp_path / "c.parquet").write_bytes(part)
        with pytest.raises(DataError, match="not a whole Parquet file"):
            list(Rows(tmp_path / "c.parquet"))


def test_parquet_without_pyarrow(tmp_path, monkeypatch):
    (tmp_path / "a.parquet").write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(DataError, match=r"pip install 'cantor-reasoner\[parquet\]'"):
        list(Rows(tmp_path / "a.parquet"))


def test_other_files(tmp_path):
    for name in ("a.xml", "a", "csv", "a.parquet.gz", "a.gz"):
        with pytest.raises(DataError, match=r"ends in \.jsonl, .*\.csv, .* or \.parquet"):
            Rows(tmp_path / name)
    with pytest.raises(DataError, match="no such file"):
        Rows(tmp_path / "a.jsonl")


def test_how_far_it_is(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"question": "a"}\n' * 10)
    reader = Rows(tmp_path / "a.jsonl")
    positions = [reader.position for _ in reader]
    assert positions == [18 * i for i in range(1, 11)]
    assert reader.total == 180


def test_a_stream_is_json_lines():
    assert [row.question for row in Rows(io.BytesIO(b'{"question": "a"}\n{"question": "b"}'))] == ["a", "b"]


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.tsv", "a.txt", "a.json", "a.ndjson"])
def test_gzip(tmp_path, name):
    content = {
        ".jsonl": '{"question": "What is 3?"}\n{"question": "What is 4?"}\n',
        ".ndjson": '{"question": "What is 3?"}\n{"question": "What is 4?"}\n',
        ".json": '[{"question": "What is 3?"}, {"question": "What is 4?"}]',
        ".csv": "id;question\n1;What is 3?\n2;What is 4?\n",
        ".tsv": "id\tquestion\n1\tWhat is 3?\n2\tWhat is 4?\n",
        ".txt": "What is 3?\n\nWhat is 4?\n",
    }[Path(name).suffix].encode()
    (tmp_path / name).write_bytes(content)
    packed = tmp_path / f"{name}.gz"
    packed.write_bytes(gzip.compress(content))
    assert list(Rows(tmp_path / name)) == list(Rows(packed))
    assert [row.question for row in Rows(packed)] == ["What is 3?", "What is 4?"]
    reader = Rows(packed)
    assert len(list(reader)) == 2
    assert reader.position == reader.total == packed.stat().st_size
    for part in (packed.read_bytes()[:-9], b"plain"):
        packed.write_bytes(part)
        with pytest.raises(DataError, match="not a whole gzip file"):
            list(Rows(packed))


def test_plain_text(tmp_path):
    found = read(tmp_path / "a.txt", b'\xef\xbb\xbfWhat is 3?\r\n\n  What is "4", or 5?  \ncaf\xe9\nlast')
    assert [(row.place, row.question) for row in found] == [
        (1, "What is 3?"),
        (3, 'What is "4", or 5?'),
        (4, None),
        (5, "last"),
    ]
    assert "not UTF-8" in found[2].issue
    row = next(iter(Rows(tmp_path / "a.txt", ("Problem",))))
    assert row.fields == {"Problem": "What is 3?"}


def test_json(tmp_path):
    found = read(tmp_path / "a.json", '[{"question": "What is 3?"}, 5, {"question": "What is 4?"}]')
    assert [(row.place, row.question) for row in found] == [(1, "What is 3?"), (2, None), (3, "What is 4?")]
    assert found[1].issue == "not an object"
    for content, words in (("{}", "not a list"), ("[1,\n2", ":2: not JSON"), ("[" * 100_000, "not JSON")):
        with pytest.raises(DataError, match=words):
            read(tmp_path / "a.json", content)
