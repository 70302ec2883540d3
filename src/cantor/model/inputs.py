"""Problems as the encoder reads them: token ids, and which tokens make up each number."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from cantor.model.config import ModelConfig
from cantor.problem import Number, Problem

#: What stands for a number under `number_input = "placeholder"`: one common word, the same for all.
PLACEHOLDER = "number"


@dataclass(frozen=True, slots=True)
class Inputs:
    """A batch of B problems with up to T tokens and N numbers."""

    tokens: NDArray[np.int64]  # [B, T]
    token_mask: NDArray[np.bool_]  # [B, T]
    pooling: NDArray[np.float32]  # [B, N, T]: each number's tokens, weighted to a sum of 1
    number_mask: NDArray[np.bool_]  # [B, N]: False also for a number that truncation cut off


def with_placeholders(problem: Problem) -> Problem:
    """The same problem with every number written as the placeholder word."""
    pieces: list[str] = []
    numbers: list[Number] = []
    end = position = 0
    for number in problem.numbers:
        before = problem.text[end : number.span[0]]
        shown = PLACEHOLDER if number.text else ""
        pieces += [before, shown]
        start = position + len(before)
        position, end = start + len(shown), max(end, number.span[1])
        numbers.append(Number(shown, number.value, (start, position), number.kind))
    return Problem("".join([*pieces, problem.text[end:]]), tuple(numbers))


def encode(problems: Sequence[Problem], tokenizer: Tokenizer, config: ModelConfig) -> Inputs:
    """Tokenise problems and find their numbers' tokens."""
    if config.number_input == "placeholder":
        problems = [with_placeholders(problem) for problem in problems]
    encodings = tokenizer.encode_batch([problem.text for problem in problems])
    kept = [_kept(encoding, config.max_tokens) for encoding in encodings]
    width = max(map(len, kept), default=0)
    count = max((len(problem.numbers) for problem in problems), default=0)
    size = len(problems)
    tokens = np.full((size, width), pad_id(tokenizer, config), dtype=np.int64)
    mask = np.zeros((size, width), dtype=bool)
    pooling = np.zeros((size, count, width), dtype=np.float32)
    for b, (problem, encoding, places) in enumerate(zip(problems, encodings, kept, strict=True)):
        ids, offsets = encoding.ids, encoding.offsets  # each call of these makes the whole list anew
        tokens[b, : len(places)] = [ids[t] for t in places]
        mask[b, : len(places)] = True
        _pool(problem, [offsets[t] for t in places], pooling[b], first=config.number_pooling == "first")
    return Inputs(tokens, mask, pooling, pooling.sum(-1) > 0)


def pad_id(tokenizer: Tokenizer, config: ModelConfig) -> int:
    """The encoder's own padding token: RoBERTa and MPNet count positions by it.

    A vocabulary may hold several that look like one, as MPNet's holds BERT's beside its own.
    """
    known = config.encoder.get("pad_token_id")
    for found in (known, *map(tokenizer.token_to_id, ("<pad>", "[PAD]"))):
        if found is not None:
            return int(found)
    return 0  # masked, so any token will do


def _kept(encoding: Encoding, limit: int) -> list[int]:
    """Which tokens fit: where the text is too long its end goes, but not the special tokens after it."""
    total = len(encoding.ids)
    if total <= limit:
        return list(range(total))
    special = encoding.special_tokens_mask
    closing = next(n for n in range(total + 1) if n == total or not special[total - 1 - n])
    closing = min(closing, limit)
    return [*range(limit - closing), *range(total - closing, total)]


def _pool(
    problem: Problem, offsets: Sequence[tuple[int, int]], weights: NDArray[np.float32], first: bool
) -> None:
    """Mark the tokens that overlap each number. weights [N, T]"""
    starts = [start for start, _ in offsets]
    ends = [end for _, end in offsets]
    for n, number in enumerate(problem.numbers):
        begin, stop = number.span
        inside = [t for t in range(len(starts)) if starts[t] < stop and ends[t] > begin]
        if first:
            inside = inside[:1]
        if inside:
            weights[n, inside] = 1.0 / len(inside)
