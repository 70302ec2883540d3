"""The network: a pretrained encoder, a shallow decoder that thinks all L steps at once, and three heads.

Shapes: B problems, T tokens, N numbers, C constants, L vertices, P places of operands, F operators, d hidden.
"""

import math
from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from cantor.errors import ModelError
from cantor.model.config import ModelConfig
from cantor.model.objectives import loss
from cantor.model.system import Batch, Item, Objective, System
from cantor.model.thoughts import ThoughtGraph
from cantor.thought.decode import DecodedGraph


class Attention(nn.Module):
    """Multi-head attention of queries [B or 1, Q, d] over keys [B, K, d]."""

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
        asked = self.query(queries)
        if len(queries) < len(keys):  # all problems ask the same
            asked = asked.expand(keys.shape[0], -1, -1)
        q, k, v = (
            x.unflatten(-1, (self.heads, -1)).transpose(1, 2)  # [B, heads, length, d / heads]
            for x in (asked, self.key(keys), self.value(keys))
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
        self.self_attention, self.cross_attention = (
            Attention(size, heads, dropout),
            Attention(size, heads, dropout),
        )
        self.norms = nn.ModuleList(nn.LayerNorm(size) for _ in range(3))
        self.feed_forward = nn.Sequential(
            nn.Linear(size, width * size), nn.GELU(), nn.Dropout(dropout), nn.Linear(width * size, size)
        )
        self.dropout = nn.Dropout(dropout)

    def forward(self, v: Tensor, text: Tensor, mask: Tensor, present: Tensor | None = None) -> Tensor:
        """v [B or 1, L + 1, d], text [B, T, d], mask [B, T], present [B, L + 1] -> [B, L + 1, d]"""
        normed = self.norms[0](v)
        mixed = self.self_attention(normed, normed, present)
        if self.training:  # one thought becomes one per problem before dropout, which each draws for itself
            v, mixed = (x.expand(text.shape[0], -1, -1) for x in (v, mixed))
        v = v + self.dropout(mixed)
        v = v + self.dropout(self.cross_attention(self.norms[1](v), text, mask))
        out: Tensor = v + self.dropout(self.feed_forward(self.norms[2](v)))
        return out


class Decoder(nn.Module):
    """Vertex representations from learned positions and the text; the last one selects the root."""

    def __init__(self, size: int, config: ModelConfig):
        super().__init__()
        # vertices that start alike learn to differ slowly: hence a spread as large as what the blocks add
        self.positions = nn.Parameter(torch.randn(config.graph_size + 1, size) * config.init_std)
        self.blocks = nn.ModuleList(
            DecoderBlock(size, config.decoder_heads, config.decoder_width, config.dropout)
            for _ in range(config.decoder_layers)
        )
        self.norm = nn.LayerNorm(size)

    def forward(self, text: Tensor, mask: Tensor, present: Tensor | None = None) -> Tensor:
        """text [B, T, d], mask [B, T] -> [B, L + 1, d]

        `present` [B, L + 1]: the vertices that others may attend to; all of them unless given.
        """
        # The first block's self-attention sees only learned positions, the same for every problem: it gets
        # them once, as a batch of 1, unless problems have different vertices.
        v = self.positions[None]  # [1, L + 1, d]
        if present is not None:
            v = v.expand(len(text), -1, -1)
        for block in self.blocks:
            v = block(v, text, mask, present)  # [B, L + 1, d]
        out: Tensor = self.norm(v)
        return out


class Cantor(System):
    """Text in, a distribution over graphs of thoughts out."""

    def __init__(self, config: ModelConfig, encoder: nn.Module):
        super().__init__(config, encoder)
        size = self.size
        self.decoder = Decoder(size, config)
        self.operator = nn.Linear(size, len(config.operators), bias=False)
        self.constants = nn.Parameter(torch.randn(len(config.constants), size) * config.init_std)
        self.quantity = nn.Linear(size, size, bias=False)  # W_q: a quantity's key
        self.places = nn.ModuleList(
            nn.Linear(size, size, bias=False) for _ in range(config.max_arity)
        )  # W_a, W_b
        # one more choice for the root: that the problem cannot be answered
        self.unanswerable = nn.Parameter(torch.zeros(1, size)) if config.answerability else None
        later = torch.ones(config.graph_size, config.graph_size, dtype=torch.bool).triu()
        self.later: Tensor
        self.register_buffer("later", later, persistent=False)  # [L, L]: vertex p is not before vertex j

    def score(self, batch: Batch) -> ThoughtGraph:
        """The distribution over graphs of each problem."""
        return self.score_text(self.encode(batch), batch)

    def loss(self, batch: Batch, items: Sequence[Item], objective: Objective) -> Tensor:
        graph = self.score(batch)
        if objective.sum_equal_numbers:
            graph = graph.with_equal_numbers([problem.values for problem in batch.problems])
        return loss(graph, items, objective)

    def decode_text(self, text: Tensor, batch: Batch, k: int = 1) -> list[DecodedGraph]:
        return self.score_text(text, batch).decoded()

    def score_text(self, text: Tensor, batch: Batch) -> ThoughtGraph:
        """From the encoder's output [B, T, d]."""
        return self.score_vertices(text, batch, self.decoder(text, batch.token_mask))

    def score_vertices(self, text: Tensor, batch: Batch, vertices: Tensor) -> ThoughtGraph:
        """From what the decoder made of it: text [B, T, d], vertices [B, L + 1, d]."""
        numbers = batch.pooling @ text  # [B, N, d]
        v, selector = vertices[:, :-1], vertices[:, -1]
        constants = self.constants.expand(text.shape[0], -1, -1)
        keys = self.quantity(torch.cat([v, constants, numbers], 1))  # [B, Q, d]
        scale = 1 / math.sqrt(v.shape[-1])
        queries = torch.stack([place(v) for place in self.places], 1)  # [B, P, L, d]
        match = queries @ keys[:, None].transpose(-1, -2) * scale  # [B, P, L, Q]
        # Forbidden twice: finite before the softmax, since a vertex may have nothing to choose from (the
        # first one, in a text without numbers), and a softmax over nothing is NaN; certain after it.
        forbidden = self._forbidden(batch.number_mask)[:, None]  # [B, 1, L, Q]
        match = match.masked_fill(forbidden, torch.finfo(match.dtype).min)
        size = self.config.graph_size
        roots = keys[:, :size]
        if self.unanswerable is not None:
            roots = torch.cat([roots, self.unanswerable.expand(text.shape[0], -1, -1)], 1)
        root = ((roots @ selector[..., None])[..., 0] * scale).log_softmax(-1)  # [B, L] or [B, L + 1]
        return ThoughtGraph(
            self.operator(v).log_softmax(-1),
            match.log_softmax(-1).masked_fill(forbidden, -torch.inf),
            root[:, :size],
            self.config.vocabulary,
            None if self.unanswerable is None else root[:, size],
        )

    def _forbidden(self, number_mask: Tensor) -> Tensor:
        """Operands that would make a cycle, and numbers that are not there. -> [B, L, Q]"""
        batch, size = number_mask.shape[0], self.config.graph_size
        none = torch.zeros(batch, size, len(self.constants), dtype=torch.bool, device=number_mask.device)
        absent = (~number_mask)[:, None].expand(-1, size, -1)
        return torch.cat([self.later.expand(batch, -1, -1), none, absent], -1)
