"""Questions for who or which: "Who has more shells?" asks the same number of each, and compares.

Such a question is told apart by its words alone, and asked anew of every candidate: "How many shells does
Ana have?", "How many shells does Ben have?". What is compared otherwise, or has no candidates that can be
named, is left to whoever refuses it.
"""

import re
from dataclasses import dataclass

from cantor.problem.candidates import candidates, in_full
from cantor.problem.compared import compared
from cantor.problem.options import are_told, options
from cantor.problem.reader import quantities
from cantor.problem.sentences import sentences

#: More candidates than these are no choice among named ones.
MAX_CANDIDATES = 5
#: Nor are longer questions,
MAX_CHARACTERS = 300
#: or longer texts, of which the network would not read the half.
MAX_TEXT = 5_000


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
    if len(text) > MAX_TEXT or _CHOICE_WORD.search(text) is None:  # most texts are told so by a look
        return None
    asking = [s for s in sentences(text) if s.asks or s.text.endswith("?")]
    if len(asking) != 1:
        return None
    last = asking[0]
    if len(last.text) > MAX_CHARACTERS or not _MAY_CHOOSE.search(last.text) or _HOW.search(last.text):
        return None
    story = f"{text[: last.start]} {text[last.end :]}".strip()
    question, named = options(_AROUND.sub("", last.text).strip())
    if quantities(_HOW_MANY_THERE_ARE.sub("", question)) or not are_told(named, story):
        return None
    found = compared(question, story)
    if found is None:
        return None
    chosen_from = named or candidates(found.among, story)
    if not 2 <= len(chosen_from) <= MAX_CANDIDATES:
        return None
    in_story = [in_full(one, story) if found.among == "counted" else one for one in chosen_from]
    questions = tuple(found.ask(one) for one in in_story)
    told = text[: last.start] + re.sub(r"\S", " ", last.text) + text[last.end :]
    return Choice(chosen_from, questions, tuple(f"{told.rstrip()} {each}" for each in questions), found.most)


_CHOICE_WORD = re.compile(r"\b(?:who|whose|which|what|or)\b", re.IGNORECASE)
_MAY_CHOOSE = re.compile(
    r"\b(?:who|whose|which|what|did|does|do|is|are|was|were|has|have)\b.*"
    r"\b(?:more|most|fewer|fewest|less|least|[a-z]+er|[a-z]+est|further|farther|first|last|won|wins)\b",
    re.IGNORECASE,
)
#: "Who has more, and by how much?" asks for a number after all.
_HOW = re.compile(r"\bhow\b", re.IGNORECASE)
_AROUND = re.compile(
    r"^(?:(?:so|then|now|and|in the end|at the end|altogether|of the two|of them)\b,?\s*)+|[?\s]+$",
    re.IGNORECASE,
)
#: "Which of the two", "which one": no numbers to compute with.
_HOW_MANY_THERE_ARE = re.compile(r"\bof (?:the|these) (?:two|three|four|five)\b|\bone\b", re.IGNORECASE)
