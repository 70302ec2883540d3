"""The network: text in, a distribution over graphs of reasoning steps out.

What a solver needs at run time (`config`, `inputs`, `folder`) imports no torch; the network itself needs the
extra `train`, and is imported only when one of its names is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cantor.errors import ModelError
    from cantor.model.cantor import Cantor
    from cantor.model.config import FORMAT_VERSION, ModelConfig
    from cantor.model.inputs import Inputs, encode
    from cantor.model.saving import from_pretrained, new_model, save_pretrained
    from cantor.model.thoughts import ThoughtGraph

_MODULES = {
    "config": ("FORMAT_VERSION", "ModelConfig", "ModelError"),
    "inputs": ("Inputs", "encode"),
    "cantor": ("Cantor",),
    "saving": ("from_pretrained", "new_model", "save_pretrained"),
    "thoughts": ("ThoughtGraph",),
}

__all__ = [
    "FORMAT_VERSION",
    "Cantor",
    "Inputs",
    "ModelConfig",
    "ModelError",
    "ThoughtGraph",
    "encode",
    "from_pretrained",
    "new_model",
    "save_pretrained",
]


def __getattr__(name: str) -> Any:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
