"""Ctrl-C, and the polite signal to end, that wait for a good moment."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

#: What may be deferred: Ctrl-C, and what `kill`, Slurm and containers send before they kill.
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Noted:
    """The signal that was noted, or 0; true where there is one."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self) -> bool:
        return bool(self.number)


@contextmanager
def deferred_interrupt(patient: bool = False) -> Iterator[Noted]:
    """A signal is noted, for the block to ask about where it can stop; at the block's end it is obeyed.

    A second one stops at once, unless `patient`: a launcher of several processes passes on the signal that
    they have got already. Outside the main thread nothing changes; a signal that is ignored anyway, as Ctrl-C
    is under nohup, stays so.
    """
    noted = Noted()
    if threading.current_thread() is not threading.main_thread():
        yield noted
        return
    usual = {number: signal.getsignal(number) for number in _SIGNALS}

    def note(number: int, frame: FrameType | None) -> None:
        if noted.number:
            if patient:
                return
            _obey(number)
        noted.number = number
        again = "" if patient else "; Ctrl-C again stops at once"
        print(f"\ncantor: stopping after this step{again}", file=sys.stderr)

    for number, handler in usual.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, note)
    try:
        yield noted
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler or signal.SIG_DFL)
    if noted.number:
        _obey(noted.number)


def _obey(number: int) -> None:
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise SystemExit(128 + number)  # as a shell reports a process that a signal ended
