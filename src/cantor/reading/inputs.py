"""A question over a passage as the encoder reads it: question, separator, passage, in overlapping windows.

Shapes: B questions, S tokens of a whole question with its passage, W windows of up to T tokens, N mentions.
A window holds the question and a part of the passage. A token of several windows is read from the one where
it is most central, and so is a number with all its tokens.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from cantor.errors import ModelError
from cantor.model.config import ModelConfig
from cantor.model.inputs import pad_id
from cantor.reading.passage import Asked, Span

#: Which text a token is of; special tokens and padding are of none.
NONE, QUESTION, PASSAGE = range(3)
#: Windows that are read at once to answer: what memory is needed does not grow with the number of questions.
WINDOWS = 16


@dataclass(frozen=True, slots=True)
class Tokens:
    """One question with its passage, [opening, question, separator, passage, closing]."""

    ids: list[int]  # [S]
    side: NDArray[np.int64]  # [S]
    offsets: list[Span]  # [S] in the text of `Asked`; (-1, -1) for special tokens
    starts: dict[int, int]  # character -> the first token that starts there
    ends: dict[int, int]  # character -> the last token that ends there

    def between(self, span: Span) -> tuple[int, int] | None:
        """The first and the last token of a span; None where it begins or ends within a token."""
        first, last = self.starts.get(span[0]), self.ends.get(span[1])
        return (first, last) if first is not None and last is not None and first <= last else None

    def characters(self, first: int, last: int) -> Span:
        """The place of a run of tokens."""
        return self.offsets[first][0], self.offsets[last][1]

    def overlapping(self, span: Span) -> list[int]:
        return [t for t, (start, end) in enumerate(self.offsets) if start < span[1] and end > span[0]]


def tokens_of(asked: Asked, tokenizer: Tokenizer) -> Tokens:
    """Tokenise; blanks at a token's ends, which some tokenizers count in, are not of its place."""
    question, passage = tokenizer.encode(asked.question), tokenizer.encode(asked.passage)
    opening, closing = _specials(question)
    shift = len(asked.passage) + 1
    inside = question.offsets[opening : len(question.ids) - closing]
    of_passage = passage.offsets[opening : len(passage.ids) - closing]
    after = question.ids[len(question.ids) - closing :]
    ids = [*question.ids, *passage.ids[opening : len(passage.ids) - closing], *after]
    nowhere = [(-1, -1)]
    offsets = [
        *nowhere * opening,
        *((start + shift, end + shift) for start, end in inside),
        *nowhere * closing,
        *of_passage,
        *nowhere * closing,
    ]
    sides = (NONE, QUESTION, NONE, PASSAGE, NONE)
    lengths = (opening, len(inside), closing, len(of_passage), closing)
    text = asked.text
    offsets = [_trimmed(text, *span) for span in offsets]
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    for t, (start, end) in enumerate(offsets):
        if start < end:
            starts.setdefault(start, t)
            ends[end] = t
    return Tokens(ids, np.repeat(sides, lengths).astype(np.int64), offsets, starts, ends)


def _specials(encoding: Encoding) -> tuple[int, int]:
    """How many special tokens stand before and after a text."""
    special = encoding.special_tokens_mask
    total = len(special)
    opening = next((n for n in range(total) if not special[n]), total)
    closing = next((n for n in range(total) if not special[total - 1 - n]), total)
    return opening, min(closing, total - opening)


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end


@dataclass(frozen=True, slots=True)
class Inputs:
    tokens: NDArray[np.int64]  # [W, T]
    token_mask: NDArray[np.bool_]  # [W, T]
    marks: NDArray[np.bool_]  # [W, T]: the tokens of mentions, each in the window where it is read
    place: NDArray[np.int64]  # [B, S]: where each token is read, in the windows one after another
    side: NDArray[np.int64]  # [B, S]
    mask: NDArray[np.bool_]  # [B, S]: what is no padding
    pooling: NDArray[np.float32]  # [B, N, S]: each mention's tokens, weighted to a sum of 1
    number_mask: NDArray[np.bool_]  # [B, N]


