"""A model's folder: written whole or not at all, checked file by file. Needs no torch."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cantor.errors import ModelError
from cantor.model.config import ModelConfig
from cantor.model.files import CARD, CONFIG, GRAPH, MANIFEST, TOKENIZER, WEIGHTS

_FILES = (WEIGHTS, GRAPH, CONFIG, TOKENIZER, CARD, MANIFEST)


def hashed_files(network: str) -> tuple[str, str, str]:
    """The files that the manifest vouches for."""
    return network, CONFIG, TOKENIZER


@contextmanager
def replacing(folder: str | Path, network: str) -> Iterator[Path]:
    """An empty folder to fill, which then gets its manifest and takes the old folder's place.

    Other files that lie in the old folder move along.
    """
    import shutil
    import tempfile

    folder = Path(folder).absolute()
    if folder.exists() and not folder.is_dir():
        raise ModelError(f"{folder} is a file; a model is a folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    _finish(folder)
    part = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        part.chmod(folder.parent.stat().st_mode & 0o777)  # mkdtemp's is for its owner alone
        yield part
        hashes = {name: sha256(part / name) for name in hashed_files(network)}
        (part / MANIFEST).write_text(json.dumps(hashes, indent=2) + "\n", encoding="utf-8")
        if folder.exists():
            os.replace(folder, aside(folder))
        os.replace(part, folder)
        _finish(folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def aside(folder: Path) -> Path:
    """Where the old model waits while the new one takes its place."""
    return folder.with_name(f".{folder.name}-old")


def _finish(folder: Path) -> None:
    """Finish what a save began, at whatever moment it was killed."""
    import shutil

    old = aside(folder)
    if not old.exists():
        return
    if not folder.exists():
        os.replace(old, folder)
        return
    for entry in old.iterdir():
        if entry.name not in _FILES and not (folder / entry.name).exists():
            os.replace(entry, folder / entry.name)
    shutil.rmtree(old)


def opened(path: str | Path, network: str) -> tuple[Path, ModelConfig]:
    """A model's folder with all its files, and its configuration. What is in them: `check_hashes`."""
    folder = Path(path).expanduser().absolute()
    if not folder.exists() and aside(folder).exists():
        folder = aside(folder)  # a save was killed between taking the old one away and putting the new one
    for name in (*hashed_files(network), MANIFEST):
        if not (folder / name).is_file():
            raise ModelError(_missing(folder, name))
    # before any hash: its version may explain the rest
    return folder, ModelConfig.from_json(text_of(folder / CONFIG))


def _missing(folder: Path, name: str) -> str:
    if name == GRAPH and (folder / WEIGHTS).is_file():
        return f"{folder} is a model as it was trained; run: cantor export {folder} NEW_FOLDER"
    if name == WEIGHTS and (folder / GRAPH).is_file():
        return f"{folder} is a model as it was exported; this needs the one that it was exported from"
    return f"{folder}: {name} is missing; this is no cantor model, or only a part of one"


def check_hashes(folder: Path, network: str) -> str:
    """Whether all files are as they were written. -> what tells this model from any other"""
    try:
        hashes = json.loads(text_of(folder / MANIFEST))
        expected = {name: str(hashes[name]) for name in hashed_files(network)}
    except (ValueError, KeyError, TypeError):
        raise ModelError(f"{folder / MANIFEST}: is damaged; get the model again") from None
    for name, digest in expected.items():
        if sha256(folder / name) != digest:
            raise ModelError(
                f"{folder / name}: not as it was written (its sha256 differs); get the model again"
            )
    return "-".join(digest[:16] for digest in expected.values())


def text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ModelError(f"{path}: is damaged; get the model again") from None


def sha256(path: Path) -> str:
    import hashlib

    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
