"""`--input FILE` with `--output FILE`: whole files of questions, for `cantor solve` and `cantor ask`."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from cantor.cli.plain import print_json

if TYPE_CHECKING:
    from cantor.solver.answered import Names
    from cantor.solver.bulk import Answers


def answer_rows(
    args: argparse.Namespace, names: "Names", required: tuple[str, ...], load: "Callable[[], Answers]"
) -> None:
    """Answer the file that `args` name; the model is loaded when input and output are known to be good."""
    from dataclasses import asdict

    from cantor.solver.bulk import answer_file, answer_stream, rows_of
    from cantor.solver.formats import ending_of

    source = sys.stdin.buffer if args.input == "-" else Path(args.input)
    rows = rows_of(source, names, required)
    target = None if args.output is None else Path(args.output)
    if target is not None:
        ending_of(target)
    work = load()
    if target is None:
        warn_of_errors(asdict(answer_stream(work, rows, _print_bytes)))
        return
    with _rows_bar(source, names) as done:
        summary = answer_file(work, source, target, overwrite=args.overwrite, done=done)
    if args.json:
        print_json({"output": str(args.output), **asdict(summary)})
    else:
        before = f" ({summary.resumed:,} of them before)" if summary.resumed else ""
        print(f"{args.output}: {summary.rows:,} rows{before}, {summary.answered:,} answered")
        warn_of_errors(asdict(summary))


@contextmanager
def _rows_bar(source: "Path | IO[bytes]", names: "Names") -> Iterator[Callable[[int], object]]:
    """A bar that counts rows; how many there are is counted beside, as that may take a while."""
    if not sys.stderr.isatty():
        yield lambda rows: None
        return
    from cantor.cli.output import progress
    from cantor.io.threads import Background
    from cantor.solver.bulk import rows_of

    with progress() as bar:
        task = bar.add_task("solving", total=None)

        def count() -> None:
            bar.update(task, total=sum(1 for _ in rows_of(source, names)))

        if isinstance(source, Path):
            Background(count)
        yield lambda rows: bar.update(task, completed=rows)


def _print_bytes(lines: bytes) -> None:
    sys.stdout.buffer.write(lines)
    sys.stdout.buffer.flush()


def warn_of_errors(summary: dict[str, Any]) -> None:
    if summary["errors"]:
        counts = ", ".join(f"{code} {count:,}" for code, count in sorted(summary["errors"].items()))
        print(f"cantor: without an answer: {counts}", file=sys.stderr)
