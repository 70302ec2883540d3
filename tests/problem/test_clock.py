"""Every minute of the day, as it may be written."""

import pytest

from cantor.problem import Problem, read_numbers
from cantor.problem.problem import NumberKind

WORDS = "twelve one two three four five six seven eight nine ten eleven".split()


def time_read(text: str) -> int:
    (number,) = read_numbers(text)
    assert number.kind is NumberKind.TIME
    return int(number.value)


@pytest.mark.parametrize("half", ["am", "pm", "a.m.", "p.m.", "AM", "PM"])
def test_every_minute_with_a_half_of_the_day(half: str) -> None:
    for minutes in range(720):
        hour, minute = divmod(minutes, 60)
        wanted = minutes + 720 * (half[0] in "pP")
        assert time_read(f"It closes at {hour or 12}:{minute:02d} {half} today") == wanted
        assert time_read(f"It closes at {hour or 12}:{minute:02d}{half} today") == wanted
        if not minute:
            assert time_read(f"It closes at {hour or 12} {half} today") == wanted
            assert time_read(f"It closes at {WORDS[hour]} {half} today") == wanted
            assert time_read(f"It closes at {WORDS[hour]} o'clock {half} today") == wanted


def test_every_minute_of_twenty_four_hours() -> None:
    for minutes in range(1440):
        hour, minute = divmod(minutes, 60)
        assert time_read(f"The train of {hour}:{minute:02d}.") == minutes
        assert time_read(f"The train of {hour:02d}:{minute:02d}.") == minutes


def test_hours_in_words() -> None:
    for hour in range(1, 12):
        for name in (WORDS[hour], str(hour)):
            assert time_read(f"at half past {name}") == 60 * hour + 30
            assert time_read(f"at a quarter past {name}") == 60 * hour + 15
            assert time_read(f"at quarter to {name}.") == 60 * hour - 15
            assert time_read(f"at twenty past {name}") == 60 * hour + 20
            assert time_read(f"at half past {name} in the evening") == 60 * hour + 750
            assert time_read(f"at twenty to {name}.") == 60 * hour - 20
            assert time_read(f"It was twenty-five to {name} when it came") == 60 * hour - 25
            assert time_read(f"until 7 minutes to {name}") == 60 * hour - 7
            assert time_read(f"at ten to {name} in the evening") == 60 * hour + 710


def test_ranges_are_two_times_of_which_the_first_is_before_the_second() -> None:
    for start in range(1, 13):
        for stop in range(1, 13):
            for text in ("from {} to {} pm", "{}-{} pm", "{}:00–{}:00 p.m.", "between {} and {} pm"):
                first, second = (int(n.value) for n in read_numbers(text.format(start, stop)))
                assert second == 60 * (stop % 12) + 720
                assert first % 720 == 60 * (start % 12)
                assert first <= second or start % 12 > stop % 12


@pytest.mark.parametrize(
    "text",
    [
        "mixed 3:2",
        "the ratio is 3:20",
        "odds of 7:10",
        "a 5:25 ratio",
        "built to a 1:32 scale",
        "a 1:32 model of a car",
        "7:30:15",
        "25:10",
        "7:65",
        "A7:30 is a tag",
    ],
)
def test_no_clocks(text: str) -> None:
    assert Problem.from_text(text).times == ()


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("She gave a quarter to 5 children at noon.", 1),
        ("I am 7 and she is 5.", 0),
        ("Pack 12 in the afternoon.", 0),
        ("9 past winners met", 0),
        ("an afternoon of 3 games", 0),
        ("From midnight to noon", 2),
        ("She gave ten to four friends, at twenty to four friends she stopped.", 0),
        ("The score was ten to four.", 0),
        ("Until ten to twelve the sun shone.", 1),
        ("Prices rose by five to six dollars; it grew from ten to twelve.", 0),
        ("He walked 20 minutes to 3 shops.", 0),
    ],
)
def test_how_many_times(text: str, times: int) -> None:
    assert len(Problem.from_text(text).times) == times
