import time
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given, settings

from cantor.equation import (
    MAX_DEPTH,
    Builder,
    Const,
    Equation,
    EquationError,
    ExecutionError,
    GraphTooLarge,
    MalformedGraph,
    Num,
    Ref,
    Step,
    ValueTooLarge,
)
from helpers.strategies import equations, graphs, values

F = Fraction


def recursive_tree(equation, operand):
    """The twin of `unshared`: nested tuples, by recursion."""
    if not isinstance(operand, Ref):
        return operand
    step = equation.steps[operand.index]
    return (step.operator, *(recursive_tree(equation, x) for x in step.operands))


def recursive_post_order(equation):
    order = []

    def visit(operand):
        if isinstance(operand, Ref) and operand.index not in order:
            for x in equation.steps[operand.index].operands:
                visit(x)
            order.append(operand.index)

    visit(equation.root)
    return order


def naive(tree, numbers):
    """The twin of `execute` on + - * /: a Fraction, or None where there is no value."""
    if isinstance(tree, Num):
        return numbers[tree.index]
    if isinstance(tree, Const):
        return tree.value
    symbol, *children = tree
    a, b = (naive(child, numbers) for child in children)
    if a is None or b is None:
        return None
    if symbol in "+-*":
        return a + b if symbol == "+" else a - b if symbol == "-" else a * b
    return a / b if b else None


def doubling(count):
    return Equation([Step("+", (Num(0), Num(0))), *[Step("+", (Ref(i), Ref(i))) for i in range(count - 1)]])


@given(graphs())
def test_post_order_is_that_of_a_recursive_walk(equation):
    order = recursive_post_order(equation)
    result = equation.post_order()
    assert [s.operator for s in result.steps] == [equation.steps[i].operator for i in order]
    assert recursive_tree(result, result.root) == recursive_tree(equation, equation.root)
    assert result.post_order() == result


@given(graphs(symbols=("+", "-", "*", "/")), values)
def test_execute_matches_naive_recursion(equation, numbers):
    assert equation.try_execute(numbers) == naive(recursive_tree(equation, equation.root), numbers)


@given(graphs(), values)
def test_other_forms_keep_tree_and_value(equation, numbers):
    tree = recursive_tree(equation, equation.root)
    for form in (equation.shared(), equation.unshared(), equation.shared().unshared(), equation.post_order()):
        assert recursive_tree(form, form.root) == tree
        assert form.try_execute(numbers) == equation.try_execute(numbers)
    assert equation.unshared() == Equation.from_tree(tree)
    assert equation.unshared().reused == ()


@given(equations())
def test_shared_has_no_equal_steps(equation):
    steps = equation.shared().steps
    assert len(set(steps)) == len(steps)


def test_unused_steps_do_not_matter():
    equation = Equation([Step("/", (Num(0), Const(F(0)))), Step("+", (Num(0), Num(1)))])
    assert equation.execute([F(1), F(2)]) == 3
    assert len(equation.post_order()) == 1
    with pytest.raises(ExecutionError):
        equation.step_values([F(1), F(2)])


def test_whole_numbers_of_python_stay_exact():
    equation = Equation([Step("/", (Num(0), Num(1)))])
    assert equation.execute([4, 3]) == F(4, 3)
    assert isinstance(Equation([], Num(0)).execute([10**400]), Fraction)


def test_what_it_is_made_of():
    equation = Equation(
        [Step("+", (Num(0), Const(F(2)))), Step("*", (Ref(0), Ref(0))), Step("-", (Ref(1), Num(3)))]
    )
    assert equation.numbers == {0, 3}
    assert equation.constants == {F(2)}
    assert equation.operators == {"+", "*", "-"}
    assert equation.branches == 1
    assert equation.reused == (0,)
    assert len(equation) == 3
    assert equation.renumbered({0: Num(5), 3: Const(F(1))}).numbers == {5}
    assert equation.renumbered({0: Num(5), 3: Const(F(1))}).constants == {F(1), F(2)}


def test_exponential_trees_are_refused_at_once():
    start = time.process_time()
    with pytest.raises(GraphTooLarge):
        doubling(60).unshared()
    with pytest.raises(GraphTooLarge):
        doubling(60).infix()
    with pytest.raises(GraphTooLarge):
        str(doubling(MAX_DEPTH))
    assert doubling(60).execute([F(1)]) == 2**60
    assert time.process_time() - start < 5


