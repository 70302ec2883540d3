"""An equation as a standalone, accessible SVG picture that follows the reader's light or dark mode."""

from collections.abc import Sequence

from cantor.equation.errors import GraphTooLarge
from cantor.equation.graph import Equation
from cantor.equation.operators import Value
from cantor.equation.render.drawing import at, document, label, left_half, number, path, tip
from cantor.equation.render.infix_text import infix
from cantor.equation.render.layout import FONT_SIZE, Box, layout
from cantor.equation.render.placing import Line
from cantor.equation.render.steps_in_words import words

#: Longer equations are summed up rather than told step by step in the description.
_TOLD_STEPS = 40

# Plain classes, not CSS variables: many SVG viewers outside browsers know only the former.
_STYLE = f"""
.cq text {{ font: 500 {FONT_SIZE}px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  text-anchor: middle; dominant-baseline: central; font-variant-numeric: tabular-nums; }}
.cq .line {{ fill: none; stroke: #94a3b8; stroke-width: 1.75; stroke-linecap: round; }}
.cq .box {{ fill: #ffffff; stroke: #a5b4fc; stroke-width: 1.5; }}
.cq .badge {{ fill: #4f46e5; }} .cq text.symbol {{ fill: #ffffff; font-weight: 600; }}
.cq text.sign {{ font-size: 20px; }}
.cq text.value {{ fill: #1e1b4b; }}
.cq .root .box {{ stroke: #4f46e5; stroke-width: 2.5; }} .cq .root text.value {{ font-weight: 700; }}
.cq .failed .box {{ stroke: #f87171; }} .cq .failed .badge {{ fill: #dc2626; }}
.cq .failed text.value {{ fill: #b91c1c; font-style: italic; }}
.cq .number .pill {{ fill: #e0f2fe; stroke: #7dd3fc; stroke-width: 1.5; }}
.cq .number text {{ fill: #0c4a6e; }}
.cq .constant .pill {{ fill: #f8fafc; stroke: #94a3b8; stroke-width: 1.5; stroke-dasharray: 4 3; }}
.cq .constant text {{ fill: #334155; }}
.cq text.order {{ fill: #64748b; font-size: 11px; }}
@media (prefers-color-scheme: dark) {{
.cq .line {{ stroke: #64748b; }}
.cq .box {{ fill: #1e1b4b; stroke: #6366f1; }}
.cq .badge {{ fill: #818cf8; }} .cq text.symbol {{ fill: #0f0d2e; }}
.cq text.value {{ fill: #e0e7ff; }}
.cq .root .box {{ stroke: #a5b4fc; }}
.cq .failed .box {{ stroke: #f87171; }} .cq .failed .badge {{ fill: #f87171; }}
.cq .failed text.value {{ fill: #fecaca; }}
.cq .number .pill {{ fill: #0c3550; stroke: #0284c7; }} .cq .number text {{ fill: #e0f2fe; }}
.cq .constant .pill {{ fill: #1e293b; stroke: #64748b; }} .cq .constant text {{ fill: #e2e8f0; }}
.cq text.order {{ fill: #94a3b8; }}
}}"""


def svg(equation: Equation, numbers: Sequence[Value] | None = None, *, title: str | None = None) -> str:
    """The equation with its root on top; with `numbers`, each step shows its value."""
    plan = layout(equation, numbers)
    body = [_line(line, plan.boxes[line.source].x) for line in plan.lines]
    body += [_box(box, root=i == 0) for i, box in enumerate(plan.boxes)]
    heading = title if title is not None else _heading(equation, numbers)
    return document(
        "cq", plan.width, plan.height, body, heading, _description(equation, numbers), style=_STYLE
    )


def _heading(equation: Equation, numbers: Sequence[Value] | None) -> str:
    try:
        text = infix(equation, numbers)
    except GraphTooLarge:
        text = ""
    return text if 0 < len(text) <= 200 else f"An equation of {len(equation):,} steps"


def _description(equation: Equation, numbers: Sequence[Value] | None) -> str:
    if len(equation) > _TOLD_STEPS:
        return f"A graph of {len(equation):,} steps over {len(equation.numbers):,} numbers."
    return " ".join(f"{line}." for line in words(equation, numbers))


def _line(line: Line, middle: float) -> str:
    drawn = f'<path class="line" d="{path(line.points)}"/>'
    if line.order is None:
        return drawn
    x, y = line.points[0]
    aside = 6 if x < middle else -6  # inside, since lines bend outwards
    return drawn + label("order", str(line.order), x + aside, y + 9)


def _box(box: Box, root: bool) -> str:
    left, top = box.x - box.width / 2, box.y - box.height / 2
    classes = box.kind + " failed" * box.failed + " root" * root
    hint = tip(box.full) if box.full != box.text else ""
    frame = f'{at(left, top)} width="{number(box.width)}" height="{number(box.height)}"'
    if box.kind != "step":
        shape = f'<rect class="pill" {frame} rx="{number(box.height / 2)}"/>'
        return f'<g class="{classes}">{hint}{shape}{label("", box.text, box.x, box.y)}</g>'
    middle = left + box.symbol_width / 2
    style = "symbol sign" if len(box.symbol) == 1 else "symbol"
    symbol = label(style, box.symbol, middle, box.y + 4 * (box.symbol == "^"))  # a caret sits high
    shape = f'<rect class="box" {frame} rx="10"/>'
    if not box.text:
        badge = f'<rect class="badge" {frame} rx="10"/>'
        return f'<g class="{classes}">{hint}{shape}{badge}{symbol}</g>'
    badge = f'<path class="badge" d="{left_half(left, top, box.symbol_width, box.height)}"/>'
    value = label("value", box.text, (left + box.symbol_width + box.x + box.width / 2) / 2, box.y)
    return f'<g class="{classes}">{hint}{shape}{badge}{symbol}{value}</g>'
