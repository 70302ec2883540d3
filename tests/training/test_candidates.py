"""Equations found for an answer, beside every expression there is, by plain recursion."""

from fractions import Fraction
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.equation import Const, Equation, ExecutionError, Num, Tree, operator
from cantor.training.candidates import candidates

SYMBOLS = ("+", "-", "*", "/")


def expressions(leaves: list[Tree], steps: int) -> list[Tree]:
    """All trees of exactly so many steps, whatever they use, in every order of operands."""
    if steps == 0:
        return leaves
    found: list[Tree] = []
    for left in range(steps):
        pairs = product(expressions(leaves, left), expressions(leaves, steps - 1 - left))
        found += [(symbol, a, b) for a, b in pairs for symbol in SYMBOLS]
    return found


def mentions(tree: Tree) -> list[int]:
    if isinstance(tree, tuple):
        return [i for part in tree[1:] for i in mentions(part)]  # type: ignore[arg-type]
    return [tree.index] if isinstance(tree, Num) else []


def brute(numbers: list[Fraction], answer: Fraction, constants: list[Fraction], steps: int) -> set[Equation]:
    leaves: list[Tree] = [Num(i) for i in range(len(numbers))]
    leaves += [Const(value) for value in constants]
    found = set()
    for count in range(1, steps + 1):
        for tree in expressions(leaves, count):
            used = mentions(tree)
            equation = Equation.from_tree(tree)
            if used and len(used) == len(set(used)) and equation.try_execute(numbers) == answer:
                found.add(equation)
    return found


small = st.integers(-3, 6).map(Fraction)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(small, min_size=1, max_size=3),
    small,
    st.lists(small, max_size=2, unique=True),
    st.integers(1, 2),
)
def test_all_there_are_with_constants_and_both_orders(
    numbers: list[Fraction], answer: Fraction, constants: list[Fraction], steps: int
) -> None:
    found = candidates(numbers, answer, SYMBOLS, constants, max_steps=steps, cap=100_000)
    assert len(set(found.equations)) == len(found.equations)
    assert set(found.equations) == brute(numbers, answer, constants, steps)
    one_order = candidates(
        numbers, answer, SYMBOLS, constants, max_steps=steps, cap=100_000, both_orders=False
    )
    # one of each pair is kept, and nothing else is lost
    assert {e.in_fixed_order() for e in one_order.equations} == {e.in_fixed_order() for e in found.equations}
    assert len({e.in_fixed_order() for e in one_order.equations}) == len(one_order.equations)


def test_by_hand() -> None:
    def texts(numbers: list[int], answer: int, constants: list[int], **options: bool) -> list[str]:
        values, given_constants = [Fraction(n) for n in numbers], [Fraction(c) for c in constants]
        found = candidates(values, Fraction(answer), SYMBOLS, given_constants, **options)
        return [str(equation) for equation in found.equations]

    assert texts([3, 4], 7, []) == ["n0 + n1", "n1 + n0"]
    assert texts([3, 4], 7, [], both_orders=False) == ["n0 + n1"]
    assert texts([30], 70, [100]) == ["100 - n0"]  # what is left of a hundred percent
    assert texts([30], 200, [100]) == []  # not 100 + 100: it would use nothing of the text
    assert texts([5, 5], 0, []) == ["n0 - n1", "n1 - n0"]  # two mentions of one value are two
    assert texts([5], 25, []) == []  # one mention serves once
    assert texts([5], 0, [0]) == ["n0 * 0", "0 * n0", "0 / n0"]  # and 5 / 0 has no value


def test_no_value_is_no_candidate() -> None:
    assert not candidates([Fraction(1), Fraction(0)], Fraction(9), ("/",), max_steps=1).equations
    try:
        operator("/").apply(Fraction(1), Fraction(0))
    except ExecutionError:
        return
    raise AssertionError("a division by zero has a value")
