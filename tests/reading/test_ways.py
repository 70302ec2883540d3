"""Γ against all signs of all quantities, and how much of DROP it reaches."""

from collections import Counter
from datetime import date
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.data.answer import DateAnswer
from cantor.data.load import load
from cantor.errors import CantorError, DataError
from cantor.reading.dates import read_dates
from cantor.reading.passage import Asked, occurrences
from cantor.reading.ways import Gamma, Quantities, Ways, all_ways, quantities, ways_to

CHOIR = (
    "The choir sang 9 songs in the chapel, 12 in the hall. Some 40% of the 9 were new. It met on 7 July 1922."
)


def brute(answer: Fraction, values: list[Fraction], most: int) -> Counter[tuple[tuple[int, int], ...]]:
    """Each tagging of all values with 2 to `most` signs, a plus among them, that comes to the answer."""
    found: Counter[tuple[tuple[int, int], ...]] = Counter()
    for signs in product((0, 1, -1), repeat=len(values)):
        used = tuple((i, s) for i, s in enumerate(signs) if s)
        if 2 <= len(used) <= most and 1 in signs and sum(values[i] * s for i, s in used) == answer:
            found[used] += 1
    return found


def as_counter(ways: Ways) -> Counter[tuple[tuple[int, int], ...]]:
    rows = zip(ways.terms.tolist(), ways.signs.tolist(), strict=True)
    return Counter(tuple((t, s) for t, s in zip(*row, strict=True) if s) for row in rows)


numbers = st.integers(-4, 4).map(Fraction) | st.sampled_from(
    [Fraction(1, 3), Fraction(5, 2), Fraction(10**30)]
)


@given(st.lists(numbers, max_size=6), numbers, st.booleans())
def test_all_ways_are_found(values: list[Fraction], answer: Fraction, three: bool) -> None:
    found = ways_to(answer, Quantities(tuple(values), ()), Gamma((), three))
    assert as_counter(found) == brute(answer, values, 3 if three else 2)


def test_quantities() -> None:
    asked = Asked.over(CHOIR, "How many percent were not new?")
    plain = quantities(asked, Gamma())
    assert plain.values == (0, 100, 9, 12, 40, 9, 7, 1922)
    assert [asked.text[slice(*span)] for span in plain.spans] == ["9", "12", "40", "9", "7", "1922"]
    assert len(ways_to(Fraction(60), plain, Gamma())) == 1  # 100 - 40
    assert len(ways_to(Fraction(12), plain, Gamma())) == 2  # 12 + 0, 12 - 0
    assert len(ways_to(Fraction(3), plain, Gamma())) == 2  # either 9
    switched = quantities(asked, Gamma((Fraction(1), Fraction(100)), percentages=True, dates=True))
    assert switched.values[-2:] == (Fraction(2, 5), date(1922, 7, 7).toordinal())
    with pytest.raises(CantorError, match="no switch 'four'"):
        Gamma.of((), {"four": True})


def test_no_quantities_no_ways() -> None:
    assert len(all_ways(0)) == len(all_ways(1)) == len(all_ways(1, three=True)) == 0
    assert len(ways_to(Fraction(1, 7), Quantities((Fraction(1), Fraction(2)), ()), Gamma(()))) == 0


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("on 7 July 1345 and July 8, 1346", [(7, 7, 1345), (8, 7, 1346)]),
        ("the 3rd of May, 2011", [(3, 5, 2011)]),
        ("in Sept. 1999, in June, in May", [(None, 9, 1999), (None, 6, None)]),
        ("March 4 they march on", [(4, 3, None)]),
        ("in 1345 marchers", []),
        ("31 decades", []),
        ("January 1,200 men", [(None, 1, None)]),
    ],
)
def test_dates(text: str, dates: list[tuple[int | None, int | None, int | None]]) -> None:
    found = read_dates(text)
    assert [mention.date for mention in found] == [DateAnswer(*parts) for parts in dates]
    assert all(text[slice(*mention.span)] == mention.text for mention in found)


def test_occurrences() -> None:
    asked = Asked.over("The Reds met the  reds. Reds-Blues. aXa XaX a a a", "Who met the Reds?")
    told = [asked.text[slice(*span)] for span in occurrences(asked, "Reds")]
    assert told == ["Reds", "Reds", "Reds"]
    assert [asked.text[slice(*s)] for s in occurrences(asked, "the reds")] == ["the  reds"]
    assert [asked.text[slice(*s)] for s in occurrences(asked, "MET THE")] == ["met the", "met the"]
    assert len(occurrences(asked, "a a")) == 2  # they overlap
    assert occurrences(asked, "Red") == occurrences(asked, " ") == occurrences(asked, "a a a Who") == []


@pytest.mark.parametrize(
    ("passage", "question"), [("", "Who?"), ("  ", "Who?"), ("Ana.", " "), ("x" * 2**20, "Who?")]
)
def test_what_cannot_be_asked(passage: str, question: str) -> None:
    with pytest.raises(
        DataError, match=r"there is no (passage|question)|1,048,580 characters, at most 20,000"
    ):
        Asked.over(passage, question)


@pytest.mark.real_data
@pytest.mark.parametrize(("constants", "share"), [((0, 100), 0.968), ((1, 100), 0.928)])
def test_share_of_numeric_questions_reached(constants: tuple[int, ...], share: float) -> None:
    gamma = Gamma(tuple(map(Fraction, constants)))
    examples = load("drop-num", "dev").examples
    reached = [len(ways_to(e.answer, quantities(Asked.of(e), gamma), gamma)) for e in examples]
    assert sum(map(bool, reached)) / len(reached) == pytest.approx(share, abs=5e-4)
