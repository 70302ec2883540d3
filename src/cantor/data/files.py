"""Data files as rows of a dataset: each record becomes what a loader makes of it, or is `Unreadable`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from cantor.data.catalogue import how_to_get
from cantor.data.example import Excluded, LeftOut, Row, Unreadable
from cantor.equation import EquationError
from cantor.errors import DataError
from cantor.io.rows import SAVE_ANEW, Rows, empty, json_value

#: A place in a file, from 1, and what stands there.
Record = tuple[int, dict[str, Any] | Unreadable]


def records(path: Path, required: Sequence[str] = (), naming: str | None = None) -> Iterator[Record]:
    """The records of a file of any kind; `naming` says what to do about a required column that lacks."""
    rows = Rows(path, required, fix=_fix(path), naming=naming)
    for row in rows:
        yield row.place, row.fields if row.issue is None else Unreadable(str(path), row.place, row.issue)
    if not rows.lines:
        raise empty(path, rows.fix)


def rows_of(
    path: Path, records: Iterable[Record], make: Callable[[dict[str, Any], int], Row]
) -> Iterator[Row]:
    """What `make` makes of each record, and the rest goes on where it makes none.

    A record that it cannot read is `Unreadable`; one that it refuses (`Excluded`) is `LeftOut`.
    """
    for line, record in records:
        if isinstance(record, Unreadable):
            yield record
            continue
        try:
            row = make(record, line)
        except Excluded as error:
            row = LeftOut(str(path), line, str(error))
        except (DataError, EquationError) as error:
            row = Unreadable(str(path), line, str(error))
        yield row


def text_of(record: dict[str, Any], key: str) -> str:
    """The text under a key, or a `DataError` that names it."""
    value = record.get(key)
    if not isinstance(value, str) or not value.strip():
        raise DataError(f"no text under {key!r}")
    return value


def json_of(path: Path) -> Any:
    """The one JSON value of a file."""
    return json_value(path, _fix(path))


def _fix(path: Path) -> str:
    command = how_to_get(path)
    return f"get the file again with {command}" if command else SAVE_ANEW
