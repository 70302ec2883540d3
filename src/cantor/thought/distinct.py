"""Roots of different meaning: which of a graph's equations are the same under other names."""

import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice

from cantor.equation import Equation, Value, equivalent
from cantor.equation.closeness import nearly
from cantor.equation.execute import Execution
from cantor.thought.decode import DecodedGraph

#: Numbers of no meaning: different equations seldom have the same value on the large, and towers of powers
#: have any only on the small.
_LARGE = tuple(map(Fraction, random.Random(0).sample(range(101, 1000), 256)))
_SMALL = tuple(map(Fraction, random.Random(1).choices((2, 3, 5), k=256)))
_TOLERANCE = 1e-6  # of floats, relative


def distinct_roots(
    graph: DecodedGraph, order: Iterable[int], k: int, numbers: Sequence[Value] | None = None
) -> list[int]:
    """The first k roots of an order, skipping those equivalent to an earlier one.

    Equivalent are roots whose equations agree on all numbers where both have a value. Three questions, the
    cheapest first:
    1. Is it the same expression, up to the order of operands that may be exchanged? Then it is equivalent.
    2. Do values differ, on the problem's own `numbers` or on some of no meaning? Then it is not. Nor is it
       where there are no numbers among them on which both have a value.
    3. Only now is it for algebra to say.
    """
    return list(islice(_distinct(graph, order, numbers), k))


def _distinct(graph: DecodedGraph, order: Iterable[int], numbers: Sequence[Value] | None) -> Iterator[int]:
    first = graph.expressions.first
    probes = [Execution(graph.steps, some, first) for some in (_LARGE, _SMALL)]
    if numbers is not None:
        probes.insert(0, graph.execution(numbers))
    seen: set[int] = set()
    chosen: list[int] = []
    equations: dict[int, Equation] = {}

    def equation(root: int) -> Equation:
        if root not in equations:
            equations[root] = graph.equation(root)
        return equations[root]

    def same(a: int, b: int) -> bool:
        told = False
        for probe in probes:
            x, y = probe[a], probe[b]
            if x is not None and y is not None:
                if not nearly(x, y, _TOLERANCE):
                    return False
                told = True
        return told and equivalent(equation(a), equation(b))

    exact: dict[Value | None, list[int]] = {}  # the chosen by value; None: of no exact value
    for root in order:
        if first[root] in seen:
            continue
        seen.add(first[root])
        value = probes[0][root]
        key = value_key(value) if isinstance(value, Fraction) else None
        # those of another exact value are told apart at a glance
        alike = chosen if key is None else exact.get(key, []) + exact.get(None, [])
        if not any(same(a, root) for a in alike):
            chosen.append(root)
            exact.setdefault(key, []).append(root)
            yield root


def value_key(value: Value) -> Value:
    """The same for values that count as the same: exact ones if they are, floats if nine digits are."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else value  # a whole number is sooner found
    return float(f"{value:.9g}")
