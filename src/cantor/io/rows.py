"""Files of rows: JSON Lines, JSON, CSV with any separator, Parquet, text with a problem a line; also gzipped.

A row that cannot be read is a row with its issue, and the rest goes on; whoever wants to stop there does so.
A file that is none of these, or whose columns have other names, is a `DataError`. All but JSON, which is one
value, is read in constant memory.
"""

import gzip
import json
import math
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import IO, Any, Protocol, cast

from cantor.errors import DataError
from cantor.io.separated import Cut, Line, cut, is_text, quoting, separator_of

#: Longest line, and longest cell; no problem is so long, and no row may fill the memory.
MAX_LINE = 4_000_000
#: What a file's name may end in; all but Parquet also with .gz after it.
ENDINGS = (".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".txt", ".parquet")
#: What is packed more tightly than this and larger than that is made to fill a memory: text packs tenfold.
_MOST_PACKED, _UNPACKED = 100, 64_000_000
#: Bytes of a Parquet file that are read at a time; single rows may be longer.
_BATCH_BYTES = 32_000_000
SAVE_ANEW = "save it anew as UTF-8"
_NOT_UTF8 = "not UTF-8; save the file as UTF-8"

_BOM = b"\xef\xbb\xbf"
_BROKEN_GZIP = (EOFError, gzip.BadGzipFile, zlib.error)
_EXCEL_SEPARATOR = re.compile(r"sep=(.)\s*", re.IGNORECASE)
#: After a line's end that no line feed follows, as old Macs wrote it.
_LONE_RETURN = re.compile(rb"(?<=\r)(?!\n)")


class Lines(Protocol):
    """What a stream must offer."""

    def readline(self, limit: int = -1, /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Row:
    """One problem of a file, or why it cannot be read."""

    place: int  # its first line, from 1; in JSON and Parquet its number among the rows
    fields: dict[str, Any] = field(default_factory=dict)
    issue: str | None = None

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


def kind_of(name: str | Path) -> str | None:
    """The ending that says how a file is to be read; None for files that are none of ours."""
    path = Path(name)
    zipped = path.suffix.lower() == ".gz"
    ending = path.with_suffix("").suffix.lower() if zipped else path.suffix.lower()
    return ending if ending in ENDINGS and not (zipped and ending == ".parquet") else None


class Rows:
    """The rows of a file; `position` of `total` says how far it is read (in bytes, or rows of Parquet).

    `required` are the columns without which a table is refused; the line of a plain text stands under the
    first of them. `fix` says what to do about a file that is damaged, `naming` about columns that lack.
    A stream is JSON Lines. `names` are a table's columns, once its first row was asked for.
    """

    def __init__(
        self,
        source: Path | Lines,
        required: Sequence[str] = ("question",),
        *,
        fix: str = SAVE_ANEW,
        naming: str | None = None,
    ):
        self.source, self.required, self.fix = source, tuple(required), fix
        self.naming = naming or fix
        self.names: tuple[str, ...] | None = None  # of a table's columns, once they are read
        self.lines = 0  # read so far
        self.position = 0
        self.total: int | None = None
        kind = kind_of(source) if isinstance(source, Path) else ".jsonl"
        if kind is None and isinstance(source, Path) and source.is_dir():
            raise DataError(f"{source}: a folder; name a file, or for many files --output FOLDER/ too")
        if kind is None:
            raise DataError(
                f"{source}: of no known kind; give a file that ends in {', '.join(ENDINGS[:-1])} "
                f"(or one of these and .gz) or {ENDINGS[-1]}"
            )
        if isinstance(source, Path):
            if not source.is_file():
                raise DataError(f"{source}: no such file; check its name and folder")
            self.total = source.stat().st_size
        self.kind = kind

    def __iter__(self) -> Iterator[Row]:
        self.lines = self.position = 0
        read = {
            ".json": self._json,
            ".csv": self._separated,
            ".tsv": self._separated,
            ".txt": self._texts,
            ".parquet": self._parquet,
        }.get(self.kind, self._json_lines)
        return read()

    def _lines(self) -> Iterator[tuple[int, bytes | None]]:
        """Lines with their numbers; None for one that is too long."""
        source = self.source
        raw = source.open("rb") if isinstance(source, Path) else source
        zipped = isinstance(source, Path) and source.suffix.lower() == ".gz"
        file = gzip.GzipFile(fileobj=cast(IO[bytes], raw)) if zipped else raw
        try:
            while line := file.readline(MAX_LINE):
                self.lines += 1
                self.position += len(line)
                if self.lines == 1:
                    line = line.removeprefix(_BOM)
                whole = True
                while not line.endswith(b"\n") and (more := file.readline(MAX_LINE)):
                    line, whole = more, False
                    self.position += len(more)
                if zipped:
                    self.position = cast(IO[bytes], raw).tell()
                yield self.lines, line if whole else None
        except _BROKEN_GZIP as error:
            place = f"{source}:{self.lines + 1}"
            raise DataError(f"{place}: not a whole gzip file ({error}); {self.fix}") from None
        finally:
            if isinstance(source, Path):
                cast(IO[bytes], raw).close()

    def _json_lines(self) -> Iterator[Row]:
        for number, line in self._lines():
            if line is None:
                yield Row(number, issue=f"the line is longer than {MAX_LINE:,} bytes; shorten it")
            elif line.strip():
                yield _json_row(number, line)

    def _texts(self) -> Iterator[Row]:
        name = next(iter(self.required), "question")
        self.names = (name,)
        for number, line in self._lines():
            text = (line or b"").decode("utf-8", "surrogateescape").strip()
            if line is None:
                yield Row(number, issue=f"the line is longer than {MAX_LINE:,} bytes; shorten it")
            elif text:
                yield Row(number, {name: text}) if is_text(text) else Row(number, issue=_NOT_UTF8)

    def _separated(self) -> Iterator[Row]:
        lines = self._decoded_lines()
        first = next((line for line in lines if line[1] is None or line[1].strip()), None)
        if first is None:
            raise empty(self.source, self.fix)
        if said := _EXCEL_SEPARATOR.fullmatch(first[1] or ""):
            separator = said[1]
        else:
            separator = "\t" if self.kind == ".tsv" else separator_of(first[1] or "", self.required)
            lines = chain([first], lines)
        rows = cut(lines, separator, MAX_LINE)
        header = self._header(next(rows, (first[0], [], None)))
        for place, cells, issue in rows:
            if issue is None and len(cells) > len(header):
                issue = f"more cells than columns; {quoting(separator)}"
            if issue is None and not all(map(is_text, cells)):
                issue = _NOT_UTF8
            yield Row(place, {} if issue else dict(zip(header, cells, strict=False)), issue)

    def _decoded_lines(self) -> Iterator[Line]:
        number = 0
        for _, line in self._lines():
            for part in [None] if line is None else _LONE_RETURN.split(line) if b"\r" in line else [line]:
                if part != b"":
                    number += 1
                    yield number, part if part is None else part.decode("utf-8", "surrogateescape")

    def _header(self, row: Cut) -> list[str]:
        place, cells, issue = row
        names = [name.strip() for name in cells]
        if issue is not None:
            raise DataError(f"{self.source}:{place}: the names of the columns are {issue}")
        self._check_names(names, place)
        self.names = tuple(names)
        return names

    def _check_names(self, names: Sequence[str], place: int) -> None:
        missing = [name for name in self.required if name not in names]
        if missing:
            found = ", ".join(names)[:200].encode("utf-8", "replace").decode()
            raise DataError(
                f"{self.source}:{place}: there is no column {missing[0]!r} (found: {found}); {self.naming}"
            )

    def _json(self) -> Iterator[Row]:
        values = json_value(cast(Path, self.source), self.fix)
        self.lines = self.position = self.total or 0
        if not isinstance(values, list):
            raise DataError(f"{self.source}:1: not a list of objects; {self.fix}")
        for place, value in enumerate(values, start=1):
            yield Row(place, value) if isinstance(value, dict) else Row(place, issue="not an object")

    def _parquet(self) -> Iterator[Row]:
        try:
            import pyarrow as arrow
            from pyarrow import parquet
        except ModuleNotFoundError:
            raise DataError("Parquet needs pyarrow; run: pip install 'cantor-reasoner[parquet]'") from None
        try:
            texts = [field.name for field in parquet.read_schema(self.source) if _is_text_type(field.type)]
            # a text that stands in many rows is packed once, and must not be unpacked for all of them at once
            with parquet.ParquetFile(self.source, read_dictionary=texts) as file:
                self.total = file.metadata.num_rows
                self._check_names(file.schema_arrow.names, 1)
                self.names = tuple(file.schema_arrow.names)
                for group in range(file.num_row_groups):
                    size = _batch_size(file.metadata.row_group(group), f"{self.source}", self.fix)
                    batches = file.iter_batches(batch_size=size, row_groups=[group])
                    for fields in chain.from_iterable(
                        map(_values, chain.from_iterable(map(_pieces, batches)))
                    ):
                        self.position += 1
                        self.lines += 1
                        yield Row(self.position, fields or {}, _NOT_UTF8 if fields is None else None)
        except (arrow.ArrowException, OSError) as error:
            what = f"not a whole Parquet file ({error})"
            raise DataError(f"{self.source}: {what}; write it again") from None


def _batch_size(group: Any, source: str, fix: str) -> int:
    """Rows to be read at a time: fewer where they are long. What is made to fill a memory is refused."""
    for i in range(group.num_columns):
        column = group.column(i)
        unpacked, packed = column.total_uncompressed_size, max(1, column.total_compressed_size)
        if unpacked > _UNPACKED and unpacked > _MOST_PACKED * packed:
            raise DataError(
                f"{source}: its column {column.path_in_schema!r} unpacks from {packed:,} to {unpacked:,} "
                f"bytes, as no text does; {fix}"
            )
    return max(1, min(256, int(_BATCH_BYTES * group.num_rows // max(1, group.total_byte_size))))


def _is_text_type(kind: Any) -> bool:
    return str(kind) in ("string", "large_string", "binary", "large_binary")


def _pieces(batch: Any) -> Iterator[Any]:
    """A batch in pieces whose rows, even if all were as long as the longest, do not fill the memory."""
    import pyarrow.compute as compute

    longest = 1
    for column in batch.columns:
        texts = getattr(column, "dictionary", column)
        if _is_text_type(texts.type):
            longest += compute.max(compute.binary_length(texts)).as_py() or 0
    size = max(1, _BATCH_BYTES // longest)
    for start in range(0, batch.num_rows, size):
        yield batch.slice(start, size)


def _json_row(number: int, line: bytes) -> Row:
    try:
        value = json.loads(line, parse_float=_finite)
    except (ValueError, RecursionError) as error:  # UnicodeDecodeError is a ValueError
        return Row(number, issue=f"not JSON ({error}); write one object per line, in UTF-8")
    if not isinstance(value, dict):
        return Row(number, issue='not an object; write {"question": "...", ...}')
    return Row(number, value)


def _finite(text: str) -> float | str:
    """A number too large for a float stays as it was written."""
    number = float(text)
    return number if math.isfinite(number) else text


def _values(batch: Any) -> Iterator[dict[str, Any] | None]:
    """The rows of a piece of a Parquet file; None for one whose text or date is none."""
    try:
        yield from batch.to_pylist()
        return
    except (ValueError, OverflowError):  # UnicodeDecodeError is a ValueError
        pass
    for place in range(batch.num_rows):
        try:
            (row,) = batch.slice(place, 1).to_pylist()
        except (ValueError, OverflowError):
            row = None
        yield row


def empty(source: object, fix: str) -> DataError:
    """What to say of a file without a line."""
    return DataError(f"{source}:1: the file is empty; {'save it with its rows' if fix == SAVE_ANEW else fix}")


def json_value(path: Path, fix: str = SAVE_ANEW) -> Any:
    """The one JSON value of a file, which may be gzipped."""
    try:
        if path.suffix.lower() == ".gz":
            most = max(_UNPACKED, _MOST_PACKED * path.stat().st_size)
            with gzip.open(path, "rb") as file:
                raw = file.read(most + 1)
            if len(raw) > most:
                raise DataError(
                    f"{path}: unpacks to more than {most:,} bytes, as no JSON of problems does; {fix}"
                )
        else:
            raw = path.read_bytes()
    except _BROKEN_GZIP as error:
        raise DataError(f"{path}: not a whole gzip file ({error}); {fix}") from None
    try:
        return json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataError(f"{path}:{line}: not UTF-8 (byte {raw[error.start]:#04x}); {fix}") from None
    except json.JSONDecodeError as error:
        fix = f"correct it at column {error.colno}" if fix == SAVE_ANEW else fix
        raise DataError(f"{path}:{error.lineno}: not JSON ({error.msg}); {fix}") from None
    except (ValueError, RecursionError) as error:  # a number of too many digits, too deep a nesting
        raise DataError(f"{path}: not JSON ({error}); {fix}") from None
