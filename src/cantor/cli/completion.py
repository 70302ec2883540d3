"""`cantor completion SHELL`: what a shell needs to complete our commands and options."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from cantor.cli.commands import learn_all
from cantor.errors import CantorError

SHELLS = ("bash", "zsh")


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.add_argument("shell", choices=SHELLS, help="which one")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    from cantor.cli import whole_parser
    from cantor.training.shipped import recipe_file

    try:
        import shtab
    except ModuleNotFoundError:
        raise CantorError("this needs shtab; run: pip install 'cantor-reasoner[completion]'") from None
    parser = whole_parser()
    learn_all(parser)
    _complete_files(parser, (Path, recipe_file), shtab.FILE)
    print(shtab.complete(parser, args.shell))


def _complete_files(parser: argparse.ArgumentParser, kinds: Sequence[object], files: object) -> None:
    """Let the shell offer files where an option takes one."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _complete_files(command, kinds, files)
        elif action.type in kinds:
            action.complete = files  # type: ignore[attr-defined]  # where shtab looks
