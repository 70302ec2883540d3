"""A trained model as one that runs without torch: an ONNX graph with all that belongs to it, in a folder."""

from dataclasses import replace
from pathlib import Path
from typing import get_args

import onnx
from tokenizers import Tokenizer

from cantor.errors import ModelError
from cantor.model.card import model_card
from cantor.model.config import ModelConfig
from cantor.model.files import CARD, GRAPH, TOKENIZER
from cantor.model.folder import atomic_model, write_config
from cantor.model.onnx.network import onnx_model
from cantor.model.onnx.quantise import Quantisation
from cantor.model.system import Network
from cantor.model.writing import write_tokenizer


class Exported:
    """A network as an ONNX graph, with its tokenizer and configuration; `save` writes it to a folder."""

    def __init__(self, graph: onnx.ModelProto, tokenizer: Tokenizer, config: ModelConfig):
        self.content: bytes = graph.SerializeToString()
        self.tokenizer, self.config = tokenizer, config

    @classmethod
    def of(cls, model: Network, tokenizer: Tokenizer, quantisation: Quantisation = "none") -> "Exported":
        """`quantisation`: "none" keeps the weights; the others round them to so many bits."""
        if quantisation not in get_args(Quantisation):
            known = ", ".join(get_args(Quantisation))
            raise ModelError(f"there is no quantisation {quantisation!r}; it must be one of {known}")
        config = replace(model.config, quantisation=quantisation)
        return cls(onnx_model(model.eval(), quantisation), tokenizer, config)

    def save(self, folder: str | Path) -> None:
        """Write all of it or nothing."""
        with atomic_model(folder, GRAPH) as part:
            (part / GRAPH).write_bytes(self.content)
            write_config(self.config, part)
            write_tokenizer(self.tokenizer, part / TOKENIZER, pretty=False)
            (part / CARD).write_text(model_card(self.config, exported=True), encoding="utf-8")
