"""Early algebra of Dolphin18K and its like: one unknown, an equation that can be solved for it."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from cantor.data.example import Example, Excluded, Row
from cantor.data.extra import check_value, infix_equation, linked, problem_of
from cantor.data.files import records, rows_of, text_of
from cantor.data.hygiene import check_not_held_out
from cantor.data.numbers import exact
from cantor.equation import Const, Equation, EquationError, Ref
from cantor.equation.closeness import same_value
from cantor.equation.graph import Tree
from cantor.equation.parse import parse_infix
from cantor.problem import Problem

FILE = "extra/dolphin18k_alg.jsonl.gz"


def read(path: Path) -> Iterator[Row]:
    """Rows that the file marks as solved, in a closed equation."""
    return rows_of(path, records(path), _row)


def _row(record: dict[str, Any], line: int) -> Row:
    problem = problem_of(record)
    if record.get("solved") is not True:
        raise Excluded("it has no closed equation")
    check_not_held_out(problem)
    answer = exact(record.get("value")).limit_denominator(10_000)
    equation, why = _own_solution(record.get("equations"), answer, problem), None
    if equation is None:
        equation, why = infix_equation(text_of(record, "equation"), problem)
    if equation is not None:
        equation = without_negations(equation)
    check_value(equation, problem, answer)
    return Example(str(record.get("id", line)), problem, equation, answer, line, why)


def _own_solution(equations: object, answer: Fraction, problem: Problem) -> Equation | None:
    """The one equation with an unknown, solved by us: shorter than the file's form, where it can be done."""
    if not isinstance(equations, list) or len(equations) != 1:
        return None
    try:
        equation = linked(parse_infix(str(equations[0])), problem)
    except EquationError:
        return None
    return equation if same_value(equation.try_execute(problem.values), answer) else None


#: A tree, and whether it is to be taken with the opposite sign.
_Signed = tuple[Tree, bool]
_ZERO = Const(Fraction(0))


def without_negations(equation: Equation) -> Equation:
    """The same equation over + − × ÷ with fewer signs.

    7 − (0 − 8) becomes 7 + 8, and (0 − 9) / (a − b) becomes 9 / (b − a).
    """
    if not equation.operators <= {"+", "-", "*", "/"}:
        return equation
    signed: list[_Signed] = []
    for step in equation.steps:
        left, right = (signed[x.index] if isinstance(x, Ref) else (x, False) for x in step.operands)
        if step.operator in "+-":
            signed.append(_sum(left, (right[0], right[1] ^ (step.operator == "-"))))
        else:
            signed.append(_product(step.operator, left, right))
    root = equation.root
    tree, negative = signed[root.index] if isinstance(root, Ref) else (root, False)
    return Equation.from_tree(("-", _ZERO, tree) if negative else tree)


def _sum(left: _Signed, right: _Signed) -> _Signed:
    (a, a_negative), (b, b_negative) = left, right
    if a == _ZERO:
        return right
    if b == _ZERO:
        return left
    if a_negative == b_negative:
        return ("+", a, b), a_negative
    return (("-", b, a) if a_negative else ("-", a, b)), False


def _product(symbol: str, left: _Signed, right: _Signed) -> _Signed:
    (a, a_negative), (b, b_negative) = left, right
    if a_negative != b_negative:  # a difference takes the sign in, by turning round
        for first, tree in ((True, a), (False, b)):
            if isinstance(tree, tuple) and tree[0] == "-":
                turned = ("-", tree[2], tree[1])
                return (symbol, turned if first else a, b if first else turned), False
    return (symbol, a, b), a_negative != b_negative
