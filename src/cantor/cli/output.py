"""What the commands print: tables for people, JSON for programs, progress on standard error."""

import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from cantor.cli.plain import add_json_option, print_json
from cantor.problem import Problem

__all__ = [
    "TextConsole",
    "add_json_option",
    "console",
    "highlighted",
    "print_json",
    "progress",
    "table",
    "write_over",
]


class TextConsole(Console):
    """Prints text as it is; lines of free text are left whole where no terminal asks for a width."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # for `main`, which ends quietly

    def say(self, text: RenderableType, **style: Any) -> None:
        self.print(text, soft_wrap=not self.is_terminal, **style)


def console() -> TextConsole:
    return TextConsole(highlight=False, markup=False, emoji=False)


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], numeric: Sequence[str] = ()) -> Table:
    """A plain table; `numeric` columns stand to the right."""
    result = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        result.add_column(column, justify="right" if column in numeric else "left", overflow="fold")
    for row in rows:
        result.add_row(*(cell if isinstance(cell, Text) else str(cell) for cell in row))
    return result


def highlighted(problem: Problem) -> Text:
    """A problem's text with its numbers underlined."""
    text = Text(problem.text)
    for number in problem.numbers:
        text.stylize("bold underline cyan", *number.span)
    return text


class _Bar(Progress):
    def stop(self) -> None:
        if not self.disable:  # an older rich would write an empty line
            super().stop()


def progress(*, quiet: bool = False) -> Progress:
    """A progress bar on standard error, so that standard output stays clean; in a file there is none."""
    return _Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=quiet or not sys.stderr.isatty(),
    )


def write_over(text: str, last: bool) -> None:
    """A line on standard error that the next one takes the place of; in a file, only the last one stands."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="\n" if last else "", file=sys.stderr, flush=True)
    elif last:
        print(text, file=sys.stderr)
