"""Your own files: what counts as a question, an equation and an answer, and what is said of the rest."""

import csv
import gzip
import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cantor.cli import main
from cantor.data.example import DataError, Example
from cantor.data.load import load, policies, split_names
from cantor.data.own import Columns, written
from cantor.equation.parse import parse_linear
from helpers.views import unreadable, view

COLUMNS = Columns(question="Problem text", equation="Sum", answer="Result", id="No")


def only(tmp_path: Path, **row: Any) -> Example:
    """The one example of a file with the one row."""
    file = tmp_path / "own.jsonl"
    file.write_text(json.dumps({"question": "Ann has 3 1/2 cups and 4 jars.", **row}), encoding="utf-8")
    found = load(str(file), "all")
    assert not found.unreadable
    return found.examples[0]


def reason(tmp_path: Path, **row: Any) -> str:
    """Why the one row of a file is unreadable."""
    file = tmp_path / "own.jsonl"
    file.write_text(json.dumps({"question": "Ann has 3 1/2 cups and 4 jars.", **row}), encoding="utf-8")
    ((line, why),) = unreadable(str(file))
    assert line == 1
    return why


def test_jsonl(data: Path) -> None:
    name = str(data / "own/problems.jsonl")
    assert split_names(name) == ("all",)
    assert policies(name) == ("reader",)
    assert [e.id for e in load(name, "all").examples] == ["a", "2", "7"]
    assert view(name, "all") == [
        (1, "4@12-13 12@25-27 9@43-44", "n0 * n1 - n2", "39"),
        (2, "7/2@8-11 2@35-36", "only the answer is given", "5.5"),
        (3, "12@16-18 3@28-29", "n0 * n1", "36"),
    ]
    bad = unreadable(name)
    assert bad[:8] == [
        (5, "the equation '12 * 3' comes to 36, but the answer is 35"),
        (6, "the equation 'n0 * n5' has no value: the equation uses number 5, but there are only 2"),
        (7, "the answer True is not one number"),
        (8, "the answer nan is not one number"),
        (9, "neither 'equation' nor 'answer' is given"),
        (10, "no text under 'question'; name your column with --columns question=NAME"),
        (11, "the answer '12 or 13' is not one number"),
        (12, 'not an object; write {"question": "...", ...}'),
    ]
    assert bad[8][0] == 13
    assert bad[8][1].startswith("not JSON (")
    assert len(bad) == 9


def test_csv_with_bom_crlf_quotes_and_line_breaks(data: Path) -> None:
    name = str(data / "own/columns.csv")
    assert (data / "own/columns.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    assert view(name, "all", columns=COLUMNS) == [
        (2, "3@18-19 4@31-32", "n0 + n1", "7"),
        (4, "6@13-14 24@37-44", "only the answer is given", "144"),
        (8, "8@10-11", "only the answer is given", "8"),
    ]
    first = load(name, "all", columns=COLUMNS).examples[0]
    assert first.problem.text == 'Tom said: "I have 3 caps,\r\nand 4 hats." How many things?'
    assert first.id == "1"
    assert unreadable(name, columns=COLUMNS) == [
        (5, "more cells than columns; quote cells with commas"),
        (6, "neither 'Sum' nor 'Result' is given"),
    ]
    with pytest.raises(
        DataError, match=r"columns.csv:1: .*'question' \(found: No, Problem.*--columns question="
    ):
        load(name, "all")


@pytest.mark.parametrize(
    ("label", "value"),
    [
        (5, 5),
        (-2.5, Fraction(-5, 2)),
        (0.1, Fraction(1, 10)),
        ("1,250", 1250),
        ("$1,250.50", Fraction(2501, 2)),
        ("10/4", Fraction(5, 2)),
        ("3 1/2 cups", Fraction(7, 2)),
        ("a dozen", 12),
        ("1e-05", Fraction(1, 100_000)),
        (1e300, 10**300),
    ],
)
def test_answers(label: object, value: Fraction, tmp_path: Path) -> None:
    assert only(tmp_path, answer=label).answer == value


