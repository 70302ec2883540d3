"""`vanilla-nar`: the equation's length first, then one token at each place, all at once.

The equation is written in prefix notation, where operators may take any number of operands and no bracket can
be left open: if anything, that is easier than the paper's infix text. Nothing keeps the tokens of different
places in tune, so that what is read may be no equation; then there is no answer.

Shapes: B problems, W lengths or equations of each, S tokens, V = operators + constants + N numbers, d hidden.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from cantor.mapping.semiring import LOG
from cantor.model.config import ModelConfig
from cantor.model.system import Batch
from cantor.rivals.base import Rival
from cantor.rivals.prefix import NONE, Grammar, Sequences, log_probabilities
from cantor.rivals.sequence.blocks import SequenceDecoder
from cantor.rivals.sequence.token_embeddings import PointerScorer
from cantor.thought.hypothesis import Hypothesis

if TYPE_CHECKING:
    from cantor.model.system import Item


class VanillaNar(Rival):
    """`beam` is how many lengths are tried."""

    def __init__(self, config: ModelConfig, encoder: nn.Module):
        super().__init__(config, encoder)
        self.grammar = Grammar(config)
        self.length = nn.Linear(self.size, self.grammar.longest)
        self.decoder = SequenceDecoder(self.size, self.grammar.longest, config)
        self.pointer = PointerScorer(self.size, config)

    def lengths(self, text: Tensor) -> Tensor:
        """log P of 1, 2, ... tokens, of the text's first token as in vanilla CANTOR. -> [B, longest]"""
        scores: Tensor = self.length(text[:, 0])
        return log_probabilities(scores, torch.ones_like(scores, dtype=torch.bool))

    def tokens(self, text: Tensor, batch: Batch, length: Tensor) -> Tensor:
        """log P of the token at each place, for lengths of each problem. length [B, W] -> [B, W, S, V]"""
        size, count = length.shape
        most = int(length.max())
        inside = torch.arange(most, device=length.device) < length[..., None]  # [B, W, S]
        mask = inside.flatten(0, 1)[:, None]
        nothing = text.new_zeros(size, count, most, self.size)  # all that a place has is its position
        kept = self.decoder.keep_text(text)
        hidden, _ = self.decoder(nothing, None, mask, kept, batch.token_mask)
        scores: Tensor = self.pointer(hidden, self.pointer.table(batch.pooling @ text))
        words = batch.number_mask.new_ones(size, self.grammar.words)
        present = torch.cat([words, batch.number_mask], 1)[:, None, None]
        return log_probabilities(scores, present.expand_as(scores))

    def targets(self, items: "Sequence[Item]", batch: Batch) -> Sequences:
        return self.grammar.sequences(items, batch)

    def targets_loss(self, text: Tensor, batch: Batch, targets: Sequences) -> Tensor:
        length = targets.length.clamp(min=1)  # [B, E]; what has none is left out of the total
        log_p = self.tokens(text, batch, length)
        return -LOG.sum(targets.total(log_p) + self.lengths(text).gather(1, length - 1), 1)

    @torch.no_grad()
    def beam_search(self, text: Tensor, batch: Batch, beam: int) -> list[list[Hypothesis]]:
        length_score, chosen = self.lengths(text).topk(min(beam, self.grammar.longest))  # [B, W]
        length = chosen + 1
        score, token = self.tokens(text, batch, length).max(-1)  # [B, W, S]
        beyond = torch.arange(token.shape[-1], device=text.device) >= length[..., None]
        totals = length_score + score.masked_fill(beyond, 0.0).sum(-1)
        totals, order = totals.sort(descending=True)
        token = token.masked_fill(beyond, NONE).gather(1, order[..., None].expand_as(token))
        return self.grammar.derivations(token, totals)
