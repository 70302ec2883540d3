"""Files that are no models of ours: refused by name, before onnxruntime sees them."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import TensorProto, helper, numpy_helper

from cantor.model import ModelError
from cantor.model.onnx.export import Exported
from cantor.model.onnx.inspect import inspect
from cantor.solver.session import start_session
from helpers.tiny import FAMILIES


@pytest.fixture
def model(make) -> onnx.ModelProto:
    return onnx.load_from_string(Exported.of(*make()).content)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("bits", ["none", "float16", "int8", "int4"])
def test_what_we_write_is_let_in(make, family, bits):
    flags = {"number_mark": True, "answerability": True}
    content = Exported.of(*make(family, **flags), quantisation=bits).content
    tensors = onnx.load_from_string(content).graph.initializer
    assert inspect(content) == {tensor.name: tuple(tensor.dims) for tensor in tensors}


def outside(model: onnx.ModelProto) -> None:
    tensor = model.graph.initializer[0]
    tensor.data_location = TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="../../etc/passwd")
    tensor.ClearField("raw_data")


def giant(model: onnx.ModelProto) -> None:
    model.graph.initializer[0].dims[:] = [1 << 30, 1 << 30]


def negative(model: onnx.ModelProto) -> None:
    model.graph.initializer[0].dims[:] = [-1, -1]


def strange(model: onnx.ModelProto) -> None:
    model.graph.node.append(helper.make_node("RandomNormal", [], ["r"], shape=[1 << 20, 1 << 20]))


def custom(model: onnx.ModelProto) -> None:
    model.graph.node.append(helper.make_node("Evil", ["tokens"], ["r"], domain="evil"))


def looped(model: onnx.ModelProto) -> None:
    inner = helper.make_graph([], "inner", [], [])
    model.graph.node.append(helper.make_node("Add", ["tokens"], ["r"], body=inner))


def constant(model: onnx.ModelProto) -> None:
    value = numpy_helper.from_array(np.zeros(3))
    model.graph.node.append(helper.make_node("Add", ["tokens"], ["r"], value=value))


def function(model: onnx.ModelProto) -> None:
    model.functions.add(name="f", domain="com.microsoft")


def sparse(model: onnx.ModelProto) -> None:
    model.graph.sparse_initializer.add()


def typed(model: onnx.ModelProto) -> None:
    model.graph.initializer.append(helper.make_tensor("x", TensorProto.FLOAT, [2], [1.0, 2.0]))


def double(model: onnx.ModelProto) -> None:
    model.graph.initializer.append(numpy_helper.from_array(np.zeros(3), "x"))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (outside, "keeps tensors in other files"),
        (giant, "bytes for the tensor"),
        (negative, "bytes for the tensor"),
        (strange, "the operator 'RandomNormal'"),
        (custom, r"the operator 'evil\.Evil'"),
        (looped, "a graph or a tensor of its own"),
        (constant, "a graph or a tensor of its own"),
        (function, "functions or training"),
        (sparse, "sparse tensors"),
        (typed, "stores a tensor in a way"),
        (double, "of a type that no model"),
    ],
)
def test_refused_by_name(
    model, tmp_path: Path, monkeypatch, spoil: Callable[[onnx.ModelProto], None], words: str
) -> None:
    spoil(model)
    (tmp_path / "model.onnx").write_bytes(model.SerializeToString())

    def never(*_: object, **__: object) -> None:
        raise AssertionError("onnxruntime was asked")

    monkeypatch.setattr(onnxruntime, "InferenceSession", never)
    for graph in (tmp_path / "model.onnx", model.SerializeToString()):
        with pytest.raises(ModelError, match=words):
            start_session(graph)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_rubbish(content: bytes) -> None:
    with pytest.raises(ModelError):
        inspect(content)


def test_a_spoiled_file_is_read_or_refused_and_soon(model) -> None:
    content = model.SerializeToString()
    draw = np.random.default_rng(0)
    start = time.process_time()
    for _ in range(100):
        spoiled = bytearray(content)
        for at in draw.integers(len(content), size=3):
            spoiled[at] = draw.integers(256)
        with suppress(ModelError):
            inspect(bytes(spoiled))
    assert time.process_time() - start < 20
