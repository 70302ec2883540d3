"""Which systems there are, and what each must offer: CANTOR and its rivals differ in their decoders only.

Shapes: B problems, T tokens, N numbers, d hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from cantor.equation import Equation
from cantor.errors import ModelError
from cantor.mapping import Program
from cantor.model.config import READERS, ModelConfig
from cantor.model.inputs import encode
from cantor.model.refinement import Refinement
from cantor.problem import Problem
from cantor.thought.decode import DecodedGraph

#: Where each system lives: a new one is a file and a line here.
SYSTEMS = {
    "cantor": "cantor.model.cantor:Cantor",
    "causal-lm": "cantor.rivals.sequence.causal_lm:CausalLm",
    "deductive": "cantor.rivals.deductive.reasoner:Deductive",
    "graph2tree": "cantor.rivals.tree.graph2tree:Graph2Tree",
    "gts": "cantor.rivals.tree.gts:Gts",
    "seq-lstm": "cantor.rivals.sequence.lstm:SeqLstm",
    "seq-transformer": "cantor.rivals.sequence.transformer:SeqTransformer",
    "tagging": "cantor.rivals.tagging.tagger:Tagging",
    "vanilla-cantor": "cantor.model.vanilla:VanillaCantor",
    "vanilla-nar": "cantor.rivals.sequence.vanilla_nar:VanillaNar",
}
#: Where all readers live.
_READER = "cantor.reading.network:PassageReader"


@dataclass(frozen=True, slots=True)
class Item:
    """A problem, the equations that solve it, and the same as programs of the model's vocabulary."""

    problem: Problem
    programs: tuple[Program, ...]  # none where the problem cannot be answered
    equations: tuple[Equation, ...]
    answer: Fraction | None


@dataclass(frozen=True, slots=True)
class Objective:
    """What of a distribution over graphs is made likelier at one training step; rivals have but one way."""

    name: str = "exact-mml"
    beam: int = 20  # of "hard-em"
    generator: torch.Generator | None = None  # of "random"
    sum_equal_numbers: bool = False  # a value that is told twice may be taken from either place


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


class Network(nn.Module):
    """A pretrained encoder, whatever stands on it."""

    def __init__(self, config: ModelConfig, encoder: nn.Module):
        super().__init__()
        self.config, self.encoder = config, encoder
        if getattr(encoder, "pooler", None) is not None:
            # nobody asks it, and weights without a gradient stop training in parallel
            encoder.register_module("pooler", None)
        self.size = int(encoder.config.hidden_size)  # type: ignore[union-attr, arg-type]
        # what is added to the input of a number's tokens; nothing before training
        self.number_mark: nn.Parameter | None = None
        if config.number_mark:  # some encoders widen their embeddings afterwards
            table: nn.Embedding = encoder.get_input_embeddings()  # type: ignore[operator]
            self.number_mark = nn.Parameter(torch.zeros(table.embedding_dim))
        self.adapter = Refinement(self.size, config.dropout) if config.adapter else None

    def encoded(self, tokens: Tensor, token_mask: Tensor, pooling: Tensor) -> Tensor:
        """tokens [B, T], token_mask [B, T], pooling [B, N, T] -> [B, T, d]"""
        mask = token_mask.long()
        if self.number_mark is None:
            text: Tensor = self.encoder(input_ids=tokens, attention_mask=mask).last_hidden_state
        else:
            embedded = self.encoder.get_input_embeddings()(tokens)  # type: ignore[operator]
            is_number = (pooling > 0).any(1)  # [B, T]
            embedded = embedded + is_number[..., None] * self.number_mark
            text = self.encoder(inputs_embeds=embedded, attention_mask=mask).last_hidden_state
        return text if self.adapter is None else self.adapter(text)


class System(Network):
    """An encoder with some decoder: problems in, graphs with ranked roots out."""

    def encode(self, batch: Batch) -> Tensor:
        """The encoder's output. -> [B, T, d]"""
        return self.encoded(batch.tokens, batch.token_mask, batch.pooling)

    def loss(self, batch: Batch, items: Sequence[Item], objective: Objective) -> Tensor:
        """-log P of what solves each problem; infinite where that cannot be expressed. -> [B]"""
        raise NotImplementedError

    def forward(self, batch: Batch, items: Sequence[Item], objective: Objective) -> Tensor:
        """The loss, under the name that wrappers for several processes know."""
        return self.loss(batch, items, objective)

    def decode_text(self, text: Tensor, batch: Batch, k: int = 1) -> list[DecodedGraph]:
        """From the encoder's output [B, T, d] to graphs that hold at least the k best answers."""
        raise NotImplementedError

    def decode(self, batch: Batch, k: int = 1) -> list[DecodedGraph]:
        """Each problem's graph of answers."""
        return self.decode_text(self.encode(batch), batch, k)


def build(config: ModelConfig, encoder: nn.Module) -> System:
    """The system that a configuration names, on an encoder."""
    known = SYSTEMS | dict.fromkeys(READERS, _READER)
    if config.system not in known:
        raise ModelError(f"there is no system {config.system!r}; known are {', '.join(known)}")
    module, _, name = known[config.system].partition(":")
    built: System = getattr(import_module(module), name)(config, encoder)
    return built
