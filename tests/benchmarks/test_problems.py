"""The project's own problems: well-formed, solved by their equations, in pairs that differ in one clause, and
in no public dataset."""

import ast
import operator
import re
from collections import Counter
from collections.abc import Callable
from difflib import SequenceMatcher
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from cantor.data.example import Example, Policy, masked_text
from cantor.data.load import load, policies, split_names
from cantor.data.named import examples
from cantor.problem import Problem, read_numbers
from teacher import FILES, figures, is_right, lines, read, share, shows_time, shows_unit

KINDS = {
    **dict.fromkeys(
        (
            "one step",
            "two steps",
            "three or more steps",
            "comparison",
            "money",
            "rates and unit price",
            "fractions",
            "percentages",
        ),
        13,
    ),
    **dict.fromkeys(
        (
            "ratio and sharing",
            "averages",
            "geometry",
            "unit conversions",
            "times of day and durations",
            "leftovers and remainders",
            "rounding up or down",
            "early algebra",
        ),
        12,
    ),
}
REASONS = dict.fromkeys(("missing", "not_mentioned", "no_rate", "no_question", "ambiguous"), 12)
ROWS = [(name, row) for name in FILES for row in read(name)]
#: What an equation may use although the text does not say it: units of measure, counts, shapes.
CONSTANTS = {Fraction(n) for n in (1, 2, 3, 4, 7, 10, 12, 24, 60, 100, 180, 1000)}
OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def execute(equation: str) -> Fraction:
    """The exact value of an infix equation; nothing but numbers and operators is evaluated."""

    def value(node: ast.expr) -> Fraction:
        match node:
            case ast.Constant():
                return Fraction(ast.get_source_segment(equation, node) or "")
            case ast.UnaryOp(op=ast.USub()):
                return -value(node.operand)
            case ast.BinOp():
                return Fraction(OPERATORS[type(node.op)](value(node.left), value(node.right)))
        raise ValueError(f"{equation}: {ast.dump(node)}")

    return value(ast.parse(equation, mode="eval").body)


def literals(equation: str) -> set[Fraction]:
    return set(map(Fraction, re.findall(r"\d+(?:\.\d+)?", equation)))


def told(text: str) -> set[Fraction]:
    """The numbers that a text tells, fractions and clock times in their parts too."""
    values = {number.value for number in read_numbers(text)}
    parts = {Fraction(n) for value in values for n in value.as_integer_ratio()}
    digits = {Fraction(n.replace(",", "")) for n in re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", text)}
    return values | parts | digits


def equations(row: dict[str, Any]) -> list[tuple[str, str]]:
    """Each equation of a row with its answer."""
    if "answers" in row:
        return list(zip(row["equations"], row["answers"], strict=True))
    return [(row["equation"], row["answer"])] if "answer" in row else []


@pytest.mark.parametrize(("equation", "value"), [("-(-95 // 14)", 7), ("0.1 + 1/5", Fraction(3, 10))])
def test_equations_are_executed_exactly(equation, value):
    assert execute(equation) == value


@pytest.mark.parametrize("equation", ["__import__('os')", "x + 1", "2 ** 9", "[1]"])
def test_nothing_else_is_executed(equation):
    with pytest.raises((ValueError, KeyError)):
        execute(equation)


def test_counts():
    assert Counter(row["kind"] for row in read("teacher")) == KINDS
    assert sum(KINDS.values()) == 200
    twins = read("twins")
    assert Counter(row["reason"] for row in twins if not row["answerable"]) == REASONS
    assert len(twins) == 120
    children = read("children")
    assert Counter(next(k for k in ("answer", "answers", "expect") if k in row) for row in children) == {
        "answer": 28,
        "answers": 6,
        "expect": 6,
    }


def test_rows_are_told_apart():
    assert len({row["id"] for _, row in ROWS}) == len({row["question"] for _, row in ROWS}) == len(ROWS)
    # Neither are two of them one story with other numbers.
    teacher = [row["question"] for row in read("teacher")]
    assert len({Problem.from_text(text).masked().lower() for text in teacher}) == len(teacher)


@pytest.mark.parametrize("row", [row for _, row in ROWS], ids=lambda row: row["id"])
def test_a_row_is_well_formed(row):
    assert row["question"] == row["question"].strip()
    assert equations(row) or row.get("expect") in {"not_english", "not_a_problem"} or not row["answerable"]
    for equation, answer in equations(row):
        assert execute(equation) == Fraction(answer)
        assert literals(equation) <= told(row["question"]) | CONSTANTS | {Fraction("3.14")}
    if "display" in row:
        assert row["unit"] == "time"
        assert shows_time(row["display"], int(row["answer"]))


def test_a_teacher_asks_one_thing():
    for row in read("teacher"):
        asking = [part for part in re.split(r"(?<=[.?!])\s+", row["question"]) if part.endswith("?")]
        found = re.search(r"\b(?:find|how many)\b", row["question"].lower())
        assert len(asking) == 1 or (not asking and found), row["question"]


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.?!])\s+", text)


