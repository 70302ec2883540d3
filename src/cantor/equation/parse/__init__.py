"""Equations from the notations that datasets use."""

from cantor.equation.parse.infix import parse_infix
from cantor.equation.parse.mathqa import parse_layers, parse_linear
from cantor.equation.parse.notes import chained, parse_notes, stated_answer
from cantor.equation.parse.prefix import parse_prefix
from cantor.equation.parse.python import parse_python

__all__ = [
    "chained",
    "parse_infix",
    "parse_layers",
    "parse_linear",
    "parse_notes",
    "parse_prefix",
    "parse_python",
    "stated_answer",
]
