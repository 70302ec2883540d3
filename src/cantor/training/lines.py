"""What a training run says in a log: a plain line every so often, with the mean loss since the last one."""

import logging
import time

from cantor.training.trainer import Observer, StepReport

log = logging.getLogger("cantor.training")


def every_minute(name: str = "", seconds: float = 60.0) -> Observer:
    """An observer that logs the first step of `name`, the last, and one line in so many seconds."""
    head = f"{name}: " if name else ""
    losses: list[float] = []
    said = -seconds

    def say(report: StepReport) -> None:
        nonlocal said
        losses.append(report.loss)
        now = time.monotonic()
        if now - said < seconds and report.part < 1:
            return
        log.info(
            "%sstep %d of %d, %.1f %% of the run, loss %.3f, %.1f problems/s",
            head,
            report.step,
            report.steps,
            100 * report.part,
            sum(losses) / len(losses),
            report.problems_per_second,
        )
        losses.clear()
        said = now

    return say
