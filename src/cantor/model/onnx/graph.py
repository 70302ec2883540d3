"""Writing an ONNX graph node by node.

What onnxruntime computes in one go (attention, products of few bits) is written as its own operators, of the
domain `com.microsoft`, which every build of it for CPUs has.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

Array = NDArray[Any]

#: Every onnxruntime that we allow runs it, with layer normalisation and GELU as one operator each.
OPSET = 20
MICROSOFT = "com.microsoft"


class GraphWriter:
    """Collects nodes and constants; every method returns the name of the tensor that it computes.

    What is computed already, by the same operator from the same inputs, is not computed again.
    """

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}
        self._made: dict[object, str] = {}
        self._names: set[str] = set()

    def build(
        self, inputs: Sequence[onnx.ValueInfoProto], outputs: Sequence[onnx.ValueInfoProto]
    ) -> onnx.ModelProto:
        graph = helper.make_graph(self.nodes, "cantor", inputs, outputs, [*self.constants.values()])
        operators = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
        model = helper.make_model(graph, opset_imports=operators, producer_name="cantor")
        model.ir_version = 9  # the one that came with this opset; newer ones say nothing more of this graph
        onnx.checker.check_model(model)
        return model

    def node(self, kind: str, *inputs: str, name: str, domain: str = "", **attributes: Any) -> str:
        """Any operator with one output, called `name` where that is free. "" is an input left out."""
        key = kind, domain, inputs, repr(sorted(attributes.items()))
        if key not in self._made:
            self._made[key] = name = self._free(name)
            self.nodes.append(helper.make_node(kind, inputs, [name], domain=domain, **attributes))
        return self._made[key]

    def _free(self, name: str) -> str:
        """A name that no tensor has: a weight may take part in several products."""
        count, free = 1, name
        while free in self._names:
            count += 1
            free = f"{name} {count}"
        self._names.add(free)
        return free

    def constant(self, name: str, value: Array | Sequence[int]) -> str:
        """A tensor that does not depend on the inputs; stored once under a name."""
        if name not in self.constants:
            array = value if isinstance(value, np.ndarray) else np.array(value, np.int64)
            self.constants[name] = numpy_helper.from_array(np.asarray(array, order="C"), name)
        return name

    def number(self, value: float) -> str:
        """A single float."""
        return self.constant(f"number {value}", np.array(value, np.float32))

    def floats(self, x: str, name: str) -> str:
        return self.node("Cast", x, name=name, to=TensorProto.FLOAT)
