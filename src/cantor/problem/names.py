"""Whom and what a story names: people, places, teams; and those whose things it tells of."""

import re

_NAME_WORD = r"[A-Z][\w-]*"
#: A name of one or more words: "Ana", "Mr. Ross", "Mount Iron", "Shop A".
_NAME = re.compile(rf"(?<![\w'’-])(?:(?:Mr|Mrs|Ms|Dr)\.\s+)?{_NAME_WORD}(?:\s+{_NAME_WORD})*")
#: Words that name nobody, with a capital or without.
NO_NAMES = frozenset(
    """
    a an the he she it they we i you his her its their our my your this that these those there here if
    when while after before on in at by for from to of with during each every both one two three four
    five six seven eight nine ten some many most all another other and but or so then now how what who
    which where why yesterday today tomorrow monday tuesday wednesday thursday friday saturday sunday
    january february march april may june july august september october november december as not no
    since until later next last first second also only between among altogether it's she's he's that's
    there's let's once twice inside outside near over under christmas easter halloween english
    """.split()
)
#: People whom a story knows by what they are.
ROLE = (
    r"(?:brother|sister|mother|father|mum|mom|dad|aunt|uncle|cousin|friend|neighbou?r|grand\w+|son|daughter"
    r"|twin|boy|girl|man|woman|teacher|coach|teammate|partner|boss|child|baby|wife|husband|classmate)s?"
)
_OWNER = re.compile(
    rf"((?<![\w'’-])(?:[Hh]is|[Hh]er|[Mm]y)\s+{ROLE}|{_NAME.pattern})['’](?:s\b|(?<=s['’])\s)"
)
_MINE = re.compile(r"(?:his|her|my)\s", re.IGNORECASE)


def named(story: str) -> tuple[str, ...]:
    """People, places and teams that a story names."""
    names = dict.fromkeys(_without_small_words(match[0]) for match in _NAME.finditer(story))
    return tuple(
        f"the {name}" if _has_article(name, story) else name
        for name in names
        if name and not _is_common(name, story) and not _is_owner_only(name, story)
    )


def owners(story: str) -> tuple[str, ...]:
    """Those whose things a story tells of: "Ana's rope"."""
    found = (one[1] for one in _OWNER.finditer(story))
    people = (one[0].lower() + one[1:] if _MINE.match(one) else _without_small_words(one) for one in found)
    return tuple(dict.fromkeys(one for one in people if one and f"{one.lower()}'s" not in NO_NAMES))


def _without_small_words(name: str) -> str:
    """A name without what only begins its sentence: "On Monday Ana" is Ana."""
    words = name.split()
    while words and words[0].lower() in NO_NAMES:
        words.pop(0)
    while words and words[-1].lower() in NO_NAMES and words[0].lower() not in ("aunt", "uncle"):
        words.pop()
    return " ".join(words)


def _is_common(name: str, story: str) -> bool:
    """Whether it is but a sentence's first word: written small elsewhere, or many ("Pens cost $2")."""
    one = re.escape(name)
    return " " not in name and (
        re.search(rf"(?<!['’-])\b{re.escape(name.lower())}\b", story) is not None
        or (
            name.endswith("s")
            and re.search(rf"(?:^|[.!?]\s+){one}\s+(?:are|were|have|cost|weigh)\b", story) is not None
        )
    )


def _is_owner_only(name: str, story: str) -> bool:
    """Whether somebody is named for what is theirs only: "Ana's shop"."""
    one = re.escape(name)
    return len(re.findall(rf"\b{one}\b", story)) == len(re.findall(rf"\b{one}['’]s\b", story))


def is_only_where(name: str, story: str) -> bool:
    """Whether a name only ever says where: "in Paris", "drove 5 km to Leeds"."""
    one = re.escape(name)
    return len(re.findall(rf"{_WHERE}\s+{one}\b", story, re.IGNORECASE)) == len(
        re.findall(rf"\b{one}\b", story, re.IGNORECASE)
    )


_WHERE = (
    r"\b(?:in|at|near|on|(?:km|miles|went|goes?|drove|drives?|flew|walked|ran|rode|travel\w+|moved|came|back|trip)"
    r"\s+(?:to|from))"
)


def _has_article(name: str, story: str) -> bool:
    return re.search(rf"\bthe\s+{re.escape(name)}\b", story, re.IGNORECASE) is not None
