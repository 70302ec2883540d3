"""`cantor data audit NAME`: what is wrong with a dataset."""

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from typing import Any

from cantor.cli.data.options import add_columns, columns
from cantor.cli.output import TextConsole, add_json_option, console, print_json, progress, table
from cantor.data.audit import audit
from cantor.data.catalogue import catalogue
from cantor.data.example import DataError
from cantor.data.own import Columns
from cantor.io.threads import cores


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="datasets, or your own .jsonl, .csv, .parquet, ..."
    )
    parser.add_argument("--all", action="store_true", help="every dataset of the catalogue")
    add_columns(parser)
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    names = list(catalogue()) if args.all else args.names
    if not names:
        raise DataError("name the datasets to audit, or give --all")
    mapping = columns(args)
    reports = _audited(names, mapping)
    if args.json:
        print_json({"datasets": {report["name"]: report for report in reports}})
        return
    out = console()
    for report in reports:
        _print(out, report)


def _audited(names: Sequence[str], mapping: Columns) -> list[dict[str, Any]]:
    """The reports in the order of the names; several datasets keep all cores busy."""
    with progress() as bar:
        if len(names) == 1:
            return [audit(name, mapping) for name in bar.track(names, description="auditing")]
        with ProcessPoolExecutor(min(len(names), cores())) as pool:
            found = pool.map(audit, names, repeat(mapping))
            return list(bar.track(found, total=len(names), description="auditing"))


def _print(out: TextConsole, report: dict[str, Any]) -> None:
    out.say(f"\n{report['name']}", style="bold")
    header = ("split", "rows", "bad", "equations", "gold=label", "differ", "fail", "not in text", "repeats")
    rows = [
        (
            split,
            *(
                f"{count:,}"
                for count in (
                    found["rows"],
                    len(found["unreadable"]),
                    found["with_equation"],
                    found["gold"]["agrees"],
                    found["gold"]["differs"]["count"],
                    found["gold"]["fails"]["count"],
                    found["operands_not_found"]["count"],
                    found["duplicates"]["count"],
                )
            ),
        )
        for split, found in report["splits"].items()
    ]
    out.print(table(header, rows, numeric=header[1:]))
    for found in report["splits"].values():
        for bad in found["unreadable"][:5]:
            out.say(f"{bad['file']}:{bad['line']}: {bad['reason']}")
    for split, found in report["splits"].items():
        for reason, count in found["left_out"].items():
            out.say(f"{split}: {count:,} left out: {reason}")
    for pair, overlap in report["overlap"].items():
        out.say(
            f"{pair}: {overlap['same_text']:,} of {overlap['of']:,} texts are the same, "
            f"{overlap['same_masked_text']:,} after masking numbers"
        )
    if reader := report["reader"]:
        out.say(f"reader on {reader['split']}: finds every operand in {reader['finds_operands']:.1%}")
        exact = reader["reads_exactly"]
        if exact is not None:
            out.say(f"reader on {reader['split']}: reads exactly the annotated numbers in {exact:.1%}")
