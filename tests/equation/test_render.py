import ast
import re
import time
import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cantor.equation import Builder, Const, Equation, GraphTooLarge, Num, Ref, Step
from cantor.equation.render import display, dot, infix, mermaid, svg, words
from cantor.equation.render.layout import layout
from helpers.strategies import equations, graphs, trees, values

F = Fraction
N0, N1, N2 = Num(0), Num(1), Num(2)
SIGNS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Pow: "**",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}


def c(value):
    return Const(F(value))


def read(text):
    """An independent reader: Python's own grammar, as nested tuples with Fractions for leaves."""

    def walk(node):
        match node:
            case ast.BinOp():
                return folded((SIGNS[type(node.op)], walk(node.left), walk(node.right)))
            case ast.UnaryOp(ast.USub(), operand):
                inner = walk(operand)
                return -inner if isinstance(inner, Fraction) else ("negative", inner)
            case ast.Constant():
                return Fraction(ast.get_source_segment(text, node))
            case ast.Name():
                return node.id
            case ast.Call():
                assert isinstance(node.func, ast.Name)
                return (node.func.id, *map(walk, node.args))

    return walk(ast.parse(text, mode="eval").body)


def folded(tree):
    """A quotient of constants and a literal such as 1/3 look the same; make them the same."""
    if tree[0] == "/" and all(isinstance(x, Fraction) for x in tree[1:]) and tree[2]:
        return tree[1] / tree[2]
    return tree


def structure(tree):
    """What `read` should find for an equation's tree."""
    if isinstance(tree, Num):
        return f"n{tree.index}"
    if isinstance(tree, Const):
        return tree.value
    return folded((tree[0], *map(structure, tree[1:])))


def value_of(tree):
    """The value of what `read` found, by Python's own arithmetic; None where there is none."""
    if isinstance(tree, Fraction):
        return tree
    operands = [value_of(x) for x in tree[1:]]
    if None in operands:
        return None
    a, b = operands
    match tree[0]:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
    return a / b if b else None


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (("-", N0, ("+", N1, N2)), "n0 - (n1 + n2)"),
        (("+", ("-", N0, N1), N2), "n0 - n1 + n2"),
        (("/", N0, ("*", N1, N2)), "n0 / (n1 * n2)"),
        (("*", ("/", N0, N1), N2), "n0 / n1 * n2"),
        (("**", ("**", N0, N1), N2), "(n0 ** n1) ** n2"),
        (("**", N0, ("**", N1, N2)), "n0 ** n1 ** n2"),
        (("*", ("+", N0, N1), N2), "(n0 + n1) * n2"),
        (("-", c(5), c(-3)), "5 - (-3)"),
        (("-", c(-3), c(5)), "-3 - 5"),
        (("**", c(-3), c(2)), "(-3) ** 2"),
        (("**", N0, c(-2)), "n0 ** (-2)"),
        (("-", N0, ("*", c(-3), N1)), "n0 - (-3) * n1"),
        (("-", N0, ("+", c(-3), N1)), "n0 - (-3 + n1)"),
        (("*", N0, c(F(1, 3))), "n0 * (1/3)"),
        (("+", N0, c(F(1, 3))), "n0 + 1/3"),
        (("**", c(F(1, 3)), N0), "(1/3) ** n0"),
        (("max", ("+", N0, N1), c(-1)), "max(n0 + n1, -1)"),
        (("*", ("floor", N0), c(F(1, 2))), "floor(n0) * 0.5"),
        (N2, "n2"),
        (c(F(-7, 4)), "-1.75"),
    ],
)
def test_infix(tree, text):
    assert infix(Equation.from_tree(tree)) == text


@settings(max_examples=200)
@given(trees(("+", "-", "*", "/", "**", "//", "%", "cdiv", "max", "floor")))
def test_infix_reads_back_as_the_same_tree(tree):
    assert read(infix(Equation.from_tree(tree))) == structure(tree)


@given(graphs(symbols=("+", "-", "*", "/")), values)
def test_infix_with_values_has_the_same_value(equation, numbers):
    assert value_of(read(infix(equation, numbers))) == equation.try_execute(numbers)


def pairs_of_parentheses(text):
    waiting = []
    for i, character in enumerate(text):
        if character == "(":
            waiting.append(i)
        elif character == ")":
            yield waiting.pop(), i


