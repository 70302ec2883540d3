"""`cantor data list`: the catalogue, and what of it is here."""

import argparse
from collections.abc import Sequence
from typing import Any

from cantor.cli.output import add_json_option, console, print_json, table
from cantor.data.catalogue import Dataset, catalogue, data_root, dataset_sha256


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    datasets = catalogue().values()
    if args.json:
        print_json({"root": str(data_root()), "datasets": [_entry(d) for d in datasets]})
        return
    out = console()
    rows = [
        (
            d.name,
            "yes" if _is_here(d) else "no",
            ", ".join(f"{s} {n:,}" for s, n in d.splits.items()),
            d.licence,
        )
        for d in datasets
    ]
    out.print(table(("name", "here", "problems", "licence"), rows))
    out.say(f"\nData folder (CANTOR_DATA sets another): {data_root()}")
    out.say("Get a dataset: cantor data get NAME")


def _is_here(dataset: Dataset) -> bool:
    return all((data_root() / file.path).is_file() for file in dataset.files)


def _entry(dataset: Dataset) -> dict[str, Any]:
    return {
        "name": dataset.name,
        "version": dataset.version,
        "title": dataset.title,
        "homepage": dataset.homepage,
        "licence": dataset.licence,
        "may_ship": dataset.may_ship,
        "note": dataset.note,
        "splits": dict(dataset.splits),
        "here": _is_here(dataset),
        "sha256": dataset_sha256(dataset),
        "files": [
            {"path": f.path, "sha256": f.sha256, "size": f.size, "url": f.url, "by_hand": f.by_hand}
            for f in dataset.files
        ],
    }
