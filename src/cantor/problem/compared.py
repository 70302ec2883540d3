"""What a question for who or which compares, and how to ask each candidate for it.

Each form of such a question is a pattern, and a function that makes of it what to ask: "who has more shells"
becomes "How many shells does … have?".
"""

import re
from collections.abc import Callable

from cantor.problem import forms, outcome
from cantor.problem.asking import Compared
from cantor.problem.options import ARTICLE


def compared(question: str, story: str = "") -> Compared | None:
    """What a question compares, without its options and its mark; None where that is not plain.

    The story is looked at where the question leaves it open: a race is won by time, a game by points.
    """
    for pattern, said in _SAME:
        question = pattern.sub(said, question)
    for pattern, made in _FORMS:
        if (match := pattern.fullmatch(question)) is not None:
            found = {name: (value or "").strip() for name, value in match.groupdict().items()}
            found = {name: value if name == "subject" else value.lower() for name, value in found.items()}
            if _OPEN.search(found.get("rest", "")):
                return None
            among = "who" if _WHOM.search(question) else found.get("kind", "")
            if (plain := made(found | {"among": among, "story": story})) is not None:
                return plain
    return None


_NUMBER_OF = r"(?:total\s+)?(?:number|amount|quantity)\s+of\b"
#: Other words for the same.
_SAME = tuple(
    (re.compile(pattern, re.IGNORECASE), said)
    for pattern, said in (
        (rf"\b(?:the\s+)?(?:greatest|largest|highest|biggest)\s+{_NUMBER_OF}", "the most"),
        (rf"\b(?:the\s+)?(?:smallest|lowest|least|fewest)\s+{_NUMBER_OF}", "the least"),
        (rf"\ba\s+(?:greater|larger|higher|bigger)\s+{_NUMBER_OF}", "more"),
        (rf"\ba\s+(?:smaller|lower|lesser)\s+{_NUMBER_OF}", "less"),
        (r"\b(?:a|the)\s+(?:longer|greater)\s+distance\b", "farther"),
        (r"\b(?:a|the)\s+(?:longest|greatest)\s+distance\b", "farthest"),
        (r"\b(?:a|the)\s+(?:shorter|smaller)\s+distance\b", "nearer"),
        (r"^(?:which|what)\s+one\s+of\b", "which of"),
        (r"\bend(?:ed|s)\s+up\s+with\b", "has"),
    )
)
_WHOM = re.compile(r"\bwho\b", re.IGNORECASE)
#: What is compared so is not what a story tells: "more than Ana", "if he buys two", "more cheaply".
_OPEN = re.compile(r"\b(?:than|if|or|unless|when|and|[a-z]+ly)\b")

