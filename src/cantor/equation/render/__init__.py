"""An equation for people: as infix, in words, as a chart, as a picture."""

from cantor.equation.render.charts import dot, mermaid
from cantor.equation.render.infix_text import infix
from cantor.equation.render.picture import svg
from cantor.equation.render.steps_in_words import words
from cantor.equation.render.values import display

__all__ = ["display", "dot", "infix", "mermaid", "svg", "words"]
