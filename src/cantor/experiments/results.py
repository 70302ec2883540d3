"""`docs/results.json`: one entry for each row of a table that was run, written by the commands themselves."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from cantor.errors import CantorError
from cantor.evaluation.report import METRIC_VERSION, interval
from cantor.experiments.runs import Run
from cantor.io.atomic import write_json


def entry(
    name: str,
    recipe: str,
    command: str,
    data: Sequence[str],
    runs: Sequence[Run],
    paper: Mapping[str, float],
    against: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """What the runs of one row, a seed each, came to; keys as in the contract, and more.

    `against` is the `paired` difference of another row and this one.
    """
    figures = [run.figures for run in runs]
    return {
        "name": name,
        "recipe": recipe,
        "command": command,
        "data": list(data),
        **(_of_readers(figures) if "f1" in figures[0] else _of_problems(figures)),
        "seeds": len(runs),
        "processor_hours": sum(run.processor_hours for run in runs),
        "tokens_seen": sum(run.tokens for run in runs),
        "complete": all(run.complete for run in runs),
        "paper": dict(paper),
        **({"against": dict(against)} if against else {}),
    }


#: What there is by the paper's inference and by ours.
_TWICE = ("value_accuracy", "value_at_5")


def _of_problems(figures: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    accuracy = mean(one["value_accuracy"] for one in figures)
    ours = [one["ours"] for one in figures if one.get("ours")]
    return {
        "value_accuracy": accuracy,
        "interval": list(interval(accuracy, figures[0]["count"])),
        # ranked by how likely each value is, not as in the paper
        **{f"{key}_ours": mean(one[key] for one in ours) if ours else None for key in _TWICE},
        "equation_accuracy": mean(one["equation_accuracy"] for one in figures),
        "value_at_5": mean(one["value_at_5"] for one in figures),
        "metric_version": METRIC_VERSION,
    }


def _of_readers(figures: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Of the first split."""
    bounds = zip(*(one["interval"] for one in figures), strict=True)
    return {
        "f1": mean(one["f1"] for one in figures),
        "exact_match": mean(one["exact_match"] for one in figures),
        "interval": [mean(bound) for bound in bounds],  # of F1
        "count": figures[0]["count"],
        "reading_metric_version": figures[0]["reading_metric_version"],
    }


def record(path: Path, entries: Sequence[Mapping[str, Any]]) -> None:
    """Add entries to a file; one of the same name and command takes the place of the former."""
    known = {_key(one): one for one in _read(path)} | {_key(one): one for one in entries}
    write_json(path, {"results": [known[key] for key in sorted(known)]})


def _key(one: Mapping[str, Any]) -> tuple[str, str]:
    return str(one["name"]), str(one["command"])


def _read(path: Path) -> list[Mapping[str, Any]]:
    if not path.exists():
        return []
    try:
        found: list[Mapping[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["results"]
        return [one for one in found if _key(one)]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CantorError(f"{path} is no file of results: {error}; name another with --results") from error
