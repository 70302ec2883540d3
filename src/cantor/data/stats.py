"""What a dataset holds, counted: the figures of the paper's table of data."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from cantor.data.catalogue import Dataset, dataset, dataset_sha256, find_file
from cantor.data.load import Split, load, split_names
from cantor.data.own import Columns, is_own
from cantor.equation import Equation, operators
from cantor.equation.render import display
from cantor.io.hashing import sha256_of


def statistics(name: str, columns: Columns | None = None) -> dict[str, Any]:
    """Counts, constants, operators and the longest equation; keys as in the contract."""
    splits = {split: load(name, split, columns=columns) for split in split_names(name)}
    equations = {
        split: [example.equation for example in loaded.examples if example.equation is not None]
        for split, loaded in splits.items()
    }
    # constants are what a model may learn, so they come from the training split where there is one
    learnt = equations.get("train") or [e for found in equations.values() for e in found]
    used = {symbol for found in equations.values() for e in found for symbol in e.operators}
    return {
        "name": name,
        "splits": {split: len(loaded.examples) for split, loaded in splits.items()},
        "with_equation": {split: len(found) for split, found in equations.items()},
        "unreadable": {split: len(loaded.unreadable) for split, loaded in splits.items()},
        "left_out": {split: len(loaded.left_out) for split, loaded in splits.items()},
        "constants": [display(c) for c in sorted(frozenset().union(*(e.constants for e in learnt)))],
        "constant_counts": {display(c): n for c, n in _constant_counts(learnt)},
        "operators": [symbol for symbol in operators() if symbol in used],
        "max_steps": max((len(e) for found in equations.values() for e in found), default=0),
        "steps": {split: _step_counts(loaded) for split, loaded in splits.items()},
        "sha256": sha256_of(Path(name)) if is_own(name) else sha256_on_disk(dataset(name)),
    }


def sha256_on_disk(entry: Dataset) -> str:
    """The dataset's sha256 from the files that were read, whatever the catalogue expects."""
    files = tuple(replace(file, sha256=sha256_of(find_file(file.path))) for file in entry.files)
    return dataset_sha256(replace(entry, files=files))


def _constant_counts(equations: list[Equation]) -> list[tuple[Fraction, int]]:
    """Each constant and in how many equations it stands, the commonest first."""
    return Counter(sorted(constant for e in equations for constant in e.constants)).most_common()


def _step_counts(split: Split) -> dict[str, int]:
    counts: dict[int, int] = {}
    for example in split.examples:
        if example.equation is not None:
            counts[len(example.equation)] = counts.get(len(example.equation), 0) + 1
    return {str(steps): counts[steps] for steps in sorted(counts)}
