"""Full disks, folders that may not be written, two at once, clocks that go back; one part of hardening.py.

Each must end with one clear line and exit code 2 (or do its work), lose nothing, and go on when all is well.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from cantor.data.synthetic import write
from hardening import Finding

_CANTOR = [sys.executable, "-m", "cantor"]
#: A clock that goes back an hour at each look.
_CLOCK = """
import itertools, time, sys
steps = itertools.count()
real = time.time
time.time = lambda: real() - 3600 * next(steps)
time.time_ns = lambda: int(time.time() * 1e9)
from cantor.cli import main
sys.exit(main(sys.argv[1:]))
"""


class Trouble:
    def __init__(self, model: str, scratch: Path):
        self.model, self.scratch = model, scratch
        self.source = scratch / "in.jsonl"
        rows = ({"id": i, "question": p.question} for i, p in enumerate(write(300, seed=4)))
        self.source.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        self.solve(scratch / "whole.jsonl")
        self.whole = (scratch / "whole.jsonl").read_bytes()

    def command(self, out: Path) -> list[str]:
        return [*_CANTOR, "solve", "--model", self.model, "--input", str(self.source), "--output", str(out)]

    def solve(self, out: Path, **options: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(self.command(out), capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload]

    def told(self, done: subprocess.CompletedProcess[str], *words: str) -> str:
        """What is wrong with how a command failed."""
        if (
            done.returncode != 2
            or "Traceback" in done.stderr
            or not any(word in done.stderr for word in words)
        ):
            return f"exit code {done.returncode}: {done.stderr[-800:]}"
        return ""

    def went_on(self, out: Path) -> str:
        done = self.solve(out)
        return "" if out.read_bytes() == self.whole else f"another result: {done.stderr[-300:]}"

    def full_disk(self) -> str:
        """A small disk of its own where one may be mounted, else a limit to a file's size."""
        disk = self.scratch / "disk"
        disk.mkdir()
        mounted = not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], capture_output=True, check=False
        ).returncode
        try:
            out = disk / "out.jsonl"
            limit = (
                (lambda: None)
                if mounted
                else (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536)))
            )
            wrong = self.told(self.solve(out, preexec_fn=limit), "space", "large")
            there = out.read_bytes()
            moved = self.scratch / "moved.jsonl"
            moved.write_bytes(there)
            shutil.copy(f"{out}.job.json", f"{moved}.job.json")
        finally:
            if mounted:
                subprocess.run(["umount", str(disk)], check=False)
        rows = there[: there.rfind(b"\n") + 1]
        return wrong or ("" if self.whole.startswith(rows) else "rows are spoiled") or self.went_on(moved)

    def no_permission(self) -> str:
        """Without root's right to write where it may not."""
        folder = self.scratch / "closed"
        folder.mkdir(mode=0o555)
        plain: list[str] = []
        if os.geteuid() == 0:
            plain = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all", "--"]
            if shutil.which("setpriv") is None:
                return ""
        done = subprocess.run(
            [*plain, *self.command(folder / "out.jsonl")], capture_output=True, text=True, check=False
        )
        wrong = self.told(done, "ermission")
        return wrong or ("something was written" if list(folder.iterdir()) else "")

    def two_at_once(self) -> str:
        out = self.scratch / "both.jsonl"
        both = [subprocess.Popen(self.command(out), stderr=subprocess.PIPE, text=True) for _ in range(2)]
        said = [process.communicate()[1] for process in both]
        codes = sorted(process.returncode for process in both)
        if codes not in ([0, 0], [0, 2]) or (
            2 in codes and not any("another run is writing" in text for text in said)
        ):
            return f"exit codes {codes}: {said}"
        return "" if out.read_bytes() == self.whole else "another result"

    def clock_back(self) -> str:
        out = self.scratch / "clock.jsonl"
        done = subprocess.run(
            [sys.executable, "-c", _CLOCK, *self.command(out)[3:]],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            return f"exit code {done.returncode}: {done.stderr[-800:]}"
        return "" if out.read_bytes() == self.whole else "another result"

    def two_trainings(self) -> str:
        from kills import _toy

        recipe = _toy(self.scratch)
        if recipe is None:
            return ""
        command = [*_CANTOR, "train", str(recipe), "--folder", str(self.scratch / "run")]
        both = [
            subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            for _ in range(2)
        ]
        said = [process.communicate()[1] for process in both]
        codes = sorted(process.returncode for process in both)
        fine = codes == [0, 0] or (
            codes == [0, 2] and any("another process trains here" in text for text in said)
        )
        return "" if fine else f"exit codes {codes}: {said[0][-400:]} {said[1][-400:]}"


def run(model: str) -> list[Finding]:
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with tempfile.TemporaryDirectory() as name:
        trouble = Trouble(model, Path(name))
        tries: dict[str, Callable[[], str]] = {
            "a full disk while solving": trouble.full_disk,
            "a folder that may not be written": trouble.no_permission,
            "two processes on one output": trouble.two_at_once,
            "two processes on one run folder": trouble.two_trainings,
            "a clock that goes back an hour at each look": trouble.clock_back,
        }
        found = []
        for what, do in tries.items():
            wrong = do()
            found.append(
                Finding(
                    what,
                    1,
                    int(bool(wrong)),
                    "a clear error, nothing lost",
                    "as promised" if not wrong else "failed",
                    wrong,
                )
            )
        return found
