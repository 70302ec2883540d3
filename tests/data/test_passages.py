"""Files of one's own with passages: what is read, and what is said of rows that are wrong."""

import gzip
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cantor.data.answer import DateAnswer, NumberAnswer, SpansAnswer
from cantor.data.load import load
from cantor.data.own import Columns

PASSAGE = "Ida Brand ran the mill from 1871 to 9 June 1889. Tom Ekes bought it."


def split(folder: Path, *rows: dict[str, Any]) -> Any:
    path = folder / "own.jsonl"
    path.write_text(
        "".join(json.dumps({"passage": PASSAGE, "question": "Who or what?", **row}) + "\n" for row in rows)
    )
    return load(str(path), "all")


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        ({"number": "18"}, NumberAnswer(Fraction(18))),
        (18, NumberAnswer(Fraction(18))),
        ("1,871", NumberAnswer(Fraction(1871))),
        ({"date": {"day": 9, "month": 6, "year": 1889}}, DateAnswer(9, 6, 1889)),
        ("ida brand", SpansAnswer(("ida brand",))),
        (["Ida Brand", "Tom Ekes"], SpansAnswer(("Ida Brand", "Tom Ekes"))),
        ('{"spans": ["the mill"]}', SpansAnswer(("the mill",))),
    ],
)
def test_answers(given: object, answer: object, tmp_path: Path) -> None:
    (example,) = split(tmp_path, {"answer": given}).examples
    assert example.accepted == (answer,)
    assert (example.passage, example.question) == (PASSAGE, "Who or what?")
    assert 1871 in example.problem.values


def test_offsets(tmp_path: Path) -> None:
    rows = {"answer": ["Ida Brand", "Tom Ekes"], "offsets": [[0, 9], [49, 57]]}
    assert split(tmp_path, rows).examples[0].accepted[0].texts == ("Ida Brand", "Tom Ekes")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"passage": " ", "answer": 1}, "no text under 'passage'"),
        ({"passage": 5, "answer": 1}, "no text under 'passage'"),
        ({"question": "", "answer": 1}, "no text under 'question'"),
        ({}, "no answer under 'answer'"),
        ({"answer": "Old Nick"}, "'Old Nick' occurs neither in the passage nor in the question; write it as"),
        ({"answer": ["Ida Brand", "Old Nick"]}, "'Old Nick' occurs neither"),
        ({"answer": "{"}, "'answer' is not JSON"),
        ({"answer": {"spans": []}}, "spans without text"),
        (
            {"answer": "Ida Brand", "offsets": [[1, 10]]},
            "at 1 to 10 stands 'da Brand ', not the answer 'Ida Brand'",
        ),
        ({"answer": "Ida Brand", "offsets": [[0, 900]]}, "no place in a passage of 68 characters"),
        ({"answer": "Ida Brand", "offsets": [[9, 0]]}, "no place in a passage"),
        ({"answer": "Ida Brand", "offsets": ["a"]}, "no place in a passage"),
        ({"answer": "Ida Brand", "offsets": [[0, 9], [0, 9]]}, "a list of 1 pairs"),
        ({"answer": "Ida Brand", "offsets": "["}, "'offsets' is not JSON"),
        ({"answer": 18, "offsets": [[0, 9]]}, "the answer has no spans"),
    ],
)
def test_bad_rows_are_told_and_the_rest_is_read(row: dict[str, Any], reason: str, tmp_path: Path) -> None:
    found = split(tmp_path, row, {"answer": "Ida Brand"})
    assert [(bad.line, reason in bad.reason) for bad in found.unreadable] == [(1, True)]
    assert len(found.examples) == 1


def test_columns_of_another_name(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text(json.dumps({"text": PASSAGE, "q": "Who?", "a": "Ida Brand"}))
    columns = Columns.from_mapping({"passage": "text", "question": "q", "answer": "a"})
    assert load(str(path), "all", columns=columns).examples[0].question == "Who?"


def test_a_file_in_the_official_form(data: Path, tmp_path: Path) -> None:
    """Whoever has all of DROP trains on the file as it is."""
    content = gzip.decompress((data / "drop/train_partial.json.gz").read_bytes())
    for name, written in (("drop.json", content), ("drop.json.gz", gzip.compress(content))):
        (tmp_path / name).write_bytes(written)
        found = load(str(tmp_path / name), "all")
        assert (len(found.examples), len(found.unreadable), len(found.left_out)) == (11, 1, 1)
        assert found.examples[1].accepted == (SpansAnswer(("Mara Quist", "Tom Ekes")),)
