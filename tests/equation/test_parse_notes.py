import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.equation import EquationError, GraphTooLarge, ParseError
from cantor.equation.parse import chained, parse_infix, parse_notes, stated_answer

F = Fraction


def infix(solution, answer, numbers, constants=None):
    equation = parse_notes(solution, F(answer), [F(n) for n in numbers], constants)
    assert equation.execute([F(n) for n in numbers]) == F(answer)
    return equation.infix()


def test_notes_are_chained_by_value():
    solution = "In May he sold 60/2 = <<60/2=30>>30 pens.\nSo he sold 60+30 = <<60+30=90>>90.\n#### 90"
    assert infix(solution, 90, [60, 2]) == "n0 + n0 / n1"


def test_a_result_used_twice_is_one_step():
    solution = "<<3+4=7>>\n<<7*7=49>>\n#### 49"
    equation = parse_notes(solution, F(49), [F(3), F(4)])
    assert equation.reused == (0,)


def test_a_fresh_result_comes_before_a_number_of_the_same_value():
    # 8 is a number of the problem and the result of the first note
    assert infix("<<4*2=8>>\n<<8+1=9>>", 9, [4, 2, 8, 1]) == "n0 * n1 + n3"


def test_a_number_comes_before_a_result_used_already():
    assert infix("<<4*2=8>>\n<<8+1=9>>\n<<9+8=17>>", 17, [4, 2, 8, 1]) == "n0 * n1 + n3 + n2"


def test_a_rounded_result_leads_to_the_exact_one():
    # the writer rounds 10 / 3; the equation does not
    assert infix("<<10/3=3.33>>\n<<3.33*3=10>>", 10, [10, 3]) == "n0 / n1 * n1"


def test_a_rounded_answer_is_no_exact_answer():
    with pytest.raises(ParseError, match="no chain of steps leads exactly to 3"):
        parse_notes("<<10/3=3>>\n#### 3", F(3), [F(10), F(3)])


@pytest.mark.parametrize(
    ("note", "numbers", "answer", "expected"),
    [
        ("<<50*.2=10>>", [50, 20], 10, "n0 * n1 / 100"),
        ("<<50*20/100=10>>", [50, 20], 10, "n0 * n1 / 100"),
        ("<<50*20*.01=10>>", [50, 20], 10, "n0 * n1 * 0.01"),
        ("<<50*20%=10>>", [50, 20], 10, "n0 * n1 / 100"),
        ("<<50*.8=40>>", [50, 20], 40, "n0 * (100 - n1) / 100"),
        ("<<50*1.2=60>>", [50, 20], 60, "n0 * (100 + n1) / 100"),
        ("<<50*80/100=40>>", [50, 20], 40, "n0 * (100 - n1) / 100"),
    ],
)
def test_percent(note, numbers, answer, expected):
    constants = {F(100), F(1, 100)}
    equation = parse_notes(note, F(answer), [F(n) for n in numbers], constants)
    twin = parse_infix(expected)
    for values in (numbers, [30, 70], [7, 12]):
        assert equation.execute([F(n) for n in values]) == twin.execute([F(n) for n in values])


@pytest.mark.parametrize(
    ("note", "numbers", "answer"),
    [
        ("<<1/2*8=4>>", ["1/2", 8], 4),
        ("<<8*.5=4>>", ["1/2", 8], 4),
        ("<<3/8*16=6>>", ["3/8", 16], 6),
        ("<<2*12=24>>\n<<24*3=72>>", [24, 3], 72),
        ("<<3/4*8=6>>", ["3/4", 8], 6),
        ("<<8*(1-1/4)=6>>", ["1/4", 8], 6),
        ("<<8*.75=6>>", ["1/4", 8], 6),
    ],
)
def test_fractions_and_dozens_stand_for_what_the_problem_says(note, numbers, answer):
    values = [F(n) for n in numbers]
    equation = parse_notes(note, F(answer), values, constants={F(1), F(2), F(12)})
    assert equation.execute(values) == answer
    assert equation.numbers == {0, 1}


def test_a_reciprocal_is_a_plain_rewriting():
    assert infix("<<8/3=8/3>>\n<<16/6=8/3>>", "8/3", ["1/3", 8], {F(1)}) == "n1 / (1 / n0)"


