"""Whole files of problems: solved in batches, answered in order, resumed where it stopped.

What an output file belongs to is written beside it before its first row: model, settings, columns. A run
that finds another's answers there refuses; one that finds its own goes on after the last whole row. Rows are
solved in the same company after an interruption as without one, so that the bytes are the same.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import chain
from pathlib import Path
from typing import IO, Any, BinaryIO, Protocol

from cantor.errors import DataError
from cantor.io.atomic import write_json
from cantor.io.live import LiveLines
from cantor.io.locks import lock
from cantor.io.rows import Row, Rows
from cantor.solver.answered import Names, answered, unanswered
from cantor.solver.formats import Format, JsonLines, ending_of, format_of
from cantor.solver.parquet import need_arrow, write_parquet
from cantor.solver.solver import Solver

#: Rows that are read, solved and written at a time: few at first, so that somebody sees them, then so many,
#: or fewer where they are long.
_FIRST, _CHUNK, _CHUNK_CHARACTERS = 8, 256, 4_000_000
_FIX = "give another --output, or --overwrite"
#: What to do about a file without a column `question`.
NAMING = "name yours with --columns question=NAME"


class BulkError(DataError):
    """A file cannot be solved into another; the message names the fix."""


@dataclass
class Summary:
    """What became of the rows, in this run and the ones before it."""

    rows: int = 0
    resumed: int = 0  # rows that were there already
    answered: int = 0
    errors: dict[str, int] = field(default_factory=dict)

    def count(self, error: str | None) -> None:
        self.rows += 1
        if error is None:
            self.answered += 1
        else:
            self.errors[error] = self.errors.get(error, 0) + 1


@dataclass(frozen=True, slots=True)
class Chunk:
    """Rows that are solved together; `first` is the number of the first of them, from 1."""

    first: int
    rows: Sequence[Row]


class Answers(Protocol):
    """Whoever answers rows, with everything that the answers depend on beside them."""

    @property
    def names(self) -> Names: ...

    @property
    def required(self) -> Sequence[str]:
        """The columns without which a table is refused."""

    @property
    def together(self) -> int:
        """Rows that are answered and written at a time, after the first few."""

    def answers(self, chunk: Chunk) -> list[dict[str, Any]]: ...

    def job(self) -> dict[str, Any]:
        """What an output must have been made with for this work to go on with it."""


@dataclass(frozen=True, slots=True)
class Work:
    """Word problems, for a solver."""

    solver: Solver
    names: Names
    min_confidence: float | None

    @property
    def required(self) -> tuple[str, ...]:
        return (self.names.question,)

    @property
    def together(self) -> int:
        return _CHUNK

    def answers(self, chunk: Chunk) -> list[dict[str, Any]]:
        return answered(self.solver, chunk.rows, chunk.first, self.names, self.min_confidence)

    def job(self) -> dict[str, Any]:
        return {
            "model": self.solver.identity,
            "min_confidence": self.min_confidence,
            "columns": asdict(self.names),
            "format": 2,
        }


def rows_of(
    source: Path | IO[bytes],
    names: Names = Names(),  # noqa: B008  # it is frozen
    required: Sequence[str] | None = None,
) -> Rows:
    """The rows of a file, or of a stream of JSON Lines, which may be a pipe that stays open."""
    lines = source if isinstance(source, Path) else LiveLines(source)
    naming = NAMING if required is None or len(required) < 2 else f"{NAMING},passage=NAME"
    return Rows(lines, required or (names.question,), naming=naming)


def solve_stream(
    solver: Solver,
    rows: Rows,
    write: Callable[[bytes], object],
    *,
    names: Names = Names(),  # noqa: B008
    min_confidence: float | None = None,
) -> Summary:
    """Answer all rows, in their order, as JSON Lines; nothing is kept."""
    return answer_stream(Work(solver, names, min_confidence), rows, write)


def answer_stream(work: Answers, rows: Rows, write: Callable[[bytes], object]) -> Summary:
    summary, form = Summary(), JsonLines()
    for chunk in in_chunks(placed(rows), rows, together=work.together):
        _write(work.answers(chunk), form, write, summary)
    return summary


def solve_file(
    solver: Solver,
    source: Path | IO[bytes],
    target: Path,
    *,
    names: Names = Names(),  # noqa: B008
    min_confidence: float | None = None,
    overwrite: bool = False,
    done: Callable[[int], object] = lambda rows: None,
) -> Summary:
    """Answer all rows of a file into another, going on where an earlier run stopped.

    Its ending says how it is written. `done` hears how many rows there are so far. A stream, of JSON Lines,
    is answered as it comes, and cannot be taken up again.
    """
    return answer_file(Work(solver, names, min_confidence), source, target, overwrite=overwrite, done=done)


def answer_file(
    work: Answers,
    source: Path | IO[bytes],
    target: Path,
    *,
    overwrite: bool = False,
    done: Callable[[int], object] = lambda rows: None,
) -> Summary:
    """The same, whoever answers."""
    names, output = work.names, _Output(target)
    if isinstance(source, Path) and target.exists() and target.samefile(source):
        raise BulkError(f"{target} is the input; give another --output")
    if not isinstance(source, Path) and not overwrite and target.exists() and target.stat().st_size:
        what = "exists, and what comes on standard input cannot be taken up again"
        raise BulkError(f"{target} {what}; {_FIX}")
    rows = rows_of(source, names, work.required)
    found = placed(rows)
    first = next(found, None)  # a file that is none must not leave an empty output
    with output.journal.open("ab") as out:
        _lock(out, target)
        anew = overwrite or not isinstance(source, Path)
        if anew:
            out.truncate(0)
        job = None if anew else output.earlier_job(work)
        begins = job is None
        job = job or work.job() | {"own": [], "more": False, "ends": []}
        chunks = in_chunks(chain([first] if first else [], found), rows, job["ends"], work.together)
        begun = next(chunks, None)
        if begins:
            job |= {"own": own_names(rows, begun, names), "more": rows.names is None}
            write_json(output.beside, job)
        form = format_of(output.ending, job["own"], job["more"])
        summary = Summary()
        all_chunks = chain([begun] if begun else [], chunks)
        for chunk, there in _unanswered(output.journal, out, form, all_chunks, names, summary):
            _write(work.answers(chunk)[there:], form, out.write, summary)
            out.flush()
            done(summary.rows)
        if summary.rows not in job["ends"]:  # should the input grow, only what is new will be solved
            write_json(output.beside, job | {"ends": [*job["ends"], summary.rows]})
    if target != output.journal and (summary.rows > summary.resumed or begins or not target.exists()):
        write_parquet(output.journal, target, job["own"])
    return summary


class _Output:
    """A file to be written, and what lies beside it."""

    def __init__(self, target: Path):
        self.target, self.ending = target, ending_of(target)
        self.journal = target
        if self.ending == ".parquet":
            need_arrow()
            self.journal = target.with_name(f"{target.name}.rows.jsonl")
        self.beside = target.with_name(f"{target.name}.job.json")

    def earlier_job(self, work: Answers) -> dict[str, Any] | None:
        """What the run before wrote; None where there was none."""
        size = self.journal.stat().st_size
        if size == 0 and (self.journal == self.target or not self.target.exists()):
            return None
        unknown = f"{self.target} exists, and nothing says that it holds these answers; {_FIX}"
        if size == 0:
            raise BulkError(unknown)
        try:
            before = json.loads(self.beside.read_bytes())
            kept = {"own": list(before["own"]), "more": bool(before["more"]), "ends": list(before["ends"])}
        except FileNotFoundError:
            raise BulkError(unknown) from None
        except (ValueError, KeyError, TypeError):
            raise BulkError(f"{self.beside} is damaged, or of an older version; {_FIX}") from None
        said = {
            "model": "model",
            "min_confidence": "--min-confidence",
            "columns": "--columns",
            "format": "version",
        }
        job = work.job()
        for what, name in said.items():
            if before.get(what) != job[what]:
                raise BulkError(f"{self.target} holds the answers of another {name}; {_FIX}")
        return job | kept


def _write(
    rows: Iterable[dict[str, Any]], form: Format, write: Callable[[bytes], object], summary: Summary
) -> None:
    """In one piece, so that a reader sees whole rows."""
    rows = list(rows)
    for row in rows:
        summary.count(None if row["error"] is None else row["error"]["code"])
    write(b"".join(map(form.encode, rows)))


def in_chunks(
    found: Iterable[Row], rows: Rows, ends: Sequence[int] = (), together: int = _CHUNK
) -> Iterator[Chunk]:
    """All rows, always in the same company; a pipe's as they come. Where a run ended, so does a chunk."""
    live = rows.source if isinstance(rows.source, LiveLines) else None
    number, most = 0, _FIRST if live is None else together
    taken: list[Row] = []
    size = 0
    for row in found:
        taken.append(row)
        size += sum(len(text) for text in row.fields.values() if isinstance(text, str))
        ended = number + len(taken) in ends
        if len(taken) >= most or size > _CHUNK_CHARACTERS or ended or (live and not live.ready()):
            yield Chunk(number + 1, taken)
            number += len(taken)
            most = _FIRST if ended else min(2 * most, together)
            taken, size = [], 0
    if taken:
        yield Chunk(number + 1, taken)


