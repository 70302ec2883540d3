"""Models of the Hugging Face Hub, at a commit that cannot move: ONNX, safetensors and JSON, nothing else."""

import json
import re
from pathlib import Path
from typing import NoReturn

from cantor.errors import ModelError
from cantor.model.files import ANSWERING, CONFIG, MANIFEST, TOKENIZER, VERIFIER

#: OWNER/NAME
_NAME = re.compile(r"[\w.-]+/[\w.-]+")
#: What git calls one state of a repository, for ever; a branch or a tag may be moved.
_COMMIT = re.compile(r"[0-9a-f]{40}")


def may_be_hub_name(path_or_name: str | Path) -> bool:
    """Whether it could be a model of the Hub: OWNER/NAME, and no folder here."""
    return _NAME.fullmatch(str(path_or_name)) is not None and not Path(path_or_name).exists()


def hub_folder(name: str, revision: str, network: str) -> Path:
    """The folder of a model, downloaded unless it is here already; whoever loads it checks its hashes.

    `network` is the file with the network. Which others there are, the model's manifest says.
    """
    try:
        from huggingface_hub import hf_hub_download
    except ModuleNotFoundError:
        raise ModelError(
            f"{name} is on the Hugging Face Hub; run: pip install 'cantor-reasoner[hub]', or give a folder"
        ) from None
    if not may_be_hub_name(name):
        raise ModelError(f"{name!r} is no name on the Hugging Face Hub; these are OWNER/NAME")
    if not _COMMIT.fullmatch(revision):
        raise ModelError(
            f"revision is {revision!r}; give the commit, 40 hexadecimal digits: branches and tags can move"
        )
    wanted = (network, CONFIG, TOKENIZER, ANSWERING, VERIFIER)
    try:
        manifest = Path(hf_hub_download(name, MANIFEST, revision=revision))
        listed = json.loads(manifest.read_bytes())
        for file in wanted:
            if file in listed or file in wanted[:3]:
                hf_hub_download(name, file, revision=revision)
    except ValueError:
        raise ModelError(f"{name}: {MANIFEST} is damaged; tell whoever put the model there") from None
    except Exception as error:  # of the network, the Hub, its client: they share no base
        _say_why(name, revision, error)
    return manifest.parent


def _say_why(name: str, revision: str, error: Exception) -> NoReturn:
    first = (str(error).strip() or type(error).__name__).splitlines()[0]
    raise ModelError(
        f"cannot get {name} at {revision[:12]} from the Hugging Face Hub ({first}); check the name and the "
        "revision, whether you may see it (huggingface-cli login), and the network"
    ) from None
