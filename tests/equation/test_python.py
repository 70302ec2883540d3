"""Python programs as equations; a brute-force twin runs them for real, here and nowhere else."""

import math
import warnings
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.equation import DivisionByZero, EquationError, ExecutionError, GraphTooLarge, ParseError
from cantor.equation.parse import parse_python


def f(*values: object) -> tuple[Fraction, ...]:
    return tuple(Fraction(str(value)) for value in values)


@pytest.mark.parametrize(
    ("source", "numbers", "equation"),
    [
        ("def f():\n    a = 3\n    b = 4\n    return a * b - a", f(3, 4), "n0 * n1 - n0"),
        ("a = 3\nb = a\nb += 4", f(3, 4), "n0 + n1"),
        ("def f() -> int:\na = 3\nreturn a / 4", f(3, 4), "n0 / n1"),  # its indentation is lost
        ("```python\nx = 5 - 2\n```", (), "5 - 2"),
        ("def f(a=3, b=4):\n    '''Adds.'''\n    return a + b\nprint(f())", f(3, 4), "n0 + n1"),
        ("r = 0.2\ncost = 60 * (1 - r)", f(60, 20), "n0 * (1 - n1 / 100)"),
        ("x = 1 / 2 * 10", f("1/2", 10), "n0 * n1"),  # the text says a half
        ("x = 2 * 12 + 1", f(24), "n0 + 1"),  # the text says two dozen
        ("a = 7\nb = 7\nx = a + b", f(7, 7), "n0 + n1"),
        ("a = 7\nx = a + a", f(7, 7), "n0 + n0"),
        ("x = 10 // 5", f(10, 5), "n0 / n1"),
        ("x = 10 // 4", f(10, 4), "n0 // n1"),
        ("import math\nx = math.ceil(10 / 4)", f(10, 4), "cdiv(n0, n1)"),
        ("x = 10 % 4", f(10, 4), "n0 % n1"),
        ("x = int(10 / 4) + int(-10 / 4)", f(10, 4), "n0 // n1 + cdiv(0 - n0, n1)"),
        ("x = math.floor(10 / 4 * 3)", f(10, 4, 3), "floor(n0 / n1 * n2)"),
        ("x = round(10 / 4, 1) + float(4)", f(10, 4), "n0 / n1 + n1"),
        ("a = [3, 4, 5]\nx = sum(a) / len(a)", f(3, 4, 5), "(n0 + n1 + n2) / 3"),
        ("x = max(3, 4, 5) - min([3, 4])", f(3, 4, 5), "max(max(n0, n1), n2) - min(n0, n1)"),
        ("total = 0\ntotal += 3\ntotal += 4", f(3, 4), "n0 + n1"),
        ("x = abs(3 - 4)", f(3, 4), "0 - (n0 - n1)"),
        ("x = 3 ** 2\ny: int = -x", f(3, 2), "0 - n0 ** n1"),
        ("unused = 987\nx = 3 + 4", f(3, 4), "n0 + n1"),
    ],
)
def test_programs(source: str, numbers: tuple[Fraction, ...], equation: str) -> None:
    constants = f(0, 1, 2, 3, 5, 12, 100)
    assert parse_python(source, numbers, constants).infix() == equation


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("if 3 > 2:\n    x = 1", "line 1: .*is not straight-line arithmetic"),
        ("for i in range(3):\n    x = i", "is not straight-line arithmetic"),
        ("x = y + 1", "line 1: 'y' is a name that nothing was assigned to"),
        ("x = 'three'", "is not a number"),
        ("x = True", "is not a number"),
        ("x = 1 if 2 > 1 else 0", "is not arithmetic"),
        ("x = __import__('os').getpid()", "is not arithmetic|is no arithmetic|is not a number"),
        ("x = open(1)", "calls 'open'"),
        ("x = 3 | 4", "an operator that is no arithmetic"),
        ("x, y = 3, 4", "assigned to what is not a name"),
        ("x = (3, 4)", "several results"),
        ("x = [3] + 4", "a list where a number is wanted"),
        ("x = round(10 / 3)", "rounds to the nearest"),
        ("def f():\n    return", "returns nothing"),
        ("def f():\n    return 1\ndef g():\n    return 2", "more than one function"),
        ("x = (", "not a Python program"),
        ("pass", "computes nothing"),
        ("x = 987 * 3", "neither in the text nor a known constant: 987"),
    ],
)
def test_what_is_no_straight_line_says_why(source: str, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        parse_python(source, (), f(0, 1, 2, 3, 4, 10))


def test_other_errors_are_typed() -> None:
    with pytest.raises(DivisionByZero):
        parse_python("x = 3 / (2 - 2)")
    with pytest.raises(ExecutionError):
        parse_python("x = 9 ** 9 ** 9")
    with pytest.raises(GraphTooLarge, match="characters"):
        parse_python("x = 1\n" * 10_000)
    with pytest.raises(EquationError):
        parse_python("x = " + "-" * 5_000 + "1")
    with pytest.raises(EquationError):
        parse_python("x = " + "(1 + " * 150 + "1" + ")" * 150)


LITERALS = st.integers(0, 30).map(str) | st.sampled_from(["0.5", "2.25", ".1", "1e2"])
CALLS = st.sampled_from(["int", "float", "abs", "math.floor", "math.ceil"])


def expressions(names: list[str]) -> st.SearchStrategy[str]:
    def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        binary = st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "//", "%"]), inner)
        lists = st.lists(inner, min_size=1, max_size=3).map(", ".join)
        return (
            binary.map(lambda parts: f"({' '.join(parts)})")
            | inner.map(lambda text: f"-({text})")
            | st.tuples(CALLS, inner).map(lambda parts: f"{parts[0]}({parts[1]})")
            | st.tuples(st.sampled_from(["sum", "max", "min"]), lists).map(lambda p: f"{p[0]}([{p[1]}])")
            | inner.map(lambda text: f"({text}) ** 2")
        )

    leaves = LITERALS | st.sampled_from(names) if names else LITERALS
    return st.recursive(leaves, grown, max_leaves=5)