@pytest.mark.parametrize(
    "label",
    [True, [5], {"value": 5}, "", " ", "many", "3,5", "1/0", "1e999999999", float("nan"), float("-inf")],
)
def test_answers_that_are_none(label: object, tmp_path: Path) -> None:
    assert "answer" in reason(tmp_path, answer=label)


@pytest.mark.parametrize(
    ("equation", "template", "answer"),
    [
        ("3.5 * 4", "n0 * n1", 14),
        ("x = n0 + 1", "n0 + 1", Fraction(9, 2)),
        ("X - 3.5 = 4", "n1 + n0", Fraction(15, 2)),
        ("n0 * 4", "n0 * 4", 14),  # beside a named number, a literal is a constant
        (4, "n1", 4),
        ("add(n0,n1)|multiply(#0,#0)|", "(n0 + n1) * (n0 + n1)", Fraction(225, 4)),
        ("2 ** 0.5", "2 ** 0.5", None),  # a root is no exact answer
    ],
)
def test_equations(equation: object, template: str, answer: Fraction | None, tmp_path: Path) -> None:
    example = only(tmp_path, equation=equation)
    assert example.equation
    assert (example.equation.infix(), example.answer) == (template, answer)


@pytest.mark.parametrize(
    ("equation", "why"),
    [
        ("4 / 0", "no value: division by zero"),
        ("n2 + 1", "no value: the equation uses number 2"),
        ("9 ** 9 ** 9", "no value"),
        ("4 +", "a number is missing at the end"),
        ("four", "unknown name 'four'"),
        (True, "unknown name 'true'"),
        ([1], "the equation [1] is not text"),
        ("add(n0,n1)|add(#0,#7)", "cannot read the operand '#7'"),
        ("(" * 5000, "'(((("),
    ],
)
def test_equations_that_are_none(equation: object, why: str, tmp_path: Path) -> None:
    assert why in reason(tmp_path, equation=equation)


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ("add(n0,n1)|multiply(#0,#0)|", "add(n0,n1)|multiply(#0,#0)|"),  # one step, used twice
        ("add(n0,const_1)|add(n0,const_1)|multiply(#0,#1)", "(n0 + 1) * (n0 + 1)"),
        ("multiply(n0,const_4)", "n0 * 4"),  # not the 4 of the text
        ("multiply(const_4,const_7)|", "multiply(const_4,const_7)|"),
        ("divide(n0,const_1/3)|", "divide(n0,const_1/3)|"),
        ("subtract(const_-5,n1)", "-5 - n1"),
        ("//(n0,n1)|", "n0 // n1"),
        ("reminder(n0,n1)|", "n0 % n1"),
        ("//(n0,n1)|multiply(#0,#0)|", "//(n0,n1)|multiply(#0,#0)|"),
        ("cdiv(n0,n1)|add(#0,#0)|", "cdiv(n0,n1)|add(#0,#0)|"),
        ("%(n0,n1)|max(#0,#0)|", "%(n0,n1)|max(#0,#0)|"),
        ("cos(n0)|multiply(#0,#0)|", "cos(n0)|multiply(#0,#0)|"),
    ],
)
def test_equations_are_written_so_that_they_come_back(steps: str, text: str, tmp_path: Path) -> None:
    equation = parse_linear(steps)
    assert written(equation) == text
    assert only(tmp_path, equation=text).equation == equation


def test_rounded_answers_agree_with_their_equation(tmp_path: Path) -> None:
    assert only(tmp_path, equation="4 / 3", answer=1.3333).answer == Fraction("1.3333")
    assert "comes to 4/3" in reason(tmp_path, equation="4 / 3", answer=1.33)


