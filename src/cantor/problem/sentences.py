"""Sentences of a text with their places, and which of them ask."""

import re
from typing import NamedTuple

#: A sentence ends at these, where a space and the start of another follows.
_END = re.compile(r"[.!?？][\"'”’)]*(?=\s+[\"'“‘(]?(?:[A-Z0-9$€£₹¥]|[a-h]\)))|[?？][\"'”’)]*(?=\s)|\n\s*\n")
#: A full stop after these ends no sentence, unless a question follows; "5 m." is no initial.
_ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|st|no|vs|jr|sr|prof|approx|rs|sq|ft|oz|lb)\s?|(?<![\w'’])(?<!\d\s)[b-hj-z]|\b[ap]\.m)\.\Z",
    re.IGNORECASE,
)
_SHORT = 16
_QUESTION_NEXT = re.compile(r"\s+(?:How|What|Which|Who|Whose)\b")

_ASKS_FOR_A_NUMBER = re.compile(
    r"\bhow (?:many|much|old|long|far|tall|high|wide|deep|heavy|fast|big|large|often|soon|late"
    r"|early|hot|cold)\b"
    r"|\bwhat(?:'s|’s)?\b|\bwhich (?:number|year|day|percent|fraction)\b|\bwhen\b|\b(?:by|in) how\b",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    r"\s*(?:please\s+|now\s+|then\s+)?(?:(?:find|calculate|compute|determine|work out|figure out"
    r"|convert|estimate|evaluate"
    r"|simplify)\s+(?!this\b|it\b)\S+\s+\S|(?:tell|say|give)\b.*\b(?:how|what)\b)",
    re.IGNORECASE,
)
#: Questions for a person or for yes and no.
_OTHER_QUESTION = re.compile(
    r"\s*[\"'“‘]?(?:and\s+|so\s+|but\s+)?(?:who|whose|whom|why|where|is|are|was|were|do|does|did"
    r"|has|have|had|will"
    r"|would|can|could|should)\b",
    re.IGNORECASE,
)
#: "Which is more, 3/4 or 2/3?" asks for one of them, not for a number that is computed.
_COMPARES = re.compile(
    r"\s*which (?:one |of (?:them|these|the two) )?(?:is|was|costs?|weighs?) (?:the )?(?:more|less|most|least"
    r"|bigger|biggest|larger|largest|greater|greatest|smaller|smallest|cheaper|heavier|longer|faster)\b(?!\s+\w)",
    re.IGNORECASE,
)
#: Said to the reader: no question of the problem.
_RHETORICAL = re.compile(
    r"\s*(?:can|could|will|would|do|did|are|have) you\b|\s*(?:guess|you know|know) what\b"
    r"|\s*what (?:do you think|about"
    r" that|now|next|a )\b|\s*(?:ready|right|ok)\b",
    re.IGNORECASE,
)


_WORDS_OR_DIGITS = re.compile(r"[^\W_]")


class Sentence(NamedTuple):
    """A sentence, where it stands, and whether it asks: "number", "other", or nothing."""

    start: int
    end: int
    text: str
    asks: str = ""


def sentences(text: str) -> list[Sentence]:
    """In order; what stands between them is white space."""
    found = []
    start = 0
    for end in [*_ends(text), len(text)]:
        piece = text[start:end]
        stripped = piece.strip()
        if stripped:
            begins = start + len(piece) - len(piece.lstrip())
            found.append(Sentence(begins, begins + len(stripped), stripped, asked(stripped)))
        start = end
    return found


def _ends(text: str) -> list[int]:
    ends = []
    for match in _END.finditer(text):
        before = text[max(0, match.start() - _SHORT) : match.start() + 1]
        if (
            match[0][:1] == "."
            and _ABBREVIATION.search(before)
            and not _QUESTION_NEXT.match(text, match.end())
        ):
            continue
        ends.append(match.end())
    return ends


def asked(sentence: str) -> str:
    """What a sentence asks for: "number", "other" (who, whether), or "" where it asks nothing."""
    if not _WORDS_OR_DIGITS.search(sentence):
        return ""
    marked = sentence.rstrip("\"'”’) ").endswith(("?", "？"))
    if _COMPARES.match(sentence) and not _ASKS_FOR_A_NUMBER.search(sentence):
        return "other"
    if _ASKS_FOR_A_NUMBER.search(sentence) and (marked or _asks_first(sentence)):
        return "" if _RHETORICAL.match(sentence) and not _how(sentence) else "number"
    if _ORDERS.match(sentence) and not marked:
        return "number"
    if marked and _OTHER_QUESTION.match(sentence) and not _RHETORICAL.match(sentence):
        return "other"
    if marked and not _RHETORICAL.match(sentence):
        return "number"
    return ""


def _how(sentence: str) -> bool:
    return (
        re.search(
            r"\bhow (?:many|much|old|long|far|tall)\b|\bwhat (?:is|was|are|were)\b", sentence, re.IGNORECASE
        )
        is not None
    )


def _asks_first(sentence: str) -> bool:
    """Without a question mark the question word has to begin the sentence, or a clause of it."""
    return (
        re.match(r"\s*(?:(?:if|when|after)\b[^,]*,\s*)?(?:how|what)\b", sentence, re.IGNORECASE) is not None
    )
