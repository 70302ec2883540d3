from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.equation import Const, EquationError, GraphTooLarge, Num, ParseError, Ref
from cantor.equation.parse import parse_prefix
from helpers.strategies import equations, graphs, values

F = Fraction


def written(equation, operand=None):
    """The twin: prefix notation by recursion."""
    operand = equation.root if operand is None else operand
    if isinstance(operand, Num):
        return f"number{operand.index}"
    if isinstance(operand, Const):
        return str(operand.value)
    step = equation.steps[operand.index]
    return " ".join([step.operator, *(written(equation, x) for x in step.operands)])


@given(equations())
def test_a_tree_is_read_back_as_it_was(equation):
    assert parse_prefix(written(equation)) == equation.post_order()


@given(graphs(max_steps=5), values)
@settings(max_examples=100)
def test_shared_steps_are_written_out(equation, numbers):
    again = parse_prefix(written(equation))
    assert not any(isinstance(x, Ref) and x.index in again.reused for x in again.operands())
    assert again.try_execute(numbers) == equation.try_execute(numbers)


@pytest.mark.parametrize(
    ("text", "infix"),
    [
        ("+ number0 * number1 0.01", "n0 + n1 * 0.01"),
        ("- - n0 n1 n2", "n0 - n1 - n2"),
        ("- n0 - n1 n2", "n0 - (n1 - n2)"),
        ("/ number0 number1", "n0 / n1"),
        ("^ number0 2", "n0 ** 2"),
        ("** N_0 2", "n0 ** 2"),
        ("floor / n0 n1", "floor(n0 / n1)"),
        ("number3", "n3"),
        ("1/2", "0.5"),
        ("* n0 -1.5", "n0 * (-1.5)"),
    ],
)
def test_example(text, infix):
    assert parse_prefix(text).infix() == infix


def test_steps_are_in_post_order():
    equation = parse_prefix("* + n0 n1 - n2 n3")
    assert [step.operator for step in equation.steps] == ["+", "-", "*"]


def test_literals_are_linked_only_where_numbers_are_given():
    assert str(parse_prefix("+ 5 3")) == "5 + 3"
    assert str(parse_prefix("+ 5 3", [F(3), F(5)])) == "n1 + n0"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "0 values"),
        ("+ 1", "'\\+' lacks an operand"),
        ("1 2", "2 values"),
        ("+ 1 2 3", "2 values"),
        ("+ a b", "cannot read 'b'"),
        ("nan", "cannot read 'nan'"),
        ("1/0", "cannot read '1/0'"),
        ("1e999999999", "cannot read"),
        ("9" * 100_000, "cannot read"),
        ("n" + "9" * 5000, "cannot read"),
        ("+ " * 100_000, "lacks an operand"),
        ("1 " * 100_000, "values are left over"),
    ],
)
def test_error(text, reason):
    with pytest.raises(ParseError, match=reason) as caught:
        parse_prefix(text)
    assert len(str(caught.value)) < 300


def test_too_deep():
    with pytest.raises(GraphTooLarge):
        parse_prefix("+ " * 5000 + "1 " * 5001)


@given(
    st.lists(st.sampled_from("+ - * / ** ^ floor n0 number1 5 0.5 1/2 1e3 x".split()), max_size=12).map(
        " ".join
    )
)
def test_any_tokens_give_an_equation_or_a_typed_error(text):
    try:
        equation = parse_prefix(text)
    except EquationError:
        return
    assert written(equation).count(" ") == text.strip().count(" ")
