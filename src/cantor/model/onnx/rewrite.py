"""From the graph that torch.onnx writes to ours: weights stored under their names and rounded, products of
whole numbers, attention as one operator, nothing computed twice.

Shapes: B problems, d hidden of all heads together.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from cantor.model.onnx.graph import MICROSOFT, OPSET, Array, GraphWriter
from cantor.model.onnx.quantise import Floats, Storage, is_stored

#: Weights of fewer rows or columns stay as they are: there is little to win, and operators are rows.
_FEW = 16
#: Between [B, length, heads, d / heads] and [B, heads, length, d / heads].
_HEADS_FIRST = [0, 2, 1, 3]


def rewritten(
    traced: onnx.ModelProto,
    weights: Mapping[str, Array],
    words: str,
    shapes: Mapping[str, Sequence[int | str]],
    storage: Storage,
) -> onnx.ModelProto:
    """`weights`: all of `state_dict`; `words`: which of them the tokens are looked up in; `shapes`: of the
    outputs, of which a trace knows too little."""
    writer = _Rewriter(weights, words, storage, [*shapes])
    nodes, known = _folded(traced.graph.node)
    for name, array in known.items():
        writer.known(name, array)
    for node in nodes:
        writer.write(node)
    writer.finish()
    outputs = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()
    ]
    return writer.graph.build([x for x in traced.graph.input if x.name not in writer.called], outputs)


class _Rewriter:
    """Writes one node after the other, those of `_SPECIAL` in our own way."""

    def __init__(self, weights: Mapping[str, Array], words: str, storage: Storage, outputs: Sequence[str]):
        self.graph, self.weights, self.words, self.storage = GraphWriter(), weights, words, storage
        self.outputs = outputs
        self.called = {f"model.{name}": name for name in weights}  # the trace's tensors by their names here
        self.across = {f"{name}.T": name for name, weight in weights.items() if weight.ndim == 2}
        self.turned: dict[str, str] = {}  # what `_HEADS_FIRST` was applied to, by what came of it
        self.width: dict[str, int] = {}  # of rows that came of a linear layer
        self.split: dict[str, str] = {}  # what was reshaped, by what came of it
        self.made: dict[str, tuple[str, Sequence[str]]] = {}  # by which operator of what
        self.arrays: dict[str, Array] = {}  # constants
        self.fixed = {*weights, *self.across}  # what depends on no problem
        self._stored: dict[object, str] = {}

    def known(self, name: str, value: Array) -> None:
        """A constant of the trace, stored once however often it is there."""
        key = value.dtype.name, value.shape, value.tobytes()
        if key not in self._stored:
            self._stored[key] = self.graph.constant(
                f"{value.dtype.name} {value.tolist()}" if 0 < value.size < 8 else name, value
            )
            self.fixed.add(self._stored[key])
            self.arrays[self._stored[key]] = value
        self.called[name] = self._stored[key]

    def write(self, node: onnx.NodeProto) -> None:
        inputs = [self.called.get(name, name) for name in node.input]
        about = {each.name: helper.get_attribute_value(each) for each in node.attribute}
        name, special = node.output[0].removesuffix("_output_0").lstrip("/"), _SPECIAL.get(node.op_type)
        found = special(self, inputs, name, about) if special else None
        if found is None:
            found = self._copied(node, inputs, name, about)
        self.called[node.output[0]] = found
        self.made.setdefault(found, (node.op_type, inputs))
        if all(given in self.fixed for given in inputs if given):
            self.fixed.add(found)

    def _copied(self, node: onnx.NodeProto, given: Sequence[str], name: str, about: Mapping[str, Any]) -> str:
        inputs = [*map(self._whole, given)]
        if len(node.output) == 1:
            return self.graph.node(node.op_type, *inputs, name=name, domain=node.domain, **about)
        self.graph.nodes.append(
            helper.make_node(node.op_type, inputs, node.output, domain=node.domain, **about)
        )
        return str(node.output[0])

    def finish(self) -> None:
        """Outputs under their names, nothing that none of them needs, and every weight."""
        graph = self.graph
        made = {name for node in graph.nodes for name in node.output}
        for name in self.outputs:
            if name not in made:
                graph.node("Identity", self.called[name], name=name)
        needed, kept = set(self.outputs), []
        for node in reversed(graph.nodes):
            if needed & set(node.output):
                needed |= set(node.input)
                kept.append(node)
        graph.nodes = kept[::-1]
        graph.constants = {name: value for name, value in graph.constants.items() if name in needed}
        for name, weight in self.weights.items():
            if not is_stored(graph.constants, name):
                graph.constant(name, weight)

    # What is written in another way; None where it is as it was

    def _same(self, inputs: Sequence[str], name: str, about: Mapping[str, Any]) -> str:
        return inputs[0]

    def _transpose(self, inputs: Sequence[str], name: str, about: Mapping[str, Any]) -> str | None:
        (x,) = inputs
        if f"{x}.T" in self.across:
            return f"{x}.T"
        return self._heads(x, name) if about["perm"] == _HEADS_FIRST else None

    def _heads(self, x: str, name: str) -> str:
        """Heads and length in each other's place; doing so twice is doing nothing."""
        if x in self.turned:
            return self.turned[x]
        found = self.graph.node("Transpose", x, name=name, perm=_HEADS_FIRST)
        self.turned[found] = x
        return found

    def _product(self, inputs: Sequence[str], name: str, about: Mapping[str, Any]) -> str | None:
        x, right = inputs
        return self._linear(x, self.across[right]) if right in self.across else None

    def _biased_product(self, inputs: Sequence[str], name: str, about: Mapping[str, Any]) -> str | None:
        x, right, *bias = inputs
        plain = about.get("alpha", 1.0) == about.get("beta", 1.0) == 1.0 and not about.get("transA")
        if not plain or not about.get("transB") or right not in self.weights:
            return None
        product = self._linear(x, right)
        return self.graph.node("Add", product, self._whole(bias[0]), name=name) if bias else product

    def _sum(self, inputs: Sequence[str], name: str, about: Mapping[str, Any]) -> str:
        """Where it is a layer's bias, it leaves the rows as wide as they are."""
        found = self.graph.node("Add", *map(self._whole, inputs), name=name)
        for x, bias in (inputs, inputs[::-1]):
            if x in self.width and bias in self.weights and self.weights[bias].shape == (self.width[x],):
                self.width[found] = self.width[x]
        return found

    def _linear(self, x: str, name: str) -> str:
        """x [..., d] by a weight [out, d] -> [..., out]"""
        found = self._multiplied(x, name)
        self.width[found] = len(self.weights[name])
        return found

    def _multiplied(self, x: str, name: str) -> str:
        graph, weight = self.graph, self.weights[name]
        if min(weight.shape) < _FEW:
            return Floats().product(graph, self._whole(x), name, weight)
        if x in self.fixed:  # onnxruntime computes it once, as it starts: in floats, since it takes no time
            whole = self.storage.whole(graph, name, weight)
            return graph.node("MatMul", self._whole(x), whole, name=f"{name} product")
        return self.storage.product(graph, x, name, weight)

    def _whole(self, name: str) -> str:
        """A tensor, which is stored if it is a weight, transposed where an output has its name."""
        if name in self.across:
            return self.graph.constant(name, self.weights[self.across[name]].T)
        if name in self.weights and name in self.outputs:
            return self.graph.node("Transpose", self._whole(f"{name}.T"), name=f"{name} whole", perm=[1, 0])
        return self.graph.constant(name, self.weights[name]) if name in self.weights else name

    def _rows(self, inputs: Sequence[str], name: str, about: Mapping[str, Any]) -> str | None:
        # only words are rounded: a rounded place would be wrong for every word
        if inputs[0] != self.words or about.get("axis", 0):
            return None
        return self.storage.rows(self.graph, inputs[1], self.words, self.weights[self.words])

    def _gelu(self, inputs: Sequence[str], name: str, about: Mapping[str, Any]) -> str | None:
        """onnxruntime's own, which it computes together with the bias before it."""
        if about.get("approximate", b"none") != b"none":
            return None
        return self.graph.node("Gelu", *inputs, name=name, domain=MICROSOFT)

    def _filled(self, inputs: Sequence[str], name: str, about: Mapping[str, Any]) -> str:
        """Its value is no tensor of a node, which `inspect` refuses."""
        value = numpy_helper.to_array(about["value"]) if "value" in about else np.zeros(1, np.float32)
        self.known(f"{name} value", value)
        return self.graph.node("Expand", self.called[f"{name} value"], inputs[0], name=name)

    def _reshaped(self, inputs: Sequence[str], name: str, about: Mapping[str, Any]) -> str:
        found = self.graph.node("Reshape", *map(self._whole, inputs), name=name, **about)
        self.split[found] = inputs[0]
        return found

    def _expanded(self, inputs: Sequence[str], name: str, about: Mapping[str, Any]) -> str:
        """Torch's -1 keeps a dimension, in ONNX 1 does: a trace compares and replaces at every run, though
        the -1 are constants."""
        x, shape = inputs
        if (parts := self._parts(shape)) is not None:
            shape = self.graph.node("Concat", *map(self._one, parts), name=f"{name} shape", axis=0)
        found = self.graph.node("Expand", self._whole(x), shape, name=name)
        if x in self.width:
            self.width[found] = self.width[x]
        return found

    def _parts(self, shape: str) -> Sequence[str] | None:
        """What such a shape, Where(s == -1, 1, s), is put together from."""
        kind, inputs = self.made.get(shape, ("", []))
        if kind != "Where" or self.made.get(inputs[0], ("", [""]))[1][0] != inputs[2]:
            return None
        kind, inputs = self.made.get(inputs[2], ("", []))
        if kind == "Reshape":  # a vector as a vector
            kind, inputs = self.made.get(inputs[0], ("", []))
        return inputs if kind == "Concat" else None

    def _one(self, name: str) -> str:
        """1 in place of -1."""
        value = self.arrays.get(name)
        if value is None or (value >= 0).all():
            return name
        self.known(f"{name} kept", np.where(value < 0, 1, value))
        return self.called[f"{name} kept"]

    def _joined(self, x: str, width: int, name: str) -> str:
        """As it was before heads were told apart. [B, heads, length, d / heads] -> [B, length, d]"""
        apart = self._heads(x, f"{name} {x}")
        before = self.split.get(apart, "")
        if self.width.get(before) == width:
            return before
        return self.graph.node("Reshape", apart, self.graph.constant("flat", [0, 0, -1]), name=f"{x} joined")

    def _attention(self, inputs: Sequence[str], name: str, about: Mapping[str, Any]) -> str:
        """query [B, heads, Q, d / heads], key and value [B, heads, K, d / heads], and what is seen of them,
        as `trace` tells -> [B, heads, Q, d / heads]"""
        graph, heads, scale = self.graph, about["heads"], about["scale"]
        q, k, v, *seen = inputs
        if self.fixed.issuperset(inputs):  # in operators that onnxruntime computes as it starts
            k = graph.node("Transpose", k, name=f"{name} across", perm=[0, 1, 3, 2])
            match = graph.node("MatMul", q, k, name=f"{name} match")
            match = graph.node("Mul", match, graph.number(scale), name=f"{name} scaled")
            shares = graph.node("Softmax", match, name=f"{name} shares", axis=-1)
            return graph.node("MatMul", shares, v, name=name)
        joined = [self._joined(x, heads * about["size"], name) for x in (q, k, v)]
        split = graph.constant(f"{heads} heads", [0, 0, heads, -1])
        mask, bias = [*seen, ""] if about["by_key"] else ["", *(seen or [""])]
        mixed = graph.node(
            "MultiHeadAttention",
            *(*joined, "", mask, bias),
            name=f"{name} mixed",
            domain=MICROSOFT,
            num_heads=heads,
            scale=scale,
            mask_filter_value=float(np.finfo(np.float32).min),
        )
        return self._heads(graph.node("Reshape", mixed, split, name=f"{name} split"), name)


