"""Going on from another model's weights, with a vocabulary that may have grown."""

from collections.abc import Sequence
from pathlib import Path

import torch

from cantor.errors import ModelError
from cantor.model.reviving import trainable
from cantor.model.systems import System


@torch.no_grad()
def start_from(model: System, folder: str | Path) -> None:
    """Copy a trained or exported model's weights, an operator's or a constant's to the same one here.

    What the other model did not know keeps its random weights. Encoder, sizes and system must agree.
    """
    other, _ = trainable(folder)
    if other.config.system != model.config.system:
        raise ModelError(
            f"{folder} is a {other.config.system!r}, not a {model.config.system!r}; "
            "start from one of its own kind"
        )
    rows = {
        "operator.weight": _same(model.config.operators, other.config.operators),
        "constants": _same(model.config.constants, other.config.constants),
    }
    known = other.state_dict()
    for name, weights in model.state_dict().items():
        if name in rows and name in known:
            for mine, theirs in rows[name]:
                weights[mine] = known[name][theirs]
        elif name in known and known[name].shape == weights.shape:
            weights.copy_(known[name])
        else:
            raise ModelError(f"{folder} does not fit: {name} is missing or of another size; check the recipe")


def _same(mine: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    places = {word: i for i, word in enumerate(theirs)}
    return [(i, places[word]) for i, word in enumerate(mine) if word in places]
