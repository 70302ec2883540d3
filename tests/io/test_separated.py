"""Tables of cells: whatever separates them and stands in them, they come back as they were written."""

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cantor.io.rows import MAX_LINE, Rows
from cantor.io.separated import SEPARATORS, cut, separator_of

#: Any text that UTF-8 can hold, with much of what separates and quotes.
texts = st.text(st.one_of(st.sampled_from(",;\t|^~\"'\r\n 3a"), st.characters(codec="utf-8")), max_size=12)
names = st.text("abcdexyz _-.0123", min_size=1, max_size=6).filter(lambda name: name == name.strip())
Table = tuple[list[str], list[list[str]]]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Columns, `question` among them, and rows."""
    columns = draw(st.lists(names, max_size=4, unique=True))
    columns.insert(draw(st.integers(0, len(columns))), "question")
    cells = st.lists(texts, min_size=len(columns), max_size=len(columns))
    return columns, draw(st.lists(cells, max_size=6))


def records(table: Table) -> list[dict[str, str]]:
    return [dict(zip(table[0], row, strict=True)) for row in table[1]]


def read(path: Path) -> list[dict[str, object]]:
    rows = list(Rows(path))
    assert [row.issue for row in rows] == [None] * len(rows)
    return [row.fields for row in rows]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@settings(max_examples=300)
@given(
    table=tables(),
    separator=st.sampled_from(SEPARATORS),
    # with "\n" alone and no quotes, `csv` would write a cell "\r" bare, which nobody can read back
    style=st.sampled_from([("\n", csv.QUOTE_ALL), ("\r\n", csv.QUOTE_ALL), ("\r\n", csv.QUOTE_MINIMAL)]),
    named=st.booleans(),
)
def test_a_table_of_csv_comes_back(
    folder: Path, table: Table, separator: str, style: tuple[str, int], named: bool
) -> None:
    end, quoting = style
    # a table of one column shows no separator: a bare comma in a cell of it may be one
    assume(named or len(table[0]) > 1 or separator == "," or quoting == csv.QUOTE_ALL)
    out = io.StringIO(newline="")
    if named:  # as Excel says it
        out.write(f"sep={separator}{end}")
    writer = csv.writer(out, delimiter=separator, lineterminator=end, quoting=quoting)
    writer.writerows([table[0], *table[1]])
    path = folder / "a.csv"
    path.write_bytes(out.getvalue().encode())
    assert read(path) == records(table)
    if separator == "\t":
        path.rename(folder / "a.tsv")
        assert read(folder / "a.tsv") == records(table)


@settings(max_examples=100)
@given(table=tables())
def test_a_table_of_json_and_parquet_comes_back(folder: Path, table: Table) -> None:
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    (folder / "a.jsonl").write_bytes("\n".join(map(json.dumps, records(table))).encode())
    assert read(folder / "a.jsonl") == records(table)
    (folder / "a.json").write_bytes(json.dumps(records(table), ensure_ascii=False, indent=1).encode())
    assert read(folder / "a.json") == records(table)
    schema = arrow.schema([(name, arrow.string()) for name in table[0]])
    parquet.write_table(arrow.Table.from_pylist(records(table), schema), folder / "a.parquet")
    assert read(folder / "a.parquet") == records(table)


def test_parquet_text_that_is_none_costs_its_row_only(folder: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    raw = arrow.array([b"What is 3?", b"caf\xe9", b"What is 4?"], arrow.binary())
    text = arrow.Array.from_buffers(arrow.string(), 3, raw.buffers())  # bytes that claim to be text
    parquet.write_table(arrow.table({"question": text}), folder / "b.parquet")
    first, bad, last = Rows(folder / "b.parquet")
    assert (first.question, last.question) == ("What is 3?", "What is 4?")
    assert (bad.place, bad.issue) == (2, "not UTF-8; save the file as UTF-8")


def test_a_decimal_comma_is_not_split(folder: Path) -> None:
    path = folder / "comma.csv"
    path.write_text(
        "id;question;answer\n1;Ann has 3,5 litres, and 2 more. How many?;5,5\n2;What is 1,5?;1,5\n"
    )
    assert read(path) == [
        {"id": "1", "question": "Ann has 3,5 litres, and 2 more. How many?", "answer": "5,5"},
        {"id": "2", "question": "What is 1,5?", "answer": "1,5"},
    ]


@pytest.mark.parametrize(
    ("header", "separator"),
    [
        ("question", ","),
        ("question,answer", ","),
        ("question;answer", ";"),
        ("id\tquestion", "\t"),
        ("id|question|a, b", "|"),
        ("id;question;price, net;tax, net;sum, net;all, net", ";"),
        ("a;b;c;d,question", ","),  # more semicolons than commas
        ('"id;1";"question"', ";"),
        ("id^question", "^"),
        ("id ; question ; answer", ";"),
    ],
)
def test_separators(header: str, separator: str) -> None:
    assert separator_of(header, ["question"]) == separator
    assert separator_of(header + "\r\n", ["question"]) == separator


def test_old_line_ends(folder: Path) -> None:
    path = folder / "mac.csv"
    path.write_bytes(b'id,question\r1,"What is\r3?"\r\r2,What is 4?\r')
    rows = list(Rows(path))
    assert [(row.place, row.question) for row in rows] == [(2, "What is\r3?"), (5, "What is 4?")]


def brute(lines: list[str], separator: str) -> list[tuple[int, list[str] | None]]:
    """A row is the shortest run of lines that `csv` accepts; where there is none, one line is lost."""
    found: list[tuple[int, list[str] | None]] = []
    start = 0
    while start < len(lines):
        for end in range(start + 1, len(lines) + 1):
            try:
                (row,) = csv.reader(lines[start:end], delimiter=separator, strict=True)
            except csv.Error:
                continue
            found += [(start + 1, row)] if row else []
            start = end
            break
        else:
            found.append((start + 1, None))
            start += 1
    return found


@settings(max_examples=400)
@given(text=st.text('ab,;"\n', max_size=40), separator=st.sampled_from(",;"))
def test_a_bad_row_costs_one_line(text: str, separator: str) -> None:
    lines = text.splitlines(keepends=True)
    found = [
        (place, None if issue else cells)
        for place, cells, issue in cut(enumerate(lines, start=1), separator, MAX_LINE)
    ]
    assert found == brute(lines, separator)


@given(rows=st.lists(st.lists(texts, min_size=1, max_size=4), max_size=8), at=st.integers(0, 8))
def test_the_rows_around_a_bad_one_are_read(rows: list[list[str]], at: int) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerows(rows[:at])
    out.write('"a"b\n')
    writer.writerows(rows[at:])
    lines = io.StringIO(out.getvalue(), newline="\n").readlines()
    found = list(cut(enumerate(lines, start=1), ",", MAX_LINE))
    assert [cells for _, cells, issue in found if issue is None] == rows
    assert sum(issue is not None for *_, issue in found) == 1


def test_an_open_quote_is_not_followed_for_ever() -> None:
    lines = ["a\n", '"b\n', *["c\n"] * 100]
    found = list(cut(enumerate(lines, start=1), ",", 50))
    assert [place for place, _, issue in found if issue] == [2]
    assert "the row goes on for 50 bytes; close its quotes" in str(found[1][2])
    assert len(found) == 102
