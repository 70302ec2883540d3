"""A comparison's files: JSON for programs, Markdown with a picture, and a page."""

from pathlib import Path
from typing import Any

from cantor.experiments.figures import Comparison
from cantor.experiments.report.markdown import PLOT, markdown
from cantor.experiments.report.page import PLOTS, page, points
from cantor.experiments.report.plot import STYLE, scatter
from cantor.io.atomic import write_atomic, write_json


def write(comparison: Comparison, found: dict[str, Any], folder: Path) -> None:
    """Each file whole or not at all; `found` are the comparison's figures."""
    write_figures(found, folder)
    write_atomic(folder / "comparison.html", page(comparison, found))


def write_figures(found: dict[str, Any], folder: Path) -> None:
    """All but the page, which quotes the problems."""
    write_json(folder / "comparison.json", found)
    key, (_, across) = next(iter(PLOTS.items()))
    write_atomic(folder / "comparison.md", markdown(found))
    if drawn := scatter(points(found, key), across, STYLE):
        write_atomic(folder / PLOT, drawn)
