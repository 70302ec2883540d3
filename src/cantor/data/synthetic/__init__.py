"""A writer of math word problems: a small simulated world, told and asked in many ways."""

from cantor.data.synthetic.checking import stats
from cantor.data.synthetic.problem import (
    BROAD_CONSTANTS,
    CONSTANTS,
    SyntheticProblem,
    UnanswerableProblem,
    shape,
)
from cantor.data.synthetic.shapes import count_shapes, shape_counts
from cantor.data.synthetic.writer import write, write_twins

__all__ = [
    "BROAD_CONSTANTS",
    "CONSTANTS",
    "SyntheticProblem",
    "UnanswerableProblem",
    "count_shapes",
    "shape",
    "shape_counts",
    "stats",
    "write",
    "write_twins",
]
