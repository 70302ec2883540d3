"""The same thoughts on other numbers: what each is worth, and how some of them read as answers.

The page asks this whenever a number changes, so that arithmetic and English are written once, in Python.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from cantor.equation import Const, Equation, Num, Operand, Ref, Step, Value
from cantor.equation.errors import EquationError, ExecutionError
from cantor.equation.execute import outcomes
from cantor.equation.operators import operator
from cantor.equation.render.layout import short
from cantor.equation.render.values import about, exact_text, for_people, minus, shown
from cantor.equation.render.values import display as decimal
from cantor.problem import Problem
from cantor.problem.writing import neighbours
from cantor.serve.guard import Refused
from cantor.serve.schemas import Evaluate, Thought
from cantor.solver.typed import MAX_TYPED, NotAnEquation, typed_equation
from cantor.thought.formula import formula
from cantor.thought.teaching import Line, lesson
from cantor.thought.times import counted_like, named_unit, shown_answer, shown_in_steps

#: A line of more numbers is not shown: a graph that reuses its steps can be far longer in writing.
_MAX_LINE = 1_000
_MAX_THOUGHT = 60
#: Around a number of the text inside a step, so that the page can colour it.
_MARKED = re.compile("\ue000(\\d+)\ue001([^\ue002]*)\ue002")
#: So many numbers say how one more and one less of them are written: no page has more dials.
_MAX_DIALS = 12


def numbers_json(problem: Problem) -> list[dict[str, Any]]:
    """What was read, with half-open places in code points."""
    found = []
    for i, n in enumerate(problem.numbers):
        lower, higher = neighbours(problem, i) if i < _MAX_DIALS else (None, None)
        number = {"text": n.text, "value": decimal(n.value), "span": n.span, "kind": n.kind.value}
        found.append(number | {"lower": lower, "higher": higher})
    return found


def evaluated(asked: Evaluate) -> dict[str, Any]:
    """What /evaluate answers. A graph that is none is refused."""
    problem = Problem.from_text(asked.text)
    if asked.spans is not None:
        seen = set(asked.spans)
        problem = Problem(problem.text, tuple(n for n in problem.numbers if n.span in seen))
    if asked.equation is not None:
        return _typed(asked.equation, problem)
    try:
        graph = Equation([step_of(thought) for thought in asked.thoughts])
    except (EquationError, ValueError, ZeroDivisionError):
        # Without what a client sent: it need not come back
        message = "thoughts: an operator or an operand is unknown, missing or out of order"
        raise Refused(422, "invalid_request", message) from None
    if not all(0 <= root < len(graph) for root in asked.roots):
        raise Refused(422, "invalid_request", "roots: there is no such thought")
    wholes = [Equation(graph.steps, Ref(root)).post_order() for root in asked.roots]
    # the first is the answer: what has no unit of its own is counted in its
    unit = named_unit(problem.text, problem.numbers, wholes[0]) if wholes else None
    return {
        "numbers": numbers_json(problem),
        "thoughts": _thoughts(graph, problem),
        "answers": [
            _answer(whole, problem, root, unit) for root, whole in zip(asked.roots, wholes, strict=True)
        ],
        "operators": _operators(graph),
    }


def _typed(text: str, problem: Problem) -> dict[str, Any]:
    """What a person's own equation gives."""
    try:
        equation = typed_equation(text, problem).post_order()
    except NotAnEquation as error:
        raise Refused(422, "invalid_equation", str(error)) from None
    return {
        "numbers": numbers_json(problem),
        "thoughts": _thoughts(equation, problem),
        "answers": [_answer(equation, problem, max(0, len(equation) - 1))],
        "operators": _operators(equation),
    }


def _operators(graph: Equation) -> dict[str, Any]:
    kinds = ((symbol, operator(symbol)) for symbol in sorted(graph.operators))
    return {symbol: {"sign": kind.sign or symbol, "commutative": kind.commutative} for symbol, kind in kinds}


