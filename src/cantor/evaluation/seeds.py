"""Several models evaluated on the same problems, such as one recipe's seeds: their mean and deviation."""

from collections.abc import Mapping, Sequence
from statistics import mean, stdev
from typing import Any

import numpy as np

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
    one: Sequence[Sequence[bool]], other: Sequence[Sequence[bool]], draws: int = 2_000
) -> tuple[float, float, float]:
    """How much more often `one` is right than `other` on the same problems, and the 95 % interval of that.

    Each has the problems of one run for each seed, S runs of N problems. By paired bootstrap: problems and
    seeds are drawn with replacement, the same for both, so that the interval tells of other problems and of
    other seeds. The draws themselves are the same each time.
    """
    differences = np.asarray(one, dtype=float) - np.asarray(other, dtype=float)  # [S, N]
    middle = float(differences.mean())
    seeds, problems = differences.shape
    if problems < 2:
        return middle, max(-1.0, middle - 1), min(1.0, middle + 1)
    chance = np.random.default_rng(0)
    drawn = chance.integers(problems, size=(draws, problems))
    how_often = chance.multinomial(seeds, [1 / seeds] * seeds, draws)  # [draws, S]: each seed
    means = np.take_along_axis(how_often @ differences / seeds, drawn, 1).mean(1)  # [draws]
    low, high = np.quantile(means, (0.025, 0.975)).tolist()
    return middle, low, high


def _deviation(values: Sequence[float]) -> float | None:
    return stdev(values) if len(values) > 1 else None
