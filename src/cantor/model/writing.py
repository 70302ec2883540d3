"""Tensors and tokenizers into files; a disk that is full is an error of the disk, whoever writes."""

from collections.abc import Mapping
from pathlib import Path

from safetensors import SafetensorError
from safetensors.torch import save_file
from tokenizers import Tokenizer
from torch import Tensor

from cantor.errors import ModelError


def write_tensors(tensors: Mapping[str, Tensor], path: Path) -> None:
    try:
        save_file({name: tensor.contiguous() for name, tensor in tensors.items()}, path)
    except SafetensorError as error:
        raise ModelError(
            f"{path}: cannot be written ({error}); make room there, and run the same command again"
        ) from None


def write_tokenizer(tokenizer: Tokenizer, path: Path, *, pretty: bool = True) -> None:
    """As `Tokenizer.save` writes it, whose errors are of no kind."""
    path.write_bytes(tokenizer.to_str(pretty=pretty).encode())
