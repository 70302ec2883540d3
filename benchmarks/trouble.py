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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cantor.data.synthetic import write
from hardening import Finding

if TYPE_CHECKING:
    from kills import Job

_CANTOR = [sys.executable, "-m", "cantor"]
NOT_HERE = "not tried: no disk may be mounted here"
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
        with small_disk(self.scratch / "disk", "64k") as mounted:
            out = self.scratch / "disk" / "out.jsonl"
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
        rows = there[: there.rfind(b"\n") + 1]
        return wrong or ("" if self.whole.startswith(rows) else "rows are spoiled") or self.went_on(moved)

    def full_while_training(self) -> str:
        """In the middle of a checkpoint; with room again it goes on to the same model."""
        job = self.training()
        for size in ("24k", "160k", "700k"):
            with small_disk(self.scratch / f"train-{size}", size) as mounted:
                if not mounted:
                    return NOT_HERE
                wrong = self.told(_run(job.command(self.scratch / f"train-{size}")), "space")
                if not wrong and (why := job.sound(self.scratch / f"train-{size}")):
                    wrong = why
                shutil.copytree(self.scratch / f"train-{size}", self.scratch / f"moved-{size}")
            if wrong:
                return f"{size}: {wrong}"
            done = _run(job.command(self.scratch / f"moved-{size}"))
            if done.returncode:
                return f"{size}: does not go on: {done.stderr[-800:]}"
            if job.result(self.scratch / f"moved-{size}") != self.trained:
                return f"{size}: another model"
        return ""

    def full_while_exporting(self) -> str:
        from kills import export

        job = export(self.scratch / "whole" / "run" / "best")
        with small_disk(self.scratch / "export", "100k") as mounted:
            if not mounted:
                return NOT_HERE
            wrong = self.told(_run(job.command(self.scratch / "export")), "space")
            return wrong or job.sound(self.scratch / "export") or self.left(self.scratch / "export")

    def left(self, folder: Path) -> str:
        there = list(folder.iterdir())
        return f"something is left: {there}" if there else ""

    def read_only(self) -> str:
        """A disk that may only be read: solving, training and exporting say so and leave nothing."""
        from kills import export

        disk = self.scratch / "only"
        with small_disk(disk, "1m", "ro") as mounted:
            if not mounted:
                return NOT_HERE
            commands = [self.command(disk / "out.jsonl"), self.training().command(disk)]
            commands += [export(self.scratch / "whole" / "run" / "best").command(disk)]
            wrong = "".join(self.told(_run(command), "ead-only") for command in commands)
            return wrong or self.left(disk)

    def training(self) -> "Job":
        """A toy training; the first call makes the run that had no trouble."""
        from kills import toy_recipe, training

        recipe = self.scratch / "toy.toml"
        if recipe.exists():
            return training(recipe)
        job = training(toy_recipe(self.scratch))
        (self.scratch / "whole").mkdir()
        done = _run(job.command(self.scratch / "whole"))
        if done.returncode:
            raise RuntimeError(done.stderr[-800:])
        self.trained = job.result(self.scratch / "whole")
        return job

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
        wrong = self.told(done, "ermission") or self.left(folder)
        closed = self.scratch / "closed.jsonl"
        closed.touch(mode=0o000)
        command = [*_CANTOR, "solve", "--input", str(closed), "--output", str(self.scratch / "x.jsonl")]
        wrong = wrong or self.told(_run([*plain, *command]), "ermission")
        return wrong or ("an output was begun" if (self.scratch / "x.jsonl").exists() else "")

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
        self.training()
        command = self.training().command(self.scratch / "both")
        both = [
            subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            for _ in range(2)
        ]
        said = [process.communicate()[1] for process in both]
        codes = sorted(process.returncode for process in both)
        fine = codes == [0, 0] or (
            codes == [0, 2] and any("another process trains here" in text for text in said)
        )
        if not fine:
            return f"exit codes {codes}: {said[0][-400:]} {said[1][-400:]}"
        return "" if self.training().result(self.scratch / "both") == self.trained else "another model"

    def clock_back_in_training(self) -> str:
        job = self.training()
        done = _run([sys.executable, "-c", _CLOCK, *job.command(self.scratch / "back")[3:]])
        if done.returncode:
            return f"exit code {done.returncode}: {done.stderr[-800:]}"
        return "" if job.result(self.scratch / "back") == self.trained else "another model"


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


@contextmanager
def small_disk(folder: Path, size: str, more: str = "rw") -> Iterator[bool]:
    """A disk of its own in that folder; False where none may be mounted."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size},{more}", "tmpfs", str(folder)]
    mounted = shutil.which("mount") is not None and not _run(command).returncode
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", str(folder)], check=False)


def run(model: str) -> list[Finding]:
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with tempfile.TemporaryDirectory() as name:
        trouble = Trouble(model, Path(name))
        tries: dict[str, Callable[[], str]] = {
            "a full disk while solving": trouble.full_disk,
            "a full disk while training, at three moments": trouble.full_while_training,
            "a full disk while exporting": trouble.full_while_exporting,
            "a disk that may only be read: solve, train, export": trouble.read_only,
            "a folder and a file without permission": trouble.no_permission,
            "two processes on one output": trouble.two_at_once,
            "two processes on one run folder": trouble.two_trainings,
            "a clock that goes back an hour at each look, solving": trouble.clock_back,
            "a clock that goes back an hour at each look, training": trouble.clock_back_in_training,
        }
        return [_found(what, do) for what, do in tries.items()]


def _found(what: str, do: Callable[[], str]) -> Finding:
    print(f"  {what}", file=sys.stderr, flush=True)
    try:
        wrong = do()
    except (OSError, RuntimeError, ValueError) as error:
        wrong = repr(error)
    tried = wrong != NOT_HERE
    seen = "as promised" if not wrong else "failed" if tried else NOT_HERE
    return Finding(what, int(tried), int(tried and bool(wrong)), "a clear error, nothing lost", seen, wrong)
