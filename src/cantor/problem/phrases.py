"""What each number of a text counts: "12 rolls on each tray" are rolls, on each tray; nothing if unsure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cantor.problem.asked_unit import _ENDS, IRREGULAR, _is_plural
from cantor.problem.problem import Number, NumberKind

#: Units of measure as people abbreviate them; they have no plural.
ABBREVIATIONS = frozenset("kg g mg lb lbs oz km m cm mm ft mi l ml mph kph km/h".split())
#: Units of measure by what they measure, in the plural.
LENGTHS = tuple(
    "miles mi kilometers kilometres km meters metres m centimeters centimetres cm millimeters mm feet ft"
    " inches yards blocks".split()
)
TIMES = tuple("seconds minutes hours days weeks months years".split())
WEIGHTS = tuple("pounds lb lbs ounces oz kilograms kg grams g tons tonnes mg".split())
VOLUMES = tuple(
    "liters litres l milliliters millilitres ml gallons quarts pints cups tablespoons teaspoons ounces"
    " scoops".split()
)
_SKIPPED = frozenset(
    "more other additional extra new different of the his her their these those fewer less another".split()
)
#: What follows a number that counts what was counted before: "15 in the morning", "5 more came".
_ELIDED = re.compile(
    r"\s*(?:(?:more|fewer)\b|of (?:them|these|those)\b|others?\b)?\s*(?:[,.;?!]|\Z|(?:in|on|at|and"
    r"|to|for|from|with"
    r"|are|were|is|was|but|or|into|away|left|by|then|last|this|yesterday|today|the next|each|every"
    r"|came|flew|fell"
    r"|ran|died|went|got|broke|swam|joined|arrive|leave|come|fly|than|[a-z]{3,}ed)\b)"
)
_PERIODS = "second minute hour day week month year night morning evening weekend"
_PER = re.compile(
    r"\s*(?:(?P<prep>on|in|for|to|at|from|with|into|of)\s+)?(?:(?:each|every|(?<=for )one(?=\s[a-z]))\b"
    r"(?:\s+(?P<each>[a-z-]+))?"
    r"|per\s+(?P<per>[a-z-]+)|(?P<apiece>apiece|a piece)\b"
    rf"|an?\s+(?P<period>{_PERIODS.replace(' ', '|')}|pair|dozen|pound|kilogram|mile|liter|litre)\b"
    r"|(?P<daily>daily|hourly|weekly|monthly)\b)"
)
#: "Each of the boxes holds ": few words may stand between, none of which starts another phrase.
_EACH_BEFORE = re.compile(
    r"\b(?:each|every)\s+(?:one\s+)?(?:of\s+(?:the|her|his|their|these|its)\s+)?(?:\d+\s+)?(?P<noun>[a-z-]+)"
    r"(?P<gap>(?:\s+(?!and\b|for\b|in\b|of\b|but\b|or\b|to\b)[a-z-]+){0,3})\s*[$€£₹¥]?\s*\Z"
)
_ONE_COSTS = re.compile(
    r"\b(?:an?|one|each|every)\s+(?:[a-z-]+\s+)?(?P<noun>[a-z-]+)\s+(?:costs?|is|was|sells? for|sold for"
    r"|is sold for|weighs|for)\s*[$€£₹¥]?\s*\Z"
)
#: "A box holds 6": of each box, where boxes are spoken of too.
_ONE_HOLDS = re.compile(
    r"\b(?:an?|one)\s+(?:[a-z-]+\s+)?(?P<noun>[a-z-]+)\s+(?:can\s+)?(?:holds?|contains|seats|fits"
    r"|needs|carry|carries"
    r"|weighs|costs|takes|uses)\s+\Z"
)
#: "In rows of 12", "packs of 6": so many in each.
_GROUPS_OF = re.compile(
    r"\b(?P<noun>rows|boxes|bags|packs|packets|packages|groups|teams|bunches|stacks|piles|crates|cartons"
    r"|trays|bundles|sets|glasses|bottles|cups|jars|cans|jugs|bowls|sacks|pieces)\s+of\s+\Z"
)
#: Speeds in one word.
_SPEEDS = {"mph": "miles", "kph": "km", "km/h": "km"}
#: "Tickets cost $4.50 for adults": for each of them; "he paid $6 for apples" is for all.
_PRICE_LIST = re.compile(r"\b(?:tickets?|admission|entry|entrance|seats?|fares?)\b(?!.*\bpaid\b)")
_FOR_MANY = re.compile(r"\s*for\s+(?P<noun>[a-z-]+)")
#: "3/4 metre", "half of an hour": a part of a measure is a measure too, a part of the class is none.
_PART_OF = re.compile(r"(?:\s+of\s+an?)?\s+(?P<noun>[a-z]+)\b")
#: What a number has of its noun within itself.
_ONE_AND = re.compile(r"an?\s{1,2}(?P<noun>[a-z]+)\s{1,2}and\s")
_HYPHENATED = re.compile(r"-(?P<noun>[a-z]+)\b(?!-)")  # "a 40-hour week"
_DEGREES = re.compile(r"\s?°\s?[cf]?(?![a-z])")
_PARTICIPLE = re.compile(
    r"\s*(?:is|are|was|were|have been|had been|get|got)\s+(?P<done>sold|eaten|broken|lost|taken"
    r"|stolen|used|bought"
    r"|thrown away|spent|damaged|picked|added|found|rotten|gone|missing|given away|removed|planted"
    r"|baked|returned"
    r"|borrowed|empty|full|red|blue|green|white|black|yellow|ripe|absent)\b"
)
_SHARE_OF = re.compile(r"\bof\s+(?:(?:the|his|her|its|their|these|those)\s+)?\Z")
_NO_NOUNS = frozenset("times plus minus less as number numbers".split())
_DAILY = {"daily": "day", "hourly": "hour", "weekly": "week", "monthly": "month"}
#: Plurals in -oes, -ses and -ves, which tell nothing of their singular by themselves.
_ONES = {
    many: one
    for one, many in (
        pair.split(":")
        for pair in (
            "shoe:shoes tomato:tomatoes potato:potatoes hero:heroes mango:mangoes rose:roses house:houses"
            " nurse:nurses vase:vases horse:horses bus:buses case:cases prize:prizes purse:purses"
            " course:courses exercise:exercises knife:knives leaf:leaves loaf:loaves shelf:shelves"
            " half:halves wolf:wolves wife:wives life:lives calf:calves"
            " scarf:scarves cookie:cookies pie:pies tie:ties"
            " brownie:brownies movie:movies calorie:calories cherry:cherries size:sizes hose:hoses"
        ).split()
    )
}


@dataclass(frozen=True, slots=True)
class Phrase:
    """What a number is: its noun in the plural, or a currency's sign; for each of what; what became of it."""

    noun: str = ""
    money: str = ""
    per: str | None = None  # singular; "" where it is not said of what: "each"
    preposition: str = ""  # on, in, for
    done: str = ""  # sold, eaten


