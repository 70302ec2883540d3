"""Files that are not what they should be: an error with file, line and fix, or a row with line and reason."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cantor.data.example import DataError
from cantor.data.load import load
from helpers.views import unreadable, view

PLACES = {
    "svamp/train.csv": ("svamp", "train", None),
    "svamp/SVAMP.json": ("svamp", "test", "reader"),
    "mawps/MAWPS.json": ("mawps", "all", None),
    "asdiv/ASDiv.xml": ("asdiv", "all", None),
    "gsm8k/train.jsonl": ("gsm8k", "train", None),
    "mathqa/dev.json": ("mathqa", "dev", None),
    "mathqa/train.json.gz": ("mathqa", "train", None),
    "mathqa/test_filtered_1605.json": ("mathqa-filtered", "test", None),
    "drop/dev_official_format_subset.json.gz": ("drop", "dev", None),
    "drop/dev_simple.jsonl.gz": ("drop-simple", "dev", None),
}
GZIPPED = [path for path in PLACES if path.endswith(".gz")]
WHOLE = [path for path in PLACES if not re.search(r"csv|jsonl", path)]  # one value: nothing can be saved


def packed(path: str, content: bytes) -> bytes:
    return gzip.compress(content) if path.endswith(".gz") else content


def unpacked(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def failure(path: str) -> str:
    """What loading says of a spoilt file; it names the file and the way to get it anew."""
    name, split, policy = PLACES[path]
    with pytest.raises(DataError, match=re.escape(path)) as raised:
        load(name, split, policy)
    assert re.search(rf"`cantor data get {name.removesuffix('-filtered')}(-filtered)?`", str(raised.value))
    return str(raised.value)


@pytest.mark.parametrize("path", PLACES)
def test_empty(path: str, broken: Path) -> None:
    (broken / path).write_bytes(packed(path, b""))
    assert f"{path}:1: " in failure(path)


@pytest.mark.parametrize("path", WHOLE)
def test_truncated(path: str, broken: Path) -> None:
    content = unpacked(broken / path)
    cut = content[: len(content) * 2 // 3].rstrip()
    (broken / path).write_bytes(packed(path, cut))
    line = cut.count(b"\n") + 1
    assert re.search(rf"{re.escape(path)}:{line}: not (JSON|XML)", failure(path))


@pytest.mark.parametrize(
    "spoil", [lambda b: b[:-30], lambda b: b[:40] + b"????" + b[44:], lambda b: b"plain"]
)
@pytest.mark.parametrize("path", GZIPPED)
def test_broken_gzip(path: str, spoil: Callable[[bytes], bytes], broken: Path) -> None:
    (broken / path).write_bytes(spoil((broken / path).read_bytes()))
    assert "not a whole gzip file" in failure(path)


@pytest.mark.parametrize("path", ["mathqa/dev.json", "mathqa/train.json.gz"])
def test_wrong_encoding(path: str, broken: Path) -> None:
    content = unpacked(broken / path).replace(b"a", b"\n\xe9", 1)
    (broken / path).write_bytes(packed(path, content))
    assert re.search(rf"{re.escape(path)}:\d+: not UTF-8 \(byte 0xe9\)", failure(path))
    line = content[: content.index(b"\xe9")].count(b"\n") + 1
    assert f"{path}:{line}: " in failure(path)


def test_wrong_encoding_of_one_line_costs_that_line_only(broken: Path) -> None:
    file = broken / "gsm8k/test.jsonl"
    file.write_bytes(file.read_bytes().replace(b"van", b"v\xe4n", 1))
    ((line, reason),) = unreadable("gsm8k", "test")
    assert line == 1
    assert "can't decode byte 0xe4" in reason
    assert len(load("gsm8k", "test").examples) == 1
    table = broken / "svamp/train.csv"
    table.write_bytes(table.read_bytes().replace(b"hens", b"h\xe9ns", 1))
    assert unreadable("svamp", "train")[0] == (2, "not UTF-8; save the file as UTF-8")
    assert len(load("svamp", "train").examples) == 5


@pytest.mark.parametrize("path", WHOLE[:1] + WHOLE[4:])
@pytest.mark.parametrize("content", [b'"text"', b"[[" * 100_000, b"1" * 5000], ids=["text", "deep", "digits"])
def test_other_json(path: str, content: bytes, broken: Path) -> None:
    (broken / path).write_bytes(packed(path, content))
    assert failure(path)


def test_a_missing_column(broken: Path) -> None:
    file = broken / "svamp/train.csv"
    file.write_text(file.read_text().replace("Numbers", "Digits", 1))
    assert "train.csv:1: there is no column 'Numbers' (found: Question, Digits, Equation" in failure(
        "svamp/train.csv"
    )


def test_quotes_that_do_not_close(broken: Path) -> None:
    file = broken / "svamp/train.csv"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([*lines[:4], '"' + lines[4], *lines[5:]]))
    before = len(lines) - 1
    ((line, reason), *_) = unreadable("svamp", "train")
    assert line == 5
    assert re.search(r"not CSV \(.*\); quote cells", reason)
    assert len(load("svamp", "train").examples) >= before - 2  # one of them was unreadable before


SVAMP_ROWS = {
    "number5 caps,3,number0,3": "'number5' stands in the text, but there are only 1 numbers",
    "number0 caps,three,number0,3": "cannot read 'three' as a number",
    "number0 caps,1/0,number0,3": "cannot read '1/0' as a number",
    "number0 caps,3,+ number0,3": "'+ number0': '+' lacks an operand",
    "number0 caps,3,* number0 x,3": "'* number0 x': cannot read 'x'",
    "number0 caps,3,number0,": "no text under 'Answer'",
    "number0 caps,3,number0,1e999999999": "cannot read '1e999999999' as a number",
    "number0 caps,3": "no text under 'Equation'",
    "number0 caps, or hats,3,number0,3": "more cells than columns; quote cells with commas",
}


@pytest.mark.parametrize(("row", "reason"), SVAMP_ROWS.items())
def test_bad_svamp_rows(row: str, reason: str, broken: Path) -> None:
    good = '"number0 ""big""\ncaps",3,number0,3'
    text = f"\ufeffQuestion,Numbers,Equation,Answer\n{good}\n\n{row}\n{good}\n"
    (broken / "svamp/train.csv").write_bytes(text.replace("\n", "\r\n").encode())
    assert unreadable("svamp", "train") == [(5, reason)]
    assert view("svamp", "train") == [(2, "3@0-1", "n0", "3"), (6, "3@0-1", "n0", "3")]


BAD_RECORDS = {
    "svamp/SVAMP.json": {
        "5": "not an object",
        '{"Body": null}': "no text under 'Body'",
        '{"Body": "3 caps.", "Question": "How many?", "Equation": "3 +", "Answer": 3}': (
            "'3 +': a number is missing at the end"
        ),
        '{"Body": "3 caps.", "Question": "How many?", "Equation": "3", "Answer": NaN}': (
            "cannot read 'nan' as a number"
        ),
    },
    "mawps/MAWPS.json": {"null": "not an object", '{"original_text": 5}': "no text under 'original_text'"},
    "mathqa/dev.json": {'{"Problem": ["a"]}': "no text under 'Problem'"},
    "mathqa/test_filtered_1605.json": {
        '{"num_list": 3}': "no list under 'num_list'",
        '{"num_list": ["x"]}': "cannot read 'x' as a number",
        '{"num_list": [3], "text": "temp_a caps"}': "no list under 'equation_layer'",
        '{"num_list": [3], "text": "temp_a caps", "equation_layer": [["a", "2", "?"]]}': (
            "('a', '2', '?'): unknown operator '?'"
        ),
        '{"num_list": [3], "text": "temp_b caps"}': (
            "'temp_1' stands in the text, but there are only 1 numbers"
        ),
        '{"num_list": [3], "text": "temp_a caps", "equation_layer": [["a", "2", "*"]]}': (
            "cannot read 'None' as a number"
        ),
        '{"num_list": [3], "text": "temp_a caps", "equation_layer": [5]}': "5: a layer is a list",
    },
}


@pytest.mark.parametrize(
    ("path", "record", "reason"),
    [(path, record, reason) for path, bad in BAD_RECORDS.items() for record, reason in bad.items()],
)
def test_bad_records(path: str, record: str, reason: str, broken: Path) -> None:
    name, split, policy = PLACES[path]
    (broken / path).write_text(f"[{record},\n{record}]")
    found = load(name, split, policy)
    assert [(u.line, u.reason) for u in found.unreadable] == [(1, reason), (2, reason)]
    assert found.unreadable[0].file == str(broken / path)
    assert not found.examples


@pytest.mark.parametrize(
    "passages",
    [
        '{"p": 5}',
        '{"p": {"qa_pairs": {}}}',
        '{"p": {"qa_pairs": [5]}}',
        '{"p": {"passage": "A.", "qa_pairs": [{"question": "B?", "answer": {}, "validated_answers": 5}]}}',
        '{"p": {"passage": 1, "qa_pairs": [{"question": "B?", "answer": {"date": 5, "spans": 5}}]}}',
    ],
)
def test_bad_passages(passages: str, broken: Path) -> None:
    path = "drop/dev_official_format_subset.json.gz"
    (broken / path).write_bytes(packed(path, passages.encode()))
    assert [line for line, _ in unreadable("drop", "dev")] == [1]
