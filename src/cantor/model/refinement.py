"""One more layer between encoder and decoder, which learns at the decoder's rate.

Shapes: B problems, T tokens, d hidden.
"""

from torch import Tensor, nn


class Refinement(nn.Module):
    """What a look at the text adds, then a feed-forward layer, each normalised. [B, T, d] -> [B, T, d]"""

    def __init__(self, size: int, dropout: float):
        super().__init__()
        self.wide = nn.Sequential(nn.Linear(size, 2 * size), nn.ReLU(), nn.Linear(2 * size, size))
        self.norms = nn.ModuleList(nn.LayerNorm(size) for _ in range(2))
        self.dropout = nn.Dropout(dropout)

    def forward(self, text: Tensor, added: Tensor | None = None) -> Tensor:
        text = self.norms[0](text if added is None else text + self.dropout(added))
        out: Tensor = self.norms[1](text + self.dropout(self.wide(text)))
        return out
