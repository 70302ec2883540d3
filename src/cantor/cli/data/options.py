"""Options that several `cantor data` commands share."""

import argparse
from collections.abc import Callable

from cantor.data.example import DataError
from cantor.data.own import Columns


def add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", help="a dataset of `cantor data list`, or your own file (.jsonl, .csv, .parquet, ...)"
    )


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """An option's type: a whole number within bounds."""
    bounds = f"of {least} or more" if most is None else f"from {least} to {most}"

    def parse(text: str) -> int:
        if text.isdecimal() and least <= int(text) and (most is None or int(text) <= most):
            return int(text)
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number {bounds}")

    return parse


def add_columns(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--columns",
        default="",
        metavar="WHAT=NAME,...",
        help="your file's column names, such as question=text,answer=result",
    )


def columns(args: argparse.Namespace) -> Columns:
    """The column mapping that --columns gives."""
    mapping = {}
    for pair in filter(None, args.columns.split(",")):
        what, equals, name = pair.partition("=")
        if not equals or not name:
            raise DataError(f"--columns: cannot read {pair!r}; write WHAT=NAME, such as question=text")
        mapping[what.strip()] = name.strip()
    return Columns.from_mapping(mapping)
