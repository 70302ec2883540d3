"""Writes the stream of problems: story by story, each checked with the number reader."""

from collections.abc import Iterator
from random import Random

from cantor.data.synthetic.checking import stats
from cantor.data.synthetic.narration import MAX_STEPS, Narration
from cantor.data.synthetic.problem import SyntheticProblem, UnanswerableProblem
from cantor.data.synthetic.school.telling import SchoolNarration
from cantor.data.synthetic.stories import broad_story, doubtful_story, school_stories
from cantor.data.synthetic.telling import Telling
from cantor.data.synthetic.topics import Repertoire, repertoire
from cantor.data.synthetic.twins import unanswerable

#: After so many stories without a problem there will be none.
_PATIENCE = 5_000


def write(
    count: int,
    seed: int = 0,
    profile: str = "full",
    *,
    min_steps: int = 0,
    max_steps: int | None = None,
    first: int = 0,
    every: int = 1,
) -> Iterator[SyntheticProblem]:
    """`count` problems, the same for a seed on every machine; a longer stream begins with a shorter one.

    With `first` and `every` they are of the stories of these numbers only: who takes `first` 0 to 9 of every
    10 has ten streams without a story in common.

    `profile` is "school" (the most kinds and wordings, up to 10 steps), "broad" (about a third of it),
    "full" (what the first published models were trained on, up to 6 steps) or "toy" (few shapes, one or
    two steps, digits only).
    """
    newer = profile in ("broad", "school")
    most = (MAX_STEPS if newer else 6) if max_steps is None else max_steps
    if not 0 <= min_steps <= most:
        raise ValueError(f"no equation has from {min_steps} to {most} steps")
    plots = None if newer else repertoire(profile)
    written = idle = 0
    number = first
    while written < count:
        random = Random(f"cantor.synthetic/{profile}/{seed}/{number}")
        if profile == "school":
            family = _school_family(random, number, min_steps, min(most, MAX_STEPS))
        elif plots is None:
            family = _broad_family(random, number, min_steps, min(most, MAX_STEPS))
        else:
            family = _family(plots, random, number, min_steps, most)
        idle = 0 if family else idle + 1
        if idle > _PATIENCE:
            raise ValueError(f"no story of {profile!r} takes from {min_steps} to {most} steps")
        for problem in family:
            yield problem
            written += 1
            if written == count:
                return
        number += every


def write_twins(
    count: int, seed: int = 0, profile: str = "broad", *, first: int = 0, every: int = 1
) -> Iterator[SyntheticProblem | UnanswerableProblem]:
    """`count` problems of "broad" or "school" in pairs: an answerable one, then its unanswerable twin.

    `first` and `every` are those of `write`.
    """
    stream = "twins" if profile == "broad" else f"{profile}-twins"
    written, number = 0, first
    while written < count:
        random = Random(f"cantor.synthetic/{stream}/{seed}/{number}")
        for problem in _twins(random, number, profile == "school"):
            yield problem
            written += 1
            if written == count:
                return
        number += every


def _twins(random: Random, number: int, school: bool) -> list[SyntheticProblem | UnanswerableProblem]:
    ambiguous = random.random() < 0.08
    if ambiguous or not school:
        story = doubtful_story(random) if ambiguous else broad_story(random)
    else:
        story = next(iter(school_stories(random)), (None, random))[0]
    if story is None or not story.beats:
        return []
    narration = SchoolNarration(story, random) if school else Narration(story, random)
    for name in narration.choose_questions(1, MAX_STEPS)[:1]:
        problem = narration.ask(name, number, plainly=True)
        twin = problem and unanswerable(narration, name, number, random, ambiguous)
        if problem is not None and twin is not None and problem.question != twin.question:
            stats["written"] += 2
            return [problem, twin]
    return []


def _broad_family(random: Random, number: int, min_steps: int, max_steps: int) -> list[SyntheticProblem]:
    story = broad_story(random)
    if story is None:
        stats["no story"] += 1
        return []
    narration = Narration(story, random)
    asked = (narration.ask(name, number) for name in narration.choose_questions(min_steps, max_steps))
    problems = [problem for problem in asked if problem is not None]
    stats["written"] += len(problems)
    return problems


def _school_family(random: Random, number: int, min_steps: int, max_steps: int) -> list[SyntheticProblem]:
    """The problems of one story, or one problem of each of its variants that differ in a word."""
    stories = school_stories(random)
    problems = []
    for story, words in stories:
        narration = SchoolNarration(story, words)
        names = narration.choose_questions(min_steps, max_steps)
        asked = (narration.ask(name, number) for name in (names[:1] if len(stories) > 1 else names))
        problems += [problem for problem in asked if problem is not None]
    stats["no story"] += not stories
    stats["written"] += len(problems)
    return problems


def _family(
    plots: Repertoire, random: Random, number: int, min_steps: int, max_steps: int
) -> list[SyntheticProblem]:
    """The problems of one story; empty when it did not work out."""
    plot = plots.choose(random)
    for _ in range(30):
        values = plot.values(random)
        if values is not None:
            break
    else:
        stats["no numbers"] += 1
        return []
    telling = Telling(plots, plot, values, random)
    if not telling.tell():
        stats["no telling"] += 1
        return []
    problems = []
    for name in telling.choose_questions(min_steps, max_steps):
        problem = telling.ask(name, number)
        if problem is not None:
            problems.append(problem)
            stats["written"] += 1
    return problems
