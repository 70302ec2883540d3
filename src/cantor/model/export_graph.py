"""The whole network as one ONNX graph: tokens in, log-probabilities of operators, operands and roots out.

Shapes: B problems, T tokens, N numbers, C constants, L vertices, P places of operands, F operators, d hidden;
Q = L + C + N. B, T and N may be anything. What depends on no problem is computed here, once.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper
from torch import Tensor, nn

from cantor.errors import ModelError
from cantor.model.config import ModelConfig
from cantor.model.network import Attention, Cantor, DecoderBlock
from cantor.model.onnx_graph import Array, GraphWriter, Quantisation
from cantor.model.systems import System
from cantor.solver.runtime import TEXT


@dataclass(frozen=True, slots=True)
class _Family:
    """What an encoder family calls its parts; all of them normalise after each layer's two halves."""

    layers: str
    query: str
    key: str
    value: str
    out: str
    attended: str  # the norm after attention
    widened: str
    narrowed: str
    done: str  # the norm after both feed-forward layers
    heads: str = "num_attention_heads"
    activation: str = "hidden_act"
    counts_from_padding: bool = False  # positions start behind the padding token's id


_BERT = _Family(
    "encoder.layer",
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "attention.output.LayerNorm",
    "intermediate.dense",
    "output.dense",
    "output.LayerNorm",
)
_FAMILIES = {
    "bert": _BERT,
    "roberta": replace(_BERT, counts_from_padding=True),
    "mpnet": _Family(
        "encoder.layer",
        "attention.attn.q",
        "attention.attn.k",
        "attention.attn.v",
        "attention.attn.o",
        "attention.LayerNorm",
        "intermediate.dense",
        "output.dense",
        "output.LayerNorm",
        counts_from_padding=True,
    ),
    "distilbert": _Family(
        "transformer.layer",
        "attention.q_lin",
        "attention.k_lin",
        "attention.v_lin",
        "attention.out_lin",
        "sa_layer_norm",
        "ffn.lin1",
        "ffn.lin2",
        "output_layer_norm",
        heads="n_heads",
        activation="activation",
    ),
}


@torch.no_grad()
def onnx_model(model: System, quantisation: Quantisation = "none") -> onnx.ModelProto:
    """The network as a graph.

    Inputs are `tokens`, `token_mask`, `pooling` and `number_mask`, as `Inputs` has them, outputs `operator`
    [B, L, F], `operand` [B, P, L, Q] and `root` [B, L].
    Where the model predicts the length, `root` is the log-probability of each length, whose last vertex
    is the root.
    """
    graph = GraphWriter(quantisation)
    return graph.build(*write(graph, model))


def write(graph: GraphWriter, model: System) -> tuple[list[onnx.ValueInfoProto], list[onnx.ValueInfoProto]]:
    """Hand every weight of the network, with what it is for, to a graph. -> its inputs and outputs"""
    config = model.config
    if not isinstance(model, Cantor):
        raise ModelError(f"the model is of the system {config.system!r}; only cantor's own can be exported")
    family = _FAMILIES.get(str(config.encoder.get("model_type")))
    if family is None:
        raise ModelError(
            f"an encoder of the family {config.encoder.get('model_type')!r} cannot be exported; "
            f"train on one of {', '.join(_FAMILIES)}"
        )
    graph.node("Cast", "token_mask", name="mask", to=TensorProto.INT32)  # [B, T]
    _encoder(graph, model.encoder, family, config)
    _Heads(graph, model).write()
    return _signature(model)


def _signature(model: Cantor) -> tuple[list[onnx.ValueInfoProto], list[onnx.ValueInfoProto]]:
    config, floats, flags = model.config, TensorProto.FLOAT, TensorProto.BOOL
    size, places = config.graph_size, config.places

    def tensors(*found: tuple[str, int, list[int | str]]) -> list[onnx.ValueInfoProto]:
        return [helper.make_tensor_value_info(*tensor) for tensor in found]

    return tensors(
        ("tokens", TensorProto.INT64, ["B", "T"]),
        ("token_mask", flags, ["B", "T"]),
        ("pooling", floats, ["B", "N", "T"]),
        ("number_mask", flags, ["B", "N"]),
    ), tensors(
        ("operator", floats, ["B", size, len(config.operators)]),
        ("operand", floats, ["B", places, size, "Q"]),
        ("root", floats, ["B", size]),
    )


# The encoder


