"""The unit that a question asks for, where the text gives it: rules, and where they are not sure, nothing.

"How many rolls are left?" asks for rolls, "How much did she pay?" for dollars where all money of the text is
in dollars, "What percent ...?" for a percentage. "How many are left?" names no unit, and none is guessed.
"""

import re
from dataclasses import dataclass

#: How much of a text's end is looked at: a question is no longer.
REACH = 2_000


@dataclass(frozen=True, slots=True)
class Unit:
    """What stands before or after a value; `cantor.thought.units` writes values with it."""

    before: str = ""  # a currency's sign
    after: str = ""  # a noun, or a percent sign
    fraction: bool = False  # the question asks for a fraction: no decimals
    ratio: bool = False  # the question asks for a ratio of one thing to another: 2 : 3


NO_UNIT = Unit()


def asked_unit(text: str) -> Unit:
    """The unit that the text's last question asks for; `NO_UNIT` where it is not plain."""
    ending = text[-REACH:].lower().replace("’", "'")
    question = _question(ending)
    if question is None:
        return NO_UNIT
    if re.search(r"\b(?:what|which) (?:\w+ )?fraction\b", question):
        return Unit(fraction=True)
    if _RATIO.search(question) and not _NO_RATIO.search(question):
        return Unit(ratio=True)
    if re.search(r"\b(?:what|how many|which|find the|as a) (?:\w+ )?percent(?:age)?\b", question):
        return Unit(after="%")
    counted = [_counted(after) for after in re.split(r"\bhow many\b", question)[1:]]
    if counted:
        first = counted[0]
        if first is None or any(noun != first for noun in counted):
            return NO_UNIT
        return Unit(before="$") if first == "dollars" else Unit(after=first)
    if _asks_for_money(question):
        sign = currency(text)
        return Unit(before=sign) if sign else NO_UNIT
    return NO_UNIT


#: "What is the ratio of cats to dogs?", "In what ratio are they mixed?"; not "If the ratio is ..., how many".
_RATIO = re.compile(
    r"\b(?:what(?:'s)?|which|find|give|state|calculate|compute|determine|write|express|simplify)\b"
    r"(?: (?!if\b|when\b|of\b)[a-z']+){0,4} ratios?\b"
)
_NO_RATIO = re.compile(r"\bhow (?:many|much|far|long|old|tall)\b|\bas a (?:fraction|decimal|percent)")


def _question(text: str) -> str | None:
    """The last sentence that asks; None where none does."""
    sentences = map(str.strip, reversed(_BETWEEN.split(text)))
    return next((s for s in sentences if s.endswith("?") or _ASKING.search(s)), None)


_BETWEEN = re.compile(r"\s(?:(?<=[?!]\s)|(?<=\D\.\s))|\n")
_ASKING = re.compile(
    r"\b(?:how (?:many|much|old|long|far)|what (?:is|are|was|were|will|would|percent|fraction)"
    r"|find|calculate|compute|determine)\b"
)


# How many of what

#: What may stand between "how many" and the noun, and says nothing of the unit.
_PASSED_OVER = frozenset(
    "more fewer less additional extra total other different of the his her their its".split()
)
#: What cannot be part of the noun: there, what is counted has ended.
_ENDS = frozenset(
    """
    is are was were be been being am do does did done will would can could shall should may might must has
    have had in on at to for from with by per each every that who which whom whose than then now left he she
    it they we you i there this these those and or if when while before after during a an the all both
    altogether together remain remained still not get gets got as went goes go came come comes fit fits need
    needs needed make makes made take takes took use used uses
    """.split()
)
IRREGULAR = {
    "people": "person",
    "children": "child",
    "men": "man",
    "women": "woman",
    "feet": "foot",
    "teeth": "tooth",
    "geese": "goose",
    "mice": "mouse",
    "fish": "fish",
    "sheep": "sheep",
    "deer": "deer",
}
#: They end in s, yet there is one of them, or they are no nouns.
_NO_PLURALS = frozenset(
    "gas lens always perhaps this his its less news plus across yes mathematics physics".split()
)


def _counted(after: str) -> str | None:
    """The noun that "how many" counts, from the words after it: "red marbles", "miles per hour"."""
    words = re.split(r"[?.!,;:]", after[:200])[0].split()[:8]
    while words and words[0] in _PASSED_OVER:
        words.pop(0)
    noun: list[str] = []
    for i, word in enumerate(words[:3]):
        if word in _ENDS or not re.fullmatch(r"[a-z][a-z'-]{1,19}", word):
            return None
        noun.append(word)
        if _is_plural(word):
            rest = words[i + 1 : i + 3]
            if len(rest) == 2 and rest[0] == "per" and re.fullmatch(r"[a-z]{2,19}", rest[1]):
                noun += rest
            return " ".join(noun)
    return None


def _is_plural(word: str) -> bool:
    if word in IRREGULAR:
        return True
    return word.endswith("s") and not word.endswith(("ss", "us", "is", "'s")) and word not in _NO_PLURALS


# How much money

_MONEY_WORDS = re.compile(
    r"\b(?:money|cost|costs|pay|pays|paid|spend|spends|spent|earn|earns|earned|charge|charged|owe|owes|owed|price"
    r"|worth|profit|savings|revenue|bill|how much change)\b"
)
_NOT_MONEY = re.compile(
    r"\bhow (?:many|long|far|old|tall|often)\b|\bpercent|\bper cent\b|%|\bratio\b|\btimes\b"
)
_CURRENCIES = "$€£₹¥"


def _asks_for_money(question: str) -> bool:
    asked = re.search(
        r"\bhow much\b|\bwhat (?:is|was|are|were|will|would)\b|\bfind\b|\bcalculate\b", question
    )
    if asked is None or _NOT_MONEY.search(question):
        return False
    # what is asked for stands soon after the question word
    return _MONEY_WORDS.search(question[asked.start() :][:120]) is not None


def currency(text: str) -> str | None:
    """The one currency of a text that says all its money in it."""
    found = {sign for sign in _CURRENCIES if sign in text}
    words = text.lower()
    if re.search(r"\b(?:cents?|pence|pennies|dimes|nickels|quarters|euros?|rupees?|rs|yen)\b|¢", words):
        return None  # two units of money, or one that we do not write
    if re.search(r"\bdollars?\b", words):
        found.add("$")
    return found.pop() if len(found) == 1 else None
