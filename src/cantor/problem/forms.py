"""What each form of a question for who or which asks of a candidate: "taller" becomes "How tall is …?".

Each function gets the parts of the question that its pattern in `compared` names, in lower case; beside them
`among`, what may be chosen, and `story`.
"""

import re

from cantor.problem import outcome
from cantor.problem.asking import LESS, Compared, asking, being, how_much, of_each, owned
from cantor.problem.candidates import counted
from cantor.problem.lemma import lemma
from cantor.problem.phrases import singular

#: The quality that is asked for, by what compares it; the second words ask for the least.
_QUALITIES = {
    "tall": ("taller tallest", ""),
    "old": ("older oldest elder eldest", "younger youngest"),
    "long": ("longer longest", "shorter shortest"),
    "big": ("bigger biggest larger largest", "smaller smallest"),
    "high": ("higher highest", "lower lowest"),
    "deep": ("deeper deepest", "shallower shallowest"),
    "wide": ("wider widest", "narrower narrowest"),
    "thick": ("thicker thickest", "thinner thinnest"),
    "far": ("farther farthest further furthest", "nearer nearest closer closest"),
    "heavy": ("heavier heaviest", "lighter lightest"),
}
_QUALITY = {
    word: (quality, most)
    for quality, (more, less) in _QUALITIES.items()
    for most, words in ((True, more), (False, less))
    for word in words.split()
}
_FASTER = {
    **dict.fromkeys("faster fastest quicker quickest".split(), True),
    **dict.fromkeys("slower slowest".split(), False),
}
_BE = ("is", "was", "are", "were", "will", "would", "can", "could", "should", "must", "may", "might")
_DO = {"is": "does", "are": "do", "was": "did", "were": "did"}
_TIMES = {"day": "on", "month": "in", "week": "in", "year": "in", "season": "in"}
#: What has more of it is more, whatever the comparison is called.
_MEASURES = (
    "score",
    "price",
    "total",
    "average",
    "temperature",
    "speed",
    "age",
    "weight",
    "height",
    "mark",
    "grade",
)
_SCORES = {
    **dict.fromkeys(
        "higher highest better best greater greatest bigger biggest larger largest".split(), True
    ),
    **dict.fromkeys("lower lowest worse worst smaller smallest".split(), False),
}
_WARMER = {"warmer": True, "warmest": True, "hotter": True, "hottest": True} | dict.fromkeys(
    ("colder", "coldest", "cooler", "coolest"), False
)
_TOWNS = ("city", "town", "place", "village", "country")
#: Verbs of which there is more or less even if the story has others: "Who has more?"
_AMOUNTS = ("have", "get", "cost", "weigh", "earn", "make", "save", "spend", "pay", "owe")


def by_amount(found: dict[str, str]) -> Compared | None:
    """ "who has more shells", "who did collect the most", "which costs less" """
    verb, more = found["verb"], found["more"].split()[-1]
    thing, tail = _split(found["rest"])
    kind, most, tense = found["among"], more not in LESS, _tense(found)
    if verb in _BE or not (thing or tense[1] in _AMOUNTS or tense[1] in _verbs(found["story"])):
        return None
    how = "How much" if not thing and _is_measured(found["story"]) else how_much(verb, more, thing)
    if kind in _TIMES and verb in ("has", "had"):
        be = {"has": ("is", "are"), "had": ("was", "were")}[verb]["many" in how]
        return Compared(of_each(f"{how} {be} there {_TIMES[kind]} … {tail}?"), most, kind)
    return Compared(asking(how, *tense, tail), most, kind)


def by_price(found: dict[str, str]) -> Compared:
    """ "which is cheaper", "which was the most expensive", "which shop is cheaper" """
    most = found["how"].startswith(("more", "most"))
    if found["among"] in outcome.SHOPS:
        return Compared(of_each(f"What {found['is']} the price at …?"), most, found["among"])
    return Compared(asking("How much", _DO[found["is"]], "cost"), most, found["among"])


def by_is(found: dict[str, str]) -> Compared | None:
    """ "who is taller", "which was the longest of all" """
    if (fast := _FASTER.get(found["how"])) is not None:
        return outcome.faster(found["among"], (_DO[found["is"]], "be"), fast, found["story"])
    if found["how"] in _WARMER and (
        at := _TIMES.get(found["among"]) or ("in" if found["among"] in _TOWNS else "")
    ):
        return Compared(of_each(f"What was the temperature {at} …?"), _WARMER[found["how"]], found["among"])
    if (quality := _QUALITY.get(found["how"])) is None:
        return None
    name, most = quality
    if name == "long" and (found["among"] == "who" or re.search(r"\b(?:tall|height)\b", found["story"])):
        name = "tall"  # people and trees are short, and not long
    return Compared(being(f"How {name}", found["is"], _from(name, found["rest"])), most, found["among"])


def by_did(found: dict[str, str]) -> Compared | None:
    """ "who ran farther", "who threw the ball farther", "which car drives faster" """
    verb, what, how = found["verb"], found["what"], found["how"]
    if verb in _BE:
        return None
    tense = _tense(found)
    if (fast := _FASTER.get(how)) is not None:
        return outcome.faster(found["among"], tense, fast, found["story"]) if not what else None
    if tense[1] == "score" and how in _SCORES and not what:
        return outcome.scored(found["among"], _SCORES[how], found["story"])
    if (quality := _QUALITY.get(how)) is None:
        return None
    rest = _from(quality[0], found["rest"])
    return Compared(asking(f"How {quality[0]}", *tense, f"{what} {rest}"), quality[1], found["among"])


