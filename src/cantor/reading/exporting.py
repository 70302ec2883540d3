"""A reader's network as an ONNX graph: tokens of windows in, log-probabilities of every head out.

Shapes: B questions, S tokens, W windows of up to T tokens, N mentions, L vertices; Q = constants + N.
"""

from functools import partial
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from cantor.model.onnx.form import GraphForm
from cantor.reading.batch import ReadingBatch
from cantor.reading.inputs import NONE, PASSAGE, QUESTION
from cantor.reading.scores import HEADS, outputs_of
from cantor.reading.targets import MAX_COUNT

if TYPE_CHECKING:
    from cantor.reading.network import PassageReader

_INPUTS = {
    "tokens": ("W", "T"),
    "token_mask": ("W", "T"),
    "marks": ("W", "T"),
    "place": ("B", "S"),
    "side": ("B", "S"),
    "mask": ("B", "S"),
    "pooling": ("B", "N", "S"),
    "number_mask": ("B", "N"),
}


def graph_form(model: "PassageReader") -> GraphForm:
    size = model.config.graph_size
    shapes: dict[str, tuple[int | str, ...]] = {
        "choice": ("B", len(HEADS)),
        "signs": ("B", "Q", 3),
        "operator": ("B", size, 2),
        "operand": ("B", 2, size, "all"),
        "root": ("B", size),
        "ends": ("B", "S", 2),
        "tags": ("B", "S", 3),
        "counts": ("B", MAX_COUNT + 1),
    }
    outputs = {name: shapes[name] for name in outputs_of(model.config.system)}
    return GraphForm(_Outputs(model, list(outputs)).eval(), _INPUTS, outputs, partial(sample, model))


class _Outputs(nn.Module):
    """The network with tensors for inputs and outputs, as its graph will have them."""

    def __init__(self, model: "PassageReader", names: list[str]):
        super().__init__()
        self.model, self.names = model, names

    def forward(self, *inputs: Tensor) -> tuple[Tensor, ...]:
        found = self.model.outputs(ReadingBatch([], *inputs))
        return tuple(found[name] for name in self.names)


def sample(model: "PassageReader", questions: int, tokens: int, numbers: int) -> tuple[Tensor, ...]:
    """Inputs of a shape: tokens at random, one window more than questions, the last of all a little shorter.

    A question with its passage has two tokens more than a window, so that no two sizes are the same.
    """
    words = model.encoder.get_input_embeddings().num_embeddings  # type: ignore[operator]
    tokens, windows = min(tokens, model.config.max_tokens), questions + 1
    draw = torch.Generator().manual_seed(0)
    ids = torch.randint(words // 2, words, (windows, tokens), generator=draw)  # no special ones
    token_mask = torch.ones(windows, tokens, dtype=torch.bool)
    token_mask[-1, -1] = False
    marks = torch.zeros(windows, tokens, dtype=torch.bool)
    marks[:, :numbers] = True
    length = tokens + 2
    place = torch.randint(0, windows * tokens, (questions, length), generator=draw)
    side = torch.full((questions, length), PASSAGE)
    side[:, 0] = side[:, -1] = NONE
    side[:, 1] = QUESTION
    mask = torch.ones(questions, length, dtype=torch.bool)
    pooling = torch.zeros(questions, numbers, length)
    for n in range(numbers):
        pooling[:, n, 1 + n % (length - 2)] = 1
    number_mask = torch.ones(questions, numbers, dtype=torch.bool)
    if questions > 1:
        mask[-1, -1] = False
        side[-1, -2] = NONE
        number_mask[-1, -1:] = False
        pooling[-1, -1:] = 0
    device = next(model.parameters()).device
    found = (ids, token_mask, marks, place, side, mask, pooling, number_mask)
    return tuple(x.to(device) for x in found)
