"""The network: a pretrained encoder, a shallow decoder that thinks all L steps at once, and three heads.

Shapes: B problems, T tokens, N numbers, C constants, L vertices, P places of operands, F operators, d hidden.
"""

import math

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from cantor.errors import ModelError
from cantor.model.config import ModelConfig
from cantor.model.systems import Batch, System
from cantor.model.thoughts import ThoughtGraph
from cantor.solver.decoding import DecodedGraph


class Attention(nn.Module):
    """Multi-head attention of queries [B, Q, d] over keys [B, K, d]."""

    def __init__(self, size: int, heads: int, dropout: float):
        super().__init__()
        if size % heads:
            fits = [n for n in range(1, 2 * heads) if size % n == 0]
            raise ModelError(
                f"decoder_heads is {heads}, which does not divide the encoder's hidden size {size}; "
                f"choose one of {', '.join(map(str, fits))}"
            )
        self.heads, self.dropout = heads, dropout
        self.query, self.key, self.value, self.out = (nn.Linear(size, size) for _ in range(4))

    def forward(self, queries: Tensor, keys: Tensor, key_mask: Tensor | None = None) -> Tensor:
        q, k, v = (
            layer(x).unflatten(-1, (self.heads, -1)).transpose(1, 2)  # [B, heads, length, d / heads]
            for layer, x in ((self.query, queries), (self.key, keys), (self.value, keys))
        )
        mask = None if key_mask is None else key_mask[:, None, None, :]
        dropout = self.dropout if self.training else 0.0
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=dropout)
        out: Tensor = self.out(mixed.transpose(1, 2).flatten(2))
        return out


class DecoderBlock(nn.Module):
    """Self-attention among vertices, attention over the text, feed-forward; each after a layer norm."""

    def __init__(self, size: int, heads: int, width: int, dropout: float):
        super().__init__()
        self.among, self.over = Attention(size, heads, dropout), Attention(size, heads, dropout)
        self.norms = nn.ModuleList(nn.LayerNorm(size) for _ in range(3))
        self.forward_layer = nn.Sequential(
            nn.Linear(size, width * size), nn.GELU(), nn.Dropout(dropout), nn.Linear(width * size, size)
        )
        self.dropout = nn.Dropout(dropout)

    def forward(self, v: Tensor, text: Tensor, mask: Tensor) -> Tensor:
        """v [B or 1, L + 1, d], text [B, T, d], mask [B, T] -> [B, L + 1, d]"""
        normed = self.norms[0](v)
        v = v + self.dropout(self.among(normed, normed))
        v = v.expand(text.shape[0], -1, -1)  # only here does one thought become one per problem
        v = v + self.dropout(self.over(self.norms[1](v), text, mask))
        out: Tensor = v + self.dropout(self.forward_layer(self.norms[2](v)))
        return out


class Decoder(nn.Module):
    """Vertex representations from learned positions and the text; the last one selects the root."""

    def __init__(self, size: int, config: ModelConfig):
        super().__init__()
        # vertices that start alike learn to differ slowly: hence a spread as large as what the blocks add
        self.positions = nn.Parameter(torch.randn(config.graph_size + 1, size) * config.spread)
        self.blocks = nn.ModuleList(
            DecoderBlock(size, config.decoder_heads, config.decoder_width, config.dropout)
            for _ in range(config.decoder_layers)
        )
        self.norm = nn.LayerNorm(size)

    def forward(self, text: Tensor, mask: Tensor) -> Tensor:
        """text [B, T, d], mask [B, T] -> [B, L + 1, d]"""
        # The first block's self-attention sees only learned positions, the same for every problem: it gets
        # them once, as a batch of 1.
        v = self.positions[None]  # [1, L + 1, d]
        for block in self.blocks:
            v = block(v, text, mask)  # [B, L + 1, d]
        out: Tensor = self.norm(v)
        return out


class Cantor(System):
    """Text in, a distribution over graphs of thoughts out."""

    def __init__(self, config: ModelConfig, encoder: nn.Module):
        super().__init__(config, encoder)
        size = self.size
        self.decoder = Decoder(size, config)
        self.operator = nn.Linear(size, len(config.operators), bias=False)
        self.constants = nn.Parameter(torch.randn(len(config.constants), size) * config.spread)
        self.quantity = nn.Linear(size, size, bias=False)  # W_q: what a quantity offers
        self.places = nn.ModuleList(
            nn.Linear(size, size, bias=False) for _ in range(config.places)
        )  # W_a, W_b
        self.length = nn.Linear(size, config.graph_size) if config.predicts_length else None
        later = torch.ones(config.graph_size, config.graph_size, dtype=torch.bool).triu()
        self.later: Tensor
        self.register_buffer("later", later, persistent=False)  # [L, L]: vertex p is not before vertex j

    def forward(
        self, tokens: Tensor, token_mask: Tensor, pooling: Tensor, number_mask: Tensor
    ) -> ThoughtGraph:
        """tokens [B, T], token_mask [B, T], pooling [B, N, T], number_mask [B, N]"""
        text = self.encoder(input_ids=tokens, attention_mask=token_mask.long()).last_hidden_state  # [B, T, d]
        return self.think(text, token_mask, pooling, number_mask)

    def answer(self, text: Tensor, batch: Batch) -> list[DecodedGraph]:
        return self.think(text, *batch.tensors[1:]).decoded()

    def think(self, text: Tensor, token_mask: Tensor, pooling: Tensor, number_mask: Tensor) -> ThoughtGraph:
        """From the encoder's output [B, T, d]; see `forward`."""
        numbers = pooling @ text  # [B, N, d]
        vertices = self.decoder(text, token_mask)  # [B, L + 1, d]
        v, selector = vertices[:, :-1], vertices[:, -1]
        constants = self.constants.expand(text.shape[0], -1, -1)
        offers = self.quantity(torch.cat([v, constants, numbers], 1))  # [B, Q, d]
        scale = 1 / math.sqrt(v.shape[-1])
        wants = torch.stack([place(v) for place in self.places], 1)  # [B, P, L, d]
        match = wants @ offers[:, None].transpose(-1, -2) * scale  # [B, P, L, Q]
        # Forbidden twice: finite before the softmax, since a vertex may have nothing to choose from (the
        # first one, in a text without numbers), and a softmax over nothing is NaN; certain after it.
        forbidden = self._forbidden(number_mask)[:, None]  # [B, 1, L, Q]
        match = match.masked_fill(forbidden, torch.finfo(match.dtype).min)
        size = self.config.graph_size
        root = (offers[:, :size] @ selector[..., None])[..., 0] * scale  # [B, L]
        return ThoughtGraph(
            self.operator(v).log_softmax(-1),
            match.log_softmax(-1).masked_fill(forbidden, -torch.inf),
            root.log_softmax(-1),
            None if self.length is None else self.length(text[:, 0]).log_softmax(-1),
            self.config.vocabulary,
        )

    def _forbidden(self, number_mask: Tensor) -> Tensor:
        """Operands that would make a cycle, and numbers that are not there. -> [B, L, Q]"""
        batch, size = number_mask.shape[0], self.config.graph_size
        none = torch.zeros(batch, size, len(self.constants), dtype=torch.bool, device=number_mask.device)
        absent = (~number_mask)[:, None].expand(-1, size, -1)
        return torch.cat([self.later.expand(batch, -1, -1), none, absent], -1)
