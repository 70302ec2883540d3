import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.equation import EquationError, GraphTooLarge, ParseError
from cantor.equation.parse import parse_layers, parse_linear
from cantor.equation.parse.mathqa import _OPERATIONS

F = Fraction
PI = 3.1416
DEGREE = 0.0175


def heron(a, b, c):
    """Kahan's form, so that it is another formula than the one tested."""
    return 0.25 * math.sqrt((a + b + c) * (c - (a - b)) * (c + (a - b)) * (a + (b - c)))


#: Each operation as plain float arithmetic.
FORMULAS = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
    "power": lambda a, b: a**b,
    "speed": lambda distance, hours: distance / hours,
    "inverse": lambda a: 1 / a,
    "negate": lambda a: -a,
    "negate_prob": lambda a: 1 - a,
    "sqrt": math.sqrt,
    "square_area": lambda a: a * a,
    "square_perimeter": lambda a: a + a + a + a,
    "square_edge_by_perimeter": lambda a: 0.25 * a,
    "square_edge_by_area": math.sqrt,
    "rhombus_perimeter": lambda a: a + a + a + a,
    "rhombus_area": lambda a, b: 0.5 * a * b,
    "rectangle_area": lambda a, b: a * b,
    "rectangle_perimeter": lambda a, b: a + b + a + b,
    "quadrilateral_area": lambda diagonal, h1, h2: 0.5 * diagonal * h1 + 0.5 * diagonal * h2,
    "triangle_area": lambda a, b: 0.5 * a * b,
    "triangle_area_three_edges": heron,
    "triangle_perimeter": lambda a, b, c: a + b + c,
    "diagonal": math.hypot,
    "circle_area": lambda r: PI * r * r,
    "circumface": lambda r: 2 * PI * r,
    "surface_cube": lambda a: 6 * a * a,
    "surface_cylinder": lambda r, h: 2 * PI * r * r + 2 * PI * r * h,
    "surface_rectangular_prism": lambda a, b, c: 2 * a * b + 2 * a * c + 2 * b * c,
    "surface_sphere": lambda r: 4 * PI * r * r,
    "volume_cube": lambda a: a * a * a,
    "volume_cylinder": lambda r, h: PI * r * r * h,
    "volume_cone": lambda r, h: PI * r * r * h / 3,
    "volume_rectangular_prism": lambda a, b, c: a * b * c,
    "volume_sphere": lambda r: 4 / 3 * PI * r * r * r,
    "cube_edge_by_volume": math.cbrt,
    "original_price_before_loss": lambda percent, price: price / (1 - percent / 100),
    "original_price_before_gain": lambda percent, price: price / (1 + percent / 100),
    "p_after_gain": lambda percent, price: price * (1 + percent / 100),
    "stream_speed": lambda down, up: 0.5 * (down - up),
    "speed_in_still_water": lambda down, up: 0.5 * (down + up),
    "reminder": math.fmod,
    "floor": math.floor,
    "max": max,
    "min": min,
    "gcd": math.gcd,
    "lcm": lambda a, b: a * b // math.gcd(a, b),
    "factorial": lambda a: math.gamma(a + 1),
    "choose": lambda a, b: math.gamma(a + 1) / math.gamma(b + 1) / math.gamma(a - b + 1),
    "permutation": lambda a, b: math.gamma(a + 1) / math.gamma(a - b + 1),
    "log": math.log,
    "sine": lambda a: math.sin(DEGREE * a),
    "cosine": lambda a: math.cos(DEGREE * a),
    "tangent": lambda a: math.tan(DEGREE * a),
}


def test_every_operation_has_its_formula():
    assert set(FORMULAS) == set(_OPERATIONS)


@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("numbers", [(7, 5, 4), (12, 9, 5), (64, 27, 50)])
def test_operation(name, numbers):
    formula = FORMULAS[name]
    for count in (1, 2, 3):
        text = f"{name}({','.join(f'n{i}' for i in range(count))})"
        try:
            expected = formula(*numbers[:count])
        except TypeError:  # takes another number of operands
            continue
        if name == "diagonal" and count != 2:
            continue
        if name in ("gcd", "lcm", "max", "min") and count != 2:
            continue
        result = parse_linear(text).execute([F(n) for n in numbers])
        assert float(result) == pytest.approx(expected, rel=1e-9)
        return
    pytest.fail("no formula was tried")


