"""`cantor reproduce TABLE`: a table of the paper, trained, evaluated and set beside its figures."""

import argparse
import shlex
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cantor.cli.output import add_json_option, print_json, write_over
from cantor.errors import CantorError

if TYPE_CHECKING:
    from cantor.training.tables import Table


def configure(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> None:
    parser.add_argument("table", help="such as mappings or graph-size; a wrong name lists all")
    parser.add_argument(
        "--recipe", type=Path, default=Path("recipes/folds-minilm.toml"), help="what all rows share"
    )
    parser.add_argument(
        "--test", metavar="SPLIT", help="where to evaluate; the recipe's dev splits unless given"
    )
    parser.add_argument("--encoder", help="instead of the recipe's")
    parser.add_argument(
        "--budget", type=float, metavar="HOURS", help="for the whole table; no limit unless given"
    )
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="how many seeds for each row")
    parser.add_argument("--folder", type=Path, help="runs/TABLE unless given")
    parser.add_argument("--row", metavar="NAME", help="only this row, such as exact-mml")
    add_json_option(parser)
    parser.set_defaults(run=run, command=shlex.join(["cantor", *arguments]))


def _with_row(table: "Table", slug: str | None) -> "Table":
    rows = tuple(row for row in table.rows if slug in (None, row.slug))
    if not rows:
        known = ", ".join(row.slug for row in table.rows)
        raise CantorError(f"this table has no row {slug!r}; its rows are {known}")
    return replace(table, rows=rows)


def run(args: argparse.Namespace) -> None:
    from cantor.training.loop import Observer, StepReport
    from cantor.training.recipe import Recipe
    from cantor.training.reproduce import Result, markdown, reproduce
    from cantor.training.tables import TABLES

    if args.table not in TABLES:
        raise CantorError(f"there is no table {args.table!r}; known are {', '.join(TABLES)}")
    recipe = Recipe.from_file(args.recipe)
    test = [args.test] if args.test else list(recipe.data.dev)
    if not test:
        raise CantorError(f"{args.recipe} names no dev split; say where to evaluate with --test")
    folder = args.folder or Path("runs") / args.table

    def observer(name: str) -> Observer:
        def show(report: StepReport) -> None:
            line = f"{name}: step {report.step}/{report.steps}, loss {report.loss:.3f}"
            write_over(line, last=report.step == report.steps)

        return show

    table = _with_row(TABLES[args.table], args.row)
    budget = {"encoder": args.encoder, "seeds": range(args.seeds), "hours": args.budget, "observer": observer}
    results: list[Result] = []
    for result in reproduce(table, recipe, test, folder, **budget):
        results.append(result)
        # after each run, so that a table that is stopped half-way is there to read
        (folder / "table.md").write_text(markdown(table, results, args.command), encoding="utf-8")
    if args.json:
        print_json({"table": args.table, "test": test, "results": [asdict(result) for result in results]})
    else:
        print(markdown(table, results, args.command))
