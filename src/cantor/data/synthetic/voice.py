"""Who is asking: the frames that textbooks, teachers and people who type put around a problem."""

from collections.abc import Sequence
from random import Random

from cantor.data.synthetic import assembly
from cantor.data.synthetic.assembly import Page
from cantor.data.synthetic.stage import Clause

#: Before the first clause, which then goes on in small letters.
_LEADS = ("Suppose ", "Suppose that ", "Let's say ", "Imagine that ", "We know that ", "Say ", "Assume ")
#: Before the whole problem.
_GREETINGS = (
    "Hi, can you help me with this? ", "Quick question. ", "Homework help please. ", "Word problem: ",
    "Please solve this. ", "I am stuck on this problem. ", "Exercise. ", "Can you work this out? ",
    "My daughter asked me this. ", "From our math book: ", "Challenge: ", "Hello! ", "Okay, here goes. ",
    "Think about this. ", "Read carefully. ", "Here is the problem: ", "Our teacher wrote on the board: ",
)  # fmt: skip
#: After it.
_GOODBYES = (
    " Thanks!", " Please explain.", " Show your work.", " Explain how you know.", " Thank you in advance.",
    " Write the answer in the box.", " Show how you got your answer.", " Please help!", " Give reasons.",
    " I need the steps too.",
)  # fmt: skip
#: Before the question.
_CUES = ("Question: ", "Now the question: ", "Tell me, ", "So ", "Then ", "Q: ", "In that case, ", "So, ")
_CAPITAL_AFTER = (": ",)
#: Clauses that begin so read badly after "if", beside those that never do.
_NO_CONDITION = (
    "if ",
    "in addition",
    "on top",
    "meanwhile",
    "another ",
    "exactly ",
    "so ",
    "arrival",
    "speed",
)


def conditional(clause: Clause) -> bool:
    """Whether a clause may follow "if" or the like."""
    return assembly.conditional(clause) and not clause.texts[0].startswith(_NO_CONDITION)


def narrate(
    clauses: Sequence[Clause],
    joints: Sequence[str],
    question: Clause | None,
    random: Random,
    joinable: bool = True,
) -> Page:
    """The story and then its question, in one of many orders; without one, the story alone.

    `joinable`: the last clause may become the question's condition.
    """
    page = Page([], [], [])
    told = list(clauses)
    chance = random.random()  # drawn in any case: a twin without a clause goes on as its twin does
    if question is None or not joinable or len(told) < 2:
        chance = 1.0
    last: Clause | None = None
    if chance < 0.2 and conditional(told[-1]) and (chance < 0.12 or not told[-1].introduced):
        last = told.pop()
    _tell(page, told, joints, random)
    if question is None:
        page.write(".")
        return page
    page.write(". ")
    if last is not None and chance < 0.12:
        page.write(random.choice(("If ", "If ", "If ", "Given that ")))
        page.add(last, False)
        page.write(", ")
        page.add(question, False)
    else:
        command = question.texts[-1].endswith(".")
        cue = random.choice(_CUES) if last is None and not command and random.random() < 0.05 else ""
        if cue:
            page.write(cue)
        page.add(question, not cue or cue.endswith(_CAPITAL_AFTER))
        if last is not None:
            command = _open_end(page)
            page.write(" if ")
            page.add(last, False)
            page.write("." if command else "?")
            return page
    if not page.texts[-1].endswith("."):
        page.write("?")
    return page


def _tell(page: Page, told: Sequence[Clause], joints: Sequence[str], random: Random) -> None:
    for i, clause in enumerate(told):
        if i:
            joint = joints[i] if i < len(joints) else ". "
            page.write(joint)
            page.add(clause, joint == ". ")
        elif random.random() < 0.03 and conditional(clause):
            page.write(random.choice(_LEADS))
            page.add(clause, False)
        else:
            page.add(clause, True)


def _open_end(page: Page) -> bool:
    if not page.texts[-1].endswith("."):
        return False
    page.texts[-1] = page.texts[-1][:-1]
    page.masks[-1] = page.masks[-1][:-1]
    return True


def frame(page: Page, random: Random) -> bool:
    """Put a greeting before the page or a word after it, now and then."""
    chance = random.random()
    if chance < 0.035:
        greeting = random.choice(_GREETINGS)
        page.texts.insert(0, greeting)
        page.masks.insert(0, greeting)
        page.mentions = [(at + 1, name) for at, name in page.mentions]
    if 0.025 < chance < 0.055:
        page.write(random.choice(_GOODBYES))
    return chance < 0.055
