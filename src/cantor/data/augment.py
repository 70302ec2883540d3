"""Other numbers, names and things for a problem whose equation stays the same.

A problem that is seen several times is told with other numbers each time, written as they were written. The
new story is kept only where every step of the equation keeps its sign, its wholeness and its order against
its operands, so that nobody has 3.5 children or gives away more than there is. A thing becomes another of its
sort, so that apples can still be eaten, where no sum hangs on what it is: nothing with legs or wheels.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from cantor.data.synthetic.lexicon import CATEGORIES, Noun
from cantor.data.synthetic.lexicon.people import FEMALE, MALE
from cantor.equation import Const, Equation, ExecutionError, Num, Ref, Value
from cantor.problem import Number, NumberKind, Problem

#: Draws before the numbers are left as they are.
TRIES = 12
_PLAIN = re.compile(r"\$?(?P<digits>\d{1,3}(?:,\d{3})+|\d+)(?P<rest>\.\d{1,3})?%?")
_CHANGEABLE = (NumberKind.CARDINAL, NumberKind.MONEY, NumberKind.PERCENT)
#: What people know by heart. Where a text happens to tell one, an equation may mean the other: 60 minutes and
#: the 60 of 60 km/h. So those that an equation uses stay.
_BY_HEART = frozenset(map(Fraction, (7, 12, 24, 60, 100, 360, 365, 1000)))
#: Sorts of which one thing is as good as another, without words that mean something else as well.
_SORTS = ("fruit", "baked", "sweet", "toy", "collectible", "stationery", "flower")
_AMBIGUOUS = frozenset(
    """
    orange lime mint rock pin ticket photo drum rose violet iris lilac lily daisy poppy olive bun pie pizza
    cake sandwich ball button stamp coin token medal ruler folder envelope whistle marker poster bagel
    """.split()
)
_THINGS: dict[str, Noun] = {
    noun.one: noun
    for sort in _SORTS
    for noun in CATEGORIES[sort]
    if re.fullmatch(r"[a-z]+", noun.one) and noun.one not in _AMBIGUOUS
}
_FORMS = {form: noun for noun in _THINGS.values() for form in (noun.one, noun.many)}
_WORD = re.compile(r"(?<![\w-])[A-Za-z][a-z]+(?![\w-])")
_NAME = re.compile(r"\b[A-Z][a-z]+\b")
_GENDERS = (frozenset(FEMALE), frozenset(MALE))


def with_other_numbers(problem: Problem, equation: Equation, random: Random) -> Problem:
    """The same story with other numbers; the same problem where none were found that fit."""
    old = problem.values
    used = {old[i] for i in equation.numbers if i < len(old)}
    groups = {value: at for value, at in _groups(problem).items() if value not in used & _BY_HEART}
    try:
        kept = shape(equation, old)
    except ExecutionError:
        return problem
    for attempt in range(TRIES if groups else 0):
        # fewer and fewer at a time, since wholeness is easier to keep with one number than with five
        count = max(1, len(groups) - attempt // 2)
        chosen = random.sample(sorted(groups), count)
        drawn = {value: _drawn(value, problem.numbers[groups[value][0]], random) for value in chosen}
        values = list(old)
        for value, new in drawn.items():
            for i in groups[value]:
                values[i] = new
        if values == list(old) or len(set(values)) < len(set(old)):
            continue  # two quantities that differ must not come to look like one
        try:
            if shape(equation, values) == kept:
                return _rewritten(problem, {i: v for i, v in enumerate(values) if v != old[i]})
        except ExecutionError:
            continue
    return problem


def with_other_names(problem: Problem, random: Random) -> Problem:
    """The same story of other people: first names that we know, each for one of the same gender."""
    text = problem.text
    names = dict.fromkeys(m[0] for m in _NAME.finditer(text))
    new: dict[str, str] = {}
    for gender, other in (_GENDERS, _GENDERS[::-1]):
        mine = [name for name in names if name in gender - other]
        others = sorted(gender.difference(names, other))
        new |= dict(zip(mine, random.sample(others, min(len(mine), len(others))), strict=False))
    if not new:
        return problem
    spans = [m.span() for m in _NAME.finditer(text) if m[0] in new]
    return _replaced(problem, [(start, stop, new[text[start:stop]]) for start, stop in spans], {})


def with_other_things(problem: Problem, random: Random) -> Problem:
    """The same story of other things, each of its sort and, for its article's sake, with a like beginning."""
    text = problem.text
    words = [m for m in _WORD.finditer(text) if m[0].lower() in _FORMS]
    old = {noun.one: noun for noun in (_FORMS[m[0].lower()] for m in words)}
    new: dict[str, Noun] = {}
    for one, noun in old.items():
        taken = {*old, *(other.one for other in new.values())}
        others = [
            other
            for other in _THINGS.values()
            if other.category == noun.category and other.article == noun.article and other.one not in taken
        ]
        if others:
            new[one] = random.choice(others)
    within = [number.span for number in problem.numbers if number.text]
    edits = []
    for m in words:
        noun = _FORMS[m[0].lower()]
        if noun.one not in new or any(start < m.end() and m.start() < stop for start, stop in within):
            continue
        other = new[noun.one]
        word = other.many if m[0].lower() == noun.many else other.one
        edits.append((*m.span(), word.capitalize() if m[0][0].isupper() else word))
    return _replaced(problem, edits, {}) if edits else problem


