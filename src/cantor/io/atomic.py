"""Files and folders that are there whole or not at all, at whatever moment the process is killed.

Each is written beside its place, under a name that begins with a dot, and then takes its place in one step.
"""

import json
import os
import sys
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def atomic_file(path: str | Path) -> Iterator[BinaryIO]:
    """A file to fill, which then takes the old one's place; nothing is left of it where that fails."""
    path = Path(path)
    # of this process and thread alone: two that write the same file must not write into each other's
    part = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        with part.open("wb") as file:
            yield file
        put_in_place(part, path)
    finally:
        part.unlink(missing_ok=True)


def write_atomic(path: str | Path, content: str | bytes) -> None:
    """Text goes as UTF-8, with the line ends that it has."""
    with atomic_file(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def write_json(path: str | Path, value: object) -> None:
    """Into a folder that is made where there is none."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, json.dumps(value, indent=2) + "\n")


def put_in_place(part: Path, target: Path) -> None:
    """Give a whole file its name: the bytes first, the name second, so that no crash names an empty file."""
    with part.open("rb+") as stream:
        os.fsync(stream.fileno())
    os.replace(part, target)
    if sys.platform != "win32":
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


@contextmanager
def atomic_folder(folder: Path, own: Collection[str]) -> Iterator[Path]:
    """An empty folder to fill, which then takes the old one's place.

    `own` names the files that are written anew each time; others that lie in the old folder move along.
    """
    import shutil
    import tempfile

    folder.parent.mkdir(parents=True, exist_ok=True)
    finish(folder, own)
    part = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        part.chmod(folder.parent.stat().st_mode & 0o777)  # mkdtemp's is for its owner alone
        yield part
        if folder.exists():
            os.replace(folder, aside(folder))
        os.replace(part, folder)
        finish(folder, own)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def aside(folder: Path) -> Path:
    """Where the old folder waits while the new one takes its place."""
    return folder.with_name(f".{folder.name}-old")


def finish(folder: Path, own: Collection[str]) -> None:
    """Finish what `atomic_folder` began, at whatever moment it was killed."""
    import shutil

    old = aside(folder)
    if not old.exists():
        return
    if not folder.exists():
        os.replace(old, folder)
        return
    for entry in old.iterdir():
        if entry.name not in own and not (folder / entry.name).exists():
            os.replace(entry, folder / entry.name)
    shutil.rmtree(old)
