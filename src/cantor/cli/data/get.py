"""`cantor data get NAME`: download a dataset, verified and all at once or not at all."""

import argparse
from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TaskID, TextColumn, TransferSpeedColumn

from cantor.cli.output import add_json_option, print_json
from cantor.data.catalogue import data_root, dataset
from cantor.data.download import get


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.add_argument("names", nargs="+", metavar="NAME", help="datasets of `cantor data list`")
    parser.add_argument("--force", action="store_true", help="download again what is here already")
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    chosen = [dataset(name) for name in args.names]  # an unknown name fails before anything is fetched
    root = data_root()
    files: list[str] = []
    with _bar() as bar:
        tasks: dict[str, TaskID] = {}

        def report(path: str, done: int, total: int) -> None:
            if path not in tasks:
                tasks[path] = bar.add_task(path, total=total)
            bar.update(tasks[path], completed=done, total=total)

        for one in chosen:
            files += map(str, get(one, root, progress=report, force=args.force))
    if args.json:
        print_json({"root": str(root), "files": files})
    else:
        for file in files:
            print(file)


def _bar() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)
