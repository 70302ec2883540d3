"""MathQA's two notations: `linear_formula` as published, and `equation_layer` of the filtered edition."""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction

from cantor.equation.errors import ParseError, quoted
from cantor.equation.graph import Builder, Const, Equation, Num, Operand, Tree
from cantor.equation.operators import operators
from cantor.equation.parse.linking import literal

#: What MathQA calls pi, with the precision that the filtered edition uses.
PI = Const(Fraction("3.1416"))
_DEGREE = Const(Fraction("0.0175"))


def _c(value: int | str) -> Const:
    return Const(Fraction(value))


_HALF = _c("1/2")


def _square(a: Tree) -> Tree:
    return ("**", a, _c(2))


def _root(a: Tree) -> Tree:
    return ("**", a, _HALF)


def _sum(a: Tree, b: Tree, c: Tree) -> Tree:
    return ("+", ("+", a, b), c)


def _product(a: Tree, b: Tree, c: Tree) -> Tree:
    return ("*", ("*", a, b), c)


def _heron(a: Tree, b: Tree, c: Tree) -> Tree:
    half = ("/", _sum(a, b, c), _c(2))
    return _root(("*", _product(half, ("-", half, a), ("-", half, b)), ("-", half, c)))


#: Each MathQA operation as a tree over ours. Geometry is written out so that five operators suffice.
_OPERATIONS: dict[str, Callable[..., Tree]] = {
    "add": lambda a, b: ("+", a, b),
    "subtract": lambda a, b: ("-", a, b),
    "multiply": lambda a, b: ("*", a, b),
    "divide": lambda a, b: ("/", a, b),
    "power": lambda a, b: ("**", a, b),
    "speed": lambda a, b: ("/", a, b),
    "inverse": lambda a: ("/", _c(1), a),
    "negate": lambda a: ("-", _c(0), a),
    "negate_prob": lambda a: ("-", _c(1), a),
    "sqrt": _root,
    "square_area": _square,
    "square_perimeter": lambda a: ("*", a, _c(4)),
    "square_edge_by_perimeter": lambda a: ("/", a, _c(4)),
    "square_edge_by_area": _root,
    "rhombus_perimeter": lambda a: ("*", a, _c(4)),
    "rhombus_area": lambda a, b: ("/", ("*", a, b), _c(2)),
    "rectangle_area": lambda a, b: ("*", a, b),
    "rectangle_perimeter": lambda a, b: ("*", ("+", a, b), _c(2)),
    "quadrilateral_area": lambda a, b, c: ("/", ("*", ("+", b, c), a), _c(2)),
    "triangle_area": lambda a, b: ("/", ("*", a, b), _c(2)),
    "triangle_area_three_edges": _heron,
    "triangle_perimeter": _sum,
    "diagonal": lambda a, b: _root(("+", _square(a), _square(b))),
    "circle_area": lambda r: ("*", _square(r), PI),
    "circumface": lambda r: ("*", ("*", r, PI), _c(2)),
    "surface_cube": lambda a: ("*", _square(a), _c(6)),
    "surface_cylinder": lambda r, h: ("*", ("*", ("*", r, PI), _c(2)), ("+", r, h)),
    "surface_rectangular_prism": lambda a, b, c: ("*", _sum(("*", a, b), ("*", a, c), ("*", b, c)), _c(2)),
    "surface_sphere": lambda r: ("*", ("*", _square(r), PI), _c(4)),
    "volume_cube": lambda a: ("**", a, _c(3)),
    "volume_cylinder": lambda r, h: ("*", ("*", _square(r), PI), h),
    "volume_cone": lambda r, h: ("/", ("*", ("*", _square(r), PI), h), _c(3)),
    "volume_rectangular_prism": _product,
    "volume_sphere": lambda r: ("*", ("*", ("**", r, _c(3)), PI), _c("4/3")),
    "cube_edge_by_volume": lambda a: ("**", a, _c("1/3")),
    "original_price_before_loss": lambda a, b: ("/", ("*", b, _c(100)), ("-", _c(100), a)),
    "original_price_before_gain": lambda a, b: ("/", ("*", b, _c(100)), ("+", _c(100), a)),
    "p_after_gain": lambda a, b: ("*", ("/", ("+", a, _c(100)), _c(100)), b),
    "stream_speed": lambda a, b: ("/", ("-", a, b), _c(2)),
    "speed_in_still_water": lambda a, b: ("/", ("+", a, b), _c(2)),
    "reminder": lambda a, b: ("%", a, b),
    "floor": lambda a: ("floor", a),
    "max": lambda a, b: ("max", a, b),
    "min": lambda a, b: ("min", a, b),
    "gcd": lambda a, b: ("gcd", a, b),
    "lcm": lambda a, b: ("lcm", a, b),
    "factorial": lambda a: ("factorial", a),
    "choose": lambda a, b: ("choose", a, b),
    "permutation": lambda a, b: ("permutation", a, b),
    "log": lambda a: ("log", a),
    "sine": lambda a: ("sin", ("*", a, _DEGREE)),
    "cosine": lambda a: ("cos", ("*", a, _DEGREE)),
    "tangent": lambda a: ("tan", ("*", a, _DEGREE)),
}

