"""The Dockerfile's steps without a container engine: `make test-container` runs this as root.

The wheel is installed into a fresh environment; then, as a user who is nobody, has no home and may not write
a byte into any file, the command is started, found healthy by the image's own check, asked, and stopped.
"""

import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Dockerfile:
    """What of the file matters here, read from it."""

    def __init__(self, path: Path):
        text = path.read_text(encoding="utf-8").replace("\\\n", " ")
        lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
        self.lines = lines
        self.user, self.group = map(int, self._last("USER").split(":"))
        self.environment = dict(re.findall(r"(\w+)=(\S+)", self._last("ENV")))
        self.run = self._last("RUN")
        self.command: list[str] = [*json.loads(self._last("ENTRYPOINT")), *json.loads(self._last("CMD"))]
        self.health: list[str] = json.loads(self._last("HEALTHCHECK").partition("CMD")[2])

    def _last(self, word: str) -> str:
        return [line.partition(" ")[2].strip() for line in self.lines if line.startswith(f"{word} ")][-1]


def reachable_python() -> str:
    """One that nobody may run: this one may lie in root's own home."""
    for found in (os.path.realpath(sys.executable), "/usr/bin/python3"):
        if all(parent.stat().st_mode & 0o001 for parent in Path(found).parents):
            return found
    raise SystemExit("no Python is where nobody may run it, such as /usr/bin/python3")


@contextmanager
def image(file: Dockerfile) -> Iterator[Path]:
    """A folder that stands for the image's root: /opt/cantor and /tmp/wheel lie in it."""
    with tempfile.TemporaryDirectory(prefix="cantor-image-") as name:
        root = Path(name)
        root.chmod(0o755)
        wheels = root / "tmp" / "wheel"
        wheels.mkdir(parents=True)
        (root / "opt").mkdir()
        for source in (ROOT / "constraints.txt", *(ROOT / "build" / "wheel").glob("*.whl")):
            shutil.copy(source, wheels)
        run = file.run.replace("/opt/cantor", str(root / "opt" / "cantor")).replace("/tmp/wheel", str(wheels))
        run = re.sub(r"\bpython -m venv", f"{reachable_python()} -m venv", run)
        subprocess.run(["sh", "-e", "-c", run], check=True, stdout=subprocess.DEVNULL)
        yield root


def as_nobody(file: Dockerfile, root: Path, command: list[str]) -> "subprocess.Popen[str]":
    """A process like one in the container: no rights, no home, no byte written to a file."""

    def give_up_all() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        os.setgroups([])
        os.setgid(file.group)
        os.setuid(file.user)

    environment = {name: value for name, value in file.environment.items() if name != "PATH"}
    environment["PATH"] = f"{root / 'opt' / 'cantor' / 'bin'}:/usr/bin:/bin"
    program = shutil.which(command[0], path=environment["PATH"])
    assert program is not None, command
    return subprocess.Popen(
        [program, *command[1:]],
        env=environment,
        cwd="/",
        preexec_fn=give_up_all,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def main() -> None:
    assert os.getuid() == 0, "this must be run as root, to become nobody"
    file = Dockerfile(ROOT / "Dockerfile")
    assert file.user > 0
    assert file.group > 0
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    command = [port if part == "8000" else part for part in file.command]
    health = [part.replace("8000", port) for part in file.health]
    with image(file) as root:
        server = as_nobody(file, root, command)
        try:
            end = time.monotonic() + 120
            while as_nobody(file, root, health).wait() != 0:
                assert server.poll() is None, server.communicate()
                assert time.monotonic() < end, "not healthy within two minutes"
            status = Path(f"/proc/{server.pid}/status").read_text()
            assert re.search(rf"^Uid:\s+{file.user}\s+{file.user}", status, re.MULTILINE), status
            question = "A baker has 4 trays with 12 rolls on each. 9 rolls are sold. How many rolls are left?"
            body = json.dumps({"question": question, "graph": False}).encode()
            asked = urllib.request.Request(
                f"http://127.0.0.1:{port}/solve", body, {"content-type": "application/json"}
            )
            with urllib.request.urlopen(asked, timeout=60) as response:
                assert json.load(response)["answer"] == 39
            server.send_signal(signal.SIGTERM)
            errors = server.communicate(timeout=60)[1]
            assert server.returncode == 0, errors
            assert as_nobody(file, root, health).wait() == 1, "the health check finds a server that has ended"
        finally:
            server.kill()
    print(
        f"as user {file.user}, without a file written: {' '.join(file.command)} is healthy, answers and ends"
    )


if __name__ == "__main__":
    main()