def test_files_as_a_whole(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.csv: no such file; check"):
        load(str(tmp_path / "none.csv"), "all")
    for suffix in ("csv", "jsonl"):
        file = tmp_path / f"empty.{suffix}"
        file.touch()
        with pytest.raises(DataError, match=r"empty\.\w+:1: the file is empty; save it with its rows"):
            load(str(file), "all")
    latin = tmp_path / "LATIN.CSV"
    latin.write_bytes("question,answer\nA caf\xe9 has 3 cups.,3\n".encode("latin-1"))
    assert unreadable(str(latin)) == [(2, "not UTF-8; save the file as UTF-8")]


def test_columns() -> None:
    assert Columns.from_mapping({"question": "Problem text", "id": "No"}) == Columns(
        question="Problem text", id="No"
    )
    with pytest.raises(DataError, match="cannot map a column to 'text'; it must be one of question"):
        Columns.from_mapping({"text": "question"})


def test_synthetic_problems_come_back_as_they_were(tmp_path: Path) -> None:
    from cantor.data.synthetic import write

    file = tmp_path / "made.jsonl"
    assert main(["data", "synth", "--count", "300", "--seed", "5", "--output", str(file)]) == 0
    found = load(str(file), "all")
    assert not found.unreadable
    made = list(write(300, 5, "full", max_steps=6))
    assert [e.problem.text for e in found.examples] == [p.question for p in made]
    assert [e.answer for e in found.examples] == [p.answer for p in made]
    assert [e.equation for e in found.examples] == [p.equation for p in made]


def test_every_kind_of_file(tmp_path: Path) -> None:
    """The same problems as JSON Lines, JSON, CSV with commas or semicolons, TSV, Parquet, and gzipped."""
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    rows = [
        {"id": "a", "question": "Ann has 3 cups; Bob has 4, or 5. How many?", "answer": "12", "equation": ""},
        {"id": "b", "question": "Ann has 3 cups and 4 jars. How many?", "answer": "", "equation": "3 + 4"},
    ]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (tmp_path / "a.json").write_text(json.dumps(rows))
    for name, separator in (("a.csv", ","), ("b.csv", ";"), ("a.tsv", "\t")):
        with (tmp_path / name).open("w", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), delimiter=separator)
            writer.writeheader()
            writer.writerows(rows)
    (tmp_path / "b.csv.gz").write_bytes(gzip.compress((tmp_path / "b.csv").read_bytes()))
    typed = [{**rows[0], "answer": Decimal("12.00")}, {**rows[1], "answer": None}]
    parquet.write_table(arrow.Table.from_pylist(typed), tmp_path / "a.parquet")
    files = sorted(tmp_path.iterdir())
    assert len(files) == 7
    for file in files:
        found = load(str(file), "all")
        assert not found.unreadable
        assert [(e.id, e.problem.text, e.answer) for e in found.examples] == [
            ("a", rows[0]["question"], 12),
            ("b", rows[1]["question"], 7),
        ]
    (tmp_path / "a.txt").write_text("Ann has 3 cups.\n")
    assert unreadable(str(tmp_path / "a.txt")) == [(1, "neither 'equation' nor 'answer' is given")]


def test_kinds_and_what_cannot_be_answered(tmp_path: Path) -> None:
    file = tmp_path / "twins.jsonl"
    file.write_text(
        '{"question": "Ann has 3 caps and 4 hats. How many?", "answer": 7, "kind": "one step"}\n'
        '{"question": "Ann has some caps and 4 hats. How many?", "answerable": false, "kind": "missing"}\n'
        '{"question": "Ann has 2 caps. How many?", "answer": 2, "answerable": "yes"}\n'
        '{"question": "Ann has 5 caps. How many?", "answer": 5, "answerable": false}\n'
        '{"question": "Ann has 6 caps. How many?", "answer": 6, "answerable": "perhaps"}\n'
    )
    found = load(str(file), "all")
    assert [(e.answerable, e.answer, e.equation, dict(e.tags)) for e in found.examples] == [
        (True, 7, None, {"kind": "one step"}),
        (False, None, None, {"kind": "missing"}),
        (True, 2, None, {}),
    ]
    assert found.examples[1].why_no_equation == "it cannot be answered"
    assert [(row.line, row.reason) for row in found.unreadable] == [
        (4, "it has an answer, but 'answerable' says that it cannot be answered"),
        (5, "'answerable' is 'perhaps'; write true or false"),
    ]
