"""`cantor reproduce TABLE`: a table of the paper, trained and set beside its figures; or a list of them."""

import argparse
import shlex
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cantor.cli.output import add_json_option, console, print_json, table
from cantor.cli.plain import add_results_option, add_set_option
from cantor.cli.progress import Progress
from cantor.errors import CantorError
from cantor.io.atomic import write_atomic
from cantor.training.shipped import recipe_file

if TYPE_CHECKING:
    from cantor.experiments.runs import Failure
    from cantor.experiments.tables import Table


def configure(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> None:
    parser.add_argument("table", nargs="?", help="such as mappings or graph-size; all are listed without one")
    parser.add_argument(
        "--recipe",
        type=recipe_file,
        metavar="RECIPE",
        help="what all rows share: a name or a TOML file (default folds-minilm; of drop and drop-num, their "
        "own)",
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
    add_results_option(parser)
    add_set_option(parser)
    add_json_option(parser)
    parser.set_defaults(run=run, command=shlex.join(["cantor", *arguments]))


def _with_row(whole: "Table", slug: str | None) -> "Table":
    rows = tuple(row for row in whole.rows if slug in (None, row.slug))
    if not rows:
        known = ", ".join(row.slug for row in whole.rows)
        raise CantorError(f"this table has no row {slug!r}; its rows are {known}")
    return replace(whole, rows=rows)


def _list(as_json: bool) -> None:
    """What there is to reproduce; needs no torch."""
    from cantor.experiments.tables import ELSEWHERE, TABLES

    if as_json:
        tables = {
            name: {"title": one.title, "source": one.source, "rows": len(one.rows), "hours": one.hours}
            for name, one in TABLES.items()
        }
        print_json(tables | {name: asdict(one) for name, one in ELSEWHERE.items()})
        return
    header = ("table", "title", "in the paper", "runs", "hours")
    rows = [
        (name, one.title, "–" if one.source == "ours" else one.source, str(len(one.rows)), f"{one.hours:.1f}")
        for name, one in TABLES.items()
    ]
    rows += [(name, one.title, one.source, "", f"{one.hours:.1f}") for name, one in ELSEWHERE.items()]
    out = console()
    out.print(table(header, rows, numeric=header[3:]))
    out.say(
        "\nhours: about, with one seed, by recipes/folds-minilm.toml on two cores; larger recipes take longer"
    )


def run(args: argparse.Namespace) -> None:
    from cantor.experiments.tables import ELSEWHERE, MEASURES_OF_READERS, TABLES

    if args.table is None:
        _list(args.json)
        return
    if args.table in ELSEWHERE:
        raise CantorError(f"{args.table} has a command of its own: {ELSEWHERE[args.table].command}")
    if args.table not in TABLES:
        raise CantorError(f"there is no table {args.table!r}; known are {', '.join([*TABLES, *ELSEWHERE])}")
    from cantor.experiments.reproduce import against, markdown, variants
    from cantor.experiments.runs import Failure, Run, run_all
    from cantor.experiments.test_set import load_test
    from cantor.training.recipe import Recipe

    asked = _with_row(TABLES[args.table], args.row)
    own = args.recipe is None  # the table's own recipe, and where that is evaluated
    path = recipe_file(asked.recipe) if own else args.recipe
    recipe = Recipe.from_file(path, args.set)
    test = [args.test] if args.test else list((own and asked.test) or recipe.data.dev)
    if not test:
        raise CantorError(f"{path} names no dev split; say where to evaluate with --test")
    folder = args.folder or Path("runs") / args.table
    reads = asked.measures == MEASURES_OF_READERS
    share = None if args.budget is None else args.budget / (len(asked.rows) * args.seeds)
    rows = variants(asked, recipe, args.encoder, share)
    runs: list[Run] = []
    failures: list[Failure] = []
    differences: dict[str, dict[str, Any]] = {}
    loaded = load_test(test, recipe.data, compare_with_training=not reads)
    for one in run_all(rows, range(args.seeds), loaded, folder, Progress()):
        if isinstance(one, Failure):
            failures.append(one)
            continue
        runs.append(one)
        # after each run, so that a table that is stopped half-way is there to read
        differences = against(asked, runs, loaded.parts(asked.breakdown))
        write_atomic(folder / "table.md", markdown(asked, runs, args.command, differences))
    if args.results:
        from cantor.experiments.results import entry, record

        by_row = [(row, [run for run in runs if run.name == row.name]) for row in asked.rows]
        record(
            args.results,
            [
                entry(
                    f"{args.table}: {row.name}",
                    path.stem,
                    args.command,
                    test,
                    mine,
                    row.paper,
                    differences.get(row.name),
                )
                for row, mine in by_row
                if mine
            ],
        )
    if not runs:
        raise CantorError("nothing was reproduced: " + "; ".join(f"{f.name}: {f.reason}" for f in failures))
    if args.json:
        found = [{key: getattr(run, key) for key in _KEYS} for run in runs]
        told = {"table": args.table, "test": test, "results": found, "failed": _reasons(failures)}
        print_json(told | {"first": asked.first, "against": differences})
    else:
        print(markdown(asked, runs, args.command, differences))
        for name, reason in _reasons(failures).items():
            print(f"not run: {name}: {reason}")


#: What `--json` tells of a run.
_KEYS = ("name", "seed", "figures", "by_data", "hours", "processor_hours", "tokens")


def _reasons(failures: "Sequence[Failure]") -> dict[str, str]:
    return {failure.name: failure.reason for failure in failures}
