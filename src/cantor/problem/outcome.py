"""Who won, who was faster, who finished first: by the time or the points that a story tells."""

import re
from collections.abc import Callable

from cantor.problem.asking import Compared, asking, of_each, owned
from cantor.problem.candidates import counted
from cantor.problem.phrases import singular


def faster(who: str, tense: tuple[str, str], most: bool, story: str) -> Compared | None:
    """By speed where the story has a distance or a count for each, else by the time that each takes.

    The tense is "did" and "run", or "does" and "be".
    """
    did, base = tense
    if (rate := _RATE.search(story)) is not None:
        way = f"{'meters' if rate[1] == 'm' else rate[1]} per {rate[2]}".lower()
        return Compared(asking(f"How many {way}", did, "go" if base == "be" else base), most, who)
    if len(_DISTANCE.findall(story)) > 1:
        if base == "be":
            return Compared(lambda one: f"What {_IS[did]} {owned(one, 'speed')}?", most, who)
        return Compared(asking("How fast", did, base), most, who)
    if len(_WORK.findall(story)) > 1:
        return None if base == "be" else Compared(asking("How fast", did, base), most, who)
    return _by_time(who, did, not most, story)


def finished(found: dict[str, str]) -> Compared | None:
    """ "who finished first": it takes the shortest; of times of the day nothing is known here."""
    story = found["story"]
    return (
        None if _CLOCK.search(story) else _by_time(found["among"], "did", found.get("how") == "last", story)
    )


def won(found: dict[str, str]) -> Compared | None:
    """ "who won": by points, goals or votes, else by time."""
    if _FEWEST_WIN.search(found["story"]):
        return None
    if (points := _SCORED.search(found["story"])) is None:
        return finished(found)
    return Compared(_scoring(points[1].lower(), found["story"]), True, found["among"])


def scored(who: str, most: bool, story: str) -> Compared:
    """ "who scored higher" """
    if (points := _SCORED.search(story)) is not None:
        return Compared(_scoring(points[1].lower(), story), most, who)
    return Compared(lambda one: f"What was {owned(one, 'score')}?", most, who)


def value(found: dict[str, str]) -> Compared | None:
    """ "which is the better buy", "which shop has the better deal": where one piece costs less."""
    packed = [next(filter(None, one)).lower() for one in _PACKED.findall(found["story"])]
    if len(packed) > 1 and len(set(packed)) == 1:
        piece = singular(packed[0]) or packed[0]
        return Compared(of_each(f"How much does each {piece} in … cost?"), False, found["among"])
    things = set(counted(found["story"]))
    if len(things) == 1 and found["among"] in SHOPS:
        (thing,) = things
        return Compared(
            of_each(f"How much does each {singular(thing) or thing} cost at …?"), False, found["among"]
        )
    return None


SHOPS = ("shop", "store", "market", "supermarket", "stall", "stand", "bakery", "restaurant", "place", "cafe")
_IS = {"did": "was", "does": "is", "do": "is"}
_UNITS = ("second", "minute", "hour", "day", "week")
_TIME = re.compile(rf"\d\s+({'|'.join(_UNITS)})s?\b", re.IGNORECASE)
_CLOCK = re.compile(r"\d:\d\d|\b\d+\s*[ap]\.?m\b|o['’]clock", re.IGNORECASE)
_RATE = re.compile(
    r"\d\s*(km|kilomet(?:er|re)s|m|met(?:er|re)s|miles|feet|words|pages)\s+(?:per|an?|each|every)\s+(hour|minute|second)\b",
    re.IGNORECASE,
)
_DISTANCE = re.compile(
    r"\d\s*(?:km|m|mi|kilomet\w+|met(?:er|re)s?|miles?|yards?|feet|laps?)\b", re.IGNORECASE
)
#: A count and its time: "240 words in 6 minutes".
_WORK = re.compile(rf"\d\s+[a-z]+s\s+in\s+\d+\s+(?:{'|'.join(_UNITS)})", re.IGNORECASE)
_SCORED = re.compile(r"\d\s+(points|goals|votes|runs)\b", re.IGNORECASE)
_FEWEST_WIN = re.compile(r"\b(?:golf|strokes|fewest|lowest|penalt\w+)\b", re.IGNORECASE)
#: "a pack of 6 eggs", "a 6-pack of juice".
_PACKED = re.compile(r"\b[a-z]+\s+of\s+\d+\s+([a-z]+s)\b|\b\d+-[a-z]+\s+of\s+([a-z]+)\b", re.IGNORECASE)


def _by_time(who: str, did: str, most: bool, story: str) -> Compared | None:
    times = _TIME.findall(story)
    if len(times) < 2:
        return None
    return Compared(asking(f"How many {times[0].lower()}s", did, "take"), most, who)


def _scoring(points: str, story: str) -> Callable[[str], str]:
    verb = "score" if re.search(r"\bscor", story, re.IGNORECASE) and points != "votes" else "get"
    return asking(f"How many {points}", "did", verb)