def test_long_chains_need_no_recursion():
    chain = doubling(MAX_DEPTH)
    assert chain.post_order() == chain == chain.shared()
    builder = Builder()
    last = Num(0)
    for _ in range(MAX_DEPTH):
        last = builder.add("-", Num(1), last)
    deep = builder.build()
    assert deep.unshared() == deep
    assert deep.infix().count("(") == MAX_DEPTH - 1
    assert deep.execute([F(5), F(7)]) == 5
    builder.add("-", Num(1), last)
    with pytest.raises(GraphTooLarge):
        builder.build()


def test_repeated_squaring_ends_in_a_typed_error_fast():
    start = time.process_time()
    squares = [Step("*", (Num(0), Num(0))), *[Step("*", (Ref(i), Ref(i))) for i in range(MAX_DEPTH - 1)]]
    with pytest.raises(ValueTooLarge):
        Equation(squares).execute([F(3)])
    with pytest.raises(GraphTooLarge):
        Equation([*squares, *[Step("*", (Ref(i), Ref(i))) for i in range(MAX_DEPTH - 1, 9_999)]])
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("steps", "root"),
    [
        ([Step("+", (Num(0),))], None),
        ([Step("floor", (Num(0), Num(1)))], None),
        ([Step("+", (Num(0), Ref(0)))], None),
        ([Step("+", (Num(0), Ref(1))), Step("+", (Num(0), Num(1)))], None),
        ([Step("+", (Num(0), Ref(-1)))], None),
        ([Step("+", (Num(0), Num(-1)))], None),
        ([Step("+", (Num(0), Num(1)))], Ref(1)),
        ([Step("+", (Num(0), 3))], None),
        ([], None),
    ],
)
def test_what_is_no_graph_is_refused(steps, root):
    with pytest.raises(MalformedGraph):
        Equation(steps, root)


@pytest.mark.parametrize("tree", [(), ("+", "n0", Num(0)), ("+", Num(0)), ("+", Num(0), ())])
def test_what_is_no_tree_is_refused(tree):
    with pytest.raises(MalformedGraph):
        Equation.from_tree(tree)


def test_unknown_operators_are_named():
    with pytest.raises(EquationError, match="unknown operator 'plus'"):
        Equation([Step("plus", (Num(0), Num(1)))])


def test_too_few_numbers():
    with pytest.raises(ExecutionError, match="number 1"):
        Equation([Step("+", (Num(0), Num(1)))]).execute([F(1)])


@settings(max_examples=50)
@given(graphs(), values)
def test_step_values_lead_to_the_value(equation, numbers):
    try:
        results = equation.step_values(numbers)
    except ExecutionError:
        return
    if isinstance(equation.root, Ref):
        assert equation.execute(numbers) == results[equation.root.index]


def all_orders(equation, operand):
    """Every way to write what `operand` stands for, with the operands of + and * in any order."""
    if not isinstance(operand, Ref):
        return {repr(operand)}
    step = equation.steps[operand.index]
    turns = permutations(step.operands) if step.operator in "+*" else [step.operands]
    parts = [product(*(all_orders(equation, x) for x in turn)) for turn in turns]
    return {f"{step.operator}({', '.join(written)})" for turn in parts for written in turn}


@settings(max_examples=200)
@given(graphs("+*-", max_steps=3), graphs("+*-", max_steps=3))
def test_templates_are_equal_where_some_order_of_free_operands_is(one, other):
    ways, others = all_orders(one, one.root), all_orders(other, other.root)
    assert (one.template() == other.template()) == bool(ways & others)
    sorted_ = one.in_fixed_order()
    assert all_orders(sorted_, sorted_.root) == ways
    assert sorted_.in_fixed_order() == sorted_


def test_templates_of_reused_steps_take_no_time():
    steps = [Step("+", (Num(0), Num(1)))] + [Step("*", (Ref(i), Ref(i))) for i in range(500)]
    assert len(Equation(steps).in_fixed_order()) == 501
    with pytest.raises(GraphTooLarge):
        Equation(steps).template()
