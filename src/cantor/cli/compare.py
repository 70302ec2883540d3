"""`cantor compare --recipe R`: CANTOR and its rivals on the same data, in accuracy and speed."""

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cantor.bench.timing import keep_memory
from cantor.cli.evaluate import with_split
from cantor.cli.output import add_json_option, console, print_json, table, write_over
from cantor.errors import CantorError
from cantor.machine import cores

if TYPE_CHECKING:
    from cantor.comparison.recipe import ComparisonRecipe
    from cantor.comparison.runs import Exam, Run
    from cantor.training.loop import Observer, StepReport


#: The columns that fit a terminal; the reports have all.
_SHOWN = ("system", "value", "equation", "val@5", "decoder ms", "× CANTOR", "whole ms")


def configure(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> None:
    parser.description = (
        "Train what is not trained yet, evaluate every system on the same problems, time them all in one "
        "interleaved run, and write comparison.json, .md and .html. Run the same command again to go on."
    )
    parser.add_argument(
        "--recipe",
        type=Path,
        required=True,
        help="encoder, data and budget, such as recipes/compare-toy.toml",
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
    from transformers.utils import logging

    from cantor.comparison.comparing import Failure, compare, data_sha256, load_test
    from cantor.comparison.recipe import USUAL, ComparisonRecipe, check_known
    from cantor.comparison.runs import Run
    from cantor.comparison.summary import Comparison, figures
    from cantor.comparison.writing import write, write_figures

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    recipe = ComparisonRecipe.from_file(args.recipe)
    names = args.systems.split(",") if args.systems else list(USUAL)
    systems = list(dict.fromkeys(name.strip() for name in names))
    check_known(systems, "--systems")
    if args.seeds < 1:
        raise CantorError("--seeds: at least one is needed")
    data = recipe.shared.data
    asked = [with_split(name) for name in args.data or data.dev]
    if not asked:
        raise CantorError(f"{args.recipe} names no dev split; say where to evaluate with --data")
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

    listener = _Listener()
    seeds = range(args.seeds)
    for one in compare(recipe, systems, test, folder, seeds=seeds, hours=args.hours, listener=listener):
        if isinstance(one, Run):
            runs.append(one)
            report({})  # after each run, so that a comparison that is stopped half-way is there to read
        else:
            failures.append(one)
            listener.say(f"{one.system}: {one.reason}")
    if not runs:
        raise CantorError(
            "no system could be compared: " + "; ".join(f"{f.system}: {f.reason}" for f in failures)
        )
    found = report(_speed(args, runs, recipe, test, folder, listener))
    if args.report:
        args.report.mkdir(parents=True, exist_ok=True)
        write_figures(found, args.report)
    if args.json:
        print_json(found)
    else:
        _print(found, folder)


def _speed(
    args: argparse.Namespace,
    runs: "Sequence[Run]",
    recipe: "ComparisonRecipe",
    test: "Exam",
    folder: Path,
    listener: "_Listener",
) -> dict[str, Any]:
    if not args.rounds:
        return {}
    from cantor.bench.rivals import Settings
    from cantor.comparison.speed import measured

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


class _Listener:
    """Progress on standard error."""

    def training(self, name: str) -> "Observer":
        def show(report: "StepReport") -> None:
            write_over(
                f"{name}: step {report.step}/{report.steps}, loss {report.loss:.3f}, "
                f"{report.problems_per_second:.0f} problems/s",
                last=report.step == report.steps,
            )

        return show

    def answering(self, name: str, done: int, total: int) -> None:
        write_over(f"{name}: {done} of {total} answered", last=done == total)

    def say(self, text: str) -> None:
        print(text, file=sys.stderr)


def _print(found: dict[str, Any], folder: Path) -> None:
    from cantor.comparison.tables import COLUMNS, notes, ranked, row

    out = console()
    chosen = [COLUMNS.index(column) for column in _SHOWN]
    cells = [[row(name, found)[i] for i in chosen] for name in ranked(found)]
    out.print(table(_SHOWN, cells, numeric=_SHOWN[1:]))
    for note in notes(found):
        out.say(note)
    for name, reason in found["failed"].items():
        out.say(f"not compared: {name}: {reason}")
    out.say(f"\n{folder / 'comparison.html'} shows them problem by problem")
