"""What a question for who or which compares, and how to ask each candidate for it.

Each form of such a question is a pattern, and a function that makes of it what to ask: "who has more shells"
becomes "How many shells does … have?".
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from cantor.problem.lemma import lemma


@dataclass(frozen=True, slots=True)
class Compared:
    ask: Callable[[str], str]  # the question to one candidate
    most: bool  # whether the one with the most is asked for, or with the least
    counts: bool = False  # whether candidates are what the story counts: "Which did she buy more of?"


def compared(question: str) -> Compared | None:
    """What a question compares, without its options and its mark; None where that is not plain."""
    for pattern, made in _FORMS:
        if (match := pattern.fullmatch(question)) is not None:
            said = {name: (value or "").strip() for name, value in match.groupdict().items()}
            return made({name: value if name == "who" else value.lower() for name, value in said.items()})
    return None


#: The quality that is asked for, by what compares it; the second words ask for the least.
_QUALITIES = {
    "tall": ("taller tallest", ""),
    "old": ("older oldest elder eldest", "younger youngest"),
    "long": ("longer longest", "shorter shortest"),
    "big": ("bigger biggest larger largest", "smaller smallest"),
    "high": ("higher highest", "lower lowest"),
    "deep": ("deeper deepest", "shallower shallowest"),
    "wide": ("wider widest", "narrower narrowest"),
    "far": ("farther farthest further furthest", "nearer nearest closer closest"),
    "heavy": ("heavier heaviest", "lighter lightest"),
}
_QUALITY = {
    word: (quality, most)
    for quality, (more, less) in _QUALITIES.items()
    for most, words in ((True, more), (False, less))
    for word in words.split()
}
_LESS = ("fewer", "fewest", "less", "least")
_PLURALS = ("people", "children", "men", "women", "fish", "sheep")
_IN_NO_PIECES = ("cost", "pay", "paid", "spend", "spent", "earn", "save", "weigh", "owe")
_BE = ("is", "was", "are", "were", "will", "would", "can", "could", "should", "must", "may", "might")


def _amount(found: dict[str, str]) -> Compared | None:
    """ "who has more shells", "who did collect the most", "which costs less" """
    verb, more = found["verb"], found["more"].split()[-1]
    rest = re.sub(r"^of\s+(?=the\b)", "", found["rest"])
    if verb in _BE or " than " in f" {rest} ":
        return None
    tense = (found["did"], verb) if found["did"] else lemma(verb)
    return Compared(_asking(f"How {_much(verb, more, rest)} {rest}".strip(), *tense), more not in _LESS)


def _price(found: dict[str, str]) -> Compared:
    """ "which is cheaper", "which was the most expensive" """
    return Compared(_asking("How much", found["is"], "cost"), found["how"].startswith(("more", "most")))


def _is(found: dict[str, str]) -> Compared | None:
    """ "who is taller", "which was the longest of all" """
    if (quality := _QUALITY.get(found["how"])) is None:
        return None
    name, most = quality
    if name == "heavy":
        return Compared(_asking("How much", found["is"], "weigh"), most)
    return Compared(lambda one: f"How {name} {found['is']} {one}?", most)


def _did(found: dict[str, str]) -> Compared | None:
    """ "who ran farther", "who did jump the highest" """
    if (quality := _QUALITY.get(found["how"])) is None or found["verb"] in _BE:
        return None
    tense = (found["did"], found["verb"]) if found["did"] else lemma(found["verb"])
    return Compared(_asking(f"How {quality[0]}", *tense, rest=found["rest"]), quality[1])


def _when(found: dict[str, str]) -> Compared | None:
    """ "on which day did they sell more cakes", "at which shop does she pay less" """
    verb, more, rest = found["verb"], found["more"].split()[-1], found["rest"]
    if " than " in f" {rest} ":
        return None
    start = f"How {_much(verb, more, rest)} {rest}".strip()
    end = f"{found['did']} {found['who']} {verb} {found['at']}"
    return Compared(lambda one: f"{start} {end} {one}?", more not in _LESS)


def _of(found: dict[str, str]) -> Compared:
    """ "which fruit did she buy more of", "what does he have the most of" """
    end = f"{found['did']} {found['who']} {found['verb']}"
    most = found["more"].split()[-1] not in _LESS
    return Compared(lambda one: f"How many {_bare(one)} {end}?", most, counts=True)


def _whose(found: dict[str, str]) -> Compared | None:
    """ "whose rope is longer" """
    if (quality := _QUALITY.get(found["how"])) is None:
        return None
    name, most = quality
    if name == "heavy":
        return Compared(lambda one: f"How much does {one}'s {found['what']} weigh?", most)
    return Compared(lambda one: f"How {name} {found['is']} {one}'s {found['what']}?", most)


ARTICLE = r"(?:(?:the|a|an|his|her|their|my|our)\s+)?"
_WHO = r"(?:who|(?:which|what)(?:\s+(?:one|of\s+(?:the|these|them)(?:\s+\w+)?|[\w-]+?(?:\s+[\w-]+)??))?)"
_MORE = r"(?P<more>(?:the\s+)?(?:more|most|fewer|fewest|less|least))"
_TENSE = r"(?P<is>is|was|are|were)"
_SUBJECT = rf"(?P<who>(?:{ARTICLE}[\w'’-]+\s+){{1,3}}?)"
#: The first one that fits counts.
_FORMS: tuple[tuple[re.Pattern[str], Callable[[dict[str, str]], Compared | None]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), made)
    for pattern, made in (
        (
            r"(?P<at>on|in|at|during|for|from)\s+(?:which|what)\s+(?:[\w-]+\s+)?(?P<did>did|does|do)\s+"
            rf"{_SUBJECT}(?P<verb>[a-z]+)\s+{_MORE}\b(?P<rest>.*)",
            _when,
        ),
        (
            rf"(?:which|what)(?:\s+[\w-]+){{0,3}}?\s+(?P<did>did|does|do)\s+{_SUBJECT}"
            rf"(?P<verb>[a-z]+)\s+{_MORE}(?:\s+of)?",
            _of,
        ),
        (
            rf"whose\s+(?P<what>[\w-]+(?:\s+[\w-]+)??)\s+{_TENSE}\s+(?:the\s+)?(?P<how>[a-z]+)",
            _whose,
        ),
        (
            rf"{_WHO}\s+{_TENSE}\s+(?:the\s+)?(?P<how>cheaper|cheapest|(?:more|most|less|least)\s+expensive)",
            _price,
        ),
        (
            rf"(?P<did>did|does|do)?\s*{_WHO}\s+(?P<verb>[a-z]+)\s+{_MORE}\b(?P<rest>.*)",
            _amount,
        ),
        (
            rf"{_WHO}\s+{_TENSE}\s+(?:the\s+)?(?P<how>[a-z]+)(?:\s+(?:one|now|of (?:all|them)))?",
            _is,
        ),
        (
            rf"(?P<did>did|does|do)?\s*{_WHO}\s+(?P<verb>[a-z]+)\s+(?:the\s+)?(?P<how>[a-z]+)(?P<rest>(?:\s+\w+)*)",
            _did,
        ),
    )
)


def _much(verb: str, more: str, rest: str) -> str:
    """ "many" of what is counted, else "much"."""
    words = rest.split()[:3]
    if not words:
        return "much" if more in ("less", "least") or verb.startswith(_IN_NO_PIECES) else "many"
    plural = any(word.endswith("s") and not word.endswith("ss") for word in words)
    return "many" if plural or words[0] in _PLURALS else "much"


def _asking(how: str, tense: str, verb: str, rest: str = "") -> Callable[[str], str]:
    """ "How many shells", "did", "collect" -> a question to each candidate."""
    auxiliary = {"is": "does", "are": "do", "was": "did", "were": "did"}.get(tense, tense)
    return lambda one: f"{how} {auxiliary} {one} {verb} {rest}".rstrip() + "?"


def _bare(thing: str) -> str:
    return re.sub(r"^(?:the|a|an)\s+", "", thing, flags=re.IGNORECASE)
