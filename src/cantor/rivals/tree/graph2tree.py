"""Graph2Tree: the goal-driven tree decoder, with graphs of what each number counts and how numbers compare.

Two graphs over the text's tokens, each with a graph convolution of its own:
- quantity cells join a number to the words that say what it counts. The published idea finds them by
  parsing; here they are the tokens next to it.
- quantity comparison leads from each number to all smaller ones, by exact value.

Shapes: B problems, T tokens, N numbers, d hidden.
"""

import torch
from torch import Tensor, nn

from cantor.model.config import ModelConfig
from cantor.model.system import Batch
from cantor.rivals.tree.gts import Gts

#: How many tokens before and after a number belong to its cell.
_NEAR = 3


class Convolution(nn.Module):
    """Two rounds in which every token takes the mean of its neighbours. [B, T, d], [B, T, T] -> [B, T, d]"""

    def __init__(self, size: int, dropout: float):
        super().__init__()
        self.first, self.second = nn.Linear(size, size), nn.Linear(size, size)
        self.dropout = nn.Dropout(dropout)

    def forward(self, tokens: Tensor, edges: Tensor) -> Tensor:
        mean = edges / edges.sum(-1, keepdim=True)
        out: Tensor = self.second(mean @ self.dropout(self.first(mean @ tokens).relu()))
        return out


class Graph2Tree(Gts):
    def __init__(self, config: ModelConfig, encoder: nn.Module):
        super().__init__(config, encoder)
        size, dropout = self.size, config.dropout
        self.cells, self.comparison = Convolution(size, dropout), Convolution(size, dropout)
        self.joined = nn.Linear(2 * size, size)

    def see(self, text: Tensor, batch: Batch) -> Tensor:
        near, smaller = (edges.to(text.dtype) for edges in (cells(batch), comparisons(batch)))
        both = torch.cat([self.cells(text, near), self.comparison(text, smaller)], -1)
        refined: Tensor = self.refine(text, self.joined(both))
        return refined


def cells(batch: Batch) -> Tensor:
    """Tokens joined to themselves and, both ways, to the numbers that they stand near. -> [B, T, T] bool"""
    place = torch.arange(batch.tokens.shape[1], device=batch.tokens.device)
    close = (place[:, None] - place).abs() <= _NEAR
    own = (batch.pooling > 0).float()  # [B, N, T]
    near = ((own @ close.float()) > 0) & batch.token_mask[:, None]
    joined = own.transpose(1, 2) @ near.float() > 0
    return joined | joined.transpose(1, 2) | (place[:, None] == place)


def comparisons(batch: Batch) -> Tensor:
    """Tokens joined to themselves, and those of numbers to those of all smaller ones. -> [B, T, T] bool"""
    ranks = torch.zeros_like(batch.number_mask, dtype=torch.long)
    for row, problem in zip(ranks, batch.problems, strict=True):  # by exact value, so not as a tensor
        rank = {value: r for r, value in enumerate(sorted(set(problem.values)))}
        row[: len(problem.values)] = row.new_tensor([rank[v] for v in problem.values])
    larger = (ranks[:, :, None] > ranks[:, None, :]).float()  # [B, N, N]
    own = (batch.pooling > 0).float()
    place = torch.arange(batch.tokens.shape[1], device=batch.tokens.device)
    return (own.transpose(1, 2) @ larger @ own > 0) | (place[:, None] == place)
