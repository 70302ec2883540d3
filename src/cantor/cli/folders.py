"""`cantor solve --input 'problems/*.parquet' --output answers/`: many files into a folder of parts."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cantor.cli.plain import print_json
from cantor.errors import CantorError

if TYPE_CHECKING:
    from cantor.solver.folder import FolderSummary

_PARTS = ("jsonl", "csv", "tsv", "parquet")


def add_folder_options(parser: argparse.ArgumentParser) -> None:
    parts = parser.add_argument_group("many files, on many machines (--output FOLDER/)")
    parts.add_argument(
        "--engine", choices=("local", "ray"), default="local", help="ray: on all cores, or on a cluster"
    )
    parts.add_argument("--address", metavar="HOST:PORT", help="of a Ray cluster; without it, this machine")
    parts.add_argument("--workers", type=_whole, metavar="N", help="how many (as many as there are cores)")
    parts.add_argument("--parts", choices=_PARTS, default="jsonl", help="how parts are written (jsonl)")
    parts.add_argument("--part-rows", type=_whole, metavar="N", help="rows of a part, about (1000)")


def _whole(text: str) -> int:
    if text.isdecimal() and 1 <= int(text[:9]) <= 1_000_000:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 1000000")


def is_for_folder(args: argparse.Namespace) -> bool:
    given = args.output or ""
    return args.engine != "local" or given.endswith(("/", "\\")) or Path(given or "-").is_dir()


def solve_into_folder(args: argparse.Namespace, warn: Callable[[dict[str, Any]], None]) -> None:
    from cantor.cli.data.options import columns
    from cantor.solver.answered import Names
    from cantor.solver.folder import engine_of, solve_folder
    from cantor.solver.formats import OUTPUTS
    from cantor.solver.parts import PART_ROWS, inputs_of
    from cantor.solver.solver import Solver

    if args.text is not None or args.svg or args.explain:
        raise CantorError("--input solves files; leave out the text, --svg and --explain")
    if args.output is None or args.output.endswith(OUTPUTS):
        raise CantorError("many parts need a folder: --output answers/")
    if args.input == "-":
        raise CantorError("standard input goes into one file: --output answers.jsonl")
    named = columns(args)
    inputs_of(args.input)  # what is not there is said before the model loads
    engine = engine_of(args.engine, args.address, args.workers)
    # one thread for each worker, and the same answers whoever solves
    solver = Solver.from_pretrained(args.model, threads=1 if args.engine == "ray" else None)
    with _bar() as done:
        summary = solve_folder(
            solver,
            args.input,
            args.output,
            names=Names(named.question, named.id),
            min_confidence=args.min_confidence,
            ending=f".{args.parts}",
            part_rows=args.part_rows or PART_ROWS,
            overwrite=args.overwrite,
            engine=engine,
            done=done,
        )
    if args.json:
        print_json({"output": args.output, **summary.to_dict()})
        return
    new = summary.rows - summary.resumed
    before = f" ({summary.resumed:,} of them before)" if summary.resumed else ""
    print(
        f"{args.output}: {summary.rows:,} rows{before} of {summary.files:,} files "
        f"in {summary.parts:,} parts, {summary.answered:,} of {new:,} answered"
    )
    warn(summary.to_dict())


@contextmanager
def _bar() -> "Iterator[Callable[[FolderSummary], object]]":
    """A bar over files, as how many rows they have is known only once they are read."""
    if not sys.stderr.isatty():
        yield lambda summary: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("solving", total=1.0)
        yield lambda summary: bar.update(
            task, completed=summary.share / summary.files, description=f"solved {summary.rows:,} rows"
        )
