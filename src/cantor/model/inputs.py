"""Problems as the encoder reads them: token ids, and which tokens make up each number."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from cantor.errors import ModelError
from cantor.model.config import ModelConfig
from cantor.model.files import TOKENIZER
from cantor.model.patterns import check_patterns
from cantor.problem import Number, Problem

#: What stands for a number under `number_input = "placeholder"`: one common word, the same for all.
PLACEHOLDER = "number"

#: Special tokens that any encoder puts around a text, at most.
_SPECIAL = 4
#: Half of a character of UTF-16, which JSON and file names can smuggle into a text.
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
#: Characters of a text that are tokenised, for each token that fits: English takes four or five.
_CHARACTERS = 32


@dataclass(frozen=True, slots=True)
class Inputs:
    """A batch of B problems with up to T tokens and N numbers."""

    tokens: NDArray[np.int64]  # [B, T]
    token_mask: NDArray[np.bool_]  # [B, T]
    pooling: NDArray[np.float32]  # [B, N, T]: each number's tokens, weighted to a sum of 1
    number_mask: NDArray[np.bool_]  # [B, N]: False also for a number that truncation cut off


def load_tokenizer(folder: Path) -> Tokenizer:
    """The tokenizer of a saved model."""
    check_patterns(folder / TOKENIZER)
    try:
        return Tokenizer.from_file(str(folder / TOKENIZER))
    except Exception as error:  # tokenizers raises nothing narrower
        raise ModelError(f"{folder / TOKENIZER}: is damaged ({error}); get the model again") from None


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


@dataclass(frozen=True, slots=True)
class Reach:
    """What of a problem the encoder gets to see."""

    numbers: tuple[int, ...]  # which of them
    whole: bool  # whether all of the text


def reach(problem: Problem, tokenizer: Tokenizer, config: ModelConfig) -> Reach:
    """What of a problem fits; of a text too long, its middle is left out."""
    everything = Reach(tuple(range(len(problem.numbers))), True)
    shown = _shown(problem, config)
    if len(shown.text) + _SPECIAL <= config.max_tokens and shown.text.isascii():
        return everything  # no token is shorter than a character
    encoding = tokenizer.encode(shown.text)
    kept = _kept(encoding, config.max_tokens)
    if len(kept) == len(encoding.ids) and len(problem.text) <= _most_characters(config):
        return everything
    offsets = encoding.offsets
    gap = next((i for i, (a, b) in enumerate(pairwise(kept)) if b > a + 1), None)
    # from where to where characters are left out
    start = offsets[kept[gap]][1] if gap is not None else len(shown.text)
    stop = offsets[kept[gap + 1]][0] if gap is not None else 0
    spans = [number.span for number in shown.numbers]
    seen = (i for i, (begin, end) in enumerate(spans) if begin < end and (begin < start or end > stop))
    return Reach(tuple(seen), False)


def encode(problems: Sequence[Problem], tokenizer: Tokenizer, config: ModelConfig) -> Inputs:
    """Tokenise problems and find their numbers' tokens."""
    problems = [_shown(problem, config) for problem in problems]
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


def _shown(problem: Problem, config: ModelConfig) -> Problem:
    """What is to be tokenised: not too long, and nothing that UTF-8 cannot write."""
    problem = _shortened(problem, _most_characters(config))
    if not problem.text.isascii():
        problem = Problem(_LONE_SURROGATE.sub("\ufffd", problem.text), problem.numbers)
    return with_placeholders(problem) if config.number_input == "placeholder" else problem


def _most_characters(config: ModelConfig) -> int:
    return _CHARACTERS * config.max_tokens


def _shortened(problem: Problem, limit: int) -> Problem:
    """Without the middle of a text so long that tokenising it would only take time.

    Numbers that stood there have no place any more.
    """
    text, half = problem.text, limit // 2
    if len(text) <= limit:
        return problem
    tail = len(text) - half  # where the end begins
    moved = half + 1 - tail
    numbers = []
    for number in problem.numbers:
        start, stop = number.span
        if stop <= half:
            numbers.append(number)
        elif start >= tail:
            numbers.append(Number(number.text, number.value, (start + moved, stop + moved), number.kind))
        else:
            numbers.append(Number("", number.value, (0, 0), number.kind))
    return Problem(f"{text[:half]} {text[tail:]}", tuple(numbers))


def _kept(encoding: Encoding, limit: int) -> list[int]:
    """Which tokens fit: where there are too many, those in the middle go.

    A story begins with what there is and ends with what is asked. Special tokens around it stay.
    """
    total = len(encoding.ids)
    if total <= limit:
        return list(range(total))
    special = encoding.special_tokens_mask
    closing = min(next((n for n in range(total) if not special[total - 1 - n]), total), limit)
    opening = min(next((n for n in range(total) if not special[n]), total), limit - closing)
    first = (limit - opening - closing) // 2
    last = limit - opening - closing - first
    return [*range(opening + first), *range(total - closing - last, total)]


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
