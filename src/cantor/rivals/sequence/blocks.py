"""Transformer decoders whose keys and values are kept: those of the text, and those of the tokens before.

Shapes: B problems, W sequences of each, S tokens, K tokens to look at, T tokens of text, H heads, d hidden.
"""

from typing import NamedTuple, cast

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from cantor.model.cantor import Attention, DecoderBlock
from cantor.model.config import ModelConfig
from cantor.rivals.beam import rows


class Kept(NamedTuple):
    """Keys and values, split into heads."""

    keys: Tensor  # [..., H, K, d / H]
    values: Tensor  # [..., H, K, d / H]

    def then(self, more: "Kept") -> "Kept":
        """With more tokens at the end."""
        return Kept(torch.cat([self.keys, more.keys], -2), torch.cat([self.values, more.values], -2))

    def rows(self, parent: Tensor) -> "Kept":
        """Keys and values [B, W, ...] of the sequences that go on. parent [B, W']"""
        return Kept(rows(self.keys, parent), rows(self.values, parent))


def keep(attention: Attention, seen: Tensor) -> Kept:
    """What queries will look at. seen [..., K, d]"""
    return Kept(_heads(attention, attention.key(seen)), _heads(attention, attention.value(seen)))


def look(attention: Attention, queries: Tensor, kept: Kept, mask: Tensor | None) -> Tensor:
    """queries [R, Q, d], keys [R, H, K, d / H], mask [R or 1, Q or 1, K] -> [R, Q, d]"""
    q = _heads(attention, attention.query(queries))
    mask = None if mask is None else mask[:, None]
    dropout = attention.dropout if attention.training else 0.0
    mixed = F.scaled_dot_product_attention(q, kept.keys, kept.values, attn_mask=mask, dropout_p=dropout)
    out: Tensor = attention.out(mixed.transpose(1, 2).flatten(2))
    return out


def look_at_text(attention: Attention, queries: Tensor, text: Kept, mask: Tensor) -> Tensor:
    """All sequences of a problem look at one copy of its text. [B, W, S, d], mask [B, T] -> [B, W, S, d]"""
    return look(attention, queries.flatten(1, 2), text, mask[:, None]).view(queries.shape)


def _heads(attention: Attention, x: Tensor) -> Tensor:
    """[..., K, d] -> [..., H, K, d / H]"""
    return x.view(*x.shape[:-1], attention.heads, -1).transpose(-2, -3)


class SequenceBlock(DecoderBlock):
    """CANTOR's decoder block, for sequences that may differ in length, and may grow."""

    def extend(
        self, v: Tensor, before: Kept | None, mask: Tensor | None, text: Kept, text_mask: Tensor
    ) -> tuple[Tensor, Kept]:
        """See `SequenceDecoder`."""
        normed = self.norms[0](v)
        kept = keep(self.self_attention, normed)
        if before is not None:
            kept = before.then(kept)
        flat = Kept(kept.keys.flatten(0, 1), kept.values.flatten(0, 1))
        v = v + self.dropout(look(self.self_attention, normed.flatten(0, 1), flat, mask).view(v.shape))
        v = v + self.dropout(look_at_text(self.cross_attention, self.norms[1](v), text, text_mask))
        out: Tensor = v + self.dropout(self.feed_forward(self.norms[2](v)))
        return out, kept


class SequenceDecoder(nn.Module):
    """Learned positions for sequences of up to `longest` tokens, and blocks over them."""

    def __init__(self, size: int, longest: int, config: ModelConfig):
        super().__init__()
        self.positions = nn.Parameter(torch.randn(longest, size) * config.init_std)
        self.blocks = nn.ModuleList(
            SequenceBlock(size, config.decoder_heads, config.decoder_width, config.dropout)
            for _ in range(config.decoder_layers)
        )
        self.norm = nn.LayerNorm(size)

    def keep_text(self, text: Tensor) -> list[Kept]:
        """What each block will look at in the text. [B, T, d] -> each [B, H, T, d / H]"""
        return [keep(block.cross_attention, text) for block in self._blocks]

    def forward(
        self,
        v: Tensor,
        before: list[Kept] | None,
        mask: Tensor | None,
        text: list[Kept],
        text_mask: Tensor,
    ) -> tuple[Tensor, list[Kept]]:
        """The next S tokens of each sequence, and what tokens after them will look at, block by block.

        v [B, W, S, d], before: each [B, W, H, K, d / H], mask [B * W or 1, S or 1, K + S] which of all tokens
        each of the next ones looks at, text_mask [B, T] -> [B, W, S, d], each [B, W, H, K + S, d / H]
        """
        start = 0 if before is None else before[0].keys.shape[-2]
        v = v + self.positions[start : start + v.shape[2]]
        after: list[Kept] = []
        for i, block in enumerate(self._blocks):
            v, kept = block.extend(v, None if before is None else before[i], mask, text[i], text_mask)
            after.append(kept)
        return self.norm(v), after

    @property
    def _blocks(self) -> list[SequenceBlock]:
        return cast(list[SequenceBlock], list(self.blocks))
