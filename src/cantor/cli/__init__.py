"""The `cantor` command: one small module per sub-command."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from cantor import __version__
from cantor.cli.commands import add_commands
from cantor.errors import CantorError

COMMANDS = {
    "solve": "solve problems: one, or a file of any size",
    "practice": "a problem with other numbers, and the answer key",
    "ask": "answer a question over a passage",
    "read": "show the numbers that a text mentions",
    "equation": "execute an equation and draw its graph",
    "serve": "the HTTP API and the web page",
    "train": "train a model, or go on where a run stopped",
    "evaluate": "a model's figures on a split",
    "choose": "ways of choosing among roots, and the verifier",
    "export": "make a trained model one that runs without torch",
    "reproduce": "a table of the paper, beside its figures",
    "compare": "CANTOR and its rivals side by side, in accuracy and speed",
    "data": "list, get, count, check, write and show problems",
    "bench": "measure how long things take on this machine",
    "completion": "what bash or zsh needs to complete all this",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, 2 with a message that names the fix, or what the command says."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if isinstance(sys.stdout, io.TextIOWrapper):  # what the terminal cannot show is no reason to fail
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        args = _parser(arguments).parse_args(arguments)
        for plugin in args.plugin:
            from cantor.equation.plugins import load_plugin

            load_plugin(plugin)
        status: int | None = args.run(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("cantor: stopped; run the same command again to go on", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of our output, such as `head`, has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (CantorError, OSError) as error:  # an OSError says what could not be opened or written, and why
        print(f"cantor: {error}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "cantor":
            raise
        print(f"cantor: this needs {error.name}; run: pip install 'cantor-reasoner[train]'", file=sys.stderr)
        return 2
    return status or 0


def whole_parser() -> argparse.ArgumentParser:
    """The command with all its commands, for what describes them."""
    return _parser(())


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cantor", description="Numerical reasoning over plain English, exact and local."
    )
    parser.add_argument("--version", action="version", version=f"cantor {__version__}")
    parser.add_argument(
        "--plugin",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="a Python file of your own to run first, which registers operators; before the command",
    )
    add_commands(parser, __name__, COMMANDS, arguments)
    return parser
