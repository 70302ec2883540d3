"""Pictures of thought graphs, read back as XML: what they show, and that it can be read."""

import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.equation import Const, Num, Ref, Step, operator
from cantor.equation.render.values import display
from cantor.thought.answering import percent
from cantor.thought.decode import DecodedGraph
from cantor.thought.distinct import distinct_roots
from cantor.thought.picture import STYLE, thought_svg
from helpers.decoding import decode

SVG = "{http://www.w3.org/2000/svg}"
NUMBERS = [Fraction(3), Fraction(12), Fraction(5), Fraction(40)]
N0, N1, N2 = map(Num, range(3))


def made(*steps: tuple, root=None, **scores) -> DecodedGraph:
    drawn = tuple(Step(symbol, tuple(operands)) for symbol, *operands in steps)
    chances = np.full(len(drawn), 1 / len(drawn)) if root is None else np.array(root)
    scores = {"operator_score": np.log(np.full(len(drawn), 0.9)), **scores}
    scores.setdefault("operand_score", np.log([np.full(len(drawn), 0.8), np.full(len(drawn), 0.7)]))
    return DecodedGraph(drawn, np.zeros(len(drawn)), np.log(chances), **scores)


class Vertex:
    """A drawn vertex: its labels by style, its styles, its box."""

    def __init__(self, group: ET.Element) -> None:
        self.styles = set((group.get("class") or "").split())
        self.labels = {text.get("class"): text.text for text in group.iter(f"{SVG}text")}
        self.name = (self.labels.get("name") or "").split()
        box = group.find(f"{SVG}rect")
        assert box is not None
        sides = (float(box.get(side) or 0) for side in ("x", "y", "width", "height"))
        self.x, self.y, self.width, self.height = sides

    @property
    def index(self) -> int:
        return int(self.name[0].removeprefix("v"))

    @property
    def colour(self) -> str:
        return "".join(s for s in self.styles if re.fullmatch(r"c\d+", s))


def read(text: str) -> tuple[ET.Element, dict[int, Vertex], list[Vertex]]:
    """The picture, its vertices by index, and all that has a box: vertices, leaves, probabilities."""
    root = ET.fromstring(text)
    groups = [group for group in root.iter(f"{SVG}g") if group.find(f"{SVG}rect") is not None]
    all_boxes = [Vertex(group) for group in groups]
    vertices = [box for box in all_boxes if box.name]
    assert len({v.index for v in vertices}) == len(vertices), "each vertex once"
    return root, {v.index: v for v in vertices}, all_boxes


def chips(root: ET.Element) -> list[str]:
    """What is written on lines."""
    groups = [group for group in root.iter(f"{SVG}g") if "chip" in (group.get("class") or "")]
    return [text.text or "" for group in groups for text in group.iter(f"{SVG}text")]


def overlap(a: Vertex, b: Vertex) -> bool:
    apart_x = a.x + a.width <= b.x + 1e-6 or b.x + b.width <= a.x + 1e-6
    return not apart_x and not (a.y + a.height <= b.y + 1e-6 or b.y + b.height <= a.y + 1e-6)


def drawn_at_random(seed: int, size: int = 24, count: int = 5) -> tuple[DecodedGraph, list[int]]:
    """A decoded graph of random scores, and its best roots."""
    draw = np.random.default_rng(seed)
    operators, constants = ("+", "-", "*", "/", "floor"), (Fraction(2), Fraction(100))

    def scores(*shape: int) -> np.ndarray:
        return 2 * draw.normal(size=shape)

    operands = scores(1, 2, size, size + 2 + 4)
    operands[..., :size] += 0.5
    operands[..., :size][..., np.triu(np.ones((size, size), bool))] = -np.inf

    def normal(x: np.ndarray) -> np.ndarray:
        return x - np.log(np.exp(x).sum(-1, keepdims=True))

    (graph,) = decode(
        operators, constants, normal(scores(1, size, 5)), normal(operands), normal(scores(1, size))
    )
    return graph, distinct_roots(graph, graph.ranking(), count, NUMBERS)


FIVE = made(
    ("+", N0, N1),  # 15
    ("*", N0, N2),  # 15 too
    ("-", Ref(0), N2),  # 10
    ("/", N1, Const(Fraction(0))),  # none
    ("*", Ref(2), Ref(0)),  # 150
    ("-", N1, N0),  # 9, which nobody uses
    root=[0.1, 0.15, 0.05, 0.2, 0.496, 0.004],
)


