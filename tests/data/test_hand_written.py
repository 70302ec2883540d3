"""Stories written by hand: their format, and that every one of them fits."""

from fractions import Fraction
from pathlib import Path

import pytest

import stories
from cantor.data.example import Example, Unreadable
from cantor.data.hand_written import FOLDER, SPLITS, example, questions, read
from cantor.data.named import examples
from cantor.equation import EquationError
from cantor.errors import DataError

FILES = sorted(FOLDER.glob("*/*.txt"))
TOLD = """
# plums
Ada picked 24 plums and 18 pears.
She gave a third of the plums to Ben.
? How many pieces of fruit did Ada pick? | 24 + 18 = 42
? How many plums did Ben get? | 24 * [a third] = 8
! How many pears did Ben pick?

? 50 pupils row in boats of 8. How many boats do they need? | cdiv(50, 8) = 7
? A film begins at half past six and takes 95 minutes. When does it end? | [half past six] + 95 = 8:05
"""


def test_a_story_has_several_questions() -> None:
    found = [example(question, "x") for question in questions(TOLD.splitlines())]
    assert [one.answer for one in found] == [42, 8, None, 7, 485]
    assert [one.answerable for one in found] == [True, True, False, True, True]
    assert [str(one.equation) for one in found[:2]] == [str(e) for e in _equations("n0 + n1", "n0 * n2")]
    assert found[2].problem.text == (
        "Ada picked 24 plums and 18 pears. She gave a third of the plums to Ben. How many pears did Ben pick?"
    )
    assert found[3].problem.text == "50 pupils row in boats of 8. How many boats do they need?"


def _equations(*texts: str) -> list[object]:
    from cantor.equation.parse import parse_infix

    return [parse_infix(text) for text in texts]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("? Ada has 3 figs and 4 dates. How many? | 3 + 4 = 8", "comes to 7"),
        ("? Ada has 3 figs and 4 dates. How many? | 3 + 11 = 14", "11 is neither in the text"),
        ("? Ada has 3 figs and 4 dates. How many? | [half] * 4 = 2", r"\[half\] is no number of the text"),
        ("? Ada has 3 figs and 4 dates. How many? | 3 = 3", "no step"),
        ("? Ada has 3 figs and 4 dates. How many? | max(3, 4) = 4", "beyond those of everyday problems"),
        ("? Ada has 3 figs and 4 dates. How many? | 3 + 4", "no solution"),
        ("? Ada has 3 figs and 4 dates. How many?", "no solution"),
        ("? Ada has 3 figs and 4 dates. How many? | 3 + 4 = many", "is no answer"),
    ],
)
def test_what_does_not_fit_is_told(line: str, reason: str) -> None:
    (question,) = questions([line])
    with pytest.raises(EquationError, match=reason):
        example(question, "x")


def test_a_file_with_a_fault_tells_its_line(tmp_path: Path) -> None:
    (tmp_path / "round-1").mkdir()
    (tmp_path / "round-1" / "a.txt").write_text("? 3 figs and 4 dates are how many? | 3 + 4 = 9\n")
    (found,) = [row for split in SPLITS for row in read(split, tmp_path)]
    assert isinstance(found, Unreadable)
    assert found.line == 1


def test_a_story_is_on_one_side() -> None:
    sides = [examples([f"hand-written:{split}"], "reader") for split in SPLITS]
    texts = [{one.problem.text for one in side} for side in sides]
    assert len(set().union(*texts)) == sum(map(len, texts))
    for train, dev in zip(texts[::2], texts[1::2], strict=True):
        assert len(train) > 5 * len(dev) > 0
    with pytest.raises(DataError, match="it has train, dev"):
        examples(["hand-written:test"], "reader")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_solution_fits_its_text(file: Path) -> None:
    assert not list(stories.wrong(file))


@pytest.mark.real_data
def test_no_story_retells_a_test_problem() -> None:
    corpus = stories.held_out()
    assert not [(file.stem, *found) for file in FILES for found in stories.too_close(file, corpus)]


def test_answers_are_exact() -> None:
    found = [row for split in SPLITS for row in read(split)]
    assert all(isinstance(row, Example) for row in found)
    assert all(isinstance(row.answer, Fraction) for row in found if row.answerable)
