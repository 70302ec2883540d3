"""Kills at random moments of bulk solving, downloads, training and exports; one part of hardening.py.

What is killed and begun again until it is done must leave what a run that nobody killed leaves.
"""

import hashlib
import http.server
import json
import multiprocessing
import os
import random
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from cantor.data.synthetic import write
from cantor.errors import ModelError
from hardening import Finding

#: Of the file that is solved in bulk.
_ROWS = 200
#: What takes long to import is imported once, in a process that then only forks: kills fall into the work.
_BEFORE = [
    "cantor.cli.export", "cantor.cli.solve", "cantor.cli.train", "cantor.data.download",
    "cantor.evaluation.predict", "cantor.model.onnx.export", "cantor.model.saving", "cantor.solver.bulk",
    "cantor.training.checkpoints", "cantor.training.trainer", "kills", "onnxruntime",
    "transformers.models.bert.modeling_bert",
]  # fmt: skip


@dataclass(frozen=True)
class Job:
    """Work that fills a folder; `result` of the folder must be the same however often it was killed."""

    what: str
    arguments: Callable[[Path], list[str]]  # of cantor, or of `work`
    result: Callable[[Path], object]
    sound: Callable[[Path], str] = lambda folder: ""  # what is wrong after a kill, if anything is
    work: Callable[[list[str]], int | None] | None = None  # in place of a command of cantor
    waits: bool = False  # rather than computes: its moments are those of a clock

    def command(self, folder: Path) -> list[str]:
        return [sys.executable, "-m", "cantor", *self.arguments(folder)]


def _cantor(arguments: list[str]) -> int:
    from cantor.cli import main

    return main(arguments)


def _child(work: Callable[[list[str]], int | None], arguments: list[str], log: str) -> None:
    """In a process of its own: what it says goes into a file."""
    with open(log, "ab", buffering=0) as said:
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
    try:
        code = work(arguments) or 0
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    os._exit(code)


def _spent(pid: int) -> float:
    """Seconds of processor time."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ended(job: Job, folder: Path, seconds: float | None) -> tuple[bool, float]:
    """Do it, to its end or until it is killed. -> whether it came to its end, seconds (as the job counts)"""
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload(_BEFORE)
    log = folder.with_name(f"{folder.name}.log")
    process = server.Process(target=_child, args=(job.work or _cantor, job.arguments(folder), str(log)))
    process.start()
    assert process.pid is not None
    start, spent = time.monotonic(), 0.0
    while process.is_alive():
        with suppress(OSError, IndexError):  # it ended just now
            spent = time.monotonic() - start if job.waits else _spent(process.pid)
        if seconds is not None and spent >= seconds:
            process.kill()
        process.join(0.01)
    if process.exitcode not in (0, -9):
        raise RuntimeError(f"exit code {process.exitcode}: {log.read_text('utf-8', 'replace')[-1_000:]}")
    return process.exitcode == 0, spent


def killed(job: Job, kills: int, draw: random.Random, scratch: Path) -> Finding:
    whole, folder = scratch / "whole", scratch / "killed"
    whole.mkdir(parents=True)
    _, seconds = ended(job, whole, None)
    expected, failed, first, done, runs = job.result(whole), 0, "", 0, 0
    # a run that came to its end before it was killed is begun anew elsewhere
    while done < kills and runs < 20 + 5 * kills:
        run = folder / str(runs)
        run.mkdir(parents=True)
        runs += 1
        wrong = ""
        try:
            for _ in range(4 * kills):
                over, _ = ended(job, run, seconds * draw.random() if done < kills else None)
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
        f"{runs} runs of {seconds:.1f} s{'' if job.waits else ' of processor time'}",
        first,
    )


def solving(model: str, ending: str, source: Path) -> Job:
    def arguments(folder: Path) -> list[str]:
        out = folder / f"out{ending}"
        return ["solve", "--model", model, "--input", str(source), "--output", str(out)]

    return Job(
        f"bulk solving into {ending}", arguments, lambda folder: (folder / f"out{ending}").read_bytes()
    )


def _get(arguments: list[str]) -> None:
    from cantor.data.catalogue import Dataset, SourceFile
    from cantor.data.download import get

    url, sha, size, root = arguments
    get(Dataset("a", "1", "", "", "", "", {}, (SourceFile("a.bin", sha, int(size), url),)), Path(root))


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

    def arguments(folder: Path) -> list[str]:
        return [url, digest, str(len(content)), str(folder)]

    def sound(folder: Path) -> str:
        file = folder / "a.bin"
        return "a half file is in place" if file.exists() and file.read_bytes() != content else ""

    def result(folder: Path) -> object:
        return (folder / "a.bin").read_bytes()

    return Job("a download", arguments, result, sound, work=_get, waits=True)


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

    return Job(
        "toy training",
        lambda folder: ["train", str(recipe), "--folder", str(folder / "run")],
        result,
        sound,
    )


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

    return Job("an export", lambda folder: ["export", str(trained), str(folder / "model")], result, sound)


def of_solving(model: str, kills: int, seed: int) -> list[Finding]:
    """Half of them for JSON Lines, half for CSV."""
    found, shares = [], {".jsonl": kills - kills // 2, ".csv": kills // 2}
    with _scratch() as scratch:
        source = scratch / "in.jsonl"
        rows = ({"id": i, "question": p.question} for i, p in enumerate(write(_ROWS, seed=3)))
        source.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        for ending, share in shares.items():
            job = solving(model, ending, source)
            found.append(killed(job, share, random.Random(seed), scratch / ending))
    return found


def of_downloads(kills: int, seed: int) -> list[Finding]:
    content = random.Random(1).randbytes(20 << 20)
    with _scratch() as scratch, slow_server(content) as url:
        return [killed(download(url, content), kills, random.Random(seed), scratch / "get")]


def of_training(kills: int, seed: int) -> list[Finding]:
    with _scratch() as scratch:
        return [killed(training(toy_recipe(scratch)), kills, random.Random(seed), scratch / "train")]


def of_exports(kills: int, seed: int) -> list[Finding]:
    with _scratch() as scratch:
        ended(training(toy_recipe(scratch)), scratch, None)
        return [killed(export(scratch / "run" / "best"), kills, random.Random(seed), scratch / "export")]


@contextmanager
def _scratch() -> Iterator[Path]:
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def toy_recipe(scratch: Path) -> Path:
    """A recipe of seconds; needs torch."""
    import torch

    from toy import recipe_text, tiny_encoder

    torch.manual_seed(0)
    file = scratch / "toy.toml"
    file.write_text(recipe_text(tiny_encoder(scratch / "encoder")), encoding="utf-8")
    return file
