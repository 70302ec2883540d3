"""How far an experiment is, on standard error."""

import logging
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from cantor.cli.output import write_over

if TYPE_CHECKING:
    from cantor.training.trainer import Observer, StepReport


class Progress:
    """Tells of training and answering as it goes."""

    def training(self, name: str) -> "Observer":
        if not sys.stderr.isatty():
            return log_lines(name)

        def show(report: "StepReport") -> None:
            write_over(
                f"{name}: step {report.step}/{report.steps}, loss {report.loss:.3f}, "
                f"{report.problems_per_second:.0f} problems/s",
                last=report.step == report.steps,
            )

        return show

    def answering(self, name: str, done: int, total: int) -> None:
        write_over(f"{name}: {done} of {total} answered", last=done == total)

    def say(self, text: str) -> None:
        print(text, file=sys.stderr)


def log_lines(name: str = "") -> "Observer":
    """A plain line every so often, for a log that nobody draws bars in."""
    from cantor.training.lines import every_minute

    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(message)s", level=logging.INFO)
    return every_minute(name)


def counting(said: str) -> Callable[[int, int], None]:
    """Told how many of how many, it says so: in a terminal each time, in a log every minute, and at the end.

    `said` has places for both numbers, such as "{:,} of {:,} shards".
    """
    told = time.monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal told
        write_over(said.format(done, total), last=done == total)
        if not sys.stderr.isatty() and done < total and time.monotonic() - told > 60:
            told = time.monotonic()
            print(said.format(done, total), file=sys.stderr, flush=True)

    return tell
