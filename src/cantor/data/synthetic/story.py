"""`Story`: all that is needed to tell a story and to ask about it, whoever made it up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from cantor.data.synthetic.algebra import Expression, Value
from cantor.data.synthetic.casting import choose_cast
from cantor.data.synthetic.plot import Plot
from cantor.data.synthetic.stage import Filler
from cantor.data.synthetic.telling import choose_lines
from cantor.data.synthetic.template import Parts, parse


@dataclass(frozen=True, slots=True)
class Beat:
    """One sentence of a story, and the quantities it tells."""

    parts: Parts
    tells: frozenset[str] = frozenset()


@dataclass(slots=True)
class Story:
    """A story before it is written down."""

    topic: str
    cast: dict[str, Filler]
    values: dict[str, Value]
    kinds: dict[str, str]
    beats: list[Beat]
    expressions: Mapping[str, Expression]
    questions: Mapping[str, tuple[Parts, ...]]
    underdetermined: Callable[[str, frozenset[str]], bool]  # (asked, told quantities)
    clashes: frozenset[str] = frozenset()
    bundling: bool = False
    doubts: Mapping[str, tuple[Parts, ...]] = field(default_factory=dict)
    terse: bool = False
    last: str = ""  # what a long story leads to: it is asked for first


def of_plot(plot: Plot, random: Random) -> Story | None:
    """One way of telling a plot, with people, things and numbers; None when it does not work out."""
    for _ in range(30):
        values = plot.values(random)
        if values is not None:
            break
    else:
        return None
    scripts = plot.scripts
    script = scripts[int(random.random() * len(scripts))]
    lines = choose_lines(plot, script, random)
    if lines is None:
        return None
    beats = [Beat(line.templates[int(random.random() * len(line.templates))], line.tells) for line in lines]
    if plot.openings and random.random() < 0.3:
        beats.insert(0, Beat(random.choice(plot.openings)))
    return Story(
        plot.topic,
        choose_cast(plot.cast, random),
        values,
        dict(plot.kinds),
        beats,
        script.expressions,
        plot.questions,
        plot.underdetermined,
        plot.clashes,
        plot.bundling,
        {key: tuple(map(parse, templates)) for key, templates in plot.doubts.items()},
        plot.terse,
    )
