"""The network as `torch.onnx` writes it: its graph, with weights as inputs under their names in `state_dict`.

The exporter by tracing (`dynamo=False`), not the one by `torch.export`: a network of two layers takes 0.3 s
where the other takes 8, and it needs no `onnxscript`. What a trace misses, what Python decides by its inputs,
`network` looks for.
Shapes: B problems, T tokens, N numbers, Q queries, K keys, d hidden.
"""

import io
import logging
import sys
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any
from unittest.mock import patch

import onnx
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from cantor.errors import ModelError
from cantor.model.cantor import Cantor
from cantor.model.files import TEXT, UNANSWERABLE
from cantor.model.onnx.form import GraphForm
from cantor.model.onnx.graph import OPSET
from cantor.model.system import Batch, Network

#: Attention as one operator, which is ours until `rewrite` writes it in onnxruntime's.
ATTENTION = "cantor::Attention"
_INPUTS = {
    "tokens": ("B", "T"),
    "token_mask": ("B", "T"),
    "pooling": ("B", "N", "T"),
    "number_mask": ("B", "N"),
}


def cantor_form(model: Cantor) -> GraphForm:
    """What the graph of a solver of word problems takes and gives."""
    config, size = model.config, model.config.graph_size
    outputs: dict[str, tuple[int | str, ...]] = {
        "operator": ("B", size, len(config.operators)),
        "operand": ("B", config.max_arity, size, "Q"),
        "root": ("B", size),
        TEXT: ("B", "T", model.size),
    }
    if config.answerability:
        outputs[UNANSWERABLE] = ("B",)
    return GraphForm(_Outputs(model).eval(), _INPUTS, outputs, partial(sample, model))


class _Outputs(nn.Module):
    """The network with tensors for inputs and outputs, as its graph will have them."""

    def __init__(self, model: Cantor):
        super().__init__()
        self.model = model

    def forward(self, *inputs: Tensor) -> tuple[Tensor, ...]:
        batch = Batch([], *inputs)
        text = self.model.encode(batch)
        graph = self.model.score_text(text, batch)
        found = graph.operator, graph.operand, graph.root, text
        return found if graph.unanswerable is None else (*found, graph.unanswerable)


def traced(model: Network, form: GraphForm) -> onnx.ModelProto:
    """The graph of an evaluating network; raises `ModelError` where torch.onnx knows no way."""
    try:
        with _as_python(model.encoder):
            return traced_module(form)
    except Exception as error:  # whatever an encoder may raise in a trace, and the exporter on what it finds
        reason = str(error).strip().partition("\n")[0]
        raise not_exported(model, f"torch.onnx says {reason!r}") from error


def traced_module(form: GraphForm) -> onnx.ModelProto:
    """The graph of any module on its form's sample."""
    file = io.BytesIO()
    axes = {
        name: {n: size for n, size in enumerate(shape) if isinstance(size, str)}
        for name, shape in {**form.inputs, **form.outputs}.items()
    }
    with torch.no_grad(), _quiet(), patch.object(F, "scaled_dot_product_attention", _attention):
        torch.onnx.export(
            form.module,
            form.sample(2, 7, 3),
            file,  # type: ignore[arg-type]
            dynamo=False,
            opset_version=OPSET,
            export_params=False,
            keep_initializers_as_inputs=True,
            do_constant_folding=False,
            input_names=list(form.inputs),
            output_names=list(form.outputs),
            dynamic_axes=axes,
        )
    return onnx.load_from_string(file.getvalue())


def not_exported(model: Network, reason: str) -> ModelError:
    family = model.config.encoder.get("model_type")
    return ModelError(
        f"an encoder of the family {family!r} cannot be exported: {reason}; train on another, such as minilm"
    )


