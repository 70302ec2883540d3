"""Where the boxes and lines of an equation's picture go."""

from collections.abc import Sequence
from dataclasses import dataclass

from cantor.equation.errors import ExecutionError
from cantor.equation.execute import outcomes
from cantor.equation.graph import Const, Equation, Num, Operand, Ref
from cantor.equation.operators import Value, operator
from cantor.equation.render.placing import Line, Spacing, place
from cantor.equation.render.values import for_people, leaf, minus, sign

FONT_SIZE = 15
CHARACTER = 0.62 * FONT_SIZE  # a digit's width in the widest of the usual fonts
_BOLD = 0.7 * FONT_SIZE
_SPACING = Spacing()
_STEP_HEIGHT, _LEAF_HEIGHT = _SPACING.step_height, 30.0
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
        return max(34.0, len(self.symbol) * CHARACTER + 18) if self.symbol else 0.0

    @property
    def width(self) -> float:
        character = _BOLD if self.root else CHARACTER
        if self.symbol:
            return self.symbol_width + (len(self.text) * character + 20 if self.text else 0)
        return max(38.0, len(self.text) * CHARACTER + 24)

    @property
    def height(self) -> float:
        return _STEP_HEIGHT if self.symbol else _LEAF_HEIGHT


def layout(equation: Equation, numbers: Sequence[Value] | None = None) -> Layout:
    """Root on top; each step once, each leaf once per use, right below its user."""
    vertices, children = _vertices(equation.post_order(), numbers)
    sizes = [(v.width, v.height) for v in vertices]
    placed = place(sizes, children, [0], [v.ordered for v in vertices], _SPACING)
    boxes = tuple(
        Box(v.kind, x, y, v.width, v.height, v.text, v.full, v.symbol, v.symbol_width, v.failed)
        for v, (x, y) in zip(vertices, placed.centres, strict=True)
    )
    return Layout(boxes, placed.lines, placed.width, placed.height)


def _vertices(equation: Equation, numbers: Sequence[Value] | None) -> tuple[list[_Vertex], list[list[int]]]:
    """Vertices from the root down, and which of them each one uses."""
    vertices: list[_Vertex] = []
    children: list[list[int]] = []
    results = None if numbers is None else outcomes(equation.steps, numbers)
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
            text = short(full, result)
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
        return _Vertex("constant", short(full, operand.value), full)
    known = numbers is not None and operand.index < len(numbers)
    return _Vertex("number", short(full, numbers[operand.index]) if known and numbers else full, full)


def short(text: str, value: Value) -> str:
    """A value's text, rounded where it is too long for a box."""
    if len(text) <= _LONGEST:
        return text
    try:
        return f"≈ {for_people(float(f'{float(value):.6g}'))}"
    except OverflowError:
        return text[: _LONGEST - 1] + "…"
