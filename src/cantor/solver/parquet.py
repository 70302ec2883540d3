"""Answered rows as a Parquet file, whole or not at all, from the JSON Lines that gathered beside it."""

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from cantor.errors import CantorError
from cantor.io.atomic import atomic_file
from cantor.solver.answered import FLAT, flat, own_columns

_GROUP = 10_000
_NUMBERS = ("answer", "confidence")
_LARGEST = 2**63


def need_arrow() -> None:
    """Before anything is solved."""
    try:
        import pyarrow  # noqa: F401
    except ModuleNotFoundError:
        raise CantorError("Parquet needs pyarrow; run: pip install 'cantor-reasoner[parquet]'") from None


def write_parquet(journal: Path, target: Path, own: Sequence[str]) -> None:
    """The journal's rows in their order, in constant memory. `own`: columns that an empty table has too."""
    import pyarrow as arrow
    from pyarrow import parquet

    kinds: dict[str, set[str]] = {name: set() for name in (*FLAT, *own_columns(own).values())}
    for row in _rows(journal):
        for name, value in row.items():
            kinds.setdefault(name, set()).add(_kind(value))
    types = {name: _arrow_type(name, found - {"null"}) for name, found in kinds.items()}
    schema = arrow.schema([(name, getattr(arrow, kind)()) for name, kind in types.items()])
    with atomic_file(target) as file, parquet.ParquetWriter(file, schema) as out:
        rows = _rows(journal)
        while group := list(islice(rows, _GROUP)):
            columns = {n: [_fit(row.get(n), kind) for row in group] for n, kind in types.items()}
            out.write_table(arrow.table(columns, schema=schema))


def _rows(journal: Path) -> Iterator[dict[str, Any]]:
    with journal.open("rb") as file:
        for line in file:
            row = json.loads(line)
            yield flat(row | {"input": row["input"] or {}})


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, int) and not isinstance(value, bool) and not -_LARGEST <= value < _LARGEST:
        return "huge"
    return {bool: "bool_", int: "int64", float: "float64"}.get(type(value), "string")


def _arrow_type(name: str, kinds: set[str]) -> str:
    """Of a column whose values are of these kinds; of several, text."""
    if name in _NUMBERS or kinds == {"int64", "float64"}:
        return "float64"
    return kinds.pop() if len(kinds) == 1 and kinds != {"huge"} else "string"


def _fit(value: Any, kind: str) -> Any:
    if value is None or kind in ("bool_", "int64"):
        return value
    if kind == "float64":
        return float(value)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text.encode("utf-8", "replace").decode()  # half of a character is none
