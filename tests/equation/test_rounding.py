"""Whole quotients and remainders against Python's own, and wherever equations are read, written, compared."""

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cantor.equation import (
    EVERYDAY,
    Const,
    DivisionByZero,
    Equation,
    Num,
    ParseError,
    Ref,
    Step,
    agrees,
    equivalent,
    operator,
    rounded_divisions,
)
from cantor.equation.parse import parse_infix, parse_linear, parse_notes, parse_prefix
from cantor.equation.render import display, dot, mermaid, svg, words
from helpers.strategies import equations, fractions, graphs, numbers, trees, values, whole

F = Fraction
some = st.fractions() | fractions | whole


@settings(max_examples=300)
@given(some, some)
def test_python_is_the_twin(a, b):
    for symbol, twin in (
        ("//", lambda: a // b),
        ("%", lambda: a % b),
        ("cdiv", lambda: math.ceil(a / b)),
    ):
        if b == 0:
            with pytest.raises(DivisionByZero):
                operator(symbol).apply(a, b)
        else:
            found = operator(symbol).apply(a, b)
            assert isinstance(found, Fraction)
            assert found == twin()


@given(some, some)
def test_quotient_and_remainder_make_up_the_number(a, b):
    assume(b)
    down, up, left = (operator(symbol).apply(a, b) for symbol in ("//", "cdiv", "%"))
    assert b * down + left == a
    assert up == -operator("//").apply(-a, b)
    assert up - down == (left != 0)


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_floats_round_to_whole_numbers(a, b):
    assert operator("//").apply(a, b) == math.floor(a / b)
    assert operator("cdiv").apply(a, b) == math.ceil(a / b)


def test_names_that_models_store():
    assert EVERYDAY == ("+", "-", "*", "/", "**", "//", "cdiv", "%", "gcd", "lcm")
    assert operator("mod") is operator("%")  # its name in files of before
    assert Equation([Step("mod", (Num(0), Num(1)))]).infix() == "n0 % n1"


@settings(max_examples=200)
@given(trees(EVERYDAY, leaf=numbers | st.builds(Const, whole)))
def test_what_is_written_is_read_back(tree):
    equation = Equation.from_tree(tree)
    assert parse_infix(equation.infix()) == equation


@given(equations(EVERYDAY), values)
def test_prefix_and_steps_are_read_back(equation, given_numbers):
    assume(equation.steps)

    def prefix(operand):
        if isinstance(operand, Ref):
            step = equation.steps[operand.index]
            return " ".join([step.operator, *map(prefix, step.operands)])
        return f"number{operand.index}" if isinstance(operand, Num) else str(operand.value)

    def place(operand):
        if isinstance(operand, Const):
            return f"const_{operand.value}"
        return f"{'n' if isinstance(operand, Num) else '#'}{operand.index}"

    assert parse_prefix(prefix(equation.root)) == equation.post_order()
    steps = "|".join(f"{s.operator}({','.join(map(place, s.operands))})" for s in equation.steps)
    assert parse_linear(steps) == equation.post_order()


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("floor(n0 / n1)", "n0 // n1", True),
        ("ceil(n0 / n1)", "cdiv(n0, n1)", True),
        ("n0 - n1 * (n0 // n1)", "n0 % n1", True),
        ("0 - (0 - n0) // n1", "cdiv(n0, n1)", True),
        ("2 * n0 // (2 * n1)", "n0 // n1", True),
        ("n0 // n1 + n2", "n2 + n0 // n1", True),
        ("(n0 + n1) // n1", "n0 // n1 + 1", True),
        ("n0 * (7 // 2)", "n0 * 3", True),  # rational once its constants are computed
        ("n0 // n1", "n0 / n1", False),
        ("n0 // n1", "cdiv(n0, n1)", False),
        ("n0 // n1 + 1", "cdiv(n0, n1)", False),  # differ only where the division comes out even
        ("n1 - n0 % n1", "(0 - n0) % n1", False),  # so do these
        ("n0 % n1", "n1 % n0", False),
        ("n0 // n1", "n1 // n0", False),
        ("n0 % (n1 - n1)", "n0 % (n1 - n1)", False),  # no value anywhere
    ],
)
def test_equivalence(first, second, same):
    a, b = parse_infix(first), parse_infix(second)
    assert equivalent(a, b) is same
    assert equivalent(b, a) is same


