"""A tiny model with random weights in the form that solvers run: it knows nothing, but it answers."""

from pathlib import Path
from typing import Any

import torch

from cantor.model import new_model
from cantor.model.onnx.export import Exported
from helpers.tiny import BASE, encoder_folder


def tiny_export(
    folder: Path, family: str = "bert", quantisation: str = "none", positions: int = 64, **settings: Any
) -> Path:
    """Write one, encoder and all. `positions` is how many tokens it can read."""
    encoder = encoder_folder(family, folder / "encoder", positions)
    torch.manual_seed(7)
    model, tokenizer = new_model(str(encoder), **{**BASE, "number_policy": "reader", **settings})
    Exported.of(model, tokenizer, quantisation).save(folder / "exported")
    return folder / "exported"
