"""The catalogue is well formed, and true of the files under CANTOR_DATA."""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path, PurePosixPath

import pytest

from cantor.data.catalogue import (
    Dataset,
    MissingData,
    SourceFile,
    UnknownDataset,
    catalogue,
    data_root,
    dataset,
    dataset_sha256,
    find_file,
)
from cantor.errors import CantorError
from cantor.io.hashing import sha256_of

#: More to train on, without an address of its own.
EXTRA = [
    "mawps-apart",
    "mathqa-refiltered",
    "math23k-en",
    "math23k-en-agreed",
    "math23k-en-baidu",
    "math23k-en-baidu-agreed",
    "gsm8k-aug",
    "problemathic",
    "tinygsm",
    "egsm-mathwell",
    "awpc",
    "dolphin18k-alg",
    "paramawps",
    "umwp",
    "genbert-textual",
]
#: Questions over passages, all or the numeric ones; `-a` and `-b` are the settings of docs/reading.md.
DROP = [
    "drop",
    "drop-simple",
    "drop-num",
    "drop-num-simple",
    "drop-a",
    "drop-num-a",
    "drop-b",
    "drop-num-b",
]
FILES = {file.path: file for entry in catalogue().values() for file in entry.files}


def test_names_are_those_of_the_contract() -> None:
    folds = [f"{kind}-fold{n}" for kind in ("mawps", "asdiv-a") for n in range(5)]
    rest = ["mawps", "asdiv", "gsm8k", "gsm8k-held-out", "mathqa", "mathqa-filtered"]
    assert list(catalogue()) == ["svamp", *folds, *rest, *EXTRA, *DROP]


def test_weights_that_ship_may_not_be_trained_on_all() -> None:
    """Neither on ASDiv and what is made of it, nor on what is non-commercial or GPL."""
    refused = {name for name, entry in catalogue().items() if not entry.may_ship}
    asdiv = {"svamp", "asdiv", *(f"asdiv-a-fold{n}" for n in range(5))}
    assert refused == asdiv | {"paramawps", "egsm-mathwell"}
    for name, entry in catalogue().items():
        if re.search(r"NC|GPL", entry.licence):
            assert name in refused


@pytest.mark.parametrize("entry", catalogue().values(), ids=lambda d: d.name)
def test_datasets_say_what_they_are(entry: Dataset) -> None:
    assert entry.files
    assert entry.splits
    assert all(count > 0 for count in entry.splits.values())
    assert all((entry.version, entry.title, entry.licence, entry.note))
    if entry.homepage or entry.name not in EXTRA:
        assert entry.homepage.startswith("https://")


@pytest.mark.parametrize("file", FILES.values(), ids=lambda f: f.path)
def test_files_are_well_formed(file: SourceFile) -> None:
    assert re.fullmatch(r"[0-9a-f]{64}", file.sha256)
    assert file.size > 0
    path = PurePosixPath(file.path)
    assert not path.is_absolute()
    assert ".." not in path.parts
    assert str(path) == file.path
    assert (file.url is None) != (file.by_hand is None)
    if file.url is not None:
        assert file.url.startswith("https://")
        assert re.search(r"/[0-9a-f]{40}/", file.url), "not pinned to a commit"


def test_addresses_and_hashes_are_not_repeated() -> None:
    urls = [file.url for file in FILES.values() if file.url]
    assert len(set(urls)) == len(urls)
    assert len({file.sha256 for file in FILES.values()}) == len(FILES)


@pytest.mark.real_data
@pytest.mark.parametrize("file", FILES.values(), ids=lambda f: f.path)
def test_files_on_disk_are_those_of_the_catalogue(file: SourceFile) -> None:
    path = find_file(file.path)
    assert path.stat().st_size == file.size
    assert sha256_of(path) == file.sha256


def test_the_callers_dict_is_its_own() -> None:
    catalogue().clear()
    assert "svamp" in catalogue()
    with pytest.raises(TypeError):
        dataset("svamp").splits["train"] = 1  # type: ignore[index]


def test_an_unknown_name_gets_the_names_and_the_closest() -> None:
    with pytest.raises(UnknownDataset, match=r"'SVAPM'.*mean 'svamp'.*mawps-fold0.*drop-simple"):
        dataset("SVAPM")


@pytest.mark.parametrize("path", ["", "/etc/passwd", "a/../../b", "..", "a\\b", "C:/x", "a\0b"])
def test_paths_out_of_the_root_are_refused(path: str) -> None:
    with pytest.raises(CantorError, match="not a safe relative path"):
        SourceFile(path, "0" * 64, 1)


def test_data_root(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CANTOR_DATA", "~/here")
    assert data_root() == tmp_path / "here"
    monkeypatch.setenv("CANTOR_DATA", "")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert data_root() == tmp_path / "xdg/cantor/data"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert data_root() == tmp_path / ".cache/cantor/data"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert data_root() == tmp_path / "Library/Caches/cantor/data"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert data_root() == tmp_path / "local/cantor/data"


def test_find_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CANTOR_DATA", str(tmp_path))
    with pytest.raises(MissingData, match=r"mawps/MAWPS.json.*`cantor data get mawps`.*CANTOR_DATA"):
        find_file("mawps/MAWPS.json")
    with pytest.raises(MissingData, match=r"my/own.csv.*set CANTOR_DATA") as raised:
        find_file("my/own.csv")
    assert "data get" not in str(raised.value)
    with pytest.raises(MissingData, match=r"extra/math23k_en.jsonl.gz.*Put the file under.*CANTOR_DATA"):
        find_file("extra/math23k_en.jsonl.gz")
    (tmp_path / "mawps").mkdir()
    (tmp_path / "mawps/MAWPS.json").write_text("[]")
    assert find_file("mawps/MAWPS.json") == tmp_path / "mawps/MAWPS.json"


def test_hashes(tmp_path: Path) -> None:
    data = bytes(range(256)) * 5000
    (tmp_path / "f").write_bytes(data)
    assert sha256_of(tmp_path / "f") == hashlib.sha256(data).hexdigest()
    one, two = SourceFile("z", "1" * 64, 1), SourceFile("a", "2" * 64, 1)
    lines = f"{'1' * 64}  z\n{'2' * 64}  a\n"
    for files in ((one, two), (two, one)):
        made = Dataset("n", "1", "t", "h", "l", "n", {}, files)
        assert dataset_sha256(made) == hashlib.sha256(lines.encode()).hexdigest()
