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

sys.path.append(str(Path(__file__).parents[1] / "serve"))
from exported_model import export_tiny

CANTOR = [sys.executable, "-m", "cantor", "serve"]
QUESTION = "A jar holds 3 pens and 4 pencils. How many is that?"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(export_tiny(tmp_path_factory.mktemp("tiny")))


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


def test_json_and_options(model: str) -> None:
    options = ("--port", "0", "--json", "--capacity", "7", "--max-batch", "3", "--timeout", "5")
    with started("--model", model, *options) as (_, line):
        url = json.loads(line)["url"]
        with urllib.request.urlopen(f"{url}/healthz", timeout=60) as response:
            assert json.load(response)["capacity"] == 7


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


def test_without_the_extra(tmp_path: Path) -> None:
    (tmp_path / "fastapi.py").write_text("raise ModuleNotFoundError('No module', name='fastapi')")
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(CANTOR, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "cantor: this needs fastapi; run: pip install 'cantor[serve]'\n"
