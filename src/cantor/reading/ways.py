"""Γ: all ways to a number by adding or subtracting quantities of a text, the same for every arithmetic head.

A quantity is a constant or a mention: a value that stands there twice gives two ways. A way gives a plus or a
minus to two different quantities, one of them at least a plus. n + 0 stands for a number that is read off. By
switches, three quantities count as well, percentages also as parts of 1, and full dates as days.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import combinations, product
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cantor.errors import ModelError
from cantor.problem import NumberKind
from cantor.reading.passage import Asked, Span

PLUS, MINUS = 1, -1

#: Quantities up to which three at a time are looked at.
MAX_IN_THREES = 60


@dataclass(frozen=True, slots=True)
class Gamma:
    """Which ways there are."""

    constants: tuple[Fraction, ...] = (Fraction(0), Fraction(100))
    three: bool = False
    percentages: bool = False
    dates: bool = False

    @classmethod
    def of(cls, constants: Sequence[Fraction], switches: Mapping[str, Any]) -> "Gamma":
        if wrong := [name for name in switches if name not in ("three", "percentages", "dates")]:
            raise ModelError(f"there is no switch {wrong[0]!r} of ways; there are three, percentages, dates")
        return cls(tuple(constants), **switches)


@dataclass(frozen=True, slots=True)
class Quantities:
    """The constants, then what the text mentions."""

    values: tuple[Fraction, ...]
    spans: tuple[Span, ...]  # of the mentions only


@dataclass(frozen=True, slots=True)
class Ways:
    """W ways, each with up to K terms; a term that is not there has the sign 0."""

    terms: NDArray[np.int64]  # [W, K] quantities, in rising order
    signs: NDArray[np.int64]  # [W, K]

    def __len__(self) -> int:
        return len(self.terms)


def quantities(asked: Asked, gamma: Gamma) -> Quantities:
    mentions = [(n.value, n.span) for n in asked.numbers]
    if gamma.percentages:
        mentions += [(n.value / 100, n.span) for n in asked.numbers if n.kind is NumberKind.PERCENT]
    if gamma.dates:
        for mention in asked.dates:
            when = mention.date
            try:
                days = date(when.year or 0, when.month or 0, when.day or 0).toordinal()
            except ValueError:  # not a full date, or none of the calendar
                continue
            mentions.append((Fraction(days), mention.span))
    return Quantities(
        (*gamma.constants, *(value for value, _ in mentions)), tuple(span for _, span in mentions)
    )


def all_ways(count: int, three: bool = False) -> Ways:
    """Every way over so many quantities."""
    first, second = np.triu_indices(count, 1)
    pairs, zero = np.stack([first, second], 1).astype(np.int64), np.zeros((0, 3), dtype=np.int64)
    signs = np.array([(PLUS, PLUS), (PLUS, MINUS), (MINUS, PLUS)], dtype=np.int64)
    terms, signed = np.repeat(pairs, len(signs), 0), np.tile(signs, (len(pairs), 1))
    if not three:
        return Ways(terms, signed)
    pad = np.zeros((len(terms), 1), dtype=np.int64)
    triples = np.array(list(combinations(range(min(count, MAX_IN_THREES)), 3)), dtype=np.int64).reshape(-1, 3)
    of_three = np.array([s for s in product((PLUS, MINUS), repeat=3) if PLUS in s], dtype=np.int64)
    return Ways(
        np.concatenate([np.hstack([terms, pad]), np.repeat(triples, len(of_three), 0), zero]),
        np.concatenate([np.hstack([signed, pad]), np.tile(of_three, (len(triples), 1)), zero]),
    )


def values_of(ways: Ways, values: Sequence[Fraction]) -> tuple[NDArray[Any], int]:
    """What each way comes to, in whole multiples of 1 / scale: exact. -> [W], scale"""
    scale = lcm(1, *(value.denominator for value in values))
    whole = [int(value * scale) for value in values]
    small = 3 * max(map(abs, whole), default=0) < 2**62
    array = np.array(whole or [0], dtype=np.int64 if small else object)
    return (array[ways.terms] * ways.signs).sum(1), scale


def ways_to(answer: Fraction, found: Quantities, gamma: Gamma) -> Ways:
    """All ways that come to the answer exactly; there may be none."""
    ways = all_ways(len(found.values), gamma.three)
    reached, scale = values_of(ways, found.values)
    goal = answer * scale
    beyond = reached.dtype != object and abs(goal) >= 2**63  # what numpy could not even compare with
    if goal.denominator != 1 or beyond:
        return Ways(ways.terms[:0], ways.signs[:0])
    right = np.asarray(reached == int(goal), dtype=bool)
    return Ways(ways.terms[right], ways.signs[right])