def sample(model: Cantor, problems: int, tokens: int, numbers: int) -> tuple[Tensor, ...]:
    """Inputs of a shape: tokens at random, the last problem one token and one number shorter than others."""
    words = model.encoder.get_input_embeddings().num_embeddings  # type: ignore[operator]
    tokens = min(tokens, model.config.max_tokens)
    draw = torch.Generator().manual_seed(0)
    ids = torch.randint(words // 2, words, (problems, tokens), generator=draw)  # no special ones
    token_mask = torch.ones(problems, tokens, dtype=torch.bool)
    number_mask = torch.ones(problems, numbers, dtype=torch.bool)
    pooling = torch.zeros(problems, numbers, tokens)
    for n in range(numbers):
        pooling[:, n, n % (tokens - 1)] = 1
    if problems > 1:
        token_mask[-1, -1] = False
        number_mask[-1, -1:] = False
        pooling[-1, -1:] = 0
        ids[-1, -1] = int(model.config.encoder.get("pad_token_id") or 0)
    device = next(model.parameters()).device
    return tuple(x.to(device) for x in (ids, token_mask, pooling, number_mask))


@dataclass(frozen=True, slots=True)
class _About:
    """Of an attention: whether its mask is one of keys, and shapes that are the same for all inputs."""

    by_key: bool
    heads: int
    size: int  # of a head
    scale: float


class _Attention(torch.autograd.Function):
    """Attention that a trace keeps as one operator. q [B, heads, Q, size], k and v [B, heads, K, size];
    `seen` is a mask of keys [B, K] int, a bias [B or 1, heads or 1, Q, K] or nothing -> [B, heads, Q, size]
    """

    @staticmethod
    def forward(ctx: Any, q: Tensor, k: Tensor, v: Tensor, seen: Tensor | None, about: _About) -> Tensor:
        mask = seen[:, None, None].bool() if about.by_key and seen is not None else seen
        return _attend(q, k, v, attn_mask=mask, scale=about.scale)

    @staticmethod
    def symbolic(g: Any, q: Any, k: Any, v: Any, seen: Any, about: _About) -> Any:
        inputs = [q, k, v] if seen is None or seen.node().mustBeNone() else [q, k, v, seen]
        shapes = {"by_key_i": about.by_key, "heads_i": about.heads, "size_i": about.size}
        return g.op(ATTENTION, *inputs, **shapes, scale_f=about.scale).setType(q.type())


_attend = F.scaled_dot_product_attention


def _attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Tensor:
    """What `F.scaled_dot_product_attention` is in a trace; encoders may call it by these names."""
    q, k, v = query, key, value
    if is_causal or enable_gqa or q.dim() != 4:
        return _attend(q, k, v, attn_mask, dropout_p, is_causal, scale=scale, enable_gqa=enable_gqa)
    seen, by_key = attn_mask, False
    if seen is not None and seen.dtype == torch.bool:
        by_key = seen.dim() == 4 and int(seen.shape[1]) == int(seen.shape[2]) == 1
        nothing, never = (q.new_tensor(x) for x in (0, torch.finfo(q.dtype).min))
        seen = seen[:, 0, 0].int() if by_key else torch.where(seen, nothing, never)
    heads, size = int(q.shape[1]), int(q.shape[3])
    scale = size**-0.5 if scale is None else scale
    about = _About(by_key, heads, size, scale)
    found: Tensor = _Attention.apply(q, k, v, seen, about)  # type: ignore[no-untyped-call]
    return found


@contextmanager
def _as_python(encoder: nn.Module) -> Iterator[None]:
    """With what an encoder's files have as TorchScript, such as DeBERTa's distances, as the Python it was: a
    trace would keep its branches, and no graph of ours may have any."""
    with ExitStack() as undo:
        for name in {type(module).__module__ for module in encoder.modules()}:
            file = sys.modules[name]
            for key, value in [*vars(file).items()]:
                if isinstance(value, torch.jit.ScriptFunction) and hasattr(value, "_torchdynamo_inline"):
                    undo.enter_context(patch.object(file, key, value._torchdynamo_inline))
        yield


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the warnings of a trace: that it is one, and that sizes became constants."""
    logger = logging.getLogger("torch.onnx")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(level)
