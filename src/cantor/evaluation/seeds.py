"""Several models evaluated on the same problems, such as one recipe's seeds: their mean and deviation."""

from collections.abc import Mapping, Sequence
from statistics import mean, stdev
from typing import Any

#: The figures of a whole report, and of each of its groups.
MAIN = ("value_accuracy", "equation_accuracy", "value_at_5", "edge_f1")
OF_GROUP = ("count", "value_accuracy", "equation_accuracy")


def summary(reports: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """`mean` and `deviation` (of a sample) of the main figures and of those of each group, in like places.

    A group that some models lack, since they were trained on other problems, is summed up over the others:
    `models` says how many those are. Where there is but one, there is no deviation: it is None.
    """
    middle: dict[str, Any] = {name: mean(r[name] for r in reports) for name in MAIN}
    spread: dict[str, Any] = {name: _deviation([r[name] for r in reports]) for name in MAIN}
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


def _deviation(values: Sequence[float]) -> float | None:
    return stdev(values) if len(values) > 1 else None
