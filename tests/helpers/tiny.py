"""Tiny random encoders of several families, as Hugging Face folders: no download, no pretrained weights."""

from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import (
    AlbertConfig,
    AutoModel,
    BertConfig,
    DebertaV2Config,
    DistilBertConfig,
    ElectraConfig,
    MPNetConfig,
    PreTrainedTokenizerFast,
    RobertaConfig,
    XLMRobertaConfig,
)

from cantor.equation import Operator, register
from cantor.model import Cantor, ModelConfig, ThoughtGraph, encode
from cantor.model.system import Batch
from cantor.problem import Problem
from cantor.thought.scores import Scores

FAMILIES = ("bert", "roberta", "mpnet", "distilbert")
_LIKE_ROBERTA = ("roberta", "mpnet", "xlm-roberta")  # in their special tokens
MORE_FAMILIES = ("albert", "electra", "deberta-v2", "xlm-roberta")
#: As the published ones have it.
_DEBERTA: dict[str, Any] = {
    "relative_attention": True,
    "position_buckets": 8,
    "pos_att_type": ["p2c", "c2p"],
    "norm_rel_ebd": "layer_norm",
    "share_att_key": True,
    "position_biased_input": False,
}
TEXTS = [
    "Tom had 12 apples and ate 5. How many apples are left?",
    "A box costs $3.50. What do 24 boxes cost, and 7 more?",
    "Nothing here is a number at all.",
    "Each of the 8 teams has 11 players; 3 players are ill today. How many players can play?",
]
PROBLEMS = [Problem.from_text(text) for text in TEXTS]
BASE: dict[str, Any] = {
    "operators": ("+", "-", "*", "/"),
    "constants": ("1", "100", "1/2"),
    "graph_size": 7,
    "decoder_heads": 2,
    "dropout": 0.0,
}

_FUSED = Operator("fused", 3, lambda a, b, c: a * b + c, "Multiply {0} by {1} and add {2}")


def three_place() -> str:
    """The symbol of a registered operator that takes three operands."""
    return register(_FUSED).symbol


def encoder_folder(family: str, folder: Path, positions: int = 64) -> Path:
    """Write an encoder with random weights and a tokenizer trained on the spot."""
    tokenizer = _tokenizer(family)
    pad = tokenizer.token_to_id("<pad>" if family in _LIKE_ROBERTA else "[PAD]")
    shape: dict[str, Any] = {
        "vocab_size": tokenizer.get_vocab_size(),
        "max_position_embeddings": positions,
        "pad_token_id": pad,
    }
    common: dict[str, Any] = {
        "hidden_size": 16,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
    config = {
        "bert": lambda: BertConfig(**shape, **common),
        "roberta": lambda: RobertaConfig(**shape, **common, type_vocab_size=1),
        "mpnet": lambda: MPNetConfig(**shape, **common),
        "distilbert": lambda: DistilBertConfig(**shape, dim=16, n_layers=2, n_heads=2, hidden_dim=32),
        "albert": lambda: AlbertConfig(**shape, **common, embedding_size=8),
        "electra": lambda: ElectraConfig(**shape, **common, embedding_size=8),
        "deberta-v2": lambda: DebertaV2Config(**shape, **common, **_DEBERTA),
        "xlm-roberta": lambda: XLMRobertaConfig(**shape, **common, type_vocab_size=1),
    }[family]()
    torch.manual_seed(0)
    AutoModel.from_config(config).save_pretrained(folder)
    opens, closes = _specials(family)
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        cls_token=opens,
        sep_token=closes,
        pad_token=tokenizer.id_to_token(pad),
    ).save_pretrained(folder)
    return folder


def _specials(family: str) -> tuple[str, str]:
    return ("<s>", "</s>") if family in _LIKE_ROBERTA else ("[CLS]", "[SEP]")


def _tokenizer(family: str) -> Tokenizer:
    opens, closes = _specials(family)
    if family in ("roberta", "xlm-roberta"):
        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.decoder = decoders.ByteLevel()
        alphabet = pre_tokenizers.ByteLevel.alphabet()
        trainer = trainers.BpeTrainer(
            vocab_size=330, special_tokens=["<s>", "<pad>", "</s>", "<unk>"], initial_alphabet=alphabet
        )
    else:
        tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
        tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
        tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
        # like the true one, MPNet's vocabulary holds BERT's padding token beside its own
        special = ["<s>", "<pad>", "</s>", *special] if family == "mpnet" else special
        trainer = trainers.WordPieceTrainer(vocab_size=120, special_tokens=special)
    tokenizer.train_from_iterator(TEXTS, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{opens} $A {closes}",
        special_tokens=[(token, tokenizer.token_to_id(token)) for token in (opens, closes)],
    )
    return tokenizer


def tensors(problems: list[Problem], tokenizer: Tokenizer, config: ModelConfig) -> tuple[torch.Tensor, ...]:
    inputs = encode(problems, tokenizer, config)
    arrays = (inputs.tokens, inputs.token_mask, inputs.pooling, inputs.number_mask)
    return tuple(map(torch.from_numpy, arrays))


def batch_of(problems: list[Problem], tokenizer: Tokenizer, config: ModelConfig) -> Batch:
    return Batch.of(problems, tokenizer, config, torch.device("cpu"))


def run(model: Cantor, tokenizer: Tokenizer, problems: list[Problem]) -> ThoughtGraph:
    with torch.no_grad():
        return model.eval().score(batch_of(problems, tokenizer, model.config))


def by_torch(model: Cantor, tokenizer: Tokenizer, problems: list[Problem]) -> Scores:
    """What an exported model computes."""
    return run(model, tokenizer, problems).scores()
