"""Where boxes of given sizes and the lines between them go, whatever is written in them."""

from collections.abc import Sequence
from dataclasses import dataclass

from cantor.equation.render.layers import layered

MARGIN = 16.0


@dataclass(frozen=True)
class Spacing:
    """How far things are apart."""

    row: float = 80.0  # between the middles of two rows
    step_height: float = 36.0  # of the highest boxes
    gap: float = 16.0  # between boxes of a row
    bend_gap: float = 20.0  # around lines that pass a row
    port: float = 14.0  # between lines at a step's lower side
    numbered_port: float = 26.0  # the same where the lines are numbered


@dataclass(frozen=True)
class Line:
    """An edge from a step's lower side to an operand's upper side."""

    source: int
    target: int
    place: int  # the target is the source's operand at this place, from 0
    points: tuple[tuple[float, float], ...]
    order: int | None  # the operand's place, from 1, where left to right would mislead


@dataclass(frozen=True)
class Placed:
    """The centre of each box, the lines, and the size of it all."""

    centres: tuple[tuple[float, float], ...]
    lines: tuple[Line, ...]
    width: float
    height: float


def place(
    sizes: Sequence[tuple[float, float]],
    children: Sequence[Sequence[int]],
    roots: Sequence[int],
    ordered: Sequence[bool],
    spacing: Spacing,
) -> Placed:
    """Boxes by width and height, each below all that use it; `ordered` ones mind their operands' order."""
    widths = [width for width, _ in sizes]
    placed = layered(children, roots, widths, spacing.gap, spacing.bend_gap)
    bend_xs = [x for bends in placed.bends.values() for _, x in bends]
    shift = MARGIN - min([x - w / 2 for x, w in zip(placed.xs, widths, strict=True)] + bend_xs)
    first = MARGIN + spacing.step_height / 2
    centres = tuple(
        (_round(x + shift), first + level * spacing.row)
        for x, level in zip(placed.xs, placed.levels, strict=True)
    )
    lines: list[Line] = []
    for source, below in enumerate(children):
        routes = []
        for child in below:
            points = []
            for level, x in placed.bends.get((source, child), []):
                middle = first + level * spacing.row  # straight through the row, past the boxes beside it
                points += [
                    (_round(x + shift), middle - spacing.step_height / 2),
                    (_round(x + shift), middle + spacing.step_height / 2),
                ]
            x, y = centres[child]
            routes.append((child, [*points, (x, y - sizes[child][1] / 2)]))
        lines += _lines(source, centres[source], sizes[source], routes, ordered[source], spacing)
    right = max([x + w / 2 for (x, _), w in zip(centres, widths, strict=True)] + [x + shift for x in bend_xs])
    bottom = max(y + height / 2 for (_, y), (_, height) in zip(centres, sizes, strict=True))
    return Placed(centres, tuple(lines), _round(right + MARGIN), _round(bottom + MARGIN))


def _round(x: float) -> float:
    return round(x, 2)


def _lines(
    source: int,
    centre: tuple[float, float],
    size: tuple[float, float],
    routes: Sequence[tuple[int, list[tuple[float, float]]]],
    ordered: bool,
    spacing: Spacing,
) -> list[Line]:
    """Lines leave side by side in the order of where they go, so that none cross at the start."""
    goals = [points[0][0] for _, points in routes]
    sequence = sorted(range(len(routes)), key=lambda i: (goals[i], i))
    misleading = ordered and sequence != list(range(len(routes)))
    port = spacing.numbered_port if misleading else spacing.port
    apart = min(port, (size[0] - 12) / len(routes)) if routes else 0.0
    lines = []
    for at, i in enumerate(sequence):
        child, points = routes[i]
        start = _round(centre[0] + (at - (len(routes) - 1) / 2) * apart), centre[1] + size[1] / 2
        lines.append(Line(source, child, i, (start, *points), i + 1 if misleading else None))
    return lines
