"""Several models evaluated on the same problems, such as one recipe's seeds: their mean and deviation."""

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import mean, stdev
from typing import Any

#: The figures of a whole report, beside Val@k, and those of each of its groups.
MAIN = ("value_accuracy", "equation_accuracy", "edge_f1")
OF_GROUP = ("count", "value_accuracy", "equation_accuracy")


def summary(reports: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """`mean` and `deviation` (of a sample) of the main figures and of those of each group, in like places.

    A group that some models lack, since they were trained on other problems, is summed up over the others:
    `models` says how many those are. Where there is but one, there is no deviation: it is None.
    """
    main = [name for name in reports[0] if name in MAIN or name.startswith("value_at_")]
    middle: dict[str, Any] = {name: mean(r[name] for r in reports) for name in main}
    spread: dict[str, Any] = {name: _deviation([r[name] for r in reports]) for name in main}
    middle["breakdowns"], spread["breakdowns"] = {}, {}
    for kind in dict.fromkeys(kind for r in reports for kind in r["breakdowns"]):
        by_model = [r["breakdowns"].get(kind, {}) for r in reports]
        names = sorted({name for groups in by_model for name in groups})
        middle["breakdowns"][kind], spread["breakdowns"][kind] = {}, {}
        for name in names:
            groups = [groups[name] for groups in by_model if name in groups]
            middle["breakdowns"][kind][name] = {
                "models": len(groups),
                **{figure: mean(g[figure] for g in groups) for figure in OF_GROUP},
            }
            spread["breakdowns"][kind][name] = {
                figure: _deviation([g[figure] for g in groups]) for figure in OF_GROUP
            }
    return {"mean": middle, "deviation": spread}


def paired_difference(
    one: Sequence[Sequence[bool]], other: Sequence[Sequence[bool]], z: float = 1.96
) -> tuple[float, float, float]:
    """How much more often `one` is right than `other` on the same problems, and the 95 % interval of that.

    Each has the problems of one run for each seed. Problems are drawn, seeds are averaged: a problem's
    difference is that of both shares of seeds that solve it.
    """
    shares = [[mean(map(float, seeds)) for seeds in zip(*runs, strict=True)] for runs in (one, other)]
    differences = [a - b for a, b in zip(*shares, strict=True)]
    middle = mean(differences)
    half = z * stdev(differences) / sqrt(len(differences)) if len(differences) > 1 else 1.0
    return middle, max(-1.0, middle - half), min(1.0, middle + half)


def _deviation(values: Sequence[float]) -> float | None:
    return stdev(values) if len(values) > 1 else None
