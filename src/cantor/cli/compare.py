"""`cantor compare --recipe R`: CANTOR and its rivals on the same data, in accuracy and speed."""

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cantor.bench.timing import keep_memory
from cantor.cli import compare_rates, compare_reading
from cantor.cli.evaluate import with_split
from cantor.cli.output import add_json_option, console, print_json, table
from cantor.cli.plain import add_results_option, add_set_option
from cantor.cli.progress import Progress
from cantor.errors import CantorError
from cantor.io.threads import cores
from cantor.training.shipped import recipe_file

if TYPE_CHECKING:
    from cantor.experiments.comparison_recipe import ComparisonRecipe
    from cantor.experiments.runs import Run
    from cantor.experiments.test_set import TestSet


#: The columns that fit a terminal; the reports have all.
_SHOWN = ("system", "value", "val@5", "ours", "ours val@5", "decoder ms", "× CANTOR", "whole ms")


def configure(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> None:
    parser.description = (
        "Train what is not trained yet, evaluate every system on the same problems, time them all in one "
        "interleaved run, and write comparison.json, .md and .html. Run the same command again to go on."
    )
    parser.add_argument(
        "--recipe",
        type=recipe_file,
        required=True,
        metavar="RECIPE",
        help="encoder, data and budget: a name, such as compare-toy, or a TOML file",
    )
    parser.add_argument(
        "--data",
        nargs="+",
        metavar="NAME",
        help="where to evaluate, such as svamp or mawps-fold0:dev; the recipe's dev splits unless given",
    )
    parser.add_argument(
        "--systems", metavar="A,B,C", help="by commas; all but causal-lm and cot unless given"
    )
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="how many for each system")
    parser.add_argument(
        "--hours", type=float, metavar="H", help="limit of each run's training, instead of the recipe's"
    )
    parser.add_argument("--folder", type=Path, help="runs/RECIPE unless given")
    parser.add_argument(
        "--report",
        type=Path,
        metavar="FOLDER",
        help="write the figures there too, such as docs; not the page, which quotes the problems",
    )
    rates = parser.add_mutually_exclusive_group()
    rates.add_argument(
        "--choose-rates",
        type=Path,
        metavar="FILE",
        help="train each system with every pair of rates of one grid, write the best to this JSON file, and "
        "compare nothing",
    )
    rates.add_argument("--rates", type=Path, metavar="FILE", help="train with the rates that were chosen so")
    add_results_option(parser)
    add_set_option(parser)
    parser.add_argument(
        "--rounds", type=int, default=7, metavar="N", help="of timing; 0 leaves speed out (default: 7)"
    )
    parser.add_argument("--threads", type=int, default=min(2, cores()), help="for timing (default: 2)")
    parser.add_argument("--batch", type=int, default=32, help=argparse.SUPPRESS)
    parser.add_argument("--vertices", type=int, default=60, help=argparse.SUPPRESS)
    add_json_option(parser)
    parser.set_defaults(run=run, command=shlex.join(["cantor", *arguments]))


