"""Puts chains together: a beginning, then moves until the question takes as many steps as were wanted."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

from cantor.data.synthetic.algebra import leaves, steps
from cantor.data.synthetic.casting import choose_cast
from cantor.data.synthetic.chains.link import Chain
from cantor.data.synthetic.chains.moves import MONEY, THINGS
from cantor.data.synthetic.chains.starts import STARTS
from cantor.data.synthetic.lexicon.nouns import nouns
from cantor.data.synthetic.plot import sensible
from cantor.data.synthetic.story import Beat, Story
from cantor.data.synthetic.template import parse

#: Steps of a GSM8K problem and how many of a hundred take so many.
_LENGTHS = ((2, 14), (3, 27), (4, 28), (5, 15), (6, 8), (7, 5), (8, 3))
T = TypeVar("T")

_BAG = nouns("container", "bag")[0]
_OPENINGS = tuple(
    map(
        parse,
        (
            "{A} [runs a small stall|is saving for a trip|helps at the youth club|likes to plan ahead]",
                "{A} and {B} are neighbors",
            "it is a busy [week|month|season] for {A}", "{A} lives near the station and often helps {B}",
            "every [spring|summer|autumn|winter] {A} has a lot to do",
                "{A} keeps a careful record of everything",
            "{B} asks {A.him} how things are going", "{A} wants to find out how well the business is doing",
            "last month {A} moved into a bigger house", "{A} has a new job", "{A} is good with {A.his} hands",
            "a letter from {B} gave {A} an idea", "{A} loves {x}", "people in town like {A's} {x}",
        ),
    )
)  # fmt: skip
#: Said between two facts; they change nothing.
_ASIDES = tuple(
    map(
        parse,
        (
            "it is harder work than {A} thought", "{B} is impressed", "{A} is [pleased|happy] with that",
                "the weather is fine",
            "{B} helps a little", "{A} tells {B} about it", "this takes a while", "nobody had expected that",
            "{A} takes a short break", "after that {A} makes some tea", "{A.he} writes everything down",
        ),
    )
)  # fmt: skip
_POOLED = tuple(
    map(
        parse,
        (
            "they put everything together and leave it to {A.name}",
                "all of that is put together, and {A} takes care of it",
            "the others give everything to {A.name}",
        ),
    )
)  # fmt: skip
_CAST = (
    "A:person|seller|worker B:person C:person D:person "
    "x:fruit|baked|sweet|craft|snack|garden|printed|collectible|gear|household y:stationery|book|tech|toy"
)


def chain_story(random: Random) -> Story | None:
    """A story of linked facts; None when its numbers did not work out."""
    lengths, weights = zip(*_LENGTHS, strict=True)
    wanted = random.choices(lengths, weights)[0]
    cast = choose_cast(_CAST, random)
    cast["bag"] = _BAG
    chain = Chain(random, cast, past=random.random() < 0.6)
    _choose(STARTS, random)(chain)
    used: set[Callable[[Chain], bool]] = set()
    for _ in range(12):
        if steps(chain.expressions[chain.now]) >= wanted or chain.closed:
            break
        move = _choose(MONEY if chain.sort == "money" else THINGS, random)
        if move in used:
            continue
        beats = len(chain.beats)
        if move(chain):
            if chain.shared and not used:
                chain.beats.insert(beats, Beat(random.choice(_POOLED)))
            used.add(move)
        if not sensible(chain.value, chain.kinds[chain.now]):
            return None
    if not chain.questions or steps(chain.expressions[chain.now]) < 2:
        return None
    lasting = {
        name: chain.questions[name] for name in chain.questions if name in chain.lasting or name == chain.now
    }
    if random.random() < 0.3:
        chain.beats.insert(0, Beat(random.choice(_OPENINGS)))
    if len(chain.beats) > 2 and random.random() < 0.12:
        chain.beats.insert(random.randint(2, len(chain.beats) - 1), Beat(random.choice(_ASIDES)))
    return Story(
        f"chain of {min(steps(chain.expressions[chain.now]), 9)}",
        cast,
        chain.values,
        chain.kinds,
        chain.beats,
        chain.expressions,
        lasting,
        lambda wanted, told: not told >= set(leaves(chain.expressions[wanted])),
        clashes=frozenset({"things", "money", "time"}),
        last=chain.now,
    )


def _choose(table: tuple[tuple[T, float], ...], random: Random) -> T:
    return random.choices([move for move, _ in table], [weight for _, weight in table])[0]
