"""The command as a process of its own: standard input, pipes, signals, encodings, start."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

CANTOR = [sys.executable, "-c", "import sys; from cantor.cli import main; sys.exit(main())"]


def run(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*CANTOR, *arguments], input=stdin, capture_output=True, env={**os.environ, **environment}, timeout=30
    )


def test_reading_standard_input() -> None:
    found = run("read", "--json", stdin="Zoë has ½ of 12.\n".encode(), PYTHONIOENCODING="ascii")
    assert (found.returncode, found.stderr) == (0, b"")
    assert [n["value"] for n in json.loads(found.stdout)["numbers"]] == ["1/2", "12"]
    assert json.loads(found.stdout)["text"] == "Zoë has ½ of 12."
    found = run("read", stdin=b"caf\xe9 3")
    assert found.returncode == 2
    assert found.stderr.startswith(b"cantor: standard input is not UTF-8")
    assert run("read", stdin=b"").stdout == b"\n\nNo numbers.\n"


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_reader_that_has_enough(options: list[str], data: Path) -> None:
    with subprocess.Popen(
        [*CANTOR, "data", "list", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()  # before a word is written, as `head -0` does
        errors = process.stderr.read()
        assert (process.wait(timeout=30), errors) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT")
def test_ctrl_c() -> None:
    with subprocess.Popen(
        [*CANTOR, "data", "synth", "--count", "1000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        process.stdout.readline()  # it is under way
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors == b"cantor: stopped; run the same command again to go on\n"


def test_starting_imports_little() -> None:
    code = (
        "import sys; from cantor.cli import main; "
        "print([m for m in sys.modules if m.startswith(('rich', 'cantor.data', 'numpy', 'torch'))])"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


def test_the_installed_command() -> None:
    command = Path(sys.executable).parent / "cantor"
    assert subprocess.check_output([command, "--version"]).startswith(b"cantor ")


@pytest.fixture
def without_torch(tmp_path: Path) -> dict[str, str]:
    """An environment in which torch is not installed."""
    (tmp_path / "torch.py").write_text("raise ModuleNotFoundError('No module', name='torch')")
    paths = filter(None, (str(tmp_path), os.environ.get("PYTHONPATH")))
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}


def test_an_exported_model_is_evaluated_without_torch(without_torch: dict[str, str], exported: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "cantor",
        "evaluate",
        "--model",
        str(exported),
        "--data",
        "toy:3",
        "--json",
    ]
    done = subprocess.run(command, env=without_torch, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["count"] == 3


def test_what_the_core_install_lacks_is_named(without_torch: dict[str, str], tmp_path: Path) -> None:
    """Without torch, a command that needs it says how to get it."""
    (tmp_path / "model").mkdir()
    command = [
        sys.executable,
        "-m",
        "cantor",
        "evaluate",
        "--model",
        str(tmp_path / "model"),
        "--data",
        "toy:3",
    ]
    done = subprocess.run(command, env=without_torch, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "cantor: this needs torch; run: pip install 'cantor-reasoner[train]'\n"
