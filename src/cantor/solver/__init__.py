"""From a text to its answer: the solver, and what it is made of. Nothing here imports torch."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cantor.solver.answered import solve_rows
    from cantor.solver.solution import Solution
    from cantor.solver.solver import Solver
    from cantor.thought.calibration import fit_calibration
    from cantor.thought.ranking import Ranking

_MODULES = {
    "Ranking": "cantor.thought.ranking",
    "Solution": "cantor.solver.solution",
    "Solver": "cantor.solver.solver",
    "fit_calibration": "cantor.thought.calibration",
    "solve_rows": "cantor.solver.answered",
}

__all__ = ["Ranking", "Solution", "Solver", "fit_calibration", "solve_rows"]


def __getattr__(name: str) -> Any:
    """Imported when asked for: training needs the parts, not the runtime."""
    from importlib import import_module

    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
