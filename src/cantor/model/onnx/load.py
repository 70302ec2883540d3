"""An exported model as one that can be trained again: its weights, out of the ONNX file into a network."""

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from tokenizers import Tokenizer

from cantor.errors import ModelError
from cantor.model.cantor import Cantor
from cantor.model.files import GRAPH, WEIGHTS, is_exported, model_folder
from cantor.model.folder import check_hashes, opened
from cantor.model.inputs import load_tokenizer
from cantor.model.onnx.form import HasGraph
from cantor.model.onnx.legacy import is_legacy, legacy_weights
from cantor.model.onnx.quantise import restored
from cantor.model.saving import from_pretrained, untrained
from cantor.model.system import System


def network_file(path_or_name: str | Path) -> tuple[Path, str]:
    """A model's folder, for which a name such as `default` will do, and the file that holds its weights."""
    return model_folder(path_or_name), GRAPH if is_exported(path_or_name) else WEIGHTS


def trainable(path_or_name: str | Path) -> tuple[System, Tokenizer]:
    """A model as it was trained or as it was exported, such as `default`, with weights that can learn."""
    path, network = network_file(path_or_name)
    return from_pretrained(path) if network == WEIGHTS else load_onnx(path)


def load_onnx(path: str | Path) -> tuple[System, Tokenizer]:
    """An exported model as a network of torch: each weight by its name, as it was rounded."""
    folder, config = opened(path, GRAPH)
    check_hashes(folder, GRAPH)
    model = untrained(config, folder).eval()
    if not isinstance(model, Cantor | HasGraph):  # an earlier cantor exported vanilla ones too
        raise ModelError(
            f"{folder} is a {config.system!r}; only cantor's own and readers can be trained from their export"
        )
    file = onnx.load(folder / GRAPH, load_external_data=False)
    stored = {weight.name: numpy_helper.to_array(weight) for weight in file.graph.initializer}
    try:
        weights = (
            legacy_weights(stored, model)
            if isinstance(model, Cantor) and is_legacy(stored)
            else {name: restored(stored, name, x.shape) for name, x in model.state_dict().items()}
        )
        model.load_state_dict({name: torch.tensor(weight) for name, weight in weights.items()})
    except (KeyError, ValueError, RuntimeError) as error:
        raise ModelError(
            f"{folder / GRAPH}: does not fit config.json ({error}); get the model again"
        ) from None
    return model, load_tokenizer(folder)
