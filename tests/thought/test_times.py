"""Times of day and durations as people write them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.equation.parse import parse_infix, parse_notes
from cantor.equation.render import words
from cantor.problem import Problem
from cantor.thought.times import Clock, duration, kinds, shown_answer, shown_in_steps, time_of_day

F = Fraction


@given(st.integers(-5000, 5000), st.booleans())
def test_a_time_reads_back_as_itself(minutes: int, halves: bool) -> None:
    shown = time_of_day(F(minutes), Clock.HALVES if halves else Clock.TO_24)
    (number,) = Problem.from_text(f"at {shown}").numbers
    assert number.value == minutes % 1440


@given(st.integers(0, 5000))
def test_a_duration_adds_up(minutes: int) -> None:
    units = {"hour": 60, "hours": 60, "minute": 1, "minutes": 1}
    parts = duration(F(minutes)).split()
    assert sum(int(n) * units[unit] for n, unit in zip(parts[::2], parts[1::2], strict=True)) == minutes


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (F(85), "1 hour 25 minutes"),
        (F(120), "2 hours"),
        (F(1), "1 minute"),
        (F(61), "1 hour 1 minute"),
        (F(-30), "−30 minutes"),
        (F(5, 2), "2.5 minutes"),
        (F(125, 2), "1 hour 2.5 minutes"),
        (2.5, "2.5 minutes"),
    ],
)
def test_durations(value: Fraction | float, shown: str) -> None:
    assert duration(value) == shown


def test_times_that_are_not_whole_minutes() -> None:
    assert time_of_day(F(451, 2), Clock.TO_24) == "3:45:30"
    assert time_of_day(F(1, 7), Clock.TO_24) is None
    assert time_of_day(7.5, Clock.HALVES) is None


@pytest.mark.parametrize(
    ("text", "equation", "shown"),
    [
        (
            "A bus leaves at 7:15 a.m. and arrives at 8:40 a.m. How long is the trip?",
            "n1 - n0",
            "1 hour 25 minutes",
        ),
        ("A bus leaves at 7:15 and arrives at 8:40. How many minutes does it take?", "n1 - n0", "85 minutes"),
        ("A bus leaves at 7:00 and arrives at 9:00. How many hours is that?", "(n1 - n0) / 60", "2 hours"),
        ("A film starts at 10:30 and lasts 80 minutes. What time does it end?", "n0 + n1", "11:50"),
        ("A film starts at 10:30 am and lasts 80 minutes. When does it end?", "n0 + n1", "11:50 am"),
        ("A film starts at 10:30 pm and lasts 2 hours. When does it end?", "n0 + n1 * 60", "12:30 am"),
        ("She slept at 23:10 for 60 minutes. At what time did she wake?", "n0 + n1", "0:10"),
        ("It is 1:10. What time was it 25 minutes ago?", "n0 - n1", "12:45"),
        ("It is 01:10. What time was it 25 minutes ago?", "n0 - n1", "0:45"),
        ("At noon 12 birds sat there, then 5 left. How many birds are left?", "n1 - n2", "7 birds"),
        ("At 8 am he had 12, then 5 left. What is left?", "n1 - n2", "7"),
        (
            "It ran from 9:00 to 10:30 and 20 minutes more. How long in all?",
            "n1 - n0 + n2",
            "1 hour 50 minutes",
        ),
        ("He ran from 9:00 to 10:30, 3 laps. How long was a lap on average?", "(n1 - n0) / n2", "30 minutes"),
        ("It is open from 9:00 to 17:00. How long is that in hours?", "(n1 - n0) / 60", "8 hours"),
        (
            "A bus leaves at 8:45 and comes at 11:20. How long is it?",
            "(n1 - n0) / 60",
            "31/12 hours (≈ 2.583)",
        ),
    ],
)
def test_answers(text: str, equation: str, shown: str) -> None:
    problem, parsed = Problem.from_text(text), parse_infix(equation)
    assert shown_answer(text, problem.numbers, parsed, parsed.execute(problem.values)) == shown


def test_kinds() -> None:
    equation = parse_infix("(n0 + n2) % 1440 - n1 + n2 * (n0 - n1)")
    found = [kind.value for kind in kinds(equation, {0, 1})]
    assert found == ["time", "time", *["minutes"] * 5]
    assert [k.value for k in kinds(parse_infix("n0 + n1"), {0, 1})] == ["number", "number"]
    assert [k.value for k in kinds(parse_infix("n2 - n0"), {0, 1})] == ["number", "number"]


def test_steps() -> None:
    text = (
        "A train leaves at 10:30 pm and takes 3 hours. A bus arrives at 11 pm. How much later is the train?"
    )
    problem, equation = Problem.from_text(text), parse_infix("n0 + n1 * 60 - n2")
    special = shown_in_steps(text, problem.numbers, equation, equation.step_values(problem.values))
    assert words(equation, problem.values, shown_as=special) == [
        "1. Multiply 3 by 60: 3 × 60 = 180",
        "2. Add 10:30 pm and the result of step 1: 10:30 pm + 180 = 1:30 am",
        "3. Subtract 11:00 pm from the result of step 2: 1:30 am − 11:00 pm = 150 minutes",
    ]


@pytest.mark.parametrize(
    ("text", "notes", "answer", "equation"),
    [
        ("open from 2 pm to 5 pm", "<<5-2=3>>", 3, "(n1 - n0) / 60"),
        ("open from 9 am to 5 pm", "<<17-9=8>>", 8, "(n1 - n0) / 60"),
        ("at 4 pm, 3 hours later", "<<4+3=7>>", 7, "n0 / 60 - 12 + n1"),
        ("at 9 am, 3 hours later", "<<9+3=12>>", 12, "n0 / 60 + n1"),
    ],
)
def test_solutions_in_hours_are_linked(text: str, notes: str, answer: int, equation: str) -> None:
    problem = Problem.from_text(text)
    constants = {F(12), F(60)}
    assert parse_notes(notes, F(answer), problem.values, constants, problem.times).infix() == equation