NOTHING = Phrase()


def phrases(text: str, numbers: Sequence[Number]) -> list[Phrase]:
    """Of each number, in order."""
    lower = text.lower()
    found: list[Phrase] = []
    for number in numbers:
        found.append(_phrase(lower, number, found))
    return found


def _phrase(text: str, number: Number, before: Sequence[Phrase]) -> Phrase:
    if number.kind in (NumberKind.FRACTION, NumberKind.MULTIPLE, NumberKind.PERCENT, NumberKind.TIME):
        is_measure = number.kind is NumberKind.FRACTION and number.value > 1
        if not is_measure:
            return _part_of(text, number)
    start, end = number.span
    if within := _ONE_AND.match(text, start, end):
        return Phrase(plural(within["noun"]))
    after = text[end : end + 70]
    clause = re.split(r"[.;?!](?!\d)", text[max(0, start - 60) : start])[-1]
    if number.kind is NumberKind.MONEY:
        return _amount(text, number, after, clause)
    noun, rest = _noun(after, number.value == 1)
    groups = _GROUPS_OF.search(clause)
    if not noun and _ELIDED.match(after):
        counted = {p.noun for p in before if p.noun}
        noun = counted.pop() if len(counted) == 1 else ""
        rest = re.sub(r"\A\s*(?:more|of (?:them|these|those))\b", "", after)
    if not noun:
        return NOTHING
    # two thirds of the 90 seats are taken: not the 90 are
    done = None if _SHARE_OF.search(clause) else _PARTICIPLE.match(rest)
    per, preposition = _each(rest, clause)
    if noun in _SPEEDS:
        noun, per = _SPEEDS[noun], "hour"
    if per is None and (one := _ONE_HOLDS.search(clause)) and plural(one["noun"]) in text:
        per = one["noun"]
    if per is None and groups:
        per = singular(groups["noun"])
    if per is not None and per in (noun, singular(noun)):
        per = None
    return Phrase(noun, "", per, preposition, done["done"] if done else "")


