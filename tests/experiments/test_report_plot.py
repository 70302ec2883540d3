"""The plot of accuracy against speed: everything inside, labels apart, text escaped."""

import math
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.experiments.report.plot import (
    _BOTTOM,
    _HEIGHT,
    _LEFT,
    _RIGHT,
    _TOP,
    _WIDTH,
    STYLE,
    Point,
    _Axes,
    _log_ticks,
    _places,
    scatter,
)

SVG = "{http://www.w3.org/2000/svg}"


def point(name: str, speed: float, accuracy: float, half: float = 0.03, own: bool = False) -> Point:
    return Point(name, speed, accuracy, max(0.0, accuracy - half), min(1.0, accuracy + half), own)


TYPICAL = [
    point("cantor", 420.0, 0.58, own=True),
    point("vanilla-cantor", 430.0, 0.5),
    point("deductive", 20.0, 0.56),
    point("gts", 210.0, 0.52),
    point("graph2tree", 190.0, 0.53),
    point("seq-lstm", 160.0, 0.47),
    point("seq-transformer", 120.0, 0.45),
    point("vanilla-nar", 600.0, 0.31),
    point("tagging", 3000.0, 0.4),
]


def test_faster_is_further_right_and_better_further_up() -> None:
    axes = _Axes.around(TYPICAL)
    assert axes.x(20) < axes.x(200) < axes.x(2000)
    assert axes.x(200) - axes.x(20) == pytest.approx(axes.x(2000) - axes.x(200))  # a log scale
    assert axes.y(0.58) < axes.y(0.31)


def test_labels_of_many_systems_stand_apart() -> None:
    boxes = _places(TYPICAL, _Axes.around(TYPICAL))
    assert len(boxes) == len(TYPICAL)
    for i, box in enumerate(boxes):
        assert box.outside() == 0
        assert all(box.shared(other) == 0 for other in boxes[:i])


def test_labels_apart_even_where_points_fall_together() -> None:
    points = [point(f"system-{i}", 100.0, 0.5) for i in range(8)]
    boxes = _places(points, _Axes.around(points))
    for i, box in enumerate(boxes):
        assert all(box.shared(other) == 0 for other in boxes[:i])


@settings(max_examples=60)
@given(
    st.lists(
        st.builds(point, st.text(max_size=20), st.floats(1e-3, 1e7), st.floats(0, 1), st.floats(0, 0.5)),
        min_size=2,
        max_size=12,
    ),
    st.booleans(),
)
def test_any_points(points: list[Point], alone: bool) -> None:
    drawn = ElementTree.fromstring(scatter(points, "problems a second", STYLE if alone else ""))
    circles = list(drawn.iter(f"{SVG}circle"))
    assert len(circles) == len(points)
    for circle in circles:
        x, y = float(circle.get("cx", "nan")), float(circle.get("cy", "nan"))
        assert _LEFT - 0.01 <= x <= _WIDTH - _RIGHT + 0.01
        assert _TOP - 0.01 <= y <= _HEIGHT - _BOTTOM + 0.01


@given(st.floats(-4, 6), st.floats(0.1, 8))
def test_ticks_are_round_and_inside(low: float, span: float) -> None:
    ticks = _log_ticks(low, low + span)
    for speed, _ in ticks:
        assert low - 1e-9 <= math.log10(speed) <= low + span + 1e-9
    assert len(ticks) <= 14
    assert [speed for speed, _ in ticks] == sorted(speed for speed, _ in ticks)


def test_names_are_text() -> None:
    drawn = scatter([point("<script>&\"'", 3.0, 0.5), point("b", 4.0, 0.5)], "a & b")
    assert "<script>" not in drawn
    assert "&lt;script&gt;&amp;" in drawn
    ElementTree.fromstring(drawn)


def test_nothing_to_draw() -> None:
    assert scatter([], "x") == ""
    assert scatter(TYPICAL[:1], "x") == ""  # one point compares with nothing


def test_alone_it_has_a_style_for_light_and_dark() -> None:
    assert "prefers-color-scheme: dark" in scatter(TYPICAL, "x", STYLE)
    assert "<style>" not in scatter(TYPICAL, "x")
