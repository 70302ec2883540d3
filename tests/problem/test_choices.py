"""docs/reading-numbers.md, row by row: the page says what the reader does."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from cantor.problem import read_numbers

PAGE = Path(__file__).parents[2] / "docs" / "reading-numbers.md"
ROW = re.compile(r"\| `(?P<text>[^|]+)` \| (?P<read>[^|]+) \| [^|]* \|")
NUMBER = re.compile(r"`(?P<text>[^`]+)` = (?P<value>-?\d+(?:/\d+)?)(?: (?P<kind>[a-z]+))?")


def rows():
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    cells = [line for line in lines if line.startswith("| `")]
    return [ROW.fullmatch(line).group("text", "read") for line in cells]


def test_the_page_has_its_rows():
    assert len(rows()) > 130
    assert len({text for text, _ in rows()}) == len(rows())


@pytest.mark.parametrize(("text", "read"), rows(), ids=lambda cell: cell)
def test_row(text, read):
    expected = []
    for part in () if read == "nothing" else read.split("; "):
        number = NUMBER.fullmatch(part)
        expected.append((number["text"], Fraction(number["value"]), number["kind"] or "cardinal"))
    assert [(n.text, n.value, n.kind.value) for n in read_numbers(text)] == expected
