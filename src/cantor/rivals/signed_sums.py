"""All ways to give each of some values a plus, a minus or a zero so that they add up to an answer.

There are 3 ** n taggings of n values, but far fewer partial sums, and only those count from which the answer
can still be reached. They are found from both ends at once, always growing the smaller side, so that at worst
each side has 3 ** (n / 2) of them. Exact: fractions are scaled to whole numbers. Numpy only.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

ZERO, PLUS, MINUS = range(3)

#: The most partial sums to look at after any value: enough for 24 values of whatever kind.
MAX_STATES = 3**12

_Whole = NDArray[Any]  # int64, or Python's own where those are too small


@dataclass(frozen=True, slots=True)
class Layer:
    """What the sign of one value does to the partial sums before it. All [edges]"""

    source: NDArray[np.int32]  # which partial sum before the value
    target: NDArray[np.int32]  # which one after it
    sign: NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Lattice:
    """One layer per value; every path from the first partial sum to the last is a tagging."""

    layers: list[Layer]
    sizes: list[int]  # partial sums before, between and after the values: 1 at both ends

    def count(self) -> int:
        """How many taggings there are."""
        ways = [1]
        for layer, size in zip(self.layers, self.sizes[1:], strict=True):
            after = [0] * size
            for source, target in zip(layer.source.tolist(), layer.target.tolist(), strict=True):
                after[target] += ways[source]
            ways = after
        return ways[0]


def lattice(values: Sequence[Fraction], answer: Fraction) -> Lattice | None:
    """All taggings with that sum, but for the one that gives every value a zero; None where there are none.

    None, too, where there would be more than `MAX_STATES` partial sums to look at.
    """
    scale = lcm(*(value.denominator for value in values))
    goal = answer * scale
    if not values or goal.denominator > 1:
        return None
    whole = [int(value * scale) for value in values]
    # A state is twice the partial sum, and 1 more once some value has a sign other than zero
    small = 4 * (sum(map(abs, whole)) + abs(int(goal)) + 1) < 2**63
    start, end = (np.array([x], dtype=np.int64 if small else object) for x in (0, 2 * int(goal) + 1))
    ahead, behind = [start], [end]
    while len(ahead) + len(behind) < len(values) + 2:
        if len(ahead[-1]) <= len(behind[-1]):
            ahead.append(_after(ahead[-1], whole[len(ahead) - 1]))
        else:
            behind.append(_before(behind[-1], whole[-len(behind)]))
        if max(len(ahead[-1]), len(behind[-1])) > MAX_STATES:
            return None
    middle = len(ahead) - 1
    states = [*ahead[:-1], np.intersect1d(ahead[-1], behind[-1]), *behind[-2::-1]]
    if not len(states[middle]):
        return None
    for k in range(middle - 1, -1, -1):
        states[k] = np.intersect1d(states[k], _before(states[k + 1], whole[k]))
    for k in range(middle + 1, len(states)):
        states[k] = np.intersect1d(states[k], _after(states[k - 1], whole[k - 1]))
    layers = [_layer(states[k], states[k + 1], value) for k, value in enumerate(whole)]
    return Lattice(layers, [len(found) for found in states])


def _moved(states: _Whole, value: int) -> tuple[_Whole, _Whole, _Whole]:
    """Where each state leads to by zero, plus and minus."""
    signed = states | 1
    return states, signed + 2 * value, signed - 2 * value


def _after(states: _Whole, value: int) -> _Whole:
    """All states that some states lead to."""
    return np.unique(np.concatenate(_moved(states, value)))


def _before(states: _Whole, value: int) -> _Whole:
    """All states that lead to some states."""
    signed = states[states % 2 == 1]
    before = np.concatenate([signed - 2 * value, signed + 2 * value])
    first = before[before == 1] - 1  # without a sign so far, the sum can only be 0
    return np.unique(np.concatenate([states, before, first]))


def _layer(before: _Whole, after: _Whole, value: int) -> Layer:
    sources, targets, signs = [], [], []
    for sign, moved in enumerate(_moved(before, value)):
        place = np.minimum(np.searchsorted(after, moved), len(after) - 1)
        (kept,) = np.nonzero(after[place] == moved)
        sources.append(kept.astype(np.int32))
        targets.append(place[kept].astype(np.int32))
        signs.append(np.full(len(kept), sign, dtype=np.int8))
    return Layer(np.concatenate(sources), np.concatenate(targets), np.concatenate(signs))
