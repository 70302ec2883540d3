"""Where the stories of "broad" come from: older plots reworded, newer ones, chains. "school" adds tales."""

from bisect import bisect
from functools import cache
from itertools import accumulate
from random import Random

from cantor.data.synthetic import broad, school
from cantor.data.synthetic.algebra import Rounded
from cantor.data.synthetic.chains import chain_story
from cantor.data.synthetic.plot import Plot
from cantor.data.synthetic.rewording import reword
from cantor.data.synthetic.school.tale import Tale, of_tale, variants
from cantor.data.synthetic.story import Story, of_plot
from cantor.data.synthetic.topics import Repertoire, repertoire
from cantor.equation import operators

#: Older stories that come close to a test problem (`closeness.py`); "full" keeps them, as it must not change.
LEFT_OUT = frozenset(
    (
        "egg farm", "class trip", "two halves of a game", "planting", "arcade", "two times, two things",
        "files", "rectangle", "budget", "days of a week", "equal shares", "reading", "reading a book",
        "season", "two legs of a trip",
    )
)  # fmt: skip

#: How much of "school" are stories of "broad".
_OF_BROAD = 0.35


def broad_story(random: Random) -> Story | None:
    """A story of one of these sources."""
    chance = random.random()
    if chance < 0.27:
        return chain_story(random)
    plots = _old() if chance < 0.47 else _new()
    return of_plot(plots.choose(random), random)


def doubtful_story(random: Random) -> Story | None:
    """A story with a sentence that can be made ambiguous."""
    return of_plot(random.choice(_doubtful()), random)


def school_stories(random: Random) -> list[tuple[Story, Random]]:
    """A story and what chooses its words; of a tale with variants each of them, in the same words."""
    if random.random() < _OF_BROAD:
        story = broad_story(random)
        return [] if story is None else [(story, random)]
    tales, sums = _tales()
    told = tales[bisect(sums, random.random() * sums[-1])]
    seed = random.random()
    found = []
    for tale in told:
        words = Random(seed)
        story = of_tale(tale, words)
        if story is None:
            return []
        found.append((story, words))
    return found


@cache
def _tales() -> tuple[tuple[tuple[Tale, ...], ...], list[float]]:
    tales = [tale for module in school.MODULES for tale in module.TALES]
    return tuple(map(variants, tales)), list(accumulate(tale.weight for tale in tales))


@cache
def _doubtful() -> tuple[Plot, ...]:
    return tuple(plot for plot in _new().plots if plot.doubts)


@cache
def _old() -> Repertoire:
    return Repertoire(
        [plot.reworded(reword) for plot in repertoire("full").plots if plot.topic not in LEFT_OUT]
    )


@cache
def _new() -> Repertoire:
    return Repertoire([plot for module in broad.MODULES for plot in module.PLOTS if _known(plot)])


def _known(plot: Plot) -> bool:
    """Whether every operator that the plot needs is registered."""
    needed = {relation.operator for relation in plot.relations if isinstance(relation, Rounded)}
    return needed <= set(operators())
