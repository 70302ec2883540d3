"""Equations from Python programs: straight-line arithmetic, followed symbolically and never run.

A program is read with `ast` and followed statement by statement. Each name stands for a term: what computes
it in the equation, and its value, which its literals fix. So `int(x)` or `a // b` can be told to change
nothing. Literals become numbers of the problem as in GSM8K's notes (`Chain`). Branches, loops, strings and
whatever else is no arithmetic is a `ParseError` that names the line and the reason.
"""

import ast
import re
import warnings
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from cantor.equation.errors import GraphTooLarge, ParseError, quoted
from cantor.equation.graph import Const, Equation, Operand, Ref
from cantor.equation.operators import Value, operator
from cantor.equation.parse.linking import literal
from cantor.equation.parse.notes import Chain

MAX_SOURCE = 20_000  # characters; programs of word problems have about 500
MAX_NESTING = 100  # of expressions
_FENCE = re.compile(r"^\s*```\w*\s*$", re.MULTILINE)
_DEFINITION = re.compile(r"\s*def \w+\(.*\).*:\s*(?:#.*)?")
_BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**", ast.Mod: "%"}
#: Functions of two or more operands, taken from the left.
_CHAINED = {"max": "max", "min": "min", "gcd": "gcd", "lcm": "lcm"}
_FUNCTIONS = {
    "factorial": ("factorial", 1),
    "comb": ("choose", 2),
    "perm": ("permutation", 2),
    "pow": ("**", 2),
}
_ROUNDED_QUOTIENT = {"floor": "//", "ceil": "cdiv"}
_HALF, _ZERO = Const(Fraction(1, 2)), Const(Fraction(0))


@dataclass(frozen=True, slots=True)
class _Term:
    """A value and the operand that computes it; None where a literal that nothing explains is part of it."""

    operand: Operand | None
    value: Value
    literal: bool = False  # one that is no number of the problem
    unexplained: Fraction | None = None  # the literal to blame


#: What a name can stand for.
_Bound = _Term | list[_Term]


def parse_python(
    source: str,
    numbers: Sequence[Fraction] = (),
    constants: Collection[Fraction] | None = None,
    times: Collection[int] = (),
) -> Equation:
    """The equation that a program computes: of its one function, or of its statements where it has none.

    `constants` are the literals allowed that are no numbers of the problem; None allows all. A literal that
    is not allowed does no harm where the result does not need it. `times` are the indices of times of day.
    """
    walk = _Walk(Chain(numbers, constants, times))
    try:
        result = walk.result(_statements(source, walk))
    except RecursionError:
        raise GraphTooLarge(f"{quoted(source)}: nested too deeply") from None
    return walk.chain.builder.build(walk.explained(result)).post_order()


def _statements(source: str, walk: "_Walk") -> list[ast.stmt]:
    """The statements to follow; default values of the function's parameters become names."""
    body = _parsed(source).body
    functions = [node for node in body if isinstance(node, ast.FunctionDef)]
    if len(functions) > 1:
        raise ParseError(f"{quoted(source)}: more than one function")
    if not functions:
        return body
    arguments = functions[0].args
    names = [*arguments.posonlyargs, *arguments.args]
    for name, default in zip(names[len(names) - len(arguments.defaults) :], arguments.defaults, strict=True):
        walk.names[name.arg] = walk.term(default)
    return functions[0].body


def _parsed(source: str) -> ast.Module:
    """The source as a tree. Where its indentation is lost, its lines are taken as one straight block."""
    if len(source) > MAX_SOURCE:
        raise GraphTooLarge(f"a program of {len(source):,} characters")
    source = _FENCE.sub("", source)
    lines = [line.strip() for line in source.split("\n") if not _DEFINITION.fullmatch(line)]
    try:
        with warnings.catch_warnings():  # Python's remarks on a stranger's program are nothing to the user
            warnings.simplefilter("ignore")
            try:
                return ast.parse(source)
            except IndentationError:
                return ast.parse("\n".join(lines))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ParseError(f"{quoted(source)}: not a Python program ({error})") from None


