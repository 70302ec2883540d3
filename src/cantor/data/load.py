"""One way to load any dataset by its name."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cantor.data import asdiv, drop, gsm8k, mathqa, mawps, own, svamp
from cantor.data.catalogue import dataset, find_file
from cantor.data.example import DataError, Example, Policy, Row, Unreadable

#: A file and the function that reads it.
_Place = tuple[str, Callable[[Path], Iterator[Row]]]
#: Split -> number policy -> place; a dataset's own policy comes first.
_Source = dict[str, dict[Policy, _Place]]


def _masked(file: str, read: Callable[[Path, Policy], Iterator[Row]]) -> dict[Policy, _Place]:
    """A file that marks its numbers: both policies can be had."""
    return {
        Policy.ANNOTATED: (file, lambda path: read(path, Policy.ANNOTATED)),
        Policy.READER: (file, lambda path: read(path, Policy.READER)),
    }


def _raw(file: str, read: Callable[[Path], Iterator[Row]]) -> dict[Policy, _Place]:
    """A file of raw text: only our reader tells its numbers."""
    return {Policy.READER: (file, read)}


_SOURCES: dict[str, _Source] = {
    "svamp": {
        "train": _masked("svamp/train.csv", svamp.read_masked),
        "test": _masked("svamp/test.csv", svamp.read_masked) | _raw("svamp/SVAMP.json", svamp.read_raw),
    },
    **{
        f"{name}-fold{fold}": {
            split: _masked(f"folds/{name}/fold{fold}/{split}.csv", svamp.read_masked)
            for split in ("train", "dev")
        }
        for name in ("mawps", "asdiv-a")
        for fold in range(5)
    },
    "mawps": {"all": _raw("mawps/MAWPS.json", mawps.read)},
    "asdiv": {"all": _raw("asdiv/ASDiv.xml", asdiv.read)},
    "gsm8k": {split: _raw(f"gsm8k/{split}.jsonl", gsm8k.read) for split in ("train", "test")},
    "gsm8k-held-out": {
        "train": _raw("gsm8k/train.jsonl", gsm8k.read_kept),
        "dev": _raw("gsm8k/train.jsonl", gsm8k.read_held_out),
    },
    "mathqa": {
        "train": _masked("mathqa/train.json.gz", mathqa.read_published),
        "dev": _masked("mathqa/dev.json", mathqa.read_published),
        "test": _masked("mathqa/test.json", mathqa.read_published),
    },
    "mathqa-filtered": {
        "train": _masked("mathqa/train.json.gz", mathqa.read_refiltered),
        "dev": _masked("mathqa/dev.json", mathqa.read_refiltered),
        "test": _masked("mathqa/test_filtered_1605.json", mathqa.read_filtered),
    },
    "drop": {"dev": _raw("drop/dev_official_format_subset.json.gz", drop.read_official)},
    "drop-simple": {"dev": _raw("drop/dev_simple.jsonl.gz", drop.read_simple)},
}


@dataclass(frozen=True, slots=True)
class Split:
    """What a split holds: its examples, and the rows that are none."""

    examples: list[Example]
    unreadable: list[Unreadable]


def split_names(name: str) -> tuple[str, ...]:
    if own.is_own(name):
        return ("all",)
    return tuple(_SOURCES[dataset(name).name])


def policies(name: str) -> tuple[Policy, ...]:
    """The number policies that a dataset offers, its own first."""
    if own.is_own(name):
        return (Policy.READER,)
    return tuple(next(iter(_SOURCES[dataset(name).name].values())))


def rows(
    name: str, split: str, policy: Policy | str | None = None, columns: own.Columns | None = None
) -> Iterator[Row]:
    """Examples and unreadable rows of a split, in file order. A path to a .jsonl or .csv is a name too."""
    splits = split_names(name)
    if split not in splits:
        raise DataError(f"{name} has no split {split!r}; it has {', '.join(splits)}")
    offered = policies(name)
    chosen = offered[0] if policy is None else Policy(policy)
    if chosen not in offered:
        raise DataError(f"{name} has no {chosen} numbers; it offers {', '.join(offered)}")
    if own.is_own(name):
        return own.read(Path(name), columns)
    file, read = _SOURCES[name][split][chosen]
    return read(find_file(file))


def load(
    name: str, split: str, policy: Policy | str | None = None, columns: own.Columns | None = None
) -> Split:
    """A whole split in memory."""
    examples: list[Example] = []
    unreadable: list[Unreadable] = []
    for row in rows(name, split, policy, columns):
        if isinstance(row, Example):
            examples.append(row)
        else:
            unreadable.append(row)
    return Split(examples, unreadable)
