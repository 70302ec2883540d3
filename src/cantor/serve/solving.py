"""What the server needs of a solver: `cantor.solver.Solver`, or anything that answers alike."""

from typing import Any, Protocol


class Solved(Protocol):
    """One answer; `cantor.solver.Solution` is one."""

    def to_dict(self) -> dict[str, Any]: ...


class Solves(Protocol):
    """Many questions in, one answer each, in their order. Several threads may call it at a time."""

    def solve(self, text: list[str], /, *, k: int, min_confidence: float | None) -> "list[Any]": ...
