"""What is asked of one candidate: "How many shells does Ana have?", in the words that fit it."""

import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Compared:
    """What a question for who or which compares.

    `among` says what may be chosen: "who", "whose", "counted" for what the story counts ("Which did she buy
    more of?"), else what kind of thing: "shop", "day", or "" for any.
    """

    ask: Callable[[str], str]  # the question to one candidate
    most: bool  # whether the one with the most is asked for, or with the least
    among: str = "who"


def asking(how: str, auxiliary: str, verb: str, rest: str = "") -> Callable[[str], str]:
    """ "How many shells", "did", "collect" -> a question to each candidate."""
    return lambda one: _spaced(f"{how} {agreeing(auxiliary, one)} {one} {verb} {rest}?")


def being(how: str, tense: str, end: str = "") -> Callable[[str], str]:
    """ "How tall", "is" -> a question to each candidate."""
    return lambda one: _spaced(f"{how} {agreeing(tense, one)} {one} {end}?")


def of_each(question: str) -> Callable[[str], str]:
    """A question with "…" in the place of the candidate."""
    return lambda one: _spaced(question.replace("…", one))


def owned(one: str, thing: str) -> str:
    """ "Ana", "rope" -> "Ana's rope"."""
    return f"{one}' {thing}" if is_plural(one) else f"{one}'s {thing}"


def agreeing(auxiliary: str, one: str) -> str:
    """An auxiliary as a candidate needs it: does the pen, do the pens."""
    forms = {"does": "do", "is": "are", "was": "were", "has": "have"}
    if is_plural(one):
        return forms.get(auxiliary, auxiliary)
    return {many: single for single, many in forms.items()}.get(auxiliary, auxiliary)


def is_plural(one: str) -> bool:
    """Whether a thing or a team is said to be many: "the boys", "the pens of the class", "apples"."""
    head = re.split(r"\s+(?:of|for|with|in|at|from)\s+", one)[0].split()[-1]
    if one[:1].isupper() and not re.search(r"['’]s?\s", one):
        return False  # a name
    return head.lower() in PLURALS or (head.endswith("s") and not head.lower().endswith(("ss", "us", "is")))


def how_much(verb: str, more: str, thing: str) -> str:
    """ "How many shells", "How much milk", "How long"."""
    if not thing and verb in _LASTING:
        return "How long"
    words = thing.split()[:3]
    if not words:
        mass = more in LESS[2:] or verb.startswith(_IN_NO_PIECES)
        return "How much" if mass else "How many"
    plural = any(word.endswith("s") and not word.endswith("ss") for word in words)
    return f"How {'many' if plural or words[0] in PLURALS else 'much'} {thing}"


LESS = ("fewer", "fewest", "less", "least")
PLURALS = ("people", "children", "men", "women", "fish", "sheep", "mice", "geese", "police")
_IN_NO_PIECES = (
    *("cost", "pay", "paid", "spend", "spent", "earn", "save", "weigh", "owe", "charge", "charging"),
    *("drink", "drank", "grow", "grew"),
)
_LASTING = (
    *("sleep", "sleeps", "slept", "practise", "practises", "practised", "practice", "practices"),
    *("practiced", "study", "studies", "studied", "rest", "rests", "rested"),
)


def _spaced(question: str) -> str:
    """With single spaces, and none before its mark."""
    return " ".join(question.split()).replace(" ?", "?")
