"""Figures by the type of answer."""

import pytest

from cantor.data.answer import SpansAnswer
from cantor.data.drop import asked_over
from cantor.data.example import Example
from cantor.reading.report import report
from helpers.passages import ASKED, number


def test_figures() -> None:
    examples = [
        Example(str(i), asked_over(p, q), passage=p, accepted=(a,)) for i, (p, q, a) in enumerate(ASKED)
    ]
    right = report([e.accepted[0] for e in examples], examples)
    assert (right.every.f1, right.every.exact_match, right.every.interval) == (100, 100, (100, 100))
    assert {name: f.count for name, f in right.by_type.items()} == {
        "date": 1,
        "number": 7,
        "span": 2,
        "spans": 1,
    }
    half = report([number(3), number(1), SpansAnswer(("Tom Ekes",)), *[None] * 8], examples)
    assert half.every.f1 == pytest.approx(100 * 1.5 / 11)
    assert half.every.exact_match == pytest.approx(100 / 11)
    assert half.by_type["spans"].f1 == 50
    assert (half.unanswered, half.approximate) == (8, False)
    assert half.to_dict()["by_type"]["date"]["count"] == 1


def test_nothing_to_report() -> None:
    assert report([], []).every.count == 0
