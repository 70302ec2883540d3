"""The unit of an answer: what the question names, else what it measures, else what the equation comes to.

"How many are left?" names no unit; where all that is counted is kites, kites are left. "How far is it?" asks
for a length, in the text's one unit of length. Where the text names two, or none, there is none.
"""

import re
from collections.abc import Sequence

from cantor.equation import Equation
from cantor.problem import Number
from cantor.problem.asked_unit import NO_UNIT, REACH, Unit, asked_unit, currency
from cantor.problem.phrases import LENGTHS, TIMES, VOLUMES, WEIGHTS, phrases
from cantor.problem.problem import NumberKind
from cantor.problem.sentences import sentences
from cantor.thought.dimensions import Quantity, Sort, quantities_of
from cantor.thought.percentages import as_shares

#: What a question asks the size of, by its words, and the units that such sizes have.
_MEASURES: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = tuple(
    (re.compile(pattern), frozenset(units))
    for pattern, units in (
        (
            r"\bhow (?:far|tall|high|wide|deep)\b|\b(?:distance|height|width|depth|perimeter|length)\b",
            LENGTHS,
        ),
        (r"\bhow old\b|\bage\b", ("years",)),
        (r"\btemperature\b|\bhow (?:hot|cold|warm)\b|\bdegrees\b", ("degrees",)),
        (r"\b(?:how (?:much|heavy)|what (?:do|does|did))\b.*\bweigh|\bhow heavy\b|\bweight\b", WEIGHTS),
        (
            r"\bhow long (?:do|does|did|will|would)\b.*\b(?:take|last|need)\b|\bhow much time\b"
            r"|\bwhat (?:is the )?time\b.*\btake\b|\bhow soon\b",
            TIMES,
        ),
        (
            r"\bhow long (?:is|was|are|were) (?:the|each|one|a|his|her|its|both|all) (?!\w+ing\b)",
            (*LENGTHS, *TIMES),
        ),
        (r"\bhow long\b", (*TIMES, *LENGTHS)),
        (
            r"\bhow much (?:more )?(?:water|milk|juice|paint|oil|soup|lemonade|gas|fuel|flour|sugar"
            r"|rice|tea|coffee|punch|syrup|cream"
            r"|butter|broth|sand|soil|ribbon|rope|cloth|fabric|wire|string|wood|meat|cheese|fruit"
            r"|feed|hay|food|does|is left)\b",
            (*VOLUMES, *WEIGHTS, *LENGTHS),
        ),
    )
)
_TIMES = frozenset(TIMES)
MEASURES = frozenset((*LENGTHS, *TIMES, *WEIGHTS, *VOLUMES))
#: "Convert 3 kilometers to meters": an order, which asks without a question.
_CONVERTED = re.compile(r"\b(?:convert|express|change|write)\b.*\b(?:to|into|in|as)\s+(?P<unit>[a-z]+)")
_PRICED = re.compile(
    r"\bwhat (?:do|does|did|will|would|must|should)\b.*\b(?:cost|pay|spend|earn|charge|owe|save)\b"
)
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
    if not asking:  # "5 pens at $2 each, total cost"
        money = _root(text, numbers, equation)
        return Unit(before=money.unit) if money.sort is Sort.MONEY and money.per is None else NO_UNIT
    question = asking[-1][-REACH:]  # a longer one is none, and patterns would take their time
    if re.search(r"\b(?:ratio|how many times|what (?:percent|fraction)|what number)\b", question):
        return NO_UNIT
    if (order := _CONVERTED.search(question)) and order["unit"] in MEASURES:
        return Unit(after=order["unit"])
    of_day = any(number.kind is NumberKind.TIME for number in numbers)
    if re.search(r"\b(?:when|what time|at what)\b", question):
        return NO_UNIT  # a time of day
    if of_day:  # a duration between two is shown in hours and minutes; where it was divided by 60, in hours
        return Unit(after="hours") if _root(text, numbers, equation).unit == "hours" else NO_UNIT
    found = _measured(text, question, numbers) or _computed(text, question, numbers, equation)
    if found == NO_UNIT and _PRICED.search(question) and (sign := currency(text)):
        return Unit(before=sign)
    return found


def _root(text: str, numbers: Sequence[Number], equation: Equation) -> Quantity:
    shares = as_shares(equation, numbers)
    return quantities_of(text, numbers, shares).of(shares.root)


def _measured(text: str, question: str, numbers: Sequence[Number]) -> Unit | None:
    """The one unit of the text that measures what the question asks for."""
    nouns = [p.noun for p in phrases(text, numbers) if p.noun]
    for pattern, units in _MEASURES:
        if pattern.search(question):
            found = {noun for noun in nouns if noun in units}
            if not found and "how old" in question and _TIMES.isdisjoint(nouns):
                return Unit(after="years")
            if len(found) == 1:
                noun = found.pop()
                return Unit(after=f"square {noun}" if _AREA.search(question) else noun)
            return None
    if _AREA.search(question):
        found = {noun for noun in nouns if noun in LENGTHS}
        return Unit(after=f"square {found.pop()}") if len(found) == 1 else None
    return None


def _computed(text: str, question: str, numbers: Sequence[Number], equation: Equation) -> Unit:
    """What the equation comes to, by the algebra of its units."""
    root = _root(text, numbers, equation)
    if root.sort is Sort.MONEY and re.search(r"\bhow much\b|\bwhat\b|\bfind\b", question):
        return Unit(before=root.unit)
    if root.sort is Sort.COUNT and root.unit == "cents" and _COINS.search(question):
        return Unit(after="cents")
    if root.sort is Sort.COUNT and root.per and re.search(r"\bhow fast\b|\bspeed\b|\brate\b", question):
        return Unit(after=f"{root.unit} per {root.per}")
    if root.sort is Sort.COUNT and re.search(r"\bhow many\b", question):
        return Unit(after=root.unit)
    measured = root.sort is Sort.COUNT and root.unit in MEASURES
    if measured and re.search(r"\bhow (?:much|far|long)\b", question):
        return Unit(after=root.unit)
    return NO_UNIT
