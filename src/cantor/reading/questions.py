"""Questions ready for a reader, alone and as a batch of tensors.

Shapes: B questions, S tokens, W windows of up to T tokens, N mentions.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import torch
from tokenizers import Tokenizer
from torch import Tensor

from cantor.data.answer import Answer
from cantor.model.config import ModelConfig
from cantor.reading.inputs import Tokens, encode, tokens_of
from cantor.reading.passage import Asked
from cantor.reading.targets import Targets, targets
from cantor.reading.ways import Gamma, Quantities, quantities


@dataclass(frozen=True, slots=True)
class Question:
    """What can be known of a question before the network is asked; `targets` where the answer is known."""

    asked: Asked
    tokens: Tokens
    quantities: Quantities
    targets: Targets | None = None


def gamma_of(config: ModelConfig) -> Gamma:
    return Gamma.of(config.vocabulary.constants, config.reading)


def prepared(asked: Asked, answer: Answer | None, tokenizer: Tokenizer, config: ModelConfig) -> Question:
    gamma = gamma_of(config)
    tokens, found = tokens_of(asked, tokenizer), quantities(asked, gamma)
    known = None if answer is None else targets(answer, asked, tokens, found, gamma)
    return Question(asked, tokens, found, known)


@dataclass(frozen=True, slots=True)
class ReadingBatch:
    """See `cantor.reading.inputs.Inputs`."""

    questions: Sequence[Question]
    tokens: Tensor  # [W, T]
    token_mask: Tensor  # [W, T]
    place: Tensor  # [B, S]
    side: Tensor  # [B, S]
    mask: Tensor  # [B, S]
    pooling: Tensor  # [B, N, S]
    number_mask: Tensor  # [B, N]

    @classmethod
    def of(
        cls, questions: Sequence[Question], tokenizer: Tokenizer, config: ModelConfig, device: torch.device
    ) -> "ReadingBatch":
        found = encode(
            [q.tokens for q in questions], [q.quantities.spans for q in questions], tokenizer, config
        )
        arrays = (getattr(found, name.name) for name in fields(found))
        return cls(questions, *(torch.from_numpy(array).to(device) for array in arrays))