@settings(max_examples=200)
@given(trees(("+", "-", "*", "/", "**", "//", "%"), max_leaves=6))
@example(("/", c(0), ("/", c(1), c(1))))
def test_no_pair_of_parentheses_is_superfluous(tree):
    text = infix(Equation.from_tree(tree))
    for left, right in pairs_of_parentheses(text):
        inside = text[left + 1 : right]
        # A literal in parentheses is for the eye: 5 - (-3). A quotient of literals reads as one.
        if re.fullmatch(r"[-\d./ ()]+", inside) and " - " not in inside:
            continue
        assert read(text[:left] + inside + text[right + 1 :]) != structure(tree)


def test_infix_of_long_numbers_and_graphs():
    huge = Equation([Step("+", (N0, N0))])
    assert infix(huge, [F(1 << 16_383)]).count("+") == 1
    start = time.process_time()
    steps = [Step("+", (N0, N0)), *[Step("+", (Ref(i), Ref(i))) for i in range(12)]]
    with pytest.raises(GraphTooLarge):
        infix(Equation(steps), [F(1 << 16_383)])
    assert infix(Equation(steps)).count("n0") == 2**13
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (F(1250), "1250"),
        (F(7, 2), "3.5"),
        (F(-1, 8), "-0.125"),
        (F(10, 3), "10/3"),
        (F(-1, 3), "-1/3"),
        (F(1, 10**12), "0.000000000001"),
        (F(1, 10**13), "1/10000000000000"),
        (F(101, 100), "1.01"),
        (0.1 + 0.2, "0.3"),
        (2.0, "2"),
        (2**0.5, "1.41421356237"),
        (1e300, "1e+300"),
        (-1e-7, "-1e-07"),
    ],
)
def test_display(value, text):
    assert display(value) == text


@given(st.fractions(), st.integers(0, 12))
def test_display_is_exact(value, places):
    assert Fraction(display(value)) == value
    assert Fraction(display(Fraction(value.numerator, 10**places))) == Fraction(value.numerator, 10**places)


def test_display_of_more_digits_than_python_prints():
    text = display(F(7**5_800 * 10**3))
    assert len(text) > 4_300
    assert text.endswith("000")
    assert sum(int(digit) for digit in text) % 9 == 7**5_800 * 1000 % 9


def test_words():
    equation = Equation([Step("*", (N0, N1)), Step("-", (Ref(0), N2)), Step("/", (Ref(1), c(7)))])
    assert words(equation, [F(4), F(12), F(-9)], ["pens", None]) == [
        "1. Multiply 4 (pens) by 12: 4 × 12 = 48",
        "2. Subtract −9 from the result of step 1: 48 − (−9) = 57",
        "3. Divide the result of step 2 by 7: 57 ÷ 7 = 57/7 ≈ 8.143",
    ]
    assert words(equation, None)[1] == "2. Subtract n2 from the result of step 1"
    assert words(Equation([], N0), [F(3)]) == ["1. Take 3 as the answer"]


def test_words_of_steps_that_fail():
    equation = Equation(
        [
            Step("-", (N0, N0)),
            Step("/", (N1, Ref(0))),
            Step("+", (Ref(1), Num(9))),
            Step("*", (Ref(1), Ref(2))),
        ]
    )
    assert words(equation, [F(4), F(12)]) == [
        "1. Subtract 4 from 4: 4 − 4 = 0",
        "2. Divide 12 by the result of step 1: 12 ÷ 0 has no value (division by zero)",
        "3. Add the result of step 2 and n9: step 2 + n9 has no value "
        "(the equation uses number 9, but there are only 2)",
        "4. Multiply the result of step 2 by the result of step 3: "
        "no value, because step 2 and step 3 have none",
    ]


@given(graphs(symbols=("+", "/", "**", "//", "cdiv", "%", "max", "log", "choose")), st.none() | values)
def test_every_step_gets_words(equation, numbers):
    lines = words(equation, numbers)
    assert len(lines) == len(equation)
    assert all(line.startswith(f"{i}. ") for i, line in enumerate(lines, start=1))


def test_mermaid_and_dot():
    equation = Equation([Step("-", (c(100), N0)), Step("/", (Ref(0), N0))])
    assert mermaid(equation, [F(-3)]) == (
        "flowchart TD\n"
        '    c0[["100"]]\n    n0(["−3"])\n    s0["step 1: − = 103"]\n    s1["step 2: ÷ = −103/3"]\n'
        "    s0 -->|1| c0\n    s0 -->|2| n0\n    s1 -->|1| s0\n    s1 -->|2| n0\n"
        "    style s1 stroke-width:3px\n"
    )
    text = dot(equation)
    assert 's1 -> s0 [taillabel="1"];' in text
    assert 's0 [label="step 1: −", shape=box, style=rounded];' in text
    assert mermaid(Equation([], N0)) == 'flowchart TD\n    n0(["n0"])\n    style n0 stroke-width:3px\n'


