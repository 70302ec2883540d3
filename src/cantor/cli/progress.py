"""How far an experiment is, on standard error."""

import sys
from typing import TYPE_CHECKING

from cantor.cli.output import write_over

if TYPE_CHECKING:
    from cantor.training.trainer import Observer, StepReport


class Progress:
    """Tells of training and answering as it goes."""

    def training(self, name: str) -> "Observer":
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
