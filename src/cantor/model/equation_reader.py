"""A small network that reads candidate equations as a whole, beside the text as the encoder saw it.

Shapes: B problems, T tokens, N numbers, A answers, S steps, P places of operands, d hidden of the encoder,
w width. What the numbers in the arrays of candidates stand for: `cantor.thought.candidates`.
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from cantor.thought.candidates import FACTS


@dataclass(frozen=True, slots=True)
class ReaderSize:
    """The network's shape."""

    operators: int
    constants: int
    hidden: int  # d
    places: int = 2
    width: int = 128
    blocks: int = 2
    heads: int = 4
    dropout: float = 0.2


class EquationReader(nn.Module):
    """A score for each candidate: how well it answers the text."""

    def __init__(self, size: ReaderSize):
        super().__init__()
        self.size, width, places = size, size.width, size.places
        self.text = nn.Linear(size.hidden, width)
        self.numbers = nn.Linear(size.hidden, places * width)
        self.constants = nn.Parameter(torch.randn(size.constants, places * width) * 0.1)
        self.operators = nn.Embedding(size.operators + 1, width)
        self.facts = nn.Linear(len(FACTS), width)
        self.left_out = nn.Linear(size.hidden, width)  # of numbers that a candidate does not use
        self.blocks = nn.ModuleList(_Block(size) for _ in range(size.blocks))
        self.norm = nn.LayerNorm(width)
        self.hidden, self.score = nn.Linear(width, width), nn.Linear(width, 1)
        self.dropout = nn.Dropout(size.dropout)

    def forward(
        self,
        text: Tensor,
        token_mask: Tensor,
        pooling: Tensor,
        operator: Tensor,
        leaf: Tensor,
        below: Tensor,
        facts: Tensor,
    ) -> Tensor:
        """text [B, T, d], token_mask [B, T], pooling [B, N, T]; operator [B, A, S], leaf and below
        [B, A, S, P], facts [B, A, S, FACTS] -> [B, A]"""
        text = self.dropout(text)
        numbers = pooling @ text  # [B, N, d]
        memory = self.text(text)
        x = self.operators(operator) + self.facts(facts) + self._leaves(numbers, leaf)  # [B, A, S, w]
        x = torch.cat([x[:, :, :1] + self._unused(numbers, leaf), x[:, :, 1:]], 2)
        there = operator > 0
        x = self.dropout(x)
        for block in self.blocks:
            x = block(x, there, below, memory, token_mask)
        root = self.norm(x[:, :, 0])
        found: Tensor = self.score(self.dropout(F.gelu(self.hidden(root))))[..., 0]
        return found

    def _leaves(self, numbers: Tensor, leaf: Tensor) -> Tensor:
        """Numbers and constants where they are operands. -> [B, A, S, w]"""
        size, (b, a, s, _) = self.size, leaf.shape
        known = self.constants.expand(b, -1, -1)
        table = torch.cat([torch.zeros_like(known[:, :1]), known, self.numbers(numbers)], 1)
        found = torch.zeros((), device=leaf.device)
        for p, part in enumerate(torch.split(table, size.width, 2)):
            index = leaf[..., p].reshape(b, a * s, 1).expand(-1, -1, size.width)
            found = found + part.gather(1, index)
        return found.reshape(b, a, s, size.width)

    def _unused(self, numbers: Tensor, leaf: Tensor) -> Tensor:
        """What a candidate leaves out of the text. -> [B, A, 1, w]"""
        b, a, s, places = leaf.shape
        index = torch.arange(numbers.shape[1], device=leaf.device) + (1 + self.size.constants)
        used = (leaf.reshape(b, a, s * places, 1) == index).to(numbers.dtype).amax(2)  # [B, A, N]
        # padding has no vector, but the layer's bias: what is no number is left out of what is left out
        vectors = F.relu(self.left_out(numbers)) * (numbers.abs().sum(2, keepdim=True) > 0)
        return ((1 - used) @ vectors).unsqueeze(2)


class _Block(nn.Module):
    """Results of the steps that are used; then attention to all steps, and to the text; then a layer."""

    def __init__(self, size: ReaderSize):
        super().__init__()
        self.size, width = size, size.width
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(4))
        self.below = nn.Linear(width, size.places * width, bias=False)
        self.own, self.own_out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.asked, self.told, self.text_out = (nn.Linear(width, n * width) for n in (1, 2, 1))
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.dropout = nn.Dropout(size.dropout)

    def forward(self, x: Tensor, there: Tensor, below: Tensor, memory: Tensor, token_mask: Tensor) -> Tensor:
        """x [B, A, S, w], there [B, A, S], below [B, A, S, P], memory [B, T, w] -> [B, A, S, w]"""
        b, a, s, width = x.shape
        x = x + self.dropout(self._results(self.norms[0](x), below))
        flat = x.reshape(b * a, s, width)
        q, k, v = torch.split(self.own(self.norms[1](flat)), width, 2)
        # the root is always there, so that padding candidates attend to something
        seen = torch.cat([torch.ones_like(there[:, :, :1]), there[:, :, 1:]], 2).reshape(b * a, 1, 1, s)
        x = x + self.dropout(self.own_out(self._attend(q, k, v, seen))).reshape(b, a, s, width)
        flat = x.reshape(b, a * s, width)
        k, v = torch.split(self.told(memory), width, 2)
        read = self._attend(self.asked(self.norms[2](flat)), k, v, token_mask[:, None, None])
        x = x + self.dropout(self.text_out(read)).reshape(b, a, s, width)
        wide: Tensor = self.dropout(self.narrow(F.gelu(self.wide(self.norms[3](x)))))
        return x + wide

    def _results(self, x: Tensor, below: Tensor) -> Tensor:
        """The states of the steps that each step uses. -> [B, A, S, w]"""
        b, a, s, width = x.shape
        x = x.reshape(b * a, s, width)
        table = self.below(torch.cat([torch.zeros_like(x[:, :1]), x], 1))
        found = torch.zeros((), device=x.device)
        for p, part in enumerate(torch.split(table, width, 2)):
            index = below[..., p].reshape(b * a, s, 1).expand(-1, -1, width)
            found = found + part.gather(1, index)
        return found.reshape(b, a, s, width)

    def _attend(self, q: Tensor, k: Tensor, v: Tensor, seen: Tensor) -> Tensor:
        """q [B, Q, w], k and v [B, K, w], seen [B, 1, 1, K] -> [B, Q, w]"""
        heads, width = self.size.heads, self.size.width
        q, k, v = (x.reshape(x.shape[0], -1, heads, width // heads).transpose(1, 2) for x in (q, k, v))
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=seen)
        return mixed.transpose(1, 2).reshape(mixed.shape[0], -1, width)
