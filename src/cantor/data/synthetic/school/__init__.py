"""The tales that only the profile "school" has: `TALES` of each module listed here, one for each kind."""

from cantor.data.synthetic.school import (
    algebra,
    averages,
    clocks,
    contrasts,
    figures,
    fractions,
    leftovers,
    percents,
    ratios,
    steps,
    units,
)

MODULES = (
    clocks,
    algebra,
    fractions,
    ratios,
    steps,
    percents,
    contrasts,
    averages,
    leftovers,
    figures,
    units,
)
