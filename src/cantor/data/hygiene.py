"""What must not be trained on: rows of other datasets whose text is one of a test or development set.

Two texts are the same where their masked words are: words in lower case, each number as `#`, without
punctuation, so that neither numbers nor spacing hide a copy. They are near each other where the sets of
these words have a Jaccard similarity of at least `NEAR`.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil
from pathlib import Path

from cantor.data import asdiv, gsm8k, mathqa, svamp
from cantor.data.catalogue import data_root, find_file
from cantor.data.example import Example, Excluded, LeftOut, Policy, Row
from cantor.data.files import records
from cantor.problem import Problem

_WORD = re.compile(r"[a-z]+|#")
REFILTERED = "extra/mathqa_refiltered.jsonl.gz"
#: From which similarity on two texts count as one.
NEAR = Fraction(4, 5)


def masked_words(problem: Problem) -> tuple[str, ...]:
    """The words of a text, with `#` for each of its numbers."""
    return tuple(_WORD.findall(problem.masked().lower()))


class NearIndex:
    """Sets of words, to be asked whether one of them is near another set.

    Two sets of similarity s or more share at least s of either's words. So if the words of both are sorted
    in one order, rarest first, the first n − ⌈s·n⌉ + 1 words of one meet those of the other: only sets that
    such a rare word names have to be compared.
    """

    def __init__(self, sets: Iterable[tuple[frozenset[str], str]], near: Fraction = NEAR) -> None:
        self.near = near
        self.sets = [(words, name) for words, name in sets if words]
        self.counts = Counter(word for words, _ in self.sets for word in words)
        self.named: dict[str, list[int]] = {}
        for i, (words, _) in enumerate(self.sets):
            for word in self._rarest(words):
                self.named.setdefault(word, []).append(i)

    def _rarest(self, words: frozenset[str]) -> list[str]:
        ordered = sorted(words, key=self.rank)
        return ordered[: len(words) - ceil(self.near * len(words)) + 1]

    def rank(self, word: str) -> tuple[int, str]:
        return self.counts.get(word, 0), word

    def similar(self, words: frozenset[str]) -> Iterator[tuple[Fraction, int]]:
        """The similarity of each set that is near enough, and its place."""
        candidates = {i for word in self._rarest(words) for i in self.named.get(word, ())} if words else ()
        above, below = self.near.as_integer_ratio()
        for i in sorted(candidates):
            known = self.sets[i][0]
            common = len(words & known)
            either = len(words) + len(known) - common
            if below * common >= above * either:  # whole numbers: this is asked millions of times
                yield Fraction(common, either), i

    def find(self, words: frozenset[str]) -> str | None:
        """The name of the first set that is near enough, or None."""
        return next((self.sets[i][1] for _, i in self.similar(words)), None)

    def nearest(self, words: frozenset[str]) -> str | None:
        """The name of the set that is nearest, the first of several, or None where none is near enough."""
        best = max(self.similar(words), key=lambda found: (found[0], -found[1]), default=None)
        return None if best is None else self.sets[best[1]][1]


@dataclass(frozen=True, slots=True)
class HeldOut:
    """The texts that no training split may hold, by their masked words."""

    same: dict[tuple[str, ...], str]  # masked words -> the set that has them
    near: NearIndex

    def reason(self, problem: Problem, allowed: Collection[str] = ()) -> str | None:
        """Why a problem may not be trained on, or None; texts of the sets `allowed` do not count."""
        words = masked_words(problem)
        if (name := self.same.get(words)) and name not in allowed:
            return f"its text is in {name}"
        if name := self.near.find(frozenset(words)):
            return f"its text is near one of {name}"
        return None


def check_not_held_out(problem: Problem, made_from: str | None = None, allowed: Collection[str] = ()) -> None:
    """Raise `Excluded` where the problem, or the text that it was made from, is held out."""
    known = held_out()
    if reason := known.reason(problem, allowed):
        raise Excluded(reason)
    if made_from and (reason := known.reason(Problem.from_text(made_from), allowed)):
        raise Excluded(f"made from another, and {reason}")


def without_held_out(path: Path, rows: Iterable[Row]) -> Iterator[Row]:
    """The rows of a published training split, those left out that say a held-out text again."""
    known = held_out()
    for row in rows:
        reason = known.reason(row.problem) if isinstance(row, Example) else None
        yield row if reason is None else LeftOut(str(path), row.line, reason)


def held_out() -> HeldOut:
    """The held-out texts of the data root in use."""
    return _held_out(data_root())


@lru_cache(maxsize=4)
def _held_out(_: Path) -> HeldOut:
    same: dict[tuple[str, ...], str] = {}
    near = []
    for name, texts in _sets():
        for text in texts:
            words = masked_words(Problem.from_text(text))
            same.setdefault(words, name)
            if name in NEAR_SETS:
                near.append((frozenset(words), name))
    same.pop((), None)
    return HeldOut(same, NearIndex(near))


#: Test sets of natural wording: a copy with some words changed is to be found as well.
NEAR_SETS = ("svamp:test", "asdiv", "gsm8k:test")


def _sets() -> Iterator[tuple[str, Iterable[str]]]:
    """Each held-out set and its texts. Only texts are read: equations would take most of the time."""
    yield "svamp:test", _texts(svamp.read_raw(find_file("svamp/SVAMP.json")))
    yield "asdiv", asdiv.texts(find_file("asdiv/ASDiv.xml"))
    yield "gsm8k:test", _questions(find_file("gsm8k/test.jsonl"))
    filtered = find_file("mathqa/test_filtered_1605.json")
    yield "mathqa-filtered:test", _texts(mathqa.read_filtered(filtered, Policy.ANNOTATED))
    yield (
        "mawps-fold0:dev",
        _texts(svamp.read_masked(find_file("folds/mawps/fold0/dev.csv"), Policy.ANNOTATED)),
    )
    yield (
        "gsm8k-held-out:dev",
        filter(gsm8k.is_held_out, _questions(find_file("gsm8k/train.jsonl"))),
    )
    yield "mathqa-refiltered:dev", _questions(find_file(REFILTERED), "dev")


def _texts(rows: Iterable[Row]) -> list[str]:
    return [row.problem.text for row in rows if isinstance(row, Example)]


def _questions(path: Path, split: str | None = None) -> Iterator[str]:
    for _, record in records(path):
        if (
            isinstance(record, dict)
            and record.get("split") == split
            and isinstance(record.get("question"), str)
        ):
            yield record["question"]
