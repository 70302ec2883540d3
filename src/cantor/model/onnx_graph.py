"""Writing an ONNX graph node by node, with weights as they are or quantised.

Layers that onnxruntime computes in one go (attention, products of few bits) are written as its own operators,
of the domain `com.microsoft`, which every build of it for CPUs has.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

Array = NDArray[Any]
Quantisation = Literal["none", "float16", "int8", "int4"]

#: What onnxruntime has understood for years, with layer normalisation as one operator.
OPSET = 17
_MICROSOFT = "com.microsoft"
#: How many weights may share a scale under `int4`; the first that divides a row is taken.
_BLOCKS = (32, 16)


class GraphWriter:
    """Collects nodes and weights; every method returns the name of the tensor that it computes."""

    def __init__(self, quantisation: Quantisation = "none") -> None:
        self.quantisation = quantisation
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self._stored: set[str] = set()

    def build(
        self, inputs: Sequence[onnx.ValueInfoProto], outputs: Sequence[onnx.ValueInfoProto]
    ) -> onnx.ModelProto:
        graph = helper.make_graph(self.nodes, "cantor", inputs, outputs, self.weights)
        operators = [helper.make_opsetid("", OPSET), helper.make_opsetid(_MICROSOFT, 1)]
        model = helper.make_model(graph, opset_imports=operators, producer_name="cantor")
        model.ir_version = 8  # the one that came with this opset; newer ones say nothing more of this graph
        onnx.checker.check_model(model)
        return model

    # Nodes

    def node(self, kind: str, *inputs: str, name: str, domain: str = "", **attributes: Any) -> str:
        """Any operator with one output, which `name` becomes the name of. "" is an input left out."""
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, domain=domain, **attributes))
        return name

    def constant(self, name: str, value: Array | Sequence[int]) -> str:
        """A tensor that does not depend on the inputs; stored once under a name."""
        if name not in self._stored:
            self._stored.add(name)
            array = value if isinstance(value, np.ndarray) else np.array(value, np.int64)
            self.weights.append(numpy_helper.from_array(np.asarray(array, order="C"), name))
        return name

    def number(self, value: float) -> str:
        """A single float."""
        return self.constant(f"number {value}", np.array(value, np.float32))

    def reshape(self, x: str, shape: Sequence[int], name: str) -> str:
        """0 keeps a dimension, -1 is what remains."""
        return self.node("Reshape", x, self.constant(f"{name}.shape", shape), name=name)

    def slice(self, x: str, start: int, stop: int, axis: int, name: str) -> str:
        ends = (("start", start), ("stop", stop), ("axis", axis))
        return self.node("Slice", x, *(self.constant(f"{name}.{k}", [v]) for k, v in ends), name=name)

    def split(self, x: str, sizes: Sequence[int], name: str) -> list[str]:
        """Along the last dimension, into as many tensors as there are sizes."""
        names = [f"{name}.{i}" for i in range(len(sizes))]
        inputs = [x, self.constant(f"{name}.sizes", sizes)]
        self.nodes.append(helper.make_node("Split", inputs, names, name=name, axis=-1))
        return names

    # Weights of several layers as one; `GraphReader` undoes these two

    def joined(self, arrays: Sequence[Array]) -> Array:
        return np.concatenate(arrays)

    def added(self, table: Array, row: Array) -> Array:
        """table [n, d] + row [d]"""
        total: Array = table + row
        return total

    # Layers

    def norm(self, x: str, weight: Array, bias: Array, epsilon: float, name: str) -> str:
        tensors = self.constant(f"{name}.weight", weight), self.constant(f"{name}.bias", bias)
        return self.node("LayerNormalization", x, *tensors, name=name, epsilon=epsilon)

    def gelu(self, x: str, name: str) -> str:
        return self.node("Gelu", x, name=name, domain=_MICROSOFT)

    def attention(
        self, query: str, key: str, value: str, heads: int, name: str, mask: str = "", bias: str = ""
    ) -> str:
        """query [B, Q, d], key and value [B, K, d], mask [B, K] int32, bias [1, heads, Q, K] -> [B, Q, d]"""
        inputs = (query, key, value, "", mask, bias)
        return self.node("MultiHeadAttention", *inputs, name=name, domain=_MICROSOFT, num_heads=heads)

    def embedding(self, indices: str, table: Array, name: str) -> str:
        """Rows of a table [V, d] -> [..., d]"""
        read: Callable[[str, Array, str], str] = getattr(self, f"_rows_{self.quantisation}")
        return read(indices, table, name)

    def _rows_none(self, indices: str, table: Array, name: str) -> str:
        return self.node("Gather", self.constant(f"{name}.weight", table), indices, name=name)

    def _rows_float16(self, indices: str, table: Array, name: str) -> str:
        codes = self.constant(f"{name}.half", table.astype(np.float16))
        rows = self.node("Gather", codes, indices, name=f"{name}.rows")
        return self.node("Cast", rows, name=name, to=TensorProto.FLOAT)

    def _rows_int8(self, indices: str, table: Array, name: str) -> str:
        """Eight bits, one scale for each row."""
        codes, scales = quantised(table, 8, table.shape[1])  # [V, 1, d], [V, 1]
        rows = self.node("Gather", self.constant(f"{name}.codes", codes[:, 0]), indices, name=f"{name}.rows")
        rows = self.node("Cast", rows, name=f"{name}.floats", to=TensorProto.FLOAT)
        scale = self.node("Gather", self.constant(f"{name}.scales", scales), indices, name=f"{name}.scale")
        return self.node("Mul", rows, scale, name=name)

    def _rows_int4(self, indices: str, table: Array, name: str) -> str:
        block = _block(table)
        if block is None:
            return self._rows_none(indices, table, name)
        codes, scales = quantised(table, 4, block)  # [V, blocks, block], [V, blocks]
        data = self.constant(f"{name}.codes", _packed(codes).reshape(len(table), -1))
        inputs = (data, indices, self.constant(f"{name}.scales", scales))
        layout = {"bits": 4, "block_size": block, "gather_axis": 0, "quantize_axis": 1}
        return self.node("GatherBlockQuantized", *inputs, name=name, domain=_MICROSOFT, **layout)

    def linear(self, x: str, weight: Array, bias: Array | None, name: str) -> str:
        """x [..., d] by a weight [out, d] as torch stores it, and a bias [out] -> [..., out]"""
        multiply: Callable[[str, Array, str], str] = getattr(self, f"_product_{self.quantisation}")
        product = multiply(x, weight, name if bias is None else f"{name}.product")
        if bias is None:
            return product
        return self.node("Add", product, self.constant(f"{name}.bias", bias), name=name)

    def _product_none(self, x: str, weight: Array, name: str) -> str:
        return self.node("MatMul", x, self.constant(f"{name}.weight", weight.T), name=name)

    def _product_float16(self, x: str, weight: Array, name: str) -> str:
        """Half as large on disk; onnxruntime widens the weights once, when it loads them."""
        half = self.constant(f"{name}.half", weight.T.astype(np.float16))
        return self.node(
            "MatMul", x, self.node("Cast", half, name=f"{name}.weight", to=TensorProto.FLOAT), name=name
        )

    def _product_int8(self, x: str, weight: Array, name: str) -> str:
        """Activations in 8 bits, one scale for each token as it comes; weights in 7, one for each output.

        A scale for each token, where onnxruntime's own dynamic quantisation takes one for the whole batch: so
        a problem's answer cannot depend on which others are solved with it. Seven bits, since two products of
        8 by 8 bits do not fit the 16 bits in which CPUs without VNNI add them; of 8 by 7 do.
        """
        codes, scales = quantised(weight, 7, weight.shape[1])  # [out, 1, d], [out, 1]
        size = self.node("Abs", x, name=f"{name}.size")
        size = self.node("ReduceMax", size, name=f"{name}.largest", axes=[-1], keepdims=1)  # [..., 1]
        size = self.node("Max", size, self.number(1e-30), name=f"{name}.positive")
        scale = self.node("Div", size, self.number(127), name=f"{name}.scale")
        parts = self.node("Div", x, scale, name=f"{name}.parts")
        one, middle = self.number(1), self.constant("middle", np.array(128, np.uint8))
        rounded = self.node("QuantizeLinear", parts, one, middle, name=f"{name}.rounded")
        matrix, columns = self.constant(f"{name}.codes", codes[:, 0].T), f"{name}.scales"
        inputs = (rounded, matrix, one, self.constant(columns, scales[:, 0]), middle)
        product = self.node("MatMulIntegerToFloat", *inputs, name=f"{name}.whole", domain=_MICROSOFT)
        return self.node("Mul", product, scale, name=name)

    def _product_int4(self, x: str, weight: Array, name: str) -> str:
        """Weights in 4 bits, one scale for each block of them; activations as they are."""
        block = _block(weight)
        if block is None:
            return self._product_none(x, weight, name)
        codes, scales = quantised(weight, 4, block)  # [out, blocks, block], [out, blocks]
        inputs = (
            x,
            self.constant(f"{name}.codes", _packed(codes)),
            self.constant(f"{name}.scales", scales.reshape(-1)),
        )
        layout = {"N": weight.shape[0], "K": weight.shape[1], "bits": 4, "block_size": block}
        return self.node("MatMulNBits", *inputs, name=name, domain=_MICROSOFT, **layout)


def _block(weight: Array) -> int | None:
    """How many weights share a scale; None where a row cannot be cut into blocks."""
    return next((block for block in _BLOCKS if weight.shape[1] % block == 0), None)


def quantised(weight: Array, bits: int, block: int) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Whole numbers of so many bits and one scale for each block of a row, around zero.

    weight [rows, d] -> codes [rows, blocks, block], scales [rows, blocks]. The number furthest from zero
    becomes the lowest code, whatever its sign, so that the range is used to its end.
    """
    parts = weight.astype(np.float32).reshape(len(weight), -1, block)
    lowest = -(2 ** (bits - 1))
    furthest = np.abs(parts).argmax(-1, keepdims=True)
    scales = np.take_along_axis(parts, furthest, -1) / np.float32(lowest)  # [rows, blocks, 1]
    scales[scales == 0] = 1.0
    codes = np.clip(np.rint(parts / scales), lowest, -lowest - 1)
    return codes.astype(np.int8), scales[..., 0]


def _packed(codes: NDArray[np.int8]) -> NDArray[np.uint8]:
    """4-bit codes two to a byte, the first in the lower half, counted from -8. [..., n] -> [..., n / 2]"""
    unsigned = (codes + 8).astype(np.uint8)
    return (unsigned[..., 0::2] | (unsigned[..., 1::2] << 4)).astype(np.uint8)


def unpacked(pairs: NDArray[np.uint8]) -> NDArray[np.int8]:
    """What `_packed` packed. [..., n / 2] -> [..., n]"""
    codes = np.stack([pairs & 15, pairs >> 4], -1).astype(np.int8) - np.int8(8)
    return codes.reshape(*pairs.shape[:-1], -1)
