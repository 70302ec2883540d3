"""Files of problems, row by row, in constant memory: JSON Lines, CSV, Parquet.

A row that cannot be read is a row with its trouble, and the rest goes on. A file that is none of these is a
`RowsError`.
"""

import csv
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from cantor.errors import CantorError

#: Longest line, and longest cell; no problem is so long, and no row may fill the memory.
MAX_LINE = 4_000_000
_BOM = b"\xef\xbb\xbf"


class RowsError(CantorError):
    """A file of problems cannot be read; the message names the fix."""


@dataclass(frozen=True, slots=True)
class Row:
    """One problem of a file, or why it cannot be read."""

    place: int  # its line, from 1; in Parquet its row
    fields: dict[str, Any] = field(default_factory=dict)
    trouble: str | None = None

    @property
    def id(self) -> Any:
        """The row's own, or else its place."""
        own = self.fields.get("id")
        return self.place if own is None or own == "" else own

    @property
    def question(self) -> str | None:
        question = self.fields.get("question")
        return question if isinstance(question, str) else None

    @property
    def others(self) -> dict[str, Any]:
        """What is neither question nor id."""
        return {name: value for name, value in self.fields.items() if name not in ("question", "id")}


class Rows:
    """The rows of a file; `position` of `total` says how far it is read (in bytes, or rows of Parquet)."""

    def __init__(self, source: Path | BinaryIO):
        self.source = source
        self.position = 0
        self.total: int | None = None
        kind = source.suffix.lower() if isinstance(source, Path) else ".jsonl"
        readers = {".jsonl": self._json_lines, ".csv": self._csv, ".parquet": self._parquet}
        if kind not in readers:
            raise RowsError(f"{source}: of no known kind; give a file that ends in .jsonl, .csv or .parquet")
        if isinstance(source, Path):
            if not source.is_file():
                raise RowsError(f"{source}: no such file; check its name and folder")
            self.total = source.stat().st_size
        self._read = readers[kind]

    def __iter__(self) -> Iterator[Row]:
        return self._read()

    def _lines(self) -> Iterator[tuple[int, bytes | None]]:
        """Lines with their numbers; None for one that is too long."""
        file = self.source.open("rb") if isinstance(self.source, Path) else self.source
        try:
            number = 0
            while line := file.readline(MAX_LINE):
                number += 1
                if number == 1:
                    line = line.removeprefix(_BOM)
                self.position += len(line)
                whole = True
                while not line.endswith(b"\n") and (more := file.readline(MAX_LINE)):
                    line, whole = more, False
                    self.position += len(more)
                yield number, line if whole else None
        finally:
            if isinstance(self.source, Path):
                file.close()

    def _json_lines(self) -> Iterator[Row]:
        for number, line in self._lines():
            if line is None:
                yield Row(number, trouble=f"the line is longer than {MAX_LINE:,} bytes; shorten it")
            elif line.strip():
                yield _json_row(number, line)

    def _csv(self) -> Iterator[Row]:
        csv.field_size_limit(max(csv.field_size_limit(), MAX_LINE))
        too_long: list[int] = []
        at = 0

        def texts() -> Iterator[str]:
            nonlocal at
            for number, line in self._lines():
                at = number
                if line is None:
                    too_long.append(number)
                yield (line or b"\n").decode("utf-8", "surrogateescape")

        reader = csv.reader(texts(), strict=True)
        header: list[str] = []
        start = 1
        while True:
            trouble = None
            try:
                cells = next(reader)
            except StopIteration:
                break
            except csv.Error as error:
                cells = []
                trouble = f"not CSV ({error}); quote cells with commas, quotes or line breaks"
            if too_long:
                too_long.clear()
                trouble = f"the line is longer than {MAX_LINE:,} bytes; shorten it"
            if cells or trouble:
                if not header:
                    header = self._header(cells, trouble)
                else:
                    yield _csv_row(start, header, cells, trouble)
            start = at + 1
        if not header:
            raise RowsError(f"{self.source}: the file is empty; its first line must name the columns")

    def _header(self, cells: list[str], trouble: str | None) -> list[str]:
        names = [name.strip() for name in cells]
        if trouble is None and "question" in names:
            return names
        found = trouble or f"found: {', '.join(names)[:200]}"
        shown = found.encode("utf-8", "replace").decode()
        raise RowsError(f"{self.source}: there is no column 'question' ({shown}); name yours so")

    def _parquet(self) -> Iterator[Row]:
        try:
            import pyarrow as arrow
            from pyarrow import parquet
        except ModuleNotFoundError:
            raise RowsError("Parquet needs pyarrow; run: pip install 'cantor[parquet]'") from None
        self.position = 0
        try:
            with parquet.ParquetFile(self.source) as file:
                self.total = file.metadata.num_rows
                if "question" not in file.schema_arrow.names:
                    found = ", ".join(file.schema_arrow.names)[:200]
                    raise RowsError(
                        f"{self.source}: there is no column 'question' (found: {found}); name yours so"
                    )
                for batch in file.iter_batches(batch_size=256):
                    for fields in batch.to_pylist():
                        self.position += 1
                        yield Row(self.position, fields)
        except (arrow.ArrowException, OSError) as error:
            raise RowsError(f"{self.source}: not a whole Parquet file ({error}); write it again") from None


def _json_row(number: int, line: bytes) -> Row:
    try:
        value = json.loads(line, parse_constant=lambda name: None, parse_float=_finite)
    except (ValueError, RecursionError) as error:  # UnicodeDecodeError is a ValueError
        return Row(number, trouble=f"not JSON ({error}); write one object per line, in UTF-8")
    if not isinstance(value, dict):
        return Row(number, trouble='not an object; write {"question": "..."}')
    return Row(number, value)


def _finite(text: str) -> float | str:
    """What JSON cannot write again stays as it was written."""
    number = float(text)
    return number if math.isfinite(number) else text


def _csv_row(line: int, header: list[str], cells: list[str], trouble: str | None) -> Row:
    if trouble is None and len(cells) > len(header):
        trouble = "more cells than columns; quote cells with commas"
    if trouble is None and not all(_is_text(cell) for cell in cells):
        trouble = "not UTF-8; save the file as UTF-8"
    return Row(line, {} if trouble else dict(zip(header, cells, strict=False)), trouble)


def _is_text(cell: str) -> bool:
    """Whether all bytes were UTF-8; those that were not came as lone surrogates."""
    return cell.isascii() or not any("\ud800" <= character <= "\udfff" for character in cell)
