"""A tiny random encoder in a Hugging Face folder, and a recipe that trains on toy problems in seconds."""

import json
from pathlib import Path

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from cantor.data.synthetic import write


def tiny_encoder(folder: Path, layers: int = 1) -> Path:
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    trainer = trainers.WordPieceTrainer(vocab_size=600, special_tokens=special, show_progress=False)
    tokenizer.train_from_iterator([problem.question for problem in write(400, 9, "toy")], trainer)
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]"
    ).save_pretrained(folder)
    config = BertConfig(
        vocab_size=tokenizer.get_vocab_size(),
        hidden_size=32,
        num_hidden_layers=layers,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=128,
    )
    BertModel(config).save_pretrained(folder)
    return folder


def recipe_text(encoder: Path, **changes: dict[str, object]) -> str:
    """A recipe in TOML; `changes` are values for its tables, and None leaves a key out."""
    tables: dict[str, dict[str, object]] = {
        "data": {"train": ["toy:96:1"], "dev": ["toy:40:2"], "policy": "reader"},
        "model": {"encoder": str(encoder), "graph_size": 8, "decoder_heads": 4, "decoder_layers": 1},
        "objective": {"warmup_objective": "exact-mml", "objective": "exact-hard-em", "anneal_step": 4},
        "training": {
            "epochs": 3,
            "batch_size": 16,
            "encoder_rate": 3e-3,
            "decoder_rate": 3e-3,
            "warmup_steps": 5,
            "freeze_embeddings": False,
            "save_minutes": 0.0,
        },
    }
    lines = []
    for name, values in tables.items():
        lines.append(f"[{name}]")
        merged = values | changes.get(name, {})
        lines += [f"{key} = {json.dumps(value)}" for key, value in merged.items() if value is not None]
    return "\n".join(lines) + "\n"
