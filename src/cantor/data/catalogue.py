"""The one list of datasets: what each holds, where its files come from, and where they lie here."""

from __future__ import annotations

import difflib
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path, PurePosixPath
from types import MappingProxyType

from cantor.errors import CantorError, DataError
from cantor.io.cache import user_cache


class UnknownDataset(DataError):
    """No dataset of that name is in the catalogue."""


class MissingData(DataError):
    """A data file is not under the data root."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file of a dataset; `url` is pinned to a revision, or None with `by_hand` saying how to get it.

    The sha256 is what protects the user: an address, however well pinned, can go away or be a copy.
    """

    path: str
    sha256: str
    size: int
    url: str | None = None
    by_hand: str | None = None

    def __post_init__(self) -> None:
        # Downloads write here: a path must not lead out of the data root on any platform.
        parts = PurePosixPath(self.path).parts
        if not parts or self.path.startswith("/") or ".." in parts or set(self.path) & {"\\", ":", "\0"}:
            raise CantorError(f"{self.path!r} is not a safe relative path; write it as folder/name")


@dataclass(frozen=True, slots=True)
class Dataset:
    """A named, versioned set of files with the number of records in each split."""

    name: str
    version: str
    title: str
    homepage: str
    licence: str
    note: str
    splits: Mapping[str, int] = field(hash=False)
    files: tuple[SourceFile, ...]
    may_ship: bool = False  # whether weights that ship may be trained on it


@cache
def _load() -> Mapping[str, Dataset]:
    text = resources.files("cantor.data").joinpath("catalogue.json").read_text(encoding="utf-8")
    raw = json.loads(text)
    # Files are listed once and named by datasets, since two datasets may share one.
    files = {path: SourceFile(path=path, **entry) for path, entry in raw["files"].items()}
    datasets = (
        Dataset(
            **{**d, "splits": MappingProxyType(d["splits"]), "files": tuple(files[p] for p in d["files"])}
        )
        for d in raw["datasets"]
    )
    return {d.name: d for d in datasets}


def catalogue() -> dict[str, Dataset]:
    """Every dataset by name; the file is read once, the dict is the caller's own."""
    return dict(_load())


def dataset(name: str) -> Dataset:
    """The dataset of that name, or `UnknownDataset` with the names there are."""
    known = _load()
    if name in known:
        return known[name]
    close = difflib.get_close_matches(name.lower(), known, n=1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    if Path(name).is_file():
        hint = " A file of your own must end in .jsonl, .csv, .tsv, .json, .txt or .parquet."
    raise UnknownDataset(f"There is no dataset {name!r}.{hint} Known: {', '.join(known)}.")


def data_root() -> Path:
    """$CANTOR_DATA, else `cantor/data` in the user's cache folder; need not exist yet."""
    if chosen := os.environ.get("CANTOR_DATA"):
        return Path(chosen).expanduser()
    return user_cache() / "cantor" / "data"


def find_file(path: str) -> Path:
    """The file `path` (as in the catalogue) under the data root; its hash is not checked here."""
    root = data_root()
    found = root / path
    if found.is_file():
        return found
    file = next((f for entry in _load().values() for f in entry.files if f.path == path), None)
    if file is not None and file.by_hand:
        raise MissingData(f"The data file {path} is not under {root}. {file.by_hand}")
    command = how_to_get(found)
    command = f"run {command}, or " if command else ""
    raise MissingData(
        f"The data file {path} is not under {root}. To fix it, {command}"
        f"set CANTOR_DATA to a folder that holds {path}."
    )


def how_to_get(path: Path) -> str:
    """The command that downloads a file of the catalogue; empty for any other file."""
    for entry in _load().values():
        if any(path.as_posix().endswith(f"/{file.path}") for file in entry.files):
            return f"`cantor data get {entry.name}`"
    return ""


def dataset_sha256(dataset: Dataset) -> str:
    """One sha256 for the whole dataset: over the sorted `sha256  path` lines of its files."""
    lines = sorted(f"{f.sha256}  {f.path}\n" for f in dataset.files)
    return hashlib.sha256("".join(lines).encode()).hexdigest()
