"""Going on from another model's weights, with a vocabulary that may have grown."""

from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor

from cantor.errors import ModelError
from cantor.model.onnx.load import trainable
from cantor.model.system import System


@torch.no_grad()
def warm_start(model: System, folder: str | Path, *, encoder: bool = True) -> None:
    """Copy a trained or exported model's weights, an operator's or a constant's to the same one here.

    What the other model did not know keeps its random weights: new operators and constants, positions of
    further vertices, heads that it did not have. Hidden sizes must agree, and the encoders unless this one
    is to stay as it was pretrained (`encoder=False`).
    """
    other, _ = trainable(folder)
    if other.size != model.size:
        raise ModelError(
            f"{folder} does not fit: its hidden size is {other.size}, not {model.size}; check `model.encoder`"
        )
    if encoder and _of_encoder(other) != _of_encoder(model):
        raise ModelError(
            f"{folder} does not fit: its encoder has other layers; set `model.encoder` to that model, or "
            "`model.start_encoder` to false"
        )
    words = {"operator.weight": "operators", "constants": "constants"}  # what rows stand for
    known = other.state_dict()
    for name, weights in model.state_dict().items():
        if name.startswith("encoder.") and not encoder:
            continue
        # a rival may have constants of its own, whatever the vocabulary's
        if name in words and name in known and len(weights) == len(getattr(model.config, words[name])):
            for mine, theirs in _same(*(getattr(one.config, words[name]) for one in (model, other))):
                weights[mine] = known[name][theirs]
        elif name == "decoder.positions" and name in known:
            _copy_positions(weights, known[name])
        elif name in known and known[name].shape == weights.shape:
            weights.copy_(known[name])


def _of_encoder(model: System) -> dict[str, torch.Size]:
    return {name: x.shape for name, x in model.state_dict().items() if name.startswith("encoder.")}


def _copy_positions(mine: Tensor, theirs: Tensor) -> None:
    """Those of the vertices that both have, and the last, which selects the root. [L + 1, d] each"""
    both = min(len(mine), len(theirs)) - 1
    mine[:both] = theirs[:both]
    mine[-1] = theirs[-1]


def _same(mine: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    places = {word: i for i, word in enumerate(theirs)}
    return [(i, places[word]) for i, word in enumerate(mine) if word in places]
