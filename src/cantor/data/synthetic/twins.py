"""Unanswerable twins: the same story and question with one clause changed, so that nobody can answer it."""

from collections.abc import Callable
from random import Random

from cantor.data.synthetic.algebra import Expression, leaves
from cantor.data.synthetic.assembly import Page
from cantor.data.synthetic.checking import find_among, sentences, stats
from cantor.data.synthetic.lexicon import AGENTS, CATEGORIES, Agent, Noun
from cantor.data.synthetic.lexicon.more import UNITS
from cantor.data.synthetic.lexicon.nouns import MASSES
from cantor.data.synthetic.narration import Narration, without
from cantor.data.synthetic.problem import UnanswerableProblem
from cantor.data.synthetic.stage import Clause, Filler
from cantor.data.synthetic.template import Parts, parse, slots
from cantor.problem import quantities

_REMARKS = tuple(
    map(
        parse,
        (
            "that is all we know", "what a [nice|busy|good] day", "everybody was [happy|pleased] with that",
            "it was a lot of work", "this happens every year", "the weather was [fine|lovely|bad] that day",
            "nobody had expected that", "everything went well",
        ),
    )
)  # fmt: skip


def unanswerable(
    narration: Narration, name: str, number: int, random: Random, ambiguous: bool = False
) -> UnanswerableProblem | None:
    """A twin that asks for `name` (or for nothing); None when this story has none of the chosen sort."""
    reason, make = _AMBIGUOUS if ambiguous else random.choices(_SORTS, _WEIGHTS)[0]
    made = make(narration, name, random)
    if made is None:
        return None
    found, page = made if isinstance(made, tuple) else (reason, made)
    style = narration.finish(page)
    text = "".join(page.texts)
    if find_among(quantities(text), page, narration.story.values) is None:
        stats["twin read differently"] += 1
        return None
    return UnanswerableProblem(text, found, number, narration.story.topic, style, sentences(page))


def _retold(narration: Narration, clauses: list[Clause], parts: Parts | None = None) -> Page | None:
    """The changed clauses with the question of the twin."""
    asked = narration.question(parts or narration.parts)
    if asked is None or not clauses:
        return None
    return narration.narrate(clauses, asked)


def _number_left_out(narration: Narration, name: str, random: Random) -> Page | None:
    needed = [q for q in _needed(narration, name) if _hideable(narration, q) and _settles(narration, name, q)]
    if not needed:
        return None
    clauses = narration.write(list(enumerate(narration.beats)), frozenset({random.choice(needed)}))
    return _retold(narration, clauses)


def _clause_left_out(narration: Narration, name: str, random: Random) -> tuple[str, Page] | None:
    """Without a sentence that the others do not make up for.

    An event of many may be missing unnoticed ("then he lost 5"), and the problem has another answer instead
    of none: what is left out is the first quantity, a factor, or one side of a comparison.
    """
    expression = narration.story.expressions[name]
    needed = set(leaves(expression)[:1])
    if not narration.story.last:
        needed |= _factors(expression)
    if narration.story.topic.endswith(": difference"):
        needed |= set(leaves(expression))
    beats = list(enumerate(narration.beats))
    choices = [
        i
        for i, beat in beats
        if beat.tells & needed
        and len(beat.tells) < 3
        and not _stands_alone(expression, beat.tells)
        and all(_settles(narration, name, quantity) for quantity in beat.tells)
    ]
    if not choices or len(beats) < 2:
        return None
    gone = random.choice(choices)
    page = _retold(narration, narration.write([b for b in beats if b[0] != gone]))
    if page is None:
        return None
    rate = isinstance(expression, tuple) and expression[0] == "/" and expression[2] in beats[gone][1].tells
    return ("only a total" if rate else "clause left out"), page


def _stands_alone(expression: Expression, gone: frozenset[str]) -> bool:
    """Whether a sum is still a sensible one without one of its parts: what is paid for the other things."""
    if not isinstance(expression, tuple):
        return False
    operator, left, right = expression
    if operator == "+":
        first, second = gone.isdisjoint(leaves(left)), gone.isdisjoint(leaves(right))
        if first != second and isinstance(left if first else right, tuple):
            return True
    return _stands_alone(left, gone) or _stands_alone(right, gone)


def _factors(expression: Expression) -> set[str]:
    """The told quantities that are multiplied or divided."""
    if not isinstance(expression, tuple):
        return set()
    found = _factors(expression[1]) | _factors(expression[2])
    if expression[0] not in "+-":
        found |= {side for side in expression[1:] if isinstance(side, str)}
    return found


