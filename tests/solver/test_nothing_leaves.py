"""A solve in a fresh home: no socket is opened, no file is written; a server calls nobody."""

import json
import os
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

_SOLVE = """
import socket, sys
def hook(event, args):
    if event.startswith("socket.") and event not in ("socket.gethostname",):
        print("SOCKET", event, args)
    if event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+"):
        print("WRITES", args)
sys.addaudithook(hook)
from cantor import Solver
print(Solver().solve("Tom had 12 apples and ate 5. How many apples are left?").display)
"""


def test_no_socket_and_no_file(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    # by the system's own account where it can be had: onnxruntime's telemetry is not Python's
    log = tmp_path / "calls"
    strace = shutil.which("strace")
    kinds = "trace=network,openat,mkdirat,?open,?creat,?mkdir"
    watched = [strace, "-f", "-qq", "-s", "300", "-e", kinds, "-o", str(log)] if strace else []
    hidden = ("ORT_DISABLE_TELEMETRY", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment |= {"HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", _SOLVE]
    done = subprocess.run([*watched, *command], env=environment, cwd=home, capture_output=True, text=True)
    if done.returncode and strace and "ptrace" in done.stderr.lower():
        done = subprocess.run(command, env=environment, cwd=home, capture_output=True, text=True)
    assert done.stdout == "7 apples\n", done.stdout + done.stderr
    assert list(home.rglob("*")) == []
    calls = log.read_text() if log.exists() else ""
    assert "socket(" not in calls, calls[:500]
    assert [call for call in calls.splitlines() if _writes(call)] == []


def _writes(call: str) -> bool:
    """Whether a call that strace saw made or opened a file for writing; devices are none."""
    made = any(word in call for word in ("O_WRONLY", "O_RDWR", "O_CREAT", "mkdir", "creat("))
    return made and '"/dev/' not in call and "= -1 " not in call


def test_a_server_listens_on_this_machine_and_calls_nobody(tmp_path: Path, exported: Path) -> None:
    """By the system's own account: it binds 127.0.0.1, connects nowhere, writes nothing at home."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("needs strace")
    home, log = tmp_path / "home", tmp_path / "calls"
    home.mkdir()
    environment = os.environ | {"HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [strace, "-f", "-qq", "-e", "trace=connect,bind,sendto", "-o", str(log)]
    command += [sys.executable, "-m", "cantor", "serve", "--port", "0", "--json", "--model", str(exported)]
    with subprocess.Popen(
        command, env=environment, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        line = process.stdout.readline()
        if not line:
            pytest.skip(f"strace may not trace here: {process.stderr.read()[-200:]}")
        body = json.dumps({"question": "Tom had 12 apples and ate 5. How many are left?"}).encode()
        url, kind = json.loads(line)["url"], {"content-type": "application/json"}
        with urllib.request.urlopen(
            urllib.request.Request(f"{url}/solve", body, kind), timeout=60
        ) as response:
            assert response.status == 200
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGTERM)
        process.wait(timeout=60)
    calls = log.read_text()
    reached = [call for call in calls.splitlines() if "connect(" in call and "AF_INET" in call]
    assert reached == []
    bound = [call for call in calls.splitlines() if "bind(" in call and "AF_INET" in call]
    assert bound
    assert all('inet_addr("127.0.0.1")' in call for call in bound)
    assert list(home.rglob("*")) == []
