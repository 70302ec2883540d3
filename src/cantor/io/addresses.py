"""Files by path or by address: `problems/*.csv` here, `s3://bucket/problems/*.csv` wherever fsspec reaches.

A path needs the standard library only. Whatever is written is there whole or not at all.
"""

import glob
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cantor.errors import DataError
from cantor.io.atomic import write_atomic

_WILD = "*?["


def is_address(text: str) -> bool:
    return "://" in text


def is_pattern(text: str) -> bool:
    return any(c in text for c in _WILD)


def find(pattern: str) -> list[tuple[str, str]]:
    """The files that a pattern, a folder or a name stands for: address, and name below what is fixed of it.

    In the order of their names, part by part, so that what is written under these names has the same order.
    """
    if is_address(pattern):
        system, inside = _system(pattern)
        base = _base(inside) if is_pattern(inside) else inside
        names = (
            [name for name in system.glob(inside) if system.isfile(name)]
            if is_pattern(inside)
            else (system.find(inside) if system.isdir(inside) else [inside])
        )
        addresses = {name: str(system.unstrip_protocol(name)) for name in names}
    else:
        inside = os.path.abspath(os.path.expanduser(pattern))
        base = _base(inside) if is_pattern(inside) else inside
        if is_pattern(inside):
            names = [name for name in glob.glob(inside, recursive=True) if os.path.isfile(name)]
        else:
            names = _below(inside) if os.path.isdir(inside) else [inside]
        addresses = {name: name for name in names}
    found = [(addresses[name], _relative(name, base)) for name in names]
    return sorted(found, key=lambda file: file[1].split("/"))


def listed(folder: str) -> list[str]:
    """The names of all files in a folder and below it; of one that is not there, none."""
    if is_address(folder):
        system, inside = _system(folder)
        system.invalidate_cache()
        return [_relative(name, inside) for name in system.find(inside)] if system.exists(inside) else []
    return [_relative(name, folder) for name in _below(folder)]


@contextmanager
def at_hand(address: str) -> Iterator[Path]:
    """A file to read by its path: fetched, where it lies elsewhere, for as long as it is needed."""
    if not is_address(address):
        yield Path(address)
        return
    system, inside = _system(address)
    with tempfile.TemporaryDirectory(prefix="cantor-") as folder:
        path = Path(folder) / inside.rstrip("/").rpartition("/")[2]
        try:
            system.get_file(inside, str(path))
        except OSError as error:
            raise DataError(f"{address}: cannot be fetched ({error}); check the address") from None
        yield path


def read(address: str) -> bytes | None:
    """The bytes of a file; None where there is none."""
    try:
        if not is_address(address):
            return Path(address).read_bytes()
        system, inside = _system(address)
        return bytes(system.cat_file(inside))
    except FileNotFoundError:
        return None


def put(address: str, content: bytes) -> None:
    """Under another name first; then it takes its own in one step."""
    if not is_address(address):
        Path(address).parent.mkdir(parents=True, exist_ok=True)
        write_atomic(address, content)
        return
    system, inside = _system(address)
    folder, _, name = inside.rpartition("/")
    part = f"{folder}/.{name}.{os.getpid()}.part"
    system.makedirs(folder, exist_ok=True)
    system.pipe_file(part, content)
    system.mv(part, inside)


def remove(address: str) -> None:
    if not is_address(address):
        Path(address).unlink(missing_ok=True)
        return
    system, inside = _system(address)
    system.rm_file(inside)


def _system(address: str) -> tuple[Any, str]:
    try:
        import fsspec
    except ModuleNotFoundError:
        raise DataError(
            f"{address}: addresses need fsspec; run: pip install 'cantor-reasoner[ray]'"
        ) from None
    try:
        system, inside = fsspec.core.url_to_fs(address)
    except (ValueError, ImportError) as error:  # an unknown kind, or one whose package lacks
        raise DataError(f"{address}: cannot be opened ({error}); check the address") from None
    return system, str(inside)


def _base(pattern: str) -> str:
    """The folder before the first part of a pattern that is none."""
    fixed = []
    for part in pattern.split("/"):
        if is_pattern(part):
            break
        fixed.append(part)
    return "/".join(fixed)


def _below(folder: str) -> list[str]:
    return [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names]


def _relative(name: str, base: str) -> str:
    """With slashes, on Windows too. A file by itself has its own name."""
    name, base = name.replace(os.sep, "/"), base.replace(os.sep, "/").rstrip("/")
    return name.removeprefix(f"{base}/") if name.startswith(f"{base}/") else name.rpartition("/")[2]
