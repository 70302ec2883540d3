"""`cantor train RECIPE`: train a model, or go on where a run stopped."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cantor.cli.output import add_json_option, print_json
from cantor.cli.plain import add_set_option
from cantor.cli.progress import counting, log_lines
from cantor.training.shipped import recipe_file

if TYPE_CHECKING:
    from cantor.training.source import Told
    from cantor.training.trainer import Observer, StepReport, Trainer


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.add_argument("recipe", type=recipe_file, help="a name, such as folds-minilm, or a TOML file")
    parser.add_argument(
        "--folder", type=Path, metavar="FOLDER", help="where it goes; runs/RECIPE unless given"
    )
    add_set_option(parser)
    parser.add_argument("--seed", type=int, help="the same as --set training.seed=…")
    parser.add_argument("--hours", type=float, help="pause after so long; running again goes on")
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    from dataclasses import asdict

    from cantor.training.recipe import Recipe
    from cantor.training.trainer import Trainer

    settings = list(args.set)
    settings += [f"training.seed={args.seed}"] if args.seed is not None else []
    settings += [f"training.max_hours={args.hours}"] if args.hours is not None else []
    recipe = Recipe.from_file(args.recipe, settings)
    folder = args.folder or Path("runs") / args.recipe.stem
    looked = _tell("{:,} of {:,} shards are looked through")
    judged = _tell("{:,} of {:,} batches are judged by the first model")
    trainer = Trainer(recipe, folder, looked, judged)
    if trainer.is_main:
        _say_what_trains(trainer)
    progress = trainer.run(_observer(trainer))
    if not trainer.is_main:
        return
    if args.json:
        print_json({"run": str(folder), "model": str(folder / "best"), **asdict(progress)})
    elif progress.best is None:
        print(f"{folder / 'best'}: no dev data, so the last model, of step {progress.best_step}")
    else:
        measure = trainer.task.measure.replace("_", " ")
        print(f"{folder / 'best'}: dev {measure} {progress.best:.4f} at step {progress.best_step}")


def _tell(said: str) -> "Told":
    """Of several processes, the first one tells."""
    return counting(f"cantor: {said}") if os.environ.get("RANK", "0") == "0" else lambda done, total: None


def _say_what_trains(trainer: "Trainer") -> None:
    """How many problems, and what was left out and why."""
    print(
        f"cantor: {trainer.source.count:,} problems to train on, {len(trainer.dev):,} to choose by, "
        f"{trainer.steps:,} steps at most; {trainer.progress.step:,} are done",
        file=sys.stderr,
    )
    if mastered := trainer.source.about.get("mastered_problems"):
        print(
            f"cantor: {mastered:,} of them the first model has mastered; each epoch has "
            f"{trainer.recipe.data.mastered_share:.0%} of these",
            file=sys.stderr,
        )
    left_out = trainer.source.left_out.most_common()
    for reason, count in left_out[:8]:
        print(f"cantor: left out {count:,}: {reason}", file=sys.stderr)
    if len(left_out) > 8:
        rest = sum(count for _, count in left_out[8:])
        print(
            f"cantor: left out {rest:,} for {len(left_out) - 8} other reasons, see run.json", file=sys.stderr
        )


def _observer(trainer: "Trainer") -> "Observer":
    if not trainer.is_main:
        return lambda report: None
    return _bar(trainer) if sys.stderr.isatty() else log_lines()


def _bar(trainer: "Trainer") -> "Observer":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("epoch {task.fields[epoch]}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("loss {task.fields[loss]:.3f}  {task.fields[speed]:.1f}/s"),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=Console(stderr=True))
    task = bar.add_task("", total=trainer.steps, epoch=1, loss=0.0, speed=0.0)
    bar.start()

    def show(report: "StepReport") -> None:
        bar.update(
            task,
            completed=report.step,
            total=max(report.step, round(report.step / max(report.part, 1e-9))),
            epoch=report.epoch + 1,
            loss=report.loss,
            speed=report.problems_per_second,
        )
        if report.part >= 1:
            bar.stop()

    return show
