"""Graphs from hand-set scores."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from cantor.equation.vocabulary import Vocabulary
from cantor.thought import decode as module
from cantor.thought.decode import DecodedGraph
from cantor.thought.scores import Scores


def decode(operators: Sequence[str], constants: Sequence[Fraction], *arrays: Any) -> list[DecodedGraph]:
    """operator [B, L, F], operand [B, P, L, Q], root [B, L]: log-probabilities of a batch."""
    return module.decode(Scores(Vocabulary(tuple(operators), tuple(constants)), *arrays))
