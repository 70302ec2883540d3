"""Where the boxes and lines of an equation's picture go."""

from collections.abc import Sequence
from dataclasses import dataclass

from cantor.equation.errors import ExecutionError
from cantor.equation.graph import Const, Equation, Num, Operand, Ref
from cantor.equation.operators import Value, operator
from cantor.equation.render.layers import layered
from cantor.equation.render.values import for_people, leaf, minus, outcomes, sign

FONT_SIZE = 15
_CHARACTER = 0.62 * FONT_SIZE  # a digit's width in the widest of the usual fonts
_BOLD = 0.7 * FONT_SIZE
_MARGIN = 16.0
_STEP_HEIGHT, _LEAF_HEIGHT = 36.0, 30.0
_ROW = 80.0
_GAP, _BEND_GAP = 16.0, 20.0
_PORT, _NUMBERED_PORT = 14.0, 26.0  # between lines at a step's lower side
_LONGEST = 14  # characters of a value; longer ones are rounded or cut short


@dataclass(frozen=True)
class Box:
    """A vertex of the picture, by its centre."""

    kind: str  # "step", "number" or "constant"
    x: float
    y: float
    width: float
    height: float
    text: str  # a leaf's value, or a step's value ("" where unknown)
    full: str  # the same without abbreviation, for a tooltip
    symbol: str = ""
    symbol_width: float = 0.0
    failed: bool = False


@dataclass(frozen=True)
class Line:
    """An edge from a step's lower side to an operand's upper side."""

    source: int
    target: int
    points: tuple[tuple[float, float], ...]
    order: int | None  # the operand's place, where left to right would mislead


@dataclass(frozen=True)
class Layout:
    """Boxes (the root is the first), lines between them, and the size of it all."""

    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    width: float
    height: float


@dataclass
class _Vertex:
    kind: str
    text: str
    full: str
    symbol: str = ""
    failed: bool = False
    ordered: bool = False

    root: bool = False

    @property
    def symbol_width(self) -> float:
        return max(34.0, len(self.symbol) * _CHARACTER + 18) if self.symbol else 0.0

    @property
    def width(self) -> float:
        character = _BOLD if self.root else _CHARACTER
        if self.symbol:
            return self.symbol_width + (len(self.text) * character + 20 if self.text else 0)
        return max(38.0, len(self.text) * _CHARACTER + 24)

    @property
    def height(self) -> float:
        return _STEP_HEIGHT if self.symbol else _LEAF_HEIGHT


def layout(equation: Equation, numbers: Sequence[Value] | None = None) -> Layout:
    """Root on top; each step once, each leaf once per use, right below its user."""
    vertices, children = _vertices(equation.post_order(), numbers)
    widths = [v.width for v in vertices]
    placed = layered(children, 0, widths, _GAP, _BEND_GAP)
    shift = _MARGIN - min(x - w / 2 for x, w in zip(placed.xs, widths, strict=True))
    bend_xs = [x for bends in placed.bends.values() for _, x in bends]
    shift = max(shift, _MARGIN - min(bend_xs, default=0.0) if bend_xs else shift)
    boxes = tuple(
        Box(
            v.kind,
            _round(placed.xs[i] + shift),
            _middle(placed.levels[i]),
            v.width,
            v.height,
            v.text,
            v.full,
            v.symbol,
            v.symbol_width,
            v.failed,
        )
        for i, v in enumerate(vertices)
    )
    lines: list[Line] = []
    for i, below in enumerate(children):
        routes = [
            (child, [(_round(x + shift), level) for level, x in placed.bends.get((i, child), [])])
            for child in below
        ]
        lines += _lines(boxes, i, routes, vertices[i].ordered)
    right = max([box.x + box.width / 2 for box in boxes] + [x + shift for x in bend_xs])
    bottom = max(box.y + box.height / 2 for box in boxes)
    return Layout(boxes, tuple(lines), _round(right + _MARGIN), _round(bottom + _MARGIN))


def _round(x: float) -> float:
    return round(x, 2)


def _middle(level: int) -> float:
    return _MARGIN + _STEP_HEIGHT / 2 + level * _ROW


def _lines(
    boxes: Sequence[Box], source: int, routes: Sequence[tuple[int, list[tuple[float, int]]]], ordered: bool
) -> list[Line]:
    """Lines leave side by side in the order of where they go, so that none cross at the start."""
    box = boxes[source]
    goals = [bends[0][0] if bends else boxes[child].x for child, bends in routes]
    sequence = sorted(range(len(routes)), key=lambda i: (goals[i], i))
    misleading = ordered and sequence != list(range(len(routes)))
    port = _NUMBERED_PORT if misleading else _PORT
    spacing = min(port, (box.width - 12) / len(routes)) if routes else 0.0
    lines = []
    for place, i in enumerate(sequence):
        child, bends = routes[i]
        start = _round(box.x + (place - (len(routes) - 1) / 2) * spacing)
        points = [(start, box.y + box.height / 2)]
        for x, level in bends:  # straight through the row, past the boxes beside it
            points += [(x, _middle(level) - _STEP_HEIGHT / 2), (x, _middle(level) + _STEP_HEIGHT / 2)]
        points.append((boxes[child].x, boxes[child].y - boxes[child].height / 2))
        lines.append(Line(source, child, tuple(points), i + 1 if misleading else None))
    return lines


def _vertices(equation: Equation, numbers: Sequence[Value] | None) -> tuple[list[_Vertex], list[list[int]]]:
    """Vertices from the root down, and which of them each one uses."""
    vertices: list[_Vertex] = []
    children: list[list[int]] = []
    results = None if numbers is None else outcomes(equation, numbers)
    count = len(equation.steps)
    for i in reversed(range(count)):
        step = equation.steps[i]
        result = None if results is None else results[i]
        failed = results is not None and (result is None or isinstance(result, ExecutionError))
        if isinstance(result, ExecutionError):
            text, full = "no value", str(result)
        elif result is None:
            text = full = "" if results is None else "no value"
        else:
            full = for_people(result)
            text = _short(full, result)
        kind = operator(step.operator)
        ordered = kind.arity > 1 and not kind.commutative
        vertices.append(_Vertex("step", text, full, sign(step.operator), failed, ordered, i == count - 1))
        children.append([])
    for i in reversed(range(count)):
        for operand in equation.steps[i].operands:
            if isinstance(operand, Ref):
                children[count - 1 - i].append(count - 1 - operand.index)
            else:
                children[count - 1 - i].append(len(vertices))
                vertices.append(_leaf(operand, numbers))
                children.append([])
    if not isinstance(equation.root, Ref):
        vertices.append(_leaf(equation.root, numbers))
        children.append([])
    return vertices, children


def _leaf(operand: Operand, numbers: Sequence[Value] | None) -> _Vertex:
    assert isinstance(operand, Num | Const)
    full = minus(leaf(operand, numbers))
    if isinstance(operand, Const):
        return _Vertex("constant", _short(full, operand.value), full)
    known = numbers is not None and operand.index < len(numbers)
    return _Vertex("number", _short(full, numbers[operand.index]) if known and numbers else full, full)


def _short(text: str, value: Value) -> str:
    """A value's text, rounded where it is too long for a box."""
    if len(text) <= _LONGEST:
        return text
    try:
        return f"≈ {for_people(float(f'{float(value):.6g}'))}"
    except OverflowError:
        return text[: _LONGEST - 1] + "…"
