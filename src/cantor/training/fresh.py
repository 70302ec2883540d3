"""The model that a run begins with."""

from typing import Any

import torch
from tokenizers import Tokenizer

from cantor.equation import operators as known_operators
from cantor.equation.vocabulary import Vocabulary
from cantor.evaluation.report import METRIC_VERSION
from cantor.model import new_model
from cantor.model.folder import opened
from cantor.model.onnx.load import network_file
from cantor.model.system import System
from cantor.model.warm_start import warm_start
from cantor.training.optimizer import set_dropout
from cantor.training.precision import usable_precision
from cantor.training.recipe import Recipe


def fresh_model(recipe: Recipe, words: Vocabulary) -> tuple[System, Tokenizer]:
    """Untrained, or with the weights of another where the recipe says so."""
    settings = recipe.model
    about: dict[str, Any] = {"recipe": recipe.to_dict(), "metric_version": METRIC_VERSION}
    if settings.start is not None:
        about["before"] = opened(*network_file(settings.start))[1].trained
    model, tokenizer = new_model(
        settings.encoder,
        encoder_layers=settings.encoder_layers,
        system=settings.system,
        operators=words.operators,
        constants=tuple(map(str, words.constants)),
        max_arity=max(known_operators()[symbol].arity for symbol in words.operators),
        graph_size=settings.graph_size,
        decoder_layers=settings.decoder_layers,
        decoder_heads=settings.decoder_heads,
        decoder_width=settings.decoder_width,
        dropout=settings.dropout,
        max_tokens=settings.max_tokens,
        adapter=settings.adapter,
        number_mark=settings.number_mark,
        answerability=settings.answerability,
        init_std=settings.init_std,
        number_policy=recipe.data.policy,
        number_input=settings.number_input,
        number_pooling=settings.number_pooling,
        reading=dict.fromkeys(settings.reading, True),
        trained=about,
    )
    if settings.start is not None:
        warm_start(model, settings.start, encoder=settings.start_encoder)
    if settings.encoder_dropout is not None:
        set_dropout(model.encoder, settings.encoder_dropout)
    if usable_precision(recipe.training.precision) == "bf16" and not torch.cuda.is_available():
        # on a processor, the fused attention takes twice the time of the plain one in half precision
        model.encoder.set_attn_implementation("eager")  # type: ignore[operator]
    return model, tokenizer
