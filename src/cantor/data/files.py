"""Data files cut into rows. What is wrong with a file is a `DataError` that names file, line and fix."""

import csv
import gzip
import io
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, cast

from cantor.data.catalogue import how_to_get
from cantor.data.example import DataError, Row, Unreadable
from cantor.equation import EquationError

#: A place in a file, from 1, and what stands there.
Record = tuple[int, dict[str, Any] | Unreadable]

_BROKEN_GZIP = (EOFError, gzip.BadGzipFile, zlib.error)


def rows_of(
    path: Path, records: Iterable[Record], make: Callable[[dict[str, Any], int], Row]
) -> Iterator[Row]:
    """What `make` makes of each record; one that it cannot read is `Unreadable`, and the rest goes on."""
    for line, record in records:
        if isinstance(record, Unreadable):
            yield record
            continue
        try:
            row = make(record, line)
        except (DataError, EquationError) as error:
            row = Unreadable(str(path), line, str(error))
        yield row


def text_of(record: dict[str, Any], key: str) -> str:
    """The text under a key, or a `DataError` that names it."""
    value = record.get(key)
    if not isinstance(value, str) or not value.strip():
        raise DataError(f"no text under {key!r}")
    return value


def csv_records(path: Path, required: Sequence[str], fix: str | None = None) -> Iterator[Record]:
    """Rows of a CSV file by their column names; a row's line is its first one."""
    header: list[str] = []
    for line, cells in _csv_cells(path):
        if not header:
            header = [name.strip() for name in cells]
            if missing := [name for name in required if name not in header]:
                raise DataError(
                    f"{path}:{line}: there is no column {missing[0]!r} (found: {', '.join(header)}); "
                    + (fix or _fix(path))
                )
        elif len(cells) > len(header):
            yield line, Unreadable(str(path), line, "more cells than columns; quote cells with commas")
        else:
            yield line, dict(zip(header, cells, strict=False))
    if not header:
        raise DataError(f"{path}:1: the file is empty; {_fix(path)}")


def _csv_cells(path: Path) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(_decoded(path), newline=""), strict=True)
    line = 1
    try:
        for cells in reader:
            if cells:
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        fix = "quote cells with commas, quotes or line breaks, and double the quotes in them"
        raise DataError(f"{path}:{line}: not CSV ({error}); {fix}") from None


def json_lines(path: Path) -> Iterator[Record]:
    """Objects of a JSON Lines file; blank lines are passed over."""
    line = 0
    try:
        with _opened(path) as file:
            for line, raw in enumerate(file, start=1):
                if raw.strip():
                    yield line, _object(raw, path, line)
    except _BROKEN_GZIP as error:
        raise DataError(f"{path}:{line + 1}: not a whole gzip file ({error}); {_fix(path)}") from None
    if not line:
        raise DataError(f"{path}:1: the file is empty; {_fix(path)}")


def _object(raw: bytes, path: Path, line: int) -> dict[str, Any] | Unreadable:
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError) as error:  # UnicodeDecodeError is a ValueError
        return Unreadable(str(path), line, f"not JSON ({error}); write one object per line, in UTF-8")
    if isinstance(value, dict):
        return value
    return Unreadable(str(path), line, 'not an object; write {"question": ..., "answer": ...}')


def json_array(path: Path) -> Iterator[Record]:
    """Objects of a JSON file that holds a list of them; their place in the list stands for the line."""
    records = json_of(path)
    if not isinstance(records, list):
        raise DataError(f"{path}:1: not a list of objects; {_fix(path)}")
    for place, record in enumerate(records, start=1):
        if isinstance(record, dict):
            yield place, record
        else:
            yield place, Unreadable(str(path), place, "not an object")


def json_of(path: Path) -> Any:
    """The one JSON value of a file."""
    text = _decoded(path)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise DataError(f"{path}:{error.lineno}: not JSON ({error.msg}); {_fix(path)}") from None
    except (ValueError, RecursionError) as error:  # a number of too many digits, too deep a nesting
        raise DataError(f"{path}: not JSON ({error}); {_fix(path)}") from None


def _decoded(path: Path) -> str:
    try:
        with _opened(path) as file:
            raw = file.read()
    except _BROKEN_GZIP as error:
        raise DataError(f"{path}: not a whole gzip file ({error}); {_fix(path)}") from None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataError(f"{path}:{line}: not UTF-8 (byte {raw[error.start]:#04x}); {_fix(path)}") from None


def _opened(path: Path) -> BinaryIO:
    return cast(BinaryIO, gzip.open(path, "rb")) if path.suffix == ".gz" else path.open("rb")


def _fix(path: Path) -> str:
    command = how_to_get(path)
    return f"get the file again with {command}" if command else "save it anew as UTF-8"
