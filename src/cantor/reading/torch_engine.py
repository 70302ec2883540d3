"""A reader as it was trained. Needs the extra `train`."""

from collections.abc import Sequence
from pathlib import Path

from tokenizers import Tokenizer

from cantor.errors import ModelError
from cantor.model.config import READERS
from cantor.model.saving import from_pretrained
from cantor.reading.batch import ReadingBatch
from cantor.reading.candidate import Candidate
from cantor.reading.network import PassageReader
from cantor.reading.questions import Question


class TorchEngine:
    """A network in memory, wherever its weights are."""

    def __init__(self, model: PassageReader, tokenizer: Tokenizer):
        self.model, self.tokenizer, self.config = model, tokenizer, model.config

    @classmethod
    def load(cls, folder: Path) -> "TorchEngine":
        model, tokenizer = from_pretrained(folder)
        if not isinstance(model, PassageReader):
            known = ", ".join(READERS)
            raise ModelError(f"{folder}: {model.config.system} reads no passages; give one of {known}")
        return cls(model, tokenizer)

    def decode(self, questions: Sequence[Question], k: int) -> list[list[Candidate]]:
        device = next(self.model.parameters()).device
        return self.model.decode(ReadingBatch.of(questions, self.tokenizer, self.config, device), k)
