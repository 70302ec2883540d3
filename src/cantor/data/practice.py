"""Practice: a problem again with other numbers, each time exactly solvable and as sensible as it was.

The story and its equations stay. Other numbers are written as the old ones were, and kept only where every
step keeps its sign, its wholeness and its order against its operands (`augment.shape`), no result has more
decimals than it had, and no two variants are the same. What everybody knows, such as the 7 days of a week or
the 4 wheels of a car, is left alone.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from random import Random

from cantor.data.augment import shape
from cantor.equation import Equation, ExecutionError, Value
from cantor.problem import Number, NumberKind, Problem
from cantor.problem.writing import rewritten, unit_of

#: Draws for each variant before one fewer number is changed, and in all.
_PATIENCE, _TRIES = 40, 400
_LAST_SMALL, _PERCENT, _HALF_DAY = 12, 100, 720
#: What has the same number everywhere: a week's days, a spider's legs.
_KNOWN = re.compile(
    r"[- ]?(?:legs?|legged|wheels?|wheeled|sides?|sided|corners?|quarters?|wings?|eyes?|years? old)\b"
    r"|[- ](?:days?|hours?|minutes?|seconds?|weeks?|months?|cents?|inches|feet|meters|grams|ounces)"
    r" (?:in|per|make|makes|to|are) (?:an?|one|each|every|the|1)\b",
    re.IGNORECASE,
)


def variants(problem: Problem, equations: Sequence[Equation], count: int, random: Random) -> list[Problem]:
    """At most `count` problems with other numbers, none twice; fewer where there are no more to be found.

    `equations` answer the problem's questions, in their order; all of them stay sensible at once.
    """
    old = problem.values
    groups = _groups(problem)
    try:
        kept = [(shape(e, old), _decimals(e.execute(old))) for e in equations]
    except ExecutionError:
        return []
    used = {i for equation in equations for i in equation.numbers}
    seen, found = {old}, []
    for _ in range(count):
        variant = _variant(problem, equations, kept, groups, used, seen, random)
        if variant is None:
            break
        seen.add(variant.values)
        found.append(variant)
    return found


def _variant(
    problem: Problem,
    equations: Sequence[Equation],
    kept: Sequence[tuple[list[tuple[object, ...]], int | None]],
    groups: dict[Fraction, list[int]],
    used: set[int],
    seen: set[tuple[Fraction, ...]],
    random: Random,
) -> Problem | None:
    old = problem.values
    for attempt in range(_TRIES if groups else 0):
        # as many as can be at first, since with fewer wholeness is easier to keep
        chosen = random.sample(sorted(groups), max(1, len(groups) - attempt // _PATIENCE))
        drawn = {value: _drawn(problem.numbers[groups[value][0]], random) for value in chosen}
        values = tuple(drawn.get(value, value) if value in groups else value for value in old)
        if values in seen or len(set(values)) < len(set(old)):
            continue  # two quantities that differ must not come to look like one
        changed = {i: value for i, value in enumerate(values) if value != old[i]}
        if not changed.keys() & used:
            continue  # the answer would be the same
        try:
            fits = all(
                shape(e, values) == steps and _no_longer(e.execute(values), decimals)
                for e, (steps, decimals) in zip(equations, kept, strict=True)
            )
        except ExecutionError:
            continue
        if fits and (told := rewritten(problem, changed)) is not None:
            return told
    return None


def _groups(problem: Problem) -> dict[Fraction, list[int]]:
    """Numbers that may change, by value: one told twice changes in both places or not at all."""
    places: dict[Fraction, list[int]] = {}
    fixed: set[Fraction] = set()
    for i, number in enumerate(problem.numbers):
        places.setdefault(number.value, []).append(i)
        year = (
            number.value.denominator == 1
            and 1800 <= number.value <= 2100
            and number.kind is NumberKind.CARDINAL
        )
        known = _KNOWN.match(problem.text, number.span[1]) is not None
        one = number.value < 2 * (unit_of(number) or 0)  # 1 pen cannot become 2 pen
        if unit_of(number) is None or year or known or one:
            fixed.add(number.value)
    return {value: found for value, found in places.items() if value not in fixed}


def _drawn(number: Number, random: Random) -> Fraction:
    """Another value of the same form: as many decimals, as round, of like size."""
    value, unit = number.value, unit_of(number)
    assert unit is not None  # `_groups` kept no other
    if number.kind is NumberKind.TIME:
        first = value - value % _HALF_DAY
        back = int((value - max(first + 60, value - 120)) / unit)
        forth = int((min(first + _HALF_DAY - unit, value + 120) - value) / unit)
        return value + unit * random.randint(-max(0, back), max(0, forth))
    while value >= 20 * unit and (value / unit) % 10 == 0:
        unit *= 10  # a round number stays as round
    if value >= 20 * unit and (value / unit) % 5 == 0:
        unit *= 5
    low, high = max(2, int(value / unit / 2)), max(5, int(value / unit * 2))
    if number.kind is NumberKind.PERCENT and value < _PERCENT:
        high = min(high, int((_PERCENT - 1) / unit))
    if value <= _LAST_SMALL and unit == 1:
        high = min(high, _LAST_SMALL)  # what is reckoned by heart stays so
    return random.randint(min(low, high), high) * unit


def _decimals(value: Value) -> int | None:
    """How many decimals a value takes; None where they do not end."""
    if not isinstance(value, Fraction):
        return None
    rest, places = value.denominator, 0
    while rest % 10 == 0:
        rest, places = rest // 10, places + 1
    while rest % 2 == 0 or rest % 5 == 0:
        rest, places = rest // (2 if rest % 2 == 0 else 5), places + 1
    return places if rest == 1 else None


def _no_longer(value: Value, decimals: int | None) -> bool:
    if decimals is None:
        return True
    own = _decimals(value)
    return own is not None and own <= decimals
