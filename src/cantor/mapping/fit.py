"""A program needs a vertex for each of its steps."""

from cantor.errors import EquationError
from cantor.mapping.program import Programs


class DoesNotFit(EquationError):
    """A program has more steps than the graph has vertices, so it has no placement."""


def check_fit(programs: Programs, size: int) -> None:
    """Raise where a program of the batch has no placement on `size` vertices."""
    longest = int(programs.length.max())
    if longest > size:
        raise DoesNotFit(
            f"a program of {longest} steps does not fit a graph of {size} vertices; "
            "use a larger graph or leave the problem out"
        )
