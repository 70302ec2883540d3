"""What learns, and how fast: groups of parameters, frozen layers, and the rate at each moment of a run."""

import torch
from torch import nn

from cantor.errors import RecipeError
from cantor.model.layers import layers_of
from cantor.model.system import System
from cantor.training.recipe import Recipe, TrainingRecipe


def optimizer(model: System, recipe: Recipe) -> torch.optim.Optimizer:
    """AdamW with one peak rate for the encoder, another for the rest; tables and norms do not decay."""
    settings = recipe.training
    _freeze(model, settings)
    weights = decaying(model)
    groups = []
    for of_encoder, rate in ((True, settings.encoder_rate), (False, settings.decoder_rate)):
        for decays in (True, False):
            parameters = [
                p
                for name, p in model.named_parameters()
                if name.startswith("encoder.") == of_encoder and p.requires_grad and (p in weights) == decays
            ]
            decay = settings.weight_decay if decays else 0.0
            if parameters:
                group = {"lr": rate, "peak": rate, "weight_decay": decay, "of_encoder": of_encoder}
                groups.append({"params": parameters, **group})
    return torch.optim.AdamW(groups, fused=True)


def decaying(model: nn.Module) -> set[nn.Parameter]:
    """The weights of layers: norms and biases have one dimension, and what is no `weight` is a table."""
    tables = {p for m in model.modules() if isinstance(m, nn.Embedding) for p in m.parameters(recurse=False)}
    named = (pair for module in model.modules() for pair in module.named_parameters(recurse=False))
    return {p for name, p in named if p.ndim > 1 and "weight" in name} - tables


def set_dropout(encoder: nn.Module, share: float) -> None:
    """Another dropout than the encoder's own; its attention asks the same modules."""
    for module in encoder.modules():
        if isinstance(module, nn.Dropout):
            module.p = share


def set_rate(optimizer: torch.optim.Optimizer, settings: TrainingRecipe, step: int, part: float) -> None:
    """The rate of a step, when that part of the run is done."""
    for group in optimizer.param_groups:
        group["lr"] = group["peak"] * rate(step, part, settings, group.get("of_encoder", False))


def rate(step: int, part: float, settings: TrainingRecipe, of_encoder: bool = False) -> float:
    """Linear warm-up by steps, the peak until `decay_from`, then a line down to `final_rate`."""
    own = settings.encoder_warmup_steps if of_encoder else None
    rising = min(1.0, (step + 1) / max(1, settings.warmup_steps if own is None else own))
    falling = max(0.0, min(1.0, part) - settings.decay_from) / max(1e-9, 1 - settings.decay_from)
    return rising * max(settings.final_rate, 1 - falling)


def _freeze(model: System, settings: TrainingRecipe) -> None:
    """Below the lowest layer that learns, no gradient is computed at all: that is where the time is saved."""
    layers: list[torch.nn.Module] = list(layers_of(model.encoder))
    if settings.freeze_layers > len(layers):
        raise RecipeError(
            f"freeze_layers is {settings.freeze_layers}, but the encoder has {len(layers)} layers"
        )
    frozen = layers[: settings.freeze_layers]
    if settings.freeze_embeddings or frozen:
        # BERT and its like call them so; language models hold tables of their own
        frozen += [
            m
            for name, m in model.encoder.named_children()
            if name == "embeddings" or isinstance(m, torch.nn.Embedding)
        ]
    for module in frozen:
        module.requires_grad_(False)