@settings(max_examples=60)
@given(*[trees(("+", "-", "//", "cdiv", "%"), 4, st.builds(Num, st.integers(0, 1)))] * 2)
def test_equivalence_against_all_small_numbers(first, second):
    """Never the same where the paper's sampling or a tenth of all small numbers tell them apart."""
    a, b = Equation.from_tree(first), Equation.from_tree(second)
    grid = [[F(x), F(y)] for x in range(1, 13) for y in range(1, 13)]
    told = [(a.try_execute(point), b.try_execute(point)) for point in grid]
    valued = [(x, y) for x, y in told if x is not None]
    differ = sum(x != y for x, y in valued)
    if equivalent(a, b):
        assert agrees(a, b, 2)
        assert differ < max(1, len(valued) / 10)
    elif {"//", "cdiv", "%"} & (a.operators | b.operators) and valued:
        assert differ or not agrees(a, b, 2) or all(y is None for _, y in valued)


@given(graphs(symbols=("+", "/", "*", "floor", "ceil", "//")), values)
def test_rounded_quotients_become_one_step(equation, given_numbers):
    joined = rounded_divisions(equation)
    assert not {"floor", "ceil"} & joined.operators
    assert len(joined) <= len(equation)
    assert joined.try_execute(given_numbers) == equation.try_execute(given_numbers)


def test_rounded_quotients_that_others_use_too():
    assert rounded_divisions(parse_infix("ceil(n0 / n1) * n2")) == parse_infix("cdiv(n0, n1) * n2")
    shared = Equation([Step("/", (Num(0), Num(1))), Step("floor", (Ref(0),)), Step("-", (Ref(0), Ref(1)))])
    assert rounded_divisions(shared).infix() == "n0 / n1 - n0 // n1"
    assert rounded_divisions(parse_infix("floor(n0 + n1)")).infix() == "(n0 + n1) // 1"


def test_words():
    equation = parse_infix("(n0 // n1) + cdiv(n0, n1) + n0 % n1")
    assert words(equation, [F(47), F(-4)], ["eggs", None])[:4] == [
        "1. Divide 47 (eggs) by −4 and round down: 47 ÷ (−4), rounded down = −12",
        "2. Divide 47 (eggs) by −4 and round up: 47 ÷ (−4), rounded up = −11",
        "3. Add the result of step 1 and the result of step 2: −12 + (−11) = −23",
        "4. Take the remainder of 47 (eggs) divided by −4: remainder of 47 ÷ (−4) = −1",
    ]
    assert words(parse_infix("5 // 0"), [])[0].endswith("5 ÷ 0, rounded down has no value (division by zero)")


def test_pictures():
    equation = parse_infix("(n0 // n1) + cdiv(n0, n1) + n0 % n1")
    for picture in (mermaid, dot, svg):
        assert picture(equation, [F(47), F(4)])
    assert 'label="step 1: ÷↓ = 11"' in dot(equation, [F(47), F(4)])
    assert "step 2: ÷#8593; = 12" in mermaid(equation, [F(47), F(4)])
    assert ">rem</text>" in svg(equation, [F(47), F(4)])


def test_notes_round_by_name_only():
    """Who writes two slashes there means one: the note is left out, as it was."""
    numbers = [F(17), F(5), F(2)]
    assert parse_notes("<<ceil(17/5)=4>>\n<<4*2=8>>\n#### 8", F(8), numbers).infix() == "ceil(n0 / n1) * n2"
    with pytest.raises(ParseError):
        parse_notes("<<17//5=3>>\n<<3*2=6>>\n#### 6", F(6), numbers, constants=())


def test_a_percentage_in_prose_is_no_remainder():
    """10 % 100 is 10 too, but nobody means that."""
    solution = "He saves 10% of 100 = 10 dollars.\nThen <<10*3=30>>30.\n#### 30"
    assert "%" not in parse_notes(solution, F(30), [F(10), F(100), F(3)]).operators


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("3.14", "3.14"),
        ("1/3", "1/3"),
        ("2/3", "2/3"),
        ("1/2", "0.5"),
        *((str(n), str(n)) for n in (7, 12, 24, 50, 60, 100, 180, 200, 360, 1000, 10_000)),
    ],
)
def test_constants_look_as_people_write_them(value, text):
    constant = Const(F(value))
    assert display(constant.value) == text
    equation = Equation.from_tree(("*", Num(0), constant))
    written = equation.infix()
    assert written == (f"n0 * ({text})" if "/" in text else f"n0 * {text}")
    assert equivalent(parse_infix(written), equation)
    assert text in words(equation, [F(6)])[0]