class _Walk:
    """Statements followed so far: what each name stands for."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.names: dict[str, _Bound] = {}
        self.nesting = 0

    def result(self, statements: list[ast.stmt]) -> _Term:
        """What the statements return; where none of them does, what they compute last."""
        last: _Bound | None = None
        for statement in statements:
            if isinstance(statement, ast.Return):
                if statement.value is None:
                    raise _error(statement, "returns nothing")
                last = self.bound(statement.value)
                break
            last = self.follow(statement) or last
        if last is None:
            raise ParseError("the program computes nothing")
        if isinstance(last, list):
            raise ParseError("the program has several results")
        return last

    def follow(self, statement: ast.stmt) -> _Bound | None:
        """Follow one statement; returns what it binds to a name."""
        match statement:
            case ast.Assign(targets=targets, value=value):
                return self.bind(targets, self.bound(value))
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                return self.bind([target], self.bound(value))
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                old = self.bound(ast.copy_location(ast.Name(name, ast.Load()), statement))
                return self.bind(
                    [statement.target], self.binary(statement, op, _one(statement, old), self.term(value))
                )
            case ast.Expr(value=ast.Constant()) | ast.Expr(value=ast.Call(func=ast.Name(id="print"))):
                return None  # a docstring; what is printed changes nothing
            case ast.Import() | ast.ImportFrom() | ast.Pass():
                return None
        raise _error(statement, "is not straight-line arithmetic")

    def bind(self, targets: list[ast.expr], value: _Bound) -> _Bound:
        for target in targets:
            if not isinstance(target, ast.Name):
                raise _error(target, "is assigned to what is not a name")
            self.names[target.id] = value
        return value

    # Expressions

    def term(self, node: ast.expr) -> _Term:
        return _one(node, self.bound(node))

    def bound(self, node: ast.expr) -> _Bound:
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            raise GraphTooLarge(f"an expression of more than {MAX_NESTING} levels")
        try:
            return self._bound(node)
        finally:
            self.nesting -= 1

    def _bound(self, node: ast.expr) -> _Bound:
        match node:
            case ast.Constant(value=value):
                return self.literal(node, value)
            case ast.Name(id=name):
                if name not in self.names:
                    raise _error(node, "is a name that nothing was assigned to")
                return self.names[name]
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return [self.term(item) for item in items]
            case ast.BinOp(left=left, op=op, right=right):
                return self.binary(node, op, self.term(left), self.term(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.negated(self.term(operand))
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.term(operand)
            case ast.Attribute(value=ast.Name(id="math"), attr="pi"):
                return self.made(Fraction("3.14159"))
            case ast.Call(func=function, args=arguments, keywords=[]):
                return self.call(node, ast.unparse(function).removeprefix("math."), arguments)
        raise _error(node, "is not arithmetic")

    def literal(self, node: ast.expr, value: object) -> _Term:
        number = literal(repr(value)) if type(value) in (int, float) else None
        if number is None:
            raise _error(node, "is not a number")
        return self.made(number)

    def made(self, number: Fraction) -> _Term:
        operand = self.chain.resolved(number)
        if operand is None:
            return _Term(None, number, literal=True, unexplained=number)
        return _Term(operand, number, literal=isinstance(operand, Const))

    def counted(self, count: int) -> _Term:
        """How many a list holds: never a number of the problem, though one may have its value."""
        number, allowed = Fraction(count), self.chain.constants
        if allowed is None or number in allowed:
            return _Term(Const(number), number, literal=True)
        return _Term(None, number, literal=True, unexplained=number)

    def negated(self, term: _Term) -> _Term:
        if term.literal and isinstance(term.value, Fraction):
            opposite = self.made(-term.value)
            if opposite.operand is not None:
                return opposite
        return self.applied("-", _Term(_ZERO, Fraction(0)), term)

    def binary(self, node: ast.AST, op: ast.operator, left: _Term, right: _Term) -> _Term:
        if isinstance(op, ast.FloorDiv):
            return self.rounded("floor", self.applied("/", left, right))
        if type(op) not in _BINARY:
            raise _error(node, "has an operator that is no arithmetic")
        return self.applied(_BINARY[type(op)], left, right)

    def applied(self, symbol: str, *terms: _Term) -> _Term:
        """One step; or a number of the problem, where only literals that it does not mention make it up."""
        value = operator(symbol).apply(*(term.value for term in terms))
        if symbol == "+" and any(term.operand == _ZERO for term in terms):  # a sum that starts at nothing
            return next((term for term in terms if term.operand != _ZERO), terms[0])
        if all(term.literal for term in terms) and (mention := self.chain.mention(value)) is not None:
            return _Term(mention, value)
        operands = [term.operand for term in terms if term.operand is not None]
        if len(operands) < len(terms):
            return _Term(None, value, unexplained=next(t.unexplained for t in terms if t.operand is None))
        return _Term(self.chain.builder.add(symbol, *operands), value)

    def rounded(self, symbol: str, term: _Term) -> _Term:
        """The same term where it is whole already, so that no step is spent on it; a quotient is one step."""
        if term.value == int(term.value):
            return term
        if isinstance(term.operand, Ref) and (step := self.chain.builder.step(term.operand)).operator == "/":
            rounded = self.chain.builder.add(_ROUNDED_QUOTIENT[symbol], *step.operands)
            return _Term(rounded, operator(symbol).apply(term.value))
        return self.applied(symbol, term)

    def call(self, node: ast.expr, name: str, arguments: list[ast.expr]) -> _Term:
        found = [self.bound(argument) for argument in arguments]
        if len(found) == 1 and isinstance(found[0], list):
            terms, listed = found[0], True
        else:
            terms, listed = [_one(node, item) for item in found], False
        if name == "len" and listed:
            return self.counted(len(terms))
        if name in ("sum", *_CHAINED) and terms and (listed or name != "sum"):
            symbol = _CHAINED.get(name, "+")
            return reduce(lambda left, right: self.applied(symbol, left, right), terms)
        if name in _FUNCTIONS and len(terms) == _FUNCTIONS[name][1]:
            return self.applied(_FUNCTIONS[name][0], *terms)
        if name == "sqrt" and len(terms) == 1:
            return self.applied("**", terms[0], _Term(_HALF, Fraction(1, 2)))
        if terms and not listed and name in _EXACT:
            return _EXACT[name](self, node, terms)
        raise _error(node, f"calls {quoted(name)}, which is no arithmetic that is known")

    def explained(self, term: _Term) -> Operand:
        if term.operand is None:
            raise ParseError(f"neither in the text nor a known constant: {term.unexplained}")
        return term.operand


def _whole(walk: _Walk, node: ast.expr, terms: list[_Term]) -> _Term:
    """int(x): towards zero."""
    return walk.rounded("ceil" if terms[0].value < 0 else "floor", terms[0])


def _round(walk: _Walk, node: ast.expr, terms: list[_Term]) -> _Term:
    """round(x, places), where it changes nothing."""
    places = int(terms[1].value) if len(terms) > 1 else 0
    if round(Fraction(terms[0].value), places) != terms[0].value:
        raise _error(node, "rounds to the nearest, which no operator does")
    return terms[0]


def _absolute(walk: _Walk, node: ast.expr, terms: list[_Term]) -> _Term:
    return terms[0] if terms[0].value >= 0 else walk.negated(terms[0])


#: Functions that often change nothing.
_EXACT: dict[str, Callable[[_Walk, ast.expr, list[_Term]], _Term]] = {
    "int": _whole,
    "float": lambda walk, node, terms: terms[0],
    "round": _round,
    "abs": _absolute,
    "floor": lambda walk, node, terms: walk.rounded("floor", terms[0]),
    "ceil": lambda walk, node, terms: walk.rounded("ceil", terms[0]),
}


def _one(node: ast.AST, bound: _Bound) -> _Term:
    if isinstance(bound, list):
        raise _error(node, "is a list where a number is wanted")
    return bound


def _error(node: ast.AST, reason: str) -> ParseError:
    return ParseError(f"line {getattr(node, 'lineno', 0)}: {quoted(ast.unparse(node))} {reason}")
