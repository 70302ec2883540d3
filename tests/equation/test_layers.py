"""Layers of graphs with several roots, against what they promise; brute force where that is possible."""

from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.equation.render.layers import layered
from cantor.equation.render.placing import Spacing, place

WIDTH, GAP = 30.0, 10.0


@st.composite
def dags(draw):
    """Children of each vertex, all with greater numbers; and roots: all that are not used, and some more."""
    count = draw(st.integers(1, 9))
    children = [
        draw(st.lists(st.integers(v + 1, count - 1), max_size=3)) if v + 1 < count else []
        for v in range(count)
    ]
    used = {child for below in children for child in below}
    nested = draw(st.sets(st.sampled_from(range(count))))
    roots = draw(st.permutations(sorted({v for v in range(count) if v not in used} | nested)))
    return children, roots


def reachable(children, starts, without=None):
    found, todo = set(), [v for v in starts if v != without]
    while todo:
        v = todo.pop()
        if v not in found:
            found.add(v)
            todo += [child for child in children[v] if child != without]
    return found


@settings(max_examples=60)
@given(dags())
def test_every_edge_leads_down_and_no_top_floats(graph):
    children, roots = graph
    found = layered(children, roots, [WIDTH] * len(children), GAP, GAP)
    levels = found.levels
    assert min(levels) == 0
    assert all(levels[child] > levels[v] for v, below in enumerate(children) for child in below)
    used = {child for below in children for child in below}
    tops = [v for v in range(len(children)) if v not in used]
    for top in tops:
        others = reachable(children, tops, without=top)
        own = reachable(children, [top]) - others  # what cannot be reached without it
        rooms = [levels[c] - levels[v] - 1 for v in own for c in children[v] if c not in own]
        assert (min(rooms) == 0) if rooms else (levels[top] == 0)


@settings(max_examples=40)
@given(dags())
def test_nothing_overlaps_and_bends_lead_from_user_to_used(graph):
    children, roots = graph
    found = layered(children, roots, [WIDTH] * len(children), GAP, GAP)
    for a, b in combinations(range(len(children)), 2):
        if found.levels[a] == found.levels[b]:
            assert abs(found.xs[a] - found.xs[b]) >= WIDTH + GAP - 1e-6
    for (v, child), bends in found.bends.items():
        assert [level for level, _ in bends] == list(range(found.levels[v] + 1, found.levels[child]))


@settings(max_examples=30)
@given(dags())
def test_lines_name_the_place_of_their_operand(graph):
    children, roots = graph
    sizes = [(80.0, 30.0)] * len(children)
    plan = place(sizes, children, roots, [True] * len(children), Spacing())
    assert plan == place(sizes, children, roots, [True] * len(children), Spacing())
    edges = [(v, i, child) for v, below in enumerate(children) for i, child in enumerate(below)]
    assert sorted((line.source, line.place, line.target) for line in plan.lines) == edges
    for v, below in enumerate(children):
        lines = [line for line in plan.lines if line.source == v]
        assert all(a.points[0] < b.points[0] for a, b in pairwise(lines))  # side by side at the start
        in_order = [line.place for line in lines] == list(range(len(below)))
        assert [line.order for line in lines] == [None if in_order else line.place + 1 for line in lines]


def test_a_lone_root_beside_a_deep_one_stays_above_what_it_shares():
    # 0 -> 1 -> 2 -> 3, and 4 uses only 3 and a leaf of its own, 5
    children = [[1], [2], [3], [], [3, 5], []]
    assert layered(children, [0, 4], [WIDTH] * 6, GAP, GAP).levels == [0, 1, 2, 3, 2, 3]


def test_roots_stand_in_their_order_where_nothing_crosses():
    children = [[3], [4], [5], [], [], []]
    xs = layered(children, [2, 0, 1], [WIDTH] * 6, GAP, GAP).xs
    assert xs[2] < xs[0] < xs[1]
