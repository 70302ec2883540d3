"""Sub-commands that are imported only when they are called, so that each starts as fast as it can."""

import argparse
from collections.abc import Mapping, Sequence
from importlib import import_module


def add_commands(
    parser: argparse.ArgumentParser, package: str, commands: Mapping[str, str], arguments: Sequence[str]
) -> None:
    """Add each command (name -> help). Its module `package.name` configures it if `arguments` name it."""
    choices = parser.add_subparsers(metavar="COMMAND")
    parser.set_defaults(run=lambda _: parser.print_help())  # where no command is given
    for name, help_text in commands.items():
        command = choices.add_parser(
            name, help=help_text, description=help_text[:1].upper() + help_text[1:] + "."
        )
        if name in arguments:
            import_module(f"{package}.{name}").configure(command, arguments)
