"""`cantor data`: list, get, count, check, write and show problems."""

import argparse
from collections.abc import Sequence

from cantor.cli.commands import add_commands

COMMANDS = {
    "list": "the datasets, their licences, and which are here",
    "get": "download datasets, with resumption and hash check",
    "stats": "counts, constants, operators, longest equation",
    "audit": "labels, operands, repeats, leaks, unreadable rows",
    "synth": "write synthetic problems with exact equations",
    "show": "problems with their numbers, equation and answer",
}


def configure(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> None:
    add_commands(parser, __name__, COMMANDS, arguments)
