"""An equation for people: as infix, in words, as a chart, as a picture."""

from typing import TYPE_CHECKING, Any

from cantor.equation.render.infix_text import infix
from cantor.equation.render.steps_in_words import words
from cantor.equation.render.values import display, exact_text

if TYPE_CHECKING:
    from cantor.equation.render.charts import dot, mermaid
    from cantor.equation.render.picture import svg

__all__ = ["display", "dot", "exact_text", "infix", "mermaid", "svg", "words"]


def __getattr__(name: str) -> Any:
    """Charts and pictures take longer to import than most commands take to run."""
    if name in ("dot", "mermaid"):
        from cantor.equation.render import charts

        return getattr(charts, name)
    if name == "svg":
        from cantor.equation.render.picture import svg

        return svg
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
