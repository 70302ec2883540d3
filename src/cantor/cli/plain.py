"""What commands share that must start at once: JSON and standard input, nothing that takes long to import."""

import argparse
import io
import json
import sys
from pathlib import Path
from typing import Any

from cantor.errors import CantorError


def add_set_option(parser: argparse.ArgumentParser) -> None:
    """`--set TABLE.KEY=VALUE`, for every key of a recipe."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="TABLE.KEY=VALUE",
        help="a recipe's key, such as training.batch_size=16; as often as you like",
    )


def add_results_option(parser: argparse.ArgumentParser) -> None:
    """`--results FILE`, for commands that train and evaluate what a table shows."""
    parser.add_argument(
        "--results",
        type=Path,
        metavar="FILE",
        help="add an entry for each row to this JSON file, such as docs/results.json",
    )


def add_json_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def print_json(value: Any) -> None:
    plain = (sys.stdout.encoding or "utf-8").lower() not in ("utf-8", "utf8")  # escapes are for all encodings
    json.dump(value, sys.stdout, ensure_ascii=plain, indent=2)
    print()


def standard_input() -> str:
    """All of it, as UTF-8 whatever the locale says; no more than a problem may have, as it may never end."""
    from cantor.problem import MAX_CHARACTERS

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="strict")
    try:
        text = sys.stdin.read(MAX_CHARACTERS + 2).removesuffix("\n")
    except UnicodeDecodeError as error:
        raise CantorError(f"standard input is not UTF-8 ({error}); save the text as UTF-8") from None
    if len(text) > MAX_CHARACTERS:
        raise CantorError(
            f"standard input has more than {MAX_CHARACTERS:,} characters, as no problem has; "
            "shorten it, or give a file of problems with --input"
        )
    return text
