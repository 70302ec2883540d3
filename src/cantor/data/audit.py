"""What is wrong with a dataset: labels its programs miss, operands its text lacks, repeats, leaks."""

import re
from collections import Counter
from itertools import pairwise
from typing import Any

from cantor.data.catalogue import find_file
from cantor.data.example import Example, Policy, masked_text
from cantor.data.load import Split, load, split_names
from cantor.data.mathqa import read_published
from cantor.data.own import Columns
from cantor.data.reading import MAX_LINES, operands_not_found, reading_figures
from cantor.equation.closeness import same_value

_PARTICULAR = re.compile(r"'[^']*'|-?\bn?\d+(?:/\d+)?$")

_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|\b\d+(?:/\d+)?\b|\(.*\)")


def audit(name: str, columns: Columns | None = None) -> dict[str, Any]:
    """The report of one dataset, or of the user's own file."""
    splits = {split: load(name, split, columns=columns) for split in split_names(name)}
    examples = {split: loaded.examples for split, loaded in splits.items()}
    return {
        "name": name,
        "splits": {split: _split_report(name, loaded) for split, loaded in splits.items()},
        "overlap": _overlaps(name, examples),
        "reader": reading_figures(name),
    }


def _split_report(name: str, split: Split) -> dict[str, Any]:
    without = Counter(_reason(e) for e in split.examples if e.equation is None)
    return {
        "rows": len(split.examples) + len(split.unreadable) + len(split.left_out),
        "unreadable": [{"file": u.file, "line": u.line, "reason": u.reason} for u in split.unreadable],
        "left_out": dict(Counter(_general(row.reason) for row in split.left_out).most_common()),
        "with_equation": sum(e.equation is not None for e in split.examples),
        "without_equation": dict(without.most_common(10)),
        "gold": _gold_report(split.examples),
        "operands_not_found": _lines(operands_not_found(name, split.examples)),
        "duplicates": _duplicates(split.examples),
    }


def _reason(example: Example) -> str:
    """Why there is no equation, less what is particular to the row."""
    reason = example.why_no_equation or "none given"
    if reason.startswith("'"):
        reason = reason.rpartition("': ")[2]
    return _PARTICULAR.sub("…", reason)


def _general(reason: str) -> str:
    """Why a row was left out, less what it quotes and counts."""
    return _QUOTED.sub("…", reason)


def _gold_report(examples: list[Example]) -> dict[str, Any]:
    """Each gold program's value against the labelled answer."""
    agrees = unlabelled = 0
    differs, fails = [], []
    for example in examples:
        if example.equation is None:
            continue
        value = example.equation.try_execute(example.problem.values)
        if value is None:
            fails.append(example)
        elif example.answer is None:
            unlabelled += 1
        elif same_value(value, example.answer):
            agrees += 1
        else:
            differs.append(example)
    return {"agrees": agrees, "differs": _lines(differs), "fails": _lines(fails), "unlabelled": unlabelled}


def _text(example: Example) -> str:
    return " ".join(example.problem.text.lower().split())


def _duplicates(examples: list[Example]) -> dict[str, Any]:
    """Examples whose text stands earlier in the same split."""
    seen: set[str] = set()
    repeats = []
    for example in examples:
        text = _text(example)
        if text in seen:
            repeats.append(example)
        seen.add(text)
    return _lines(repeats)


def _lines(examples: list[Example]) -> dict[str, Any]:
    return {"count": len(examples), "lines": [example.line for example in examples[:MAX_LINES]]}


def _overlaps(name: str, splits: dict[str, list[Example]]) -> dict[str, Any]:
    """How much of each later split stands in an earlier one, as it is and after masking numbers."""
    if name == "mathqa-filtered":
        # the published filter kept what ours may not: compare with all of MathQA's training texts
        whole = read_published(find_file("mathqa/train.json.gz"), Policy.ANNOTATED)
        splits = {"train": [row for row in whole if isinstance(row, Example)], **_without(splits, "train")}
    names = list(splits)
    later = [(names[0], other) for other in names[1:]] + list(pairwise(names[1:]))
    return {f"{other} in {earlier}": _overlap(splits[earlier], splits[other]) for earlier, other in later}


def _without(splits: dict[str, list[Example]], name: str) -> dict[str, list[Example]]:
    return {split: examples for split, examples in splits.items() if split != name}


def _overlap(earlier: list[Example], later: list[Example]) -> dict[str, int]:
    texts, masked = set(map(_text, earlier)), set(map(masked_text, earlier))
    return {
        "of": len(later),
        "same_text": sum(_text(example) in texts for example in later),
        "same_masked_text": sum(masked_text(example) in masked for example in later),
    }