def _groups(problem: Problem) -> dict[Fraction, list[int]]:
    """Numbers that may change, by value: one told twice changes in both places or not at all."""
    places: dict[Fraction, list[int]] = {}
    fixed: set[Fraction] = set()
    for i, number in enumerate(problem.numbers):
        places.setdefault(number.value, []).append(i)
        written = _PLAIN.fullmatch(number.text)
        year = number.value.denominator == 1 and 1800 <= number.value <= 2100 and "," not in number.text
        if written is None or number.kind not in _CHANGEABLE or number.value < 2 or year:
            fixed.add(number.value)
    return {value: found for value, found in places.items() if value not in fixed}


def _drawn(value: Fraction, number: Number, random: Random) -> Fraction:
    """Another value of the same form: as many decimals, as round, of like size."""
    written = _PLAIN.fullmatch(number.text)
    assert written is not None  # `_groups` kept no other
    decimals = len(written["rest"] or ".") - 1
    unit = Fraction(1, 10**decimals)
    while value >= 20 * unit and (value / unit) % 10 == 0:
        unit *= 10  # a round number stays as round
    low, high = max(2, int(value / unit / 2)), max(4, int(value / unit * 2))
    if number.kind is NumberKind.PERCENT and value < 100:
        high = min(high, int(Fraction(99) / unit))
    if value < 10 and not decimals:
        high = min(high, 9)
    return random.randint(min(low, high), high) * unit


def shape(equation: Equation, values: Sequence[Value]) -> list[tuple[object, ...]]:
    """What must not change: each step's sign and wholeness, and how it compares with its operands.

    Nobody asks for the largest groups of 7 and 12 things: a common divisor other than 1 stays one.
    """
    found: list[Value] = equation.step_values(values)
    steps: list[tuple[object, ...]] = []
    for step, value in zip(equation.steps, found, strict=True):
        operands = [_value(x, values, found) for x in step.operands]
        order = tuple((value > x) - (value < x) for x in operands)
        alone = step.operator == "gcd" and value == 1
        steps.append(((value > 0) - (value < 0), value == int(value), order, alone))
    return steps


def _value(operand: Num | Const | Ref, values: Sequence[Value], found: Sequence[Value]) -> Value:
    if isinstance(operand, Const):
        return operand.value
    return found[operand.index] if isinstance(operand, Ref) else values[operand.index]


def _rewritten(problem: Problem, changed: Mapping[int, Value]) -> Problem:
    edits, values = [], {}
    for i, value in changed.items():
        number = problem.numbers[i]
        written = _PLAIN.fullmatch(number.text)
        assert written is not None
        decimals = len(written["rest"] or ".") - 1
        thousands = "," if "," in written["digits"] else ""
        whole, rest = divmod(int(value * 10**decimals), 10**decimals)
        text = f"{whole:{thousands}}" + (f".{rest:0{decimals}}" if decimals else "")
        start = number.span[0] + written.start("digits")
        stop = number.span[0] + (written.end("rest") if written["rest"] else written.end("digits"))
        edits.append((start, stop, text))
        values[i] = Fraction(value)
    return _replaced(problem, edits, values)


def _replaced(
    problem: Problem, edits: Sequence[tuple[int, int, str]], values: Mapping[int, Fraction]
) -> Problem:
    """The text with edits at half-open spans; numbers move along, and some have new values."""
    edits = sorted(set(edits))
    pieces, end = [], 0
    for start, stop, text in edits:
        pieces += [problem.text[end:start], text]
        end = stop
    told = "".join([*pieces, problem.text[end:]])

    def moved(place: int) -> int:
        return place + sum(len(text) - (stop - start) for start, stop, text in edits if stop <= place)

    numbers = []
    for i, number in enumerate(problem.numbers):
        span = (moved(number.span[0]), moved(number.span[1])) if number.text else number.span
        text = told[span[0] : span[1]] if number.text else ""
        numbers.append(Number(text, values.get(i, number.value), span, number.kind))
    return Problem(told, tuple(numbers))
