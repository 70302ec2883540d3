"""The unit of an answer: what the question names, else what it measures, else what the equation comes to.

"How many are left?" names no unit; where all that is counted is kites, kites are left. "How far is it?" asks
for a length, in the text's one unit of length. Where the text names two, or none, there is none.
"""

import re
from collections.abc import Sequence

from cantor.equation import Equation
from cantor.problem import Number
from cantor.problem.asked_unit import NO_UNIT, Unit, asked_unit
from cantor.problem.phrases import phrases
from cantor.problem.problem import NumberKind
from cantor.problem.sentences import sentences
from cantor.thought.dimensions import Sort, quantities_of

#: What a question asks the size of, by its words, and the units that such sizes have.
_LENGTHS = (
    "miles mi kilometers kilometres km meters metres m centimeters centimetres cm millimeters mm feet ft"
    " inches yards blocks"
)
_TIMES = "seconds minutes hours days weeks months years"
_WEIGHTS = "pounds lb lbs ounces oz kilograms kg grams g tons tonnes mg"
_VOLUMES = (
    "liters litres l milliliters millilitres ml gallons quarts pints cups tablespoons teaspoons ounces scoops"
)
_MEASURES: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = tuple(
    (re.compile(pattern), frozenset(units.split()))
    for pattern, units in (
        (
            r"\bhow (?:far|tall|high|wide|deep)\b|\b(?:distance|height|width|depth|perimeter|length)\b",
            _LENGTHS,
        ),
        (r"\bhow old\b|\bage\b", "years"),
        (r"\bhow (?:much|heavy)\b.*\bweigh|\bhow heavy\b|\bweight\b", _WEIGHTS),
        (r"\bhow much time\b|\bwhat (?:is the )?time\b.*\btake\b|\bhow soon\b", _TIMES),
        (
            r"\bhow long (?:is|was|are|were) (?:the|each|one|a|his|her|its|both|all) (?!\w+ing\b)",
            f"{_LENGTHS} {_TIMES}",
        ),
        (r"\bhow long\b", f"{_TIMES} {_LENGTHS}"),
        (
            r"\bhow much (?:more )?(?:water|milk|juice|paint|oil|soup|lemonade|gas|fuel|flour|sugar"
            r"|rice|tea|coffee|punch|syrup|cream"
            r"|butter|broth|sand|soil|ribbon|rope|cloth|fabric|wire|string|wood|meat|cheese|fruit"
            r"|feed|hay|food|does|is left)\b",
            f"{_VOLUMES} {_WEIGHTS} {_LENGTHS}",
        ),
    )
)
_ALL = frozenset(f"{_LENGTHS} {_TIMES} {_WEIGHTS} {_VOLUMES}".split())
_AREA = re.compile(r"\barea\b")
_COINS = re.compile(
    r"\b(?:how much|what)\b.*\b(?:cost|pay|paid|spend|spent|earn|charge|owe|price|money|change|worth|save)\b"
)


def unit_of(text: str, numbers: Sequence[Number], equation: Equation) -> Unit:
    """The unit of an equation's value as the answer to a text."""
    asked = asked_unit(text)
    if asked != NO_UNIT:
        return asked
    asking = [s.text.lower() for s in sentences(text) if s.asks]
    question = asking[-1] if asking else ""
    if not question or re.search(
        r"\b(?:ratio|how many times|what (?:percent|fraction)|what number)\b", question
    ):
        return NO_UNIT
    of_day = any(number.kind is NumberKind.TIME for number in numbers)
    if of_day or re.search(r"\b(?:when|what time|at what)\b", question):
        return NO_UNIT  # a time of day, or a duration between two
    return _measured(text, question, numbers) or _computed(text, question, numbers, equation)


def named_unit(text: str, numbers: Sequence[Number], equation: Equation) -> str | None:
    """The same by its name, such as "rolls", "$" or "%"."""
    unit = unit_of(text, numbers, equation)
    return unit.before or unit.after or None


def _measured(text: str, question: str, numbers: Sequence[Number]) -> Unit | None:
    """The one unit of the text that measures what the question asks for."""
    nouns = [p.noun for p in phrases(text, numbers) if p.noun]
    for pattern, units in _MEASURES:
        if pattern.search(question):
            found = {noun for noun in nouns if noun in units}
            if len(found) == 1:
                noun = found.pop()
                return Unit(after=f"square {noun}" if _AREA.search(question) else noun)
            return None
    if _AREA.search(question):
        found = {noun for noun in nouns if noun in _LENGTHS.split()}
        return Unit(after=f"square {found.pop()}") if len(found) == 1 else None
    return None


def _computed(text: str, question: str, numbers: Sequence[Number], equation: Equation) -> Unit:
    """What the equation comes to, by the algebra of its units."""
    root = quantities_of(text, numbers, equation).of(equation.root)
    if root.sort is Sort.MONEY and re.search(r"\bhow much\b|\bwhat\b|\bfind\b", question):
        return Unit(before=root.unit)
    if root.sort is Sort.COUNT and root.unit == "cents" and _COINS.search(question):
        return Unit(after="cents")
    if root.sort is Sort.COUNT and root.per and re.search(r"\bhow fast\b|\bspeed\b|\brate\b", question):
        return Unit(after=f"{root.unit} per {root.per}")
    if root.sort is Sort.COUNT and re.search(r"\bhow many\b", question):
        return Unit(after=root.unit)
    if root.sort is Sort.COUNT and root.unit in _ALL and re.search(r"\bhow (?:much|far|long)\b", question):
        return Unit(after=root.unit)
    return NO_UNIT
