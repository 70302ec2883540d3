"""Time grows with the length of a text, whatever it repeats."""

import pytest

from cantor.problem import quantities
from helpers.processor_time import processor_seconds

REPEATS = [
    "one hundred and ",
    "1,000,",
    "1,00,",
    ",00",
    "000 ",
    "-",
    "1/",
    "½",
    "a ",
    "9",
    "9.",
    "million ",
    "5 hundred ",
    "hundred ",
    "half a ",
    "and a half ",
    "2 1/2 ",
    "1:30",
    "one thousand, ",
    "point one ",
    "minus ",
    "1 000 ",
    " ",
    "İ",
    "twenty ",
    "1e",
]


def seconds(text, runs):
    """The best of some runs, so that a busy machine does not decide."""
    return min(processor_seconds(lambda: quantities(text)) for _ in range(runs))


@pytest.mark.parametrize("first", ["", "5 "])  # what the repeats continue
@pytest.mark.parametrize("piece", REPEATS, ids=repr)
def test_four_times_the_text_takes_about_four_times_as_long(piece, first):
    text = piece * (4_000 // len(piece))
    # what is linear shows it in one of three tries; what is quadratic, 16 times as long, in none
    assert any(
        seconds(first + text * 4, runs=2) < 4 * 2 * seconds(first + text, runs=3) + 0.02 for _ in range(3)
    )


@pytest.mark.parametrize("piece", ["½", "1/", "1,00,", "one hundred and ", "million ", "-", "9"])
def test_a_hundred_kilobytes(piece):
    assert seconds(piece * (100_000 // len(piece)), runs=1) < 8


@pytest.mark.parametrize("piece", ["one hundred and ", "9", "a "])
def test_a_megabyte(piece):
    assert seconds(piece * (1_000_000 // len(piece)), runs=1) < 30