def test_twins_differ_in_one_clause():
    rows = read("twins")
    for first, second in list(pairwise(rows))[::2]:
        assert first["pair"] == second["pair"]
        assert first["answerable"]
        assert not second["answerable"]
        ours, theirs = first["question"], second["question"]
        changes = SequenceMatcher(None, sentences(ours), sentences(theirs), autojunk=False).get_opcodes()
        changed = [c for c in changes if c[0] != "equal"]
        assert len(changed) == 1, ours
        assert max(changed[0][2] - changed[0][1], changed[0][4] - changed[0][3]) == 1, ours
        # Within that sentence, too, what differs is one stretch of words: what is before and after is shared.
        a, b = ours.split(), theirs.split()
        before = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
        ends = zip(a[before:][::-1], b[before:][::-1], strict=False)
        after = next((i for i, (x, y) in enumerate(ends) if x != y), min(len(a), len(b)) - before)
        assert max(len(a), len(b)) - before - after <= 10, ours


def test_clock_times():
    assert shows_time("9:25 pm", 1285)
    assert shows_time("21:25", 1285)
    assert shows_time("It ends at 9:25.", 1285)
    assert not shows_time("9:25 a.m.", 1285)
    assert not shows_time("9:26", 1285)
    assert not shows_time("1285", 1285)
    assert not shows_time("13:45", 105)
    row = {"answer": "105", "display": "1:45"}
    assert is_right(row, Fraction(105))
    assert is_right(row, Fraction(7, 4), "1:45")
    assert not is_right(row, Fraction(7, 4))
    assert not is_right({"answer": "105"}, Fraction(7, 4), "1:45")


def test_units_that_are_shown():
    assert all(shows_unit({}, shown) for shown in ("39 rolls", "$4.50", "20%", "25/3 cups (≈ 8.333)"))
    assert not any(shows_unit({}, shown) for shown in ("39", "25/3 ≈ 8.333", "", None))
    assert shows_unit({"display": "1:45"}, "1:45")


def test_figures_of_a_model_that_knows_all_and_of_one_that_refuses_all():
    rows = {name: read(name) for name in FILES}

    def came(row: dict[str, Any], refused: bool) -> dict[str, Any]:
        right = not refused or not equations(row)
        sure = {"confidence": None if refused else 0.95, "unit": None if refused else True}
        return {"right": right, "among_five": right, "refused": refused, **sure}

    knowing = {name: [came(row, not equations(row)) for row in its] for name, its in rows.items()}
    found = figures(rows, knowing)
    assert found["teacher"]["right"] == {"count": 200, "of": 200, "share": 1}
    assert found["twins"]["unanswerable_refused"]["share"] == found["twins"]["answerable_right"]["share"] == 1
    assert found["sure"]["answers"] == found["sure"]["right"]["count"] == 200 + 60 + 34
    silent = figures(rows, {name: [came(row, True) for row in its] for name, its in rows.items()})
    assert silent["teacher"]["right"]["count"] == silent["sure"]["answers"] == 0
    assert silent["twins"]["answerable_refused"]["share"] == 1
    assert silent["sure"]["right"] == share([])
    assert any("100.0 %" in line for line in lines(silent))


OURS = {masked_text(Example(row["id"], Problem.from_text(row["question"]))): row["id"] for _, row in ROWS}


def test_the_writer_writes_none_of_them():
    written = {masked_text(example) for example in examples(["synthetic:3000:19"], Policy.READER)}
    assert len(written) > 1000
    assert not OURS.keys() & written


@pytest.mark.real_data
@pytest.mark.parametrize("name", ["svamp", "asdiv", "gsm8k", "mawps"])
def test_no_text_stands_in_a_public_dataset(name):
    policy = Policy.READER if Policy.READER in policies(name) else None
    theirs = {
        masked_text(example) for split in split_names(name) for example in load(name, split, policy).examples
    }
    assert len(theirs) > 900
    assert not OURS.keys() & theirs
