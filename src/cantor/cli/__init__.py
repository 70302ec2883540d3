"""The `cantor` command: one small module per sub-command."""

import argparse
import errno
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
    "rerank": "fit what reads whole equations, for an exported model",
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
    except CantorError as error:
        print(f"cantor: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"cantor: {_with_fix(error)}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "cantor":
            raise
        print(f"cantor: this needs {error.name}; run: pip install 'cantor-reasoner[train]'", file=sys.stderr)
        return 2
    return status or 0


#: What to do where a file or folder cannot be opened or written.
_FIXES = {
    errno.ENOENT: "check its name, or make its folder first",
    errno.ENOTDIR: "check its name: a part of it is a file, not a folder",
    errno.EISDIR: "name a file, not a folder",
    errno.EACCES: "choose a place that you may read and write",
    errno.EPERM: "choose a place that you may read and write",
    errno.EROFS: "choose a place that can be written to",
    errno.ENOSPC: "free some space and run the same command again",
    errno.ENAMETOOLONG: "give it a shorter name",
}


def _with_fix(error: OSError) -> str:
    """What could not be opened or written, why, and what to do."""
    fix = _FIXES.get(error.errno or 0)
    if fix is None or error.strerror is None:
        return str(error)
    place = "" if error.filename is None else f"{os.fsdecode(error.filename)}: "
    return f"{place}{error.strerror[0].lower()}{error.strerror[1:]}; {fix}"


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