def _hideable(narration: Narration, quantity: str) -> bool:
    """Whether "some" can stand in its place: not in "3:2", nor in a list of numbers."""
    beat = next(beat for beat in narration.beats if quantity in beat.tells)
    return len(beat.tells) < 3 and all(s.form != "#" for s in slots(beat.parts) if s.name == quantity)


def _needed(narration: Narration, name: str) -> list[str]:
    told = {quantity for beat in narration.beats for quantity in beat.tells}
    return [quantity for quantity in leaves(narration.story.expressions[name]) if quantity in told]


def _settles(narration: Narration, name: str, quantity: str) -> bool:
    """Whether the question needs this quantity."""
    told = frozenset(q for beat in narration.beats for q in beat.tells) - {quantity}
    return name != quantity and narration.story.underdetermined(name, told)


def _stranger(narration: Narration, name: str, random: Random) -> tuple[str, Page] | None:
    """The question asks about someone or something that the story never mentions."""
    parts = narration.parts
    cast = narration.story.cast
    letters = list(
        dict.fromkeys(s.name for s in slots(parts) if _replaceable(cast.get(s.name), s.name, narration))
    )
    if not letters:
        return None
    letter = random.choice(letters)
    old = cast[letter]
    fresh = _other_agent(old, cast, random) if isinstance(old, Agent) else _other_noun(old, cast, random)
    if fresh is None:
        return None
    clauses = narration.write(list(enumerate(narration.beats)))
    stage = narration.stage
    try:
        cast[letter] = fresh
        stage.known.discard(letter)
        stage.here = [other for other in stage.here if other != letter]
        stage.before = [other for other in stage.before if other != letter]
        asked = stage.clause(parts)
    finally:
        cast[letter] = old
    if isinstance(fresh, Agent) and letter not in asked.introduced:
        return None
    if any(other != letter for other in asked.introduced):
        return None
    reason = "asks about someone else" if isinstance(fresh, Agent) else "asks about something else"
    return reason, narration.narrate(clauses, asked)


def _replaceable(filler: Filler | None, letter: str, narration: Narration) -> bool:
    if isinstance(filler, Agent):
        return filler.person and not filler.adult
    if not isinstance(filler, Noun) or filler.category not in CATEGORIES or not letter.islower():
        return False
    if filler.category in MASSES or filler.category in UNITS:
        return False  # a question in another unit has an answer
    return any(
        s.name == letter or s.form.rstrip("?") == letter for b in narration.beats for s in slots(b.parts)
    )


def _other_agent(old: Agent, cast: dict[str, Filler], random: Random) -> Agent | None:
    agent = random.choice(AGENTS["person"])
    taken = {filler.again for filler in cast.values() if isinstance(filler, Agent)}
    return None if agent.again in taken or agent == old else agent


def _other_noun(old: Filler, cast: dict[str, Filler], random: Random) -> Noun | None:
    assert isinstance(old, Noun)
    noun = random.choice(CATEGORIES[old.category])
    taken = [filler.one for filler in cast.values() if isinstance(filler, Noun)]
    if any(noun.one in one or one in noun.one or noun.one.split()[-1] == one.split()[-1] for one in taken):
        return None
    return noun


def _no_question(narration: Narration, name: str, random: Random) -> Page | None:
    clauses = narration.write(list(enumerate(narration.beats)))
    if random.random() < 0.4:
        clauses.append(narration.stage.clause(random.choice(_REMARKS)))
    return narration.narrate(clauses, None)


def _ambiguous(narration: Narration, name: str, random: Random) -> Page | None:
    """One of the plot's own clauses of which nobody can tell who or what is meant."""
    needed = set(_needed(narration, name))
    keys = [
        key
        for key in narration.story.doubts
        if key == f"ask {name}" or (key.startswith("say ") and set(key.split()[1:]) <= needed)
    ]
    if not keys:
        return None
    key = random.choice(keys)
    parts = random.choice(narration.story.doubts[key])
    if key.startswith("ask "):
        return _retold(narration, narration.write(list(enumerate(narration.beats))), parts)
    told = frozenset(key.split()[1:])
    beats = [(i, without(b, parts) if b.tells == told else b) for i, b in enumerate(narration.beats)]
    if all(beat.tells != told for beat in narration.beats):
        return None
    return _retold(narration, narration.write(beats))


_Make = Callable[[Narration, str, Random], Page | tuple[str, Page] | None]
_SORTS: tuple[tuple[str, _Make], ...] = (
    ("number left out", _number_left_out),
    ("clause left out", _clause_left_out),
    ("asks about something else", _stranger),
    ("no question", _no_question),
)
_WEIGHTS = (3.0, 3.0, 2.5, 0.8)
_AMBIGUOUS: tuple[str, _Make] = ("ambiguous", _ambiguous)
