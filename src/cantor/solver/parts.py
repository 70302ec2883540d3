"""Input files in parts, each of which is solved by itself: what a folder of answers is made of.

A part is some hundred rows that follow each other in one file, in the very chunks in which
`cantor.solver.bulk` solves that file. So all parts of a file, one after the other, are byte for byte what
the file's answers would be in one piece, whoever solves them and in whatever order. A part's name says
which rows it answers: its number in the file, and a digest of these rows.
"""

import hashlib
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from cantor.errors import DataError
from cantor.io.addresses import at_hand, find, is_pattern, put
from cantor.io.rows import kind_of
from cantor.solver.answered import Names, unanswered
from cantor.solver.bulk import BulkError, Chunk, Summary, Work, in_chunks, own_names, placed, rows_of
from cantor.solver.formats import JsonLines, format_of
from cantor.solver.parquet import write_parquet

#: A part ends with the chunk that brings it so many rows, or so many characters: some seconds of one core.
PART_ROWS, _PART_CHARACTERS = 1_000, 400_000
_NAME = re.compile(r"(?P<file>.+)/(?P<index>\d{6,})-(?P<digest>[0-9a-f]{16})(?P<ending>\.[a-z]+)")


@dataclass(frozen=True, slots=True)
class Input:
    """A file of problems; `name` is its folder among the answers."""

    address: str
    name: str


@dataclass(frozen=True, slots=True)
class Part:
    """Rows of one file; without its chunks, all that is to be said about it. `share`: of the file, so far."""

    file: Input
    index: int
    digest: str
    rows: int
    share: float
    own: tuple[str, ...] = ()
    more: bool = False
    chunks: tuple[Chunk, ...] = ()

    def bare(self) -> "Part":
        return replace(self, chunks=())

    def name(self, ending: str) -> str:
        return f"{self.file.name}/{self.index:06}-{self.digest}{ending}"


def inputs_of(pattern: str) -> list[Input]:
    """The files of a pattern, a folder (those that can be read) or a name, in order."""
    found = [Input(address, name) for address, name in find(pattern)]
    if not is_pattern(pattern):
        readable = [file for file in found if kind_of(file.name) and not file.name.startswith((".", "_"))]
        found = readable or found
    if not found:
        raise DataError(f"{pattern}: no such files; check the name, and put a pattern in quotes")
    return found


def parts_of(file: Input, names: Names, most: int = PART_ROWS) -> Iterator[Part]:
    """All parts of a file, in order."""
    with at_hand(file.address) as path:
        try:
            yield from _parts(file, path, names, most)
        except DataError as error:
            raise DataError(str(error).replace(str(path), file.address)) from None


def _parts(file: Input, path: Path, names: Names, most: int) -> Iterator[Part]:
    rows = rows_of(path, names)
    chunks = in_chunks(placed(rows), rows)
    first = next(chunks, None)
    if first is None:
        return
    own, more = tuple(own_names(rows, first, names)), rows.names is None
    index = count = size = 0
    taken: list[Chunk] = []
    for chunk in chain([first], chunks):
        taken.append(chunk)
        count += len(chunk.rows)
        size += sum(len(str(row.fields.get(names.question, ""))) for row in chunk.rows)
        if count >= most or size >= _PART_CHARACTERS:
            share = min(rows.position / rows.total, 1.0) if rows.total else 0.0
            yield Part(file, index, _digest(taken, names), count, share, own, more, tuple(taken))
            index, count, size, taken = index + 1, 0, 0, []
    if taken:
        yield Part(file, index, _digest(taken, names), count, 1.0, own, more, tuple(taken))


def _digest(chunks: list[Chunk], names: Names) -> str:
    form, found = JsonLines(), hashlib.sha256()
    for chunk in chunks:
        for number, row in enumerate(chunk.rows, start=chunk.first):
            found.update(form.encode(unanswered(row, number, names) | {"error": row.issue}))
    return found.hexdigest()[:16]


# What is there


def found_parts(listing: list[str], ending: str) -> dict[str, dict[int, str]]:
    """The parts among the names in a folder of answers: for each input file, digests by number."""
    found: dict[str, dict[int, str]] = {}
    for name in listing:
        if (match := _NAME.fullmatch(name)) and match["ending"] == ending:
            found.setdefault(match["file"], {})[int(match["index"])] = match["digest"]
    return found


def is_part(name: str) -> bool:
    return _NAME.fullmatch(name) is not None


def left_to_do(file: Input, names: Names, most: int, there: Mapping[int, str]) -> Iterator[Part]:
    """All parts of a file; those whose answers are there already, bare."""
    other = f"the answers to {file.name} are those of another input"
    fix = "give another --output, or --overwrite"
    count = 0
    for part in parts_of(file, names, most):
        known = there.get(part.index)
        if known is not None and known != part.digest:
            raise BulkError(f"{other} (part {part.index} differs); {fix}")
        yield part if known is None else part.bare()
        count += 1
    if any(index >= count for index in there):
        raise BulkError(f"{other} (there are more parts than it has); {fix}")


# Solving


def solve_part(work: Work, part: Part, folder: str, ending: str) -> Summary:
    """Answer a part's rows and write them, whole or not at all."""
    summary = Summary()
    form = format_of(ending, part.own, part.more)
    pieces = [form.head()]
    for chunk in part.chunks:
        for row in work.answers(chunk):
            summary.count(None if row["error"] is None else row["error"]["code"])
            pieces.append(form.encode(row))
    content = b"".join(pieces)
    put(f"{folder}/{part.name(ending)}", content if ending != ".parquet" else _parquet(content, part.own))
    return summary


def _parquet(lines: bytes, own: tuple[str, ...]) -> bytes:
    with tempfile.TemporaryDirectory(prefix="cantor-") as folder:
        journal, target = Path(folder) / "rows.jsonl", Path(folder) / "rows.parquet"
        journal.write_bytes(lines)
        write_parquet(journal, target, own)
        return target.read_bytes()
