"""What a text leaves out that its question needs: a few patterns that no solvable problem has.

They are for what can be seen in the words alone ("some apples", a bag of oranges of unknown size), and give a
sentence for people; whether a text tells enough is otherwise the network's to say.
"""

import re

from cantor.problem.problem import Number, NumberKind, Problem
from cantor.problem.sentences import sentences

_VAGUE = re.compile(
    r"\b(?P<much>some|several|a few|(?<!how )many|a lot of|lots of|a bunch of|plenty of|a number of"
    r"|a handful of)\s+"
    r"(?P<noun>(?:[a-z-]+\s+){0,2}?[a-z-]*s)\b"
)
#: The question is for what is there after a change.
_AFTER = re.compile(r"\b(?:left|remain\w*|now|still|in the end|altogether|in total|in all)\b")
#: Words that tell an amount without a number, or compare amounts.
_TOLD = re.compile(
    r"\b(?:dozen|pair|half|twice|double|triple|same|equal\w*|as many|as much|times|more than"
    r"|fewer than|less than|rest"
    r"|both|week|weeks|month|year|years|day|days|hour|hours|minute|minutes|square|triangle"
    r"|rectangle|pentagon|hexagon"
    r"|cube|circle|octagon|spiders?|dogs?|cats?|legs|wheels|percent|average|each other|none|no|all)\b|%"
)
_ONE_COSTS = re.compile(
    r"\b(?:how much (?:does|did|is|was|would|do) (?:one|each|a single|an?"
    r"|1)\s+(?P<one>[a-z-]+)\b.{0,20}?(?:cost|worth|\?)"
    r"|(?:price|cost) of (?:one|each|a single|1)\s+(?P<two>[a-z-]+))"
)
_CONTAINER = re.compile(
    r"\b(?:bag|box|pack|packet|basket|bunch|bowl|crate|carton|sack|jar|tin|case|bundle|set|net|tray"
    r"|package)s?"
    r"\s+(?:full )?of\s+(?P<noun>[a-z-]+)\b"
)


def missing(problem: Problem) -> str | None:
    """What is not told, in a sentence; None where nothing is known to be missing."""
    asking = [s for s in sentences(problem.text) if s.asks]
    if not asking or len(problem.numbers) > 2:
        return None
    text, question = problem.text.lower(), asking[-1].text.lower()
    amounts = _amounts(problem.numbers, asking[-1].start)
    if len(amounts) != 1:
        return None
    return _unknown_amount(text, question, amounts[0]) or _unknown_count(text, question)


def _amounts(numbers: tuple[Number, ...], before: int) -> list[Number]:
    """The numbers but those of "one orange" in the question, which tell nothing."""
    return [n for n in numbers if n.value != 1 or n.span[0] < before]


def _unknown_amount(text: str, question: str, number: Number) -> str | None:
    """ "Ella has some apples and gives away 4. How many are left?" """
    vague = _VAGUE.search(text)
    if vague is None or not _AFTER.search(question):
        return None
    if _TOLD.search(text.replace("in all", "").replace(vague["noun"], "")):
        return None
    if number.kind in (NumberKind.PERCENT, NumberKind.FRACTION, NumberKind.MULTIPLE, NumberKind.TIME):
        return None
    return f"The text does not say how many {vague['noun']} there are, only “{vague[0]}”."


def _unknown_count(text: str, question: str) -> str | None:
    """ "A bag of oranges costs $6. How much does one orange cost?" """
    asked = _ONE_COSTS.search(question)
    if asked is None or _TOLD.search(text):
        return None
    one = asked["one"] or asked["two"]
    for container in _CONTAINER.finditer(text):
        noun = container["noun"]
        if one[:4] == noun[:4] and len(one) > 2:
            return f"The text does not say how many {noun} there are."
    return None
