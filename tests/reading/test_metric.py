"""DROP's metric: cases by hand, the alignment against all assignments, real answers against themselves."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.data.answer import DateAnswer, NumberAnswer, SpansAnswer
from cantor.data.load import load
from cantor.reading.metric import best_assignment, key, normalised, same, score


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The Reds", "reds"),
        ("a 20-yard run", "20.0 yard run"),
        ("1,250", "1250.0"),
        ("$5", "5.0"),
        ("12.50", "12.5"),
        ("12.5%", "125.0"),  # the definition's own slip: with a percent sign the point is punctuation
        ("-5", "5.0"),  # a hyphen cuts
        ("anthem", "anthem"),
        ("the", ""),
        ("O'Neil", "oneil"),
        ("  7  July   1345 ", "7.0 july 1345.0"),
        ("St. Mary’s", "st mary’s"),  # a curly quote is no ASCII punctuation
        ("Infinity", "inf"),
    ],
)
def test_normalised(text: str, words: str) -> None:
    assert normalised(text) == words


@pytest.mark.parametrize(
    ("answer", "accepted", "exact", "f1"),
    [
        (["24"], [["24"]], 1, 1),
        (["24.0"], [["24"]], 1, 1),
        (["25"], [["24"]], 0, 0),
        (["24 points"], [["24"]], 0, 0.67),
        (["24"], [["24 points"]], 0, 0.67),
        (["points"], [["24 points"]], 0, 0),  # its number is not named
        (["24 points"], [["points"]], 0, 0.67),  # a number too many is forgiven
        (["two points"], [["2 points"]], 0, 0),  # number words are words
        (["Ana", "Lund"], [["Lund", "Ana"]], 1, 1),
        (["Ana"], [["Ana", "Lund"]], 0, 0.5),
        (["Ana", "Lund", "Bo"], [["Ana"]], 0, 0.33),
        (["Ana Lund"], [["Ana", "Lund"]], 0, 0.33),
        (["Ana", "Ana"], [["Ana"]], 0, 0.5),
        (["Ana", "Ana", "Bo"], [["Ana", "Bo", "Bo"]], 1, 0.67),  # the same set and number: by definition
        (["July 7, 1345"], [["7 July 1345"]], 0, 1),
        (["the"], [["a"]], 1, 1),  # nothing is left of either
        (["x"], [["y"], ["x"]], 1, 1),
        (["x"], [[""]], 0, 0),  # an empty accepted answer is not asked for
        (["x"], [], 0, 0),
        ([], [["x"]], 0, 0),
    ],
)
def test_by_hand(answer: list[str], accepted: list[list[str]], exact: float, f1: float) -> None:
    found = score(answer, accepted)
    assert (found.exact_match, found.f1) == (exact, f1)


def test_no_answer_scores_nothing() -> None:
    assert score(None, [["24"]]).f1 == 0


def test_best_of_each_figure() -> None:
    """Exact match and F1 are each the best, be it over different accepted answers."""
    found = score(["Ana", "Ana", "Bo"], [["Ana", "Bo", "Bo"], ["Ana", "Ana", "Bo", "Cy"]])
    assert (found.exact_match, found.f1) == (1, 0.75)


def test_types_do_not_matter_but_strings_do() -> None:
    assert same(NumberAnswer(Fraction(1345)), DateAnswer(year=1345))
    assert same(SpansAnswer(("7 July 1345",)), DateAnswer(7, 7, 1345))
    assert not same(SpansAnswer(("Ana", "Lund")), SpansAnswer(("Ana Lund",)))
    assert key(SpansAnswer(("the Reds", "Ana"))) == key(SpansAnswer(("Ana", "Reds")))


@given(
    st.integers(1, 5).flatmap(
        lambda columns: st.lists(
            st.lists(st.floats(0, 1), min_size=columns, max_size=columns), min_size=1, max_size=5
        )
    )
)
def test_assignment_is_the_best_of_all(scores: list[list[float]]) -> None:
    rows, columns = len(scores), len(scores[0])
    if rows <= columns:
        every = (sum(scores[i][j] for i, j in enumerate(p)) for p in permutations(range(columns), rows))
    else:
        every = (sum(scores[i][j] for j, i in enumerate(p)) for p in permutations(range(rows), columns))
    assert best_assignment(scores) == pytest.approx(max(every), abs=1e-12)


@given(st.lists(st.text("abthe 12.-$’", max_size=12), min_size=1, max_size=4))
def test_an_answer_is_its_own(texts: list[str]) -> None:
    if texts[0].strip():
        found = score(texts, [texts])
        assert (found.exact_match, found.f1) == (1, 1)


@pytest.mark.real_data
@pytest.mark.parametrize(("name", "split"), [("drop", "train"), ("drop", "dev"), ("drop-simple", "dev")])
def test_accepted_answers_score_fully(name: str, split: str) -> None:
    for example in load(name, split).examples:
        for answer in example.accepted:
            found = score(answer, example.accepted)
            assert (found.exact_match, found.f1) == (1, 1), (example.id, answer)
