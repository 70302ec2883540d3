"""A graph of thoughts as a picture: its best roots, all that they stand on, and how probable each part is.

Needs neither torch nor a browser. Vertices of one value share a colour and a letter; what the best root does
not need is fainter.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf
from string import ascii_uppercase

from cantor.equation import Const, GraphTooLarge, Num, Ref, Step, Value, operator
from cantor.equation.render.drawing import at, document, label, left_half, number, path, right_half, tip
from cantor.equation.render.infix_text import infix
from cantor.equation.render.layout import CHARACTER, FONT_SIZE, short
from cantor.equation.render.placing import Line, Spacing, place
from cantor.equation.render.values import for_people, leaf, minus, shown, sign
from cantor.thought.answering import percent
from cantor.thought.decode import DecodedGraph
from cantor.thought.distinct import value_key

_HEIGHT, _LEAF_HEIGHT = 46.0, 28.0
_SPACING = Spacing(row=104.0, step_height=_HEIGHT, gap=14.0, bend_gap=20.0, port=40.0, numbered_port=50.0)
_SMALL = 11
_SMALL_CHARACTER = 0.62 * _SMALL
_BOLD = 0.7 * FONT_SIZE
_FLAG = 54.0  # what says that a vertex is a root, at its right
_CHIP_HEIGHT = 15.0

#: Colours that people of any colour vision tell apart (Okabe and Ito), and what can be read on each. The
#: first is for right values only. Values that stand alone, and those beyond the last colour, are grey.
_COLOURS = (
    ("#cc79a7", "#1f0715"),
    ("#56b4e9", "#04131f"),
    ("#e69f00", "#1f1400"),
    ("#009e73", "#00140d"),
    ("#f0e442", "#1c1a00"),
    ("#0072b2", "#ffffff"),
    ("#d55e00", "#1a0a00"),
)

_CLASSES = "\n".join(
    f".tg .c{i} .badge {{ fill: {fill}; }} .tg .c{i} .box {{ stroke: {fill}; }} "
    f".tg .c{i} .op, .tg .c{i} .share {{ fill: {text}; }}"
    for i, (fill, text) in enumerate(_COLOURS)
)

# Plain classes, not CSS variables: many SVG viewers outside browsers know only the former.
STYLE = f"""
.tg text {{ font: 500 {_SMALL}px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  text-anchor: middle; dominant-baseline: central; font-variant-numeric: tabular-nums; fill: #334155; }}
.tg .line {{ fill: none; stroke: #94a3b8; stroke-width: 1.25; stroke-linecap: round; }}
.tg .line.on {{ stroke: #1e293b; stroke-width: 2.5; }}
.tg .box {{ fill: #ffffff; stroke: #94a3b8; stroke-width: 1; }} .tg .on .box {{ stroke-width: 2.5; }}
.tg .badge {{ fill: #64748b; }} .tg .op, .tg .share {{ fill: #ffffff; font-weight: 600; }}
.tg .op {{ font-size: 13px; }} .tg .sign {{ font-size: 20px; }}
.tg .value {{ font-size: {FONT_SIZE}px; fill: #475569; }}
.tg .on .value {{ font-weight: 700; fill: #0f172a; }}
.tg .name {{ fill: #475569; }}
.tg .flag {{ fill: #e2e8f0; }} .tg .rank {{ fill: #334155; }}
.tg .chance {{ font-size: 13px; font-weight: 600; fill: #1e293b; }}
.tg .best .flag {{ fill: #0f172a; }} .tg .best .rank, .tg .best .chance {{ fill: #ffffff; }}
.tg .failed .box {{ stroke: #b91c1c; stroke-dasharray: 5 3; }}
.tg .failed .value {{ font-size: 13px; font-style: italic; fill: #b91c1c; }}
.tg .pill {{ fill: #f8fafc; stroke: #cbd5e1; }} .tg .on .pill {{ fill: #e2e8f0; stroke: #64748b; }}
.tg .leaf text {{ font-size: 13px; fill: #475569; }}
.tg .leaf.on text {{ font-weight: 700; fill: #0f172a; }}
.tg .constant .pill {{ stroke: #94a3b8; stroke-dasharray: 4 3; }}
.tg .chip rect {{ fill: #ffffff; stroke: #cbd5e1; }} .tg .chip text {{ fill: #64748b; }}
.tg .chip.on rect {{ stroke: #475569; }} .tg .chip.on text {{ fill: #0f172a; font-weight: 600; }}
{_CLASSES}
.tg .off .badge {{ fill-opacity: 0.3; }} .tg .off .box {{ stroke-opacity: 0.6; }}
.tg .off .op, .tg .off .share {{ fill: #334155; font-weight: 500; }}
@media (prefers-color-scheme: dark) {{
.tg text {{ fill: #cbd5e1; }}
.tg .line {{ stroke: #64748b; }} .tg .line.on {{ stroke: #f1f5f9; }}
.tg .box {{ fill: #0f172a; stroke: #64748b; }} .tg .badge {{ fill: #475569; }}
.tg .value {{ fill: #b6c2d3; }} .tg .on .value {{ fill: #ffffff; }} .tg .name {{ fill: #cbd5e1; }}
.tg .flag {{ fill: #334155; }} .tg .rank {{ fill: #e2e8f0; }} .tg .chance {{ fill: #f1f5f9; }}
.tg .best .flag {{ fill: #f8fafc; }} .tg .best .rank, .tg .best .chance {{ fill: #0f172a; }}
.tg .failed .box {{ stroke: #f87171; }} .tg .failed .value {{ fill: #fca5a5; }}
.tg .pill {{ fill: #0f172a; stroke: #475569; }} .tg .on .pill {{ fill: #334155; stroke: #94a3b8; }}
.tg .leaf text {{ fill: #b6c2d3; }} .tg .leaf.on text {{ fill: #ffffff; }}
.tg .chip rect {{ fill: #0f172a; stroke: #334155; }} .tg .chip text {{ fill: #94a3b8; }}
.tg .chip.on rect {{ stroke: #cbd5e1; }} .tg .chip.on text {{ fill: #ffffff; }}
{_CLASSES}
.tg .off .op, .tg .off .share {{ fill: #e2e8f0; }}
}}"""


@dataclass(frozen=True, slots=True)
class _Thought:
    """A vertex as it is drawn."""

    vertex: int
    symbol: str
    text: str  # its value
    full: str  # the same without abbreviation
    name: str  # its index, and the letter of its value
    style: str
    operator_chance: str
    rank: int | None = None  # among the roots, from 1
    root_chance: str = ""
    chosen: bool = False

    @property
    def badge_width(self) -> float:
        return max(42.0, len(self.symbol) * 0.62 * 13 + 16)

    @property
    def width(self) -> float:
        character = _BOLD if self.chosen else CHARACTER
        middle = max(len(self.text) * character, len(self.name) * _SMALL_CHARACTER) + 18
        return self.badge_width + max(70.0, middle) + (_FLAG if self.rank else 0.0)


@dataclass(frozen=True, slots=True)
class _Leaf:
    text: str
    full: str
    constant: bool
    chosen: bool

    @property
    def width(self) -> float:
        return max(34.0, len(self.text) * 0.62 * 13 + 20)


def thought_svg(
    graph: DecodedGraph,
    numbers: Sequence[Value],
    roots: Sequence[int],
    probabilities: Sequence[float | None] | None = None,
    *,
    right: Callable[[Value], bool] | None = None,
    title: str | None = None,
    styled: bool = True,
) -> str:
    """These roots of a graph, best first, with all their descendants; `numbers` are the problem's.

    `probabilities` are those of the roots as answers, as `Answering` gives them; without them, those that the
    network gives to each vertex as the root. `right` says which values answer the question, where that is
    known. Without its style, a picture needs `STYLE` in the page around it.
    """
    if not roots:
        raise ValueError("a picture needs a root: take those that `rank` found, or graph.ranking()[:5]")
    if probabilities is None:
        probabilities = [exp(min(0.0, float(graph.root_score[root]))) for root in roots]
    percents = {root: "" if p is None else percent(p) for root, p in zip(roots, probabilities, strict=True)}
    thoughts, leaves, children = _parts(graph, numbers, percents, right)
    drawn: list[_Thought | _Leaf] = [*thoughts, *leaves]
    sizes = [(t.width, _HEIGHT) for t in thoughts] + [(x.width, _LEAF_HEIGHT) for x in leaves]
    kinds = [operator(graph.steps[t.vertex].operator) for t in thoughts]
    ordered = [kind.arity > 1 and not kind.commutative for kind in kinds] + [False] * len(leaves)
    plan = place(sizes, children, range(len(roots)), ordered, _SPACING)
    lines = sorted(plan.lines, key=lambda line: drawn[line.source].chosen)  # the fainter below the others
    body = [_line(line, drawn[line.source].chosen) for line in lines]
    body += _chips(lines, drawn, graph)
    for x, centre in zip(drawn, plan.centres, strict=True):
        body.append(_thought(x, *centre) if isinstance(x, _Thought) else _pill(x, *centre))
    heading = title if title is not None else _heading(graph, roots)
    description = _description(graph, numbers, percents, thoughts)
    return document("tg", plan.width, plan.height, body, heading, description, STYLE if styled else "")


# What is drawn


def _parts(
    graph: DecodedGraph,
    numbers: Sequence[Value],
    roots: Mapping[int, str],
    right: Callable[[Value], bool] | None,
) -> tuple[list[_Thought], list[_Leaf], list[list[int]]]:
    """Thoughts (the roots first) and their leaves, one for each use; and which of them each one uses.

    `roots` have their probabilities as text.
    """
    ranks = {root: rank for rank, root in enumerate(roots, start=1)}
    vertices = list(ranks)
    for root in ranks:
        vertices += [v for v in reversed(graph.descendants(root)) if v not in vertices]
    chosen = set(graph.descendants(next(iter(roots))))
    found = graph.execution(numbers)
    values = {v: found[v] for v in vertices}
    marks = _marks(values, right)
    place_of = {v: i for i, v in enumerate(vertices)}
    thoughts: list[_Thought] = []
    leaves: list[_Leaf] = []
    children: list[list[int]] = []
    for v in vertices:
        value, step = values[v], graph.steps[v]
        full = "no value" if value is None else for_people(value)
        text = full if value is None else short(full, value)
        name, style = marks[v]
        thoughts.append(
            _Thought(
                v,
                sign(step.operator),
                text,
                full,
                name,
                style,
                "" if graph.operator_score is None else _chance(graph.operator_score[v]),
                ranks.get(v),
                roots.get(v, ""),
                v in chosen,
            )
        )
        below = []
        for operand in step.operands:
            if isinstance(operand, Ref):
                below.append(place_of[operand.index])
            else:
                below.append(len(vertices) + len(leaves))
                leaves.append(_leaf(operand, numbers, v in chosen))
        children.append(below)
    return thoughts, leaves, [*children, *([] for _ in leaves)]


def _marks(
    values: dict[int, Value | None], right: Callable[[Value], bool] | None
) -> dict[int, tuple[str, str]]:
    """Each vertex's name, such as "v3 B ✓", and its style: letters and colours are for values met twice."""
    keys = {v: None if value is None else value_key(value) for v, value in values.items()}
    counts = Counter(key for key in keys.values() if key is not None)
    letters: dict[Value, str] = {}
    colours: dict[Value, str] = {}
    marks = {}
    for v, key in keys.items():
        value = values[v]
        if key is None or value is None:
            marks[v] = f"v{v}", "failed"
            continue
        is_right = right is not None and right(value)
        if counts[key] > 1:
            letters.setdefault(key, _letter(len(letters)))
        if is_right:
            colours[key] = "c0"
        elif counts[key] > 1 and key not in colours:
            used = len({c for c in colours.values() if c != "c0"})
            colours[key] = f"c{used + 1}" if used + 1 < len(_COLOURS) else ""
        name = " ".join(filter(None, [f"v{v}", letters.get(key, ""), "✓" * is_right]))
        marks[v] = name, colours.get(key, "")
    return marks


def _letter(i: int) -> str:
    return ascii_uppercase[i] if i < len(ascii_uppercase) else f"A{i}"


def _leaf(operand: Num | Const, numbers: Sequence[Value], chosen: bool) -> _Leaf:
    full = minus(leaf(operand, numbers))
    if isinstance(operand, Const):
        return _Leaf(short(full, operand.value), full, True, chosen)
    known = operand.index < len(numbers)
    text = short(full, numbers[operand.index]) if known else full
    hint = f"n{operand.index} = {full}" if known else f"{full}, which is not there"
    return _Leaf(text, hint, False, chosen)


def _chance(score: float) -> str:
    return percent(exp(min(0.0, float(score))))


def _operand_chance(graph: DecodedGraph, vertex: int, place: int) -> str:
    return "" if graph.operand_score is None else _chance(graph.operand_score[place, vertex])


# How it is drawn


def _line(line: Line, chosen: bool) -> str:
    return f'<path class="line {"on" if chosen else "off"}" d="{path(line.points)}"/>'


def _chips(lines: Sequence[Line], drawn: Sequence[_Thought | _Leaf], graph: DecodedGraph) -> list[str]:
    """Each operand's probability, on its line below the step; lower where it would cover another."""
    chips, ends = [], dict[tuple[float, int], float]()  # height and row -> where its last chip ends
    for line in sorted(lines, key=lambda line: line.points[0][::-1]):  # from left to right
        thought = drawn[line.source]
        assert isinstance(thought, _Thought)
        chance = _operand_chance(graph, thought.vertex, line.place)
        text = ": ".join(filter(None, ["" if line.order is None else str(line.order), chance]))
        if not text:
            continue
        (x, y), width, row = line.points[0], len(text) * _SMALL_CHARACTER + 8, 0
        while x - width / 2 < ends.get((y, row), -inf) + 1:
            row += 1
        ends[y, row] = x + width / 2
        chips.append((thought.chosen, _chip(line, text, width, row, thought.chosen)))
    return [chip for _, chip in sorted(chips, key=lambda one: one[0])]  # the fainter below the others


def _chip(line: Line, text: str, width: float, row: int, chosen: bool) -> str:
    x, y = line.points[0]
    y += _CHIP_HEIGHT / 2 + 4 + row * (_CHIP_HEIGHT + 2)
    frame = f'{at(x - width / 2, y - _CHIP_HEIGHT / 2)} width="{number(width)}"'
    shape = f'<rect {frame} height="{number(_CHIP_HEIGHT)}" rx="{number(_CHIP_HEIGHT / 2)}"/>'
    return f'<g class="chip {"on" if chosen else "off"}">{shape}{label("", text, x, y)}</g>'


def _thought(thought: _Thought, x: float, y: float) -> str:
    left, top, right = x - thought.width / 2, y - _HEIGHT / 2, x + thought.width / 2
    styles = [thought.style, "on" if thought.chosen else "off", "best" if thought.rank == 1 else ""]
    parts = [tip(thought.full)] if thought.full != thought.text else []
    frame = f'{at(left, top)} width="{number(thought.width)}" height="{number(_HEIGHT)}"'
    parts.append(f'<rect class="box" {frame} rx="10"/>')
    parts.append(f'<path class="badge" d="{left_half(left, top, thought.badge_width, _HEIGHT)}"/>')
    badge, lift = left + thought.badge_width / 2, 8 if thought.operator_chance else 0
    style = "op sign" if len(thought.symbol) == 1 else "op"
    parts.append(label(style, thought.symbol, badge, y - lift + 4 * (thought.symbol == "^")))
    if thought.operator_chance:
        parts.append(label("share", thought.operator_chance, badge, y + 12))
    middle_right = right - (_FLAG if thought.rank else 0.0)
    middle = (left + thought.badge_width + middle_right) / 2
    parts.append(label("value", thought.text, middle, y - 7))
    parts.append(label("name", thought.name, middle, y + 12))
    if thought.rank:
        parts.append(f'<path class="flag" d="{right_half(middle_right, top, _FLAG, _HEIGHT)}"/>')
        parts.append(label("rank", f"root {thought.rank}", right - _FLAG / 2, y - 9))
        parts.append(label("chance", thought.root_chance, right - _FLAG / 2, y + 9))
    return f'<g class="{" ".join(filter(None, styles))}">{"".join(parts)}</g>'


def _pill(leaf: _Leaf, x: float, y: float) -> str:
    frame = f'{at(x - leaf.width / 2, y - _LEAF_HEIGHT / 2)} width="{number(leaf.width)}"'
    shape = f'<rect class="pill" {frame} height="{number(_LEAF_HEIGHT)}" rx="{number(_LEAF_HEIGHT / 2)}"/>'
    styles = "leaf" + " constant" * leaf.constant + (" on" if leaf.chosen else " off")
    hint = tip(leaf.full) if leaf.full != leaf.text else ""
    return f'<g class="{styles}">{hint}{shape}{label("", leaf.text, x, y)}</g>'


# What it says to those who do not see it


def _heading(graph: DecodedGraph, roots: Sequence[int]) -> str:
    best = "The best root" if len(roots) == 1 else f"The {len(roots)} best roots"
    return f"{best} of a graph of {len(graph.steps)} thoughts"


def _description(
    graph: DecodedGraph, numbers: Sequence[Value], roots: Mapping[int, str], thoughts: Sequence[_Thought]
) -> str:
    full = {thought.vertex: thought.full for thought in thoughts}
    lines = []
    for rank, (root, chance) in enumerate(roots.items(), start=1):
        try:
            written = infix(graph.equation(root), numbers)
        except GraphTooLarge:
            written = ""
        written = f"{written} = " if 0 < len(written) <= 200 else ""
        sure = f", {chance}" if chance else ""
        lines.append(f"Root {rank} is v{root}{sure}: {written}{full[root]}.")
    for thought in thoughts:
        lines.append(_told(graph, thought, graph.steps[thought.vertex], numbers))
    return " ".join(lines)


def _told(graph: DecodedGraph, thought: _Thought, step: Step, numbers: Sequence[Value]) -> str:
    operands = [f"v{x.index}" if isinstance(x, Ref) else minus(leaf(x, numbers)) for x in step.operands]
    written = shown(step.operator, operands)
    percents = "".join(
        f", {name} {chance}"
        for name, chance in (
            ("operator", thought.operator_chance),
            *(
                (f"operand {i + 1}", _operand_chance(graph, thought.vertex, i))
                for i in range(len(step.operands))
            ),
        )
        if chance
    )
    return f"{thought.name}: {written} = {thought.full}{percents}."
