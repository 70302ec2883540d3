"""What a text says: its numbers, with exact values, places and kinds."""

from cantor.problem.problem import Number, NumberKind, Problem
from cantor.problem.reader import quantities, read_numbers

__all__ = ["Number", "NumberKind", "Problem", "quantities", "read_numbers"]
