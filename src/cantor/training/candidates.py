"""Equations that lead to an answer, found by search: what training from answers alone learns from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from cantor.equation import Const, Equation, ExecutionError, Num, Tree, Value, operator


@dataclass(frozen=True, slots=True)
class Candidates:
    """The equations found; `capped` where there were more than were kept."""

    equations: tuple[Equation, ...]
    capped: bool


def candidates(
    numbers: Sequence[Fraction],
    answer: Fraction,
    operators: Sequence[str],
    constants: Sequence[Fraction] = (),
    *,
    max_steps: int = 1,
    cap: int = 200,
    both_orders: bool = True,
) -> Candidates:
    """All trees of at most `max_steps` binary steps over mentions and constants that come to `answer`.

    Shorter ones come first. Each mention of a number is used at most once, constants as often as they fit;
    an equation of constants alone says nothing of the text and is none. `both_orders` keeps (a, b) and (b, a)
    of commutative operators, which are two equations to the model; without it one of them is kept.
    """
    found: list[Equation] = []
    for tree, value, used in _trees(numbers, operators, constants, max_steps, both_orders):
        if used and value == answer:
            if len(found) == cap:
                return Candidates(tuple(found), True)
            found.append(Equation.from_tree(tree))
    return Candidates(tuple(found), False)


#: A tree with its value and the mentions it uses, as bits.
_Item = tuple[Tree, Value, int]


def _trees(
    numbers: Sequence[Fraction],
    symbols: Sequence[str],
    constants: Sequence[Fraction],
    max_steps: int,
    both_orders: bool,
) -> Iterator[_Item]:
    leaves: list[_Item] = [(Num(i), value, 1 << i) for i, value in enumerate(numbers)]
    leaves += [(Const(value), value, 0) for value in constants]
    by_steps: list[list[_Item]] = [leaves]
    for steps in range(1, max_steps + 1):
        level: list[_Item] = []
        for left_steps in range(steps):
            right_steps = steps - 1 - left_steps
            for i, left in enumerate(by_steps[left_steps]):
                for j, right in enumerate(by_steps[right_steps]):
                    if left[2] & right[2]:
                        continue
                    mirrored = not both_orders and (left_steps, i) > (right_steps, j)
                    for item in _combined(left, right, symbols, mirrored):
                        yield item
                        if steps < max_steps:
                            level.append(item)
        by_steps.append(level)


def _combined(left: _Item, right: _Item, symbols: Sequence[str], mirrored: bool) -> Iterator[_Item]:
    for symbol in symbols:
        known = operator(symbol)
        if known.arity != 2 or (known.commutative and mirrored):
            continue
        try:
            value = known.apply(left[1], right[1])
        except ExecutionError:
            continue
        yield (symbol, left[0], right[0]), value, left[2] | right[2]
