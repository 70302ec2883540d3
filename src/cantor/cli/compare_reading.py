"""`cantor compare` for readers: F1 and exact match on the same questions, as a table and as JSON."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cantor.cli.output import console, print_json
from cantor.cli.progress import Progress
from cantor.errors import CantorError
from cantor.io.atomic import write_atomic, write_json
from cantor.model.config import READERS

if TYPE_CHECKING:
    from cantor.experiments.comparison_recipe import ComparisonRecipe
    from cantor.experiments.runs import Run


def asked_for(systems: str | None, recipe: "ComparisonRecipe") -> list[str] | None:
    """The readers to compare; None where none is asked for. A `CantorError` where others are among them."""
    from cantor.experiments.reading import PAIRS

    own = recipe.shared.model.system
    if systems is None:
        pair = next((pair for pair in PAIRS.values() if own in pair), None)
        return None if pair is None else list(pair)
    names = list(dict.fromkeys(name.strip() for name in systems.split(",")))
    if not any(name in READERS for name in names):
        return None
    if wrong := [name for name in names if name not in READERS]:
        raise CantorError(f"--systems: {wrong[0]} reads no passages; compare readers with readers")
    return names


def run(
    args: argparse.Namespace, recipe: "ComparisonRecipe", systems: Sequence[str], test: Sequence[str]
) -> None:
    from cantor.experiments.compare import variants
    from cantor.experiments.reading import against, comparison_table
    from cantor.experiments.reproduce import markdown
    from cantor.experiments.runs import Failure, Run, run_all
    from cantor.experiments.test_set import load_test

    table = comparison_table(systems)
    folder = args.folder or Path("runs") / args.recipe.stem
    folder.mkdir(parents=True, exist_ok=True)
    runs: list[Run] = []
    failures: list[Failure] = []
    loaded = load_test(test, recipe.shared.data, compare_with_training=False)
    found: dict[str, Any] = {}
    for one in run_all(variants(recipe, systems, args.hours), range(args.seeds), loaded, folder, Progress()):
        if isinstance(one, Failure):
            failures.append(one)
            continue
        runs.append(one)
        found = {
            "command": args.command,
            "data": list(test),
            "trained_on": list(recipe.shared.data.train),
            "runs": [_told(run) for run in runs],
            "against": against(runs, systems[0]),
            "failed": {failure.name: failure.reason for failure in failures},
        }
        # after each run, so that a comparison that is stopped half-way is there to read
        for place in filter(None, (folder, args.report)):
            place.mkdir(parents=True, exist_ok=True)
            write_json(place / "comparison.json", found)
            write_atomic(place / "comparison.md", markdown(table, runs, args.command))
    if not runs:
        reasons = "; ".join(f"{f.name}: {f.reason}" for f in failures)
        raise CantorError(f"no reader could be compared: {reasons}")
    if args.results:
        _note(args, systems, test, runs)
    if args.json:
        print_json(found)
        return
    out = console()
    out.say(markdown(table, runs, args.command))
    for failure in failures:
        out.say(f"not compared: {failure.name}: {failure.reason}")


def _note(
    args: argparse.Namespace, systems: Sequence[str], test: Sequence[str], runs: "Sequence[Run]"
) -> None:
    from cantor.experiments.results import entry, record
    from cantor.experiments.tables import paper_of

    by_system = [(name, [run for run in runs if run.name == name]) for name in systems]
    stem = args.recipe.stem
    record(
        args.results,
        [
            entry(f"{stem}: {name}", stem, args.command, test, mine, paper_of(name))
            for name, mine in by_system
            if mine
        ],
    )


def _told(run: "Run") -> dict[str, Any]:
    left_out = ("right", "shown", "recipe", "costs", "model")
    return {key: value for key, value in asdict(run).items() if key not in left_out}
