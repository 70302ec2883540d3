"""A comparison as one HTML file: figures, plots, breakdowns, and what each system answered to a sample."""

from collections.abc import Sequence
from html import escape
from typing import Any

from cantor.evaluation.shell import Listing, asset, report
from cantor.evaluation.texts import equation_text, marked_pieces, value_text
from cantor.experiments.comparison_recipe import CANTOR
from cantor.experiments.figures import Comparison
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
from cantor.experiments.report.plot import Point, scatter

#: Which times a plot shows, and what it says of them.
PLOTS = {
    "decoder_s": ("Decoder alone", "problems a second from the encoder's output (log scale)"),
    "total_s": ("Whole system", "problems a second from text to answer (log scale)"),
}
_TEXT_COLUMNS = {"system", "95 % interval", "on"}
_OUTCOMES = {
    "all": "all",
    "split": "systems disagree",
    "only": "only CANTOR is right",
    "missed": "CANTOR is wrong, another right",
    "none": "nobody is right",
    "every": "everybody is right",
}


def page(comparison: Comparison, found: dict[str, Any]) -> str:
    """The whole file; `found` are the figures of the comparison."""
    remarks = "".join(f"<p>{escape(note)}</p>" for note in notes(found))
    shown = (
        f'<div class="panel main"><div class="scroll">{_main_table(found)}</div>'
        f'<div class="remarks">{remarks}</div></div>\n'
        f"{_leads(found)}\n"
        f"{_failed(found['failed'])}\n"
        f'<div class="panels plots">{"".join(_plot(key, found) for key in PLOTS)}</div>\n'
        f"{_breakdowns(found)}"
    )
    data = {"systems": ranked(found), "rows": _rows(comparison, ranked(found))}
    return report(
        title(found),
        described(found),
        shown,
        Listing("Problems", "Problem by problem", _OUTCOMES, data),
        script=asset("cantor.experiments.report", "compare.js"),
        style=asset("cantor.experiments.report", "compare.css"),
        command=found["command"],
    )


# Figures


def points(found: dict[str, Any], key: str) -> list[Point]:
    """Every system whose time of this kind is known."""
    batch = (found["speed"]["settings"] or {}).get("batch", 32)
    found_points = []
    for name, system in found["systems"].items():
        if system[key]:
            low, high = system["interval"]
            speed, accuracy = batch / system[key], system["value_accuracy"]
            found_points.append(Point(name, speed, accuracy, low, high, own=name == CANTOR))
    return found_points


def _plot(key: str, found: dict[str, Any]) -> str:
    heading, across = PLOTS[key]
    drawn = scatter(points(found, key), across)
    return f'<div class="panel"><h3>{escape(heading)}</h3>{drawn}</div>' if drawn else ""


def _main_table(found: dict[str, Any]) -> str:
    return _table(COLUMNS, [row(name, found) for name in ranked(found)])


def _leads(found: dict[str, Any]) -> str:
    if not (rows := leads(found)):
        return ""
    return (
        f"<h2>Against CANTOR</h2><p class='hint'>{escape(LEADS_SAID)}</p>"
        f'<div class="panel wide-table"><div class="scroll">{_table(LEADS, rows)}</div></div>'
    )


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th{_numeric(column)}>{escape(column)}</th>" for column in columns)
    body = []
    for cells in rows:
        of_row = zip(columns, cells, strict=True)
        filled = "".join(f"<td{_numeric(column)}>{escape(cell)}</td>" for column, cell in of_row)
        body.append(f"<tr{_own(cells[0])}>{filled}</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"


def _numeric(column: str) -> str:
    return "" if column in _TEXT_COLUMNS else ' class="n"'


def _own(name: str) -> str:
    return ' class="own"' if name == CANTOR else ""


def _failed(failed: dict[str, str]) -> str:
    if not failed:
        return ""
    items = "".join(f"<li><b>{escape(name)}</b> {escape(reason)}</li>" for name, reason in failed.items())
    return f'<section class="panel failed"><h3>Not compared</h3><ul>{items}</ul></section>'


def _breakdowns(found: dict[str, Any]) -> str:
    """One table for all kinds, so that a system's column is the same in each."""
    names, tables = ranked(found), breakdowns(found)
    if not tables:
        return ""
    head = "".join(f'<th class="n{" own" * (name == CANTOR)}">{escape(name)}</th>' for name in names)
    body = []
    for kind, rows in tables.items():
        body.append(
            f'<tr class="kind"><th colspan="{2 + len(names)}" scope="rowgroup">{escape(kind)}</th></tr>'
        )
        body += [_group(names, *row) for row in rows]
    return (
        "<h2>Breakdowns</h2><p class='hint'>Value accuracy in percent, mean over seeds; the best of each row "
        'stands out.</p><div class="panel wide-table"><div class="scroll"><table><thead><tr><th></th>'
        f'<th class="n">problems</th>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div></div>'
    )


def _group(names: list[str], group: str, count: str, *accuracies: float | None) -> str:
    best = max((a for a in accuracies if a), default=None)  # nobody is best at nothing
    cells = []
    for name, accuracy in zip(names, accuracies, strict=True):
        style = "n" + " best" * (accuracy is not None and accuracy == best) + " own" * (name == CANTOR)
        cells.append(f'<td class="{style}">{share(accuracy)}</td>')
    return f'<tr><td>{escape(group)}</td><td class="n">{escape(count)}</td>{"".join(cells)}</tr>'


# Problems


def _rows(comparison: Comparison, names: list[str]) -> list[dict[str, Any]]:
    """The problems of the sample with what each system answered under its first seed; all of it text."""
    first = {name: comparison.of(name)[0] for name in names}
    rows = []
    for place, i in enumerate(comparison.test.sample):
        example = comparison.test.examples[i]
        pieces, elsewhere = marked_pieces(example.problem)
        answers = [first[name].shown[place] for name in names]
        pictures = [answer.picture for answer in answers if answer.picture]
        rows.append(
            {
                "id": example.id,
                "text": pieces,
                "elsewhere": elsewhere,
                "gold": "not labelled" if example.answer is None else value_text(example.answer),
                "goldEquation": ""
                if example.equation is None
                else equation_text(example.equation, example.problem.values),
                "answers": [
                    {
                        "answer": answer.answer,
                        "right": answer.right,
                        "five": answer.five,
                        "equation": answer.equation,
                        "steps": answer.steps,
                        "idle": answer.idle,
                        "said": answer.said,
                    }
                    for answer in answers
                ],
                "picture": pictures[0] if pictures else "",
            }
        )
    return rows
