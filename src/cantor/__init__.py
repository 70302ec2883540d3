"""cantor: a problem in plain English in, its answer and the steps that lead to it out."""

import os
from typing import TYPE_CHECKING, Any

# Nothing leaves the machine: onnxruntime would keep a database and a device id in the user's home, and send
# events. It looks at this when it is first imported.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

if TYPE_CHECKING:
    from cantor.equation import Equation
    from cantor.problem import Problem
    from cantor.reading.reader import Reader
    from cantor.solver import Solution, Solver

__version__ = "0.1.0"

_MODULES = {
    "Equation": "cantor.equation",
    "Problem": "cantor.problem",
    "Reader": "cantor.reading.reader",
    "Solution": "cantor.solver",
    "Solver": "cantor.solver",
}

__all__ = ["Equation", "Problem", "Reader", "Solution", "Solver", "__version__"]


def __getattr__(name: str) -> Any:
    """Imported when asked for: the solver brings numpy along, and nobody waits for what is not needed."""
    from importlib import import_module

    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
