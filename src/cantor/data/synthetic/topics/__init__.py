"""The kinds of stories there are.

A new one is a `Plot` in the `PLOTS` of a module listed here: a draw of its free numbers, the relations
between its quantities, lines that tell or hide each quantity, and questions for them. Which quantities are
told, what can be asked and with which equation follows by itself (`algebra.told_sets`, `algebra.derive`).
"""

from bisect import bisect
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from random import Random

from cantor.data.synthetic.plot import Plot, Script
from cantor.data.synthetic.topics import (
    change,
    compare,
    earning,
    everyday,
    geometry,
    groups,
    kinds,
    long,
    longer,
    measures,
    money,
    parts,
    rates,
    sequels,
    sports,
    tables,
    time,
    toy,
    transfer,
)

_MODULES = (
    change,
    transfer,
    groups,
    compare,
    kinds,
    money,
    earning,
    rates,
    parts,
    time,
    geometry,
    long,
    longer,
    everyday,
    sports,
    tables,
    measures,
)


class Repertoire:
    """Plots to choose from, with the sequels that may follow them."""

    def __init__(self, plots: Sequence[Plot], simple: bool = False) -> None:
        self.plots = tuple(plots)
        self.simple = simple
        self._sums = list(accumulate(plot.weight for plot in plots))
        self._followed: dict[tuple[int, int], Plot] = {}

    def choose(self, random: Random) -> Plot:
        """A plot, now and then with a sequel."""
        place = bisect(self._sums, random.random() * self._sums[-1])
        plot = self.plots[place]
        if plot.outcome and random.random() < 0.4:
            return self._with_sequel(place, int(random.random() * len(sequels.AFTER_LOSS)))
        return plot

    def choose_script(self, plot: Plot, random: Random) -> Script:
        return plot.scripts[int(random.random() * len(plot.scripts))]

    def _with_sequel(self, place: int, sequel: int) -> Plot:
        key = (place, sequel)
        if key not in self._followed:
            plot = self.plots[place]
            choices = sequels.AFTER_GAIN if plot.outcome_is_gain else sequels.AFTER_LOSS
            self._followed[key] = plot.then(choices[sequel])
        return self._followed[key]


@cache
def repertoire(profile: str) -> Repertoire:
    """The stories of a profile."""
    if profile == "toy":
        return Repertoire(toy.PLOTS, simple=True)
    if profile != "full":
        raise ValueError(f"there is no profile {profile!r}; there are 'full' and 'toy'")
    return Repertoire([plot for module in _MODULES for plot in module.PLOTS])
