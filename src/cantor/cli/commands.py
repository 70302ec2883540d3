"""Sub-commands that are imported only when they are called, so that each starts as fast as it can."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any


class _Command(argparse.ArgumentParser):
    """A command that learns its options when it is called: argparse then hands it what is left to parse."""

    configure: Callable[["_Command"], None] | None = None

    def parse_known_args(self, *args: Any, **kwargs: Any) -> Any:
        self.learn()
        return super().parse_known_args(*args, **kwargs)

    def learn(self) -> None:
        if self.configure is not None:
            configure, self.configure = self.configure, None
            configure(self)


def learn_all(parser: argparse.ArgumentParser) -> None:
    """Let every command below learn its options; those of extras that are not installed stay bare."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                with suppress(ModuleNotFoundError):
                    command.learn()
                learn_all(command)


def add_commands(
    parser: argparse.ArgumentParser, package: str, commands: Mapping[str, str], arguments: Sequence[str]
) -> None:
    """Add each command (name -> help); its module `package.name` configures it once it is called."""
    choices = parser.add_subparsers(metavar="COMMAND", parser_class=_Command)
    parser.set_defaults(run=lambda _: parser.print_help())  # where no command is given
    for name, help_text in commands.items():
        command = choices.add_parser(
            name, help=help_text, description=help_text[:1].upper() + help_text[1:] + "."
        )

        def configure(command: _Command, module: str = f"{package}.{name}") -> None:
            import_module(module).configure(command, arguments)

        command.configure = configure
