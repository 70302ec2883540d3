"""Several processes behind one socket: all answer, counters add up, the dead are replaced, all end."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from cantor.serve.board import Board, added
from cantor.serve.workers import can_fork
from helpers.running_server import BAKER

PATIENCE = 240
SERVER = """
from helpers.fake_solver import FakeSolver
from cantor.serve import bind, create_app, run_workers
solver = FakeSolver({delay})
run_workers(lambda: create_app(solver), bind("127.0.0.1", 0), 2, lambda url: print(url, flush=True))
print("ended")
"""
forking = pytest.mark.skipif(not can_fork(), reason="no such processes here")


@contextmanager
def serving(delay: float = 0.0) -> Iterator[tuple[subprocess.Popen[str], str]]:
    paths = filter(None, (str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH")))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-c", SERVER.format(delay=delay)]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


def ask(url: str) -> dict[str, object]:
    body = json.dumps({"question": BAKER}).encode()
    request = urllib.request.Request(f"{url}/solve", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        return dict(json.load(response))


def metric(url: str, name: str) -> float:
    with urllib.request.urlopen(f"{url}/metrics", timeout=PATIENCE) as response:
        found = re.search(rf"^{re.escape(name)} (\S+)$", response.read().decode(), re.MULTILINE)
    return float(found[1]) if found else 0.0


def until(true: Callable[[], bool]) -> None:
    """However busy the machine is."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def children(process: subprocess.Popen[str]) -> list[int]:
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    return [int(child) for child in found.split()]


@forking
def test_all_that_was_asked_is_counted() -> None:
    with serving() as (process, url):
        for _ in range(20):
            assert ask(url)["answer"] == 39
        until(lambda: metric(url, "cantor_questions_total") == 20)
        assert metric(url, 'cantor_requests_total{route="/solve",status="200"}') == 20
        until(lambda: metric(url, "cantor_capacity") == 2 * 128)  # the second worker may start late
        process.send_signal(signal.SIGTERM)
        out, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, errors) == (0, "ended\n", "")


@forking
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc")
def test_one_that_ends_is_replaced() -> None:
    with serving() as (process, url):
        for _ in range(10):
            ask(url)
        until(lambda: metric(url, "cantor_questions_total") == 10)
        first = children(process)
        assert len(first) == 2
        os.kill(first[0], signal.SIGKILL)
        until(lambda: len(children(process)) == 2 and first[0] not in children(process))
        assert ask(url)["answer"] == 39
        until(lambda: metric(url, "cantor_questions_total") == 11)  # what the dead one counted stays
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 0
    assert "a worker ended by itself (-9); another takes its place" in errors


@forking
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc")
def test_none_outlives_its_parent() -> None:
    with serving() as (process, url):
        assert ask(url)["answer"] == 39
        workers = children(process)
        process.kill()
        process.wait(PATIENCE)
        until(lambda: not any(running(worker) for worker in workers))


def running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


@forking
def test_what_was_accepted_is_answered_before_the_end() -> None:
    from threading import Thread

    with serving(delay=2.0) as (process, url):
        found: list[object] = []
        asking = [Thread(target=lambda: found.append(ask(url)["answer"])) for _ in range(2)]
        for thread in asking:
            thread.start()
        until(lambda: metric(url, "cantor_taken") == 2 or bool(found))  # found: a very busy machine
        process.send_signal(signal.SIGTERM)
        for thread in asking:
            thread.join(PATIENCE)
        assert process.wait(PATIENCE) == 0
    assert found == [39, 39]


# The board


def page(questions: int, seconds: list[float], up: float) -> bytes:
    registry = CollectorRegistry()
    Counter("cantor_requests", "Requests.", ("route",), registry=registry).labels("/solve").inc(questions)
    histogram = Histogram("cantor_batch_seconds", "Time.", buckets=(1.0, 2.0), registry=registry)
    for each in seconds:
        histogram.observe(each)
    Gauge("cantor_uptime_seconds", "Up.", registry=registry).set(up)
    Gauge("cantor_taken", "Taken.", registry=registry).set(questions)
    return generate_latest(registry)


def figures(text: bytes) -> dict[str, float]:
    lines = [
        line for line in text.decode().splitlines() if not line.startswith("#") and "_created" not in line
    ]
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


WORKERS = st.lists(
    st.tuples(st.integers(0, 9), st.lists(st.sampled_from([0.5, 1.5, 4.0]), max_size=4), st.integers(0, 99)),
    min_size=1,
    max_size=4,
)


@given(WORKERS)
def test_pages_add_up(workers: list[tuple[int, list[float], int]]) -> None:
    """To the page of one process that did it all."""
    whole = page(sum(w[0] for w in workers), [s for w in workers for s in w[1]], max(w[2] for w in workers))
    assert figures(added(page(*worker) for worker in workers)) == figures(whole)


def test_who_is_gone_stays_counted() -> None:
    board = Board(2)
    board.write(0, page(3, [0.5], 10))
    board.write(1, page(4, [], 20))
    before = figures(board.total())
    board.retire(0)
    board.retire(0)  # nothing is counted twice
    after = figures(board.total())
    assert after == before | {"cantor_taken": 4, "cantor_uptime_seconds": 20}


def test_a_text_half_written_is_not_read() -> None:
    board = Board(1)
    board.write(0, b"whole 1\n")
    board._memory[8:13] = b"other"
    assert board.read(0) == b""
    board.write(0, b"x" * (1 << 20))  # too long: nothing is written
    assert board.read(0) == b""
