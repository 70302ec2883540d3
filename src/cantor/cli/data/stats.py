"""`cantor data stats NAME`: what a dataset holds, counted."""

import argparse
from collections.abc import Sequence

from cantor.cli.data.options import add_columns, add_name, columns
from cantor.cli.output import add_json_option, console, print_json, table
from cantor.data.stats import statistics


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    add_name(parser)
    add_columns(parser)
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    found = statistics(args.name, columns(args))
    if args.json:
        print_json(found)
        return
    out = console()
    header = ["split", "problems", "with equation", "unreadable"]
    columns_shown = ["splits", "with_equation", "unreadable"]
    if any(found["left_out"].values()):
        header.append("left out")
        columns_shown.append("left_out")
    rows = [(split, *(f"{found[key][split]:,}" for key in columns_shown)) for split in found["splits"]]
    out.print(table(header, rows, numeric=header[1:]))
    out.say(f"\n{len(found['constants'])} constants: {' '.join(found['constants'])}")
    out.say(f"operators: {' '.join(found['operators'])}")
    out.say(f"longest equation: {found['max_steps']} step{'s' * (found['max_steps'] != 1)}")
    out.say(f"sha256: {found['sha256']}")
