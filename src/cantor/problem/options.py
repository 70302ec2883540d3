"""The options that a question for who or which names itself: "Which is cheaper, the pen or the cup?"."""

import re

from cantor.problem.reader import quantities

ARTICLE = r"(?:(?:the|a|an|his|her|their|my|our)\s+)?"
_OPTION = r"[\w'’.-]+(?:\s+[\w'’.-]+){0,6}?"
#: "..., the pen or the cup", ": A, B or C"; or first: "Between Ana and Ben, who ...".
_AFTER = re.compile(rf"(?:\s*[,:;–—]\s*|\s+-\s+)({_OPTION}(?:\s*,\s*{_OPTION})*\s*,?\s+or\s+{_OPTION})$")
_BETWEEN = re.compile(rf"^(?:between|of)\s+({_OPTION})\s+and\s+({_OPTION}),\s*", re.IGNORECASE)
_AUXILIARY = r"(did|does|do|is|are|was|were|has|have)"
#: "Did Ana or Ben ...", "Is the pen or the cup ..."
_EITHER = re.compile(
    rf"^{_AUXILIARY}\s+(?:either\s+)?({ARTICLE}[\w'’-]+(?:\s[\w'’-]+)?)\s+or\s+"
    rf"({ARTICLE}[\w'’-]+(?:\s(?-i:[A-Z])[\w'’-]*)?)\s+(?=\w)",
    re.IGNORECASE,
)
_THINGS = r"([a-z]+(?:\s+[a-z]+)?)\s+or\s+((?!more\b|less\b|fewer\b)[a-z]+(?:\s+[a-z]+s)?)"
_WHERE = r"(?:\s+((?:in|at|on)\s+.*))?"
#: "Are there more boys or girls in the class?", "Did Lea buy more apples or pears?"
_THERE = re.compile(rf"^(is|are|was|were)\s+there\s+(more|fewer|less)\s+{_THINGS}{_WHERE}$", re.IGNORECASE)
_OBJECTS = re.compile(
    rf"^(did|does|do)\s+({ARTICLE}[\w'’-]+)\s+([a-z]+)\s+(more|fewer|less)\s+{_THINGS}{_WHERE}$",
    re.IGNORECASE,
)


def options(question: str) -> tuple[str, tuple[str, ...]]:
    """A question without the options that it names, and these."""
    if between := _BETWEEN.match(question):
        return question[between.end() :], (between[1], between[2])
    if after := _AFTER.search(question):
        named = re.split(r"\s*,\s*(?:or\s+)?|\s+or\s+", after[1])
        return question[: after.start()], tuple(named)
    if there := _THERE.match(question):
        verb, more, one, other, where = there.groups(default="")
        return f"which {verb} there {more} of {where}".strip(), _both(one, other)
    if objects := _OBJECTS.match(question):
        did, subject, verb, more, one, other, where = objects.groups(default="")
        return f"which {did} {subject} {verb} {more} of {where}".strip(), _both(one, other)
    if either := _EITHER.match(question):
        verb, rest = either[1].lower(), question[either.end() :]
        who = "who" if either[2][0].isupper() else "which"
        asked = f"{verb} {who} {rest}" if verb in ("did", "does", "do") else f"{who} {verb} {rest}"
        return asked, (either[2], either[3])
    return question, ()


def are_told(named: tuple[str, ...], story: str) -> bool:
    """Whether the numbers in options are the story's, as in "the 6-pack", and no option is but a number."""
    known = {number.value for number in quantities(story)}
    return all(
        re.search(r"[^\W\d]", option) is not None
        and all(number.value in known for number in quantities(option))
        for option in named
    )


def _both(one: str, other: str) -> tuple[str, str]:
    """ "red", "blue pens" -> "red pens", "blue pens"."""
    last = other.split()
    return (f"{one} {last[1]}" if len(last) > 1 and " " not in one else one), other
