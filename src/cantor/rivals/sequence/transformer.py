"""`seq-transformer`: an autoregressive Transformer decoder over the encoder's output, as RoBERTaGen.

Shapes: B problems, W sequences of each, S tokens, T tokens of text, H heads, d hidden.
"""

from dataclasses import dataclass, replace

import torch
from torch import Tensor, nn

from cantor.model.config import ModelConfig
from cantor.model.system import Batch
from cantor.rivals.sequence.blocks import Kept, SequenceDecoder
from cantor.rivals.sequence.sequential import Sequential


@dataclass(frozen=True, slots=True)
class Memory:
    """Keys and values, block by block."""

    text: list[Kept]  # each [B, H, T, d / H]
    text_mask: Tensor  # [B, T]
    before: list[Kept] | None = None  # each [B, W, H, tokens so far, d / H]

    def rows(self, parent: Tensor) -> "Memory":
        return replace(self, before=self.before and [kept.rows(parent) for kept in self.before])


class SeqTransformer(Sequential[Memory]):
    """Each token looks at those before it and at the text."""

    def __init__(self, config: ModelConfig, encoder: nn.Module):
        super().__init__(config, encoder)
        self.decoder = SequenceDecoder(self.size, self.grammar.longest, config)

    def begin(self, text: Tensor, batch: Batch) -> Memory:
        return Memory(self.decoder.keep_text(text), batch.token_mask)

    def extend(self, state: Memory, read: Tensor) -> tuple[Tensor, Memory]:
        more = read.shape[2]
        length = more if state.before is None else more + state.before[0].keys.shape[-2]
        # one new token looks at all before it: no mask
        mask = None if more == 1 else _not_later(more, length, read.device)
        hidden, kept = self.decoder(read, state.before, mask, state.text, state.text_mask)
        return hidden, replace(state, before=kept)


def _not_later(more: int, length: int, device: torch.device) -> Tensor:
    """Which of `length` tokens each of the last ones looks at. -> [1, more, length]"""
    return torch.ones(1, more, length, dtype=torch.bool, device=device).tril(length - more)
