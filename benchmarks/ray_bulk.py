"""Bulk solving on Ray beside the engine-free way: the same bytes, with a worker killed, and the time of each.

    python benchmarks/ray_bulk.py --count 20000 --workers 1 2

Times include starting the cluster and loading models; `solving` is from the first finished part to the last.
On a busy machine, look at `rows_per_processor_second`, of the workers alone, rather than at times;
`load` tells how busy it was.
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
    solver.solve("Ida has 3 pens and buys 5. How many?")
    began, worked = time.perf_counter(), time.process_time()
    for file in sorted((folder / "in").iterdir()):
        solve_file(solver, file, folder / file.name)
    figures: dict[str, Any] = {"count": count, "engine_free_seconds": time.perf_counter() - began}
    figures["engine_free_rows_per_processor_second"] = count / (time.process_time() - worked)
    figures["load"] = os.getloadavg()
    for each in workers:
        figures[f"ray_{each}"] = on_ray(solver, each, folder)
    return figures


def on_ray(solver: Solver, workers: int, folder: Path) -> dict[str, Any]:
    out = folder / f"out-{workers}"
    times: list[tuple[float, int]] = []
    killed: list[int] = []
    worked: dict[int, float] = {}

    def done(summary: FolderSummary) -> None:
        times.append((time.perf_counter(), summary.rows))
        worked.update(workers_of_ours())
        if len(times) == 2:
            killed.append(next(iter(workers_of_ours())))
            os.kill(killed[0], signal.SIGKILL)

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
        "rows_per_processor_second": summary.rows / sum(worked.values()),
        "load": os.getloadavg(),
        "killed": killed,
        "workers_used": summary.workers,
        "same_bytes": same,
    }


def workers_of_ours() -> dict[int, float]:
    """Workers among the descendants of this process, and the processor seconds of each."""
    parents, found = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                # after the name: state, parent, ..., user and system time as fields 12 and 13
                stat = (entry / "stat").read_text().rpartition(")")[2].split()
                name = (entry / "cmdline").read_text()
            except OSError:
                continue
            parents[int(entry.name)] = int(stat[1])
            if name.startswith("ray::Worker"):
                ticks = int(stat[11]) + int(stat[12])
                found[int(entry.name)] = ticks / os.sysconf("SC_CLK_TCK")

    def is_ours(process: int) -> bool:
        while process in parents and process != os.getpid():
            process = parents[process]
        return process == os.getpid()

    return {process: seconds for process, seconds in found.items() if is_ours(process)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--files", type=int, default=4)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        print(json.dumps(run(given.count, given.files, given.workers, Path(made)), indent=2))
