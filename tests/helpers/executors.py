"""The executor's twins: three plain ways to the same values, each of which was once in use somewhere."""

from collections.abc import Sequence

from cantor.equation import Const, Equation, ExecutionError, Operand, Ref, Step, Value, operator
from cantor.equation.operators import bounded


def strict_values(equation: Equation, numbers: Sequence[Value]) -> list[Value]:
    """All steps in order; raises the first error."""
    values: list[Value] = []
    for step in equation.steps:
        values.append(operator(step.operator).apply(*(_leaf_or(x, numbers, values) for x in step.operands)))
    return values


def all_outcomes(equation: Equation, numbers: Sequence[Value]) -> list[Value | ExecutionError | None]:
    """All steps in order: a value, its own error, or None where an operand has no value."""
    results: list[Value | ExecutionError | None] = []
    for step in equation.steps:
        try:
            operands = [_leaf_or(x, numbers, results) for x in step.operands]
            failed = any(x is None or isinstance(x, ExecutionError) for x in operands)
            results.append(None if failed else operator(step.operator).apply(*operands))
        except ExecutionError as error:
            results.append(error)
    return results


def recursive_value(steps: Sequence[Step], index: int, numbers: Sequence[Value]) -> Value | None:
    """One step from the top down; None where it has no value."""
    operands = []
    for x in steps[index].operands:
        if isinstance(x, Ref):
            found = recursive_value(steps, x.index, numbers)
        else:
            try:
                found = _leaf_or(x, numbers, ())
            except ExecutionError:
                found = None
        if found is None:
            return None
        operands.append(found)
    try:
        return operator(steps[index].operator).apply(*operands)
    except ExecutionError:
        return None


def _leaf_or(x: Operand, numbers: Sequence[Value], results: Sequence[Value | ExecutionError | None]) -> Value:
    if isinstance(x, Ref):
        return results[x.index]  # type: ignore[return-value]
    if isinstance(x, Const):
        return bounded(x.value)
    if x.index >= len(numbers):
        raise ExecutionError("no such number")
    return bounded(numbers[x.index])
