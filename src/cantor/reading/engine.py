"""`Engine`: whoever runs a reader's network, as it was trained (`TorchEngine`) or exported (`OnnxEngine`)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from cantor.model.config import ModelConfig

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from cantor.reading.candidate import Candidate
    from cantor.reading.questions import Question


class Engine(Protocol):
    """All that is asked of a reader."""

    config: ModelConfig
    tokenizer: "Tokenizer"

    def decode(self, questions: "Sequence[Question]", k: int) -> "list[list[Candidate]]":
        """The k best answers of each question, likeliest first."""
