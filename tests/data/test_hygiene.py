"""What must not be trained on: the same words, near words, and a brute-force twin."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.data.example import Excluded
from cantor.data.hygiene import NearIndex, check_not_held_out, held_out, masked_words
from cantor.problem import Problem

SETS = st.lists(st.frozensets(st.sampled_from("abcdefghij"), max_size=9), max_size=8)
SIMILARITIES = st.sampled_from([Fraction(1, 2), Fraction(2, 3), Fraction(4, 5), Fraction(1)])


def test_masked_words_see_neither_numbers_nor_spacing() -> None:
    plain = masked_words(Problem.from_text("Ada has 3 red caps. Ben's are 1,250!"))
    assert plain == ("ada", "has", "#", "red", "caps", "ben", "s", "are", "#")
    assert plain == masked_words(Problem.from_text("ada has seven red caps . Ben ' s are 2.5 !"))


@given(SETS, st.frozensets(st.sampled_from("abcdefghij"), max_size=9), SIMILARITIES)
def test_the_index_finds_what_comparing_all_finds(
    known: list[frozenset[str]], asked: frozenset[str], near: Fraction
) -> None:
    found = NearIndex([(words, str(i)) for i, words in enumerate(known)], near).find(asked)
    similar = (
        i for i, words in enumerate(known) if words and len(asked & words) >= near * len(asked | words)
    )
    assert found == next(map(str, similar), None)


@pytest.mark.usefixtures("data")
def test_held_out_texts() -> None:
    same = "Nora keeps 5 hens and 2 ducks. How many birds does she keep?"
    with pytest.raises(Excluded, match="its text is in svamp:test"):
        check_not_held_out(Problem.from_text(same))
    with pytest.raises(Excluded, match="its text is near one of svamp:test"):
        check_not_held_out(Problem.from_text(same.replace("hens", "fine hens")))
    with pytest.raises(Excluded, match="made from another, and its text is in svamp:test"):
        check_not_held_out(Problem.from_text("A pond has 4 frogs."), made_from=same)
    check_not_held_out(Problem.from_text("A pond has 4 frogs."), made_from="Ponds have 7 frogs.")
    check_not_held_out(
        Problem.from_text("a farmer sells 7 sheep for 14 coins . what does one cost ?"),
        allowed=("mathqa-refiltered:dev",),
    )
    assert set(held_out().same.values()) <= {
        "svamp:test",
        "asdiv",
        "gsm8k:test",
        "mathqa-filtered:test",
        "mawps-fold0:dev",
        "gsm8k-held-out:dev",
        "mathqa-refiltered:dev",
    }