@given(graphs(symbols=("+", "-", "**", "max")), st.none() | values)
def test_charts_have_every_edge_once(equation, numbers):
    edges = sum(len(step.operands) for step in equation.steps)
    assert mermaid(equation, numbers).count("-->") == edges
    assert dot(equation, numbers).count("->") == edges
    declared = set(re.findall(r"^    (\w+)[(\[]", mermaid(equation, numbers), re.M))
    assert set(re.findall(r"--> ?(?:\|\d\| )?(\w+)", mermaid(equation, numbers))) <= declared


def overlap(a, b):
    return abs(a.x - b.x) < (a.width + b.width) / 2 and abs(a.y - b.y) < (a.height + b.height) / 2


def assert_well_laid(equation, numbers):
    plan = layout(equation, numbers)
    for a, b in combinations(plan.boxes, 2):
        assert not overlap(a, b)
    for box in plan.boxes:
        assert box.width / 2 <= box.x <= plan.width - box.width / 2
        assert box.height / 2 <= box.y <= plan.height - box.height / 2
    for line in plan.lines:
        source, target = plan.boxes[line.source], plan.boxes[line.target]
        (x, y), (to_x, to_y) = line.points[0], line.points[-1]
        assert y == source.y + source.height / 2
        assert abs(x - source.x) <= source.width / 2
        assert (to_x, to_y) == (target.x, target.y - target.height / 2)
        assert all(0 <= px <= plan.width for px, _ in line.points)
        assert all(ay < by for (_, ay), (_, by) in pairwise(line.points))
        for (ax, ay), (bx, by) in zip(line.points[1:-1:2], line.points[2:-1:2], strict=True):
            # straight down past a row: no box in the way
            assert ax == bx
            assert not any(abs(box.x - ax) < box.width / 2 and ay < box.y < by for box in plan.boxes)
    used = equation.post_order()
    assert len(plan.lines) == sum(len(step.operands) for step in used.steps)
    return plan


@settings(max_examples=100)
@given(graphs(max_steps=15), st.none() | values)
def test_svg_is_well_laid_and_well_formed(equation, numbers):
    assert_well_laid(equation, numbers)
    text = svg(equation, numbers)
    assert text == svg(equation, numbers)
    root = ET.fromstring(text)
    assert root.get("role") == "img"
    assert [child.tag.rpartition("}")[2] for child in root][:2] == ["title", "desc"]
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"


def crossings(plan):
    count = 0
    for a, b in combinations(plan.lines, 2):
        if a.points[0][1] == b.points[0][1] and len(a.points) == len(b.points) == 2:
            count += (a.points[0][0] - b.points[0][0]) * (a.points[1][0] - b.points[1][0]) < 0
    return count


@settings(max_examples=100)
@given(equations(max_leaves=14))
def test_trees_are_drawn_without_crossings_in_operand_order(equation):
    plan = layout(equation)
    assert crossings(plan) == 0
    assert all(line.order is None for line in plan.lines)


def test_svg_escapes_and_explains():
    text = svg(Equation([Step("+", (N0, N1))]), [F(1), F(2)], title="a < b & \x00 “c”")
    assert "<title id=" in text
    assert "a &lt; b &amp;  “c”</title>" in text
    assert "prefers-color-scheme: dark" in text
    assert "1. Add 1 and 2: 1 + 2 = 3." in text
    ET.fromstring(text)
    failing = svg(Equation([Step("/", (N0, c(0)))]), [F(1)])
    assert "no value" in failing
    assert "division by zero" in failing
    ET.fromstring(svg(Equation([], c(F(1, 3)))))


def random_graph(seed, steps):
    """A connected graph with much reuse, without `random` so that it never changes."""
    builder = Builder()
    state = seed
    for i in range(steps):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        far = (state >> 33) % i if i else 0
        builder.add("-*"[state >> 40 & 1], Ref(i - 1) if i else N0, Ref(far) if i and state >> 50 & 1 else N1)
    return builder.build()


@pytest.mark.parametrize("steps", [15, 60, 500])
def test_large_graphs_are_drawn_fast(steps):
    equation = random_graph(steps, steps)
    start = time.process_time()
    text = svg(equation, [F(2), F(1, 2)])
    assert time.process_time() - start < 5
    ET.fromstring(text)
    if steps < 100:
        assert_well_laid(equation, None)
