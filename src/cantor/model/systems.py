"""Which systems there are, and what each must offer: CANTOR and its rivals differ in their decoders only.

Shapes: B problems, T tokens, N numbers, d hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from cantor.errors import ModelError
from cantor.model.config import ModelConfig
from cantor.model.inputs import encode
from cantor.problem import Problem
from cantor.solver.decoding import DecodedGraph

#: Where each system lives: a new one is a file and a line here.
SYSTEMS = {
    "cantor": "cantor.model.network:Cantor",
    "causal-lm": "cantor.rivals.causal_lm:CausalLm",
    "deductive": "cantor.rivals.deductive:Deductive",
    "graph2tree": "cantor.rivals.graph2tree:Graph2Tree",
    "gts": "cantor.rivals.gts:Gts",
    "seq-lstm": "cantor.rivals.seq_lstm:SeqLstm",
    "seq-transformer": "cantor.rivals.seq_transformer:SeqTransformer",
    "tagging": "cantor.rivals.tagging:Tagging",
    "vanilla-nar": "cantor.rivals.vanilla_nar:VanillaNar",
}


@dataclass(frozen=True, slots=True)
class Batch:
    """Problems as tensors; `pooling` turns the text's tokens into the numbers'."""

    problems: Sequence[Problem]
    tokens: Tensor  # [B, T]
    token_mask: Tensor  # [B, T]
    pooling: Tensor  # [B, N, T]
    number_mask: Tensor  # [B, N]

    @classmethod
    def of(
        cls, problems: Sequence[Problem], tokenizer: Tokenizer, config: ModelConfig, device: torch.device
    ) -> "Batch":
        inputs = encode(problems, tokenizer, config)
        arrays = (inputs.tokens, inputs.token_mask, inputs.pooling, inputs.number_mask)
        return cls(problems, *(torch.from_numpy(array).to(device) for array in arrays))

    @property
    def tensors(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        return self.tokens, self.token_mask, self.pooling, self.number_mask


class System(nn.Module):
    """A pretrained encoder with some decoder: text in, graphs with ranked roots out."""

    def __init__(self, config: ModelConfig, encoder: nn.Module):
        super().__init__()
        self.config, self.encoder = config, encoder
        if getattr(encoder, "pooler", None) is not None:
            # nobody asks it, and weights without a gradient stop training in parallel
            encoder.register_module("pooler", None)
        self.size = int(encoder.config.hidden_size)  # type: ignore[union-attr, arg-type]

    def read(self, batch: Batch) -> Tensor:
        """The encoder's output. -> [B, T, d]"""
        text: Tensor = self.encoder(
            input_ids=batch.tokens, attention_mask=batch.token_mask.long()
        ).last_hidden_state
        return text

    def answer(self, text: Tensor, batch: Batch) -> list[DecodedGraph]:
        """From the encoder's output to what is answered."""
        raise NotImplementedError

    def graphs(self, batch: Batch) -> list[DecodedGraph]:
        return self.answer(self.read(batch), batch)


def build(config: ModelConfig, encoder: nn.Module) -> System:
    """The system that a configuration names, on an encoder."""
    if config.system not in SYSTEMS:
        raise ModelError(f"there is no system {config.system!r}; known are {', '.join(SYSTEMS)}")
    module, _, name = SYSTEMS[config.system].partition(":")
    built: System = getattr(import_module(module), name)(config, encoder)
    return built
