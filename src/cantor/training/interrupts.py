"""Ctrl-C, and the polite signal to end, that wait for a good moment."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

#: What may be deferred: Ctrl-C, and what `kill`, Slurm and containers send before they kill.
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def deferred_interrupt(wanted: bool = True) -> Iterator[Callable[[], bool]]:
    """A signal is noted, for the block to ask about where it can stop; at the block's end it is obeyed.

    A second one stops at once. Without `wanted`, or outside the main thread, nothing changes; a signal that
    is ignored anyway, as Ctrl-C is under nohup, stays so.
    """
    if not wanted or threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    usual = {number: signal.getsignal(number) for number in _SIGNALS}
    noted: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if noted:
            _obey(number)
        noted.append(number)
        print("\ncantor: stopping after this step; Ctrl-C again stops at once", file=sys.stderr)

    for number, handler in usual.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, note)
    try:
        yield lambda: bool(noted)
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler or signal.SIG_DFL)
    if noted:
        _obey(noted[0])


def _obey(number: int) -> None:
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise SystemExit(128 + number)  # as a shell reports a process that a signal ended
