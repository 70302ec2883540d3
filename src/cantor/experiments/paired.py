"""Two variants on the same problems under the same seeds: how much more often one of them is right."""

from collections.abc import Mapping, Sequence
from statistics import fmean, mean
from typing import Any

from cantor.evaluation.seeds import paired_difference
from cantor.experiments.runs import Run

#: What both said of each problem under one seed: whether it was right.
_Pair = tuple[Sequence[bool], Sequence[bool]]


def paired(
    first: Sequence[Run], other: Sequence[Run], parts: Sequence[Sequence[str]]
) -> dict[str, Any] | None:
    """The first one's accuracy less the other's, by the paper's inference; under "ours" by ours.

    "parts" has the same of each part of the problems; `parts` names those that each problem belongs to. None
    where no seed is common.
    """
    by_seed = {run.seed: run for run in first}
    runs = [(by_seed[run.seed], run) for run in other if run.seed in by_seed]
    if not runs:
        return None
    found = _both(runs, range(len(parts)))
    names = dict.fromkeys(name for names in parts for name in names)
    if len(names) > 1:  # one alone says what the whole says
        found["parts"] = {
            name: _both(runs, [i for i, names in enumerate(parts) if name in names]) for name in names
        }
    return found


def _both(runs: Sequence[tuple[Run, Run]], problems: Sequence[int]) -> dict[str, Any]:
    """By both inferences, of some problems."""
    found = _difference([([a.right[i] for i in problems], [b.right[i] for i in problems]) for a, b in runs])
    if all(run.right_ours for pair in runs for run in pair):
        ours = [([a.right_ours[i] for i in problems], [b.right_ours[i] for i in problems]) for a, b in runs]
        found["ours"] = _difference(ours)
    return found


def _difference(pairs: Sequence[_Pair]) -> dict[str, Any]:
    middle, low, high = paired_difference([a for a, _ in pairs], [b for _, b in pairs])
    return {
        "difference": middle,
        "difference_interval": [low, high],
        "by_seed": [fmean(a) - fmean(b) for a, b in pairs],
        # of the problems, how many only one of them answers rightly: mean over the seeds
        "only_first": mean(sum(x and not y for x, y in zip(a, b, strict=True)) for a, b in pairs),
        "only_this": mean(sum(y and not x for x, y in zip(a, b, strict=True)) for a, b in pairs),
    }


def told(one: Mapping[str, Any]) -> str:
    """A difference in points with its interval, such as "+4.3 (1.2 to 7.5)"."""
    low, high = (100 * bound for bound in one["difference_interval"])
    return f"{100 * one['difference']:+.1f} ({low:.1f} to {high:.1f})"
