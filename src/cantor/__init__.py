"""cantor: a problem in plain English in, its answer and the steps that lead to it out."""

from typing import TYPE_CHECKING, Any

from cantor.equation import Equation
from cantor.problem import Problem

if TYPE_CHECKING:
    from cantor.solver import Solution, Solver

__version__ = "0.1.0"

__all__ = ["Equation", "Problem", "Solution", "Solver", "__version__"]


def __getattr__(name: str) -> Any:
    """The solver brings numpy and more along: only who asks for it gets it."""
    if name in ("Solution", "Solver"):
        from cantor import solver

        return getattr(solver, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
