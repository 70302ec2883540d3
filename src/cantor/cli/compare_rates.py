"""`cantor compare --choose-rates FILE`: each system's rates from one grid, judged on development data."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cantor.cli.output import console, print_json, table
from cantor.cli.progress import Progress
from cantor.errors import CantorError
from cantor.io.atomic import write_json

if TYPE_CHECKING:
    from cantor.experiments.comparison_recipe import ComparisonRecipe


def run(
    args: argparse.Namespace, recipe: "ComparisonRecipe", systems: Sequence[str], dev: Sequence[str]
) -> None:
    from cantor.experiments.comparison_recipe import COT
    from cantor.experiments.rates import chosen, read_rates, tries
    from cantor.experiments.runs import Failure, Run, run_all
    from cantor.experiments.test_set import load_test

    file: Path = args.choose_rates
    known = read_rates(file)
    problems = load_test(dev, recipe.shared.data, compare_with_training=False)
    folder = args.folder or Path("runs") / args.recipe.stem
    listener = Progress()
    about = {"recipe": args.recipe.stem, "command": args.command, "data": list(dev), "seeds": args.seeds}
    for system in systems:
        if system == COT:
            continue  # nothing of it is trained
        tried = tries(recipe, system, args.hours)
        runs: list[Run] = []
        for one in run_all(list(tried.values()), range(args.seeds), problems, folder, listener):
            if isinstance(one, Failure):
                listener.say(f"{one.name}: {one.reason}")
            else:
                runs.append(one)
        if not runs:
            raise CantorError(f"no rates of {system} could be tried")
        known[system] = chosen(tried, runs) | about
        write_json(file, known)  # after each system, so that what is chosen is there
    if args.json:
        print_json(known)
        return
    rows = [
        (name, f"{one['encoder_rate']:g}", f"{one['decoder_rate']:g}", _said(one["tried"]))
        for name, one in known.items()
    ]
    out = console()
    out.print(table(("system", "encoder", "decoder", "value accuracy of all that was tried"), rows))
    out.say(f"\n{file} has them: cantor compare --rates {file}")


def _said(tried: Sequence[dict[str, float]]) -> str:
    return ", ".join(
        f"{100 * one['value_accuracy']:.1f} ({one['encoder_rate']:g}, {one['decoder_rate']:g})"
        for one in tried
    )
