"""`GraphForm`: what a network's graph takes and gives. Whoever has one can be exported.

A dimension is a number where it is the same for all inputs, else a name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from torch import Tensor, nn

Shapes = Mapping[str, Sequence[int | str]]


@dataclass(frozen=True, slots=True)
class GraphForm:
    """`module` takes the inputs and gives the outputs, as tensors in order; its `model` is the network."""

    module: nn.Module
    inputs: Shapes
    outputs: Shapes
    sample: Callable[[int, int, int], tuple[Tensor, ...]]  # inputs of so many texts, tokens and numbers


@runtime_checkable
class HasGraph(Protocol):
    """A network that knows the form of its graph."""

    def graph_form(self) -> GraphForm: ...
