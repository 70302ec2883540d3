"""The `cantor` command: one small module per sub-command."""

import argparse
import os
import sys
from collections.abc import Sequence

from cantor import __version__
from cantor.cli.commands import add_commands
from cantor.errors import CantorError

COMMANDS = {
    "read": "show the numbers that a text mentions",
    "equation": "execute an equation and draw its graph",
    "data": "list, get, count, check, write and show problems",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, or 2 with a message that names the fix."""
    arguments = sys.argv[1:] if arguments is None else arguments
    parser = argparse.ArgumentParser(
        prog="cantor", description="Numerical reasoning over plain English, exact and local."
    )
    parser.add_argument("--version", action="version", version=f"cantor {__version__}")
    add_commands(parser, __name__, COMMANDS, arguments)
    args = parser.parse_args(arguments)
    try:
        args.run(args)
    except CantorError as error:
        print(f"cantor: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("cantor: stopped; run the same command again to go on", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of our output, such as `head`, has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
