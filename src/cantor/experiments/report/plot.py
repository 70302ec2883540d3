"""Accuracy against speed as a picture: further up is more often right, further right is faster."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cantor.equation.render.drawing import document, label, number, tip

_WIDTH, _HEIGHT = 560.0, 400.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 58.0, 18.0, 16.0, 48.0
_CHARACTER, _LINE = 6.7, 14.0  # of a label, in pixels
_RADIUS = 5.5

#: For a picture that stands alone; inside a page the page's own style does the same.
STYLE = """
.chart text { font: 11px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  fill: #475569; text-anchor: middle; dominant-baseline: central; }
.chart .back { fill: #ffffff; }
.chart .end { text-anchor: end; } .chart .axis { fill: #64748b; }
.chart .grid { stroke: #e2e8f0; } .chart .grid.fine { stroke-dasharray: 2 4; }
.chart .whisker { stroke: #64748b; stroke-width: 1.5; opacity: 0.55; }
.chart .dot { fill: #64748b; stroke: #ffffff; stroke-width: 1.5; }
.chart .lead { stroke: #94a3b8; fill: none; }
.chart .point text { font-size: 12px; fill: #0f172a; text-anchor: start; paint-order: stroke;
  stroke: #ffffff; stroke-width: 3px; }
.chart .own .dot { fill: #4338ca; } .chart .own .whisker { stroke: #4338ca; }
.chart .own text { font-weight: 700; fill: #4338ca; }
@media (prefers-color-scheme: dark) {
.chart text { fill: #b6c2d3; } .chart .back { fill: #131a2e; } .chart .axis { fill: #94a3b8; }
.chart .grid { stroke: #283350; } .chart .whisker { stroke: #94a3b8; }
.chart .dot { fill: #94a3b8; stroke: #131a2e; } .chart .lead { stroke: #64748b; }
.chart .point text { fill: #f1f5f9; stroke: #131a2e; }
.chart .own .dot { fill: #a5b4fc; } .chart .own .whisker { stroke: #a5b4fc; }
.chart .own text { fill: #a5b4fc; }
}"""


@dataclass(frozen=True, slots=True)
class Point:
    """A system: problems a second, and the share of them that it answers rightly with its interval."""

    name: str
    speed: float
    accuracy: float
    low: float
    high: float
    own: bool = False  # ours


@dataclass(frozen=True, slots=True)
class _Box:
    left: float
    top: float
    right: float
    bottom: float

    def shared(self, other: "_Box") -> float:
        """The area that both cover."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0

    def outside(self) -> float:
        """How much of its width and height lies beyond the axes."""
        wide = max(0.0, _LEFT - self.left) + max(0.0, self.right - (_WIDTH - _RIGHT))
        high = max(0.0, _TOP - self.top) + max(0.0, self.bottom - (_HEIGHT - _BOTTOM))
        return wide + high


@dataclass(frozen=True, slots=True)
class _Axes:
    slowest: float  # powers of ten
    fastest: float
    least: float  # shares
    most: float

    @classmethod
    def around(cls, points: Sequence[Point]) -> "_Axes":
        speeds = [math.log10(point.speed) for point in points]
        least, most = min(p.low for p in points), max(p.high for p in points)
        room = 0.12 * max(0.5, max(speeds) - min(speeds))
        bottom = min(0.95, math.floor(20 * least) / 20)
        top = max(bottom + 0.05, math.ceil(20 * most) / 20)
        return cls(min(speeds) - room, max(speeds) + room, bottom, top)

    def x(self, speed: float) -> float:
        share = (math.log10(speed) - self.slowest) / (self.fastest - self.slowest)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    def y(self, accuracy: float) -> float:
        share = (accuracy - self.least) / (self.most - self.least)
        return _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)

    def drawn(self, across: str) -> list[str]:
        """Ticks and grid, and what the axes mean."""
        parts = []
        for speed, fine in _log_ticks(self.slowest, self.fastest):
            x = number(self.x(speed))
            parts.append(
                f'<path class="grid{" fine" * fine}" d="M{x} {number(_TOP)}V{number(_HEIGHT - _BOTTOM)}"/>'
            )
            parts.append(label("tick", f"{speed:,.10g}", self.x(speed), _HEIGHT - _BOTTOM + 14))
        step = next(s for s in (0.01, 0.02, 0.05, 0.1, 0.2) if (self.most - self.least) / s <= 8)
        for i in range(math.ceil(self.least / step - 1e-9), math.floor(self.most / step + 1e-9) + 1):
            y = self.y(i * step)
            parts.append(f'<path class="grid" d="M{number(_LEFT)} {number(y)}H{number(_WIDTH - _RIGHT)}"/>')
            parts.append(label("tick end", f"{100 * i * step:.0f}%", _LEFT - 7, y))
        parts.append(label("axis", across, (_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 11))
        middle = (_TOP + _HEIGHT - _BOTTOM) / 2
        up = label("axis", "value accuracy", 11, middle)
        parts.append(f'<g transform="rotate(-90 11 {number(middle)})">{up}</g>')
        return parts


def _log_ticks(slowest: float, fastest: float) -> list[tuple[float, bool]]:
    """Round speeds within powers of ten, and whether each is less than a whole power."""
    for digits in ((1,), (1, 3), (1, 2, 5), (1, 2, 3, 4, 6, 8)):
        found = [
            (digit * 10.0**power, digit != 1)
            for power in range(math.floor(slowest), math.ceil(fastest) + 1)
            for digit in digits
            if slowest <= math.log10(digit) + power <= fastest
        ]
        if len(found) >= 4:
            break
    return found


def scatter(points: Sequence[Point], across: str, style: str = "") -> str:
    """The picture; it stands alone where it is given a style. Empty where there is nothing to compare."""
    if len(points) < 2:
        return ""
    points = sorted(points, key=lambda point: point.own)  # ours on top of the others
    axes = _Axes.around(points)
    body = (
        [f'<rect class="back" width="{number(_WIDTH)}" height="{number(_HEIGHT)}" rx="8"/>'] if style else []
    )
    body += axes.drawn(across)
    places = _places(points, axes)
    told = []
    for point, place in zip(points, places, strict=True):
        x, y = axes.x(point.speed), axes.y(point.accuracy)
        said = (
            f"{point.name}: {point.accuracy:.1%} right ({point.low:.1%} to {point.high:.1%}), "
            f"{point.speed:,.3g} problems a second"
        )
        told.append(said)
        low, high = number(axes.y(point.low)), number(axes.y(point.high))
        body.append(
            f'<g class="point{" own" * point.own}">{tip(said)}'
            f'<path class="whisker" d="M{number(x)} {low}V{high}"/>{_lead(x, y, place)}'
            f'<circle class="dot" cx="{number(x)}" cy="{number(y)}" r="{number(_RADIUS)}"/>'
            f"{label('', point.name, place.left, (place.top + place.bottom) / 2)}</g>"
        )
    return document("chart", _WIDTH, _HEIGHT, body, "Accuracy against speed", "; ".join(told), style)


def _lead(x: float, y: float, place: _Box) -> str:
    """A line to a label that stands far from its point."""
    to_x = min(max(x, place.left), place.right)
    to_y = min(max(y, place.top), place.bottom)
    if math.hypot(to_x - x, to_y - y) < 3 * _RADIUS:
        return ""
    return f'<path class="lead" d="M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}"/>'


def _places(points: Sequence[Point], axes: _Axes) -> list[_Box]:
    """Where each label stands: near its point, off the other points, their whiskers and labels."""
    centres = [(axes.x(point.speed), axes.y(point.accuracy)) for point in points]
    taken = [_Box(x - _RADIUS, y - _RADIUS, x + _RADIUS, y + _RADIUS) for x, y in centres]
    taken += [
        _Box(x - 1, axes.y(point.high), x + 1, axes.y(point.low))
        for point, (x, _) in zip(points, centres, strict=True)
    ]
    found: dict[int, _Box] = {}
    # ours first, then from the left: whoever comes later has to move
    for i in sorted(range(len(points)), key=lambda i: (not points[i].own, centres[i])):
        options = _options(points[i].name, *centres[i])
        costs = [
            sum(box.shared(other) for other in taken) + 50 * box.outside() + 4 * far for far, box in options
        ]
        found[i] = options[costs.index(min(costs))][1]
        taken.append(found[i])
    return [found[i] for i in range(len(points))]


def _options(name: str, x: float, y: float) -> list[tuple[int, _Box]]:
    """Places around a point, the nearest first, with how far each is."""
    wide = len(name) * _CHARACTER
    options = []
    for far in range(6):
        away = _RADIUS + 4 + 11 * far
        for across, up in ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1)):
            left = x + away if across > 0 else x - away - wide if across < 0 else x - wide / 2
            middle = y + up * (away + _LINE / 2) * (0.7 if across else 1.0)
            options.append((far, _Box(left, middle - _LINE / 2, left + wide, middle + _LINE / 2)))
    return options