def by_cheaper(found: dict[str, str]) -> Compared | None:
    """ "which shop has the cheaper pens", "at which shop is a pen cheaper" """
    most, thing = found["how"].startswith("more"), _bare(found["thing"])
    piece = singular(thing) or thing
    return Compared(of_each(f"How much does each {piece} cost at …?"), most, found["kind"])


def by_has(found: dict[str, str]) -> Compared | None:
    """ "who has the longer rope", "which team had the higher score" """
    thing, how = found["thing"], found["how"]
    if found["verb"] in _BE:
        return None
    tense = "was" if lemma(found["verb"])[0] == "did" else "is"
    found["owner"] = "whose" if found["among"] == "who" else found["among"]
    if thing in _MEASURES and how in _SCORES:
        return Compared(lambda one: f"What {tense} {owned(one, thing)}?", _SCORES[how], found["owner"])
    return by_whose(found | {"what": thing, "is": tense})


def by_when(found: dict[str, str]) -> Compared | None:
    """ "on which day did they sell more cakes", "which shop does she pay less at" """
    verb, more = found["verb"], found["more"].split()[-1]
    thing, tail = _split(found["rest"])
    at = found["at"] or _TIMES.get(found["kind"], "")
    if not at and tail in ("at", "in", "on", "for", "from"):
        at, tail = tail, ""
    if not at:
        return None
    how = how_much(verb, more, thing)
    end = f"{found['did']} {found['subject']} {verb} {tail} {at} …?"
    return Compared(of_each(f"{how} {end}"), more not in LESS, found["kind"])


def by_when_how(found: dict[str, str]) -> Compared | None:
    """ "on which day did she walk farther" """
    at = found["at"] or _TIMES.get(found["kind"], "")
    if not at or (quality := _QUALITY.get(found["how"])) is None:
        return None
    question = f"How {quality[0]} {found['did']} {found['subject']} {found['verb']} {at} …?"
    return Compared(of_each(question), quality[1], found["kind"])


def by_were(found: dict[str, str]) -> Compared:
    """ "in which month was there more rain" """
    more = found["more"].split()[-1]
    thing, tail = _split(found["rest"])
    question = f"{how_much('be', more, thing)} {found['is']} there {tail} {found['at']} …?"
    return Compared(of_each(question), more not in LESS, found["kind"])


def by_of(found: dict[str, str]) -> Compared:
    """ "which fruit did she buy more of", "what does he have the most of" """
    end = f"{found['did']} {found['subject']} {found['verb']} {found['rest']}"
    most = found["more"].split()[-1] not in LESS
    return Compared(lambda one: of_each(f"How many … {end}?")(_bare(one)), most, "counted")


def by_there(found: dict[str, str]) -> Compared:
    """ "which are there more of in the class" """
    end = f"{found['is']} there {found['rest']}"
    most = found["more"].split()[-1] not in LESS
    return Compared(lambda one: of_each(f"How many … {end}?")(_bare(one)), most, "counted")


def by_whose(found: dict[str, str]) -> Compared | None:
    """ "whose rope is longer", "whose score was lower" """
    what, how = found["what"], found["how"]
    if what in _MEASURES and how in _SCORES:
        return Compared(lambda one: f"What {found['is']} {owned(one, what)}?", _SCORES[how], "whose")
    if (quality := _QUALITY.get(how)) is None:
        return None
    name, most = quality
    among = found.get("owner", "whose")
    make = being(f"How {name}", found["is"])
    return Compared(lambda one: make(owned(one, what)), most, among)


def by_whose_price(found: dict[str, str]) -> Compared:
    """ "whose bike was cheaper" """
    price = by_price(found)
    return Compared(lambda one: price.ask(owned(one, found["thing"])), price.most, "whose")


def by_whose_did(found: dict[str, str]) -> Compared | None:
    """ "whose plant grew more", "whose team scored more goals", "whose kite flew higher" """
    if (made := (by_amount if found.get("more") else by_did)(found | {"did": "", "what": ""})) is None:
        return None
    return Compared(lambda one: made.ask(owned(one, found["thing"])), made.most, "whose")


def _split(rest: str) -> tuple[str, str]:
    """What is counted, and what comes after the verb: "money left" -> "money", "left"."""
    rest = re.sub(r"^of\s+(?=the\b)", "", rest)
    match = _TAIL.search(rest)
    return (rest[: match.start()].strip(), match[0].strip()) if match is not None else (rest, "")


_TAIL = re.compile(
    r"(?:^|\s)(?:in|on|at|from|for|during|after|before|by|per|to|with|left|now|altogether|together|today"
    r"|yesterday|each|every|right|wrong|away|up|out|back|off|(?<=time )[a-z]+ing)\b.*"
)


def _tense(found: dict[str, str]) -> tuple[str, str]:
    """The auxiliary of a question to one, and its verb."""
    return (found["did"], found["verb"]) if found["did"] else lemma(found["verb"])


def _verbs(story: str) -> set[str]:
    return {lemma(word)[1] for word in re.findall(r"[a-z]+", story.lower())}


def _from(name: str, rest: str) -> str:
    """How far somebody lives "from the school", who lives nearer "to the school"."""
    return re.sub(r"^to\b", "from", rest) if name == "far" else rest


def _is_measured(story: str) -> bool:
    """Whether a story tells of kilograms and dollars, and of nothing in pieces."""
    return _MEASURE.search(story) is not None and not counted(story)


_MEASURE = re.compile(
    r"[$€£]\s?\d|\d\s*(?:kg|g|mg|ml|l|oz|lbs?|pounds?|kilograms?|grams?|lit(?:er|re)s?|gallons?|dollars?|cents?)\b"
)


def _bare(thing: str) -> str:
    return re.sub(r"^(?:the|a|an)\s+", "", thing, flags=re.IGNORECASE)
