"""Who or what a question for who or which may mean: people, things and days that its story tells apart."""

import re

from cantor.problem.lemma import PAST
from cantor.problem.names import NO_NAMES, ROLE, is_only_where, named, owners
from cantor.problem.phrases import singular
from cantor.problem.reader import quantities

_CALENDAR = {
    "day": re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b"),
    "month": re.compile(
        r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
    ),
    "season": re.compile(r"\b(?:spring|summer|autumn|fall|winter)\b"),
}
_SOMEBODY = frozenset("who person child boy girl student pupil player friend runner kid".split())
#: Kinds whose members a story does not name, though it may name others: "Which number is larger?"
_NOT_NAMED = frozenset(
    """
    number fraction decimal digit expression equation sum product difference quotient operation answer
    question statement side part half result value amount quantity percentage choice option way
    """.split()
)
_ARTICLE = r"(?:the|an|a|one|another|his|her|my|our|their|its)"
_PRESENT = (
    r"(?:has|have|costs?|weighs?|measures?|takes?|lasts?|holds?|contains?|carr(?:y|ies)|runs?|flies|fly|swims?"
    r"|grows?|lives?|sells?|reach(?:es)?|jumps?|drives?|walks?|travels?|goe?s?|pays?|earns?|charges?|needs?|eats?"
    r"|drinks?|sleeps?|reads?|picks?|bakes?|lays?|makes?|wins?|gets?|gives?|collects?|saves?|spends?|uses|use)"
)
#: "moves 2 m", "gives a third"
_BEFORE_AMOUNT = r"[a-z]{2,}s(?=\s+(?:about\s+|only\s+|up\s+to\s+)?(?:[$€£]|\d|an?\b|twice\b|half\b))"
_ACTS = rf"(?:{_PRESENT}|{_BEFORE_AMOUNT}|[a-z]{{3,}}ed|{'|'.join(sorted(PAST))})"
_IS = r"(?:is|are|was|were|can|will|does|do|did)"
_CLAUSE = r"(?:^|[.!?;:,]\s+|\b(?:and|but|while|whereas)\s+)"
#: What a clause is about: the thing before its verb; of two verbs in a row the first belongs to the thing.
_SUBJECT = re.compile(
    rf"{_CLAUSE}((?:{_ARTICLE}|(?-i:[A-Z])\w+['’]s)\s+(?:[\w'’-]+\s+){{0,3}}?[\w'’-]+)\s+"
    rf"(?={_IS}\b|{_ACTS}\b(?!\s+{_ACTS}\b))",
    re.IGNORECASE | re.MULTILINE,
)
#: Words before a thing that do not tell it from another of its kind.
_NO_MARK = (NO_NAMES - {"first", "second", "last"}) | frozenset(
    """
    is are was were has have had than same such per just about exactly new own whole buys bought sells sold
    makes made costs cost gets got any few several more less fewer into onto like kind
    """.split()
)


def candidates(among: str, story: str) -> tuple[str, ...]:
    """What may be chosen in a story: "who", "whose", "counted", a kind of thing, or "" for any."""
    if among == "whose":
        return found if len(found := owners(story)) > 1 else _people(story)
    if among == "counted":
        return counted(story)
    return _people(story) if among in _SOMEBODY else _of_kind(among.lower(), story)


# People


def _people(story: str) -> tuple[str, ...]:
    """By name or by what they are: "Ana", "her brother"; where none is named, what the clauses are about."""
    by_name = [name for name in named(story) if not is_only_where(name, story)]
    subjects = _subjects(story)
    by_role = [one for one in subjects if _BY_ROLE.fullmatch(one)]
    if len(by_name) > 1:  # "The teacher has 9 stars", "His aunt gives him 5": beside those who are compared
        by_role = [one for one in by_role if one[:4] != "the " and not _gives(one, story)]
    found = {*by_name, *by_role}
    if len(found) < 2 and not by_name:
        return subjects
    return tuple(sorted(found, key=lambda one: story.lower().find(one.lower().removeprefix("the "))))


_BY_ROLE = re.compile(rf"[\w'’]+\s+(?:\w+\s+)?{ROLE}", re.IGNORECASE)


def _gives(somebody: str, story: str) -> bool:
    gives = r"\s+(?:then\s+|also\s+)?(?:g[ai]ves?|lends?|lent|hands?|handed|sends?|sent|brings?|brought)\b"
    return re.search(re.escape(somebody) + gives, story, re.IGNORECASE) is not None


