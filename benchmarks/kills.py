"""Kills at random moments of bulk solving, downloads, training and exports; one part of hardening.py.

What is killed and begun again until it is done must leave what a run that nobody killed leaves.
"""

import hashlib
import http.server
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cantor.data.synthetic import write
from cantor.errors import ModelError
from hardening import Finding

_CANTOR = [sys.executable, "-m", "cantor"]


@dataclass(frozen=True)
class Job:
    """A command that fills a folder; `result` of the folder must be the same however often it was killed."""

    what: str
    command: Callable[[Path], list[str]]
    result: Callable[[Path], object]
    sound: Callable[[Path], str] = lambda folder: ""  # what is wrong after a kill, if anything is


def ended(command: list[str], seconds: float | None) -> tuple[bool, float, str]:
    """Run it, to its end or until it is killed. -> whether it came to its end, seconds, what it said"""
    start = time.monotonic()
    with tempfile.TemporaryFile() as said:
        with subprocess.Popen(command, stdout=said, stderr=said) as process:
            try:
                process.wait(timeout=seconds)
            except subprocess.TimeoutExpired:
                process.kill()
        said.seek(0)
        text = said.read().decode("utf-8", "replace")
    if process.returncode not in (0, -9):
        raise RuntimeError(f"exit code {process.returncode}: {text[-1_000:]}")
    return process.returncode == 0, time.monotonic() - start, text


def killed(job: Job, kills: int, draw: random.Random, scratch: Path) -> Finding:
    whole, folder = scratch / "whole", scratch / "killed"
    whole.mkdir(parents=True)
    _, seconds, _ = ended(job.command(whole), None)
    expected, failed, first, done, runs = job.result(whole), 0, "", 0, 0
    while done < kills:  # a run that came to its end before it was killed is begun anew elsewhere
        run = folder / str(runs)
        run.mkdir(parents=True)
        runs += 1
        wrong = ""
        try:
            for _ in range(4 * kills):
                over, _, _ = ended(job.command(run), seconds * draw.random() if done < kills else None)
                if over:
                    break
                done += 1
                wrong = wrong or job.sound(run)
            else:
                wrong = wrong or "never came to its end"
            wrong = wrong or ("" if job.result(run) == expected else "another result than without a kill")
        except (RuntimeError, OSError, ValueError) as error:
            wrong, done = f"{error!r}", done + 1
        if wrong:
            failed, first = failed + 1, first or wrong
        print(f"  {job.what}: {done} of {kills} kills, {failed} failed {first}", file=sys.stderr, flush=True)
    return Finding(
        f"{job.what}, killed",
        done,
        failed,
        "equal to a run never killed",
        f"{runs} runs of {seconds:.1f} s",
        first,
    )


def solving(model: str, ending: str, source: Path) -> Job:
    def command(folder: Path) -> list[str]:
        out = folder / f"out{ending}"
        return [*_CANTOR, "solve", "--model", model, "--input", str(source), "--output", str(out)]

    return Job(f"bulk solving into {ending}", command, lambda folder: (folder / f"out{ending}").read_bytes())


_GET = """
import sys
from pathlib import Path
from cantor.data.catalogue import Dataset, SourceFile
from cantor.data.download import get
url, sha, size, root = sys.argv[1:]
file = SourceFile("a.bin", sha, int(size), url)
get(Dataset("a", "1", "", "", "", "", {}, (file,)), Path(root))
"""


@contextmanager
def slow_server(content: bytes) -> Iterator[str]:
    """Gives a file in pieces, from where it is asked for."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            start = int((self.headers.get("Range") or "bytes=0-").removeprefix("bytes=").removesuffix("-"))
            self.send_response(206 if start else 200)
            if start:
                self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
            self.send_header("Content-Length", str(len(content) - start))
            self.end_headers()
            try:
                for at in range(start, len(content), 1 << 16):
                    self.wfile.write(content[at : at + (1 << 16)])
                    time.sleep(0.01)
            except OSError:
                pass  # killed

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/a.bin"
        server.shutdown()


def download(url: str, content: bytes) -> Job:
    digest = hashlib.sha256(content).hexdigest()

    def command(folder: Path) -> list[str]:
        return [sys.executable, "-c", _GET, url, digest, str(len(content)), str(folder)]

    def sound(folder: Path) -> str:
        file = folder / "a.bin"
        return "a half file is in place" if file.exists() and file.read_bytes() != content else ""

    return Job("a download", command, lambda folder: (folder / "a.bin").read_bytes(), sound)


def training(recipe: Path) -> Job:
    def result(folder: Path) -> object:
        return hashlib.sha256((folder / "run" / "best" / "model.safetensors").read_bytes()).hexdigest()

    def sound(folder: Path) -> str:
        from cantor.model import from_pretrained

        best = folder / "run" / "best"
        try:
            if best.exists():
                from_pretrained(best)
        except ModelError as error:
            return f"a half-written model: {error}"
        return ""

    def command(folder: Path) -> list[str]:
        return [*_CANTOR, "train", str(recipe), "--folder", str(folder / "run")]

    return Job("toy training", command, result, sound)


def export(trained: Path) -> Job:
    def sound(folder: Path) -> str:
        from cantor.solver import Solver

        if not (folder / "model").exists():
            return ""
        try:
            Solver.from_pretrained(folder / "model", threads=1)
        except ModelError as error:
            return f"a half-written model: {error}"
        return ""

    def result(folder: Path) -> object:
        return (folder / "model" / "sha256.json").read_bytes(), sound(folder)

    return Job(
        "an export", lambda folder: [*_CANTOR, "export", str(trained), str(folder / "model")], result, sound
    )


def run(model: str, kills: int, seed: int) -> list[Finding]:
    """A fifth of them each for JSON Lines, CSV, a download, training and an export."""
    draw, found = random.Random(seed), []
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    share = max(1, kills // 5)
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        source = scratch / "in.jsonl"
        rows = ({"id": i, "question": p.question} for i, p in enumerate(write(400, seed=3)))
        source.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        for ending in (".jsonl", ".csv"):
            found.append(killed(solving(model, ending, source), share, draw, scratch / ending))
        content = random.Random(1).randbytes(20 << 20)
        with slow_server(content) as url:
            found.append(killed(download(url, content), share, draw, scratch / "get"))
        if toy := _toy(scratch):
            found.append(killed(training(toy), share, draw, scratch / "train"))
            trained = scratch / "train" / "whole" / "run" / "best"
            found.append(killed(export(trained), share, draw, scratch / "export"))
    return found


def _toy(scratch: Path) -> Path | None:
    """A recipe of seconds, where torch is installed."""
    try:
        import torch

        from toy import recipe_text, tiny_encoder
    except ModuleNotFoundError:
        return None
    torch.manual_seed(0)
    file = scratch / "toy.toml"
    file.write_text(recipe_text(tiny_encoder(scratch / "encoder")), encoding="utf-8")
    return file
