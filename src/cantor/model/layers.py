"""An encoder's layers, whatever its family: to freeze some, or to keep the lowest only."""

from torch import nn

from cantor.errors import ModelError


def layers_of(encoder: nn.Module) -> nn.ModuleList:
    """Every encoder family keeps its layers in its only outer list; an empty one where there is none."""
    return next((m for m in encoder.modules() if isinstance(m, nn.ModuleList)), nn.ModuleList())


def keep_lowest(encoder: nn.Module, count: int) -> None:
    """Leave out all layers above the lowest `count`, as if the encoder had been made with so many."""
    layers = layers_of(encoder)
    if not 0 < count <= len(layers):
        raise ModelError(f"encoder_layers is {count}, but the encoder has {len(layers)} layers")
    del layers[count:]
    encoder.config.num_hidden_layers = count  # type: ignore[union-attr]
