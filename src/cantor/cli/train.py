"""`cantor train RECIPE`: train a model, or go on where a run stopped."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from cantor.cli.output import add_json_option, print_json


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.add_argument("recipe", type=Path, help="a TOML file, such as recipes/folds-minilm.toml")
    parser.add_argument(
        "--folder", type=Path, metavar="FOLDER", help="where it goes; runs/RECIPE unless given"
    )
    parser.add_argument("--seed", type=int, help="instead of the recipe's")
    parser.add_argument("--hours", type=float, help="stop after so long; running again goes on")
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    from dataclasses import asdict, replace

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from cantor.training.loop import StepReport, Trainer
    from cantor.training.recipe import Recipe

    recipe = Recipe.from_file(args.recipe)
    settings = recipe.training
    if args.seed is not None:
        settings = replace(settings, seed=args.seed)
    if args.hours is not None:
        settings = replace(settings, max_hours=args.hours)
    recipe = replace(recipe, training=settings)
    folder = args.folder or Path("runs") / args.recipe.stem
    trainer = Trainer(recipe, folder)
    columns = (
        TextColumn("epoch {task.fields[epoch]}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("loss {task.fields[loss]:.3f}  {task.fields[speed]:.1f}/s"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), disable=not trainer.is_main) as bar:
        task = bar.add_task("", total=trainer.steps, epoch=1, loss=0.0, speed=0.0)

        def show(report: StepReport) -> None:
            bar.update(
                task,
                completed=report.step,
                epoch=report.epoch + 1,
                loss=report.loss,
                speed=report.problems_per_second,
            )

        progress = trainer.run(show)
    if trainer.is_main:
        if args.json:
            print_json({"run": str(folder), "model": str(folder / "best"), **asdict(progress)})
        else:
            print(f"{folder / 'best'}: dev accuracy {progress.best:.4f} at step {progress.best_step}")
