"""Answering with torch: the encoder, the decoder with its heads, and the answers."""

from typing import Any

import torch
from torch import Tensor
from transformers.utils import logging

from cantor.bench.inference import PROBLEM, Settings, summary
from cantor.bench.timing import interleaved
from cantor.equation import CORE
from cantor.model import Cantor, ModelError, from_pretrained, new_model
from cantor.solver.choosing import choose


@torch.no_grad()
def measure(settings: Settings) -> dict[str, Any]:
    """Median seconds of each part of answering a batch, and milliseconds for one problem alone."""
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    return times(cantor_of(settings), settings)


@torch.no_grad()
def times(model: Cantor, settings: Settings) -> dict[str, Any]:
    """The same for a model that is there already."""
    threads = torch.get_num_threads()
    torch.set_num_threads(settings.threads)
    try:
        many, one = _inputs(model, settings, settings.batch), _inputs(model, settings, 1)
        text = _encoded(model, many)
        graph = model.think(text, *many[1:])

        def answers(given: tuple[Tensor, ...]) -> None:
            for found in model(*given).decoded():
                choose(found, PROBLEM, settings.best)

        def choose_only(_: int) -> None:
            for found in graph.decoded():
                choose(found, PROBLEM, settings.best)

        found = interleaved(
            {
                "encoder_s": lambda _: _encoded(model, many),
                "decoder_s": lambda _: model.think(text, *many[1:]),
                "answers_s": choose_only,
                "total_s": lambda _: answers(many),
                "single_s": lambda _: answers(one),
            },
            settings.rounds,
        )
    finally:
        torch.set_num_threads(threads)
    return summary(found, settings, model.config.graph_size, {"torch": torch.__version__})


def cantor_of(settings: Settings) -> Cantor:
    """The model that the settings name, or else an untrained one on their encoder."""
    if settings.model:
        model, _ = from_pretrained(settings.model)
    else:
        torch.manual_seed(0)
        constants, size = ("1", "2", "100"), settings.vertices
        # Little spread: vertices of random weights that differ much think wilder thoughts than any trained
        # model's, and comparing those takes most of the time. A trained model (--model) is between the two.
        model, _ = new_model(
            settings.encoder, operators=CORE, constants=constants, graph_size=size, spread=0.02
        )
    if not isinstance(model, Cantor):
        raise ModelError(f"{settings.model} is no CANTOR model; `cantor compare` measures its rivals")
    return model.eval()


def _inputs(model: Cantor, settings: Settings, batch: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Random tokens, three of them numbers: tokens, token_mask, pooling, number_mask."""
    vocabulary = int(model.config.encoder["vocab_size"])
    tokens = torch.randint(vocabulary // 2, vocabulary, (batch, settings.tokens))
    count = len(PROBLEM.numbers)
    pooling = torch.eye(settings.tokens)[1 : 1 + count].expand(batch, -1, -1).contiguous()
    every = torch.ones(batch, settings.tokens, dtype=torch.bool)
    return tokens, every, pooling, torch.ones(batch, count, dtype=torch.bool)


def _encoded(model: Cantor, inputs: tuple[Tensor, ...]) -> Tensor:
    hidden: Tensor = model.encoder(input_ids=inputs[0], attention_mask=inputs[1].long()).last_hidden_state
    return hidden
