"""How well the number reader serves a dataset: two figures on its raw text.

`finds_operands`: problems where the reader finds every gold operand that is not a constant.
`reads_exactly`: problems where it reads the annotated list of numbers, no more and no less, in order.
The second needs an annotation of the numbers; raw-text datasets borrow that of their masked edition.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from cantor.data import gsm8k, svamp
from cantor.data.align import aligned
from cantor.data.catalogue import find_file
from cantor.data.example import Example, Policy
from cantor.data.load import load, policies
from cantor.data.numbers import under_policy
from cantor.problem import Problem

#: How many line numbers a report gives for each kind of finding; counts are always complete.
MAX_LINES = 50

#: Conversions between units that word problems take for granted, beside SVAMP's own constants.
_UNITS = frozenset(map(Fraction, (6, 9, 16, 24, 30, 52, 90, 360, 365, 1000, 3600)))
#: Literals of raw-text datasets' equations that are constants; any other must stand in the text.
_CONSTANTS = {
    "svamp": svamp.CONSTANTS,
    "mawps": svamp.CONSTANTS | _UNITS,
    "asdiv": svamp.CONSTANTS | _UNITS,
    "gsm8k": gsm8k.CONSTANTS,
}
#: Where annotated lists of a raw dataset's problems are.
_MASKED_EDITIONS = {
    "svamp": (("svamp", "test"),),
    "mawps": (("mawps-fold0", "train"), ("mawps-fold0", "dev")),
    "asdiv": (("asdiv-a-fold0", "train"), ("asdiv-a-fold0", "dev")),
}


def operands_not_found(name: str, examples: Sequence[Example]) -> list[Example]:
    """Examples with a gold operand that is neither a constant nor found in the text by the reader."""
    missing = []
    for example in examples:
        if example.equation is None:
            continue
        if name in _CONSTANTS and Policy.ANNOTATED not in policies(name):
            found = example.equation.constants <= _CONSTANTS[name]
        else:
            found = under_policy(example.problem, example.equation, Policy.READER)[2] is None
        if not found:
            missing.append(example)
    return missing


def reading_figures(name: str) -> dict[str, Any] | None:
    """Both figures for a dataset, or None where there is nothing to compare the reader with."""
    if name == "svamp":
        return _raw_figures(name, "test", load(name, "test", Policy.READER).examples)
    if name in ("mawps", "asdiv"):
        return _raw_figures(name, "all", load(name, "all").examples)
    if name == "gsm8k":
        # with any literal allowed, so that what is neither in the text nor a constant shows
        rows = gsm8k.read(find_file("gsm8k/train.jsonl"), constants=None)
        return _raw_figures(name, "train", [row for row in rows if isinstance(row, Example)])
    if name in ("mathqa", "mathqa-filtered"):
        split = "dev" if name == "mathqa" else "test"
        return _masked_figures(split, load(name, split).examples)
    return None


def _raw_figures(name: str, split: str, examples: Sequence[Example]) -> dict[str, Any]:
    with_gold = [example.equation for example in examples if example.equation is not None]
    found = sum(equation.constants <= _CONSTANTS[name] for equation in with_gold)
    figures = {"split": split, "problems": len(with_gold), "finds_operands": _share(found, len(with_gold))}
    if name not in _MASKED_EDITIONS:
        return figures | {"reads_exactly": None, "why_not": "the dataset annotates no list of numbers"}
    annotated = [e for edition in _MASKED_EDITIONS[name] for e in load(*edition, Policy.ANNOTATED).examples]
    pairs = aligned([e.problem for e in examples], [e.problem for e in annotated])
    return figures | _exact_figures(
        [(examples[i].line, examples[i].problem, annotated[j].problem) for i, j in pairs]
    )


def _masked_figures(split: str, annotated: Sequence[Example]) -> dict[str, Any]:
    read = [under_policy(e.problem, e.equation, Policy.READER) for e in annotated]
    found = sum(why is None for _, _, why in read)
    return {
        "split": split,
        "problems": len(annotated),
        "finds_operands": _share(found, len(annotated)),
    } | _exact_figures(
        [(e.line, problem, e.problem) for e, (problem, _, _) in zip(annotated, read, strict=True)]
    )


def _exact_figures(pairs: Sequence[tuple[int, Problem, Problem]]) -> dict[str, Any]:
    """From (line, problem as read, problem as annotated)."""
    otherwise = [line for line, read, annotated in pairs if read.values != annotated.values]
    return {
        "annotated": len(pairs),
        "reads_exactly": _share(len(pairs) - len(otherwise), len(pairs)),
        "reads_otherwise_lines": otherwise[:MAX_LINES],
    }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
