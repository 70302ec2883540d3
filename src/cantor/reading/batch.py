"""`ReadingBatch`: questions as tensors.

Shapes: B questions, S tokens, W windows of up to T tokens, N mentions.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import torch
from tokenizers import Tokenizer
from torch import Tensor

from cantor.model.config import ModelConfig
from cantor.reading.questions import Question, inputs_of


@dataclass(frozen=True, slots=True)
class ReadingBatch:
    """See `cantor.reading.inputs.Inputs`."""

    questions: Sequence[Question]
    tokens: Tensor  # [W, T]
    token_mask: Tensor  # [W, T]
    marks: Tensor  # [W, T]
    place: Tensor  # [B, S]
    side: Tensor  # [B, S]
    mask: Tensor  # [B, S]
    pooling: Tensor  # [B, N, S]
    number_mask: Tensor  # [B, N]

    @classmethod
    def of(
        cls, questions: Sequence[Question], tokenizer: Tokenizer, config: ModelConfig, device: torch.device
    ) -> "ReadingBatch":
        found = inputs_of(questions, tokenizer, config)
        arrays = (getattr(found, each.name) for each in fields(found))
        return cls(questions, *(torch.from_numpy(array).to(device) for array in arrays))
