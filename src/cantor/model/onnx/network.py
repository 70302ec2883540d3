"""The whole network as one ONNX graph: tokens in, log-probabilities of operators, operands and roots out.

Shapes: B problems, T tokens, N numbers, C constants, L vertices, P places of operands, F operators, d hidden;
Q = L + C + N. B, T and N may be anything. What depends on no problem onnxruntime computes once, as it starts.
"""

from collections.abc import Mapping

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

from cantor.errors import ModelError
from cantor.model.cantor import Cantor
from cantor.model.files import INPUTS, TEXT, UNANSWERABLE
from cantor.model.onnx.graph import Array
from cantor.model.onnx.inspect import inspect
from cantor.model.onnx.quantise import STORAGES, Quantisation
from cantor.model.onnx.rewrite import rewritten
from cantor.model.onnx.trace import Outputs, not_exported, sample, traced
from cantor.model.system import System

#: Other problems, tokens and numbers than a trace has, and none.
_SHAPES = ((1, 3, 0), (3, 11, 5))
_TOLERANCE = 1e-3


def onnx_model(model: System, quantisation: Quantisation = "none") -> onnx.ModelProto:
    """The network as a graph, which holds every weight of `state_dict` under its name; see `quantise`.

    Inputs are `tokens`, `token_mask`, `pooling` and `number_mask`, as `Inputs` has them, outputs `operator`
    [B, L, F], `operand` [B, P, L, Q], `root` [B, L], where the model may refuse `unanswerable` [B], and for
    whoever asks `text` [B, T, d], the encoder's states. What is not rounded computes the same as torch, or
    there is a `ModelError`.
    """
    if type(model) is not Cantor:
        system = model.config.system
        raise ModelError(f"the model is of the system {system!r}; only cantor's own can be exported")
    weights: Mapping[str, Array] = {
        name: weight.detach().float().cpu().numpy() for name, weight in model.state_dict().items()
    }
    table: nn.Module = model.encoder.get_input_embeddings()  # type: ignore[operator]
    words = next(name for name, module in model.named_modules() if module is table)
    trace, storages = traced(model), (STORAGES["none"], STORAGES[quantisation])
    shapes = _shapes(model)
    whole, made = (rewritten(trace, weights, f"{words}.weight", shapes, each) for each in storages)
    _check(whole.SerializeToString(), model)
    return made


def _shapes(model: Cantor) -> dict[str, list[int | str]]:
    """Of the outputs, by name."""
    config, size = model.config, model.config.graph_size
    shapes: dict[str, list[int | str]] = {
        "operator": ["B", size, len(config.operators)],
        "operand": ["B", config.max_arity, size, "Q"],
        "root": ["B", size],
        TEXT: ["B", "T", model.size],
    }
    return shapes | ({UNANSWERABLE: ["B"]} if config.answerability else {})


@torch.no_grad()
def _check(content: bytes, model: Cantor) -> None:
    """A trace knows nothing of what Python decides by the shape or the values of its inputs."""
    try:
        inspect(content)
    except ModelError as error:
        raise not_exported(model, f"its graph {error}") from None
    outputs = Outputs(model).eval()
    session = _session(content)
    for shape in _SHAPES:
        given = sample(model, *shape)
        feed = {name: x.cpu().numpy() for name, x in zip(INPUTS, given, strict=True)}
        expected = [x.float().cpu().numpy() for x in outputs(*given)]
        try:
            found = session.run(outputs.names, feed)
        except Exception as error:  # onnxruntime's own errors have no common base
            raise not_exported(model, f"its graph does not run on another shape ({error})") from None
        for name, a, b in zip(outputs.names, found, expected, strict=True):
            if a.shape != b.shape or not np.allclose(a, b, _TOLERANCE, _TOLERANCE):
                raise not_exported(model, f"its graph computes another {name!r} than torch does")


def _session(content: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 4, 1
    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
