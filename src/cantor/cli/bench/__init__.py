"""`cantor bench`: how long things take on this machine."""

import argparse
from collections.abc import Sequence

from cantor.cli.commands import add_commands

COMMANDS = {
    "mapping": "the mapping algorithms beside one training step of the encoder",
    "reading": "the exact sums of a reader's heads beside one training step of the encoder",
    "inference": "what answering costs, part by part",
    "rivals": "CANTOR's decoder beside its rivals', on programs of MathQA's length",
}


def configure(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> None:
    add_commands(parser, __name__, COMMANDS, arguments)
