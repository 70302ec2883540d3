"""What a text says: its numbers, with exact values, places and kinds."""

from cantor.problem.problem import MAX_CHARACTERS, Number, NumberKind, Problem, checked
from cantor.problem.reader import quantities, read_numbers

__all__ = ["MAX_CHARACTERS", "Number", "NumberKind", "Problem", "checked", "quantities", "read_numbers"]
