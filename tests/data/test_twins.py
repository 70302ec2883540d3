"""Unanswerable twins: each differs from an answerable problem in one clause and has no equation."""

import re
from collections import Counter
from difflib import SequenceMatcher
from itertools import pairwise

import pytest

from cantor.data.synthetic import SyntheticProblem, UnanswerableProblem, write_twins
from cantor.problem import quantities

Pair = tuple[SyntheticProblem, UnanswerableProblem]


@pytest.fixture(scope="module")
def twins() -> list[Pair]:
    found = list(write_twins(3000, seed=5))
    pairs = []
    for first, second in pairwise(found):
        if isinstance(first, SyntheticProblem):
            assert isinstance(second, UnanswerableProblem)
            pairs.append((first, second))
    return pairs


def test_they_come_in_pairs_of_one_story(twins: list[Pair]) -> None:
    assert len(twins) == 1500
    for problem, twin in twins:
        assert problem.answerable
        assert not twin.answerable
        assert (twin.equation, twin.answer) == (None, None)
        assert (problem.story, problem.topic) == (twin.story, twin.topic)


def test_the_stream_depends_on_the_seed_alone() -> None:
    assert list(write_twins(100, seed=2)) == list(write_twins(100, seed=2))
    assert list(write_twins(100, seed=2)) != list(write_twins(100, seed=3))


def test_every_sort_is_written(twins: list[Pair]) -> None:
    reasons = Counter(twin.reason for _, twin in twins)
    assert set(reasons) == {
        "number left out",
        "clause left out",
        "only a total",
        "asks about someone else",
        "asks about something else",
        "no question",
        "ambiguous",
    }
    assert reasons["number left out"] < 0.5 * len(twins)
    assert reasons["ambiguous"] > 0.04 * len(twins)


def test_twins_differ_in_one_place(twins: list[Pair]) -> None:
    alike = [
        SequenceMatcher(None, p.question.split(), t.question.split(), autojunk=False).ratio()
        for p, t in twins
    ]
    assert sum(alike) / len(alike) > 0.8
    assert all(problem.question != twin.question for problem, twin in twins)


def test_a_number_left_out_is_one_number_fewer(twins: list[Pair]) -> None:
    for problem, twin in twins:
        before, after = len(quantities(problem.question)), len(quantities(twin.question))
        if twin.reason == "number left out":
            assert before - after in (1, 2), twin.question  # "3 bags of 4" is one quantity in two numbers
        elif twin.reason in ("asks about someone else", "asks about something else"):
            assert before == after
        elif twin.reason in ("clause left out", "only a total"):
            assert after < before


def test_who_is_asked_about_was_never_mentioned(twins: list[Pair]) -> None:
    for problem, twin in twins:
        if twin.reason == "asks about someone else" and twin.style == "plain":
            strangers = set(re.findall(r"[A-Z][a-z]+", twin.question)) - set(
                re.findall(r"[A-Z][a-z]+", problem.question)
            )
            assert any(len(re.findall(rf"\b{name}\b", twin.question)) == 1 for name in strangers), (
                twin.question
            )


def test_without_a_question_nothing_is_asked(twins: list[Pair]) -> None:
    for _, twin in twins:
        if twin.reason == "no question" and twin.style == "plain":
            assert "?" not in twin.question
            assert not re.search(r"\bhow (?:many|much|old|long|far)\b", twin.question)
