"""Finds people, things, verbs and words for the parts of a plot."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

from cantor.data.synthetic.lexicon import AGENTS, CATEGORIES, CONTAINERS, VERBS, WORDS, Agent, Noun
from cantor.data.synthetic.lexicon.nouns import COLOURED, GENERAL, UNCOLOURABLE
from cantor.data.synthetic.stage import Filler

#: Groups of sorts that plots often ask for.
_GROUPS = {
    "food": "fruit|baked|sweet",
    "things": "fruit|baked|sweet|toy|collectible|stationery|book|flower|clothing|tool",
    "goods": "fruit|baked|sweet|toy|stationery|book|flower|clothing|tool",
    "small": "fruit|sweet|toy|collectible|stationery|flower",
    "amount": "liquid|powder|strip",
    "animals": "farm|wild",
}


@cache
def _roles(spec: str) -> tuple[tuple[tuple[str, ...], str, str], ...]:
    """(names, sort, argument) of each role: "v:use(x)" is (("v",), "use", "x")."""
    roles = []
    for token in spec.split():
        names, _, wanted = token.partition(":")
        sort, _, argument = wanted.rstrip(")").partition("(")
        roles.append((tuple(names.split(",")), sort, argument))
    return tuple(roles)


@cache
def _categories(sort: str) -> tuple[str, ...]:
    return tuple(c for part in sort.split("|") for c in _GROUPS.get(part, part).split("|"))


def choose_cast(spec: str, random: Random, cast: dict[str, Filler] | None = None) -> dict[str, Filler]:
    """Someone or something for each role; no two roles get the same."""
    cast = {} if cast is None else cast
    for names, sort, argument in _roles(spec):
        first = names[0]
        if first in cast:
            continue
        if sort[0] == "@":
            cast[first] = _fresh_word(WORDS[sort[1:]], random, cast)
        elif argument:
            thing = cast[argument]
            assert isinstance(thing, Noun)
            table: Mapping[str, Sequence[Filler]] = CONTAINERS if sort == "box" else VERBS[sort]
            cast[first] = _fresh_match(table[thing.category], random, cast)
        elif sort.split("|")[0] in AGENTS:
            cast[first] = _fresh_agent(sort, random, cast)
        elif len(names) == 1:
            cast[first] = _fresh_noun(sort, random, cast)
        else:
            _cast_kinds(names, sort, random, cast)
    return cast


def _fresh_word(words: tuple[str, ...], random: Random, cast: dict[str, Filler]) -> str:
    while True:
        word = random.choice(words)
        if all(word != other for other in cast.values()):
            return word


def _fresh_match(options: Sequence[Filler], random: Random, cast: dict[str, Filler]) -> Filler:
    """One that no other role has, where there is one."""
    for _ in range(8):
        option = random.choice(options)
        if option not in cast.values():
            break
    return option


def _fresh_agent(sort: str, random: Random, cast: dict[str, Filler]) -> Agent:
    pools = sort.split("|")
    while True:
        agent = random.choice(AGENTS[pools[0] if random.random() < 0.7 else random.choice(pools)])
        if all(not isinstance(other, Agent) or other.again != agent.again for other in cast.values()):
            return agent


def _fresh_noun(sort: str, random: Random, cast: dict[str, Filler]) -> Noun:
    while True:
        category = random.choice(_categories(sort))
        noun = random.choice(CATEGORIES[category])
        if all(not isinstance(other, Noun) or not _alike(other.one, noun.one) for other in cast.values()):
            if category in COLOURED and _colourable(noun) and random.random() < 0.08:
                return noun.with_adjective(random.choice(WORDS["colour"]))
            return noun


def _colourable(noun: Noun) -> bool:
    return noun.one not in UNCOLOURABLE and " of " not in noun.one


def _alike(one: str, other: str) -> bool:
    """Whether two things could be taken for each other, such as books and comic books."""
    return one in other or other in one or one.split()[-1] == other.split()[-1]


def _cast_kinds(names: tuple[str, ...], sort: str, random: Random, cast: dict[str, Filler]) -> None:
    """Kinds of one sort of thing; an upper-case name at the end is the word for all of them."""
    kinds = [n for n in names if not n.isupper()]
    category = random.choice(_categories(sort))
    nouns = CATEGORIES[category]
    general: Noun
    if category in COLOURED and random.random() < 0.5:
        general = random.choice([n for n in nouns if _colourable(n)])
        colours = random.sample(WORDS["colour"], len(kinds))
        chosen = [general.with_adjective(colour) for colour in colours]
    else:
        general = random.choice(GENERAL[category])
        while True:
            chosen = random.sample(nouns, len(kinds))
            if not any(_alike(a.one, b.one) for i, a in enumerate(chosen) for b in chosen[:i]):
                break
    cast.update(zip(kinds, chosen, strict=True))
    if len(kinds) < len(names):
        cast[names[-1]] = general
