"""A comparison as Markdown."""

from collections.abc import Sequence
from typing import Any

from cantor.experiments.report.cells import (
    COLUMNS,
    LEADS,
    LEADS_SAID,
    breakdowns,
    described,
    leads,
    notes,
    ranked,
    row,
    share,
    title,
)

PLOT = "comparison.svg"


def markdown(found: dict[str, Any]) -> str:
    """`found` as in `cantor compare --json`."""
    lines = [f"# {title(found)}", "", f"`{found['command']}`", ""]
    lines += [f"- {name}: {said}" for name, said in described(found).items()]
    lines += ["", *_table(COLUMNS, [row(name, found) for name in ranked(found)]), ""]
    lines += [f"{note}" for note in notes(found)]
    if sum(system["decoder_s"] is not None for system in found["systems"].values()) > 1:
        lines += ["", f"![accuracy against speed]({PLOT})"]
    if ahead := leads(found):
        lines += ["", "## Against CANTOR", "", LEADS_SAID, "", *_table(LEADS, ahead)]
    if found["failed"]:
        lines += ["", "## Not compared", ""]
        lines += [f"- `{name}`: {' '.join(reason.split())}" for name, reason in found["failed"].items()]
    tables = breakdowns(found)
    if tables:
        lines += ["", "## Breakdowns", "", "Value accuracy in percent, mean over seeds.", ""]
    for kind, rows in tables.items():
        header = [kind, "problems", *ranked(found)]
        lines += [f"### By {kind}", "", *_table(header, [[*r[:2], *map(share, r[2:])] for r in rows]), ""]
    return "\n".join(lines).rstrip() + "\n"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}"]
    return lines + [f"| {' | '.join(map(_cell, cells))} |" for cells in rows]


def _cell(text: str) -> str:
    return " ".join(text.replace("|", r"\|").split())