_CALL = re.compile(r"([^\s(),|]+)\(([^()]*)\)")
_PLACE = re.compile(r"([n#])(\d{1,9})")
_RESULT = re.compile(r"m_(\d{1,9})")


def parse_linear(text: str) -> Equation:
    """`add(n1,const_100)|divide(#0,n0)|`: n1 is a number, #0 the result of the first operation.

    Beside MathQA's operations all registered operators are known by their symbols: `cdiv(n0,n1)|+(#0,n2)|`.
    """
    builder = Builder()
    results: list[Operand] = []
    for part in filter(None, (part.strip() for part in text.split("|"))):
        call = _CALL.fullmatch(part)
        known = None if call is None else _operation(call[1])
        if call is None or known is None:
            raise ParseError(f"{quoted(text)}: cannot read the operation {quoted(part)}")
        operands = [_linear_operand(operand.strip(), results, text) for operand in call[2].split(",")]
        try:
            tree = known(*operands)
        except TypeError:
            raise ParseError(f"{quoted(text)}: {quoted(part)} has a wrong number of operands") from None
        results.append(_added(builder, tree))
    if not results:
        raise ParseError(f"{quoted(text)}: no operation")
    return builder.build(results[-1]).post_order()


def _operation(name: str) -> Callable[..., Tree] | None:
    """What a name stands for: an operation of MathQA's, or an operator by its symbol."""
    if name in _OPERATIONS:
        return _OPERATIONS[name]
    kind = operators().get(name)
    if kind is None:
        return None

    def step(*operands: Tree) -> Tree:
        if len(operands) != kind.arity:
            raise TypeError(name)
        return (kind.symbol, *operands)

    return step


def _added(builder: Builder, tree: Tree) -> Operand:
    """Add an operation's steps; what it names twice (Heron's half perimeter) is computed once."""
    known: dict[int, Operand] = {}

    def add(node: Tree) -> Operand:
        if not isinstance(node, tuple):
            return node
        if id(node) not in known:
            operands = [add(child) for child in node[1:]]  # type: ignore[arg-type]
            known[id(node)] = builder.add(str(node[0]), *operands)
        return known[id(node)]

    return add(tree)


def _linear_operand(token: str, results: Sequence[Operand], text: str) -> Operand:
    place = _PLACE.fullmatch(token)
    if place and place[1] == "n":
        return Num(int(place[2]))
    if place and int(place[2]) < len(results):
        return results[int(place[2])]
    if token == "const_pi":
        return PI
    if token == "const_deg_to_rad":
        return _DEGREE
    value = literal(token.removeprefix("const_").replace("_", ".")) if token.startswith("const_") else None
    if value is not None:
        return Const(value)
    raise ParseError(f"{quoted(text)}: cannot read the operand {quoted(token)}")


_LAYER_OPERATORS = {"+": "+", "-": "-", "*": "*", "/": "/", "^": "**"}


def parse_layers(layers: Sequence[Sequence[str]]) -> Equation:
    """`[["b", "100.0", "+"], ["m_1", "a", "/_rev"]]`: letters are numbers, m_1 the first step's result."""
    builder = Builder()
    results: list[Operand] = []
    for layer in layers:
        if len(layer) != 3 or not all(isinstance(part, str) for part in layer):
            raise ParseError(f"{quoted(layer)}: a layer is two operands and an operator, all texts")
        left, right, symbol = layer
        operator = _LAYER_OPERATORS.get(symbol.removesuffix("_rev"))
        if operator is None:
            raise ParseError(f"{quoted(layer)}: unknown operator {quoted(symbol)}")
        operands = [_layer_operand(token, results, layer) for token in (left, right)]
        if symbol.endswith("_rev"):
            operands.reverse()
        results.append(builder.add(operator, *operands))
    if not results:
        raise ParseError("an equation without layers")
    return builder.build(results[-1]).post_order()


def _layer_operand(token: str, results: Sequence[Operand], layer: Sequence[str]) -> Operand:
    if len(token) == 1 and token.isascii() and token.islower():
        return Num(ord(token) - ord("a"))
    result = _RESULT.fullmatch(token)
    if result and 0 < int(result[1]) <= len(results):
        return results[int(result[1]) - 1]
    value = literal(token)
    if value is None:
        raise ParseError(f"{quoted(layer)}: cannot read the operand {quoted(token)}")
    return Const(value)
