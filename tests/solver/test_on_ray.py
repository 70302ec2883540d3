"""On a real Ray cluster of this machine: workers die, a node comes, and the answers are the same."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any

import pytest

from cantor.errors import CantorError
from cantor.solver import Solver, on_ray
from cantor.solver.bulk import BulkError, solve_file
from cantor.solver.folder import solve_folder
from cantor.solver.on_ray import RayEngine
from helpers.perilous import Perilous

ray = pytest.importorskip("ray")
cluster_utils = pytest.importorskip("ray.cluster_utils")

# Others may fill this machine's memory and take its time: the workers of a test are neither killed for it nor
# put behind all others, as Ray does with its own.
_ENVIRONMENT = {
    "RAY_memory_monitor_refresh_ms": "0",
    "RAY_worker_niceness": "0",
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_AUTH_MODE": "disabled",
    # workers unpickle what the helpers define
    "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]),
}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A node of one core, and room for more; nothing but loopback."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in _ENVIRONMENT.items():
            patch.setenv(name, value)
        head = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": 100 << 20}
        try:
            made = cluster_utils.Cluster(initialize_head=True, head_node_args=head)
            ray.init(address=made.address, log_to_driver=False, configure_logging=False)
        except Exception as error:  # a machine that lets no process listen, say: nothing of ours
            pytest.skip(f"Ray does not start here: {error}")
        yield made
        ray.shutdown()
        made.shutdown()


def perilous(exported: Path, folder: Path) -> Solver:
    folder.mkdir()
    return Solver.from_pretrained(exported, threads=1, reranker=Perilous(str(folder), os.getpid()))


def written(path: Path, count: int, words: dict[int, str]) -> Path:
    """Problems, some of them with words that do something."""
    path.parent.mkdir(exist_ok=True)
    rows = [{"question": f"Ida has {i} pens {words.get(i, '')} and buys 5. How many?"} for i in range(count)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def together(folder: Path) -> bytes:
    return b"".join(part.read_bytes() for part in sorted(folder.glob("*-*.jsonl")))


def test_a_worker_dies_and_a_row_is_poisoned(cluster: Any, exported: Path, tmp_path: Path) -> None:
    solver = perilous(exported, tmp_path / "done")
    one = written(tmp_path / "in" / "one.jsonl", 60, {5: "explode", 30: "kill once"})
    two = written(tmp_path / "in" / "two.jsonl", 30, {})
    out = str(tmp_path / "out")
    summary = solve_folder(solver, str(one.parent), out, part_rows=8, engine=RayEngine())
    assert (tmp_path / "done" / "killed").exists()
    assert (summary.rows, summary.resumed, summary.answered) == (90, 0, 89)
    assert summary.errors == {"failed": 1}
    assert summary.workers == 2  # the one that died, and the one in its place
    for file in (one, two):
        solve_file(solver, file, tmp_path / file.name)
        assert together(tmp_path / "out" / file.name) == (tmp_path / file.name).read_bytes()
    # a part goes, and only that is solved again
    victim = sorted((tmp_path / "out" / "one.jsonl").iterdir())[1]
    whole, times = victim.read_bytes(), {p: p.stat().st_mtime_ns for p in victim.parent.iterdir()}
    victim.unlink()
    again = solve_folder(solver, str(one.parent), out, part_rows=8, engine=RayEngine())
    assert victim.read_bytes() == whole
    assert [p for p in times if p.stat().st_mtime_ns != times[p]] == [victim]
    assert again.rows - again.resumed == whole.count(b"\n")


def test_rows_that_kill_whoever_solves_them(cluster: Any, exported: Path, tmp_path: Path) -> None:
    """Their part is given up and named; all others are there."""
    solver = perilous(exported, tmp_path / "done")
    source = written(tmp_path / "in" / "one.jsonl", 30, {10: "kill always"})
    with pytest.raises(BulkError, match=r"1 parts were given up.*part 1 of .*one.jsonl \(16 rows\)"):
        solve_folder(solver, str(source), str(tmp_path / "out"), part_rows=8, engine=RayEngine())
    there = sorted(path.name[:6] for path in (tmp_path / "out" / "one.jsonl").iterdir())
    assert there == ["000000", "000002"]


def test_a_node_that_joins_is_used(cluster: Any, exported: Path, tmp_path: Path) -> None:
    """The first worker goes on only once there is a second, for which the first node has no core."""
    solver = perilous(exported, tmp_path / "done")
    source = written(tmp_path / "in" / "one.jsonl", 60, dict.fromkeys(range(60), "meet"))

    with ThreadPoolExecutor(1) as pool:  # nodes are made by the main thread
        out = f"file://{tmp_path}/out"  # written by fsspec, as to any address
        solving = pool.submit(solve_folder, solver, str(source), out, part_rows=8, engine=RayEngine())
        until = monotonic() + 120
        while not list((tmp_path / "done").glob("met-*")) and monotonic() < until:
            sleep(0.05)
        node = cluster.add_node(num_cpus=1, object_store_memory=100 << 20)
        summary = solving.result()
    cluster.remove_node(node)
    assert summary.workers == 2
    solve_file(solver, source, tmp_path / "alone.jsonl")
    assert together(tmp_path / "out" / "one.jsonl") == (tmp_path / "alone.jsonl").read_bytes()


def test_a_node_that_goes_takes_no_row_along(cluster: Any, exported: Path, tmp_path: Path) -> None:
    """Two workers, a node each, are in the middle of a part when one of the nodes is killed."""
    solver = perilous(exported, tmp_path / "done")
    source = written(tmp_path / "in" / "one.jsonl", 60, {3: "stay", 20: "stay", 30: "explode"})
    node = cluster.add_node(num_cpus=1, object_store_memory=100 << 20)
    with ThreadPoolExecutor(1) as pool:
        out = str(tmp_path / "out")
        solving = pool.submit(solve_folder, solver, str(source), out, part_rows=8, engine=RayEngine())
        until = monotonic() + 120
        while len(list((tmp_path / "done").glob("stays-*"))) < 2 and monotonic() < until:
            sleep(0.05)
        cluster.remove_node(node, allow_graceful=False)
        (tmp_path / "done" / "go").touch()
        summary = solving.result()
    assert (summary.rows, summary.answered, summary.errors) == (60, 59, {"failed": 1})
    solve_file(solver, source, tmp_path / "alone.jsonl")
    assert together(tmp_path / "out" / "one.jsonl") == (tmp_path / "alone.jsonl").read_bytes()


def test_a_cluster_that_does_not_start_is_told() -> None:
    def refuse(**settings: object) -> None:
        raise Exception("The current node timed out\n during startup.")

    before = dict(os.environ)
    fake = SimpleNamespace(init=refuse)
    with (
        pytest.raises(CantorError, match=r"does not start here \(The current node timed out during startup"),
        on_ray._own_cluster(fake, 1),
    ):
        pass
    assert dict(os.environ) == before


def test_the_command(exported: Path, tmp_path: Path) -> None:
    """A cluster of its own, of which nothing is left: no session, nothing in the home folder."""
    source = written(tmp_path / "in" / "one.jsonl", 20, {})
    (tmp_path / "home").mkdir()
    (tmp_path / "tmp").mkdir()
    command = ["solve", "--model", str(exported), "--input", str(source), "--output", str(tmp_path / "out")]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    own = {name: _ENVIRONMENT[name] for name in ("RAY_memory_monitor_refresh_ms", "RAY_worker_niceness")}
    environment = kept | own | {"HOME": str(tmp_path / "home")}
    done = subprocess.run(
        [sys.executable, "-m", "cantor", *command, "--engine", "ray", "--workers", "1", "--json"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    if "Ray does not start here" in done.stderr:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rows"] == 20
    assert list((tmp_path / "home").iterdir()) == []