def _encoder(graph: GraphWriter, encoder: nn.Module, family: _Family, config: ModelConfig) -> None:
    """From `tokens` [B, T] and `mask` [B, T] to `text` [B, T, d]."""
    about = config.encoder
    if about.get(family.activation) != "gelu":
        raise ModelError(
            f"the encoder's activation is {about.get(family.activation)!r}; only gelu can be exported"
        )
    weights = {name: _array(weight) for name, weight in encoder.state_dict().items()}
    heads, epsilon = int(about[family.heads]), float(about.get("layer_norm_eps", 1e-12))
    bias = _relative_positions(graph, encoder, config.max_tokens)
    x = _embeddings(graph, weights, family, about.get("pad_token_id"), epsilon)
    count = 1 + max(int(name.split(".")[2]) for name in weights if name.startswith(f"{family.layers}."))
    for i in range(count):
        layer = {n.removeprefix(f"{family.layers}.{i}."): w for n, w in weights.items()}
        name = f"encoder.{i}"

        def linear(x: str, part: str, called: str, layer: Mapping[str, Array] = layer) -> str:
            return graph.linear(x, layer[f"{part}.weight"], layer[f"{part}.bias"], called)

        def norm(x: str, part: str, called: str, layer: Mapping[str, Array] = layer) -> str:
            return graph.norm(x, layer[f"{part}.weight"], layer[f"{part}.bias"], epsilon, called)

        parts = [(layer[f"{p}.weight"], layer[f"{p}.bias"]) for p in (family.query, family.key, family.value)]
        query, key, value = _split(graph, x, parts, f"{name}.qkv")
        attended = graph.attention(query, key, value, heads, f"{name}.attention", "mask", bias)
        out = linear(attended, family.out, f"{name}.out")
        x = norm(graph.node("Add", x, out, name=f"{name}.added"), family.attended, f"{name}.attended")
        wide = graph.gelu(linear(x, family.widened, f"{name}.wide"), f"{name}.gelu")
        narrow = linear(wide, family.narrowed, f"{name}.narrow")
        done = TEXT if i == count - 1 else f"{name}.done"
        x = norm(graph.node("Add", x, narrow, name=f"{name}.sum"), family.done, done)


def _embeddings(
    graph: GraphWriter, weights: Mapping[str, Array], family: _Family, pad: int | None, epsilon: float
) -> str:
    """Words, their places and, where there are such, the one type of token that we have. -> [B, T, d]"""
    places = weights["embeddings.position_embeddings.weight"]
    if "embeddings.token_type_embeddings.weight" in weights:
        places = graph.added(places, weights["embeddings.token_type_embeddings.weight"][0])
    if family.counts_from_padding:  # 1, 2, ... for tokens, 0 for padding
        mask = graph.node("Cast", "mask", name="positions.mask", to=TensorProto.INT64)
        position = graph.node("CumSum", mask, graph.constant("one", np.array(1)), name="positions.counted")
        position = graph.node("Mul", position, mask, name="positions")
        known = graph.constant("embeddings.places", places[int(pad or 0) :])
        place = graph.node("Gather", known, position, name="embeddings.place")
    else:
        shape = graph.node("Shape", "tokens", name="tokens.shape")
        first, length = graph.constant("first", [0]), graph.slice(shape, 1, 2, 0, "length")
        known = graph.constant("embeddings.places", places)
        place = graph.node("Slice", known, first, length, first, name="embeddings.place")
    # only words are quantised: a rounded place would be wrong for every word
    words = graph.embedding("tokens", weights["embeddings.word_embeddings.weight"], "embeddings.word")
    both = graph.node("Add", words, place, name="embeddings.both")
    prefix = "embeddings.LayerNorm"
    return graph.norm(both, weights[f"{prefix}.weight"], weights[f"{prefix}.bias"], epsilon, "embeddings")


