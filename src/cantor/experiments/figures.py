"""All of a comparison's figures, as `cantor compare --json` prints them and reports show them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

from cantor.evaluation.report import METRIC_VERSION, interval
from cantor.evaluation.seeds import summary
from cantor.experiments.comparison_recipe import CANTOR, COT, ComparisonRecipe
from cantor.experiments.paired import paired
from cantor.experiments.runs import Failure, Run
from cantor.experiments.speed import asked_over_the_network
from cantor.experiments.test_set import TestSet

_MAIN = ("value_accuracy", "equation_accuracy", "value_at_5")


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was compared, and what came of it."""

    command: str
    name: str  # the recipe's
    recipe: ComparisonRecipe
    test: TestSet
    systems: Sequence[str]
    runs: Sequence[Run]
    failures: Sequence[Failure]
    speed: Mapping[str, Any]
    sha256: Mapping[str, Mapping[str, str]]  # of training and test data

    def of(self, system: str) -> list[Run]:
        return [run for run in self.runs if run.name == system]

    @property
    def compared(self) -> list[str]:
        """The systems that have figures, in the order asked."""
        return [system for system in self.systems if self.of(system)]


def figures(comparison: Comparison) -> dict[str, Any]:
    """Keys as in the contract, and more."""
    shared = comparison.recipe.shared
    asked = comparison.speed.get("asked", {})
    return {
        "systems": {name: _system(comparison, name) for name in comparison.compared},
        "failed": {failure.name: failure.reason for failure in comparison.failures},
        "data": list(comparison.test.names),
        "count": len(comparison.test.examples),
        "trained_on": list(shared.data.train),
        "data_sha256": comparison.sha256,
        "number_policy": shared.data.policy,
        "metric_version": METRIC_VERSION,
        "recipe": {
            "name": comparison.name,
            **shared.to_dict(),
            "systems": {name: dict(tables) for name, tables in comparison.recipe.changes.items()},
        },
        "speed": {
            "workload": comparison.speed.get("workload"),
            "settings": asked.get("settings"),
            "failed": comparison.speed.get("failed", {}),
        },
        "machine": asked.get("machine"),
        "command": comparison.command,
    }


def _system(comparison: Comparison, name: str) -> dict[str, Any]:
    runs = comparison.of(name)
    found = summary([run.figures for run in runs])
    middle, spread = found["mean"], found["deviation"]
    equations = name != COT  # it writes none
    accuracy, count = middle["value_accuracy"], len(comparison.test.examples)
    return {
        "value_accuracy": accuracy,
        "deviation": spread["value_accuracy"],
        # of so many problems, however many seeds: they all answer the same ones
        "interval": list(interval(accuracy, count)),
        "equation_accuracy": middle["equation_accuracy"] if equations else None,
        "value_at_5": middle["value_at_5"] if equations else None,
        **_times(comparison, name, runs[0]),
        "parameters": runs[0].parameters,
        "decoder_parameters": runs[0].decoder_parameters,
        "train_hours": mean(run.hours for run in runs),
        "processor_hours": sum(run.processor_hours for run in runs),
        "tokens_seen": sum(run.tokens for run in runs),
        "seeds": len(runs),
        "complete": all(run.complete for run in runs),
        "encoder": runs[0].recipe["model"]["encoder"] if equations else None,
        "by_data": _by_data(runs),
        "breakdowns": {
            kind: {
                group: {key: value for key, value in figures.items() if equations or "equation" not in key}
                for group, figures in groups.items()
            }
            for kind, groups in middle["breakdowns"].items()
        },
        "ours": _ours(runs),
        "against_cantor": _against(comparison, name),
        **({"costs": runs[0].costs} if runs[0].costs else {}),
    }


def _times(comparison: Comparison, name: str, run: Run) -> dict[str, float | None]:
    """`decoder_s` and `total_s` on MathQA's lengths, `own_…` on the evaluated problems."""
    forced = comparison.speed.get("forced", {}).get(name, {})
    own = comparison.speed.get("own", {}).get(name, {})
    batch = (comparison.speed.get("asked") or {}).get("settings", {}).get("batch", 32)
    asked = asked_over_the_network(run, batch)
    keys = ("decoder_s", "total_s", "decoder_ratio", "total_ratio")
    found = {key: forced.get(key) for key in keys} | {f"own_{key}": own.get(key) for key in keys}
    return found if asked is None else found | {"total_s": asked, "own_total_s": asked}


def _by_data(runs: Sequence[Run]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for name, first in runs[0].by_data.items():
        each = [run.by_data[name] for run in runs]
        found[name] = {"count": first["count"], **{key: mean(one[key] for one in each) for key in _MAIN}}
        if ours := [one["ours"] for one in each if "ours" in one]:
            found[name]["ours"] = {key: mean(one[key] for one in ours) for key in _MAIN}
    return found


def _ours(runs: Sequence[Run]) -> dict[str, Any] | None:
    """The main figures by our inference: mean over the seeds. None of who is only asked."""
    found = [run.figures["ours"] for run in runs if run.figures.get("ours")]
    if not found:
        return None
    main = {key: mean(one[key] for one in found) for key in _MAIN}
    return main | {"interval": list(interval(main["value_accuracy"], runs[0].figures["count"]))}


def _against(comparison: Comparison, name: str) -> dict[str, Any] | None:
    """CANTOR's accuracy less this system's, problem by problem."""
    if name == CANTOR:
        return None
    return paired(comparison.of(CANTOR), comparison.of(name), comparison.test.parts())
