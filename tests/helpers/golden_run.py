"""A training run of seconds on problems that are kept with it: no change of the writer changes it."""

import json
import tempfile
from pathlib import Path

import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from cantor import Problem
from cantor.data.synthetic import write
from helpers.golden import load

_SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]


def toy_rows() -> list[dict[str, str]]:
    """Problems as `cantor train` reads them from a file."""
    rows = []
    for p in write(64, 1, "toy"):
        values = Problem.from_text(p.question).values
        rows.append({"question": p.question, "equation": p.equation.infix(values)})
    return rows


def losses() -> list[float]:
    """The loss of each step, to four digits."""
    from cantor.training.recipe import Recipe
    from cantor.training.trainer import Trainer

    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        data, recipe = folder / "toy.jsonl", folder / "recipe.toml"
        rows = load("toy.json.gz")
        data.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        encoder = _encoder(folder / "encoder", [row["question"] for row in rows])
        recipe.write_text(_RECIPE.format(data=data, encoder=encoder), encoding="utf-8")
        found: list[float] = []
        Trainer(Recipe.from_file(recipe), folder / "run").run(lambda report: found.append(report.loss))
        return [float(f"{loss:.4g}") for loss in found]


def _encoder(folder: Path, texts: list[str]) -> Path:
    spaced = " ".join(texts).lower().replace("?", " ?").replace(".", " .")
    words = sorted(set(spaced.split()))
    vocabulary = {word: i for i, word in enumerate(dict.fromkeys([*_SPECIAL, *"0123456789", *words]))}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]"
    ).save_pretrained(folder)
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=128,
    )
    BertModel(config).save_pretrained(folder)
    return folder


_RECIPE = """
[data]
train = ["{data}"]
policy = "reader"
[model]
encoder = "{encoder}"
graph_size = 8
decoder_heads = 4
decoder_layers = 1
[objective]
warmup_objective = "exact-mml"
objective = "exact-hard-em"
anneal_step = 6
[training]
epochs = 3
batch_size = 16
encoder_rate = 3e-3
decoder_rate = 3e-3
warmup_steps = 3
freeze_embeddings = false
save_minutes = 0.0
"""
