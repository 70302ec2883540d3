"""Models on disk: JSON, safetensors and a tokenizer, with everything needed to run offline."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from safetensors import SafetensorError
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import nn
from transformers import AutoConfig, AutoModel, AutoTokenizer
from transformers.utils import logging

from cantor.equation import EquationError, operator
from cantor.errors import ModelError
from cantor.model.card import model_card
from cantor.model.config import ModelConfig
from cantor.model.encoders import encoder_path
from cantor.model.files import CARD, CONFIG, TOKENIZER, WEIGHTS, is_cantors
from cantor.model.folder import atomic_model, check_hashes, opened, write_config
from cantor.model.inputs import load_tokenizer
from cantor.model.layers import keep_lowest
from cantor.model.system import System, build
from cantor.model.writing import write_tensors, write_tokenizer


def new_model(
    encoder: str, *, encoder_layers: int | None = None, **settings: Any
) -> tuple[System, Tokenizer]:
    """A model with an untrained decoder on `minilm`, `e5-small`, `mpnet`, a folder, or a Hugging Face name.

    The name or the folder of a model of cantor's, such as `default`, gives the encoder that it has. Of an
    encoder only the lowest `encoder_layers` are kept where that is given.
    `settings` are those of `ModelConfig`. `max_arity` follows from the operators unless given; `max_tokens`
    is lowered to what the encoder can take.
    """
    loaded, tokenizer, name = _encoder_of(encoder) if is_cantors(encoder) else _pretrained(encoder)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    if encoder_layers is not None:
        keep_lowest(loaded, encoder_layers)
    about = json.loads(loaded.config.to_json_string(use_diff=False))  # as it will come back from the disk
    about["_name_or_path"] = name
    try:
        settings.setdefault(
            "max_arity", max([2, *(operator(s).arity for s in settings.get("operators", ()))])
        )
    except EquationError as error:
        raise ModelError(f"the model's vocabulary: {error}") from None
    config = ModelConfig(encoder=about, **settings)
    limit = _most_tokens(loaded)
    if limit is not None and config.max_tokens > limit:
        config = replace(config, max_tokens=limit)
    return build(config, loaded), tokenizer


def _pretrained(encoder: str) -> tuple[Any, Tokenizer, str]:
    """An encoder, its tokenizer and its name, which is no folder of this machine."""
    source = encoder_path(encoder)
    try:
        loaded = pretrained_encoder(source)
        tokenizer = AutoTokenizer.from_pretrained(source, use_fast=True).backend_tokenizer
    except (OSError, ValueError, AttributeError, SafetensorError) as error:  # Attribute: not a fast tokenizer
        raise ModelError(
            f"cannot load the encoder {encoder!r} ({error}); give minilm, e5-small, mpnet, a folder with a "
            "Hugging Face encoder in safetensors and its tokenizer, or the name of one"
        ) from None
    return loaded, tokenizer, Path(encoder).name if Path(encoder).exists() else encoder


def _encoder_of(model: str) -> tuple[Any, Tokenizer, str]:
    """The same of a trained or exported model."""
    from cantor.model.onnx.load import trainable  # which imports this module

    other, tokenizer = trainable(model)
    return other.encoder, tokenizer, str(other.config.encoder.get("_name_or_path") or model)


def pretrained_encoder(source: str | Path) -> Any:
    """A Hugging Face encoder in full precision, without that library's own bars."""
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    return AutoModel.from_pretrained(source, use_safetensors=True).float()


def _most_tokens(encoder: nn.Module) -> int | None:
    """How many tokens an encoder has positions for; None where nothing bounds them.

    RoBERTa and MPNet count from the padding token's id + 1, so that of 514 positions 512 can be used.
    """
    for name, module in encoder.named_modules():
        if name.endswith("position_embeddings") and isinstance(module, nn.Embedding):
            return module.num_embeddings - (0 if module.padding_idx is None else module.padding_idx + 1)
    return None


def save_pretrained(model: System, tokenizer: Tokenizer, folder: str | Path) -> None:
    """Write all of a model or none of it: into a folder beside, which then takes the old one's place.

    Other files that lie in the old folder move along.
    """
    with atomic_model(folder, WEIGHTS) as part:
        write_tensors(model.state_dict(), part / WEIGHTS)
        write_config(model.config, part)
        write_tokenizer(tokenizer, part / TOKENIZER)
        (part / CARD).write_text(model_card(model.config), encoding="utf-8")


def from_pretrained(path: str | Path) -> tuple[System, Tokenizer]:
    """A saved model, checked file by file, ready to answer."""
    folder, config = opened(path, WEIGHTS)
    check_hashes(folder, WEIGHTS)
    model = untrained(config, folder)
    try:
        weights = load_file(folder / WEIGHTS)
        model.load_state_dict({renamed(name): weight for name, weight in weights.items()})
    except (SafetensorError, RuntimeError) as error:
        raise ModelError(
            f"{folder / WEIGHTS}: does not fit config.json ({error}); get the model again"
        ) from None
    return model.eval(), load_tokenizer(folder)


#: What parts of a decoder's block, and of a pointer scorer, were called in models that were saved before.
_FORMER = {
    "decoder": {"among": "self_attention", "over": "cross_attention", "forward_layer": "feed_forward"},
    "offers": {"offers": "pointer", "wanted": "query"},
}


def renamed(name: str) -> str:
    """A weight's name today."""
    parts = name.split(".")
    former = _FORMER.get(parts[0], {})
    return ".".join(former.get(part, part) for part in parts)


def untrained(config: ModelConfig, folder: Path) -> System:
    """A model of a folder's configuration, with random weights."""
    about = dict(config.encoder)
    try:
        known = AutoConfig.for_model(about.pop("model_type"), **about)
        encoder: nn.Module = AutoModel.from_config(known)  # type: ignore[no-untyped-call, unused-ignore]
    except Exception as error:  # whatever a Hugging Face configuration may raise on odd values
        raise ModelError(
            f"{folder / CONFIG}: describes no known encoder ({error!r}); update transformers, "
            "or get the model again"
        ) from None
    return build(config, encoder.float())
