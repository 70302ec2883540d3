"""Why a text gets no answer, in plain words: what is missing, not mentioned, not English, not a problem."""

import re

from cantor.problem import MAX_CHARACTERS, Problem, read_numbers
from cantor.problem.asked_unit import NO_UNIT
from cantor.problem.language import has_english_words, is_english
from cantor.problem.missing import missing
from cantor.problem.problem import NumberKind
from cantor.problem.sentences import sentences
from cantor.solver.solution import Issue

NOT_A_NUMBER = Issue("not_a_number", "This question does not ask for a number.")
_NOT_ENGLISH = Issue(
    "not_english", "The text does not seem to be English, the only language that the solver reads."
)
#: Words that make a text without a question word ask all the same: "5 pens at $2 each, total cost".
_TERSE = re.compile(
    r"\b(?:total|altogether|left|remain\w*|sum|costs?|price|change|profit|speed|distance|area"
    r"|perimeter|how|what|figure"
    r"|convert|express|give|tell|write|count|say|state|name|list|show|complete|need|must|should"
    r"|number of|probability"
    r"|next|missing|value|answer|solution|result|amount|ratio|rate)\b|[?=…]|\. ?\. ?\.|-\s*\."
)


def too_much(text: str) -> Issue | None:
    """Why a text is not even read."""
    if len(text) <= MAX_CHARACTERS:
        return None
    return Issue(
        "too_long",
        f"The text has {len(text):,} characters; the solver reads at most {MAX_CHARACTERS:,}. Shorten it.",
    )


def unanswerable(problem: Problem) -> Issue | None:
    """Why a text is not worth the network's thoughts."""
    if not problem.text.strip():
        return Issue("no_text", "There is no text to solve.")
    if not is_english(problem.text):
        return _NOT_ENGLISH
    if not problem.numbers:
        return _no_numbers(problem)
    asked = [s.asks for s in sentences(problem.text)]
    if "other" in asked and "number" not in asked and not re.search(r"\bhow\b", problem.text, re.IGNORECASE):
        return NOT_A_NUMBER
    if not problem.question.asks and _tells_only(problem.text):
        return Issue("not_a_question", "The text tells something, but does not ask for anything.")
    if not problem.question.asks and _is_noise(problem.text):
        return Issue("not_a_problem", "The text does not read as a problem: it asks for nothing.")
    if (reason := missing(problem)) is not None:
        return Issue("missing_information", reason)
    return None


def asks_tersely(text: str) -> bool:
    """Whether a text without a question says all the same what it is about: "total cost"."""
    return _TERSE.search(text.lower()) is not None


def _no_numbers(problem: Problem) -> Issue:
    if any(number.kind is NumberKind.ORDINAL for number in read_numbers(problem.text)):
        return Issue("no_numbers", "The text mentions no number to compute with, only places in an order.")
    if not problem.question.asks:
        return Issue("not_a_problem", "The text is no problem: it mentions no number and asks for nothing.")
    return Issue("no_numbers", "The text mentions no number.")


def _tells_only(text: str) -> bool:
    """Whether a text is whole sentences, none of which asks even in passing."""
    lower = text.lower().rstrip("\"'”’) \n\t")
    return lower.endswith((".", "!")) and len(lower.split()) > 3 and not _TERSE.search(lower)


def _is_noise(text: str) -> bool:
    """Words around numbers that are no English and ask for nothing: "asdf 3 qwer 5"."""
    words = re.findall(r"[^\W\d_]{2,}", text)
    return len(words) > 1 and not has_english_words(text) and not _TERSE.search(text.lower())


def refusal(refused: bool, problem: Problem) -> Issue | None:
    """What to say where the network takes a text for one that cannot be answered."""
    if not refused:
        return None
    if not problem.question.asks:
        return Issue("not_a_question", "The text does not ask for anything.")
    unmentioned = _unmentioned(problem)
    if unmentioned:
        return Issue("missing_information", f"The text does not say how many {unmentioned} there are.")
    return Issue(
        "missing_information", "The text does not seem to tell all that is needed to answer its question."
    )


def _unmentioned(problem: Problem) -> str:
    """What the question counts, where the rest of the text never speaks of it."""
    unit = problem.question.unit
    asking = [s for s in sentences(problem.text) if s.asks]
    if unit == NO_UNIT or not unit.after or unit.after == "%" or not asking or " per " in unit.after:
        return ""
    head = unit.after.split()[-1]
    before = (problem.text[: asking[-1].start] + problem.text[asking[-1].end :]).lower()
    stem = head[: max(3, len(head) - 3)]
    kinds = unit.after.split()[:-1]  # "blue", where the text speaks of red pens only
    return "" if stem in before and all(kind in before for kind in kinds) else unit.after
