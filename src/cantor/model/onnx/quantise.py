"""How trained weights lie in an ONNX file: each under its name in `state_dict`, whole or rounded.

A weight X is stored as `X`, as it is; as `X.T`, transposed, as products take it; or rounded as `X.codes` or
`X.codes.T` with `X.scales`. Whoever adds a way to store weights adds it to `STORAGES` and to `restored`.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from cantor.model.onnx.graph import MICROSOFT, Array, GraphWriter

Quantisation = Literal["none", "float16", "int8", "int4"]

#: How many weights may share a scale under `int4`; the first that divides a row is taken.
_BLOCKS = (32, 16)


class Storage(Protocol):
    """A way to store weights and to compute with them; `name` is that of a weight [out, d] of torch."""

    def rows(self, graph: GraphWriter, indices: str, name: str, table: Array) -> str:
        """Rows of a table [V, d] -> [..., d]"""

    def whole(self, graph: GraphWriter, name: str, weight: Array) -> str:
        """The weight in floats, to compute with what depends on no problem. -> [d, out]"""

    def product(self, graph: GraphWriter, x: str, name: str, weight: Array) -> str:
        """x [..., d] by a weight. -> [..., out]"""


class Floats:
    """As they are."""

    def rows(self, graph: GraphWriter, indices: str, name: str, table: Array) -> str:
        return graph.node("Gather", graph.constant(name, table), indices, name=f"{name} rows")

    def whole(self, graph: GraphWriter, name: str, weight: Array) -> str:
        return graph.constant(f"{name}.T", weight.T)

    def product(self, graph: GraphWriter, x: str, name: str, weight: Array) -> str:
        return graph.node("MatMul", x, self.whole(graph, name, weight), name=f"{name} product")


class Halves(Floats):
    """Half as large on disk; onnxruntime widens the weights once, when it loads them."""

    def rows(self, graph: GraphWriter, indices: str, name: str, table: Array) -> str:
        halves = graph.constant(name, table.astype(np.float16))
        return graph.floats(graph.node("Gather", halves, indices, name=f"{name} halves"), f"{name} rows")

    def whole(self, graph: GraphWriter, name: str, weight: Array) -> str:
        return graph.floats(graph.constant(f"{name}.T", weight.T.astype(np.float16)), f"{name} whole")


class Int8:
    """Activations in 8 bits, one scale for each token as it comes; weights in 7, one for each output.

    A scale for each token, where onnxruntime's own dynamic quantisation takes one for the whole batch: so
    a problem's answer cannot depend on which others are solved with it. Seven bits, since two products of
    8 by 8 bits do not fit the 16 bits in which CPUs without VNNI add them; of 8 by 7 do.
    """

    def rows(self, graph: GraphWriter, indices: str, name: str, table: Array) -> str:
        """Eight bits, one scale for each row."""
        codes, scales = quantised(table, 8, table.shape[1])  # [V, 1, d], [V, 1]
        rows = graph.constant(f"{name}.codes", codes[:, 0])
        rows = graph.floats(graph.node("Gather", rows, indices, name=f"{name} codes"), f"{name} floats")
        scale = graph.node("Gather", graph.constant(f"{name}.scales", scales), indices, name=f"{name} scale")
        return graph.node("Mul", rows, scale, name=f"{name} rows")

    def whole(self, graph: GraphWriter, name: str, weight: Array) -> str:
        codes, scales = self._stored(graph, name, weight)
        return graph.node("Mul", graph.floats(codes, f"{name} floats"), scales, name=f"{name} whole")

    def product(self, graph: GraphWriter, x: str, name: str, weight: Array) -> str:
        """An input of several products is rounded but once: the writer sees to that."""
        size, last = graph.node("Abs", x, name=f"{x} size"), graph.constant("last axis", [-1])
        size = graph.node("ReduceMax", size, last, name=f"{x} largest", keepdims=1)  # [..., 1]
        size = graph.node("Max", size, graph.number(1e-30), name=f"{x} positive")
        scale = graph.node("Div", size, graph.number(127), name=f"{x} scale")
        parts = graph.node("Div", x, scale, name=f"{x} parts")
        one, middle = graph.number(1), graph.constant("middle", np.array(128, np.uint8))
        rounded = graph.node("QuantizeLinear", parts, one, middle, name=f"{x} rounded")
        codes, scales = self._stored(graph, name, weight)
        inputs = (rounded, codes, one, scales, middle)
        whole = graph.node("MatMulIntegerToFloat", *inputs, name=f"{name} scaled", domain=MICROSOFT)
        return graph.node("Mul", whole, scale, name=f"{name} product")

    def _stored(self, graph: GraphWriter, name: str, weight: Array) -> tuple[str, str]:
        codes, scales = quantised(weight, 7, weight.shape[1])  # [out, 1, d], [out, 1]
        across = graph.constant(f"{name}.codes.T", codes[:, 0].T)
        return across, graph.constant(f"{name}.scales", scales[:, 0])


class Int4:
    """Weights in 4 bits, one scale for each block of them; activations as they are."""

    def rows(self, graph: GraphWriter, indices: str, name: str, table: Array) -> str:
        block = _block(table)
        if block is None:
            return Floats().rows(graph, indices, name, table)
        codes, scales = quantised(table, 4, block)  # [V, blocks, block], [V, blocks]
        data = graph.constant(f"{name}.codes", _packed(codes).reshape(len(table), -1))
        inputs = (data, indices, graph.constant(f"{name}.scales", scales))
        layout = {"bits": 4, "block_size": block, "gather_axis": 0, "quantize_axis": 1}
        return graph.node("GatherBlockQuantized", *inputs, name=f"{name} rows", domain=MICROSOFT, **layout)

    def whole(self, graph: GraphWriter, name: str, weight: Array) -> str:
        # no operator of this opset gives back what 4 bits stand for
        storage = Floats() if _block(weight) is None else Int8()
        return storage.whole(graph, name, weight)

    def product(self, graph: GraphWriter, x: str, name: str, weight: Array) -> str:
        block = _block(weight)
        if block is None:
            return Floats().product(graph, x, name, weight)
        codes, scales = quantised(weight, 4, block)  # [out, blocks, block], [out, blocks]
        inputs = (
            x,
            graph.constant(f"{name}.codes", _packed(codes)),
            graph.constant(f"{name}.scales", scales.reshape(-1)),
        )
        layout = {"N": weight.shape[0], "K": weight.shape[1], "bits": 4, "block_size": block}
        return graph.node("MatMulNBits", *inputs, name=f"{name} product", domain=MICROSOFT, **layout)


STORAGES: dict[Quantisation, Storage] = {
    "none": Floats(),
    "float16": Halves(),
    "int8": Int8(),
    "int4": Int4(),
}


def is_stored(names: Collection[str], name: str) -> bool:
    """Whether a weight is there, in whatever way."""
    return any(f"{name}{way}" in names for way in ("", ".T", ".codes", ".codes.T"))


def restored(stored: Mapping[str, Array], name: str, shape: Sequence[int]) -> Array:
    """A weight in floats, however it is stored. Raises KeyError where it is not, ValueError where it is no
    weight of this shape."""
    if name in stored:
        found = stored[name]
    elif f"{name}.T" in stored:
        found = stored[f"{name}.T"].T
    else:
        found = _dequantised(stored, name)
    if found.shape != tuple(shape):
        raise ValueError(f"{name} has the shape {list(found.shape)}, not {list(shape)}")
    return found.astype(np.float32)


def _dequantised(stored: Mapping[str, Array], name: str) -> Array:
    codes = stored[f"{name}.codes.T"].T if f"{name}.codes.T" in stored else stored[f"{name}.codes"]
    scales = stored[f"{name}.scales"].reshape(len(codes), -1, 1)
    if codes.dtype == np.uint8:  # 4 bits, two to a byte
        codes = unpacked(codes.reshape(len(codes), -1))
    whole: Array = (codes.reshape(len(codes), scales.shape[1], -1) * scales).reshape(len(codes), -1)
    return whole


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
