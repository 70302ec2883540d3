"""What a problem asks for: read once, and each reading by itself."""

import re

from hypothesis import given
from hypothesis import strategies as st

from cantor.problem import Problem
from cantor.problem.asked_unit import NO_UNIT, Unit
from cantor.problem.question import CUES, Question, _cues

BAKER = "A baker has 4 trays with 12 rolls on each. 9 rolls are sold. How many rolls are left?"


def question(text: str) -> Question:
    return Problem.from_text(text).question


def test_is_read_once():
    problem = Problem.from_text(BAKER)
    assert problem.question is problem.question
    assert problem.question.unit is problem.question.unit


def test_all_readings():
    found = question(BAKER)
    assert found.unit == Unit(after="rolls")
    assert found.noun == "roll"
    assert found.nouns == ["tray", "roll", "roll"]
    assert found.rates == [True, True, False]
    assert found.asked_numbers == [False, False, False]
    assert found.asks
    assert not found.answer_type.fraction
    assert not found.answer_type.negative
    cues = dict(
        zip([(cue, place) for cue in CUES for place in ("question", "story")], found.cues, strict=True)
    )
    assert cues["left", "question"] == 1
    assert cues["left", "story"] == 0
    assert cues["each", "story"] == 1


def test_equal_problems_stay_equal():
    one, other = Problem.from_text(BAKER), Problem.from_text(BAKER)
    assert one.question.unit == Unit(after="rolls")
    assert one == other
    assert hash(one) == hash(other)
    assert question("What is it?").unit == NO_UNIT


#: The cues as patterns: what `_cues` must find, however it looks for them.
PATTERNS = {
    "left": r"\b(?:left|remain\w*|still)\b",
    "total": r"\b(?:total|altogether|together|in all|sum|combined|both)\b",
    "more": r"\b(?:more|fewer|less|farther|longer|taller|older|younger|heavier|difference)\b",
    "than": r"\bthan\b",
    "each": r"\b(?:each|every|per|apiece|a piece|one)\b",
    "first": r"\b(?:begin|beginning|began|first|initially|originally|start|started|before|earlier)\b",
    "now": r"\b(?:now|then|after|end|later)\b",
    "share": r"\b(?:shared?|split|divid\w+|equally|evenly|same number|average)\b",
    "times": r"\b(?:times|twice|double|triple|half)\b",
    "percent": r"\bpercent\b|%",
    "money": r"\b(?:cost|pay|paid|spend|spent|earn\w*|price|money|much)\b|\$",
    "rate": r"\b(?:long|far|fast|often|speed|hours?|minutes?|days?)\b",
}
_BITS = [*" ".join(CUES.values()).replace("*", "").replace("+", "").replace("_", " ").split()]


@given(
    st.lists(
        st.one_of(st.sampled_from(_BITS), st.sampled_from(["ing", "s", "ed", "-", "é", "_", "9", ",", "  "])),
        max_size=12,
    ),
    st.sampled_from([" ", "", "-"]),
)
def test_cues_are_those_of_the_patterns(bits: list[str], between: str) -> None:
    text = between.join(bits)
    assert CUES.keys() == PATTERNS.keys()
    wanted = {n for n, pattern in enumerate(PATTERNS.values()) if re.search(pattern, text)}
    assert _cues(text) == wanted