def _thoughts(graph: Equation, problem: Problem) -> list[dict[str, Any]]:
    """Each step's value, operands and sum, for people."""
    results = outcomes(graph.steps, problem.values)
    special = shown_in_steps(problem.text, problem.numbers, graph, [_value(x) for x in results])

    def text(operand: Operand) -> str:
        if isinstance(operand, Const):
            return _short(operand.value)
        if isinstance(operand, Num):
            known = operand.index < len(problem.numbers)
            return special.get(operand) or (_short(problem.values[operand.index]) if known else "?")
        value = _value(results[operand.index])
        return "(no value)" if value is None else special.get(operand) or _short(value)

    thoughts = []
    for i, step in enumerate(graph.steps):
        operands = [text(x) for x in step.operands]
        value, written = _value(results[i]), shown(step.operator, operands)
        ending = "has no value" if value is None else f"= {special.get(Ref(i)) or _about(value)}"
        worth = None if value is None else text(Ref(i))
        thoughts.append({"value": worth, "operands": operands, "text": f"{written} {ending}"})
    return thoughts


def step_of(thought: Thought) -> Step:
    """A thought as the API gives them; constants are exact decimals or fractions."""
    operands: list[Operand] = []
    for x in thought.operands:
        if x.kind == "constant":
            operands.append(Const(Fraction(x.value or "")))
        elif x.index is None:
            raise ValueError(f"an operand of kind {x.kind!r} needs an index")
        else:
            operands.append(Ref(x.index) if x.kind == "vertex" else Num(x.index))
    return Step(thought.op, tuple(operands))


def _answer(equation: Equation, problem: Problem, root: int, best_unit: str | None = None) -> dict[str, Any]:
    """One thought as the answer: with its unit, on one line, step by step."""
    values = [_value(x) for x in outcomes(equation.steps, problem.values)]
    value = values[-1] if values else equation.try_execute(problem.values)
    special = shown_in_steps(problem.text, problem.numbers, equation, values)
    display = None
    if value is not None:
        unit = named_unit(problem.text, problem.numbers, equation)
        shown_so = shown_answer(problem.text, problem.numbers, equation, value)
        display = counted_like(shown_so, value, unit, best_unit)[0]
    told = lesson(problem.text, problem.numbers, equation, lambda i, text: f"\ue000{i}\ue001{text}\ue002")
    return {
        "root": root,
        "display": display,
        "value": None if value is None else special.get(equation.root) or _short(value),
        "answer_exact": exact_text(value) if isinstance(value, Fraction) else None,
        "line": _if_short(formula(problem.text, problem.numbers, equation)),
        "equation": _infix(equation, problem.values),
        "formula": _formula(equation),
        "exact": None if value is None else special.get(equation.root) or _exact(value, display),
        "steps": [_said_and_shown(line) for line in told.lines],
    }


def _said_and_shown(line: Line) -> dict[str, Any]:
    """A step's sentence and its sum, whose numbers say which they are."""
    parts: list[str | dict[str, Any]] = []
    at = 0
    for found in _MARKED.finditer(line.shown):
        parts += [line.shown[at : found.start()], {"text": found[2], "number": int(found[1])}]
        at = found.end()
    shown_parts = [part for part in (*parts, line.shown[at:]) if part]
    return {"said": _MARKED.sub(r"\2", line.said), "shown": shown_parts}


def _if_short(line: str | None) -> str | None:
    return line if line is None or len(line) <= _MAX_LINE else None


def _infix(equation: Equation, numbers: Sequence[Value]) -> str | None:
    """4 * 12 - 9; None where it would be too long to read."""
    try:
        return _if_short(equation.infix(numbers))
    except EquationError:
        return None


def _exact(value: Value, display: str | None) -> str:
    """All digits; as a fraction where the answer is shown as one."""
    as_fraction = isinstance(value, Fraction) and "/" in (display or "") and "≈" not in (display or "")
    return minus(str(value)) if as_fraction else for_people(value)


def _formula(equation: Equation) -> str | None:
    """n0 * n1 - n2, for programs."""
    try:
        text = equation.infix()
    except EquationError:
        return None
    return text if len(text) <= MAX_TYPED else None


def _value(result: Value | ExecutionError | None) -> Value | None:
    return None if isinstance(result, ExecutionError) else result


def _about(value: Value) -> str:
    """With its nearest decimal, or by its size where that takes too much room."""
    text = about(value)
    return text if len(text) <= _MAX_THOUGHT else _short(value)


def _short(value: Value) -> str:
    """For people, as long as pictures have it."""
    return short(for_people(value), value)
