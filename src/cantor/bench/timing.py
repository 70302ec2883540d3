"""Times that can be compared although other programs disturb them."""

import os
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence

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


class Medians(dict[str, float]):
    """Median seconds by task; `processor` has those that the process's own threads were running, added up.

    On a busy machine a task waits, and takes longer than its processor time divided by its threads.
    """

    def __init__(self, seconds: Mapping[str, Sequence[float]], processor: Mapping[str, Sequence[float]]):
        super().__init__((name, statistics.median(times)) for name, times in seconds.items())
        self.processor = {name: statistics.median(times) for name, times in processor.items()}


def interleaved(tasks: Mapping[str, Callable[[int], object]], rounds: int) -> Medians:
    """The median seconds of each task, called as task(round); each round runs all of them in turn.

    One round before them is not counted. What slows the machine for a while slows all tasks alike.
    """
    seconds: dict[str, list[float]] = {name: [] for name in tasks}
    processor: dict[str, list[float]] = {name: [] for name in tasks}
    for turn in range(-1, rounds):
        for name, task in tasks.items():
            start, running = time.perf_counter(), time.process_time()
            task(max(turn, 0))
            if turn >= 0:
                seconds[name].append(time.perf_counter() - start)
                processor[name].append(time.process_time() - running)
    return Medians(seconds, processor)


def machine() -> dict[str, float | None]:
    """How busy it is: programs that ran or waited for a processor in the last minute, ours among them."""
    return {"load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None, "processors": os.cpu_count()}


def busy_note(found: Mapping[str, float | None], threads: int) -> str:
    """What to think of seconds that were measured on such a machine, in a sentence."""
    load, processors = found["load"], found["processors"]
    if load is None or processors is None:
        return "how busy the machine was is not known here"
    said = f"load {load:.1f} on {processors:.0f} processors"
    if load > max(threads, processors):
        return f"{said}: others were running, so trust processor time and ratios, not milliseconds"
    return said
