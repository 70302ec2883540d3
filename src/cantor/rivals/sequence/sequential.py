"""What systems share that write an equation token by token: training on whole sequences, and beam search.

Shapes: B problems, W sequences of each, S tokens, T tokens of text, V = operators + constants + N numbers,
d hidden.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar

import torch
from torch import Tensor, nn

from cantor.mapping.semiring import LOG
from cantor.model.config import ModelConfig
from cantor.model.system import Batch
from cantor.rivals.base import Rival
from cantor.rivals.beam import beam_search
from cantor.rivals.prefix import Grammar, Sequences, log_probabilities
from cantor.rivals.sequence.token_embeddings import Embeddings, PointerScorer
from cantor.thought.hypothesis import Hypothesis

if TYPE_CHECKING:
    from cantor.model.system import Item


class State(Protocol):
    """What a decoder remembers: of W sequences of each problem, and of the problem itself."""

    def rows(self, parent: Tensor) -> Self:
        """Sequence w goes on from sequence parent[:, w] of before. parent [B, W]"""
        ...


_State = TypeVar("_State", bound=State)


class Sequential(Rival, Generic[_State]):
    """Writes an equation in prefix notation from left to right.

    A kind of it says only how a state begins and how tokens extend it; whole sequences in training and single
    tokens in beam search go through the same `extend`.
    """

    def __init__(self, config: ModelConfig, encoder: nn.Module, scale: float = 1.0):
        """`scale` is that of `Embeddings`."""
        super().__init__(config, encoder)
        self.grammar = Grammar(config)
        self.embeddings = Embeddings(self.size, config, scale)
        self.pointer = PointerScorer(self.size, config)

    def begin(self, text: Tensor, batch: Batch) -> _State:
        """Before the first token, with one sequence of each problem. text [B, T, d]"""
        raise NotImplementedError

    def extend(self, state: _State, read: Tensor) -> tuple[Tensor, _State]:
        """Read S more tokens of every sequence. read [B, W, S, d] -> what to say after each [B, W, S, d]

        The state given may be changed by it, and is not to be used again.
        """
        raise NotImplementedError

    def numbers(self, text: Tensor, batch: Batch) -> Tensor:
        """The representation of each number. -> [B, N, d]"""
        return batch.pooling @ text

    def targets(self, items: "Sequence[Item]", batch: Batch) -> Sequences:
        return self.grammar.sequences(items, batch)

    def targets_loss(self, text: Tensor, batch: Batch, targets: Sequences) -> Tensor:
        tokens = targets.tokens  # [B, E, S]
        allowed = self.grammar.rules(batch.number_mask).allowed_before(tokens)
        log_p = log_probabilities(self.scores(text, batch, tokens), allowed)  # [B, E, S, V]
        return -LOG.sum(targets.total(log_p), 1)

    def scores(self, text: Tensor, batch: Batch, tokens: Tensor) -> Tensor:
        """Scores of what comes at each place after the tokens before it. [B, E, S] -> [B, E, S, V]"""
        size, count, _ = tokens.shape
        numbers = self.numbers(text, batch)
        before = self.embeddings(tokens[..., :-1], self.embeddings.table(numbers))
        read = torch.cat([self.embeddings.starts(size, count), before], 2)
        state = self.begin(text, batch).rows(tokens.new_zeros(size, count))
        hidden, _ = self.extend(state, read)
        scores: Tensor = self.pointer(hidden, self.pointer.table(numbers))
        return scores

    @torch.no_grad()
    def beam_search(self, text: Tensor, batch: Batch, beam: int) -> list[list[Hypothesis]]:
        numbers = self.numbers(text, batch)
        embeddings, keys = self.embeddings.table(numbers), self.pointer.table(numbers)
        hidden, state = self.extend(self.begin(text, batch), self.embeddings.starts(len(text), 1))

        def advance(parent: Tensor, token: Tensor) -> Tensor:
            nonlocal state
            read = self.embeddings(token[..., None], embeddings)
            hidden, state = self.extend(state.rows(parent), read)
            scores: Tensor = self.pointer(hidden, keys)[:, :, 0]
            return scores

        rules = self.grammar.rules(batch.number_mask)
        tokens, totals = beam_search(rules, self.pointer(hidden, keys)[:, :, 0], advance, beam)
        return self.grammar.derivations(tokens, totals)
