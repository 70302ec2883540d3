"""An equation as a standalone, accessible SVG picture that follows the reader's light or dark mode."""

import hashlib
from collections.abc import Sequence
from xml.sax.saxutils import escape

from cantor.equation.errors import GraphTooLarge
from cantor.equation.graph import Equation
from cantor.equation.operators import Value
from cantor.equation.render.infix_text import infix
from cantor.equation.render.layout import FONT_SIZE, Box, Layout, Line, layout
from cantor.equation.render.steps_in_words import words

_NOT_XML = dict.fromkeys(set(range(32)) - {9, 10})

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
    return _document(plan, body, _text(heading), _text(_description(equation, numbers)))


def _document(plan: Layout, body: Sequence[str], heading: str, description: str) -> str:
    content = "\n".join(body)
    # Two pictures on one page must not share ids, and the same picture must come out the same
    name = "cq" + hashlib.sha256((content + heading).encode("utf-8", "replace")).hexdigest()[:10]
    width, height = _number(plan.width), _number(plan.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="cq" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" aria-labelledby="{name}-t {name}-d">\n'
        f'<title id="{name}-t">{heading}</title>\n<desc id="{name}-d">{description}</desc>\n'
        f"<style>{_STYLE}\n</style>\n{content}\n</svg>\n"
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
    (x, y), *rest = line.points
    path = f"M{_number(x)} {_number(y)}"
    start = (x, y)
    for i, (to_x, to_y) in enumerate(rest):
        if i % 2:  # straight down past a row of boxes
            path += f"V{_number(to_y)}"
        else:
            half = _number((y + to_y) / 2)
            path += f"C{_number(x)} {half} {_number(to_x)} {half} {_number(to_x)} {_number(to_y)}"
        x, y = to_x, to_y
    drawn = f'<path class="line" d="{path}"/>'
    if line.order is None:
        return drawn
    aside = 6 if start[0] < middle else -6  # inside, since lines bend outwards
    return drawn + _label("order", str(line.order), start[0] + aside, start[1] + 9)


def _box(box: Box, root: bool) -> str:
    left, top = box.x - box.width / 2, box.y - box.height / 2
    classes = box.kind + " failed" * box.failed + " root" * root
    tip = f"<title>{_text(box.full)}</title>" if box.full != box.text else ""
    frame = f'{_place(left, top)} width="{_number(box.width)}" height="{_number(box.height)}"'
    if box.kind != "step":
        shape = f'<rect class="pill" {frame} rx="{_number(box.height / 2)}"/>'
        return f'<g class="{classes}">{tip}{shape}{_label("", box.text, box.x, box.y)}</g>'
    middle = left + box.symbol_width / 2
    style = "symbol sign" if len(box.symbol) == 1 else "symbol"
    symbol = _label(style, box.symbol, middle, box.y + 4 * (box.symbol == "^"))  # a caret sits high
    shape = f'<rect class="box" {frame} rx="10"/>'
    if not box.text:
        badge = f'<rect class="badge" {frame} rx="10"/>'
        return f'<g class="{classes}">{tip}{shape}{badge}{symbol}</g>'
    badge = f'<path class="badge" d="{_left_half(left, top, box.symbol_width, box.height)}"/>'
    value = _label("value", box.text, (left + box.symbol_width + box.x + box.width / 2) / 2, box.y)
    return f'<g class="{classes}">{tip}{shape}{badge}{symbol}{value}</g>'


def _left_half(left: float, top: float, width: float, height: float) -> str:
    """A rectangle with its left corners rounded."""
    return (
        f"M{_number(left + width)} {_number(top)}H{_number(left + 10)}a10 10 0 0 0-10 10"
        f"v{_number(height - 20)}a10 10 0 0 0 10 10H{_number(left + width)}z"
    )


def _label(style: str, text: str, x: float, y: float) -> str:
    style = f' class="{style}"' if style else ""
    return f"<text{style} {_place(x, y)}>{_text(text)}</text>"


def _place(x: float, y: float) -> str:
    return f'x="{_number(x)}" y="{_number(y)}"'


def _number(x: float) -> str:
    return f"{x:.2f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    """Escaped, without the control characters and surrogates that XML does not allow."""
    return escape("".join(c for c in text if c.isprintable() or c.isspace()).translate(_NOT_XML))