def encode(
    read: Sequence[Tokens], mentions: Sequence[Sequence[Span]], tokenizer: Tokenizer, config: ModelConfig
) -> Inputs:
    """Questions with the places of their mentions."""
    windows: list[list[int]] = []  # tokens of S in each window
    owners: list[int] = []
    chosen: list[list[tuple[int, int]]] = []  # for each question and token: window and place in it
    groups = [
        [tokens.overlapping(span) for span in spans] for tokens, spans in zip(read, mentions, strict=True)
    ]
    for b, tokens in enumerate(read):
        cut = windows_of(tokens, config.max_tokens)
        chosen.append(_most_central(tokens, cut, groups[b], len(windows)))
        windows += cut
        owners += [b] * len(cut)
    width, longest = max(map(len, windows), default=0), max((len(t.ids) for t in read), default=0)
    count = max(map(len, groups), default=0)
    found = Inputs(
        np.full((len(windows), width), pad_id(tokenizer, config), dtype=np.int64),
        np.zeros((len(windows), width), dtype=bool),
        np.zeros((len(windows), width), dtype=bool),
        np.zeros((len(read), longest), dtype=np.int64),
        np.zeros((len(read), longest), dtype=np.int64),
        np.zeros((len(read), longest), dtype=bool),
        np.zeros((len(read), count, longest), dtype=np.float32),
        np.zeros((len(read), count), dtype=bool),
    )
    for w, (owner, inside) in enumerate(zip(owners, windows, strict=True)):
        found.tokens[w, : len(inside)] = [read[owner].ids[t] for t in inside]
        found.token_mask[w, : len(inside)] = True
    for b, tokens in enumerate(read):
        size = len(tokens.ids)
        found.place[b, :size] = [w * width + place for w, place in chosen[b]]
        found.side[b, :size] = tokens.side
        found.mask[b, :size] = True
        for n, inside in enumerate(groups[b]):
            found.pooling[b, n, inside] = 1.0 / max(len(inside), 1)
            found.number_mask[b, n] = bool(inside)
            found.marks.reshape(-1)[found.place[b, inside]] = True
    return found


def windows_of(tokens: Tokens, limit: int) -> list[list[int]]:
    """One window where all fits, else as many as the passage needs, each overlapping the next by half.

    A `ModelError` where the question leaves no room for a passage.
    """
    total = len(tokens.ids)
    if total <= limit:
        return [list(range(total))]
    (passage,) = np.nonzero(tokens.side == PASSAGE)
    if not len(passage):
        raise ModelError(
            f"a question of {total} tokens is too long: the encoder reads {limit}; ask it shorter"
        )
    before, after = list(range(passage[0])), list(range(passage[-1] + 1, total))
    room = limit - len(before) - len(after)
    if room < 8:
        raise ModelError(
            f"the question takes {len(before)} of the {limit} tokens that the encoder reads; ask it shorter"
        )
    last = len(passage) - room
    starts = [*range(0, last, max(room // 2, 1)), last]
    return [[*before, *map(int, passage[start : start + room]), *after] for start in starts]


def _most_central(
    tokens: Tokens, windows: list[list[int]], groups: Sequence[Sequence[int]], first: int
) -> list[tuple[int, int]]:
    """For each token the window, counted from `first`, and its place there."""
    if len(windows) == 1:
        return [(first, t) for t in range(len(tokens.ids))]
    best: dict[int, tuple[int, int, int]] = {}  # token -> how central, window, place
    of_window = [{t: place for place, t in enumerate(inside)} for inside in windows]
    for w, inside in enumerate(windows):
        part = [t for t in inside if tokens.side[t] == PASSAGE]
        for place, t in enumerate(inside):
            central = min(t - part[0], part[-1] - t) if tokens.side[t] == PASSAGE else 0
            if t not in best or central > best[t][0]:
                best[t] = central, w, place
    for group in groups:  # a number is not read half here, half there
        if group:
            w = best[group[len(group) // 2]][1]
            if all(t in of_window[w] for t in group):
                best.update((t, (0, w, of_window[w][t])) for t in group)
    return [(first + best[t][1], best[t][2]) for t in range(len(tokens.ids))]
