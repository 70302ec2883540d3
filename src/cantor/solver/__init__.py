"""From a text to its answer: the solver, and what it is made of. Nothing here imports torch."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cantor.solver.calibration import fit_calibration
    from cantor.solver.choosing import Choice
    from cantor.solver.solution import Solution
    from cantor.solver.solver import Solver

_MODULES = {
    "Choice": "choosing",
    "Solution": "solution",
    "Solver": "solver",
    "fit_calibration": "calibration",
}

__all__ = ["Choice", "Solution", "Solver", "fit_calibration"]


def __getattr__(name: str) -> Any:
    """Imported when asked for: training needs the parts, not the runtime."""
    from importlib import import_module

    if name in _MODULES:
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
