"""Weights of models exported before these had their names of `state_dict`, such as the first `default`.

Such a file joined layers of one input, added types of tokens to positions, and held what the first block's
self-attention comes to in place of its weights: those are given back as weights that compute the same.
Shapes: L vertices, d hidden.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from torch.nn import functional as F

from cantor.model.onnx.graph import Array
from cantor.model.onnx.names import Family, family_of, layer_count
from cantor.model.onnx.quantise import unpacked
from cantor.model.system import System

_START, _ASKED = "decoder.start.once", "decoder.0.over.query.once"


def is_legacy(stored: Mapping[str, Array]) -> bool:
    return _START in stored


def legacy_weights(stored: Mapping[str, Array], model: System) -> dict[str, Array]:
    """All of `state_dict`; raises KeyError or ValueError where the file does not fit the configuration."""
    reader = _Reader(stored, model)
    reader.encoder(family_of(model.config.encoder))
    reader.decoder()
    return reader.weights


class _Reader:
    def __init__(self, stored: Mapping[str, Array], model: System):
        self.stored, self.config, self.encoding = stored, model.config, model.encoder
        self.weights: dict[str, Array] = {n: x.detach().numpy() for n, x in model.state_dict().items()}

    def take(self, name: str, value: Array) -> None:
        if self.weights[name].shape != value.shape:
            raise ValueError(f"{name} has the shape {list(value.shape)}")
        self.weights[name] = value

    def norm(self, layer: str, name: str) -> None:
        for part in ("weight", "bias"):
            self.take(f"{layer}.{part}", self.stored[f"{name}.{part}"])

    def linears(self, layers: Sequence[str], name: str, biased: bool = True) -> None:
        """Layers of one input that were stored as one."""
        sizes = [len(self.weights[f"{layer}.weight"]) for layer in layers]
        ends = np.cumsum(sizes)[:-1]
        whole = self.rows(f"{name}.product" if biased else name, sum(sizes), across=True)
        for layer, weight in zip(layers, np.split(whole, ends), strict=True):
            self.take(f"{layer}.weight", weight)
        if biased:
            for layer, bias in zip(layers, np.split(self.stored[f"{name}.bias"], ends), strict=True):
                self.take(f"{layer}.bias", bias)

    def rows(self, name: str, count: int, across: bool) -> Array:
        """A weight [rows, d], however it was rounded; `across`: floats and 8 bits were stored as columns."""
        for kind in ("weight", "half"):
            if f"{name}.{kind}" in self.stored:
                found = self.stored[f"{name}.{kind}"].astype(np.float32)
                return found.T if across else found
        codes, scales = self.stored[f"{name}.codes"], self.stored[f"{name}.scales"].reshape(count, -1, 1)
        if codes.dtype == np.uint8:  # 4 bits, two to a byte
            codes = unpacked(codes.reshape(count, -1))
        elif across:
            codes = codes.T
        whole: Array = (codes.reshape(count, scales.shape[1], -1) * scales).reshape(count, -1)
        return whole

    def encoder(self, family: Family) -> None:
        prefix, layers = "encoder.embeddings", f"encoder.{family.layers}."
        words = f"{prefix}.word_embeddings.weight"
        self.take(words, self.rows("embeddings.word", len(self.weights[words]), across=False))
        # the sum of a place and the one type is all that is known: the places take it
        places = self.weights[f"{prefix}.position_embeddings.weight"].copy()
        skipped = int(self.config.encoder.get("pad_token_id") or 0) if family.counts_from_padding else 0
        places[skipped:] = self.stored["embeddings.places"]
        self.take(f"{prefix}.position_embeddings.weight", places)
        if (kinds := f"{prefix}.token_type_embeddings.weight") in self.weights:
            self.take(kinds, np.zeros_like(self.weights[kinds]))
        self.norm(f"{prefix}.LayerNorm", "embeddings")
        count = layer_count(self.weights, layers)
        for i in range(count):
            layer, name = f"{layers}{i}", f"encoder.{i}"
            parts = (family.query, family.key, family.value)
            self.linears([f"{layer}.{part}" for part in parts], f"{name}.qkv")
            self.linears([f"{layer}.{family.out}"], f"{name}.out")
            self.norm(f"{layer}.{family.attended}", f"{name}.attended")
            self.linears([f"{layer}.{family.widened}"], f"{name}.wide")
            self.linears([f"{layer}.{family.narrowed}"], f"{name}.narrow")
            self.norm(f"{layer}.{family.done}", "text" if i == count - 1 else f"{name}.done")
        self._distances()

    def _distances(self) -> None:
        """MPNet's weights are for ranges of distances between tokens; the file has each distance."""
        if "bias.table" not in self.stored:
            return
        table, name = self.stored["bias.table"], "encoder.encoder.relative_attention_bias.weight"
        weight = self.weights[name].copy()  # [ranges, heads]
        distances = torch.arange(table.shape[1]) - table.shape[1] // 2
        bucket = self.encoding.get_submodule("encoder").relative_position_bucket
        weight[bucket(distances, num_buckets=len(weight)).numpy()] = table.T  # type: ignore[operator]
        self.take(name, weight)

    def decoder(self) -> None:
        blocks = [f"decoder.blocks.{i}" for i in range(self.config.decoder_layers)]
        parts = [f"{b}.cross_attention.{part}" for b in blocks for part in ("key", "value")]
        self.linears(parts, "decoder.read")
        for i, block in enumerate(blocks):
            name = f"decoder.{i}"
            if i:
                parts = [f"{block}.self_attention.{part}" for part in ("query", "key", "value")]
                self.linears(parts, f"{name}.among.qkv")
                self.linears([f"{block}.self_attention.out"], f"{name}.among.out")
                self.linears([f"{block}.cross_attention.query"], f"{name}.over.query")
                self.norm(f"{block}.norms.0", f"{name}.among.norm")
                self.norm(f"{block}.norms.1", f"{name}.over.norm")
            self.linears([f"{block}.cross_attention.out"], f"{name}.over.out")
            self.norm(f"{block}.norms.2", f"{name}.norm")
            self.linears([f"{block}.feed_forward.0"], f"{name}.wide")
            self.linears([f"{block}.feed_forward.3"], f"{name}.narrow")
        self.norm("decoder.norm", "decoder")
        self.linears(["quantity"], "offers", biased=False)
        self.linears([f"places.{p}" for p in range(self.config.max_arity)], "wants", biased=False)
        self.take("operator.weight", self.stored["operator.weight"].T)
        self.take("constants", self.stored["constants.once"][0])
        self._first_block(blocks[0])

    def _first_block(self, block: str) -> None:
        """Vertices start from where the first self-attention led, to which it adds nothing until it learns
        again; the smallest weights that ask the same of the text are found by least squares, with nothing
        left over: what was asked was a linear function of the vertices after their norm.
        """
        start, asked = self.stored[_START][0], self.stored[_ASKED][0]  # [L + 1, d] each
        self.take("decoder.positions", start)
        for part in ("weight", "bias"):
            name = f"{block}.self_attention.out.{part}"
            self.take(name, np.zeros_like(self.weights[name]))
        seen = F.layer_norm(torch.tensor(start, dtype=torch.double), start.shape[-1:])  # as a fresh norm does
        seen = torch.cat([seen, torch.ones(len(seen), 1)], 1)  # [L + 1, d + 1]
        solved = (torch.linalg.pinv(seen) @ torch.tensor(asked, dtype=torch.double)).float().numpy()
        self.take(f"{block}.cross_attention.query.weight", solved[:-1].T)
        self.take(f"{block}.cross_attention.query.bias", solved[-1])
