"""Train and evaluate what a table of the paper needs, and write it beside the paper's figures."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from tokenizers import Tokenizer

from cantor.evaluation.predict import predict
from cantor.evaluation.report import report
from cantor.model.systems import System
from cantor.training.batches import examples, seen
from cantor.training.loop import Observer
from cantor.training.recipe import DataRecipe, Recipe
from cantor.training.runs import Figures, finished
from cantor.training.tables import Row, Table


@dataclass(frozen=True, slots=True)
class Result:
    """One trained and evaluated run of a table."""

    row: str
    seed: int
    figures: dict[str, Any]
    hours: float


def with_changes(recipe: Recipe, row: Row, encoder: str | None, seed: int, hours: float | None) -> Recipe:
    """A recipe with a row's changes, an encoder, a seed and a limit of time."""
    raw = recipe.to_dict()
    for table, values in row.changes.items():
        raw[table] |= values
    if encoder is not None:
        raw["model"]["encoder"] = encoder
    raw["training"] |= {"seed": seed, "max_hours": hours}
    return Recipe.from_dict(raw)


def reproduce(
    table: Table,
    recipe: Recipe,
    test: Sequence[str],
    folder: Path,
    *,
    encoder: str | None = None,
    seeds: Sequence[int] = (0,),
    hours: float | None = None,
    observer: Callable[[str], Observer] = lambda name: lambda report: None,
) -> Iterator[Result]:
    """Each row under each seed, resumable: a finished run is read back, an unfinished one goes on.

    `hours` is the budget of the whole table, shared equally; `test` the splits to evaluate on.
    """
    share = None if hours is None else hours / (len(table.rows) * len(seeds))
    for seed in seeds:  # the outer loop, so that an unfinished table is one with fewer seeds
        for row in table.rows:
            changed = with_changes(recipe, row, encoder, seed, share)

            def evaluate(model: System, tokenizer: Tokenizer, data: DataRecipe = changed.data) -> Figures:
                predictions = predict(model, tokenizer, examples(test, data.policy), k=5)
                return {"figures": report(predictions, seen(data.train, data.policy))}

            run, name = folder / f"{row.slug}-{seed}", f"{row.name}, seed {seed}"
            saved = finished(changed, run, {"test": list(test)}, evaluate, observer(name))
            yield Result(row.name, seed, saved["figures"], saved["hours"])


def markdown(table: Table, results: Sequence[Result], command: str) -> str:
    """The table with the paper's figures beside ours: mean and deviation over seeds, in percent."""
    paper_columns = sorted({column for row in table.rows for column in row.paper})
    groups = _groups(table, results)
    header = [
        "method",
        "value",
        "value@5",
        "equation",
        "seeds",
        "hours",
        *(f"{table.breakdown} {group}" for group in groups),
        *(f"paper {c}" for c in paper_columns),
        "alone",
    ]
    lines = [f"### {table.title}", "", f"`{command}`", ""]
    lines += [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}"]
    for row in table.rows:
        mine = [result for result in results if result.row == row.name]
        cells = [row.name]
        for key in ("value_accuracy", "value_at_5", "equation_accuracy"):
            cells.append(_spread([100 * result.figures[key] for result in mine]))
        cells += [str(len(mine)), f"{sum(result.hours for result in mine):.2f}"]
        for group in groups:
            found = [result.figures["breakdowns"][table.breakdown].get(group) for result in mine]
            cells.append(_spread([100 * figures["value_accuracy"] for figures in found if figures]))
        cells += [str(row.paper.get(column, "–")) for column in paper_columns]
        cells.append(f"`--row {row.slug}`")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _groups(table: Table, results: Sequence[Result]) -> list[str]:
    if table.breakdown is None:
        return []
    return sorted({group for result in results for group in result.figures["breakdowns"][table.breakdown]})


def _spread(values: Sequence[float]) -> str:
    if not values:
        return "–"
    return f"{mean(values):.1f}" + (f" ± {stdev(values):.1f}" if len(values) > 1 else "")
