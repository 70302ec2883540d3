"""Locks among processes: the system's own, which end with the process that holds them."""

import sys
from contextlib import suppress
from typing import IO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


def lock(stream: IO[bytes], wait: bool = False) -> bool:
    """Hold an open file until it is closed; False where another process does, and `wait` is not set."""
    if sys.platform == "win32":
        while True:
            with suppress(OSError):  # raised after ten seconds of waiting
                msvcrt.locking(stream.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
                return True
            if not wait:
                return False
    with suppress(BlockingIOError):
        fcntl.flock(stream, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        return True
    return False
