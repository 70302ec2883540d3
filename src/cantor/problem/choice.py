"""Questions for who or which: "Who has more shells?" asks the same number of each, and compares.

Such a question is told apart by its words alone, and asked anew of every candidate: "How many shells does
Ana have?", "How many shells does Ben have?". What is compared otherwise, or has no candidates that can be
named, is left to whoever refuses it.
"""

import re
from dataclasses import dataclass

from cantor.problem.compared import ARTICLE, compared
from cantor.problem.reader import quantities
from cantor.problem.sentences import sentences

#: More candidates than these are no choice among named ones.
MAX_CANDIDATES = 5
#: Nor are longer questions.
MAX_CHARACTERS = 300


@dataclass(frozen=True, slots=True)
class Choice:
    """Who or what may be chosen, the question to each, and whether the most is asked for, or the least.

    `texts` are the whole problems, each with its question in the place of the one that asks for a choice:
    numbers of the story keep their places.
    """

    candidates: tuple[str, ...]
    questions: tuple[str, ...]
    texts: tuple[str, ...]
    most: bool


def choice(text: str) -> Choice | None:
    """The choice that a text asks for with its only question; None where it asks for anything else."""
    if _CHOICE_WORD.search(text) is None:  # most texts are told so by a look
        return None
    asking = [s for s in sentences(text) if s.asks or s.text.endswith("?")]
    if len(asking) != 1:
        return None
    last = asking[0]
    if len(last.text) > MAX_CHARACTERS or not _MAY_CHOOSE.search(last.text) or _HOW.search(last.text):
        return None
    question, named = _options(_AROUND.sub("", last.text).strip())
    found = compared(question)
    if found is None or quantities(last.text):
        return None
    story = f"{text[: last.start]} {text[last.end :]}"
    candidates = named or (_counted_in(story) if found.counts else _named_in(story, question))
    if not 2 <= len(candidates) <= MAX_CANDIDATES:
        return None
    questions = tuple(found.ask(candidate) for candidate in candidates)
    told = text[: last.start] + re.sub(r"\S", " ", last.text) + text[last.end :]
    return Choice(candidates, questions, tuple(f"{told.rstrip()} {each}" for each in questions), found.most)


_CHOICE_WORD = re.compile(r"\b(?:who|whose|which|what|or)\b", re.IGNORECASE)
_MAY_CHOOSE = re.compile(
    r"\b(?:who|whose|which|what|did|does|do|is|are|was|were|has|have)\b.*"
    r"\b(?:more|most|fewer|fewest|less|least|[a-z]+er|[a-z]+est|further|farther)\b",
    re.IGNORECASE,
)
#: "Who has more, and by how much?" asks for a number after all.
_HOW = re.compile(r"\bhow\b", re.IGNORECASE)
_AROUND = re.compile(
    r"^(?:(?:so|then|now|and|in the end|at the end|altogether|of the two|of them)\b,?\s*)+|[?\s]+$",
    re.IGNORECASE,
)

# Who may be chosen

_OPTION = rf"{ARTICLE}[\w'’-]+(?:\s+[\w'’-]+){{0,3}}?"
#: "..., the pen or the cup", ": A, B or C"; or first: "Between Ana and Ben, who ...".
_AFTER = re.compile(rf"\s*[,:;–-]\s*({_OPTION}(?:\s*,\s*{_OPTION})*\s*,?\s+or\s+{_OPTION})$")
_BETWEEN = re.compile(rf"^between\s+({_OPTION})\s+and\s+({_OPTION}),\s*", re.IGNORECASE)
#: "Did Ana or Ben ...", "Is the pen or the cup ..."
_EITHER = re.compile(
    rf"^(did|does|do|is|are|was|were|has|have)\s+(?:either\s+)?({ARTICLE}[\w'’-]+(?:\s[\w'’-]+)?)\s+or\s+"
    rf"({ARTICLE}[\w'’-]+(?:\s(?-i:[A-Z])[\w'’-]*)?)\s+(?=\w)",
    re.IGNORECASE,
)


def _options(question: str) -> tuple[str, tuple[str, ...]]:
    """A question without the options that it names, and these."""
    if between := _BETWEEN.match(question):
        return question[between.end() :], (between[1], between[2])
    if after := _AFTER.search(question):
        named = re.split(r"\s*,\s*(?:or\s+)?|\s+or\s+", after[1])
        return question[: after.start()], tuple(named)
    if either := _EITHER.match(question):
        verb, rest = either[1].lower(), question[either.end() :]
        asked = f"who {rest}" if verb in ("did", "does", "do") else f"who {verb} {rest}"
        return (f"{verb} {asked}" if verb in ("did", "does", "do") else asked), (either[2], either[3])
    return question, ()


_CAPITALISED = re.compile(r"(?<![\w'’])[A-Z][\w-]*(?:\s+[A-Z]\b)?")
_KIND = re.compile(
    r"^(?:(?:on|in|at|during|for|from)\s+)?(?:which|what)\s+(?:one\s+)?(?:of (?:the|these)\s+\w+\s+)?(\w+)",
    re.IGNORECASE,
)
#: Words with a capital that are nobody's name.
_NO_NAMES = frozenset(
    """
    a an the he she it they we i you his her its their our my your this that these those there here if
    when while after before on in at by for from to of with during each every both one two three four
    five six seven eight nine ten some many most all another other and but or so then now how what who
    which where why yesterday today tomorrow monday tuesday wednesday thursday friday saturday sunday
    january february march april may june july august september october november december mr mrs ms dr
    miss uncle aunt grandma grandpa mom dad mum as not no since until later next last first second also
    only between among altogether it's she's he's once twice inside outside near over under
    """.split()
)


_CALENDAR = {
    "day": re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b"),
    "month": re.compile(
        r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
    ),
}


def _named_in(story: str, question: str) -> tuple[str, ...]:
    """People and places that a story names, or what it tells apart by a letter: Shop A, Shop B."""
    kind = _KIND.match(question)
    if kind is not None:
        lettered = re.findall(rf"\b{kind[1]}\s+(?:[A-Z]\b|\d\b)", story, re.IGNORECASE)
        if found := dict.fromkeys(one[0].upper() + one[1:] for one in lettered):
            return tuple(found)
        if (calendar := _CALENDAR.get(kind[1].lower())) is not None:
            return tuple(dict.fromkeys(calendar.findall(story)))
    names = dict.fromkeys(
        m[0].removesuffix("'s").removesuffix("’s")
        for m in _CAPITALISED.finditer(story)
        if m[0].lower() not in _NO_NAMES
    )
    if question.lower().startswith("whose"):
        return tuple(name for name in names if re.search(rf"\b{name}['’]s\b", story))
    return tuple(name for name in names if not _is_owner_only(name, story))


#: What a number counts: "6 apples", "6 big red apples".
_COUNTED = re.compile(r"\s+((?:[a-z]+\s+){0,2}?[a-z]+s)\b")


def _counted_in(story: str) -> tuple[str, ...]:
    """The things that a story counts."""
    found = (_COUNTED.match(story, number.span[1]) for number in quantities(story))
    return tuple(dict.fromkeys(match[1] for match in found if match is not None))


def _is_owner_only(name: str, story: str) -> bool:
    """Whether somebody is named for what is theirs only: "Ana's shop"."""
    return len(re.findall(rf"\b{name}\b", story)) == len(re.findall(rf"\b{name}['’]s\b", story))
