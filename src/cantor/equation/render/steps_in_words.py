"""The steps of an equation as numbered sentences."""

from collections.abc import Mapping, Sequence

from cantor.equation.errors import ExecutionError
from cantor.equation.execute import outcomes
from cantor.equation.graph import Const, Equation, Num, Operand, Ref, Step
from cantor.equation.operators import Value, operator
from cantor.equation.render.values import about, for_people, shown


def words(
    equation: Equation,
    numbers: Sequence[Value] | None,
    names: Sequence[str | None] | None = None,
    shown_as: Mapping[Operand, str] | None = None,
) -> list[str]:
    """One sentence per step, such as "2. Subtract 9 from the result of step 1: 48 − 9 = 39".

    `names` says what the numbers are, such as "pens"; None where there is nothing to say. `shown_as` says how
    some numbers and results are written, such as a time of day. Without `numbers` the sentences give no
    values. An equation without steps takes one sentence.
    """
    special = shown_as or {}
    results = None if numbers is None else outcomes(equation.steps, numbers)
    given = () if numbers is None else numbers
    lines = []
    for i, step in enumerate(equation.steps):
        said = [_said(x, given, names, special) for x in step.operands]
        line = f"{i + 1}. {operator(step.operator).words.format(*said)}"
        if results is not None:
            line += ": " + _result(i, step, given, results, special)
        lines.append(line)
    return lines or [f"1. Take {_said(equation.root, given, names, special)} as the answer"]


def _said(
    operand: Operand,
    numbers: Sequence[Value],
    names: Sequence[str | None] | None,
    special: Mapping[Operand, str],
) -> str:
    """An operand inside a sentence."""
    if isinstance(operand, Ref):
        return f"the result of step {operand.index + 1}"
    if isinstance(operand, Const):
        return for_people(operand.value)
    text = special.get(operand) or _number(operand, numbers)
    name = names[operand.index] if names is not None and operand.index < len(names) else None
    return f"{text} ({name})" if name else text


def _number(operand: Num, numbers: Sequence[Value]) -> str:
    return for_people(numbers[operand.index]) if operand.index < len(numbers) else f"n{operand.index}"


def _result(
    i: int,
    step: Step,
    numbers: Sequence[Value],
    results: Sequence[Value | ExecutionError | None],
    special: Mapping[Operand, str],
) -> str:
    """The step with values in place and what it gives, or why it gives nothing."""
    result = results[i]
    if result is None:
        missing = sorted(
            {
                x.index + 1
                for x in step.operands
                if isinstance(x, Ref)
                and (results[x.index] is None or isinstance(results[x.index], ExecutionError))
            }
        )
        steps = " and ".join(f"step {i}" for i in missing)
        return f"no value, because {steps} {'has' if len(missing) == 1 else 'have'} none"
    values = [special.get(x) or _operand_value(x, numbers, results) for x in step.operands]
    written = shown(step.operator, values)
    if isinstance(result, ExecutionError):
        return f"{written} has no value ({result})"
    return f"{written} = {special.get(Ref(i)) or about(result)}"


def _operand_value(
    operand: Operand, numbers: Sequence[Value], results: Sequence[Value | ExecutionError | None]
) -> str:
    if isinstance(operand, Num):
        return _number(operand, numbers)
    if isinstance(operand, Const):
        return for_people(operand.value)
    value = results[operand.index]
    # A number that is missing fails its step even where another operand has no value either
    if value is None or isinstance(value, ExecutionError):
        return f"step {operand.index + 1}"
    return for_people(value)
