"""A command with a limit of time, and what it took; for benchmarks that try to break things."""

import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Ended:
    code: int  # -9 where it was ended for want of time
    said: str
    seconds: float
    megabytes: float  # of memory, at most


def limited(command: Sequence[str], seconds: float) -> Ended:
    """Run it; a command that hangs is ended."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdout=said, stderr=said)
        ended = 0
        while not ended and time.monotonic() - start < seconds:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            time.sleep(0.02)
        if not ended:
            process.kill()
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode("utf-8", "replace")
    return Ended(process.returncode, text, time.monotonic() - start, usage.ru_maxrss / 1024)