_BE = r"(?:is|was|are|were|will|would|can|could|should|must|may|might|do|does|did|has|have|had)"
_KIND = rf"(?!(?:{_BE}|of|one)\b)(?P<kind>[\w-]+(?:\s+of\s+[a-z]+|\s+(?!(?:{_BE}|the|a|an)\b)[\w-]+)??)"
_WHICH = rf"(?:which|what)(?:\s+(?:one|of\s+(?:the|these|them)(?:\s+\w+){{0,2}}|{_KIND}))?"
_WHO = rf"(?:who|{_WHICH})"
_AT = rf"(?P<at>on|in|at|during|for|from)\s+(?:which|what)\s+{_KIND}"
_WHEN = rf"(?P<at>)(?:which|what)\s+{_KIND}"
_MORE = r"(?P<more>(?:the\s+)?(?:more|most|fewer|fewest|less|least))"
_IS = r"(?P<is>is|was|are|were)"
_DID = r"(?P<did>did|does|do)"
_HOW = r"(?:the\s+)?(?P<how>[a-z]+)"
_CHEAP = r"(?P<how>cheaper|cheapest|(?:more|most|less|least)\s+expensive)"
_VERB = r"(?P<verb>(?!(?:of|one|the)\b)[a-z]+)"
_SUBJECT = rf"(?P<subject>(?:{ARTICLE}[\w'’-]+\s+){{1,3}}?)"
_REST = r"\b(?P<rest>.*)"
_FROM = r"(?P<rest>(?:\s+(?:to|from)\s+.*)?)"
_BUY = r"(?:better|best)\s+(?:buy|deal|value|bargain|offer|price)(?:\s+for\s+\w+\s+money)?"
#: The first one that fits counts.
_FORMS: tuple[tuple[re.Pattern[str], Callable[[dict[str, str]], Compared | None]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), made)
    for pattern, made in (
        (rf"{_AT}\s+{_DID}\s+{_SUBJECT}{_VERB}\s+{_MORE}{_REST}", forms.by_when),
        (rf"{_AT}\s+{_DID}\s+{_SUBJECT}{_VERB}\s+{_HOW}", forms.by_when_how),
        (rf"{_AT}\s+{_IS}\s+there\s+{_MORE}{_REST}", forms.by_were),
        (rf"{_AT}\s+{_IS}\s+(?P<thing>(?:(?:the|a|an)\s+)?[a-z]+)\s+(?:the\s+)?{_CHEAP}", forms.by_cheaper),
        (rf"{_WHICH}\s+{_DID}\s+{_SUBJECT}{_VERB}\s+{_MORE}(?:\s+of\b(?P<rest>.*))?", forms.by_of),
        (rf"{_WHICH}\s+{_IS}\s+there\s+{_MORE}\s+of{_REST}", forms.by_there),
        (rf"{_WHEN}\s+{_DID}\s+{_SUBJECT}{_VERB}\s+{_MORE}{_REST}", forms.by_when),
        (rf"{_WHEN}\s+{_DID}\s+{_SUBJECT}{_VERB}\s+{_HOW}", forms.by_when_how),
        (rf"whose\s+(?P<what>[\w-]+(?:\s+[\w-]+)??)\s+{_IS}\s+{_HOW}", forms.by_whose),
        (rf"whose\s+(?P<thing>[\w-]+)\s+{_IS}\s+(?:the\s+)?{_CHEAP}", forms.by_whose_price),
        (rf"whose\s+(?P<thing>[\w-]+)\s+{_VERB}\s+{_MORE}{_REST}", forms.by_whose_did),
        (rf"whose\s+(?P<thing>[\w-]+)\s+{_VERB}\s+{_HOW}(?P<rest>)", forms.by_whose_did),
        (rf"{_WHO}\s+{_IS}\s+(?:the\s+|a\s+)?{_CHEAP}", forms.by_price),
        (rf"{_WHICH}\s+(?:has|sells|offers)\s+(?:the\s+)?{_CHEAP}\s+(?P<thing>[a-z]+)", forms.by_cheaper),
        (rf"{_WHICH}\s+(?:is|was|has|offers|gives)\s+(?:the\s+|a\s+)?{_BUY}", outcome.value),
        (
            rf"{_WHO}\s+(?:won|wins|is\s+the\s+winner|was\s+the\s+winner)(?:\s+(?:of\s+)?(?:the|this)\s+[a-z]+)?",
            outcome.won,
        ),
        (
            rf"{_WHO}\s+(?:finished|came|arrived|came\s+in|was|got\s+there)\s+(?:the\s+\w+\s+)?(?P<how>first|last)",
            outcome.finished,
        ),
        (rf"{_DID}?\s*{_WHO}\s+{_VERB}\s+{_MORE}{_REST}", forms.by_amount),
        (rf"{_WHO}\s+(?P<did>will)\s+{_VERB}\s+{_MORE}{_REST}", forms.by_amount),
        (rf"{_WHO}\s+{_VERB}\s+(?:the|a)\s+(?P<how>[a-z]+)\s+(?P<thing>[a-z]+)", forms.by_has),
        (rf"{_WHO}\s+{_IS}\s+{_HOW}(?:\s+(?:one|now|of (?:all|them|the \w+)))?{_FROM}", forms.by_is),
        (rf"{_DID}?\s*{_WHO}\s+{_VERB}\s+(?P<what>(?:the|a|an)\s+[a-z]+\s+)?{_HOW}{_FROM}", forms.by_did),
    )
)
