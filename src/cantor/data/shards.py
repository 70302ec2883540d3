"""Problems of your own in many files, by a pattern, a folder or an address: read one file after the other."""

import hashlib
import os
from collections.abc import Iterator, Sequence

from cantor.data.example import Example
from cantor.data.own import Columns, read
from cantor.errors import DataError
from cantor.io.addresses import at_hand, find, is_address, is_pattern
from cantor.io.rows import kind_of


def is_many(name: str) -> bool:
    """Whether a name stands for files: "made/*.jsonl", "made/", "s3://bucket/made/*.parquet"."""
    return is_pattern(name) or is_address(name) or name.endswith("/")


def files_of(name: str) -> list[str]:
    """Their addresses in the order of their names; in a folder, those that can be read."""
    found = [
        address
        for address, short in find(name)
        if kind_of(short)
        and not short.rpartition("/")[2].startswith((".", "_"))
        and (is_address(address) or os.path.isfile(address))
    ]
    if not found:
        raise DataError(f"{name}: no such files; check the name, and what the files end in")
    return found


def read_shard(address: str, columns: Columns | None = None) -> Iterator[Example]:
    """The problems of a file that can be read."""
    with at_hand(address) as path:
        yield from (row for row in read(path, columns) if isinstance(row, Example))


def digest(shards: Sequence[str]) -> str:
    """Of names and sizes, wherever the folder is; of what lies elsewhere, of names alone."""
    said = (f"{os.path.basename(x)} {'' if is_address(x) else os.path.getsize(x)}\n" for x in shards)
    return hashlib.sha256("".join(said).encode()).hexdigest()[:16]
