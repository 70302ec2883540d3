"""Random equations: trees, graphs that reuse steps, with numbers of the problem and constants."""

from fractions import Fraction

from hypothesis import strategies as st

from cantor.equation import CORE, Const, Equation, Num, Ref, Step, operator

#: How many numbers the problems of these equations have.
COUNT = 4

numbers = st.builds(Num, st.integers(0, COUNT - 1))
whole = st.builds(Fraction, st.integers(-12, 12))
fractions = st.fractions(min_value=-20, max_value=20, max_denominator=12)
constants = st.builds(Const, whole | fractions)
leaves = numbers | constants

#: The values of a problem's numbers.
values = st.lists(whole | fractions, min_size=COUNT, max_size=COUNT)

#: Whole exponents that keep powers small.
small_exponents = st.builds(lambda n: Const(Fraction(n)), st.integers(-3, 3))


def trees(symbols=CORE, max_leaves=8, leaf=leaves):
    """Nested tuples for `Equation.from_tree`."""

    def grow(children):
        return st.sampled_from(symbols).flatmap(
            lambda s: st.tuples(st.just(s), *[children] * operator(s).arity)
        )

    return st.recursive(leaf, grow, max_leaves=max_leaves)


def rational_trees(max_leaves=6, leaf=leaves):
    """Trees of + - * / and powers with small whole exponents."""

    def grow(children):
        steps = st.tuples(st.sampled_from("+-*/"), children, children)
        return steps | st.tuples(st.just("**"), children, small_exponents)

    return st.recursive(leaf, grow, max_leaves=max_leaves)


def equations(symbols=CORE, max_leaves=8):
    """Equations in which nothing is shared."""
    return trees(symbols, max_leaves).map(Equation.from_tree)


@st.composite
def graphs(draw, symbols=CORE, max_steps=8):
    """Equations whose steps may be used many times, or not at all."""
    steps = []
    for i in range(draw(st.integers(1, max_steps))):
        operand = leaves if i == 0 else leaves | st.builds(Ref, st.integers(0, i - 1))
        symbol = draw(st.sampled_from(symbols))
        steps.append(Step(symbol, tuple(draw(operand) for _ in range(operator(symbol).arity))))
    root = draw(st.just(None) | leaves | st.builds(Ref, st.integers(0, len(steps) - 1)))
    return Equation(steps, root)


#: Values that operators must survive: huge, tiny, negative, zero, exact and float.
wild = st.one_of(
    st.fractions(),
    st.builds(Fraction, st.integers(-20, 20)),
    st.builds(lambda n, k: Fraction(n << k), st.integers(-9, 9), st.integers(0, 16_300)),
    st.builds(lambda n, k: Fraction(n, 3 << k), st.integers(-9, 9), st.integers(0, 16_300)),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([0.0, -0.0, 1.0, 5e-324, 1.7e308, -1.7e308, Fraction(10**9), Fraction(1, 2)]),
)