def run(args: argparse.Namespace) -> None:
    keep_memory("compare")

    from cantor.experiments.compare import variants
    from cantor.experiments.comparison_recipe import USUAL, ComparisonRecipe, check_known
    from cantor.experiments.figures import Comparison, figures
    from cantor.experiments.report.writing import write, write_figures
    from cantor.experiments.runs import Failure, Run, run_all
    from cantor.experiments.test_set import data_sha256, load_test

    recipe = ComparisonRecipe.from_file(args.recipe, args.set)
    if (readers := compare_reading.asked_for(args.systems, recipe)) is not None:
        if args.rates or args.choose_rates:
            raise CantorError("rates are chosen for systems that solve problems, not for readers of passages")
        compare_reading.run(args, recipe, readers, _test_names(args, recipe))
        return
    names = args.systems.split(",") if args.systems else list(USUAL)
    systems = list(dict.fromkeys(name.strip() for name in names))
    check_known(systems, "--systems")
    data = recipe.shared.data
    asked = _test_names(args, recipe)
    if args.choose_rates:
        compare_rates.run(args, recipe, systems, asked)
        return
    if args.rates:
        from cantor.experiments.rates import with_rates

        recipe = with_rates(recipe, args.rates, systems)
    test = load_test(asked, data)
    sha256 = {
        "train": data_sha256(data.train, data.policy),
        "test": data_sha256(asked, data.policy),
    }
    folder = args.folder or Path("runs") / args.recipe.stem
    folder.mkdir(parents=True, exist_ok=True)
    runs: list[Run] = []
    failures: list[Failure] = []

    def report(speed: dict[str, Any]) -> dict[str, Any]:
        made = Comparison(
            args.command, args.recipe.stem, recipe, test, systems, runs, failures, speed, sha256
        )
        found = figures(made)
        write(made, found, folder)
        return found

    listener = Progress()
    asked_for = variants(recipe, systems, args.hours)
    for one in run_all(asked_for, range(args.seeds), test, folder, listener):
        if isinstance(one, Run):
            runs.append(one)
            report({})  # after each run, so that a comparison that is stopped half-way is there to read
        else:
            failures.append(one)
            listener.say(f"{one.name}: {one.reason}")
    if not runs:
        raise CantorError(
            "no system could be compared: " + "; ".join(f"{f.name}: {f.reason}" for f in failures)
        )
    found = report(_speed(args, runs, recipe, test, folder, listener))
    if args.results:
        from cantor.experiments.results import entry, record
        from cantor.experiments.tables import paper_of

        stem, named = args.recipe.stem, {name: [run for run in runs if run.name == name] for name in systems}
        leads = {name: found["systems"][name]["against_cantor"] for name in found["systems"]}
        record(
            args.results,
            [
                entry(f"{stem}: {name}", stem, args.command, asked, mine, paper_of(name), leads[name])
                for name, mine in named.items()
                if mine
            ],
        )
    if args.report:
        args.report.mkdir(parents=True, exist_ok=True)
        write_figures(found, args.report)
    if args.json:
        print_json(found)
    else:
        _print(found, folder)


def _test_names(args: argparse.Namespace, recipe: "ComparisonRecipe") -> list[str]:
    if args.seeds < 1:
        raise CantorError("--seeds: at least one is needed")
    asked = [with_split(name) for name in args.data or recipe.shared.data.dev]
    if not asked:
        raise CantorError(f"{args.recipe} names no dev split; say where to evaluate with --data")
    return asked


def _speed(
    args: argparse.Namespace,
    runs: "Sequence[Run]",
    recipe: "ComparisonRecipe",
    test: "TestSet",
    folder: Path,
    listener: Progress,
) -> dict[str, Any]:
    if not args.rounds:
        return {}
    from cantor.bench.rivals import Settings
    from cantor.experiments.speed import measured

    model = recipe.shared.model
    settings = Settings(
        batch=args.batch,
        vertices=args.vertices,
        layers=model.decoder_layers,
        heads=model.decoder_heads,
        threads=args.threads,
        rounds=args.rounds,
    )
    listener.say("measuring speed")
    return measured(runs, recipe, test, settings, folder)


def _print(found: dict[str, Any], folder: Path) -> None:
    from cantor.experiments.report.cells import COLUMNS, notes, ranked, row

    out = console()
    chosen = [COLUMNS.index(column) for column in _SHOWN]
    cells = [[row(name, found)[i] for i in chosen] for name in ranked(found)]
    out.print(table(_SHOWN, cells, numeric=_SHOWN[1:]))
    for note in notes(found):
        out.say(note)
    for name, reason in found["failed"].items():
        out.say(f"not compared: {name}: {reason}")
    out.say(f"\n{folder / 'comparison.html'} shows them problem by problem")
