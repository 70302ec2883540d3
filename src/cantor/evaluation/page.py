"""An evaluation as one HTML file to look through: figures, charts, and every prediction with its graph."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from cantor.data.example import Example
from cantor.equation.closeness import same_value
from cantor.evaluation.charts import reliability, risk_coverage
from cantor.evaluation.scoring import Scored
from cantor.evaluation.shell import Listing, asset, options, report
from cantor.evaluation.texts import equation_text, marked_pieces, step_texts, value_text
from cantor.thought.picture import thought_svg

#: So many roots of each graph are listed and drawn.
_BEST = 5
_OUTCOMES = {
    "all": "all",
    "right": "right",
    "wrong": "wrong",
    "five": "right among 5 best",
    "missed": "wrong, but right among 5 best",
    "lucky": "right value, other equation",
}
_ORDERS = {"given": "as in the data", "sure": "most confident first", "unsure": "least confident first"}


def page(
    scored: Sequence[Scored],
    figures: Mapping[str, Any],
    described: Mapping[str, str],
    done: Callable[[int], None] = lambda count: None,
) -> str:
    """The whole file.

    `figures` is the report of these predictions; `described` says what was evaluated, and how: "model",
    "data" and whatever else is of interest. `done` is told how many predictions have been drawn.
    """
    rows, pictures = [], []
    for count, one in enumerate(scored, start=1):
        rows.append(_row(one))
        pictures.append(_picture(one))
        done(count)
    heading = f"{described.get('model', 'A model')} on {described.get('data', 'its data')}"
    tables = "".join(_breakdown(kind, groups) for kind, groups in figures["breakdowns"].items())
    shown = (
        f'<div class="figures">{_cards(figures)}</div>\n'
        f'<div class="panels">{_charts(figures["calibration"])}</div>\n'
        f'<h2>Breakdowns</h2>\n<div class="panels tables">{tables}</div>'
    )
    listing = Listing(
        "Predictions",
        "Predictions",
        _OUTCOMES,
        {"rows": rows, "pictures": pictures},
        order=f'<label>Sort <select id="order">\n{chr(10).join(options(_ORDERS))}\n</select></label>',
        groups=_selects(figures["breakdowns"]),
    )
    return report(heading, described, shown, listing, script=asset("cantor.evaluation", "page.js"))


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


def _selects(breakdowns: Mapping[str, Mapping[str, Any]]) -> str:
    """A choice among the groups of each breakdown that has several."""
    labels = []
    for kind, groups in breakdowns.items():
        if len(groups) > 1:
            kind, offered = escape(kind), "".join(options({"": "all"} | {name: name for name in groups}))
            labels.append(f'<label>{kind} <select class="kind" name="{kind}">{offered}</select></label>')
    joined = "\n".join(labels)
    if not joined:
        return ""
    return f'<details id="more"><summary>Groups</summary><div class="selects">{joined}</div></details>'


# Predictions


def _row(one: Scored) -> dict[str, Any]:
    """What the script shows of a prediction; all of it text."""
    prediction = one.prediction
    example, answers = prediction.example, prediction.answers[:_BEST]
    numbers, scores = example.problem.values, prediction.graph.root_score
    pieces, elsewhere = marked_pieces(example.problem)
    first = answers[0] if answers else None
    return {
        "id": example.id,
        "text": pieces,
        "elsewhere": elsewhere,
        "groups": one.groups,
        "right": one.right,
        "five": one.right_among_5,
        "same": one.same_equation,
        "confidence": round(one.confidence, 6),
        "gold": _gold(example),
        "goldEquation": example.why_no_equation or "no equation"
        if example.equation is None
        else equation_text(example.equation, numbers),
        "answer": "no answer" if first is None else prediction.choice or value_text(first.value),
        "equation": "" if first is None else equation_text(first.equation, numbers),
        "steps": [] if first is None else step_texts(first.equation, numbers),
        "best": [
            [
                answer.root,
                value_text(answer.value),
                equation_text(answer.equation, numbers),
                round(float(np.exp(scores[answer.root])), 6) if len(scores) else 0.0,
                answer.probability or 0.0,
                same_value(answer.value, example.answer),
            ]
            for answer in answers
        ],
    }


def _gold(example: Example) -> str:
    if example.answer is not None:
        return value_text(example.answer)
    return " or ".join(map(str, example.accepted)) or "not labelled"


def _picture(one: Scored) -> str:
    prediction = one.prediction
    answer = prediction.example.answer
    answers = prediction.answers[:_BEST]
    roots = [a.root for a in answers] or prediction.graph.ranking()[:_BEST]
    probabilities = [a.probability for a in answers] or None
    if not roots or not prediction.graph.steps:
        return ""  # a problem that was not thought about
    numbers = prediction.example.problem.values
    return thought_svg(
        prediction.graph,
        numbers,
        roots,
        probabilities,
        right=lambda value: same_value(value, answer),
        styled=False,
    )
