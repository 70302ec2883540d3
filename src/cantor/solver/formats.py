"""How answered rows are written, and found again where a run stopped: JSON Lines, CSV, TSV.

Parquet cannot be appended to; its rows gather as JSON Lines beside it (`cantor.solver.parquet`).
"""

import csv
import io
import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Protocol

from cantor.errors import CantorError
from cantor.solver.answered import FLAT, flat, own_columns

#: What --output may end in.
OUTPUTS = (".jsonl", ".ndjson", ".csv", ".tsv", ".parquet")
#: The column of a CSV for keys that the first rows of a JSON Lines file did not have.
MORE = "more"
#: A cell that begins so is a formula to a spreadsheet: text of the input must not become one.
_FORMULA = "=+-@＝＋－＠"


# What we wrote we must be able to read: a passage in a cell may be longer than Python's default of 131,072.
csv.field_size_limit(max(csv.field_size_limit(), 1 << 30))


class Format(Protocol):
    """One row after the other; a row that is not whole can be told from one that is."""

    def head(self) -> bytes:
        """What stands before the first row."""

    def encode(self, row: dict[str, Any]) -> bytes: ...

    def records(self, file: IO[bytes]) -> Iterator[bytes]:
        """The whole rows of a file, and its head before them."""

    def own(self, record: bytes) -> object:
        """What of a row is its input's. Raises `ValueError` where it is no row."""

    def error(self, record: bytes) -> str | None:
        """The code of a row's error."""


def ending_of(target: Path) -> str:
    ending = target.suffix.lower()
    if ending not in OUTPUTS:
        raise CantorError(f"{target}: --output must end in {', '.join(OUTPUTS[:-1])} or {OUTPUTS[-1]}")
    return ending


def format_of(ending: str, own: Sequence[str], more: bool) -> Format:
    """`own` are the input's other columns; `more` says that rows may have others still."""
    if ending in (".csv", ".tsv"):
        return Separated("\t" if ending == ".tsv" else ",", own, more)
    return JsonLines()


class JsonLines:
    """An object a line; the input's own columns are under `input`."""

    def head(self) -> bytes:
        return b""

    def encode(self, row: dict[str, Any]) -> bytes:
        """A row as JSON; what JSON cannot write, which only the input's own columns hold, as text."""
        try:
            text = json.dumps(row, ensure_ascii=False, allow_nan=False)
        except (TypeError, ValueError, RecursionError):
            try:
                text = json.dumps(_writable(row), ensure_ascii=False, allow_nan=False)
            except RecursionError:
                less = {"id": str(row["id"])[:200], "question": str(row["question"])[:200], "input": None}
                text = json.dumps(row | less, ensure_ascii=False)
        try:
            return f"{text}\n".encode()
        except UnicodeEncodeError:  # half of a character, which JSON can still write as an escape
            return (json.dumps(json.loads(text)) + "\n").encode()

    def records(self, file: IO[bytes]) -> Iterator[bytes]:
        return (line for line in file if line.endswith(b"\n"))

    def own(self, record: bytes) -> object:
        try:
            found = json.loads(record)
            return found["id"], found["question"], found["input"]
        except (TypeError, KeyError):
            raise ValueError("no answered row") from None

    def error(self, record: bytes) -> str | None:
        error = json.loads(record)["error"]
        return None if error is None else str(error["code"])


class Separated:
    """CSV or TSV: our columns, then the input's. No cell is a formula."""

    def __init__(self, separator: str, own: Sequence[str], more: bool):
        self.separator = separator
        self.names = own_columns(own)
        self.more = more
        self.columns = [*FLAT, *self.names.values(), *([MORE] if more else [])]

    def head(self) -> bytes:
        return self._line(self.columns)

    def encode(self, row: dict[str, Any]) -> bytes:
        known = {name: value for name, value in row["input"].items() if name in self.names}
        others = {name: value for name, value in row["input"].items() if name not in self.names}
        cells = flat(row | {"input": {}}) | {self.names[name]: value for name, value in known.items()}
        if self.more:
            cells[MORE] = others or None
        return self._line([cells.get(name) for name in self.columns])

    def records(self, file: IO[bytes]) -> Iterator[bytes]:
        """A row ends with a line that leaves no quote open; quotes within a cell come in twos."""
        record, quotes = b"", 0
        for line in file:
            record += line
            quotes += line.count(b'"')
            if quotes % 2 == 0 and line.endswith(b"\n"):
                yield record
                record, quotes = b"", 0

    def own(self, record: bytes) -> object:
        cells = self._cells(record)
        if len(cells) != len(self.columns):
            raise ValueError("another number of columns")
        return cells[:2], cells[len(FLAT) :]

    def error(self, record: bytes) -> str | None:
        return self._cells(record)[FLAT.index("error")].partition(":")[0] or None

    def _cells(self, record: bytes) -> list[str]:
        text = io.StringIO(record.decode("utf-8", "surrogateescape"), newline="")
        return next(csv.reader(text, delimiter=self.separator), [])

    def _line(self, values: Sequence[Any]) -> bytes:
        text = io.StringIO(newline="")
        # with this end, which is then made one character, carriage returns within a cell are quoted too
        csv.writer(text, delimiter=self.separator, lineterminator="\r\n").writerow(map(cell, values))
        return (text.getvalue().removesuffix("\r\n") + "\n").encode("utf-8", "replace")


def cell(value: Any) -> str:
    """A value as a spreadsheet's cell: harmless."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if not isinstance(value, str):
        value = json.dumps(_writable(value), ensure_ascii=False)
    return f"'{value}" if _is_formula(value) else value


def _is_formula(text: str) -> bool:
    """Whether a spreadsheet might compute it; a plain number may be one."""
    start = text.lstrip()[:1]
    if text[:1] in ("\t", "\r") or (start and start in _FORMULA):
        try:
            return not math.isfinite(float(text))
        except ValueError:
            return True
    return False


def _writable(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(name): _writable(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_writable(each) for each in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, str | int) else str(value)
