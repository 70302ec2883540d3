"""TASE and its kin: one encoder over question and passage, and heads that answer in their own ways.

P(answer) is the sum over heads of P(head) · P(answer | head), each of these summed exactly over all ways that
give the answer. `tase-arith` and `cantor-reading` have an arithmetic head only, `tase`, `tase-cantor` all.

Shapes: B questions, S tokens, W windows of up to T tokens, N mentions, H heads, d hidden.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from cantor.model.config import ModelConfig
from cantor.model.system import Network
from cantor.reading.batch import ReadingBatch
from cantor.reading.candidate import Candidate
from cantor.reading.decoding import decode
from cantor.reading.heads.base import Encoded, Head, log_softmax, mlp
from cantor.reading.heads.count import Count
from cantor.reading.heads.graph import Graph
from cantor.reading.heads.multi_span import MultiSpan
from cantor.reading.heads.signs import Signs
from cantor.reading.heads.span import SingleSpan
from cantor.reading.inputs import PASSAGE, QUESTION
from cantor.reading.questions import gamma_of
from cantor.reading.scores import WITH_ALL_HEADS, WITH_GRAPH, ReadingScores

if TYPE_CHECKING:
    from cantor.model.onnx.form import GraphForm


class PassageReader(Network):
    """`loss` and `decode` take a `ReadingBatch`."""

    def __init__(self, config: ModelConfig, encoder: nn.Module):
        super().__init__(config, encoder)
        size, dropout, gamma = self.size, config.dropout, gamma_of(config)
        self.gamma = gamma
        arithmetic: Head
        if config.system in WITH_GRAPH:
            arithmetic = Graph(size, gamma, config)
        else:
            arithmetic = Signs(size, gamma, config.init_std, dropout)
        heads: list[Head] = [arithmetic]
        if config.system in WITH_ALL_HEADS:
            heads += [SingleSpan(size, dropout), MultiSpan(size, dropout), Count(size, dropout)]
        self.heads = nn.ModuleList(heads)
        # a token's weight in the summaries of question and passage; CANTOR's decoder alone asks for none
        self.attention = None if config.system == "cantor-reading" else nn.Linear(size, 2)
        self.choice = mlp(2 * size, size, len(heads), dropout) if len(heads) > 1 else None

    # From texts to scores

    def encode(self, batch: ReadingBatch) -> Encoded:
        windows = self.encoded(batch.tokens, batch.token_mask, batch.marks[:, None])  # [W, T, d]
        text = windows.flatten(0, 1)[batch.place]  # [B, S, d]
        question = passage = text.new_zeros(text.shape[0], self.size)
        if self.attention is not None:
            weights = self.attention(text)  # [B, S, 2]
            question, passage = (
                _summary(text, weights[..., n], batch.side.eq(side) & batch.mask)
                for n, side in enumerate((QUESTION, PASSAGE))
            )
        return Encoded(
            text, batch.side, batch.mask, question, passage, batch.pooling.to(text.dtype), batch.number_mask
        )

    def choose(self, encoded: Encoded) -> Tensor:
        """log P(head). -> [B, H]"""
        if self.choice is None:
            return encoded.text.new_zeros(len(encoded.text), 1)
        return log_softmax(self.choice(encoded.both))

    # Learning

    def log_prob(self, batch: ReadingBatch) -> Tensor:
        """log P(answer) of the questions' targets; -inf where no head has a way. -> [B]"""
        encoded = self.encode(batch)
        each = [head.log_prob(head.score(encoded), batch.questions) for head in self._heads()]
        joint = self.choose(encoded).double() + torch.stack([x.double() for x in each], 1)  # [B, H]
        # a sum over nothing would have no gradient but NaN
        some = (joint > -torch.inf).any(1)
        return torch.where(some[:, None], joint, 0.0).logsumexp(1).masked_fill(~some, -torch.inf)

    def loss(self, batch: ReadingBatch) -> Tensor:
        """-log P(answer); infinite where a question has no way, to be left out of a mean. -> [B]"""
        return -self.log_prob(batch)

    def forward(self, batch: ReadingBatch) -> Tensor:
        return self.loss(batch)

    # Answering

    def outputs(self, batch: ReadingBatch) -> dict[str, Tensor]:
        """All scores, by their names in `ReadingScores`."""
        encoded = self.encode(batch)
        found = {} if self.choice is None else {"choice": self.choose(encoded)}
        for head in self._heads():
            found |= head.named(head.score(encoded))
        return found

    @torch.no_grad()
    def decode(self, batch: ReadingBatch, k: int = 5) -> list[list[Candidate]]:
        """The k best answers of each question, likeliest first."""
        arrays = {name: x.cpu().numpy() for name, x in self.outputs(batch).items()}
        return decode(ReadingScores.of(arrays), batch.questions, self.gamma, k)

    def graph_form(self) -> "GraphForm":
        from cantor.reading.exporting import graph_form

        return graph_form(self)

    def _heads(self) -> Sequence[Head]:
        return list(self.heads)  # type: ignore[arg-type]


def _summary(text: Tensor, weights: Tensor, there: Tensor) -> Tensor:
    """The mean of a text's tokens by learned weights. [B, S, d], [B, S], [B, S] -> [B, d]"""
    weights = weights.masked_fill(~there, torch.finfo(weights.dtype).min).softmax(-1) * there
    return (weights[:, None] @ text)[:, 0]