def test_sums_in_the_prose_are_read_where_they_are_true():
    solution = "There are 9 boxes * 4 pens = 36 pens.\nWith 4 more that is 36 + 4 = <<36+4=40>>40.\n#### 40"
    assert infix(solution, 40, [9, 4]) == "n0 * n1 + n1"
    with pytest.raises(ParseError):
        parse_notes("There are 9 boxes * 4 pens = 37 pens.\n#### 37", F(37), [F(9), F(4)])


def test_nothing_after_the_answer_is_read():
    with pytest.raises(ParseError):
        parse_notes("#### 5\n<<2+3=5>>", F(5), [F(2), F(3)])


def test_constants_can_be_limited():
    solution = "<<5*7=35>>\n#### 35"
    assert infix(solution, 35, [5]) == "n0 * 7"
    assert infix(solution, 35, [5], {F(7)}) == "n0 * 7"
    with pytest.raises(ParseError):
        infix(solution, 35, [5], {F(8)})


def test_a_note_that_nothing_explains_is_left_out():
    assert infix("<<999*2=1998>>\n<<5+2=7>>", 7, [5, 2], set()) == "n0 + n1"


def test_cents_and_dollars():
    assert infix("<<5*0.3=1.5>>\n#### 150", 150, [5, "0.3"], {F(100)}) == "n0 * n1 * 100"


def test_a_broken_note_is_left_out():
    assert infix("<<2+=3>> <<(2=1>> <<1/0=5>> <<x=4>> <<2+3=5>>", 5, [2, 3]) == "n0 + n1"


def test_the_last_step_that_states_the_answer_counts():
    assert infix("<<2+3=5>>\n<<10/2=5>>", 5, [2, 3, 10]) == "n2 / n0"


def test_chained_takes_steps_from_any_source():
    steps = [(parse_infix("2 + 3"), F(5)), (parse_infix("5 * 4"), F(20))]
    assert chained(steps, F(20), [F(2), F(3), F(4)]).infix() == "(n0 + n1) * n2"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It is 5.\n#### 5", 5),
        ("#### 1,250", 1250),
        ("#### $3.50", F(7, 2)),
        ("#### -4", -4),
        ("#### 1/2", F(1, 2)),
        ("#### 3\n#### 4 ", 4),
    ],
)
def test_stated_answer(text, value):
    assert stated_answer(text) == value


@pytest.mark.parametrize(
    "text",
    ["", "5", "####", "#### five", "#### 1/0", "#### 1e999999999", "#### " + "9" * 100_000, "#" * 100_000],
)
def test_no_stated_answer(text):
    with pytest.raises(ParseError, match="no answer after '####'") as caught:
        stated_answer(text)
    assert len(str(caught.value)) < 300


HOSTILE = {
    "open": "<<" * 50_000,
    "unclosed": "<<1+" * 25_000,
    "huge": "<<1+1=1e999999999>>",
    "tower": "<<9**9**9=5>>",
    "equals": "=" * 100_000,
    "sums": "1+1=2 " * 16_000,
    "sums in lines": "1+1=2\n" * 16_000,
    "notes": "<<1+1=2>>" * 11_000,
    "brackets": "(" * 399 + "=5",
    "operands": "(1 " * 130 + " = 5 " * 1000,
}


@pytest.mark.parametrize("solution", HOSTILE.values(), ids=HOSTILE)
def test_hostile_solution_is_refused_at_once(solution):
    start = time.process_time()
    with pytest.raises((ParseError, GraphTooLarge)):
        parse_notes(solution, F(5), [F(1)])
    assert time.process_time() - start < 5


pieces = st.sampled_from("<< >> = + - * / ( ) 5 2 10 .5 % x ####  \n 5+5=10 <<5*2=10>> and $".split(" "))


@given(st.lists(pieces, max_size=15).map("".join))
@settings(max_examples=300)
def test_any_solution_gives_the_answer_or_a_typed_error(solution):
    try:
        equation = parse_notes(solution, F(10), [F(5), F(2)])
    except EquationError:
        return
    assert equation.execute([F(5), F(2)]) == 10
