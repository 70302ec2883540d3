"""Tokens as vectors: operators and constants are learned, numbers are what the encoder made of their mention.

Shapes: B problems, N numbers, V = operators + constants + N, d hidden.
"""

import math

import torch
from torch import Tensor, nn

from cantor.model.config import ModelConfig


class PointerScorer(nn.Module):
    """How well each token fits a place: learned ones and pointers to numbers compete in one softmax."""

    def __init__(self, size: int, config: ModelConfig):
        super().__init__()
        self.learned = nn.Parameter(torch.randn(len(config.operators) + len(config.constants), size))
        self.number = nn.Linear(size, size, bias=False)
        self.query = nn.Linear(size, size, bias=False)

    def table(self, numbers: Tensor) -> Tensor:
        """The keys of all tokens. numbers [B, N, d] -> [B, V, d]"""
        return torch.cat([self.learned.expand(len(numbers), -1, -1), self.number(numbers)], 1)

    def forward(self, hidden: Tensor, table: Tensor) -> Tensor:
        """hidden [B, W, S, d], table [B, V, d] -> [B, W, S, V]"""
        scores: Tensor = self.query(hidden) @ table[:, None].transpose(-1, -2)
        return scores / math.sqrt(hidden.shape[-1])


class Embeddings(nn.Module):
    """What a decoder reads of the tokens written so far, and of the start before them."""

    def __init__(self, size: int, config: ModelConfig, scale: float = 1.0):
        """`scale` is the standard deviation of what is read."""
        super().__init__()
        words = len(config.operators) + len(config.constants)
        self.start = nn.Parameter(torch.randn(size) * scale)
        self.learned = nn.Parameter(torch.randn(words, size) * scale)
        self.number = nn.Linear(size, size)
        self.norm = nn.LayerNorm(size)
        nn.init.constant_(self.norm.weight, scale)

    def table(self, numbers: Tensor) -> Tensor:
        """numbers [B, N, d] -> [B, V, d]"""
        return torch.cat([self.learned.expand(len(numbers), -1, -1), self.norm(self.number(numbers))], 1)

    def starts(self, batch: int, count: int) -> Tensor:
        """-> [B, W, 1, d]"""
        return self.start.expand(batch, count, 1, -1)

    def forward(self, tokens: Tensor, table: Tensor) -> Tensor:
        """tokens [B, W, S], table [B, V, d] -> [B, W, S, d]; a place without a token reads any"""
        chosen = tokens.clamp(min=0).flatten(1)[..., None].expand(-1, -1, table.shape[-1])
        return table.gather(1, chosen).view(*tokens.shape, table.shape[-1])
