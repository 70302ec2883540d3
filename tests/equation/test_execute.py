"""The one executor beside three plain ones: values, errors, and that nothing is computed in vain."""

from fractions import Fraction as F

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cantor.equation import Const, Equation, ExecutionError, Num, Ref, Step
from cantor.equation.execute import Execution, outcomes
from helpers.executors import all_outcomes, recursive_value, strict_values
from helpers.strategies import graphs, values, wild

SYMBOLS = ("+", "-", "*", "/", "**", "floor", "mod", "max", "log", "factorial")
some_values = values | st.lists(wild, max_size=4)


def plain(outcome):
    """An error by its kind; floats by their digits, so that nan would be found too.

    Fractions as such: values may have more digits (4,932) than Python prints (4,300).
    """
    if isinstance(outcome, ExecutionError):
        return (type(outcome),)
    return type(outcome), repr(outcome) if isinstance(outcome, float) else outcome


#: A value that is allowed, and that Python refuses to print.
LONG = Equation([Step("*", (Num(0), Num(0)))]), [F(1 << 7143)]


@given(graphs(SYMBOLS), some_values)
@example(*LONG)
def test_outcomes(equation, numbers):
    found = [*map(plain, outcomes(equation.steps, numbers))]
    assert found == [*map(plain, all_outcomes(equation, numbers))]


@given(graphs(SYMBOLS), some_values, st.randoms())
def test_values_in_any_order(equation, numbers, random):
    execution = Execution(equation.steps, numbers)
    order = list(range(len(equation)))
    random.shuffle(order)
    for i in order:
        assert plain(execution[i]) == plain(recursive_value(equation.steps, i, numbers))


@given(graphs(SYMBOLS), some_values)
@example(*LONG)
def test_what_is_raised(equation, numbers):
    """The first error of the steps that the root needs, in post-order."""
    used = equation.post_order()
    try:
        expected = strict_values(used, numbers)[-1] if isinstance(used.root, Ref) else None
    except ExecutionError as error:
        with pytest.raises(type(error)):
            equation.execute(numbers)
        return
    if expected is not None:
        assert plain(equation.execute(numbers)) == plain(expected)


@given(graphs(SYMBOLS), values)
def test_one_for_all_that_write_the_same(equation, numbers):
    twice = [*equation.steps, *(shifted(step, len(equation)) for step in equation.steps)]
    first = [*range(len(equation)), *range(len(equation))]
    shared, own = Execution(twice, numbers, first), Execution(twice, numbers)
    assert [plain(shared[i]) for i in range(len(twice))] == [plain(own[i]) for i in range(len(twice))]


def shifted(step, by):
    return Step(step.operator, tuple(Ref(x.index + by) if isinstance(x, Ref) else x for x in step.operands))


def test_only_what_is_asked_for():
    steps = [Step("/", (Num(0), Const(F(0)))), Step("+", (Num(0), Num(1))), Step("*", (Ref(1), Ref(1)))]
    execution = Execution(steps, [F(1), F(2)])
    assert execution[2] == 9
    assert sorted(execution._outcomes) == [1, 2]
    with pytest.raises(ExecutionError, match="division by zero"):
        execution.value(0)


def test_a_long_chain():
    """No recursion: as deep as an equation may be."""
    steps = [Step("+", (Num(0), Num(0))), *(Step("+", (Ref(i), Num(0))) for i in range(900))]
    assert Equation(steps).execute([F(1)]) == 902
    broken = [Step("/", (Num(0), Const(F(0)))), *steps[1:]]
    with pytest.raises(ExecutionError, match="division by zero"):
        Equation(broken).execute([F(1)])