def _relative_positions(graph: GraphWriter, encoder: nn.Module, most: int) -> str:
    """MPNet adds to each score what depends on how far two tokens are apart. -> its name [1, heads, T, T]"""
    inner = getattr(encoder, "encoder", None)
    if inner is None or not hasattr(inner, "compute_position_bias"):
        return ""
    table = _array(inner.compute_position_bias(torch.zeros(1, most, 1)))[0]  # [heads, most, most]
    # by distance from -(most - 1) to most - 1: the first column upwards, then the first row
    by_distance = np.concatenate([table[:, :0:-1, 0], table[:, 0]], 1)  # [heads, 2 * most - 1]
    zero, one = graph.constant("zero", np.array(0)), graph.constant("one", np.array(1))
    length = graph.node("Gather", graph.node("Shape", "tokens", name="bias.shape"), one, name="bias.length")
    place = graph.node("Range", zero, length, one, name="bias.place")  # [T]
    down = graph.node("Unsqueeze", place, graph.constant("last", [1]), name="bias.down")  # [T, 1]
    distance = graph.node("Sub", place, down, name="bias.distance")  # [T, T]: from the query to the key
    index = graph.node("Add", distance, graph.constant("bias.middle", np.array(most - 1)), name="bias.index")
    bias = graph.node("Gather", graph.constant("bias.table", by_distance), index, name="bias.heads", axis=1)
    return graph.node("Unsqueeze", bias, graph.constant("first", [0]), name="bias")


# The decoder and the heads


