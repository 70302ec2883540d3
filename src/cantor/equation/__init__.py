"""What a solution is: a graph of exact steps, parsed from any annotation, executed, compared, drawn."""

from cantor.equation.equivalence import agrees, equivalent
from cantor.equation.errors import (
    ComplexResult,
    DivisionByZero,
    EquationError,
    ExecutionError,
    GraphTooLarge,
    MalformedGraph,
    OutsideDomain,
    ParseError,
    ValueTooLarge,
)
from cantor.equation.graph import (
    MAX_DEPTH,
    MAX_STEPS,
    Builder,
    Const,
    Equation,
    Num,
    Operand,
    Ref,
    Step,
    Tree,
)
from cantor.equation.operators import CORE, EVERYDAY, MAX_BITS, Operator, Value, operator, operators, register
from cantor.equation.rounding import rounded_divisions

__all__ = [
    "CORE",
    "EVERYDAY",
    "MAX_BITS",
    "MAX_DEPTH",
    "MAX_STEPS",
    "Builder",
    "ComplexResult",
    "Const",
    "DivisionByZero",
    "Equation",
    "EquationError",
    "ExecutionError",
    "GraphTooLarge",
    "MalformedGraph",
    "Num",
    "Operand",
    "Operator",
    "OutsideDomain",
    "ParseError",
    "Ref",
    "Step",
    "Tree",
    "Value",
    "ValueTooLarge",
    "agrees",
    "equivalent",
    "operator",
    "operators",
    "register",
    "rounded_divisions",
]
