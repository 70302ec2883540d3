"""What-if arithmetic over HTTP: the same as a solution on the changed text, and nothing that is no graph."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.equation import Const, Equation, Num, Ref
from cantor.equation.render import exact_text
from cantor.problem import Problem
from cantor.serve.evaluating import evaluated
from cantor.serve.guard import Refused
from cantor.serve.schemas import Evaluate, Evaluated
from cantor.thought.teaching import lesson
from cantor.thought.times import shown_answer
from helpers.running_server import BAKER, Running
from helpers.strategies import COUNT, equations

TEXT = "{} bags hold {} pens and {} of them {} cards. How many pens are there?"


def thoughts(equation: Equation) -> list[dict[str, Any]]:
    """As /solve gives them."""

    def operand(x: Num | Const | Ref) -> dict[str, Any]:
        if isinstance(x, Const):
            return {"kind": "constant", "value": exact_text(x.value)}
        return {"kind": "vertex" if isinstance(x, Ref) else "number", "index": x.index}

    return [{"op": s.operator, "operands": [operand(x) for x in s.operands]} for s in equation.steps]


def plain(step: dict[str, Any]) -> str:
    shown = "".join(part if isinstance(part, str) else part["text"] for part in step["shown"])
    return f"{step['said']}: {shown}" if step["said"] else shown


@given(equations().filter(lambda e: e.steps), st.lists(st.integers(0, 999), min_size=COUNT, max_size=COUNT))
def test_the_same_as_the_equation_itself(equation: Equation, numbers: list[int]) -> None:
    text = TEXT.format(*numbers)
    problem = Problem.from_text(text)
    assert problem.values == tuple(map(Fraction, numbers))
    roots = [len(equation) - 1]
    asked = {"text": text, "thoughts": thoughts(equation), "roots": roots}
    found = Evaluated.model_validate(evaluated(Evaluate.model_validate(asked))).model_dump()
    (answer,) = found["answers"]
    whole = Equation(equation.steps).post_order()
    value = whole.try_execute(problem.values)
    assert answer["display"] == (None if value is None else shown_answer(text, problem.numbers, whole, value))
    lines = lesson(text, problem.numbers, whole).lines
    assert [plain(step) for step in answer["steps"]] == [line.text for line in lines]
    for i, thought in enumerate(found["thoughts"]):
        worth = Equation(equation.steps, Ref(i)).try_execute(problem.values)
        assert (thought["value"] is None) == (worth is None)
        assert thought["text"].endswith("has no value") == (worth is None)


def test_numbers_of_the_text_say_which_they_are(server: Running) -> None:
    solution = server.post("/solve", {"question": BAKER}).json
    keys = ("kind", "index", "value")
    graph = [
        {"op": v["op"], "operands": [{k: x[k] for k in keys if k in x} for x in v["operands"]]}
        for v in solution["graph"]["vertices"]
    ]
    root = solution["graph"]["root"]
    body = {"text": BAKER.replace("12", "1,000.25"), "thoughts": graph, "roots": [root]}
    found = server.post("/evaluate", body).json
    (answer,) = found["answers"]
    assert (answer["display"], answer["line"], answer["exact"]) == ("3992 rolls", "4 × 1000.25 − 9", "3992")
    assert answer["steps"][0] == {
        "said": "",
        "shown": [
            {"text": "4", "number": 0},
            " trays × ",
            {"text": "1000.25", "number": 1},
            " rolls on each tray = 4001 rolls",
        ],
    }
    assert [n["text"] for n in found["numbers"]] == ["4", "1,000.25", "9"]
    assert found["operators"]["*"] == {"sign": "×", "commutative": True}
    assert found["thoughts"][root]["text"] == "4001 − 9 = 3992"


@pytest.mark.parametrize(
    ("op", "text", "shown"),
    [
        ("//", "7 pens go into boxes of 2.", "3"),
        ("cdiv", "7 pens go into boxes of 2.", "4"),
        ("%", "7 pens go into boxes of 2.", "1"),
        ("/", "7 pens go into boxes of 0.", None),
        ("**", "9 and 99999 is a tower.", None),
    ],
)
def test_operators_of_every_kind(op: str, text: str, shown: str | None) -> None:
    operands = [{"kind": "number", "index": 0}, {"kind": "number", "index": 1}]
    asked = {"text": text, "thoughts": [{"op": op, "operands": operands}], "roots": [0]}
    found = evaluated(Evaluate.model_validate(asked))
    assert found["answers"][0]["value"] == shown
    assert found["thoughts"][0]["value"] == shown


def test_long_numbers_are_cut_short() -> None:
    asked = {
        "text": "9 and 999 is a tower.",
        "thoughts": [
            {"op": "**", "operands": [{"kind": "number", "index": 0}, {"kind": "number", "index": 1}]}
        ],
    }
    (thought,) = evaluated(Evaluate.model_validate(asked))["thoughts"]
    assert len(thought["value"]) <= 14
    assert len(thought["text"]) <= 60


def test_numbers_that_the_solver_did_not_see_are_left_out() -> None:
    operands = [{"kind": "number", "index": 0}, {"kind": "number", "index": 1}]
    asked = {"text": "4 and 5 and 6", "thoughts": [{"op": "-", "operands": operands}]}
    asked["spans"] = [(0, 1), (12, 13)]
    found = evaluated(Evaluate.model_validate(asked))
    assert [n["text"] for n in found["numbers"]] == ["4", "6"]
    assert found["thoughts"][0]["text"] == "4 − 6 = −2"


NUMBER = {"kind": "number", "index": 0}


@pytest.mark.parametrize(
    "graph",
    [
        [{"op": "+", "operands": [{"kind": "vertex", "index": 0}, NUMBER]}],  # a circle
        [{"op": "+", "operands": [{"kind": "vertex", "index": 7}, NUMBER]}],
        [{"op": "frobnicate", "operands": [NUMBER]}],
        [{"op": "+", "operands": [NUMBER]}],
        [{"op": "+", "operands": [NUMBER, {"kind": "number"}]}],
        [{"op": "+", "operands": [NUMBER, {"kind": "constant"}]}],
        [{"op": "+", "operands": [NUMBER, {"kind": "constant", "value": "1/0"}]}],
        [{"op": "+", "operands": [NUMBER, {"kind": "constant", "value": "1e999999999"}]}],
        [{"op": "+", "operands": [NUMBER, {"kind": "number", "index": -1}]}],
        [{"op": "+", "operands": [NUMBER, NUMBER]}] * 513,
        [],
    ],
)
def test_what_is_no_graph_is_refused(server: Running, graph: list[Any]) -> None:
    answer = server.post("/evaluate", {"text": "4 pens", "thoughts": graph, "roots": []})
    assert (answer.status, answer.json["error"]["code"]) == (422, "invalid_request")


def test_a_root_that_is_not_there() -> None:
    graph = [{"op": "+", "operands": [NUMBER, NUMBER]}]
    for root in (1, -1):
        with pytest.raises(Refused, match="no such thought"):
            evaluated(Evaluate.model_validate({"text": "4 pens", "thoughts": graph, "roots": [root]}))


@pytest.mark.parametrize(
    ("typed", "answer", "line"),
    [
        ("4 x 12 - 9", "39", "4 × 12 − 9"),
        ("(4 + 9) ÷ 2 = 6.5", "13/2", "(4 + 9) ÷ 2"),
        ("$4*12", "48", "4 × 12"),
        ("n0 ^ 2 - 4", "12", "4 ^ 2 − 4"),
        ("39", "39", "39"),
        ("x = 12 / 5", "12/5", "12 ÷ 5"),
        ("1 / 0", None, "1 ÷ 0"),
    ],
)
def test_a_typed_equation(server: Running, typed: str, answer: str | None, line: str) -> None:
    found = server.post("/evaluate", {"text": BAKER, "equation": typed}).json["answers"][0]
    assert (found["answer_exact"], found["line"]) == (answer, line)
    assert found["display"] == (None if answer is None else found["display"])


@pytest.mark.parametrize(
    "typed", ["", "4 +", "four times", "n9 + 1", "import os", "(" * 300, "2 ** 2 ** 2 ** 99"]
)
def test_what_is_no_equation(server: Running, typed: str) -> None:
    answer = server.post("/evaluate", {"text": BAKER, "equation": typed})
    assert answer.status in (200, 422)
    if answer.status == 422:
        assert answer.code == "invalid_equation"
    else:
        assert answer.json["answers"][0]["display"] is None


def test_numbers_say_how_their_neighbours_are_written(server: Running) -> None:
    found = server.post("/read", {"text": "Four pens for $9.50 at 7:30 pm, 0 left."}).json["numbers"]
    assert [(n["lower"], n["higher"]) for n in found] == [
        ("Three", "Five"),
        ("9.49", "9.51"),
        ("7:25", "7:35"),
        (None, "1"),
    ]
