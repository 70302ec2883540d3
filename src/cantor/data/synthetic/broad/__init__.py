"""The kinds of stories that only the profile "broad" has: `PLOTS` of each module listed here."""

from cantor.data.synthetic.broad import (
    averages,
    calendar,
    clocks,
    comparing,
    doubtful,
    figures,
    leftovers,
    lists,
    money,
    numbers,
    pairs,
    parts,
    percents,
    rates,
    ratios,
    units,
)

MODULES = (
    comparing,
    pairs,
    leftovers,
    units,
    figures,
    averages,
    parts,
    percents,
    ratios,
    rates,
    money,
    numbers,
    calendar,
    clocks,
    lists,
    doubtful,
)
