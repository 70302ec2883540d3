"""Whole files of problems: solved in batches, answered in order, resumed where it stopped.

What an output file belongs to is written beside it before its first row: input, model and settings. A run
that finds another there refuses; one that finds its own goes on after the last whole row.
"""

import json
import math
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from cantor.errors import CantorError
from cantor.solver.rows import Row, Rows
from cantor.solver.solution import Solution, Trouble
from cantor.solver.solver import Solver

#: Rows that are read, solved and written at a time: so many, or fewer where they are long.
_CHUNK, _CHUNK_CHARACTERS = 256, 4_000_000
#: How much of an input's two ends tells it from others.
_ENDS = 1 << 20
_KEYS = ("answer", "answer_exact", "confidence", "equation", "steps", "error")


class BulkError(CantorError):
    """A file cannot be solved into another; the message names the fix."""


@dataclass
class Summary:
    """What became of the rows, in this run and the ones before it."""

    rows: int = 0
    resumed: int = 0  # rows that were there already
    answered: int = 0
    errors: dict[str, int] = field(default_factory=dict)

    def count(self, error: dict[str, Any] | None) -> None:
        self.rows += 1
        if error is None:
            self.answered += 1
        else:
            self.errors[error["code"]] = self.errors.get(error["code"], 0) + 1


def solve_stream(
    solver: Solver,
    rows: Rows,
    write: Callable[[bytes], object],
    *,
    min_confidence: float | None = None,
    done: Callable[[], object] = lambda: None,
) -> Summary:
    """Answer all rows, in their order; nothing is kept."""
    return _solve(solver, iter(rows), write, Summary(), min_confidence, done)


def solve_file(
    solver: Solver,
    source: Path,
    target: Path,
    *,
    min_confidence: float | None = None,
    overwrite: bool = False,
    done: Callable[[Rows], object] = lambda rows: None,
) -> Summary:
    """Answer all rows of a file into another, going on where an earlier run stopped."""
    rows = Rows(source)
    if target.exists() and target.samefile(source):
        raise BulkError(f"{target} is the input; give another --output")
    job = {
        "input": _fingerprint(source),
        "model": solver.identity,
        "min_confidence": min_confidence,
        "format": 1,
    }
    beside = target.with_name(f"{target.name}.job.json")
    with target.open("ab") as out:
        _lock(out, target)
        if overwrite:
            out.truncate(0)
        elif out.tell() > 0:
            _check_job(beside, job, target)
        _write_whole(beside, job)
        summary = Summary()
        found = iter(rows)
        _resume(target, out, found, summary)

        def write(lines: bytes) -> None:
            out.write(lines)
            out.flush()

        return _solve(solver, found, write, summary, min_confidence, lambda: done(rows))


def _solve(
    solver: Solver,
    rows: Iterator[Row],
    write: Callable[[bytes], object],
    summary: Summary,
    min_confidence: float | None,
    done: Callable[[], object],
) -> Summary:
    for chunk in _chunks(rows):
        found = _answers(solver, chunk, min_confidence)
        for answer in found:
            summary.count(answer["error"])
        write(b"".join(map(_line, found)))
        done()
    return summary


def _chunks(rows: Iterator[Row]) -> Iterator[list[Row]]:
    chunk: list[Row] = []
    size = 0
    for row in rows:
        chunk.append(row)
        size += len(row.question or "")
        if len(chunk) == _CHUNK or size > _CHUNK_CHARACTERS:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _answers(solver: Solver, rows: Sequence[Row], min_confidence: float | None) -> list[dict[str, Any]]:
    readable = [row for row in rows if row.trouble is None and row.question is not None]
    questions = [row.question or "" for row in readable]
    solutions = iter(_solutions(solver, questions, min_confidence))
    found = []
    for row in rows:
        if row.trouble is not None:
            answer = _nothing(Trouble("bad_row", row.trouble))
        elif row.question is None:
            what = "is not text" if row.fields.get("question") is not None else "is missing"
            answer = _nothing(Trouble("no_text", f"The row's question {what}."))
        else:
            answer = next(solutions)
        found.append({"id": row.id, **answer, "input": row.others})
    return found


