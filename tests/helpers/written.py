"""Tiny models of the systems that write prefix tokens, and slow twins of what they do."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from torch import Tensor
from transformers import AutoModel, GPT2Config, LlamaConfig, MistralConfig, PreTrainedTokenizerFast

from cantor.equation import Equation
from cantor.model.system import Batch, Item, Objective
from cantor.problem import Problem
from cantor.rivals.base import Rival
from cantor.rivals.prefix import Grammar
from helpers.tiny import PROBLEMS

SEQUENTIAL = ("seq-lstm", "seq-transformer", "causal-lm")
WRITERS = (*SEQUENTIAL, "vanilla-nar")
CPU = torch.device("cpu")


def causal_folder(folder: Path, family: str = "gpt2", size: int = 16, texts: Sequence[str] = ()) -> Path:
    """A causal model with random weights; its tokenizer adds no special tokens and has none for padding."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=600,
        special_tokens=["<|end|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator([*texts, *(problem.text for problem in PROBLEMS)], trainer)
    words: dict[str, Any] = {"vocab_size": tokenizer.get_vocab_size(), "bos_token_id": 0, "eos_token_id": 0}
    rest: dict[str, Any] = {
        "hidden_size": size,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
    config = {
        "gpt2": lambda: GPT2Config(**words, n_embd=size, n_layer=2, n_head=2, n_positions=128),
        # fewer heads for keys than for queries
        "llama": lambda: LlamaConfig(**words, **rest, num_key_value_heads=1, max_position_embeddings=128),
        # looks back over so few places that padding among them would show
        "mistral": lambda: MistralConfig(**words, **rest, num_key_value_heads=1, sliding_window=6),
    }[family]()
    torch.manual_seed(0)
    AutoModel.from_config(config).save_pretrained(folder)
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<|end|>").save_pretrained(folder)
    return folder


def batch_of(model: Rival, tokenizer: Tokenizer, problems: Sequence[Problem]) -> Batch:
    batch = Batch.of(problems, tokenizer, model.config, CPU)
    return replace(batch, pooling=batch.pooling.to(next(model.parameters()).dtype))


def solved(problem: Problem, *equations: Equation) -> Item:
    return Item(problem, (), equations, None)


def losses(model: Rival, tokenizer: Tokenizer, items: Sequence[Item]) -> Tensor:
    batch = batch_of(model, tokenizer, [item.problem for item in items])
    return model(batch, items, Objective())


def overfit(model: Rival, batch: Batch, targets: object, rate: float) -> None:
    """Train without dropout until each of a few problems has more than half of the probability.

    Then greedy decoding must answer all of them, whatever the machine rounds: no choice on the way can have
    a better alternative.
    """
    sure = math.log(2) / len(batch.problems)  # no single loss can be above log 2 where the mean is below this
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate)
    for _ in range(300):
        loss = model.eval().targets_loss(model.encode(batch), batch, targets).mean()
        if loss < sure:
            return
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    raise AssertionError(f"the loss is still {loss:.3f}, not below {sure:.3f}")


def shaken(model: Rival, seed: int, scale: float) -> Rival:
    """The same decoder with other weights, as wild as one likes; the encoder stays."""
    chance = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if not name.startswith("encoder."):
                parameter.copy_(torch.randn(parameter.shape, generator=chance) * scale)
    return model.eval()


# Twins


def all_sequences(grammar: Grammar, numbers: int) -> list[tuple[int, ...]]:
    """Every equation that can be written, by writing down everything."""
    leaves = range(len(grammar.operators), grammar.words + numbers)

    def trees(most: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Tokens and steps of every tree of at most so many steps, leaves among them."""
        yield from (((leaf,), 0) for leaf in leaves)
        if most:
            for symbol, arity in enumerate(grammar.arity):
                for operands, steps in forests(arity, most - 1):
                    yield (symbol, *operands), 1 + steps

    def forests(count: int, most: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if not count:
            yield (), 0
            return
        for first, used in trees(most):
            for others, more in forests(count - 1, most - used):
                yield first + others, used + more

    return [tokens for tokens, steps in trees(grammar.most_steps) if steps]


def next_tokens(grammar: Grammar, numbers: int, before: Sequence[int]) -> list[int]:
    """What may follow, counted out."""
    steps = sum(token < len(grammar.operators) for token in before)
    words = range(len(grammar.operators)) if steps < grammar.most_steps else range(0)
    leaves = range(len(grammar.operators), grammar.words + numbers) if steps else range(0)
    return [*words, *leaves]


def slow_loss(grammar: Grammar, numbers: int, tokens: Sequence[int], scores: Tensor) -> float:
    """-log P of a sequence by single numbers. scores [S, V]"""
    total = 0.0
    for i, token in enumerate(tokens):
        among = [math.exp(float(scores[i, other])) for other in next_tokens(grammar, numbers, tokens[:i])]
        total += math.log(sum(among)) - float(scores[i, token])
    return total
