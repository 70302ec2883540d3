"""The parts that SVG pictures are made of."""

import hashlib
from collections.abc import Sequence
from html import escape

_NOT_XML = dict.fromkeys(set(range(32)) - {9, 10})


def document(
    kind: str, width: float, height: float, body: Sequence[str], heading: str, description: str, style: str
) -> str:
    """An accessible picture of some CSS class; it stands alone unless `style` is empty."""
    content = "\n".join(body)
    heading, description = plain(heading), plain(description)
    # Two pictures on one page must not share ids, and the same picture must come out the same
    name = kind + hashlib.sha256((content + heading).encode("utf-8", "replace")).hexdigest()[:10]
    wide, high = number(width), number(height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" role="img" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}" aria-labelledby="{name}-t {name}-d">\n'
        f'<title id="{name}-t">{heading}</title>\n<desc id="{name}-d">{description}</desc>\n'
        + (f"<style>{style}\n</style>\n" if style else "")
        + f"{content}\n</svg>\n"
    )


def path(points: Sequence[tuple[float, float]]) -> str:
    """The way of a line: curves from row to row, straight down past the boxes of a row in between."""
    (x, y), *rest = points
    way = f"M{number(x)} {number(y)}"
    for i, (to_x, to_y) in enumerate(rest):
        if i % 2:
            way += f"V{number(to_y)}"
        else:
            half = number((y + to_y) / 2)
            way += f"C{number(x)} {half} {number(to_x)} {half} {number(to_x)} {number(to_y)}"
        x, y = to_x, to_y
    return way


def left_half(left: float, top: float, width: float, height: float) -> str:
    """The outline of a rectangle with its left corners rounded."""
    return (
        f"M{number(left + width)} {number(top)}H{number(left + 10)}a10 10 0 0 0-10 10"
        f"v{number(height - 20)}a10 10 0 0 0 10 10H{number(left + width)}z"
    )


def right_half(left: float, top: float, width: float, height: float) -> str:
    """The outline of a rectangle with its right corners rounded."""
    return (
        f"M{number(left)} {number(top)}H{number(left + width - 10)}a10 10 0 0 1 10 10"
        f"v{number(height - 20)}a10 10 0 0 1-10 10H{number(left)}z"
    )


def label(style: str, text: str, x: float, y: float) -> str:
    style = f' class="{style}"' if style else ""
    return f"<text{style} {at(x, y)}>{plain(text)}</text>"


def tip(text: str) -> str:
    return f"<title>{plain(text)}</title>"


def at(x: float, y: float) -> str:
    return f'x="{number(x)}" y="{number(y)}"'


def number(x: float) -> str:
    return f"{x:.2f}".rstrip("0").rstrip(".")


def plain(text: str) -> str:
    """Escaped, without the control characters and surrogates that XML does not allow."""
    return escape("".join(c for c in text if c.isprintable() or c.isspace()).translate(_NOT_XML), quote=False)
