"""`ReadingScores`: what a reader's network says about questions, whether torch or onnxruntime ran it.

Shapes: B questions, S tokens, Q quantities [constants, mentions], L vertices, H heads.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]

#: Systems whose arithmetic is CANTOR's, and those with all heads.
WITH_GRAPH = ("cantor-reading", "tase-cantor")
WITH_ALL_HEADS = ("tase", "tase-cantor")
#: What the first heads are called where all are there, in the order of `choice`.
HEADS = ("arithmetic", "span", "spans", "count")


@dataclass(frozen=True, slots=True)
class ReadingScores:
    """Log-probabilities; what a system has no head for is None."""

    choice: Floats | None = None  # [B, H]; None where there is one head only
    signs: Floats | None = None  # [B, Q, 3]: zero, plus, minus
    operator: Floats | None = None  # [B, L, 2]
    operand: Floats | None = None  # [B, 2, L, L + Q]
    root: Floats | None = None  # [B, L]
    ends: Floats | None = None  # [B, S, 2]: start and end of a span
    tags: Floats | None = None  # [B, S, 3]: outside, begins, goes on
    counts: Floats | None = None  # [B, 10]

    @classmethod
    def of(cls, outputs: Mapping[str, Floats]) -> "ReadingScores":
        return cls(**outputs)

    def __getitem__(self, b: int) -> "ReadingScores":
        """What is said about one question: the same without the first dimension."""
        given = ((each.name, getattr(self, each.name)) for each in fields(self))
        return ReadingScores(**{name: None if x is None else x[b] for name, x in given})


def outputs_of(system: str) -> tuple[str, ...]:
    """What a system's network says."""
    arithmetic = ("operator", "operand", "root") if system in WITH_GRAPH else ("signs",)
    return ("choice", *arithmetic, "ends", "tags", "counts") if system in WITH_ALL_HEADS else arithmetic
