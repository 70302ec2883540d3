"""Whole or not at all: whatever happens while a file is written, the old one or the new one is there."""

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cantor.io.atomic import atomic_file, atomic_folder, write_atomic, write_json


class Killed(BaseException):
    pass


def test_text_and_json(tmp_path: Path) -> None:
    write_atomic(tmp_path / "a.txt", "½ cup\r\n")
    assert (tmp_path / "a.txt").read_bytes() == "½ cup\r\n".encode()
    write_atomic(tmp_path / "a.txt", b"\xff")
    assert (tmp_path / "a.txt").read_bytes() == b"\xff"
    write_json(tmp_path / "deep/er/a.json", {"a": [1]})
    assert (tmp_path / "deep/er/a.json").read_text() == '{\n  "a": [\n    1\n  ]\n}\n'
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "deep"]


def test_what_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    write_json(tmp_path / "a.json", 1)
    with pytest.raises(TypeError):
        write_json(tmp_path / "a.json", object())

    def half() -> None:
        with atomic_file(tmp_path / "a.json") as file:
            file.write(b"half")
            raise Killed

    with pytest.raises(Killed):
        half()
    assert (tmp_path / "a.json").read_text() == "1\n"
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


@pytest.mark.skipif(sys.platform == "win32", reason="permissions")
def test_files_are_as_readable_as_any_other(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    write_atomic(tmp_path / "ours", "")
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("plain", "ours")]
    assert modes[0] == modes[1]


def test_many_writers_never_mix(tmp_path: Path) -> None:
    path = tmp_path / "a"
    contents = [bytes([65 + i]) * 100_000 for i in range(8)]

    def write(content: bytes) -> None:
        for _ in range(5):
            write_atomic(path, content)

    threads = [threading.Thread(target=write, args=(content,)) for content in contents]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        if path.exists():
            assert path.read_bytes() in contents
    assert path.read_bytes() in contents
    assert [found.name for found in tmp_path.iterdir()] == ["a"]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_killed_while_writing(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    write_json(path, "old")
    code = (
        "import os, signal, sys\n"
        "from cantor.io.atomic import atomic_file\n"
        "with atomic_file(sys.argv[1]) as file:\n"
        "    file.write(b'half')\n"
        "    file.flush()\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode < 0
    assert path.read_text() == '"old"\n'
    write_json(path, "new")
    assert path.read_text() == '"new"\n'


@pytest.mark.parametrize("moves", [0, 1, 2, 3])
def test_a_folder_killed_while_moving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: int) -> None:
    folder = tmp_path / "model"

    def save(content: str) -> None:
        with atomic_folder(folder, {"ours"}) as part:
            (part / "ours").write_text(content)

    save("old")
    (folder / "notes").write_text("mine")
    real, done = os.replace, []

    def replace(*arguments: Path) -> None:
        if len(done) == moves:
            raise Killed
        done.append(arguments)
        real(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", replace)
        if moves < 3:
            with pytest.raises(Killed):
                save("new")
        else:
            save("new")
    save("newest")
    assert (folder / "ours").read_text() == "newest"
    assert (folder / "notes").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_a_folder_that_failed_leaves_nothing(tmp_path: Path) -> None:
    def half() -> None:
        with atomic_folder(tmp_path / "model", set()) as part:
            (part / "a").write_text("half")
            raise Killed

    with pytest.raises(Killed):
        half()
    assert list(tmp_path.iterdir()) == []
