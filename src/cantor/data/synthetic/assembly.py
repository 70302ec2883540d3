"""Puts clauses and a question together into one text, in one of several surface styles."""

from dataclasses import dataclass
from random import Random

from cantor.data.synthetic.stage import Clause

#: Clauses that begin so read badly after "if".
_NOT_AFTER_IF = ("when", "after", "then", "first", "later", "besides", "that ", "this ")
_JOINTS = (" and ", ", and ", " and ", "; ")


@dataclass(slots=True)
class Page:
    """A text under construction: pieces, masked pieces, and where its numbers stand."""

    texts: list[str]
    masks: list[str]
    mentions: list[tuple[int, str]]

    def add(self, clause: Clause, capital: bool) -> None:
        offset = len(self.texts)
        self.mentions.extend((offset + at, name) for at, name in clause.mentions)
        self.texts.extend(clause.texts)
        self.masks.extend(clause.masks)
        if capital:
            self.texts[offset] = _capital(self.texts[offset])
            self.masks[offset] = _capital(self.masks[offset])

    def write(self, text: str) -> None:
        self.texts.append(text)
        self.masks.append(text)


def choose_joints(clauses: int, random: Random, chance: float) -> list[str]:
    """What stands before each clause: a full stop or, now and then, a joint to the clause before."""
    joints: list[str] = []
    for i in range(clauses):
        joined = i > 0 and joints[-1] == ". " and random.random() < chance
        joints.append(random.choice(_JOINTS) if joined else ". ")
    return joints


def narrate(clauses: list[Clause], joints: list[str], question: Clause, joined: bool) -> Page:
    """The story and then its question; `joined` puts the last clause into the question with "if"."""
    page = Page([], [], [])
    told = clauses[:-1] if joined else clauses
    for i, clause in enumerate(told):
        if i:
            page.write(joints[i])
        page.add(clause, i == 0 or joints[i] == ". ")
    if told:
        page.write(". ")
    if joined:
        page.write("If ")
        page.add(clauses[-1], False)
        page.write(", ")
    page.add(question, not joined)
    _close(page)
    return page


def conditional(clause: Clause) -> bool:
    """Whether a clause may follow "if"."""
    return not clause.texts[0].startswith(_NOT_AFTER_IF)


def ask_first(clauses: list[Clause], question: Clause) -> Page:
    """The question, with the whole story as its condition."""
    page = Page([], [], [])
    page.add(question, True)
    command = _drop_full_stop(page)
    page.write(" if ")
    for i, clause in enumerate(clauses):
        if i:
            page.write(" and " if i == len(clauses) - 1 else ", ")
        page.add(clause, False)
    page.write("." if command else "?")
    return page


def _drop_full_stop(page: Page) -> bool:
    if not page.texts[-1].endswith("."):
        return False
    page.texts[-1] = page.texts[-1][:-1]
    page.masks[-1] = page.masks[-1][:-1]
    return True


def _close(page: Page) -> None:
    if not page.texts[-1].endswith("."):
        page.write("?")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def roughen(page: Page, random: Random) -> str:
    """Give a page the look of a less tidy source now and then; returns the style's name."""
    chance = random.random()
    if chance < 0.82:
        return "plain"
    if chance < 0.84:
        if page.texts[-1] == "?":
            page.texts[-1] = random.choice(("", ".", "?"))
        return "unmarked"
    numbers = {at for at, _ in page.mentions}
    if chance < 0.98:
        page.texts = [t if i in numbers else _spaced(t) for i, t in enumerate(page.texts)]
    if chance < 0.93 or chance >= 0.98:
        page.texts = [t.lower() for t in page.texts]
        return "lower"
    return "tokenised"


def _spaced(text: str) -> str:
    if "." in text or "," in text or "?" in text or "'" in text or ";" in text:
        for mark in ".,?;":
            text = text.replace(mark, " " + mark)
        text = text.replace("'s", " 's")
    return text
