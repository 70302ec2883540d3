"""The network: text in, a distribution over graphs of reasoning steps out. Needs the extra `train`."""

from cantor.model.config import FORMAT_VERSION, ModelConfig, ModelError
from cantor.model.inputs import Inputs, encode
from cantor.model.network import Cantor
from cantor.model.saving import from_pretrained, new_model, save_pretrained
from cantor.model.thoughts import ThoughtGraph

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
