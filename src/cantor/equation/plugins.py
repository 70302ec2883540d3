"""Operators of others: from a Python file, or from installed packages that offer some."""

import sys
from collections.abc import Callable
from hashlib import sha256
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from cantor.equation.errors import EquationError
from cantor.equation.operators import Operator, register

#: Where an installed package names a module that registers operators, or an `Operator`.
GROUP = "cantor.operators"


class PluginError(EquationError):
    """A file or package with operators cannot be loaded; the message says which, and why."""


def load_plugin(path: Path) -> None:
    """Run a Python file that calls `cantor.equation.register`; one that was run before is not run again."""
    path = path.resolve()
    name = f"_cantor_plugin_{sha256(str(path).encode()).hexdigest()[:16]}"
    if name in sys.modules:
        return
    if not path.is_file():
        raise PluginError(
            f"{path}: there is no such file; --plugin takes a Python file that registers operators"
        )
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise PluginError(f"{path}: not a Python file; its name must end in .py")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        _running(str(path), lambda: spec.loader.exec_module(module))  # type: ignore[union-attr]
    except PluginError:
        del sys.modules[name]
        raise


def load_installed() -> None:
    """Load what installed packages offer under the entry points `cantor.operators`."""
    for point in entry_points(group=GROUP):
        loaded = _running(f"entry point {point.value} ({GROUP})", point.load)
        if isinstance(loaded, Operator):
            register(loaded)


def _running(what: str, run: Callable[[], object]) -> object:
    try:
        return run()
    except EquationError as error:
        raise PluginError(f"{what}: {error}") from None
    except Exception as error:  # whatever somebody else's code does
        raise PluginError(f"{what}: {type(error).__name__}: {error}") from error
