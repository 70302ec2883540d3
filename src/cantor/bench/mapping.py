"""What the mapping algorithms cost, beside one training step of the encoder that they serve."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import torch
from torch import Tensor

from cantor.bench.programs import VOCABULARY, programs_like_mathqa
from cantor.bench.timing import allocator, interleaved, machine
from cantor.mapping import (
    Potentials,
    Programs,
    beam_placement,
    best_placement,
    collate,
    independent_log_marginal,
    log_marginal,
    placement_score,
    potentials,
)
from cantor.model.encoders import encoder_path
from cantor.model.saving import pretrained_encoder
from cantor.model.threads import torch_threads

#: Numbers per problem in the made-up thought graphs.
NUMBERS = 12


@dataclass(frozen=True, slots=True)
class Settings:
    """What is measured; the defaults are those that the project's figures are for."""

    batch: int = 32
    vertices: int = 60
    tokens: int = 48
    threads: int = 2
    beam: int = 20
    rounds: int = 15
    encoder: str = "minilm"
    seed: int = 0


@dataclass(frozen=True, slots=True)
class _Batch:
    """Programs and the log-probabilities of a thought graph, as a model would give them."""

    programs: Programs
    operator: Tensor
    operand: Tensor
    root: Tensor

    def potentials(self) -> Potentials:
        return potentials(self.operator, self.operand, self.root, self.programs)


def measure(settings: Settings) -> dict[str, Any]:
    """Median seconds of each algorithm and of the encoder, ratios to the encoder, and the settings."""
    with torch_threads(settings.threads):
        batches = [_batch(settings, turn) for turn in range(settings.rounds)]
        encode = encoder_step(settings.encoder, settings.batch, settings.tokens)

        algorithms: dict[str, Callable[[Potentials, Programs], Tensor]] = {
            "exact_mml_s": log_marginal,
            "exact_hard_em_s": _scored(best_placement),
            "beam_murty_s": _scored(partial(beam_placement, beam=settings.beam)),
            "independent_mml_s": independent_log_marginal,
        }

        def learn(algorithm: Callable[[Potentials, Programs], Tensor], turn: int) -> None:
            batch = batches[turn]
            torch.autograd.backward(-algorithm(batch.potentials(), batch.programs).mean())

        tasks = {name: partial(learn, algorithm) for name, algorithm in algorithms.items()}
        found = interleaved({"encoder_step_s": encode, **tasks}, settings.rounds)
    step = found["encoder_step_s"]
    names = ("exact_mml", "exact_hard_em", "beam_murty", "independent_mml")
    return {
        **found,
        "ratios_to_encoder_step": {name: found[f"{name}_s"] / step for name in names},
        "exact_hard_em_to_beam_murty": found["exact_hard_em_s"] / found["beam_murty_s"],
        "processor_s": found.processor,
        "machine": machine(),
        "settings": {**asdict(settings), "environment": allocator(), "torch": torch.__version__},
    }


def _batch(settings: Settings, turn: int) -> _Batch:
    made = programs_like_mathqa(settings.batch, settings.seed + turn)
    noise = torch.Generator().manual_seed(settings.seed + turn)
    batch, size = settings.batch, settings.vertices

    def normal(*shape: int) -> Tensor:
        return torch.randn(shape, generator=noise)

    operator = torch.log_softmax(normal(batch, size, len(VOCABULARY.operators)), -1)
    later = torch.ones(size, size, dtype=torch.bool).triu()
    operand = normal(batch, 2, size, size + NUMBERS)
    operand[..., :size].masked_fill_(later, -torch.inf)
    operand, root = torch.log_softmax(operand, -1), torch.log_softmax(normal(batch, size), -1)
    return _Batch(collate(made), *(x.requires_grad_() for x in (operator, operand, root)))


def _scored(search: Callable[[Potentials, Programs], Tensor]) -> Callable[[Potentials, Programs], Tensor]:
    """log P of the placement that a search finds."""

    def score(given: Potentials, programs: Programs) -> Tensor:
        return placement_score(given, programs, search(given, programs))

    return score


def encoder_step(name: str, batch: int, tokens: int) -> Callable[[int], None]:
    """One forward and backward pass of an encoder over random tokens."""
    encoder = pretrained_encoder(encoder_path(name)).train()
    lowest = min(1000, encoder.config.vocab_size // 2)  # special tokens come first
    ids = torch.randint(lowest, encoder.config.vocab_size, (batch, tokens))
    mask = torch.ones_like(ids)

    def step(_: int) -> None:
        encoder.zero_grad()
        encoder(input_ids=ids, attention_mask=mask).last_hidden_state.pow(2).mean().backward()

    return step
