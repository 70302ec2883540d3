"""Equations as flowcharts for Mermaid and Graphviz: edges run from a step to its operands."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cantor.equation.errors import ExecutionError
from cantor.equation.execute import outcomes
from cantor.equation.graph import Const, Equation, Operand, Ref
from cantor.equation.operators import Value, operator
from cantor.equation.render.values import for_people, leaf, minus, sign


class _Vertex(NamedTuple):
    name: str
    label: str
    kind: str  # "step", "number" or "constant"


class _Edge(NamedTuple):
    source: str
    target: str
    order: int | None  # the operand's place, where the operator minds it


def mermaid(equation: Equation, numbers: Sequence[Value] | None = None) -> str:
    """A Mermaid flowchart; numbered edges give the order of operands where it matters."""
    vertices, edges, root = _chart(equation, numbers)
    shapes = {"step": '["{}"]', "number": '(["{}"])', "constant": '[["{}"]]'}
    lines = ["flowchart TD"]
    for vertex in vertices:
        lines.append(f"    {vertex.name}{shapes[vertex.kind].format(_mermaid_text(vertex.label))}")
    for edge in edges:
        order = "" if edge.order is None else f"|{edge.order}|"
        lines.append(f"    {edge.source} -->{order} {edge.target}")
    lines.append(f"    style {root} stroke-width:3px")
    return "\n".join(lines) + "\n"


def dot(equation: Equation, numbers: Sequence[Value] | None = None) -> str:
    """A Graphviz digraph; operands stand in order from left to right, numbered where it matters."""
    vertices, edges, root = _chart(equation, numbers)
    shapes = {
        "step": "shape=box, style=rounded",
        "number": "shape=ellipse",
        "constant": "shape=ellipse, style=dashed",
    }
    lines = ["digraph equation {", "    ordering=out;", '    node [fontname="Helvetica"];']
    for vertex in vertices:
        lines.append(f"    {vertex.name} [label={_dot_text(vertex.label)}, {shapes[vertex.kind]}];")
    for edge in edges:
        order = "" if edge.order is None else f' [taillabel="{edge.order}"]'
        lines.append(f"    {edge.source} -> {edge.target}{order};")
    return "\n".join([*lines, f"    {root} [penwidth=2.5];", "}"]) + "\n"


def _mermaid_text(text: str) -> str:
    """Text for between quotes: all but letters, digits and harmless signs as entity codes."""
    return "".join(c if c.isalnum() or c in " .:=/,()−×÷≈" else f"#{ord(c)};" for c in text)


def _dot_text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _chart(equation: Equation, numbers: Sequence[Value] | None) -> tuple[list[_Vertex], list[_Edge], str]:
    """Vertices, edges and the root's name; each leaf once, however often it is used."""
    results = None if numbers is None else outcomes(equation.steps, numbers)
    vertices: list[_Vertex] = []
    edges: list[_Edge] = []
    names: dict[Operand, str] = {}
    for i, step in enumerate(equation.steps):
        for operand in step.operands:
            _add_leaf(operand, names, vertices.append, numbers)
        names[Ref(i)] = f"s{i}"
        # Begins with a word, since Mermaid takes a leading + or * for a list
        label = f"step {i + 1}: {sign(step.operator)}"
        if results is not None:
            result = results[i]
            known = result is not None and not isinstance(result, ExecutionError)
            label += f" = {for_people(result)}" if known else ", no value"  # type: ignore[arg-type]
        vertices.append(_Vertex(f"s{i}", label, "step"))
        ordered = len(step.operands) > 1 and not operator(step.operator).commutative
        for place, operand in enumerate(step.operands, start=1):
            edges.append(_Edge(f"s{i}", names[operand], place if ordered else None))
    _add_leaf(equation.root, names, vertices.append, numbers)
    return vertices, edges, names[equation.root]


def _add_leaf(
    operand: Operand,
    names: dict[Operand, str],
    add: Callable[[_Vertex], None],
    numbers: Sequence[Value] | None,
) -> None:
    if isinstance(operand, Ref) or operand in names:
        return
    if isinstance(operand, Const):
        names[operand] = f"c{len(names)}"
        kind = "constant"
    else:
        names[operand] = f"n{operand.index}"
        kind = "number"
    add(_Vertex(names[operand], minus(leaf(operand, numbers)), kind))
