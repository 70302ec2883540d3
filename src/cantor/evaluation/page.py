"""An evaluation as one HTML file to look through: figures, charts, and every prediction with its graph.

The file asks the network for nothing. Text of the data is escaped in what Python writes, and set as text by
the script; the page's security policy lets no other script run.
"""

import base64
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

import numpy as np

from cantor.data.numbers import same_value
from cantor.equation import Equation, GraphTooLarge, Value
from cantor.equation.render import words
from cantor.equation.render.values import about
from cantor.evaluation.charts import reliability, risk_coverage
from cantor.evaluation.judging import Judged
from cantor.problem import Problem
from cantor.solver.decoding import DecodedGraph, value_key
from cantor.solver.picture import STYLE, thought_svg

#: Longest value and equation in characters; a tower of powers has thousands of digits.
_LONGEST_VALUE, _LONGEST_EQUATION = 60, 400
_LONGEST_STEP = 400

#: So many roots of each graph are listed and drawn.
_BEST = 5


def page(
    judged: Sequence[Judged],
    figures: Mapping[str, Any],
    described: Mapping[str, str],
    done: Callable[[int], None] = lambda count: None,
) -> str:
    """The whole file.

    `figures` is the report of these predictions; `described` says what was evaluated, and how: "model",
    "data" and whatever else is of interest. `done` is told how many predictions have been drawn.
    """
    rows, pictures = [], []
    for count, one in enumerate(judged, start=1):
        rows.append(_row(one))
        pictures.append(_picture(one))
        done(count)
    heading = f"{described.get('model', 'A model')} on {described.get('data', 'its data')}"
    script = _asset("page.js")
    filled = Template(_asset("page.html")).substitute(
        title=escape(f"cantor: {heading}"),
        heading=escape(heading),
        about="".join(f"<div><dt>{escape(k)}</dt><dd>{escape(v)}</dd></div>" for k, v in described.items()),
        figures=_cards(figures),
        charts=_charts(figures["calibration"]),
        breakdowns="".join(_breakdown(kind, groups) for kind, groups in figures["breakdowns"].items()),
        selects="\n".join(_select(kind, groups) for kind, groups in figures["breakdowns"].items()),
        style=_asset("page.css"),
        picture_style=STYLE,
        rows=_json(rows),
        pictures=_json(pictures),
        script=script,
        script_hash="sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )
    return filled.encode("utf-8", "replace").decode("utf-8")  # half of a surrogate pair cannot be written


def _asset(name: str) -> str:
    return files("cantor.evaluation").joinpath("assets", name).read_text(encoding="utf-8")


def _json(value: object) -> str:
    """JSON that no HTML parser mistakes for a tag, whatever its strings hold."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


# Figures


def _percent(share: float) -> str:
    return f"{share:.1%}"


def _cards(figures: Mapping[str, Any]) -> str:
    low, high = figures["interval"]
    calibration = figures["calibration"]
    cards = [
        ("Value accuracy", _percent(figures["value_accuracy"]), f"95 % interval {low:.1%} to {high:.1%}"),
        ("Equation accuracy", _percent(figures["equation_accuracy"]), "agrees on other numbers too"),
        ("Val@5", _percent(figures["value_at_5"]), "right among the 5 best"),
        ("Edge F1", _percent(figures["edge_f1"]), "of gold and predicted graphs"),
        ("Calibration error", _percent(calibration["expected_error"]), "confidence against accuracy"),
        ("Problems", f"{figures['count']:,}", f"metric version {figures['metric_version']}"),
    ]
    return "".join(
        f"<div><span>{escape(name)}</span><b>{escape(value)}</b><small>{escape(note)}</small></div>"
        for name, value, note in cards
    )


def _charts(calibration: Mapping[str, Any]) -> str:
    charts = [
        (
            "Reliability",
            reliability(calibration["bins"]),
            "How often answers are right, by their confidence. On the dashed line, as often as they claim; "
            "larger points stand for more answers, with their 95 % interval.",
        ),
        (
            "Risk and coverage",
            risk_coverage(calibration["risk_coverage"]),
            "How many answers are wrong if only the most confident are given. Dashed: if all are given. "
            f"Mean over all shares: {_percent(calibration['risk_area'])}.",
        ),
    ]
    return "".join(
        f'<div class="panel"><h3>{title}</h3>{chart}<p>{escape(text)}</p></div>'
        for title, chart, text in charts
    )


def _breakdown(kind: str, groups: Mapping[str, Mapping[str, Any]]) -> str:
    if not groups:
        return ""
    rows = []
    for name, group in groups.items():
        said = escape(name)
        if len(groups) > 1:
            said = (
                f'<button type="button" class="group" data-kind="{escape(kind)}" data-group="{said}" '
                f'title="Show these predictions">{said}</button>'
            )
        value = group["value_accuracy"]
        rows.append(
            f'<tr><td>{said}</td><td class="n">{group["count"]:,}</td><td class="n">{_percent(value)}'
            f'<span class="bar"><i style="width:{100 * value:.1f}%"></i></span></td>'
            f'<td class="n">{_percent(group["equation_accuracy"])}</td></tr>'
        )
    head = "<th>group</th><th class='n'>problems</th><th class='n'>value</th><th class='n'>equation</th>"
    return (
        f'<div class="panel"><h3>By {escape(kind)}</h3><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _select(kind: str, groups: Mapping[str, Any]) -> str:
    if len(groups) < 2:
        return ""
    options = "".join(f'<option value="{escape(name)}">{escape(name)}</option>' for name in groups)
    name = escape(kind)
    return f'<label>{name} <select class="kind" name="{name}"><option value="">all</option>{options}</select></label>'


# Predictions


def _row(one: Judged) -> dict[str, Any]:
    """What the script shows of a prediction; all of it text."""
    prediction = one.prediction
    example, answers = prediction.example, prediction.answers[:_BEST]
    numbers = example.problem.values
    pieces, elsewhere = _pieces(example.problem)
    first = answers[0] if answers else None
    totals = _totals(prediction.graph, numbers)
    return {
        "id": example.id,
        "text": pieces,
        "elsewhere": elsewhere,
        "groups": one.groups,
        "right": one.right,
        "five": one.right_among_5,
        "same": one.same_equation,
        "confidence": round(one.confidence, 6),
        "gold": "not labelled" if example.answer is None else _shown(example.answer),
        "goldEquation": example.why_no_equation or "no equation"
        if example.equation is None
        else _written(example.equation, numbers),
        "answer": "no answer" if first is None else _shown(first.value),
        "equation": "" if first is None else _written(first.equation, numbers),
        "steps": [] if first is None else [_cut(s, _LONGEST_STEP) for s in words(first.equation, numbers)],
        "best": [
            [
                answer.root,
                _shown(answer.value),
                _written(answer.equation, numbers),
                round(float(np.exp(prediction.graph.root_score[answer.root])), 6),
                round(totals[None if answer.value is None else value_key(answer.value)], 6),
                same_value(answer.value, example.answer),
            ]
            for answer in answers
        ],
    }


def _picture(one: Judged) -> str:
    prediction = one.prediction
    answer = prediction.example.answer
    roots = [a.root for a in prediction.answers[:_BEST]] or prediction.graph.ranking()[:_BEST]
    numbers = prediction.example.problem.values
    return thought_svg(
        prediction.graph, numbers, roots, right=lambda value: same_value(value, answer), styled=False
    )


def _totals(graph: DecodedGraph, numbers: Sequence[Value]) -> dict[Value | None, float]:
    """The probability that the root is a vertex of some value."""
    totals: dict[Value | None, float] = {}
    for value, chance in zip(graph.values(numbers), np.exp(graph.root_score).tolist(), strict=True):
        key = None if value is None else value_key(value)
        totals[key] = min(1.0, totals.get(key, 0.0) + chance)
    return totals


def _pieces(problem: Problem) -> tuple[list[list[str]], str]:
    """The text in pieces, [text] or [text, name, value] of a number; and the numbers that are not in it."""
    pieces, end = [], 0
    elsewhere = []
    for i, number in sorted(enumerate(problem.numbers), key=lambda pair: pair[1].span):
        start, stop = number.span
        value = _shown(number.value)
        if start < end or stop <= start:
            elsewhere.append((i, f"n{i} = {value}"))
            continue
        if start > end:
            pieces.append([problem.text[end:start]])
        pieces.append([problem.text[start:stop], f"n{i}", value])
        end = stop
    if end < len(problem.text) or not pieces:
        pieces.append([problem.text[end:]])
    also = ", ".join(said for _, said in sorted(elsewhere))
    return pieces, f"not marked in the text: {also}" if also else ""


def _shown(value: Value | None) -> str:
    return "no value" if value is None else _cut(about(value), _LONGEST_VALUE)


def _written(equation: Equation, numbers: Sequence[Value]) -> str:
    try:
        return _cut(equation.infix(numbers), _LONGEST_EQUATION)
    except GraphTooLarge:
        return f"an equation of {len(equation):,} steps"


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
