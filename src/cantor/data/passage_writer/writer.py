"""Passages in turn from each kind of story, a few questions of each; the same for the same seed."""

from collections.abc import Callable, Iterator
from itertools import count as counting
from random import Random

from cantor.data.answer import NumberAnswer
from cantor.data.drop import asked_over
from cantor.data.example import Example
from cantor.data.passage_writer.census import census
from cantor.data.passage_writer.history import history
from cantor.data.passage_writer.season import season
from cantor.data.passage_writer.told import Told

STORIES: tuple[Callable[[Random], Told], ...] = (season, census, history)
#: Questions of one passage, at most.
OF_ONE = 6


def write_passages(count: int, seed: int = 0) -> Iterator[Example]:
    """So many questions, those of a passage one after another."""
    told = 0
    for n in counting():
        story = STORIES[n % len(STORIES)]
        made = story(Random(f"{seed}/{n}"))
        for asked in made.asked[:OF_ONE]:
            if told == count:
                return
            told += 1
            value = asked.answer.value if isinstance(asked.answer, NumberAnswer) else None
            yield Example(
                f"passage-{seed}-{told}",
                asked_over(made.passage, asked.question),
                None,
                value,
                told,
                "only the answer is given",
                made.passage,
                (asked.answer,),
                {"kind": asked.kind, "story": story.__name__, "passage_id": f"{seed}-{n}"},
            )