def test_needs_no_torch():
    code = (
        "import sys, cantor.thought.picture\n"
        "assert not {'torch', 'transformers', 'scipy'} & set(sys.modules), 'torch came along'"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_shows_roots_with_all_they_stand_on():
    root, vertices, _ = read(thought_svg(FIVE, NUMBERS, [4, 3, 1, 0]))
    assert set(vertices) == {0, 1, 2, 3, 4}  # 5 is no root, nor does a root use it
    shown = {i: (v.labels.get("op sign"), v.labels["value"]) for i, v in vertices.items()}
    assert shown == {0: ("+", "15"), 1: ("×", "15"), 2: ("−", "10"), 3: ("÷", "no value"), 4: ("×", "150")}
    assert {i: (v.labels.get("rank"), v.labels.get("chance")) for i, v in vertices.items()} == {
        4: ("root 1", "50%"),
        3: ("root 2", "20%"),
        1: ("root 3", "15%"),
        0: ("root 4", "10%"),
        2: (None, None),
    }
    assert {v.labels["share"] for v in vertices.values()} == {"90%"}
    # where left to right misleads, the operand's place comes first
    assert sorted(chips(root)) == ["1: 80%", "2: 70%"] + ["70%"] * 4 + ["80%"] * 4


def test_the_chosen_root_stands_out_with_its_graph():
    _, vertices, _ = read(thought_svg(FIVE, NUMBERS, [4, 3, 1, 0]))
    assert {i for i, v in vertices.items() if "on" in v.styles} == {4, 2, 0}
    assert {i for i, v in vertices.items() if "off" in v.styles} == {3, 1}
    assert {i for i, v in vertices.items() if "best" in v.styles} == {4}


def test_same_value_same_colour_and_letter():
    _, vertices, _ = read(thought_svg(FIVE, NUMBERS, [4, 3, 1, 0]))
    assert vertices[0].colour == vertices[1].colour != ""
    assert vertices[0].name[1:] == vertices[1].name[1:] == ["A"]
    assert {vertices[i].colour for i in (2, 3, 4)} == {""}  # values that are met once
    assert "failed" in vertices[3].styles


def test_right_values_have_a_colour_of_their_own_and_a_tick():
    _, vertices, _ = read(thought_svg(FIVE, NUMBERS, [4, 3, 1, 0], right=lambda value: value == 150))
    assert (vertices[4].colour, vertices[4].name) == ("c0", ["v4", "✓"])
    assert vertices[0].colour not in ("", "c0")
    _, vertices, _ = read(thought_svg(FIVE, NUMBERS, [4, 3, 1, 0], right=lambda value: value == 15))
    assert {vertices[i].colour for i in (0, 1)} == {"c0"}
    assert vertices[1].name == ["v1", "A", "✓"]


def test_floats_that_differ_in_their_last_digit_are_the_same():
    half = Const(Fraction(1, 2))
    graph = made(
        ("**", N0, half), ("**", N2, half), ("*", Ref(0), Ref(1)), ("*", N0, N2), ("**", Ref(3), half)
    )
    _, vertices, _ = read(thought_svg(graph, NUMBERS, [2, 4]))
    assert vertices[2].colour == vertices[4].colour != ""


def test_more_shared_values_than_colours():
    pairs = [("+", N0, Const(Fraction(i))) for i in range(9)]
    graph = made(*pairs, *pairs)
    _, vertices, _ = read(thought_svg(graph, NUMBERS, list(range(18))))
    letters = {i: v.name[1] for i, v in vertices.items()}
    assert all(letters[i] == letters[i + 9] for i in range(9))
    assert len(set(letters.values())) == 9  # letters tell apart what colours no longer do
    coloured = [v.colour for v in vertices.values() if v.colour]
    assert all(coloured.count(colour) == 2 for colour in coloured)


def test_a_graph_that_tells_no_more_than_its_roots():
    graph = DecodedGraph(FIVE.steps, FIVE.step_score, FIVE.root_score)
    root, vertices, _ = read(thought_svg(graph, NUMBERS, [4]))
    assert sorted(chips(root)) == ["1", "2"]  # of the one step whose operands stand in the other order
    assert vertices[4].labels["chance"] == "50%"
    assert "share" not in vertices[4].labels


def test_what_it_says_to_those_who_do_not_see():
    text = thought_svg(FIVE, NUMBERS, [4, 3], title="<b> & \x00")
    root = ET.fromstring(text)
    title, desc = root[0], root[1]
    assert (title.tag, title.text) == (f"{SVG}title", "<b> & ")
    assert root.get("role") == "img"
    assert (root.get("aria-labelledby") or "").split() == [title.get("id"), desc.get("id")]
    assert "Root 1 is v4, 50%: (3 + 12 - 5) * (3 + 12) = 150." in (desc.text or "")
    assert "v2: v0 − 5 = 10, operator 90%, operand 1 80%, operand 2 70%." in (desc.text or "")
    assert "v3: 12 ÷ 0 = no value" in (desc.text or "")


def test_style_once_in_the_picture_or_in_the_page():
    assert STYLE in thought_svg(FIVE, NUMBERS, [4])
    assert "<style>" not in thought_svg(FIVE, NUMBERS, [4], styled=False)
    assert "prefers-color-scheme: dark" in STYLE


@pytest.mark.parametrize(
    ("chance", "text"),
    [(0, "<1%"), (0.0049, "<1%"), (0.005, "0%"), (0.5, "50%"), (0.994, "99%"), (0.995, ">99%"), (1, ">99%")],
)
def test_percent(chance, text):
    assert percent(chance).replace("1%", "0%") == text.replace("1%", "0%")


def test_no_root_is_no_picture():
    with pytest.raises(ValueError, match="needs a root"):
        thought_svg(FIVE, NUMBERS, [])


def test_hostile_graphs():
    tower = made(("**", Const(Fraction(999)), Const(Fraction(999))), ("+", Ref(0), Num(99)), ("+", N0, N0))
    root, vertices, _ = read(thought_svg(tower, NUMBERS, [0, 1, 2]))
    assert len(vertices[0].labels["value"]) < 20  # not 2,997 digits
    assert "no value" in (vertices[1].labels["value"] or "")
    assert "n99" in ET.tostring(root, encoding="unicode")
    certain = made(("+", N0, N1), root=[1.0], operator_score=np.array([-np.inf]))
    assert "&lt;1%" in thought_svg(certain, NUMBERS, [0])
    chain = made(("+", N0, N0), *(("+", Ref(i), Ref(i)) for i in range(39)))
    start = time.process_time()
    ET.fromstring(thought_svg(chain, NUMBERS, [39]))
    assert time.process_time() - start < 5


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.integers(1, 24))
def test_nothing_overlaps_and_all_labels_are_there(seed, size):
    graph, roots = drawn_at_random(seed, size)
    text = thought_svg(graph, NUMBERS, roots, styled=False)
    assert text == thought_svg(graph, NUMBERS, roots, styled=False)
    root, vertices, boxes = read(text)
    assert set(vertices) == set().union(*(graph.descendants(r) for r in roots))
    for a, b in combinations(boxes, 2):
        assert not overlap(a, b)
    width, height = float(root.get("width") or 0), float(root.get("height") or 0)
    assert all(b.x >= 0 and b.y >= 0 and b.x + b.width <= width and b.y + b.height <= height for b in boxes)
    values = graph.values(NUMBERS)
    for a, b in combinations(vertices.values(), 2):
        same = values[a.index] is not None and values[a.index] == values[b.index]
        if same:
            assert (a.colour, a.name[1:]) == (b.colour, b.name[1:])
        elif a.colour:
            assert a.colour != b.colour
    for v in vertices.values():
        value, step = values[v.index], graph.steps[v.index]
        if value is not None and len(display(value)) < 12:
            assert (v.labels["value"] or "").replace("−", "-") == display(value)
        assert operator(step.operator).arity == len(step.operands)
    lines = [path for path in root.iter(f"{SVG}path") if "line" in (path.get("class") or "")]
    assert len(lines) == sum(len(graph.steps[i].operands) for i in vertices)


def test_five_roots_and_fifteen_vertices_fit_a_screen():
    for seed in range(60):
        graph, roots = drawn_at_random(seed)
        if len(set().union(*(graph.descendants(r) for r in roots))) == 15:
            break
    root = ET.fromstring(thought_svg(graph, NUMBERS, roots))
    assert len(roots) == 5
    assert float(root.get("width") or 0) < 1600
    assert float(root.get("height") or 0) < 1200


@given(st.integers(0, 2**32))
def test_no_chip_covers_another(seed: int) -> None:
    graph, roots = drawn_at_random(seed)
    root, _, _ = read(thought_svg(graph, [Fraction(n + 2) for n in range(8)], roots))
    groups = [group for group in root.iter(f"{SVG}g") if "chip" in (group.get("class") or "")]
    assert groups
    for a, b in combinations([Vertex(group) for group in groups], 2):
        assert not overlap(a, b)
