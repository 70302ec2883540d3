"""Options that several `cantor data` commands share."""

import argparse

from cantor.data.example import DataError
from cantor.data.own import Columns


def add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="a dataset of `cantor data list`, or your own .jsonl or .csv file")


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
