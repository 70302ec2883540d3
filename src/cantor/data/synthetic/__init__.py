"""A writer of math word problems: a small simulated world, told and asked in many ways."""

from cantor.data.synthetic.problem import CONSTANTS, SyntheticProblem, shape
from cantor.data.synthetic.shapes import count_shapes, shape_counts
from cantor.data.synthetic.writer import stats, write

__all__ = ["CONSTANTS", "SyntheticProblem", "count_shapes", "shape", "shape_counts", "stats", "write"]
