"""Confidence drawn: how far it can be trusted. SVG for inside a page, whose style knows the class `chart`."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from cantor.equation.render.drawing import document, label, number, tip
from cantor.evaluation.report import interval

_WIDTH, _HEIGHT = 380.0, 270.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 62.0, 26.0, 18.0, 44.0


@dataclass(frozen=True, slots=True)
class _Axes:
    """Shares as places in the picture; `top` is the share at the upper end."""

    top: float = 1.0

    def x(self, share: float) -> float:
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    def y(self, share: float) -> float:
        return _HEIGHT - _BOTTOM - share / self.top * (_HEIGHT - _TOP - _BOTTOM)

    def point(self, across: float, up: float) -> str:
        return f"{number(self.x(across))} {number(self.y(up))}"

    def drawn(self, across: str, up: str) -> list[str]:
        """The grid with its ticks, and what the axes mean."""
        parts = []
        for i in range(5):
            share = i / 4
            y, x = self.y(share * self.top), self.x(share)
            parts.append(f'<path class="grid" d="M{number(_LEFT)} {number(y)}H{number(_WIDTH - _RIGHT)}"/>')
            parts.append(label("tick end", _percent(share * self.top), _LEFT - 8, y))
            parts.append(label("tick", _percent(share), x, _HEIGHT - _BOTTOM + 14))
        parts.append(label("axis", across, (_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 9))
        middle = (_TOP + _HEIGHT - _BOTTOM) / 2
        parts.append(f'<g transform="rotate(-90 14 {number(middle)})">{label("axis", up, 14, middle)}</g>')
        return parts


def _percent(share: float) -> str:
    return f"{100 * share:.3g}%"


def reliability(bins: Sequence[dict[str, float]]) -> str:
    """How often answers of some confidence are right: on the diagonal, as often as they claim.

    `bins` as in the report's calibration. A point's area tells how many answers it stands for, its whiskers
    are the 95 % interval.
    """
    axes = _Axes()
    body = axes.drawn("confidence", "right")
    body.append(f'<path class="ideal" d="M{axes.point(0, 0)}L{axes.point(1, 1)}"/>')
    total = sum(b["count"] for b in bins)
    told = []
    for b in bins:
        low, high = interval(b["accuracy"], int(b["count"]))
        x, y = axes.x(b["confidence"]), axes.y(b["accuracy"])
        radius = 3 + 13 * sqrt(b["count"] / total)
        said = f"confidence {_percent(b['confidence'])}: {_percent(b['accuracy'])} of {b['count']:,.0f} right"
        told.append(said)
        body.append(f'<path class="whisker" d="M{axes.point(b["confidence"], low)}V{number(axes.y(high))}"/>')
        circle = f'<circle class="dot" cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'
        body.append(f"<g>{tip(said)}{circle}</g>")
    return document("chart", _WIDTH, _HEIGHT, body, "Reliability", "; ".join(told) or "No answers", "")


def risk_coverage(points: Sequence[dict[str, float]]) -> str:
    """How many of the most confident answers are wrong, the more of them are given.

    `points` as in the report's calibration, in the order of their coverage.
    """
    highest = max([p["risk"] for p in points], default=0.0)
    top = min(1.0, max(0.04, ceil(highest * 25) / 25))  # a multiple of 4 %, so that its quarters are whole
    axes = _Axes(top)
    body = axes.drawn("answered, the most confident first", "wrong")
    told = []
    if points:
        first, last = points[0], points[-1]
        corners = [(0.0, first["risk"]), *((p["coverage"], p["risk"]) for p in points)]
        way = "L".join(axes.point(coverage, risk) for coverage, risk in corners)
        body.append(f'<path class="area" d="M{axes.point(0, 0)}L{way}L{axes.point(1, 0)}z"/>')
        body.append(f'<path class="ideal" d="M{axes.point(0, last["risk"])}L{axes.point(1, last["risk"])}"/>')
        body.append(f'<path class="curve" d="M{way}"/>')
    for wanted in (0.25, 0.5, 0.75, 1.0):
        p = min(points, key=lambda p: abs(p["coverage"] - wanted), default=None)
        if p is None or abs(p["coverage"] - wanted) > 0.1:  # there are too few answers for such a share
            continue
        said = f"{_percent(p['coverage'])} answered: {_percent(p['risk'])} wrong"
        told.append(said)
        x, y = axes.x(p["coverage"]), axes.y(p["risk"])
        hint = tip(f"{said}; confidence of {_percent(p['confidence'])} or more")
        circle = f'<circle class="dot" cx="{number(x)}" cy="{number(y)}" r="4.5"/>'
        above = y - 12 if y - 12 > _TOP else y + 16  # or below, where there is no room
        body.append(f"<g>{hint}{circle}{label('mark', _percent(p['risk']), x, above)}</g>")
    return document("chart", _WIDTH, _HEIGHT, body, "Risk and coverage", "; ".join(told) or "No answers", "")
