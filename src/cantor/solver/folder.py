"""Many files of problems into a folder of answers, here or on a cluster; killed at any moment, it goes on.

`_job.json` in the folder says what the answers were made with. Beside it stands a folder for each input
file, with its parts: each of them is there whole or not at all, and a run solves those that are not there.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from cantor.errors import CantorError, DataError
from cantor.io.addresses import is_address, listed, put, read, remove
from cantor.solver.answered import Names
from cantor.solver.bulk import BulkError, Summary, Work
from cantor.solver.parquet import need_arrow
from cantor.solver.parts import (
    PART_ROWS,
    Input,
    Part,
    found_parts,
    inputs_of,
    is_part,
    left_to_do,
    solve_part,
)
from cantor.solver.solver import Solver

JOB = "_job.json"
_FIX = "give another --output, or --overwrite"
#: How many unreadable files an error tells of.
_TOLD = 5


@dataclass(frozen=True, slots=True)
class Job:
    """What to solve and where to; `there` has the digests of finished parts, by file and number."""

    work: Work
    files: Sequence[Input]
    folder: str
    ending: str
    part_rows: int
    there: Mapping[str, Mapping[int, str]]

    def parts(self, file: Input) -> Iterator[Part]:
        return left_to_do(file, self.work.names, self.part_rows, self.there.get(file.name, {}))

    def solve(self, part: Part) -> Summary:
        return solve_part(self.work, part, self.folder, self.ending)


@dataclass
class FolderSummary(Summary):
    """`rows` are all there are, `resumed` those that were there; the rest is of this run alone."""

    files: int = 0
    parts: int = 0
    workers: int = 1
    unreadable: list[str] = field(default_factory=list)
    share: float = 0.0  # of all files, so far
    shares: dict[str, float] = field(default_factory=dict)

    def tell(self, part: Part, solved: Summary | None) -> None:
        """A part is finished: by this run, or (None) by one before."""
        self.rows += part.rows
        self.parts += 1
        self.share += max(part.share - self.shares.get(part.file.name, 0.0), 0.0)
        self.shares[part.file.name] = max(part.share, self.shares.get(part.file.name, 0.0))
        if solved is None:
            self.resumed += part.rows
            return
        self.answered += solved.answered
        for code, count in solved.errors.items():
            self.errors[code] = self.errors.get(code, 0) + count

    def to_dict(self) -> dict[str, Any]:
        names = "files parts rows resumed answered errors workers".split()
        return {name: getattr(self, name) for name in names}


class Engine(Protocol):
    """Whoever solves a job's parts; `done` is called after each that was told."""

    def __call__(self, job: Job, summary: FolderSummary, done: Callable[[], object]) -> None: ...


def solve_here(job: Job, summary: FolderSummary, done: Callable[[], object]) -> None:
    """The engine that needs nothing: this process."""
    for file in job.files:
        try:
            for part in job.parts(file):
                summary.tell(part, job.solve(part) if part.chunks else None)
                done()
        except BulkError:
            raise
        except DataError as error:  # the other files go on
            summary.unreadable.append(str(error))


def solve_folder(
    solver: Solver,
    pattern: str,
    folder: str,
    *,
    names: Names = Names(),  # noqa: B008  # it is frozen
    min_confidence: float | None = None,
    ending: str = ".jsonl",
    part_rows: int = PART_ROWS,
    overwrite: bool = False,
    engine: Engine = solve_here,
    done: Callable[[FolderSummary], object] = lambda summary: None,
) -> FolderSummary:
    """Answer all rows of all files of a pattern (or a folder, or an address) into a folder of parts.

    Run again, it solves what is missing. `ending` is that of the parts: .jsonl, .csv, .tsv or .parquet.
    """
    if ending == ".parquet":
        need_arrow()
    work, files, folder = Work(solver, names, min_confidence), inputs_of(pattern), _absolute(folder)
    inside = next((file for file in files if file.address.startswith(f"{folder}/")), None)
    if inside is not None:
        raise BulkError(f"{inside.address} is in the folder for the answers; give another --output")
    there = _earlier_parts(folder, ending, _description(work, ending, part_rows), overwrite)
    summary = FolderSummary(files=len(files))
    engine(Job(work, files, folder, ending, part_rows, there), summary, lambda: done(summary))
    if summary.unreadable:
        more = len(summary.unreadable) - _TOLD
        told = summary.unreadable[:_TOLD] + ([f"and {more:,} more"] if more > 0 else [])
        raise DataError("\n".join(["all other files are solved; what could not be read:", *told]))
    return summary


def _absolute(folder: str) -> str:
    import os

    return folder.rstrip("/") if is_address(folder) else os.path.abspath(os.path.expanduser(folder))


def _description(work: Work, ending: str, part_rows: int) -> dict[str, Any]:
    return work.job() | {"parts": ending, "part_rows": part_rows}


def _earlier_parts(
    folder: str, ending: str, job: dict[str, Any], overwrite: bool
) -> dict[str, dict[int, str]]:
    """What runs before have finished; where there were none, the folder is begun."""
    listing, written = listed(folder), read(f"{folder}/{JOB}")
    if overwrite:
        # The word that the parts belong together goes first: half of them must not pass for a job's.
        for name in [*([JOB] if written is not None else []), *filter(is_part, listing)]:
            remove(f"{folder}/{name}")
        listing, written = [name for name in listing if name != JOB and not is_part(name)], None
    if written is None:
        if any(map(is_part, listing)):
            raise BulkError(f"{folder} holds parts, and nothing says what they were made with; {_FIX}")
        put(f"{folder}/{JOB}", (json.dumps(job, indent=2) + "\n").encode())
        return {}
    try:
        before = json.loads(written)
        different = next((name for name in job if before.get(name) != job[name]), None)
    except (ValueError, AttributeError):
        raise BulkError(f"{folder}/{JOB} is damaged; {_FIX}") from None
    if different is not None:
        said = {"min_confidence": "--min-confidence", "parts": "--parts", "part_rows": "--part-rows"}
        said |= {"columns": "--columns", "format": "version"}
        raise BulkError(f"{folder} holds the answers of another {said.get(different, different)}; {_FIX}")
    return found_parts(listing, ending)


def engine_of(name: str, address: str | None, workers: int | None) -> Engine:
    """The engine of a name: `local` or `ray`."""
    if name == "ray":
        from cantor.solver.on_ray import RayEngine

        return RayEngine(address, workers)
    if address is not None or workers is not None:
        raise CantorError("--address and --workers go with --engine ray")
    return solve_here
