"""`seq-lstm`: an LSTM decoder with attention over the text and copying of numbers, as mBERT2Seq.

Shapes: B problems, W sequences of each, S tokens, T tokens of text, M layers, d hidden.
"""

from dataclasses import dataclass, replace

import torch
from torch import Tensor, nn

from cantor.model.cantor import Attention
from cantor.model.config import ModelConfig
from cantor.model.system import Batch
from cantor.rivals.beam import rows
from cantor.rivals.sequence.blocks import Kept, keep, look_at_text
from cantor.rivals.sequence.sequential import Sequential


@dataclass(frozen=True, slots=True)
class Memory:
    text: Kept  # [B, 1, T, d]
    text_mask: Tensor  # [B, T]
    hidden: Tensor  # [B, W, M, d]
    cell: Tensor  # [B, W, M, d]

    def rows(self, parent: Tensor) -> "Memory":
        return replace(self, hidden=rows(self.hidden, parent), cell=rows(self.cell, parent))


class SeqLstm(Sequential[Memory]):
    """After each token, the LSTM's state asks the text what to say next.

    What is said is an operator or a constant, or a number copied from the text: all in one softmax, in which
    the numbers that the text mentions are what can be copied.
    """

    def __init__(self, config: ModelConfig, encoder: nn.Module):
        super().__init__(config, encoder)
        size, self.layers = self.size, config.decoder_layers
        between = config.dropout if self.layers > 1 else 0.0
        self.first = nn.Linear(size, 2 * self.layers * size)  # hidden states and cells of all layers
        self.lstm = nn.LSTM(size, size, self.layers, batch_first=True, dropout=between)
        self.attention = Attention(size, 1, config.dropout)
        self.joined = nn.Linear(2 * size, size)
        self.dropout = nn.Dropout(config.dropout)

    def begin(self, text: Tensor, batch: Batch) -> Memory:
        first = self.first(text[:, 0]).view(len(text), 1, 2, self.layers, self.size).tanh()
        return Memory(keep(self.attention, text), batch.token_mask, first[:, :, 0], first[:, :, 1])

    def extend(self, state: Memory, read: Tensor) -> tuple[Tensor, Memory]:
        batch, count = read.shape[:2]
        before = [x.flatten(0, 1).transpose(0, 1).contiguous() for x in (state.hidden, state.cell)]
        said, after = self.lstm(self.dropout(read.flatten(0, 1)), (before[0], before[1]))
        said = said.view(read.shape)
        seen = look_at_text(self.attention, said, state.text, state.text_mask)
        out = self.dropout(self.joined(torch.cat([said, seen], -1)).tanh())
        hidden, cell = (x.transpose(0, 1).view(batch, count, self.layers, -1) for x in after)
        return out, replace(state, hidden=hidden, cell=cell)
