"""Solving an annotated equation for its one unknown: X - 9 = 4 gives 4 + 9."""

from dataclasses import dataclass
from fractions import Fraction

from cantor.equation.errors import ParseError, quoted
from cantor.equation.graph import Const, Tree


@dataclass(frozen=True, slots=True)
class Unknown:
    """A name in an equation that is no number of the problem."""

    name: str


#: What undoes `left OP right` when the left, or the right, side holds the unknown.
_UNDO_LEFT = {"+": "-", "-": "+", "*": "/", "/": "*"}

_ONE = Const(Fraction(1))


def isolate(left: object, right: object, text: str) -> Tree:
    """The value of the only unknown in left = right, as a tree without it."""
    names = sorted({name for side in (left, right) for name in unknowns(side)})
    if len(names) != 1:
        found = quoted(", ".join(names)) if names else "none"
        raise ParseError(
            f"{quoted(text)}: exactly one unknown is needed beside the equals sign, found {found}"
        )
    in_left, in_right = (len(unknowns(side)) for side in (left, right))
    if in_left + in_right == 1:
        side, other = (left, right) if in_left else (right, left)
        return _peeled(side, other, text)
    return _linear(left, right, text)


def unknowns(tree: object) -> list[str]:
    """The unknown names in a tree, once per occurrence."""
    names, todo = [], [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, Unknown):
            names.append(node.name)
        elif isinstance(node, tuple):
            todo.extend(node[1:])
    return names


def _peeled(side: object, other: object, text: str) -> Tree:
    """Undo one operation after another until the unknown stands alone."""
    holders = _holders(side)
    while isinstance(side, tuple):
        symbol, left, right = side if len(side) == 3 else (side[0], None, None)
        if symbol not in _UNDO_LEFT:
            raise ParseError(f"{quoted(text)}: cannot solve through {quoted(symbol)}")
        if symbol == "/" and right == Const(Fraction(0)):
            raise ParseError(f"{quoted(text)}: a division by zero")
        if id(left) in holders:
            side, other = left, (_UNDO_LEFT[symbol], other, right)
        elif symbol in "+*":
            side, other = right, (_UNDO_LEFT[symbol], other, left)
        else:  # left - x = other, left / x = other
            side, other = right, (symbol, left, other)
    return other  # type: ignore[return-value]


def _holders(tree: object) -> set[int]:
    """The ids of the nodes that hold an unknown."""
    parents: dict[int, object] = {}
    holders: set[int] = set()
    todo = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, Unknown):
            up: object = node
            while up is not None:
                holders.add(id(up))
                up = parents.get(id(up))
        elif isinstance(node, tuple):
            for child in node[1:]:
                parents[id(child)] = node
                todo.append(child)
    return holders


def _linear(left: object, right: object, text: str) -> Tree:
    """Collect both sides as slope * x + rest; nothing stands for zero."""
    slope_left, rest_left = _collected(left, text)
    slope_right, rest_right = _collected(right, text)
    slope = _combined("-", slope_left, slope_right)
    rest = _combined("-", rest_right, rest_left)
    if slope is None or (isinstance(slope, Const) and slope.value == 0):
        raise ParseError(f"{quoted(text)}: the unknown cancels out")
    if rest is None:
        return Const(Fraction(0))
    return rest if slope == _ONE else ("/", rest, slope)


#: slope * x + rest; nothing stands for zero.
_Line = tuple[Tree | None, Tree | None]


def _collected(tree: object, text: str) -> _Line:
    done: list[_Line] = []
    todo = [(tree, False)]
    while todo:
        node, children_done = todo.pop()
        if isinstance(node, Unknown):
            done.append((_ONE, None))
        elif not isinstance(node, tuple) or (len(node) != 3 and not unknowns(node)):
            done.append((None, node))  # type: ignore[arg-type]
        elif len(node) != 3:
            raise ParseError(f"{quoted(text)}: not linear in its unknown")
        elif not children_done:
            todo += [(node, True), (node[2], False), (node[1], False)]
        else:
            b, a = done.pop(), done.pop()
            no_unknown = a[0] is None and b[0] is None
            done.append((None, node) if no_unknown else _joined(node[0], a, b, text))
    return done.pop()


def _joined(symbol: object, a: _Line, b: _Line, text: str) -> _Line:
    (slope_a, rest_a), (slope_b, rest_b) = a, b
    if symbol in ("+", "-"):
        return _combined(symbol, slope_a, slope_b), _combined(symbol, rest_a, rest_b)
    if symbol == "*" and (slope_a is None or slope_b is None):
        if slope_a is None:
            slope_a, rest_a, rest_b = slope_b, rest_b, rest_a
        return _combined("*", slope_a, rest_b), _combined("*", rest_a, rest_b)
    if symbol == "/" and slope_b is None:
        return _combined("/", slope_a, rest_b), _combined("/", rest_a, rest_b)
    raise ParseError(f"{quoted(text)}: not linear in its unknown")


def _combined(symbol: object, a: Tree | None, b: Tree | None) -> Tree | None:
    """a OP b where None is zero and two constants are computed at once."""
    if isinstance(a, Const) and isinstance(b, Const):
        if symbol == "/" and b.value == 0:
            raise ParseError("a division by zero")
        x, y = a.value, b.value
        return Const(
            x + y if symbol == "+" else x - y if symbol == "-" else x * y if symbol == "*" else x / y
        )
    if symbol in ("*", "/"):
        if a is None or b is None:
            return None
        if b == _ONE:
            return a
        return b if a == _ONE and symbol == "*" else (symbol, a, b)
    if b is None:
        return a
    if a is None:
        return b if symbol == "+" else ("-", Const(Fraction(0)), b)
    return (symbol, a, b)
