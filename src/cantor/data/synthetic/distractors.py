"""Sentences with numbers that do not matter."""

from random import Random

from cantor.data.synthetic.algebra import Value
from cantor.data.synthetic.casting import choose_cast
from cantor.data.synthetic.lexicon import Agent
from cantor.data.synthetic.stage import Stage
from cantor.data.synthetic.template import Parts, parse

#: (what it clashes with, cast, kind of the number, lowest, highest, templates). "A" is the main person.
_ABOUT_PERSON = (
    ("age", "", "count", 6, 14, (
        "{A} is {other} years old", "{A} turned {other} years old [this year|last month]",
        "{A.name}, who is {other} years old, likes {x} very much",
    )),
    ("things", "o:things", "count", 2, 40, (
        "{A} also [has|owns] {other o}", "{A} [had|owned] {other o}[ as well| too|]",
        "{A's} [mother|father|aunt|uncle] gave {A.him} {other o}",
    )),
    ("time", "", "count", 5, 45, (
        "it took {A} {other minute} to get [there|home]",
        "{A} spent {other minute} [looking for {A.his} shoes|cleaning {A.his} room|on the phone|reading]",
    )),
    ("distance", "", "count", 2, 30, ("{A} lives {other mile} [away|from the town center]",)),
    ("things", "D:person o:things", "count", 2, 40, (
        "{D} [has|had] {other o}", "{A's} friend {D.name} [has|owns] {other o}",
        "{D}, a friend of {A.name}, has {other o}",
    )),
    ("money", "o:goods", "money", 2, 60, (
        "{A} also paid {other} for {o.a}", "{A} [spent {other} on|paid {other} for] {o.a}[ last week|]",
        "{A} has {other} in {A.his} [wallet|pocket|piggy bank]",
    )),
)  # fmt: skip
_ABOUT_PLACE = (
    (
        "year",
        "town:@town",
        "year",
        1950,
        2023,
        ("the [library|school|bridge] in {town} was built in {other}", "this was in {town} in {other}"),
    ),
    ("things", "town:@town", "count", 3, 60, (
        "there are {other} [shops|houses|trees|benches] on the [main street|square] of {town}",
    )),
    ("distance", "town:@town", "count", 3, 60, ("{town} is {other mile} [away|to the north]",)),
    ("people", "o:people", "count", 3, 40, ("there were {other o} [nearby|around|waiting outside]",)),
    ("weather", "", "count", 3, 30, ("it was {other} degrees outside", "it had rained for {other} days")),
    ("money", "o:things", "money", 2, 40, ("{o.a} costs {other}", "the price of {o.a} is {other}")),
)  # fmt: skip


def add_distractor(templates: list[Parts], stage: Stage, clashes: frozenset[str], random: Random) -> bool:
    """Put a sentence that does not matter into the story, never first; False when it is the last one."""
    main = stage.cast.get("A")
    personal = isinstance(main, Agent) and main.person and not main.adult
    pool = _ABOUT_PERSON if personal and random.random() < 0.8 else _ABOUT_PLACE
    clash, spec, kind, low, high, lines = random.choice(pool)
    template = random.choice(lines)
    if clash in clashes or ("{x}" in template and "x" not in stage.cast):
        return True
    choose_cast(spec, random, stage.cast)
    value: Value = random.randint(low, high)
    stage.values["other"] = value
    stage.kinds["other"] = kind
    place = random.randint(1, len(templates))
    templates.insert(place, parse(template))
    return place < len(templates) - 1