@pytest.mark.parametrize(
    ("text", "infix"),
    [
        ("add(n1,const_100)|divide(#0,n0)|", "(n1 + 100) / n0"),
        ("add( n1 , const_100 ) | divide( #0 , n0 )", "(n1 + 100) / n0"),
        ("multiply(n0,const_0_25)", "n0 * 0.25"),
        ("multiply(n0,const_pi)", "n0 * 3.1416"),
        ("multiply(n0,const_deg_to_rad)", "n0 * 0.0175"),
        ("multiply(n0,const_3.6)", "n0 * 3.6"),
        ("add(n0,n1)|subtract(n2,n3)|multiply(#1,#0)", "(n2 - n3) * (n0 + n1)"),
        ("add(n0,n1)|add(n2,n3)", "n2 + n3"),
    ],
)
def test_linear(text, infix):
    assert parse_linear(text).infix() == infix


def test_a_result_named_twice_is_one_step():
    equation = parse_linear("add(n0,n1)|multiply(#0,#0)|")
    assert (len(equation), equation.reused) == (2, (0,))
    assert equation.execute([F(2), F(3)]) == 25


def test_herons_half_perimeter_is_computed_once():
    equation = parse_linear("triangle_area_three_edges(n0,n1,n2)")
    assert equation.execute([F(3), F(4), F(5)]) == 6
    assert len(equation.reused) == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "|",
        "nonsense(n0,n1)",
        "add(n0)",
        "add(n0,n1,n2)",
        "sqrt(n0,n1)",
        "add()",
        "add(n0,n1",
        "add(add(n0,n1),n2)",
        "add(#0,n0)",
        "add(n0,n1)|add(#1,n0)",
        "add(n-1,n0)",
        "add(n²,n0)",
        "add(n0,const_)",
        "add(n0,const_x)",
        "add(n0,const_1/0)",
        "add(n0,const_1e999999999)",
        "add(n0,const_" + "9" * 100_000 + ")",
        "add(" * 50_000,
        "add(n" + "9" * 5000 + ",n0)",
        "add(n0,5)",
    ],
)
def test_linear_error(text):
    with pytest.raises(ParseError) as caught:
        parse_linear(text)
    assert len(str(caught.value)) < 300


def test_linear_too_long():
    with pytest.raises(GraphTooLarge):
        parse_linear("add(n0,n1)|" * 20_000)


@pytest.mark.parametrize("rev", [False, True])
@pytest.mark.parametrize(
    ("symbol", "function"),
    [
        ("+", lambda a, b: a + b),
        ("-", lambda a, b: a - b),
        ("*", lambda a, b: a * b),
        ("/", lambda a, b: a / b),
        ("^", lambda a, b: a**b),
    ],
)
def test_layer_operator(symbol, function, rev):
    a, b = F(3), F(2)
    expected = function(b, a) if rev else function(a, b)
    assert parse_layers([["a", "b", symbol + ("_rev" if rev else "")]]).execute([a, b]) == expected


def test_layers_refer_to_results():
    layers = [["b", "100.0", "+"], ["m_1", "a", "/_rev"], ["m_2", "m_1", "*"]]
    equation = parse_layers(layers)
    assert equation.infix() == "n0 / (n1 + 100) * (n1 + 100)"
    assert equation.reused == (0,)


@pytest.mark.parametrize(
    "layers",
    [
        [],
        [["a"]],
        [["a", "b", "+", "c"]],
        [["A", "b", "+"]],
        [["a", "é", "+"]],
        [["a", "b", "?"]],
        [["a", "b", ""]],
        [["a", "b", "+_rev_rev"]],
        [["a", "m_1", "+"]],
        [["a", "b", "+"], ["a", "m_0", "+"]],
        [["a", "m_" + "9" * 5000, "+"]],
        [["a", "1e999999999", "+"]],
        [["a", "1/0", "+"]],
        [["a", 5, "+"]],
        [["a" * 100_000, "b", "+"]],
    ],
    ids=lambda layers: repr(layers)[:40],
)
def test_layer_error(layers):
    with pytest.raises(ParseError) as caught:
        parse_layers(layers)
    assert len(str(caught.value)) < 300


@given(
    st.lists(
        st.sampled_from(["add(n0,n1)", "sqrt(#0)", "divide(#1,const_2)", "x", "(", "add(,)"]), max_size=6
    )
)
def test_any_formula_gives_an_equation_or_a_typed_error(parts):
    try:
        equation = parse_linear("|".join(parts))
    except EquationError:
        return
    assert 0 < len(equation) <= len(parts)