class _Heads:
    """From `text` [B, T, d] to the three outputs; mirrors `Cantor.think`."""

    def __init__(self, graph: GraphWriter, model: Cantor):
        self.graph, self.model = graph, model
        self.size, self.width = model.config.graph_size, model.decoder.positions.shape[1]
        # the batch, as a shape to expand things to
        shape = graph.node("Shape", TEXT, name="text.shape")
        self.batch = graph.slice(shape, 0, 1, 0, "batch")  # [1]

    def write(self) -> None:
        graph, model, size = self.graph, self.model, self.size
        vertices = self._decoded()  # [B, L + 1, d]
        v = graph.slice(vertices, 0, size, 1, "vertices")  # [B, L, d]
        selector = graph.slice(vertices, size, size + 1, 1, "selector")  # [B, 1, d]
        numbers = graph.node("MatMul", "pooling", TEXT, name="numbers")  # [B, N, d]
        constants = self._expanded(_array(model.constants)[None], "constants")  # [B, C, d]
        every = graph.node("Concat", v, constants, numbers, name="quantities", axis=1)
        offers = graph.linear(every, _array(model.quantity.weight), None, "offers")  # [B, Q, d]
        scale = graph.number(1 / math.sqrt(self.width))
        offers = graph.node("Mul", offers, scale, name="offers.scaled")
        across = graph.node("Transpose", offers, name="offers.across", perm=(0, 2, 1))  # [B, d, Q]
        self._operator(v)
        self._operands(v, across)
        if model.length is None:
            offered = graph.slice(across, 0, size, 2, "root.offered")  # [B, d, L]
            root = graph.node("MatMul", selector, offered, name="root.match")  # [B, 1, L]
        else:
            first = graph.slice(TEXT, 0, 1, 1, "text.first")
            root = graph.linear(first, _array(model.length.weight), _array(model.length.bias), "root.match")
        root = graph.reshape(root, [0, size], "root.flat")  # [B, L]
        graph.node("LogSoftmax", root, name="root", axis=-1)

    def _operator(self, v: str) -> None:
        weight = self.graph.constant("operator.weight", _array(self.model.operator.weight).T)
        scores = self.graph.node("MatMul", v, weight, name="operator.match")  # few columns: not quantised
        self.graph.node("LogSoftmax", scores, name="operator", axis=-1)

    def _operands(self, v: str, across: str) -> None:
        graph, count = self.graph, len(self.model.places)
        places = [_array(place.weight) for place in self.model.places if isinstance(place, nn.Linear)]
        wants = graph.linear(v, graph.joined(places), None, "wants")
        wants = graph.reshape(wants, [0, self.size, count, self.width], "wants.apart")
        wants = graph.node("Transpose", wants, name="wants.first", perm=(0, 2, 1, 3))  # [B, P, L, d]
        axis = graph.constant("places.axis", [1])
        match = graph.node(
            "MatMul", wants, graph.node("Unsqueeze", across, axis, name="offers.all"), name="match"
        )  # [B, P, L, Q]
        forbidden = self._forbidden()
        lowest = graph.number(float(np.finfo(np.float32).min))  # finite, as in `Cantor.think`
        match = graph.node("Where", forbidden, lowest, match, name="match.allowed")
        match = graph.node("LogSoftmax", match, name="match.scores", axis=-1)
        graph.node("Where", forbidden, graph.number(-math.inf), match, name="operand")

    def _forbidden(self) -> str:
        """Operands that would make a cycle, and numbers that are not there. -> [B, 1, L, Q]"""
        graph, size = self.graph, self.size
        count = len(self.model.constants)
        fixed = np.concatenate([np.triu(np.ones((size, size), bool)), np.zeros((size, count), bool)], 1)
        known = self._expanded(fixed[None, None], "forbidden.known")  # [B, 1, L, L + C]
        absent = graph.node("Not", "number_mask", name="forbidden.absent")  # [B, N]
        absent = graph.node(
            "Unsqueeze", absent, graph.constant("forbidden.axes", [1, 2]), name="forbidden.row"
        )
        tall = graph.constant("forbidden.tall", [1, 1, size, 1])
        absent = graph.node("Expand", absent, tall, name="forbidden.rows")  # [B, 1, L, N]
        return graph.node("Concat", known, absent, name="forbidden", axis=3)

    def _decoded(self) -> str:
        """Vertex representations. -> [B, L + 1, d]"""
        graph, decoder = self.graph, self.model.decoder
        blocks = [block for block in decoder.blocks if isinstance(block, DecoderBlock)]
        # what all blocks read of the text, in one product
        readers = [layer for block in blocks for layer in (block.over.key, block.over.value)]
        parts = [(_array(layer.weight), _array(layer.bias)) for layer in readers]
        read = _split(graph, TEXT, parts, "decoder.read")
        v = ""
        for i, block in enumerate(blocks):
            name, key, value = f"decoder.{i}", *read[2 * i : 2 * i + 2]
            if i == 0:
                # the first block's self-attention sees only learned positions: the same for every problem
                start = decoder.positions[None]
                normed = block.norms[0](start)
                start = start + block.among(normed, normed)
                asked = block.over.query(block.norms[1](start))
                v = self._expanded(_array(start), "decoder.start")  # [B, L + 1, d]
                query = self._expanded(_array(asked), f"{name}.over.query")
            else:
                normed = self._norm(v, block.norms[0], f"{name}.among.norm")
                v = graph.node("Add", v, self._among(normed, block.among, name), name=f"{name}.among")
                normed = self._norm(v, block.norms[1], f"{name}.over.norm")
                query = self._linear(normed, block.over.query, f"{name}.over.query")
            seen = graph.attention(query, key, value, block.over.heads, f"{name}.over.attention", "mask")
            v = graph.node(
                "Add", v, self._linear(seen, block.over.out, f"{name}.over.out"), name=f"{name}.over"
            )
            wide, narrow = block.forward_layer[0], block.forward_layer[3]
            x = self._linear(self._norm(v, block.norms[2], f"{name}.norm"), wide, f"{name}.wide")
            x = self._linear(graph.gelu(x, f"{name}.gelu"), narrow, f"{name}.narrow")
            v = graph.node("Add", v, x, name=name)
        return self._norm(v, decoder.norm, "decoder")

    def _among(self, normed: str, attention: Attention, name: str) -> str:
        """Self-attention among vertices."""
        layers = (attention.query, attention.key, attention.value)
        parts = [(_array(layer.weight), _array(layer.bias)) for layer in layers]
        query, key, value = _split(self.graph, normed, parts, f"{name}.among.qkv")
        mixed = self.graph.attention(query, key, value, attention.heads, f"{name}.among.attention")
        return self._linear(mixed, attention.out, f"{name}.among.out")

    def _linear(self, x: str, layer: nn.Module, name: str) -> str:
        assert isinstance(layer, nn.Linear)
        return self.graph.linear(x, _array(layer.weight), _array(layer.bias), name)

    def _norm(self, x: str, layer: nn.Module, name: str) -> str:
        assert isinstance(layer, nn.LayerNorm)
        return self.graph.norm(x, _array(layer.weight), _array(layer.bias), layer.eps, name)

    def _expanded(self, value: Array, name: str) -> str:
        """A tensor [1, ...] that is the same for every problem, once for each. -> [B, ...]"""
        ones = self.graph.constant(f"{name}.ones", [1] * (value.ndim - 1))
        shape = self.graph.node("Concat", self.batch, ones, name=f"{name}.shape", axis=0)
        return self.graph.node("Expand", self.graph.constant(f"{name}.once", value), shape, name=name)


def _split(graph: GraphWriter, x: str, parts: list[tuple[Array, Array]], name: str) -> list[str]:
    """Several linear layers of one input as one product. -> a name for each"""
    weight, bias = (graph.joined(arrays) for arrays in zip(*parts, strict=True))
    whole = graph.linear(x, weight, bias, name)
    return graph.split(whole, [len(bias) for _, bias in parts], f"{name}.split")


def _array(tensor: Tensor) -> Array:
    array: Array = tensor.detach().float().cpu().numpy()
    return array
