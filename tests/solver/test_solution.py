"""A solution and its forms, on hand-made graphs: no model."""

import json
from fractions import Fraction
from xml.dom import minidom

import numpy as np
import pytest

from cantor.equation import Const, Equation, Num, Ref, Step
from cantor.equation.render import exact_text
from cantor.problem import Problem
from cantor.solver.solution import (
    Alternative,
    Issue,
    Solution,
    infix_text,
    json_number,
)
from cantor.thought.answering import percent
from cantor.thought.decode import DecodedGraph

TEXT = "A tray holds 12 rolls. 4 trays were baked and 9 rolls sold. How many rolls are left?"
PROBLEM = Problem.from_text(TEXT)
STEPS = (
    Step("*", (Num(0), Num(1))),
    Step("-", (Ref(0), Num(2))),
    Step("/", (Num(0), Const(Fraction(0)))),
    Step("*", (Num(1), Const(Fraction(1, 3)))),
)
GRAPH = DecodedGraph(
    STEPS,
    np.log([0.5, 0.4, 0.3, 0.2]),
    np.log([0.1, 0.7, 0.1, 0.1]),
    np.log([0.9, 0.8, 0.7, 0.6]),
    np.log([[0.5, 0.6, 0.7, 0.8], [0.1, 0.2, 0.3, 0.4]]),
)
SOLUTION = Solution(
    TEXT,
    PROBLEM.numbers,
    answer=Fraction(39),
    display="39 rolls",
    equation=GRAPH.equation(1),
    confidence=0.7,
    alternatives=(Alternative(Fraction(4, 3), GRAPH.equation(3), 3, 0.1),),
    graph=GRAPH,
    root=1,
    model="toy",
)


def test_for_json():
    found = SOLUTION.to_dict()
    assert json.loads(json.dumps(found)) == found
    assert list(found) == [
        *(
            "answer",
            "answer_exact",
            "display",
            "unit",
            "choice",
            "equation",
            "steps",
            "numbers",
            "confidence",
        ),
        *("alternatives", "abstained", "error", "warnings", "graph", "model", "answers"),
    ]
    assert (found["answer"], found["answer_exact"], found["display"]) == (39, "39", "39 rolls")
    assert found["equation"] == "12 * 4 - 9"
    assert found["numbers"][1] == {"text": "4", "value": "4", "span": [23, 24]}
    assert TEXT[slice(*found["numbers"][1]["span"])] == "4"
    assert found["alternatives"] == [
        {
            "answer": pytest.approx(4 / 3),
            "answer_exact": "4/3",
            "display": None,
            "unit": None,
            "equation": "4 * (1/3)",
            "root": 3,
            "confidence": 0.1,
        }
    ]
    assert (found["abstained"], found["error"], found["warnings"]) == (False, None, [])


def test_steps():
    first, second = SOLUTION.to_dict()["steps"]
    assert first["op"] == "*"
    assert first["text"] == "12 rolls per tray × 4 trays baked = 48 rolls"
    assert first["operands"][0] == {
        "kind": "number",
        "index": 0,
        "value": "12",
        "text": "12",
        "span": [13, 15],
    }
    assert second["operands"][0] == {"kind": "step", "index": 0, "value": "48"}
    assert second["value"] == "39"
    third = Solution(TEXT, PROBLEM.numbers, Fraction(4, 3), "4/3", GRAPH.equation(3)).steps[0]
    assert third.to_dict()["operands"][1] == {"kind": "constant", "value": "1/3"}


def test_the_whole_graph():
    graph = SOLUTION.to_dict()["graph"]
    assert graph["root"] == 1
    assert [v["id"] for v in graph["vertices"]] == [0, 1, 2, 3]
    assert graph["vertices"][1] == {
        "id": 1,
        "op": "-",
        "operands": [{"kind": "vertex", "index": 0, "p": 0.6}, {"kind": "number", "index": 2, "p": 0.2}],
        "p": 0.8,
        "root_p": 0.7,
        "confidence": 0.7,
        "value": "39",
        "second": False,
    }
    assert graph["vertices"][2]["value"] is None
    assert graph["vertices"][3]["operands"][1] == {"kind": "constant", "value": "1/3", "p": 0.4}
    assert SOLUTION.to_dict(graph=False)["graph"] is None


def test_pictures():
    for solution in (SOLUTION, Solution(TEXT, (), error=Issue("no_numbers", "No <number> & \x07 none."))):
        minidom.parseString(solution.svg())
    page = SOLUTION._repr_html_()
    assert "<mark>12</mark>" in page
    assert "<strong>39 rolls</strong> (70% sure)" in page
    assert "<svg" in page


def test_html_in_a_text_stays_text():
    problem = Problem.from_text("<script>alert(3)</script> and 4?")
    solution = Solution(problem.text, problem.numbers, error=Issue("low_confidence", "<b>no</b>"))
    page = solution._repr_html_()
    assert "<script" not in page
    assert "<b>" not in page


def test_abstaining():
    solution = Solution(TEXT, PROBLEM.numbers, error=Issue("low_confidence", "No."), graph=GRAPH, root=1)
    found = solution.to_dict()
    assert found["abstained"]
    assert (found["answer"], found["answer_exact"], found["equation"], found["steps"]) == (
        None,
        None,
        None,
        [],
    )
    assert found["graph"]["root"] == 1


def test_highlighting_marks_what_is_used():
    marked = [piece for piece, used in SOLUTION.highlighted() if used]
    assert marked == ["12", "4", "9"]
    assert "".join(piece for piece, _ in SOLUTION.highlighted()) == TEXT


@pytest.mark.parametrize(
    ("value", "number", "text"),
    [
        (Fraction(39), 39, "39"),
        (Fraction(10, 3), 10 / 3, "10/3"),
        (Fraction(7, 2), 3.5, "7/2"),
        (Fraction(-(2**53)), -(2**53), str(-(2**53))),
        (Fraction(2**53 + 1), float(2**53), str(2**53 + 1)),
        (Fraction(10**400), None, "1" + "0" * 400),
        (Fraction(1, 10**400), 0.0, "1/1" + "0" * 400),
        (Fraction(10**4800 + 1), None, "1" + "0" * 4799 + "1"),  # more digits than Python prints at once
        (2.0**0.5, 2.0**0.5, "1.41421356237"),
    ],
)
def test_numbers_for_json(value, number, text):
    assert json_number(value) == number
    assert exact_text(value) == text
    json.dumps([json_number(value), exact_text(value)])


def test_a_float_is_not_exact():
    solution = Solution(TEXT, PROBLEM.numbers, 2.0**0.5, "1.414", GRAPH.equation(0))
    assert solution.to_dict()["answer_exact"] is None


def test_an_equation_too_long_to_write():
    steps = [Step("+", (Num(0), Num(0)))] + [Step("+", (Ref(i), Ref(i))) for i in range(40)]
    assert infix_text(Equation(steps), PROBLEM.values) == "an equation of 41 steps"
    assert infix_text(Equation(steps[:12]), PROBLEM.values) == "an equation of 12 steps"
    assert infix_text(Equation(steps[:2]), PROBLEM.values) == "12 + 12 + (12 + 12)"


def test_percent():
    assert [percent(p) for p in (0.0, 0.004, 0.25, 0.994, 0.999)] == ["<1%", "<1%", "25%", "99%", ">99%"]
