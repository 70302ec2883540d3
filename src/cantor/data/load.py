"""One way to load any dataset by its name."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from cantor.data import (
    asdiv,
    awpc,
    dolphin,
    drop,
    drop_settings,
    egsm,
    genbert,
    gsm8k,
    gsm8k_aug,
    math23k,
    mathqa,
    mathqa_refiltered,
    mawps,
    own,
    paramawps,
    problemathic,
    svamp,
    tinygsm,
    umwp,
)
from cantor.data.catalogue import dataset, find_file
from cantor.data.example import DataError, Example, LeftOut, Policy, Row, Unreadable
from cantor.data.hygiene import without_held_out

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


def _sides(file: str, read: Callable[[Path, str], Iterator[Row]]) -> _Source:
    """A file of raw text of which a tenth is held out for development."""
    return {
        "train": _raw(file, lambda path: read(path, "train")),
        "dev": _raw(file, lambda path: read(path, "dev")),
    }


def _splits(places: Mapping[str, _Place]) -> _Source:
    """Files of raw text, one for each split."""
    return {split: _raw(*place) for split, place in places.items()}


def _agreed(file: str, other: str) -> _Source:
    """One translation of Math23K, as far as the other one confirms it."""
    return _sides(file, lambda path, split: math23k.read(path, split, find_file(other)))


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
    "mawps-apart": {
        "train": _masked(
            "folds/mawps/fold0/train.csv",
            lambda path, policy: without_held_out(path, svamp.read_masked(path, policy)),
        )
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
    "mathqa-refiltered": {
        split: _masked(mathqa_refiltered.FILE, partial(mathqa_refiltered.read, split=split))
        for split in mathqa_refiltered.SPLITS
    },
    "math23k-en": _sides(math23k.FIRST, math23k.read),
    "math23k-en-agreed": _agreed(math23k.FIRST, math23k.SECOND),
    "math23k-en-baidu": _sides(math23k.SECOND, math23k.read),
    "math23k-en-baidu-agreed": _agreed(math23k.SECOND, math23k.FIRST),
    "gsm8k-aug": _sides(gsm8k_aug.FILE, gsm8k_aug.read),
    "problemathic": {"train": _raw(problemathic.FILE, problemathic.read)},
    "tinygsm": _sides(tinygsm.FILE, tinygsm.read),
    "egsm-mathwell": {"train": _raw(egsm.FILE, egsm.read)},
    "awpc": {"train": _raw(awpc.FILE, awpc.read)},
    "dolphin18k-alg": {"train": _raw(dolphin.FILE, dolphin.read)},
    "paramawps": _sides(paramawps.FILE, paramawps.read),
    "umwp": _sides(umwp.FILE, umwp.read),
    "genbert-textual": _sides(genbert.FILE, genbert.read),
    "drop": {
        "train": _raw(drop_settings.TRAIN, drop.read_official),
        "dev": _raw(drop_settings.DEV, drop.read_official),
    },
    "drop-simple": {"dev": _raw(drop_settings.DEV_SIMPLE, drop.read_simple)},
    "drop-num": {
        "train": _raw(drop_settings.TRAIN, drop_settings.numeric(drop.read_official)),
        "dev": _raw(drop_settings.DEV, drop_settings.numeric(drop.read_official)),
    },
    "drop-num-simple": {"dev": _raw(drop_settings.DEV_SIMPLE, drop_settings.numeric(drop.read_simple))},
    "drop-a": _splits(drop_settings.setting_a()),
    "drop-num-a": _splits(drop_settings.setting_a(drop_settings.numeric)),
    "drop-b": _splits(drop_settings.setting_b()),
    "drop-num-b": _splits(drop_settings.setting_b(drop_settings.numeric)),
}


@dataclass(frozen=True, slots=True)
class Split:
    """What a split holds: its examples, the rows that are none, and those left out on purpose."""

    examples: list[Example]
    unreadable: list[Unreadable]
    left_out: list[LeftOut] = field(default_factory=list)


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
    """Examples and unreadable rows of a split, in file order. A path to a file of your own is a name too."""
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
    left_out: list[LeftOut] = []
    for row in rows(name, split, policy, columns):
        if isinstance(row, Example):
            examples.append(row)
        elif isinstance(row, LeftOut):
            left_out.append(row)
        else:
            unreadable.append(row)
    return Split(examples, unreadable, left_out)
