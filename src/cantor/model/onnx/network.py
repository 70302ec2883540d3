"""The whole network as one ONNX graph: tokens in, log-probabilities out.

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
from cantor.model.onnx.form import GraphForm, HasGraph
from cantor.model.onnx.graph import Array
from cantor.model.onnx.inspect import inspect
from cantor.model.onnx.quantise import STORAGES, Quantisation
from cantor.model.onnx.rewrite import rewritten
from cantor.model.onnx.trace import cantor_form, not_exported, traced
from cantor.model.system import Network

#: Other problems, tokens and numbers than a trace has, and none.
_SHAPES = ((1, 3, 0), (3, 11, 5))
_TOLERANCE = 1e-3


def onnx_model(model: Network, quantisation: Quantisation = "none") -> onnx.ModelProto:
    """The network as a graph, which holds every weight of `state_dict` under its name; see `quantise`.

    Of a solver of word problems, inputs are `tokens`, `token_mask`, `pooling` and `number_mask`, as `Inputs`
    has them, outputs `operator` [B, L, F], `operand` [B, P, L, Q], `root` [B, L], where the model may refuse
    `unanswerable` [B], and for whoever asks `text` [B, T, d], the encoder's states. Of others, their
    `GraphForm` tells. What is not rounded computes the same as torch, or there is a `ModelError`.
    """
    form = _form(model)
    weights: Mapping[str, Array] = {
        name: weight.detach().float().cpu().numpy() for name, weight in model.state_dict().items()
    }
    table: nn.Module = model.encoder.get_input_embeddings()  # type: ignore[operator]
    words = next(name for name, module in model.named_modules() if module is table)
    trace, storages = traced(model, form), (STORAGES["none"], STORAGES[quantisation])
    whole, made = (rewritten(trace, weights, f"{words}.weight", form.outputs, each) for each in storages)
    _check(whole.SerializeToString(), model, form)
    return made


def _form(model: Network) -> GraphForm:
    if type(model) is Cantor:
        return cantor_form(model)
    if isinstance(model, HasGraph):
        return model.graph_form()
    raise ModelError(
        f"the model is of the system {model.config.system!r}; only cantor's own and readers can be exported"
    )


@torch.no_grad()
def _check(content: bytes, model: Network, form: GraphForm) -> None:
    """A trace knows nothing of what Python decides by the shape or the values of its inputs."""
    try:
        inspect(content)
    except ModelError as error:
        raise not_exported(model, f"its graph {error}") from None
    session = _session(content)
    for shape in _SHAPES:
        given = form.sample(*shape)
        takes = {each.name for each in session.get_inputs()}
        feed = {name: x.cpu().numpy() for name, x in zip(form.inputs, given, strict=True) if name in takes}
        expected = [x.float().cpu().numpy() for x in form.module(*given)]
        try:
            found = session.run(list(form.outputs), feed)
        except Exception as error:  # onnxruntime's own errors have no common base
            raise not_exported(model, f"its graph does not run on another shape ({error})") from None
        for name, a, b in zip(form.outputs, found, expected, strict=True):
            if a.shape != b.shape or not np.allclose(a, b, _TOLERANCE, _TOLERANCE):
                raise not_exported(model, f"its graph computes another {name!r} than torch does")


def _session(content: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 4, 1
    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
