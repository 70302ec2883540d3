"""The two settings in which DROP can be learnt here, for want of all of its training set.

A: train on the 217 passages at hand (4 % of the training set), test on dev. B: train on these and on four
fifths of dev's passages (about 14 %), test on the last fifth. In both, a tenth of the training passages is
held out to choose on. A passage's hash decides where it goes, so that no row's fate depends on its place in a
file, and all questions of a passage stay together.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from cantor.data.catalogue import find_file
from cantor.data.drop import is_numeric, read_official, read_simple
from cantor.data.example import Example, Row

TRAIN = "drop/train_partial.json.gz"
DEV = "drop/dev_official_format_subset.json.gz"
DEV_SIMPLE = "drop/dev_simple.jsonl.gz"

Reader = Callable[[Path], Iterator[Row]]


def numeric(read: Reader) -> Reader:
    """Of a reader's rows only those of DROP_num."""

    def reader(path: Path) -> Iterator[Row]:
        return (row for row in read(path) if not isinstance(row, Example) or is_numeric(row))

    return reader


def setting_a(of: Callable[[Reader], Reader] = lambda read: read) -> dict[str, tuple[str, Reader]]:
    """Split -> file and reader; `of` may be `numeric`."""
    return {
        "train": (TRAIN, of(lambda path: _training(read_official(path)))),
        "held-out": (TRAIN, of(lambda path: _held_out(read_official(path)))),
        "test": (DEV, of(read_official)),
        "test-simple": (DEV_SIMPLE, of(read_simple)),
    }


def setting_b(of: Callable[[Reader], Reader] = lambda read: read) -> dict[str, tuple[str, Reader]]:
    def both(path: Path) -> Iterator[Row]:
        yield from read_official(path)
        yield from _dev_for_training()

    return {
        "train": (TRAIN, of(lambda path: _training(both(path)))),
        "held-out": (TRAIN, of(lambda path: _held_out(both(path)))),
        "test": (DEV, of(lambda path: _examples(read_official(path), is_tested))),
        "test-simple": (DEV_SIMPLE, of(lambda path: _examples(read_simple(path), is_tested))),
    }


def is_tested(passage: str) -> bool:
    """Whether a dev passage is of the fifth that setting B tests on."""
    return _hash(passage, "drop") % 5 == 0


def is_held_out(passage: str) -> bool:
    """Whether a training passage is of the tenth that is chosen on."""
    return _hash(passage, "held-out") % 10 == 0


def _hash(passage: str, salt: str) -> int:
    text = f"{salt}:{' '.join(passage.split())}"
    return int(hashlib.sha256(text.encode()).hexdigest(), 16)


def _dev_for_training() -> Iterator[Row]:
    """Four fifths of dev's passages; questions at hand in the official form have their types from there."""
    typed = {_question(row): row for row in read_official(find_file(DEV)) if isinstance(row, Example)}
    for row in read_simple(find_file(DEV_SIMPLE)):
        if isinstance(row, Example) and not is_tested(row.passage or ""):
            yield typed.get(_question(row), row)


def _question(example: Example) -> tuple[str, str]:
    return " ".join((example.passage or "").split()), " ".join(example.question.split())


def _training(rows: Iterable[Row]) -> Iterator[Row]:
    """What is not held out, and what cannot be read."""
    return (row for row in rows if not isinstance(row, Example) or not is_held_out(row.passage or ""))


def _held_out(rows: Iterable[Row]) -> Iterator[Row]:
    return _examples(rows, is_held_out)


def _examples(rows: Iterable[Row], kept: Callable[[str], bool]) -> Iterator[Row]:
    return (row for row in rows if isinstance(row, Example) and kept(row.passage or ""))
