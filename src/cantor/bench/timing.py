"""Times that can be compared although other programs disturb them."""

import os
import statistics
import sys
import time
from collections.abc import Callable, Mapping

#: glibc gives large blocks back to the system at once and gets them again page by page; a step of training
#: then pays for page faults more than for arithmetic. With these it keeps them.
ALLOCATOR = {"MALLOC_MMAP_THRESHOLD_": str(1 << 30), "MALLOC_TRIM_THRESHOLD_": str(1 << 33)}


def keep_memory(command: str) -> None:
    """Start this process anew with `ALLOCATOR` set, which glibc reads only at the start.

    Only where the process is the `cantor` command of this name, not a program that calls it.
    """
    asked = sys.argv[1 : 1 + len(command.split())] == command.split()
    if asked and sys.platform == "linux" and not os.environ.keys() >= ALLOCATOR.keys():
        os.execve(sys.executable, sys.orig_argv, {**ALLOCATOR, **os.environ})


def allocator() -> dict[str, str | None]:
    """How this process's allocator is set up."""
    return {name: os.environ.get(name) for name in ALLOCATOR}


def interleaved(tasks: Mapping[str, Callable[[int], object]], rounds: int) -> dict[str, float]:
    """The median seconds of each task, called as task(round); each round runs all of them in turn.

    One round before them is not counted. What slows the machine for a while slows all tasks alike.
    """
    seconds: dict[str, list[float]] = {name: [] for name in tasks}
    for turn in range(-1, rounds):
        for name, task in tasks.items():
            start = time.perf_counter()
            task(max(turn, 0))
            if turn >= 0:
                seconds[name].append(time.perf_counter() - start)
    return {name: statistics.median(times) for name, times in seconds.items()}
