"""Infix equations: `(76 - 25) * n1`, `x = 27.0 * 16.0`, `X - 9 = 4`, `LCM[11, 3]`, `20% * n0`, `n0 % n1`.

A percent sign with an operand after it is a remainder (`17 % 5`), any other a percentage (`20% * 5`,
`20% - 5`).
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from cantor.equation.errors import GraphTooLarge, ParseError, quoted
from cantor.equation.graph import MAX_STEPS, Const, Equation, Num, Tree
from cantor.equation.operators import REMAINDER, operators
from cantor.equation.parse.linking import Linker, literal
from cantor.equation.parse.unknown import Unknown, isolate, unknowns

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)"
    r"|(?P<place>(?:number|[nN]_?)(\d{1,9})\b)"
    r"|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<sign>\*\*|//|[-+*/^()\[\],=%×÷−·]))"
)
_SIGNS = {"^": "**", "×": "*", "·": "*", "÷": "/", "−": "-", "[": "(", "]": ")"}
_ZERO, _HUNDRED = Const(Fraction(0)), Const(Fraction(100))
_NEGATION = "negation"  # binds between * and **, as in -3 ** 2 = -(3 ** 2)
_NEGATION_PRECEDENCE = 2.5


_TIMES = ("*", "*")
#: Where an operand starts: these after a percent sign make it a remainder.
_OPERAND_STARTS = ("number", "place", "name", "(")

#: A token: its kind ("number", "place", "name" or the sign itself) and its text.
_Token = tuple[str, str]
_Node = Tree | Unknown


def parse_infix(text: str, numbers: Sequence[Fraction] = ()) -> Equation:
    """An equation from infix text.

    Names n0, N_0 and number0 are numbers of the problem; literals are linked to `numbers` by value and
    are constants where they are not among them. With an `=`, the one unknown name is solved for.
    """
    linker = Linker(numbers)
    sides = [_Side(tokens, text, linker).parse() for tokens in _sides(text)]
    if len(sides) == 2:
        return Equation.from_tree(isolate(sides[0], sides[1], text))
    if names := unknowns(sides[0]):
        raise ParseError(
            f"{quoted(text)}: unknown name {quoted(names[0])}; numbers are n0, n1, ... or literals"
        )
    return Equation.from_tree(sides[0])  # type: ignore[arg-type]  # no Unknown is in it


def _sides(text: str) -> list[list[_Token]]:
    """The tokens, split at the equals sign, with left-out multiplication signs put in."""
    sides: list[list[_Token]] = [[]]
    position, end = 0, len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:
            raise ParseError(
                f"{quoted(text)}: cannot read {text[position : position + 12]!r} at character {position}"
            )
        position = match.end()
        if match["sign"] == "=":
            sides.append([])
        elif match["number"]:
            sides[-1].append(("number", match["number"]))
        elif match["place"]:
            sides[-1].append(("place", match[3]))
        elif match["name"]:
            sides[-1].append(("name", match["name"].lower()))
        else:
            sign = _SIGNS.get(match["sign"], match["sign"])
            sides[-1].append((sign, sign))
    if len(sides) > 2:
        raise ParseError(f"{quoted(text)}: more than one equals sign")
    return [_with_products(side) for side in sides]


def _with_products(tokens: list[_Token]) -> list[_Token]:
    """2.5(y + 5), 3y and 3 x 4 as products."""
    result: list[_Token] = []
    for i, token in enumerate(tokens):
        kind = token[0]
        after_operand = bool(result) and result[-1][0] in ("number", "place", "name", ")")
        after_function = bool(result) and result[-1][0] == "name" and kind == "("
        if (
            token == ("name", "x")
            and after_operand
            and tokens[i + 1 : i + 2]
            and tokens[i + 1][0] in ("number", "place")
        ):
            result.append(_TIMES)
            continue
        if after_operand and kind in ("(", "name", "place") and not after_function:
            result.append(_TIMES)
        result.append(token)
    return result


@dataclass(slots=True)
class _Waiting:
    """An operator, a function or an open parenthesis that waits for what comes after it."""

    symbol: str
    precedence: float  # 0 for functions and parentheses
    commas: int = 0


class _Side:
    """Operator-precedence parsing with explicit stacks, so that deep nesting costs no recursion."""

    def __init__(self, tokens: list[_Token], text: str, linker: Linker):
        if len(tokens) > 4 * MAX_STEPS:
            raise GraphTooLarge(f"an equation of {len(tokens):,} symbols")
        self.tokens, self.text, self.linker = tokens, text, linker
        self.operators = operators()
        self.functions = {o.symbol.lower(): o for o in self.operators.values() if o.precedence is None}
        self.functions["mod"] = REMAINDER
        self.output: list[_Node] = []
        self.waiting: list[_Waiting] = []

    def parse(self) -> _Node:
        expect_operand = True
        for index, token in enumerate(self.tokens):
            if expect_operand:
                expect_operand = self.operand(token, self.tokens[index + 1 : index + 2])
            else:
                expect_operand = self.operator(*token, self.tokens[index + 1 : index + 2])
        if expect_operand:
            raise self.error("a number is missing at the end" if self.tokens else "nothing to read")
        self.reduce_while(lambda top: True)
        if self.waiting:
            raise self.error("a parenthesis is not closed")
        return self.output.pop()

    def error(self, reason: str) -> ParseError:
        return ParseError(f"{quoted(self.text)}: {reason}")

    def operand(self, token: _Token, following: list[_Token]) -> bool:
        """Take a token where an operand can start; returns whether one is still expected."""
        kind, text = token
        if kind == "number":
            value = literal(text.replace(",", ""))
            if value is None:
                raise self.error(f"cannot read {quoted(text)} as a number")
            self.output.append(self.linker.operand(value))
        elif kind == "place":
            self.output.append(Num(int(text)))
        elif kind == "name" and not (text in self.functions and following == [("(", "(")]):
            self.output.append(Unknown(text))
        else:
            if kind == "name":
                self.waiting.append(_Waiting(self.functions[text].symbol, 0))
            elif kind == "(":
                self.waiting.append(_Waiting("(", 0))
            elif kind == "-":
                self.waiting.append(_Waiting(_NEGATION, _NEGATION_PRECEDENCE))
            elif kind != "+":
                raise self.error(f"expected a number before {quoted(text)}")
            return True
        return False

    def operator(self, kind: str, text: str, following: list[_Token]) -> bool:
        """Take a token that follows an operand; returns whether an operand is expected next."""
        if kind == "%" and not (following and following[0][0] in _OPERAND_STARTS):
            self.output.append(("/", self.output.pop(), _HUNDRED))
            return False
        if kind in (")", ","):
            return self.close(kind)
        infix = self.operators.get(kind)
        if infix is None or infix.precedence is None:
            raise self.error(f"expected an operator before {quoted(text)}")
        precedence = infix.precedence
        # ** groups from the right, all others from the left
        self.reduce_while(lambda top: top.precedence > precedence - (kind != "**"))
        self.waiting.append(_Waiting(kind, precedence))
        return True

    def close(self, kind: str) -> bool:
        self.reduce_while(lambda top: True)
        if not self.waiting:
            raise self.error(f"{kind!r} without an opening parenthesis")
        if kind == ",":
            self.waiting[-1].commas += 1
            return True
        count = self.waiting.pop().commas + 1
        if self.waiting and self.waiting[-1].precedence == 0 and self.waiting[-1].symbol != "(":
            operands = self.output[len(self.output) - count :]
            self.output[len(self.output) - count :] = [self.applied(self.waiting.pop().symbol, operands)]
        elif count > 1:
            raise self.error("a comma outside a function's parentheses")
        return False

    def reduce_while(self, wanted: Callable[[_Waiting], bool]) -> None:
        """Apply waiting operators, down to the nearest parenthesis."""
        while self.waiting and self.waiting[-1].precedence > 0 and wanted(self.waiting[-1]):
            top = self.waiting.pop()
            if top.symbol == _NEGATION:
                self.output.append(self.negated(self.output.pop()))
            else:
                right, left = self.output.pop(), self.output.pop()
                self.output.append((top.symbol, left, right))

    def negated(self, node: _Node) -> _Node:
        # a literal that is no number of the problem may be one with its sign
        return self.linker.operand(-node.value) if isinstance(node, Const) else ("-", _ZERO, node)

    def applied(self, symbol: str, operands: list[_Node]) -> _Node:
        operator = self.operators[symbol]
        if operator.arity == 2 and len(operands) > 2 and operator.commutative:  # gcd(8, 12, 20)
            return reduce(lambda left, right: (symbol, left, right), operands)
        if len(operands) != operator.arity:
            raise self.error(f"{quoted(symbol)} takes {operator.arity} operands, not {len(operands)}")
        return (symbol, *operands)
