"""The network that reads whole equations as an ONNX graph of its own, a few megabytes beside the model's."""

from functools import partial

import numpy as np
import onnxruntime
import torch
from torch import Tensor, nn

from cantor.errors import ModelError
from cantor.model.equation_reader import EquationReader
from cantor.model.files import CANDIDATE_INPUTS, CANDIDATE_SCORE
from cantor.model.onnx.form import GraphForm
from cantor.model.onnx.inspect import inspect
from cantor.model.onnx.quantise import STORAGES
from cantor.model.onnx.rewrite import rewritten
from cantor.model.onnx.trace import traced_module
from cantor.thought.candidates import FACTS

_INPUTS = {
    "text": ("B", "T"),
    "token_mask": ("B", "T"),
    "pooling": ("B", "N", "T"),
    **dict.fromkeys(("operator", "leaf", "below", "facts"), ("B", "A", "S")),
}
_OUTPUTS = {CANDIDATE_SCORE: ("B", "A")}
#: Problems, tokens, numbers, answers and steps of samples; the first is traced.
_SHAPES = ((2, 7, 3, 4, 5), (1, 11, 2, 1, 1), (1, 5, 0, 3, 2))
_TOLERANCE = 1e-3


class _Outputs(nn.Module):
    """Under the name that weights are known by in a trace."""

    def __init__(self, model: EquationReader):
        super().__init__()
        self.model = model

    def forward(self, *inputs: Tensor) -> Tensor:
        found: Tensor = self.model(*inputs)
        return found


def onnx_reader(network: EquationReader) -> bytes:
    """The graph, which computes what torch does on other shapes too, or there is a `ModelError`.

    Inputs are `CANDIDATE_INPUTS`, the output is `CANDIDATE_SCORE` [B, A].
    """
    module = _Outputs(network).eval()
    # `sample` is of problems, tokens and numbers
    sample = partial(reader_sample, network, answers=_SHAPES[0][3], steps=_SHAPES[0][4])
    trace = traced_module(GraphForm(module, _INPUTS, _OUTPUTS, sample))
    weights = {name: weight.detach().float().numpy() for name, weight in network.state_dict().items()}
    graph = rewritten(trace, weights, "", _OUTPUTS, STORAGES["none"])
    content: bytes = graph.SerializeToString()
    inspect(content)
    _check(content, module)
    return content


def reader_sample(
    network: EquationReader, problems: int, tokens: int, numbers: int, answers: int, steps: int
) -> tuple[Tensor, ...]:
    """Inputs of a shape, at random; each step may use the next."""
    size, draw = network.size, torch.Generator().manual_seed(0)
    shape = problems, answers, steps
    leaves = 1 + size.constants + numbers
    below = torch.arange(2, steps + 2).where(torch.arange(steps) < steps - 1, torch.tensor(0))
    text_mask = torch.ones(problems, tokens, dtype=torch.bool)
    if problems > 1:
        text_mask[-1, -1] = False
    return (
        torch.randn(problems, tokens, size.hidden, generator=draw),
        text_mask,
        torch.rand(problems, numbers, tokens, generator=draw),
        torch.randint(1, size.operators + 1, shape, generator=draw),
        torch.randint(0, leaves, (*shape, size.places), generator=draw),
        below[None, None, :, None].expand(*shape, size.places).contiguous(),
        torch.randn(*shape, len(FACTS), generator=draw),
    )


@torch.no_grad()
def _check(content: bytes, module: _Outputs) -> None:
    options = onnxruntime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 4, 1
    session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    for shape in _SHAPES:
        given = reader_sample(module.model, *shape)
        feed = {name: x.numpy() for name, x in zip(CANDIDATE_INPUTS, given, strict=True)}
        (found,) = session.run([CANDIDATE_SCORE], feed)
        if not np.allclose(found, module(*given).numpy(), _TOLERANCE, _TOLERANCE):
            raise ModelError("the graph of the re-ranker computes another score than torch does")
