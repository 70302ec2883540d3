"""One base of all errors, and five families: whoever catches these has caught what cantor raises."""

import ast
from pathlib import Path

import cantor
from cantor import errors
from cantor.client import ClientError
from cantor.data.catalogue import MissingData
from cantor.errors import CantorError, DataError, EndpointError, EquationError, ModelError, RecipeError
from cantor.rivals.llm.endpoint import Refused
from cantor.solver.bulk import BulkError
from cantor.solver.typed import NotAnEquation
from cantor.thought.verifier import VerifierError

FAMILIES = {EquationError, DataError, ModelError, RecipeError, EndpointError}


def test_families() -> None:
    assert {e for e in vars(errors).values() if isinstance(e, type)} == {CantorError} | FAMILIES
    for error, family in (
        (NotAnEquation, EquationError),
        (MissingData, DataError),
        (BulkError, DataError),
        (VerifierError, ModelError),
        (Refused, EndpointError),
        (ClientError, EndpointError),
    ):
        assert [f for f in FAMILIES if issubclass(error, f)] == [family]


def test_every_error_is_of_a_family() -> None:
    """Read, not imported: many of them stand beside torch."""
    package = Path(cantor.__file__).parent
    without = [
        f"{file.relative_to(package)}: {node.name}"
        for file in package.rglob("*.py")
        if file != package / "errors.py"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
        and any(isinstance(base, ast.Name) and base.id == "CantorError" for base in node.bases)
    ]
    assert without == []