def _amount(text: str, number: Number, after: str, clause: str) -> Phrase:
    start, end = number.span
    sign = text[max(0, start - 2) : start].strip()[-1:]
    word = re.match(r"\s*-?(dollars?|bucks|euros?|cents?|¢)", text[end : end + 12])
    if word and word[1] in ("cent", "cents", "¢"):
        noun, money, after = "cents", "", after[word.end() :]
    else:
        noun, money = (
            "",
            sign if sign in "$€£₹¥" and sign else "€" if word and word[1].startswith("euro") else "$",
        )
        after = after[word.end() :] if word else after
    per, preposition = _each(after, clause)
    if per is None and (one := _ONE_COSTS.search(clause)) and plural(one["noun"]) in text:
        per = one["noun"]
    if per is None and _PRICE_LIST.search(clause) and (many := _FOR_MANY.match(after)):
        per = singular(many["noun"]) or None
    return Phrase(noun, money, per, preposition)


def _part_of(text: str, number: Number) -> Phrase:
    """What a number below 1 or beside a percent sign measures, where a unit of measure follows it."""
    found = _PART_OF.match(text, number.span[1]) if number.kind is NumberKind.FRACTION else None
    noun = _measure(found["noun"]) if found else ""
    return Phrase(noun) if noun else NOTHING


def _measure(word: str) -> str:
    """The plural of a unit of measure; nothing for any other word."""
    noun = plural(singular(word) or word)
    return noun if noun in (*LENGTHS, *TIMES, *WEIGHTS, *VOLUMES) else ""


def _noun(after: str, one: bool) -> tuple[str, str]:
    """The noun after a number, in the plural, and what follows it."""
    if (found := _HYPHENATED.match(after)) and (noun := _measure(found["noun"])):
        return noun, after[found.end() :]
    if found := _DEGREES.match(after):
        return "degrees", after[found.end() :]
    at = 0
    words: list[str] = []
    while len(words) < 4:
        found = re.compile(r"\s{0,2}([a-z][a-z'/-]*)").match(after, at)
        if found is None:
            break
        word, at = found[1], found.end()
        if not words and word in _SKIPPED:
            continue
        if word in _ENDS or word in _NO_NOUNS:
            break
        words.append(word)
        if (
            word in ABBREVIATIONS
            or (_is_plural(word) and len(word) > 2)
            or (one and len(words) == 1 and at > 0)
        ):
            noun = words[-1] if word in ABBREVIATIONS else " ".join(words)
            return (
                plural(noun) if one and not _is_plural(word) and word not in ABBREVIATIONS else noun
            ), after[at:]
    return "", after


def _each(rest: str, clause: str) -> tuple[str | None, str]:
    """For each of what, and with which preposition; None where it is no rate."""
    if found := _PER.match(rest):
        if found["daily"]:
            return _DAILY[found["daily"]], ""
        of = found["each"] or found["per"] or found["period"] or ""
        return ("" if of in _ENDS else singular(of) or of), found["prep"] or ""
    found = _EACH_BEFORE.search(clause)
    if found and found["noun"] not in _ENDS and found["noun"] not in ("of", "one"):
        return singular(found["noun"]) or found["noun"], ""
    return None, ""


# One and many


def singular(noun: str) -> str:
    """The noun for one of them; nothing where English leaves it open."""
    first, *per = noun.split(" per ")
    head = first.split()[-1] if first else ""
    if head in IRREGULAR:
        one = IRREGULAR[head]
    elif head in ABBREVIATIONS or not _is_plural(head):
        one = head
    elif head in _ONES:
        one = _ONES[head]
    elif head.endswith("ies") and len(head) > 4:
        one = head[:-3] + "y"
    elif re.search(r"(?:x|ss|sh|ch|zz)es$", head):
        one = head[:-2]
    elif re.search(r"(?:o|s|z)es$", head):
        return ""
    else:
        one = head.removesuffix("s")
    return " per ".join([first[: len(first) - len(head)] + one, *per]) if one else ""


def plural(noun: str) -> str:
    """The noun for several of them, as most English nouns form it."""
    for many, one in IRREGULAR.items():
        if noun.endswith(one) and one != many:
            return noun[: len(noun) - len(one)] + many
    if noun in ABBREVIATIONS or noun in IRREGULAR.values():
        return noun
    if re.search(r"(?:s|x|z|ch|sh)$", noun):
        return noun + "es"
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + "s"
