"""A comparison's files: JSON for programs, Markdown with a picture, and a page."""

import os
from pathlib import Path
from typing import Any

from cantor.comparison.markdown import PLOT, markdown
from cantor.comparison.page import PLOTS, page, points
from cantor.comparison.plot import STYLE, scatter
from cantor.comparison.summary import Comparison
from cantor.training.runs import write_whole


def write(comparison: Comparison, found: dict[str, Any], folder: Path) -> None:
    """Each file whole or not at all; `found` are the comparison's figures."""
    write_figures(found, folder)
    _write_text(folder / "comparison.html", page(comparison, found))


def write_figures(found: dict[str, Any], folder: Path) -> None:
    """All but the page, which quotes the problems."""
    write_whole(folder / "comparison.json", found)
    key, (_, across) = next(iter(PLOTS.items()))
    _write_text(folder / "comparison.md", markdown(found))
    if drawn := scatter(points(found, key), across, STYLE):
        _write_text(folder / PLOT, drawn)


def _write_text(path: Path, text: str) -> None:
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)
