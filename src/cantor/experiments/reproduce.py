"""The rows of a table of the paper as variants of one recipe, and the table beside the paper's figures."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import mean, stdev
from typing import Any

from cantor.experiments import reading
from cantor.experiments.paired import paired, told
from cantor.experiments.runs import Run, Trained
from cantor.experiments.tables import Row, Table
from cantor.model.config import READERS
from cantor.training.recipe import Recipe


def with_changes(recipe: Recipe, row: Row, encoder: str | None, seed: int, hours: float | None) -> Recipe:
    """A recipe with an encoder, a row's changes (which may be of its encoder), a seed and a limit of time."""
    raw = recipe.to_dict()
    if encoder is not None:
        raw["model"]["encoder"] = encoder
    for table, values in row.changes.items():
        raw[table] |= values
    raw["training"] |= {"seed": seed, "max_hours": hours}
    return Recipe.from_dict(raw)


def variants(table: Table, recipe: Recipe, encoder: str | None, hours: float | None) -> list[Trained]:
    """One for each row; `hours` limits the training of each run."""
    return [_trained(row, recipe, encoder, hours) for row in table.rows]


def _trained(row: Row, recipe: Recipe, encoder: str | None, hours: float | None) -> Trained:
    reads = with_changes(recipe, row, encoder, 0, hours).model.system in READERS
    return Trained(
        row.name,
        row.slug,
        lambda seed: with_changes(recipe, row, encoder, seed, hours),
        reading.evaluated if reads else None,
    )


#: How far a row is ahead of each other, as `paired` says it.
Differences = Mapping[str, Mapping[str, Any]]
_NONE: Differences = {}

#: What there is by our inference as well, and the heads of its columns.
_OURS = {"value_accuracy": "ours: value", "value_at_5": "ours: value@5"}


def against(
    table: Table, results: Sequence[Run], parts: Sequence[Sequence[str]]
) -> dict[str, dict[str, Any]]:
    """The accuracy of the table's `first` row less that of each other, problem by problem, and of `parts`."""
    named = {row.name: [result for result in results if result.name == row.name] for row in table.rows}
    first = named.pop(table.first, [])
    found = {name: paired(first, runs, parts) for name, runs in named.items()}
    return {name: one for name, one in found.items() if one is not None}


def markdown(table: Table, results: Sequence[Run], command: str, ahead: Differences = _NONE) -> str:
    """The table with the paper's figures beside ours: mean and deviation over seeds, in percent.

    Then how far its `first` row is `ahead` of each other, and where the table has a breakdown, each group of
    each row.
    """
    source = "" if table.source == "ours" else f" ({table.source} of the paper)"
    lines = [f"### {table.title}{source}", "", f"`{command}`", ""]
    columns = _columns(row.paper for row in table.rows)
    twice = any(result.figures.get("ours") for result in results)
    header = ["method", *(title for _, title in table.measures), *(_OURS.values() if twice else ())]
    header += ["seeds", "hours"]
    lines += _head([*header, *(f"paper {column}" for column in columns), "alone"])
    for row in table.rows:
        mine = [result for result in results if result.name == row.name]
        cells = [row.name]
        for key, _ in table.measures:
            cells.append(_spread([100 * result.figures[key] for result in mine]))
        if twice:
            ours = [result.figures["ours"] for result in mine if result.figures.get("ours")]
            cells += [_spread([100 * one[key] for one in ours]) for key in _OURS]
        cells += [str(len(mine)), f"{sum(result.hours for result in mine):.2f}"]
        cells += [str(row.paper.get(column, "–")) for column in columns]
        lines.append(_line([*cells, f"`--row {row.slug}`"]))
    if ahead:
        lines += ["", *_differences(table.first, ahead)]
    if len({name for result in results for name in result.by_data}) > 1:
        lines += ["", *_by_split(table, results)]
    if table.breakdown is not None:
        lines += ["", *_by_groups(table, table.breakdown, results)]
    return "\n".join(lines) + "\n"


def _differences(first: str, ahead: Differences) -> list[str]:
    lines = _head(["method", "problems", f"{first} is ahead by", "by our inference", "right by one alone"])
    for name, whole in ahead.items():
        for part, one in ({"all": whole} | whole.get("parts", {})).items():
            only = f"{one['only_first']:,.1f} / {one['only_this']:,.1f}"
            lines.append(_line([name, part, told(one), told(one["ours"]) if "ours" in one else "–", only]))
    return lines


def _by_split(table: Table, results: Sequence[Run]) -> list[str]:
    lines = _head(["method", "split", "problems", *(title for _, title in table.measures)])
    for row in table.rows:
        mine = [result.by_data for result in results if result.name == row.name]
        for split in mine[0] if mine else ():
            found = [splits[split] for splits in mine]
            cells = [row.name, split, f"{found[0]['count']:,}"]
            cells += [_spread([100 * figures[key] for figures in found]) for key, _ in table.measures]
            lines.append(_line(cells))
    return lines


def _by_groups(table: Table, kind: str, results: Sequence[Run]) -> list[str]:
    columns = _columns(figures for row in table.rows for figures in row.groups.values())
    measures = [(key, title) for key, title in table.measures if key != "value_at_5"]
    twice = any("breakdowns" in result.figures.get("ours", {}) for result in results)
    header = ["method", kind, "problems", *(title for _, title in measures), *(["ours: value"] * twice)]
    lines = _head([*header, *(f"paper {column}" for column in columns)])
    for row in table.rows:
        mine = [result.figures["breakdowns"][kind] for result in results if result.name == row.name]
        ours = [
            result.figures["ours"]["breakdowns"][kind]
            for result in results
            if result.name == row.name and "breakdowns" in result.figures.get("ours", {})
        ]
        for group in sorted({*row.groups, *(name for groups in mine for name in groups)}):
            found = [groups[group] for groups in mine if group in groups]
            counts = sorted({figures["count"] for figures in found})
            cells = [row.name, group, " / ".join(f"{count:,}" for count in counts) or "–"]
            for key, _ in measures:
                cells.append(_spread([100 * figures[key] for figures in found]))
            if twice:
                cells.append(_spread([100 * of[group]["value_accuracy"] for of in ours if group in of]))
            cells += [str(row.groups.get(group, {}).get(column, "–")) for column in columns]
            lines.append(_line(cells))
    return lines


def _columns(of: Iterable[Mapping[str, float]]) -> list[str]:
    """What the paper reports anywhere, in the order in which it first does."""
    return list(dict.fromkeys(column for figures in of for column in figures))


def _head(cells: Sequence[str]) -> list[str]:
    return [_line(cells), f"|{'---|' * len(cells)}"]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _spread(values: Sequence[float]) -> str:
    if not values:
        return "–"
    return f"{mean(values):.1f}" + (f" ± {stdev(values):.1f}" if len(values) > 1 else "")
