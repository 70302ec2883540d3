"""An exported model as one that can be trained again, with the weights that its graph holds.

What the export computed once and for all is given back as weights that compute the same: the network answers
as it did, up to the rounding of its activations. Shapes: L vertices, d hidden, V words.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional as F

from cantor.errors import ModelError
from cantor.model.export_graph import write
from cantor.model.files import GRAPH, WEIGHTS
from cantor.model.folder import check_hashes, opened
from cantor.model.inputs import load_tokenizer
from cantor.model.network import Cantor, DecoderBlock
from cantor.model.onnx_graph import Array, GraphWriter, unpacked
from cantor.model.saving import from_pretrained, untrained
from cantor.model.systems import System
from cantor.solver.session import is_exported, model_folder


def network_file(path_or_name: str | Path) -> tuple[Path, str]:
    """A model's folder, for which a name such as `default` will do, and the file that holds its weights."""
    return model_folder(path_or_name), GRAPH if is_exported(path_or_name) else WEIGHTS


def trainable(path_or_name: str | Path) -> tuple[System, Tokenizer]:
    """A model as it was trained or as it was exported, such as `default`, with weights that can learn."""
    path, network = network_file(path_or_name)
    return from_pretrained(path) if network == WEIGHTS else revived(path)


def revived(path: str | Path) -> tuple[System, Tokenizer]:
    """An exported model as a network of torch."""
    folder, config = opened(path, GRAPH)
    check_hashes(folder, GRAPH)
    model = untrained(config, folder).eval()
    try:
        reader = GraphReader(onnx.load(folder / GRAPH))
        with torch.no_grad():
            write(reader, model)
            reader.part()
            assert isinstance(model, Cantor)  # `write` takes no other
            _unfold_first_block(model, reader)
            _unfold_distances(model.encoder, reader)
    except (KeyError, ValueError) as error:
        raise ModelError(
            f"{folder / GRAPH}: does not fit config.json ({error}); get the model again"
        ) from None
    return model, load_tokenizer(folder)


class GraphReader(GraphWriter):
    """Goes the exporter's way through a network, and fills each weight with what the graph has for it.

    The arrays it is shown share their memory with the network.
    """

    def __init__(self, model: onnx.ModelProto):
        super().__init__()
        self.known = {weight.name: numpy_helper.to_array(weight) for weight in model.graph.initializer}
        self._joined: list[tuple[Array, Sequence[Array]]] = []

    def part(self) -> None:
        """Give what was found for several layers as one to each of them."""
        for whole, arrays in self._joined:
            ends = np.cumsum([len(array) for array in arrays])[:-1]
            for array, found in zip(arrays, np.split(whole, ends), strict=True):
                array[...] = found

    def constant(self, name: str, value: Array | Sequence[int]) -> str:
        if isinstance(value, np.ndarray) and value.dtype == np.float32:
            value[...] = self.known[name]
        return name

    def number(self, value: float) -> str:
        return f"number {value}"

    def joined(self, arrays: Sequence[Array]) -> Array:
        whole = super().joined(arrays)
        self._joined.append((whole, arrays))
        return whole

    def added(self, table: Array, row: Array) -> Array:
        """The sum is all that the graph knows: the table takes it."""
        row[...] = 0
        return table

    def embedding(self, indices: str, table: Array, name: str) -> str:
        table[...] = self._weight(name, len(table), across=False)
        return name

    def linear(self, x: str, weight: Array, bias: Array | None, name: str) -> str:
        weight[...] = self._weight(name if bias is None else f"{name}.product", len(weight), across=True)
        if bias is not None:
            bias[...] = self.known[f"{name}.bias"]
        return name

    def _weight(self, name: str, rows: int, across: bool) -> Array:
        """A weight [rows, d], however it was rounded; `across`: floats and 8 bits were stored as columns."""
        for kind in ("weight", "half"):
            if f"{name}.{kind}" in self.known:
                found = self.known[f"{name}.{kind}"].astype(np.float32)
                return found.T if across else found
        codes, scales = self.known[f"{name}.codes"], self.known[f"{name}.scales"].reshape(rows, -1, 1)
        if codes.dtype == np.uint8:  # 4 bits, two to a byte
            codes = unpacked(codes.reshape(rows, -1))
        elif across:
            codes = codes.T
        whole: Array = (codes.reshape(rows, scales.shape[1], -1) * scales).reshape(rows, -1)
        return whole


def _unfold_first_block(model: Cantor, reader: GraphReader) -> None:
    """The first block's self-attention and what it asks of the text were computed when exporting.

    Vertices now start from where that self-attention led, to which it adds nothing until it learns again;
    the smallest weights that ask the same are found by least squares, with nothing left over: what was asked
    was a linear function of the vertices after their norm.
    """
    start, asked = (
        torch.from_numpy(reader.known[f"decoder.{name}.once"][0].copy()) for name in ("start", "0.over.query")
    )  # [L + 1, d] each
    block = model.decoder.blocks[0]
    assert isinstance(block, DecoderBlock)
    model.decoder.positions.copy_(start)
    nn.init.zeros_(block.among.out.weight)
    nn.init.zeros_(block.among.out.bias)
    seen = F.layer_norm(start.double(), start.shape[-1:])  # as a fresh norm sees them
    seen = torch.cat([seen, torch.ones(len(seen), 1)], 1)  # [L + 1, d + 1]
    solved: Tensor = torch.linalg.pinv(seen) @ asked.double()  # [d + 1, d]
    block.over.query.weight.copy_(solved[:-1].T)
    block.over.query.bias.copy_(solved[-1])


def _unfold_distances(encoder: nn.Module, reader: GraphReader) -> None:
    """MPNet's weights are for ranges of distances between tokens; the graph has each distance."""
    if "bias.table" not in reader.known:
        return
    table = torch.from_numpy(reader.known["bias.table"].copy())  # [heads, distances]
    middle = table.shape[1] // 2
    inner = encoder.get_submodule("encoder")
    weight = inner.get_submodule("relative_attention_bias").get_parameter("weight")  # [ranges, heads]
    distances = torch.arange(table.shape[1]) - middle
    ranges = inner.relative_position_bucket(distances, num_buckets=len(weight))  # type: ignore[operator]
    weight[ranges] = table.T
