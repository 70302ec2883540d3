"""`cantor serve` as a process: its one line, its signals, what it says when it cannot start."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cantor.serve.workers import can_fork
from helpers.tiny_export import tiny_export

CANTOR = [sys.executable, "-m", "cantor", "serve"]
QUESTION = "A jar holds 3 pens and 4 pencils. How many is that?"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tiny_export(tmp_path_factory.mktemp("tiny"), positions=512, graph_size=12))


@contextmanager
def started(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process and its first line."""
    with subprocess.Popen(
        [*CANTOR, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        try:
            yield process, process.stdout.readline()
        finally:
            process.kill()


def ask(url: str) -> dict[str, object]:
    body = json.dumps({"question": QUESTION}).encode()
    request = urllib.request.Request(f"{url}/solve", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as response:
        return dict(json.load(response))


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_from_start_to_end(model: str, number: signal.Signals) -> None:
    with started("--model", model, "--port", "0") as (process, line):
        assert line.startswith("cantor: http://127.0.0.1:")
        url = line.split()[1]
        assert ask(url)["model"] == "exported"
        with urllib.request.urlopen(url, timeout=60) as page:
            assert b"<h1>" in page.read()
        process.send_signal(number)
        out, errors = process.communicate(timeout=60)
    assert (process.returncode, out, errors) == (0, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_as_it_starts_is_not_lost(number: signal.Signals) -> None:
    """Sent when the address is known and uvicorn does not listen for signals yet."""
    code = f"""
import os
from helpers.fake_solver import FakeSolver
from cantor.serve import bind, create_app, run
run(create_app(FakeSolver()), bind("127.0.0.1", 0), lambda _: os.kill(os.getpid(), {number:d}))
print("ended")
"""
    paths = filter(None, (str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH")))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ended\n", "")


def test_json_and_options(model: str) -> None:
    options = ("--port", "0", "--json", "--capacity", "7", "--max-batch", "3", "--timeout", "5")
    with started("--model", model, *options) as (_, line):
        url = json.loads(line)["url"]
        with urllib.request.urlopen(f"{url}/healthz", timeout=60) as response:
            assert json.load(response)["capacity"] == 7


@pytest.mark.skipif(not can_fork(), reason="no such processes here")
def test_several_processes(model: str) -> None:
    """As many as cores allow; each of them with its share of the capacity."""
    with started("--model", model, "--port", "0", "--workers", "2") as (process, line):
        url = line.split()[1]
        for _ in range(4):
            assert ask(url)["model"] == "exported"
        process.send_signal(signal.SIGTERM)
        out, errors = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, "")
    assert errors in ("", "cantor: 1 of 2 workers, as 1 cores are there\n")
    assert "must be at least 1" in refused("--model", model, "--port", "0", "--workers", "0")


def refused(*options: str) -> str:
    done = subprocess.run([*CANTOR, *options], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    return done.stderr


def test_what_cannot_start_says_why(model: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert "choose another with --port" in refused("--model", model, "--port", port)
    assert "--host takes" in refused("--model", model, "--port", "0", "--host", "no.such.host.invalid")
    assert refused("--model", str(tmp_path / "nothing"), "--port", "0").startswith("cantor: ")
    assert "at least 1" in refused("--model", model, "--port", "0", "--capacity", "0")
    for port in ("80000", "-1"):  # 80000 once listened on 14464
        assert f"there is no port {port}; --port takes" in refused("--model", model, "--port", port)


def test_without_the_extra(tmp_path: Path) -> None:
    (tmp_path / "fastapi.py").write_text("raise ModuleNotFoundError('No module', name='fastapi')")
    paths = filter(None, (str(tmp_path), os.environ.get("PYTHONPATH")))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run(CANTOR, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "cantor: this needs fastapi; run: pip install 'cantor-reasoner[serve]'\n"
