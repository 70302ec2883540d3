"""The writer of passages: every question has an answer that the text bears out, of every kind."""

from collections import Counter

import pytest

from cantor.data.answer import DateAnswer, NumberAnswer, SpansAnswer
from cantor.data.named import examples
from cantor.data.passage_writer.writer import OF_ONE, STORIES
from cantor.errors import DataError
from cantor.reading.passage import Asked, occurrences
from cantor.reading.ways import Gamma, quantities, ways_to

FOUND = examples(["synthetic-passages:600:3"], "reader")


def test_so_many_of_every_kind() -> None:
    assert len(FOUND) == 600
    assert len({example.id for example in FOUND}) == 600
    kinds = Counter(example.tags["kind"] for example in FOUND)
    assert set(kinds) == {"difference", "sum", "count", "percentage", "span", "spans", "date"}
    assert min(kinds.values()) >= 5
    of_passage = Counter(example.tags["passage_id"] for example in FOUND)
    assert max(of_passage.values()) <= OF_ONE
    assert {example.tags["story"] for example in FOUND} == {story.__name__ for story in STORIES}


def test_the_same_seed_writes_the_same() -> None:
    again, other = (examples([f"synthetic-passages:30:{seed}"], "reader") for seed in (3, 4))
    assert [e.problem.text for e in again] == [e.problem.text for e in FOUND[:30]]
    assert [e.problem.text for e in other] != [e.problem.text for e in again]


def test_the_text_bears_every_answer_out() -> None:
    gamma = Gamma()
    for example in FOUND:
        asked = Asked.of(example)
        (answer,) = example.accepted
        if isinstance(answer, SpansAnswer):
            assert all(occurrences(asked, text) for text in answer.texts), example.id
        elif isinstance(answer, DateAnswer):
            assert any(mention.date == answer for mention in asked.dates), example.id
        elif example.tags["kind"] == "count":
            assert isinstance(answer, NumberAnswer)
            assert 1 <= answer.value <= 9, example.id
        else:
            assert isinstance(answer, NumberAnswer)
            assert answer.value > 0, example.id
            assert len(ways_to(answer.value, quantities(asked, gamma), gamma)), example.id


def test_a_wrong_name() -> None:
    with pytest.raises(DataError, match="write synthetic-passages:COUNT:SEED"):
        examples(["synthetic-passages:many"], "reader")
