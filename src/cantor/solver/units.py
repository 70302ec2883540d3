"""The unit that a question asks for, where the text gives it: rules, and where they are not sure, nothing.

"How many rolls are left?" asks for rolls, "How much did she pay?" for dollars where all money of the text is
in dollars, "What percent ...?" for a percentage. "How many are left?" names no unit, and none is guessed.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from cantor.equation import Value
from cantor.equation.render.values import about, for_people, minus

#: How much of a text's end is looked at: a question is no longer.
_REACH = 2_000
#: Answers longer than this are written by their size.
_MOST_DIGITS = 40


@dataclass(frozen=True, slots=True)
class Unit:
    """What stands before or after a value."""

    before: str = ""  # a currency's sign
    after: str = ""  # a noun, or a percent sign
    fraction: bool = False  # the question asks for a fraction: no decimals

    def of(self, value: Value) -> str:
        """The value as people write it: 39 rolls, $4.50, 20%, 1/4."""
        if self.before:
            return _money(value, self.before)
        if self.fraction and isinstance(value, Fraction) and value.denominator < 10**6:
            return minus(str(value))
        noun = _singular(self.after) if value == 1 else self.after
        if self.after == "%":
            return f"{_short(value)}%"
        number, _, nearly = _short(value).partition(" ≈ ")
        shown = f"{number} {noun}" if noun else number
        return f"{shown} (≈ {nearly})" if nearly and noun else f"{number} ≈ {nearly}" if nearly else shown


NO_UNIT = Unit()


def asked_unit(text: str) -> Unit:
    """The unit that the text's last question asks for; `NO_UNIT` where it is not plain."""
    ending = text[-_REACH:].lower().replace("’", "'")
    question = _question(ending)
    if question is None:
        return NO_UNIT
    if re.search(r"\b(?:what|which) (?:\w+ )?fraction\b", question):
        return Unit(fraction=True)
    if re.search(r"\b(?:what|how many|which|find the|as a) (?:\w+ )?percent(?:age)?\b", question):
        return Unit(after="%")
    counted = [_counted(after) for after in re.split(r"\bhow many\b", question)[1:]]
    if counted:
        first = counted[0]
        if first is None or any(noun != first for noun in counted):
            return NO_UNIT
        return Unit(before="$") if first == "dollars" else Unit(after=first)
    if _asks_for_money(question):
        currency = _currency(text)
        return Unit(before=currency) if currency else NO_UNIT
    return NO_UNIT


def _question(text: str) -> str | None:
    """The last sentence that asks; None where none does."""
    sentences = [s.strip() for s in re.split(r"(?<=[?!])\s|(?<=\D\.)\s|\n", text) if s.strip()]
    asking = [s for s in sentences if s.endswith("?") or _ASKING.search(s)]
    return asking[-1] if asking else None


_ASKING = re.compile(
    r"\b(?:how (?:many|much|old|long|far)|what (?:is|are|was|were|will|would|percent|fraction)"
    r"|find|calculate|compute|determine)\b"
)


def asks(text: str) -> bool:
    """Whether a text asks for anything: a question mark, a question word, an order to find something."""
    return "?" in text or _ANY_QUESTION.search(text[-_REACH:].lower()) is not None


_ANY_QUESTION = re.compile(
    r"\b(?:how|what|which|when|find|calculate|compute|determine|evaluate|solve|simplify|estimate|work out"
    r"|add|subtract|multiply|divide|sum of|difference|product of|quotient|average)\b|[=؟？]"
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
_IRREGULAR = {
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
    if word in _IRREGULAR:
        return True
    return word.endswith("s") and not word.endswith(("ss", "us", "is", "'s")) and word not in _NO_PLURALS


def _singular(noun: str) -> str:
    """The noun for one of them; nothing where English leaves it open."""
    first, *per = noun.split(" per ")
    head = first.split()[-1] if first else ""
    if head in _IRREGULAR:
        one = _IRREGULAR[head]
    elif re.search(r"(?:x|ss|sh)es$", head):
        one = head[:-2]
    elif re.search(r"(?:i|v|o|s|z|ch)es$", head):  # cookies and cherries, gloves and knives: who knows
        return ""
    else:
        one = head.removesuffix("s")
    return " per ".join([first[: len(first) - len(head)] + one, *per])


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


def _currency(text: str) -> str | None:
    """The one currency of a text that says all its money in it."""
    found = {sign for sign in _CURRENCIES if sign in text}
    words = text.lower()
    if re.search(r"\b(?:cents?|pence|pennies|dimes|nickels|quarters|euros?|rupees?|rs|yen)\b|¢", words):
        return None  # two units of money, or one that we do not write
    if re.search(r"\bdollars?\b", words):
        found.add("$")
    return found.pop() if len(found) == 1 else None


def _money(value: Value, sign: str) -> str:
    """$12, $4.50, −$3; to the cent where it does not come out even."""
    size = -value if value < 0 else value
    if size >= 10**15:
        return f"{sign}{_short(value)}"
    cents = size * 100
    exact = isinstance(value, Fraction) and cents == int(cents)
    whole = round(cents)
    amount = str(whole // 100) if whole % 100 == 0 and exact else f"{whole // 100}.{whole % 100:02}"
    return f"{'' if exact else '≈ '}{'−' if value < 0 else ''}{sign}{amount}"


def _short(value: Value) -> str:
    """A value for people, by its size where it has too many digits."""
    shown = about(value)
    if len(shown) <= _MOST_DIGITS:
        return shown
    if isinstance(value, Fraction) and value != 0:
        size = len(for_people(Fraction(abs(value.numerator) // value.denominator)))
        if size > 15:
            leading = abs(value) / Fraction(10) ** (size - 1)
            return f"≈ {'−' if value < 0 else ''}{float(leading):.4g} × 10^{size - 1}"
    return f"≈ {float(value):.4g}"