def _solutions(
    solver: Solver, questions: Sequence[str], min_confidence: float | None
) -> Iterator[dict[str, Any]]:
    """Together; where that fails, one by one, so that only the row that is to blame suffers."""
    together: Sequence[Solution | None] = [None] * len(questions)
    with suppress(Exception):
        together = solver.solve(questions, k=1, min_confidence=min_confidence)
    for question, solution in zip(questions, together, strict=True):
        try:
            solved = solution or solver.solve(question, k=1, min_confidence=min_confidence)
            found = solved.to_dict(graph=False)
            yield {key: found[key] for key in _KEYS}
        except Exception as error:  # whatever it is, the other rows have not deserved it
            yield _nothing(Trouble("failed", f"The solver failed on this text ({type(error).__name__})."))


def _nothing(error: Trouble) -> dict[str, Any]:
    return {**dict.fromkeys(_KEYS), "steps": [], "error": error.to_dict()}


def _line(row: dict[str, Any]) -> bytes:
    """A row as JSON; what JSON cannot write, which only the input's own columns hold, as text."""
    try:
        text = json.dumps(row, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        try:
            text = json.dumps(_writable(row), ensure_ascii=False, allow_nan=False)
        except RecursionError:
            text = json.dumps({**row, "id": str(row["id"])[:200], "input": None}, ensure_ascii=False)
    try:
        return f"{text}\n".encode()
    except UnicodeEncodeError:  # half of a character, which JSON can still write as an escape
        return (json.dumps(json.loads(text)) + "\n").encode()


def _writable(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(name): _writable(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_writable(each) for each in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, str | int) else str(value)


# Going on


def _fingerprint(source: Path) -> dict[str, Any]:
    """What tells an input from others, however large it is."""
    import hashlib

    size = source.stat().st_size
    with source.open("rb") as file:
        digest = hashlib.sha256(file.read(_ENDS))
        file.seek(max(0, size - _ENDS))
        digest.update(file.read(_ENDS))
    return {"bytes": size, "sha256_of_ends": digest.hexdigest()}


def _check_job(beside: Path, job: dict[str, Any], target: Path) -> None:
    fix = "give another --output, or --overwrite"
    try:
        before = json.loads(beside.read_bytes())
    except FileNotFoundError:
        raise BulkError(f"{target} exists, and nothing says that it holds these answers; {fix}") from None
    except ValueError:
        raise BulkError(f"{beside} is damaged; {fix}") from None
    for what, said in (("input", "input"), ("model", "model"), ("min_confidence", "--min-confidence")):
        if not isinstance(before, dict) or before.get(what) != job[what]:
            raise BulkError(f"{target} holds the answers of another {said}; {fix}")


def _resume(target: Path, out: BinaryIO, rows: Iterator[Row], summary: Summary) -> None:
    """Pass over the rows that are answered, and cut off a row that is not whole."""
    end = 0
    with target.open("rb") as file:
        for line in file:
            if not line.endswith(b"\n"):
                break
            row = next(rows, None)
            try:
                answer = json.loads(line)
                same = row is not None and answer["id"] == json.loads(_line({"id": row.id}))["id"]
                error = answer["error"]
            except (ValueError, TypeError, KeyError):
                same = False
            if not same:
                raise BulkError(
                    f"{target}: row {summary.rows + 1} is not the answer to the input's; "
                    "give another --output, or --overwrite"
                )
            summary.count(error)
            end += len(line)
    summary.resumed = summary.rows
    out.truncate(end)


def _write_whole(path: Path, content: dict[str, Any]) -> None:
    """All of it or nothing."""
    part = path.with_name(f".{path.name}.part")
    part.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    os.replace(part, path)


def _lock(out: BinaryIO, target: Path) -> None:
    """Two runs must not write the same file; the lock ends with the process. Windows has none of these."""
    try:
        import fcntl
    except ModuleNotFoundError:
        return
    try:
        fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BulkError(f"another run is writing {target}; wait for it, or give another --output") from None
