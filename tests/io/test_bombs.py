"""Files that are made to fill a memory: refused by name, soon, and little is read of them."""

import gzip
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from cantor.data import asdiv
from cantor.errors import DataError, ModelError
from cantor.io.rows import MAX_LINE, Rows, json_value
from cantor.model.config import ModelConfig


@pytest.fixture
def little_memory() -> Iterator[None]:
    tracemalloc.start()
    yield
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200_000_000


def packed(path: Path, opening: bytes, megabytes: int, closing: bytes = b"") -> Path:
    piece = b" " * 1_000_000
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(opening)
        for _ in range(megabytes):
            file.write(piece)
        file.write(closing)
    return path


def test_json(tmp_path: Path, little_memory: None) -> None:
    with pytest.raises(DataError, match=r"b\.json\.gz: unpacks to more than 64,000,000 bytes"):
        json_value(packed(tmp_path / "b.json.gz", b"[", 130, b"]"))


def test_lines(tmp_path: Path, little_memory: None) -> None:
    file = packed(tmp_path / "b.jsonl.gz", b'{"question": "', 30, b'"}\n{"question": "3?"}\n')
    long, short = Rows(file)
    assert f"longer than {MAX_LINE:,} bytes" in (long.issue or "")
    assert short.fields == {"question": "3?"}


def test_parquet(tmp_path: Path, little_memory: None) -> None:
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    file = tmp_path / "b.parquet"
    table = arrow.table({"question": ["7" * 2_000_000] * 40})
    parquet.write_table(table, file, compression="zstd", use_dictionary=False)
    assert file.stat().st_size < 800_000
    with pytest.raises(DataError, match="its column 'question' unpacks from"):
        list(Rows(file))


def test_one_long_text_in_many_rows_of_parquet(tmp_path: Path, little_memory: None) -> None:
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    file = tmp_path / "b.parquet"
    texts = arrow.DictionaryArray.from_arrays(arrow.array([0] * 300, "int32"), ["7" * 2_000_000])
    parquet.write_table(arrow.table({"question": texts}), file, compression="zstd")
    assert sum(len(row.fields["question"]) for row in Rows(file)) == 600_000_000


def test_long_rows_of_parquet_come_few_at_a_time(tmp_path: Path, little_memory: None) -> None:
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    file = tmp_path / "long.parquet"
    texts = [f"{i} " * 250_000 for i in range(200)]
    parquet.write_table(arrow.table({"question": texts}), file, compression="none", use_dictionary=False)
    del texts
    tracemalloc.reset_peak()
    tracemalloc.clear_traces()
    assert [row.fields["question"][:2].strip() for row in Rows(file)] == [str(i)[:2] for i in range(200)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_laughs(tmp_path: Path, little_memory: None, encoding: str) -> None:
    names = [f'<!ENTITY l{i} "{f"&l{i - 1};" * 10 if i else "ha"}">' for i in range(10)]
    text = f"<!DOCTYPE x [{''.join(names)}]><x><Problem><Body>&l9;</Body></Problem></x>"
    (tmp_path / "a.xml").write_text(text, encoding=encoding)
    with pytest.raises(DataError, match="declares entities"):
        list(asdiv.read(tmp_path / "a.xml"))


@pytest.mark.parametrize("constant", ["1e999999999", "9" * 5_000, "1/1e99", "nan", "", "1_0"])
def test_constants_of_a_lying_model(constant: str, little_memory: None) -> None:
    with pytest.raises(ModelError, match="is no constant"):
        ModelConfig(("+",), (constant,))