@st.composite
def programs(draw: st.DrawFn) -> str:
    names: list[str] = []
    lines = ["import math", "def solution():"]
    for i in range(draw(st.integers(1, 5))):
        lines.append(f"    v{i} = {draw(expressions(names))}")
        names.append(f"v{i}")
        if draw(st.booleans()):
            lines.append(f"    {draw(st.sampled_from(names))} += {draw(expressions(names))}")
    return "\n".join([*lines, f"    return {draw(st.sampled_from(names))}"])


@given(programs(), st.lists(st.integers(0, 30), max_size=4))
def test_equations_come_to_what_python_comes_to(source: str, numbers: list[int]) -> None:
    """Literals become fractions, so that Python, too, is exact."""
    try:
        equation = parse_python(source, f(*numbers))
    except ExecutionError:
        with pytest.raises((ZeroDivisionError, OverflowError)):
            run(source)
        return
    assert equation.execute(f(*numbers)) == run(source)


def run(source: str) -> object:
    """Run a program of our own, with each literal a fraction."""
    import ast

    class Exact(ast.NodeTransformer):
        def visit_Constant(self, node: ast.Constant) -> ast.expr:
            return ast.parse(f"Fraction({str(node.value)!r})", mode="eval").body

    tree = ast.fix_missing_locations(Exact().visit(ast.parse(source)))
    space: dict[str, object] = {"Fraction": Fraction, "float": Fraction, "math": math}
    exec(compile(tree, "program", "exec"), space)
    return space["solution"]()  # type: ignore[operator]


def test_nested_too_deeply() -> None:
    with pytest.raises(GraphTooLarge, match="nested too deeply"):
        parse_python("1 if 1 else " * 999 + "1")


@pytest.mark.parametrize("source", ["x = 1if 2 else 3", "'\\d'", "9_9and 1"])
def test_remarks_on_a_strangers_program_are_kept_from_the_user(source: str) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        with pytest.raises(ParseError):
            parse_python(source)
    assert said == []
