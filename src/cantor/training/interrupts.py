"""Ctrl-C that waits for a good moment."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def patient(wanted: bool = True) -> Iterator[Callable[[], bool]]:
    """Ctrl-C is noted, for the block to ask about where it can stop; it is obeyed at the block's end at last.

    A second Ctrl-C stops at once. Without `wanted`, outside the main thread, or where Ctrl-C is ignored
    anyway, nothing changes.
    """
    usual = signal.getsignal(signal.SIGINT)
    if not wanted or usual is signal.SIG_IGN or threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    asked = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True
        print("\ncantor: stopping after this step; Ctrl-C again stops at once", file=sys.stderr)

    signal.signal(signal.SIGINT, note)
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGINT, usual or signal.default_int_handler)
    if asked:
        raise KeyboardInterrupt
