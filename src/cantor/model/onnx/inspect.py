"""What an ONNX file holds, read without loading it: refused by name before onnxruntime touches memory.

Only what our exporter writes is let in: its operators, tensors whose bytes lie in the file and are as many as
their shapes say. Protocol buffers are simple enough to be read here: a solver has no package `onnx`. What the
numbers of fields mean is told by onnx.proto.
"""

import mmap
from collections.abc import Iterator
from functools import cache
from math import prod
from pathlib import Path

from cantor.errors import ModelError

_OPERATORS = {
    "": frozenset(
        "Abs Add And Cast Ceil Clip Concat CumSum Div Equal Expand Flatten Gather GatherElements Gelu "
        "Greater GreaterOrEqual Identity LayerNormalization Less LessOrEqual Log LogSoftmax MatMul Max Min "
        "Mul Neg Not Pow QuantizeLinear Range ReduceMax ReduceSum Relu Reshape Shape Sign Slice Softmax "
        "Split Sqrt Squeeze Sub Tanh Tile Transpose Unsqueeze Where".split()
    ),
    "com.microsoft": frozenset(
        "GatherBlockQuantized Gelu MatMulIntegerToFloat MatMulNBits MultiHeadAttention".split()
    ),
}
#: Bytes of an element by its type: float32, uint8, int8, int32, int64, bool, float16.
_BYTES = {1: 4, 2: 1, 3: 1, 6: 4, 7: 8, 9: 1, 10: 2}
#: Fields that we never write: training, functions; sparse tensors; subgraphs and tensors as attributes.
_MODEL_REFUSED, _GRAPH_REFUSED, _ATTRIBUTE_REFUSED = {20, 25}, {15}, {5, 6, 10, 11, 22, 23}

Span = tuple[int, int]
Shapes = dict[str, tuple[int, ...]]


def inspect(graph: Path | bytes) -> Shapes:
    """The shapes of its tensors by name; raises `ModelError` for what is no graph of ours."""
    if isinstance(graph, bytes):
        return _inspected(graph)
    try:
        stat = graph.stat()
        return _inspected_file(graph, stat.st_mtime_ns, stat.st_size)
    except ModelError as error:
        raise ModelError(f"{graph}: {error}") from None


@cache  # a session may be started before anyone asks for shapes
def _inspected_file(path: Path, _changed: int, size: int) -> Shapes:
    if not size:
        raise ModelError("is damaged (it is empty); get the model again")
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return _inspected(content)


def _inspected(content: bytes | mmap.mmap) -> Shapes:
    shapes: Shapes = {}
    try:
        for field, found in _fields(content, (0, len(content))):
            if field in _MODEL_REFUSED:
                raise ModelError("has functions or training of its own; no model of cantor's has")
            if field == 7:
                shapes |= _graph(content, _span(found))
    except (IndexError, ValueError, UnicodeDecodeError) as error:
        raise ModelError(f"is damaged ({error}); get the model again") from None
    if not shapes:
        raise ModelError("is damaged (it holds no tensor); get the model again")
    return shapes


def _graph(content: bytes | mmap.mmap, span: Span) -> Shapes:
    shapes: Shapes = {}
    for field, found in _fields(content, span):
        if field in _GRAPH_REFUSED:
            raise ModelError("has sparse tensors; no model of cantor's has")
        if field == 1:
            _check_node(content, _span(found))
        elif field == 5:
            name, shape = _tensor(content, _span(found))
            shapes[name] = shape
    return shapes


def _check_node(content: bytes | mmap.mmap, span: Span) -> None:
    kind = domain = ""
    for field, found in _fields(content, span):
        if field == 4:
            kind = _text(content, found)
        elif field == 7:
            domain = _text(content, found)
        elif field == 5 and any(inner in _ATTRIBUTE_REFUSED for inner, _ in _fields(content, _span(found))):
            raise ModelError("has a node with a graph or a tensor of its own; no model of cantor's has")
    if kind not in _OPERATORS.get(domain, ()):
        name = f"{domain}.{kind}" if domain else kind
        raise ModelError(f"has the operator {name!r}, which no model of cantor's has; do not trust it")


def _tensor(content: bytes | mmap.mmap, span: Span) -> tuple[str, tuple[int, ...]]:
    """Its name and shape, whose elements must be as many as the file has bytes for."""
    name, shape, kind, stored = "", [], 0, 0
    for field, found in _fields(content, span):
        if field == 1:  # one by one, or packed together
            shape += [found] if isinstance(found, int) else _varints(content, found)
        elif field == 2 and isinstance(found, int):
            kind = found
        elif field == 8:
            name = _text(content, found)
        elif field == 9:
            start, stop = _span(found)
            stored = stop - start
        elif field == 13 or (field == 14 and found):
            raise ModelError("keeps tensors in other files; no model of cantor's does")
        elif field not in (12, 14):
            raise ModelError("stores a tensor in a way that no model of cantor's does")
    if kind not in _BYTES:
        raise ModelError(f"has the tensor {name!r} of a type that no model of cantor's has")
    if any(size < 0 or size >= 1 << 40 for size in shape) or prod(shape) * _BYTES[kind] != stored:
        raise ModelError(f"has {stored} bytes for the tensor {name!r} of shape {shape}; get the model again")
    return name, tuple(shape)


def _fields(content: bytes | mmap.mmap, span: Span) -> Iterator[tuple[int, int | Span]]:
    """The fields of a message: a number, or from where to where a text or a message goes."""
    at, end = span
    while at < end:
        key, at = _varint(content, at, end)
        field, kind = key >> 3, key & 7
        if kind == 0:
            value, at = _varint(content, at, end)
            yield field, value
            continue
        if kind == 2:
            length, at = _varint(content, at, end)
        elif kind in (1, 5):
            length = 8 if kind == 1 else 4
        else:
            raise ValueError("no protocol buffer")
        if length > end - at:
            raise ValueError("cut off")
        yield field, (at, at + length)
        at += length


def _varint(content: bytes | mmap.mmap, at: int, end: int) -> tuple[int, int]:
    value = shift = 0
    while at < end and shift < 70:
        byte = content[at]
        value, at, shift = value | (byte & 127) << shift, at + 1, shift + 7
        if byte < 128:
            return value, at
    raise ValueError("cut off")


def _varints(content: bytes | mmap.mmap, span: Span) -> list[int]:
    at, end = span
    found = []
    while at < end:
        value, at = _varint(content, at, end)
        found.append(value)
    return found


def _span(found: int | Span) -> Span:
    if isinstance(found, int):
        raise ValueError("a number where a message belongs")
    return found


def _text(content: bytes | mmap.mmap, found: int | Span) -> str:
    start, stop = _span(found)
    return content[start:stop].decode()
