"""Relations between a story's quantities, and what follows from telling some of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

#: An expression over told quantities: a quantity's name, a constant, or (operator, left, right).
Expression = str | Fraction | tuple[str, "Expression", "Expression"]
Value = int | Fraction

HUNDRED = Fraction(100)
#: The operators of whole quotients.
FLOOR, CEILING, REMAINDER = "//", "cdiv", "%"


@dataclass(frozen=True, slots=True)
class Balance:
    """result = first ± second ± ...; a term with "-" before it is taken away."""

    result: str
    terms: tuple[tuple[str, str], ...]

    def __init__(self, result: str, *terms: str):
        object.__setattr__(self, "result", result)
        signed = tuple(("-", t[1:]) if t[0] == "-" else ("+", t) for t in terms)
        object.__setattr__(self, "terms", signed)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.result, *(name for _, name in self.terms))

    def value(self, values: Mapping[str, Value]) -> Value:
        return sum((values[n] if sign == "+" else -values[n] for sign, n in self.terms), 0)

    def solve(self, wanted: str, known: Mapping[str, Expression]) -> Expression:
        """`wanted` in terms of the others, as one would undo the story from its end."""
        if wanted == self.result:
            return self._fold(self.terms, known)
        place = next(i for i, (_, name) in enumerate(self.terms) if name == wanted)
        before, sign, after = self.terms[:place], self.terms[place][0], self.terms[place + 1 :]
        undone = known[self.result]
        for other, name in reversed(after):
            undone = ("-" if other == "+" else "+", undone, known[name])
        if not before:
            return undone
        if sign == "-":
            return ("-", self._fold(before, known), undone)
        if all(other == "+" for other, _ in before):
            for _, name in before:
                undone = ("-", undone, known[name])
            return undone
        return ("-", undone, self._fold(before, known))

    @staticmethod
    def _fold(terms: Sequence[tuple[str, str]], known: Mapping[str, Expression]) -> Expression:
        folded = known[terms[0][1]]
        for sign, name in terms[1:]:
            folded = (sign, folded, known[name])
        return folded


@dataclass(frozen=True, slots=True)
class Product:
    """result = left * right."""

    result: str
    left: str
    right: str

    @property
    def names(self) -> tuple[str, ...]:
        return (self.result, self.left, self.right)

    def value(self, values: Mapping[str, Value]) -> Value:
        return values[self.left] * values[self.right]

    def solve(self, wanted: str, known: Mapping[str, Expression]) -> Expression:
        if wanted == self.result:
            return ("*", known[self.left], known[self.right])
        other = self.right if wanted == self.left else self.left
        return ("/", known[self.result], known[other])


@dataclass(frozen=True, slots=True)
class Quotient:
    """result = left / right."""

    result: str
    left: str
    right: str

    @property
    def names(self) -> tuple[str, ...]:
        return (self.result, self.left, self.right)

    def value(self, values: Mapping[str, Value]) -> Value:
        return Fraction(values[self.left]) / values[self.right]

    def solve(self, wanted: str, known: Mapping[str, Expression]) -> Expression:
        if wanted == self.result:
            return ("/", known[self.left], known[self.right])
        if wanted == self.left:
            return ("*", known[self.result], known[self.right])
        return ("/", known[self.left], known[self.result])


@dataclass(frozen=True, slots=True)
class Percent:
    """part = whole * percent / 100."""

    part: str
    whole: str
    percent: str

    @property
    def result(self) -> str:
        return self.part

    @property
    def names(self) -> tuple[str, ...]:
        return (self.part, self.whole, self.percent)

    def value(self, values: Mapping[str, Value]) -> Value:
        return Fraction(values[self.whole]) * values[self.percent] / 100

    def solve(self, wanted: str, known: Mapping[str, Expression]) -> Expression:
        if wanted == self.part:
            return ("/", ("*", known[self.whole], known[self.percent]), HUNDRED)
        if wanted == self.whole:
            return ("/", ("*", known[self.part], HUNDRED), known[self.percent])
        return ("*", ("/", known[self.part], known[self.whole]), HUNDRED)


@dataclass(frozen=True, slots=True)
class Rounded:
    """result = left / right rounded down ("//") or up, or what is left over of it ("%"); not undone."""

    operator: str
    result: str
    left: str
    right: str

    @property
    def names(self) -> tuple[str, ...]:
        return (self.result, self.left, self.right)

    def value(self, values: Mapping[str, Value]) -> Value:
        left, right = values[self.left], values[self.right]
        if self.operator == FLOOR:
            return left // right
        return left % right if self.operator == REMAINDER else -(-left // right)

    def solve(self, wanted: str, known: Mapping[str, Expression]) -> Expression | None:
        return (self.operator, known[self.left], known[self.right]) if wanted == self.result else None


@dataclass(frozen=True, slots=True)
class Square:
    """result = side * side; its root is side."""

    result: str
    side: str

    @property
    def names(self) -> tuple[str, ...]:
        return (self.result, self.side)

    def value(self, values: Mapping[str, Value]) -> Value:
        return values[self.side] ** 2

    def solve(self, wanted: str, known: Mapping[str, Expression]) -> Expression:
        if wanted == self.result:
            return ("*", known[self.side], known[self.side])
        return ("**", known[self.result], Fraction(1, 2))


Relation = Balance | Product | Quotient | Percent | Rounded | Square


def steps(expression: Expression) -> int:
    """How many operations; one that is used twice counts once."""
    seen: set[int] = set()

    def visit(node: Expression) -> None:
        if isinstance(node, tuple) and id(node) not in seen:
            seen.add(id(node))
            visit(node[1])
            visit(node[2])

    visit(expression)
    return len(seen)


def derive(
    told: Sequence[str], constants: Mapping[str, Fraction], relations: Sequence[Relation]
) -> dict[str, Expression]:
    """Every quantity that follows from the told ones, each in the fewest steps."""
    known: dict[str, Expression] = dict(constants)
    known.update((name, name) for name in told)
    fixed = frozenset(known)
    cost = dict.fromkeys(known, 0)
    changed = True
    while changed:
        changed = False
        for relation in relations:
            for name in relation.names:
                if name in fixed or any(n != name and n not in known for n in relation.names):
                    continue
                found = relation.solve(name, known)
                if found is None:
                    continue
                size = steps(found)
                if name not in known or size < cost[name]:
                    known[name], cost[name], changed = found, size, True
    return known


def told_sets(
    tellable: Sequence[str],
    everything: Sequence[str],
    constants: Mapping[str, Fraction],
    relations: Sequence[Relation],
) -> list[tuple[str, ...]]:
    """The smallest sets of quantities from which all others follow."""
    freedom = len(everything) - len(constants) - len(relations)
    return [
        told
        for told in combinations(tellable, freedom)
        if len(derive(told, constants, relations)) == len(everything)
    ]


def leaves(expression: Expression) -> list[str]:
    """The told quantities that an expression needs, in order."""
    if isinstance(expression, str):
        return [expression]
    if isinstance(expression, Fraction):
        return []
    return list(dict.fromkeys((*leaves(expression[1]), *leaves(expression[2]))))
