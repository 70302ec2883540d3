"""`cantor serve` as a process of its own, for benchmarks."""

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Served:
    """A running server: where it is, and its process."""

    host: str
    port: int
    pid: int

    def resident_mb(self) -> float:
        """Its memory now, without what has only been promised to it."""
        return self._memory("VmRSS:")

    def peak_mb(self) -> float:
        """The most that it ever had."""
        return self._memory("VmHWM:")

    def _memory(self, which: str) -> float:
        for line in Path(f"/proc/{self.pid}/status").read_text("ascii").splitlines():
            if line.startswith(which):
                return int(line.split()[1]) / 1024
        raise RuntimeError("the system does not tell a process's memory")

    def alive(self) -> bool:
        return Path(f"/proc/{self.pid}/stat").exists()


@contextmanager
def served(model: str | None, options: Sequence[str] = (), command: str | None = None) -> Iterator[Served]:
    """Start `cantor serve` on a free port, or another command that prints its address in the same way."""
    if command is None:
        program = [sys.executable, "-m", "cantor", "serve", "--port", "0", "--json", *options]
        program += [] if model is None else ["--model", model]
    else:
        program = shlex.split(command)
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            if not line:
                raise SystemExit(f"the server did not start: {shlex.join(program)}")
            address = urlsplit(json.loads(line)["url"])
            assert address.hostname is not None
            assert address.port is not None
            yield Served(address.hostname, address.port, process.pid)
        finally:
            process.terminate()
            process.wait(timeout=300)  # longer than any limit of the server, also on a busy machine