def placed(rows: Rows) -> Iterator[Row]:
    """Rows whose issues say where they stand."""
    counted = "row" if rows.kind in (".json", ".parquet") else "line"
    for row in rows:
        yield row if row.issue is None else Row(row.place, issue=f"{counted} {row.place}: {row.issue}")


def own_names(rows: Rows, first: Chunk | None, names: Names) -> list[str]:
    """The input's other columns: a table's, or those of the first rows of JSON."""
    known = rows.names
    if known is None:
        known = tuple(dict.fromkeys(name for row in (first.rows if first else ()) for name in row.fields))
    return [name for name in dict.fromkeys(known) if name not in (names.question, names.id)]


# Going on


def _unanswered(
    journal: Path, out: BinaryIO, form: Format, chunks: Iterable[Chunk], names: Names, summary: Summary
) -> Iterator[tuple[Chunk, int]]:
    """The chunks whose answers are not all there, with how many of them are; what is not whole is cut off.

    Every row that is there must be the answer to the input's row in its place.
    """
    with journal.open("rb") as file:
        records = form.records(file)
        head = form.head()
        begun = not head or next(records, None) == head
        end = len(head) if begun else 0
        cut = False
        for chunk in chunks:
            there = 0
            for number, row in enumerate(chunk.rows, start=chunk.first):
                record = next(records, None) if begun else None
                if record is None:
                    break
                _check(record, unanswered(row, number, names), form, journal, number)
                summary.count(form.error(record))
                end += len(record)
                there += 1
            if there < len(chunk.rows):
                if not cut:
                    out.truncate(end)
                    out.write(b"" if begun else head)
                    summary.resumed, cut, begun = summary.rows, True, True
                yield chunk, there
        if not cut:
            if begun and next(records, None) is not None:
                raise BulkError(f"{journal} has more rows than the input: it is of another input; {_FIX}")
            out.truncate(end)
            out.write(b"" if begun else head)
            summary.resumed = summary.rows


def _check(record: bytes, row: dict[str, Any], form: Format, journal: Path, number: int) -> None:
    try:
        same = form.own(record) == form.own(form.encode(row))
    except ValueError:
        same = False
    if not same:
        raise BulkError(f"{journal} holds the answers of another input (row {number} differs); {_FIX}")


def _lock(out: BinaryIO, target: Path) -> None:
    """Two runs must not write the same file. On Windows a lock would keep us from reading it, too."""
    if sys.platform != "win32" and not lock(out):
        raise BulkError(f"another run is writing {target}; wait for it, or give another --output")