# Things


def _of_kind(kind: str, story: str) -> tuple[str, ...]:
    """What is told apart of a kind: "Shop A", "the red box", "the pack of 6 eggs", else things or names."""
    if (calendar := _CALENDAR.get(kind)) is not None and (days := calendar.findall(story)):
        return tuple(dict.fromkeys(days))
    kind = kind.split()[-1] if kind else ""  # a piece of furniture
    one = re.escape(singular(kind) or kind) if kind else "[a-z]+"
    ways = (_lettered, _filled, _called, _described) if kind else (_filled,)
    for told_apart in ways:
        if len(found := told_apart(one, story)) > 1:
            return found
    if kind in _NOT_NAMED or kind in _CALENDAR:
        return ()
    return subjects if len(subjects := _subjects(story)) > 1 else named(story)


def _lettered(kind: str, story: str) -> tuple[str, ...]:
    """Shop A, Shop B; Class 4A, Class 5."""
    found = re.findall(rf"\b({kind}\s+(?:(?-i:[A-Z])|\d+(?-i:[A-Za-z])?))\b", story, re.IGNORECASE)
    return tuple(dict.fromkeys(one[0].upper() + one[1:] for one in found))


def _filled(kind: str, story: str) -> tuple[str, ...]:
    """The pack of 6 eggs; the 6-pack, the 6-pack of juice."""
    found = re.findall(
        rf"\b(?:an?|the|one)\s+({kind}\s+of\s+\d[\d.,]*\s+[a-z]+|\d+-{kind}(?:\s+of\s+[a-z]+)?)\b",
        story,
        re.IGNORECASE,
    )
    return tuple(dict.fromkeys(f"the {one}" for one in found))


def _called(kind: str, story: str) -> tuple[str, ...]:
    """Names with the kind in them: "Oak Street", "the Grand Hotel", "Mount Iron" of mountains."""
    word = {"mountain": "Mount", "hill": "Mount"}.get(kind, kind.capitalize())
    return tuple(name for name in named(story) if word in name.split())


def _described(kind: str, story: str) -> tuple[str, ...]:
    """The red box, the large one."""
    found: dict[str, None] = {}
    for match in re.finditer(rf"\b(?:the|an?|one)\s+([a-z'’-]+)\s+(?:{kind}|one)\b", story, re.IGNORECASE):
        mark = match[1].lower()
        if mark not in _NO_MARK and not quantities(mark) and not match[1][0].isupper():
            found.setdefault(f"the {mark} {kind}")
    return tuple(found)


#: What a number counts: "6 apples", "6 big red apples".
_COUNTED = re.compile(r"\s+((?:[a-z]+\s+){0,2}?[a-z]+s)\b")
_UNITS = frozenset(
    """
    dollars cents pounds euros pence seconds minutes hours days weeks months years grams kilograms litres
    liters metres meters kilometres kilometers miles feet inches yards times times' has was is does
    """.split()
)


def counted(story: str) -> tuple[str, ...]:
    """The things that a story counts."""
    found = (_COUNTED.match(story, number.span[1]) for number in quantities(story))
    things = (re.sub(r"^(?:more|other)\s+", "", match[1]) for match in found if match is not None)
    return tuple(
        dict.fromkeys(one for one in things if _UNITS.isdisjoint(one.split()) and "and" not in one.split())
    )


def in_full(option: str, story: str) -> str:
    """What a question calls "red", as its story counts it: "red beads"."""
    full = [thing for thing in counted(story) if thing.split()[0] == option.lower()]
    return full[0] if len(full) == 1 else option


# Clauses


def _subjects(story: str) -> tuple[str, ...]:
    """What the clauses of a story are about: "a pen costs …, and a cup …" are the pen and the cup."""
    found = []
    for match in _SUBJECT.finditer(story):
        article, rest = match[1].split(maxsplit=1)
        if re.search(r"['’]s$", article) is None:  # else Ana's brother
            article = article.lower() if article.lower() in _POSSESSIVE else "the"
        if not quantities(rest) and not _JOINED.search(rest):
            found.append(f"{article} {rest}")
    return tuple(dict.fromkeys(found))


_POSSESSIVE = ("his", "her", "my", "our", "their", "its")
_JOINED = re.compile(r"\b(?:and|or|that|which|who|than|of|to|not|other)\b", re.IGNORECASE)
