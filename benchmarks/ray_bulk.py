"""Bulk solving on Ray beside the engine-free way: the same bytes, with a worker killed, and the time of each.

    python benchmarks/ray_bulk.py --count 20000 --workers 1 2

Times include starting the cluster and loading models; `solving` is from the first finished part to the last.
"""

import argparse
import json
import os
import signal
import tempfile
import time
from pathlib import Path
from typing import Any

from cantor.cli import main
from cantor.solver import Solver
from cantor.solver.bulk import solve_file
from cantor.solver.folder import FolderSummary, solve_folder
from cantor.solver.on_ray import RayEngine


def run(count: int, files: int, workers: list[int], folder: Path) -> dict[str, Any]:
    (folder / "in").mkdir()
    for i in range(files):
        name = str(folder / "in" / f"{i}.jsonl")
        main(["data", "synth", "--count", str(count // files), "--seed", str(i), "--output", name])
    solver = Solver.from_pretrained(threads=1)
    began = time.perf_counter()
    for file in sorted((folder / "in").iterdir()):
        solve_file(solver, file, folder / file.name)
    figures: dict[str, Any] = {"count": count, "engine_free_seconds": time.perf_counter() - began}
    for each in workers:
        figures[f"ray_{each}"] = on_ray(solver, each, folder)
    return figures


def on_ray(solver: Solver, workers: int, folder: Path) -> dict[str, Any]:
    out = folder / f"out-{workers}"
    times: list[tuple[float, int]] = []
    killed: list[int] = []

    def done(summary: FolderSummary) -> None:
        times.append((time.perf_counter(), summary.rows))
        if len(times) == 2:
            killed.append(kill_one())

    began = time.perf_counter()
    summary = solve_folder(
        solver, f"{folder}/in/*.jsonl", str(out), part_rows=128, engine=RayEngine(None, workers), done=done
    )
    seconds = time.perf_counter() - began
    same = all(
        b"".join(p.read_bytes() for p in sorted((out / file.name).iterdir()))
        == (folder / file.name).read_bytes()
        for file in (folder / "in").iterdir()
    )
    (first, before), (last, after) = times[0], times[-1]
    return {
        "seconds": seconds,
        "solving": (after - before) / (last - first),
        "rows": summary.rows,
        "killed": killed,
        "workers_used": summary.workers,
        "same_bytes": same,
    }


def kill_one() -> int:
    """One of our own workers: a descendant of this process."""
    parents, names = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
                names[int(entry.name)] = (entry / "cmdline").read_text()
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    for process, name in names.items():
        above = process
        while above in parents and above != os.getpid():
            above = parents[above]
        if above == os.getpid() and name.startswith("ray::Worker"):
            os.kill(process, signal.SIGKILL)
            return process
    raise RuntimeError("there is no worker")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--files", type=int, default=4)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        print(json.dumps(run(given.count, given.files, given.workers, Path(made)), indent=2))