_SPECIAL = {
    "Add": _Rewriter._sum,
    "Attention": _Rewriter._attention,
    "ConstantOfShape": _Rewriter._filled,
    "Expand": _Rewriter._expanded,
    "Gather": _Rewriter._rows,
    "Gelu": _Rewriter._gelu,
    "Gemm": _Rewriter._biased_product,
    "Identity": _Rewriter._same,
    "MatMul": _Rewriter._product,
    "Reshape": _Rewriter._reshaped,
    "Transpose": _Rewriter._transpose,
}


def _folded(nodes: Sequence[onnx.NodeProto]) -> tuple[list[onnx.NodeProto], dict[str, Array]]:
    """The nodes that depend on inputs or weights, and what those get that depends on neither."""
    known: set[str] = set()
    before: list[onnx.NodeProto] = []
    after: list[onnx.NodeProto] = []
    for node in nodes:
        fixed = known.issuperset(node.input) and not node.domain
        (before if fixed else after).append(node)
        if fixed:
            known |= set(node.output)
    wanted = sorted(known & {name for node in after for name in node.input})
    outputs = [onnx.ValueInfoProto(name=name) for name in wanted]
    graph = helper.make_graph(before, "known", [], outputs)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)
    options = onnxruntime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 3, 1
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    return after, dict(zip(wanted, session.run(wanted, {}), strict=True))
