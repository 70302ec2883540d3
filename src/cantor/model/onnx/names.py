"""What the encoder families of the first exports call their parts, by Hugging Face's names."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Family:
    """What an encoder family calls its parts; all of them normalise after each layer's two halves."""

    layers: str
    query: str
    key: str
    value: str
    out: str
    attended: str  # the norm after attention
    widened: str
    narrowed: str
    done: str  # the norm after both feed-forward layers
    counts_from_padding: bool = False  # positions start behind the padding token's id


_BERT = Family(
    "encoder.layer",
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "attention.output.LayerNorm",
    "intermediate.dense",
    "output.dense",
    "output.LayerNorm",
)
FAMILIES = {
    "bert": _BERT,
    "roberta": replace(_BERT, counts_from_padding=True),
    "mpnet": Family(
        "encoder.layer",
        "attention.attn.q",
        "attention.attn.k",
        "attention.attn.v",
        "attention.attn.o",
        "attention.LayerNorm",
        "intermediate.dense",
        "output.dense",
        "output.LayerNorm",
        counts_from_padding=True,
    ),
    "distilbert": Family(
        "transformer.layer",
        "attention.q_lin",
        "attention.k_lin",
        "attention.v_lin",
        "attention.out_lin",
        "sa_layer_norm",
        "ffn.lin1",
        "ffn.lin2",
        "output_layer_norm",
    ),
}


def family_of(encoder: Mapping[str, Any]) -> Family:
    """The family of an encoder by its Hugging Face configuration; ValueError for one that had no graph."""
    family = FAMILIES.get(str(encoder.get("model_type")))
    if family is None:
        raise ValueError(f"no model of then had an encoder of the family {encoder.get('model_type')!r}")
    return family


def layer_count(names: Iterable[str], prefix: str) -> int:
    """How many layers there are, by the names of their weights: `prefix`, then the layer's number."""
    return 1 + max(int(name.removeprefix(prefix).split(".")[0]) for name in names if name.startswith(prefix))
