"""A model's folder: written whole or not at all, checked file by file. Needs no torch."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from cantor.errors import ModelError
from cantor.io.atomic import aside, atomic_folder, write_json
from cantor.io.hashing import sha256_of
from cantor.model.config import AnsweringConfig, ModelConfig
from cantor.model.files import (
    ANSWERING,
    CARD,
    CONFIG,
    GRAPH,
    MANIFEST,
    RERANKER,
    TOKENIZER,
    VERIFIER,
    WEIGHTS,
)

_FILES = (WEIGHTS, GRAPH, RERANKER, CONFIG, ANSWERING, VERIFIER, TOKENIZER, CARD, MANIFEST)

#: Those that some models have.
_MORE = (ANSWERING, VERIFIER, RERANKER)


def hashed_files(folder: Path, network: str) -> tuple[str, ...]:
    """The files that the manifest vouches for: those that every model has, and those that this one has."""
    return network, CONFIG, TOKENIZER, *(name for name in _MORE if (folder / name).exists())


@contextmanager
def atomic_model(folder: str | Path, network: str) -> Iterator[Path]:
    """An empty folder to fill, which then gets its manifest and takes the old folder's place.

    Other files that lie in the old folder move along.
    """
    folder = Path(folder).absolute()
    if folder.exists() and not folder.is_dir():
        raise ModelError(f"{folder} is a file; a model is a folder")
    with atomic_folder(folder, _FILES) as part:
        yield part
        write_manifest(part, network)


def write_manifest(folder: Path, network: str = GRAPH) -> None:
    """Vouch for the files as they are now; `make manifest` does so for the embedded model."""
    hashes = {name: sha256_of(folder / name) for name in hashed_files(folder, network)}
    write_json(folder / MANIFEST, hashes)


def write_config(config: ModelConfig, part: Path) -> None:
    """Into a folder that `atomic_model` gave: the network, what answers with it, and the verifier."""
    (part / CONFIG).write_text(config.to_json(), encoding="utf-8")
    if config.answering != AnsweringConfig():
        (part / ANSWERING).write_text(config.answering.to_json(), encoding="utf-8")
    if config.answering.verifier:
        (part / VERIFIER).write_text(json.dumps(config.answering.verifier) + "\n", encoding="utf-8")


def copy_model(
    folder: Path,
    target: str | Path,
    network: str,
    answering: AnsweringConfig,
    reranker: bytes | None = None,
) -> None:
    """A model into another folder, whole or not at all; how it answers may be another, and what re-ranks."""
    import shutil

    config = opened(folder, network)[1]
    check_hashes(folder, network)
    with atomic_model(target, network) as part:
        for name in (network, RERANKER, TOKENIZER, CARD):
            if (folder / name).is_file():
                shutil.copyfile(folder / name, part / name)
        if reranker is not None:
            (part / RERANKER).write_bytes(reranker)
        write_config(replace(config, answering=answering), part)


def opened(path: str | Path, network: str) -> tuple[Path, ModelConfig]:
    """A model's folder with all its files, and its configuration. What is in them: `check_hashes`."""
    folder = Path(path).expanduser().absolute()
    if not folder.exists() and aside(folder).exists():
        folder = aside(folder)  # a save was killed between taking the old one away and putting the new one
    for name in (*hashed_files(folder, network), MANIFEST):
        if not (folder / name).is_file():
            raise ModelError(_missing(folder, name))
    # before any hash: its version may explain the rest
    config = ModelConfig.from_json(text_of(folder / CONFIG))
    if not (folder / ANSWERING).exists():
        return folder, config
    verifier = text_of(folder / VERIFIER) if (folder / VERIFIER).exists() else "{}"
    answering = AnsweringConfig.from_json(text_of(folder / ANSWERING), verifier)
    return folder, replace(config, answering=answering)


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
        names = dict.fromkeys((*hashed_files(folder, network), *hashes))  # none twice, none left out
        expected = {name: str(hashes[name]) for name in names}
    except (ValueError, KeyError, TypeError):
        raise ModelError(f"{folder / MANIFEST}: is damaged; get the model again") from None
    for name, digest in expected.items():
        if name not in _FILES:
            raise ModelError(f"{folder / MANIFEST}: names {name!r}, which no model has; get the model again")
        if not (folder / name).is_file():
            raise ModelError(_missing(folder, name))
        if sha256_of(folder / name) != digest:
            raise ModelError(
                f"{folder / name}: not as it was written (its sha256 differs); get the model again"
            )
    return "-".join(digest[:16] for digest in expected.values())


def text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ModelError(f"{path}: is damaged; get the model again") from None
