"""Passages written by hand: their format, and that every answer fits."""

from pathlib import Path

import pytest

import stories
from cantor.data.answer import DateAnswer, NumberAnswer, SpansAnswer
from cantor.data.example import Example, Unreadable
from cantor.data.hand_written import questions
from cantor.data.hand_written_passages import FOLDER, SPLITS, example, read
from cantor.data.named import examples
from cantor.equation import EquationError
from cantor.errors import DataError

FILES = sorted(FOLDER.glob("*.txt"))
PASSAGE = "The Reds led 14-3 through tries by Ana Lund and Bo Falk. Ada Berg kicked last, on 7 July 1985."
TOLD = f"""
{PASSAGE}
? By how many points did the Reds lead? | 14 - 3 = 11
? How many players are named? | #3
? Who scored tries? | "Ana Lund" "Bo Falk"
? When did Ada Berg kick? | @7 July 1985
? In which month was that? | @July
"""


def test_a_passage_has_questions_of_every_type() -> None:
    found = [example(question, "x") for question in questions(TOLD.splitlines())]
    assert [one.accepted[0] for one in found] == [
        NumberAnswer(11),
        NumberAnswer(3),
        SpansAnswer(("Ana Lund", "Bo Falk")),
        DateAnswer(7, 7, 1985),
        DateAnswer(month=7),
    ]
    assert {one.passage for one in found} == {PASSAGE}
    assert found[0].question == "By how many points did the Reds lead?"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("14 - 3 = 12", "comes to 11"),
        ("14 - 5 = 9", "5 is no number of the passage"),
        ("14 - 3 = x", "'x' is no number"),
        ('"Ana Lunt"', "occurs neither in the passage"),
        ("@7 Jule 1985", "is no date"),
        ("Ana Lund", "no answer"),
    ],
)
def test_what_does_not_fit_is_told(answer: str, reason: str) -> None:
    (question,) = questions([PASSAGE, f"? Who or what was it? | {answer}"])
    with pytest.raises((DataError, EquationError), match=reason):
        example(question, "x")


def test_a_question_needs_a_passage_and_an_answer() -> None:
    (alone,) = questions(["? Who scored tries, Ana or Bo? | #1"])
    with pytest.raises(DataError, match="without a passage"):
        example(alone, "x")
    (unanswered,) = questions([PASSAGE, "! Who won?"])
    with pytest.raises(DataError, match="needs its answer"):
        example(unanswered, "x")


def test_a_file_with_a_fault_tells_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{PASSAGE}\n? By how many points? | 14 - 3 = 1\n")
    (found,) = [row for split in SPLITS for row in read(split, tmp_path)]
    assert isinstance(found, Unreadable)
    assert found.line == 2


def test_a_passage_is_on_one_side() -> None:
    train, dev = ({one.passage for one in examples([f"hand-written-passages:{s}"], "reader")} for s in SPLITS)
    assert not train & dev
    assert len(train) > 3 * len(dev) > 0


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_answer_fits_its_passage(file: Path) -> None:
    assert not list(stories.wrong(file, passages=True))


def test_all_can_be_read() -> None:
    assert all(isinstance(row, Example) for split in SPLITS for row in read(split))
