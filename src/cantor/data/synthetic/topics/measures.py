"""Measured amounts with decimals and fractions, large numbers, and conversions of units."""

from fractions import Fraction
from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Quotient, Value
from cantor.data.synthetic.plot import Plot

_PARTS = tuple(Fraction(f) for f in ("1/2", "1/4", "3/4", "1/5", "3/10", "7/10", "9/10"))


def _amount(random: Random, low: int, high: int) -> Value:
    whole = random.randint(low, high)
    return whole + random.choice(_PARTS) if random.random() < 0.75 else whole + 1


def _used(random: Random) -> dict[str, Value]:
    used = _amount(random, 0, 12)
    return {"used": used, "start": used + _amount(random, 0, 20)}


def _walks(random: Random) -> dict[str, Value]:
    return {"first": _amount(random, 0, 9), "second": _amount(random, 0, 9)}


def _weights(random: Random) -> dict[str, Value]:
    return {"each": _amount(random, 0, 9), "count": random.randint(2, 20), "box": random.randint(2, 9)}


def _city(random: Random) -> dict[str, Value]:
    before = random.randint(2, 90) * 100_000 if random.random() < 0.5 else random.randint(20, 900) * 100
    return {
        "before": before,
        "came": random.randint(2, 9) * (before // 100 or 1),
        "left": random.randint(1, 9) * (before // 200 or 1),
    }


def _coins(random: Random) -> dict[str, Value]:
    return {
        "each": random.choice((5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 75, 80)),
        "count": random.randint(2, 20),
    }


def _feet(random: Random) -> dict[str, Value]:
    return {"feet": random.randint(2, 12), "cut": random.randint(3, 20)}


def _days(random: Random) -> dict[str, Value]:
    return {"weeks": random.randint(2, 12), "extra": random.randint(2, 6), "rate": random.randint(2, 12)}


def _kilos(random: Random) -> dict[str, Value]:
    return {"kilos": random.randint(2, 9), "each": random.choice((50, 100, 125, 200, 250, 500))}


PLOTS = (
    Plot(
        topic="amounts",
        cast="A:person|adult x:amount event:@event",
        draw=_used,
        kinds=dict.fromkeys(("start", "used", "end"), "measure"),
        relations=(Balance("end", "start", "-used"),),
        say={
            "start": (
                "{A} [has|had|bought] {start x}",
                "there were {start x} in the [house|shed|kitchen|workshop]",
                "{A} needs {start x} for {event}",
            ),
            "?start": ("{A} [had|bought] {x.some}",),
            "used": ("{A} used {used x}[| for {event}]", "{used x} were used[| yesterday| for {event}]"),
            "?used": ("{A} used some of it for {event}",),
            "start used": ("{A} used {used} of {A's} {start x}",),
            "end": ("{A} has {end x} left", "now {end x} are left", "after that {A} had {end x}"),
        },
        ask={
            "end": (
                "how many {x} are left",
                "how many {x} does {A} have [left|now]",
                "find how many {x} are left.",
            ),
            "start": (
                "how many {x} did {A} have [at first|in the beginning]",
                "how many {x} were there before",
            ),
            "used": ("how many {x} did {A} use", "how many {x} were used"),
        },
        order=("start", "used", "end"),
        clashes=frozenset({"things"}),
        weight=1.2,
    ),
    Plot(
        topic="walks",
        cast="A:person|adult day:@day dag:@day m:@move town:@town",
        draw=_walks,
        kinds=dict.fromkeys(("first", "second", "all", "more"), "measure"),
        relations=(Balance("all", "first", "second"),),
        say={
            "first": ("{A} {m} {first mile} on {day}", "on {day}, {A} {m} {first mile}"),
            "?first": ("{A} {m} some miles on {day}",),
            "second": ("{A} {m} {second mile} on {dag}", "on {dag}, {A} {m} [another |]{second mile}"),
            "?second": ("{A} {m} some more miles on {dag}",),
            "first second": (
                "{A} {m} {first mile} on {day} and {second mile} on {dag}",
                "on {day} {A} {m} {first mile}, and on {dag} {second mile}",
            ),
            "all": ("{A} {m} {all mile} [in all|altogether] on these days", "that makes {all mile} in all"),
        },
        ask={
            "all": (
                "how many miles is that [in all|altogether]",
                "how far did {A} go altogether",
                "what was the total distance in miles",
                "find the total distance.",
            ),
            "first": ("how far did {A} go on {day}", "how many miles did {A} cover on {day}"),
            "second": ("how far did {A} go on {dag}", "how many miles did {A} cover on {dag}"),
        },
        order=("first", "second", "all"),
        clashes=frozenset({"distance"}),
        weight=1.0,
    ),
    Plot(
        topic="weights",
        cast="A:person|adult x:book|tool|toy pack:@holder",
        draw=_weights,
        kinds=dict.fromkeys(("each", "all", "box", "full"), "measure"),
        relations=(Product("all", "count", "each"), Balance("full", "all", "box")),
        say={
            "each": ("each {x.one} weighs {each pound}", "the weight of {x.a} is {each pound}"),
            "count": (
                "{A} [packed|put] {count x} into a {pack}",
                "there are {count x} in the {pack}",
            ),
            "each count": ("{A} packed {count x} that weigh {each pound} each into a {pack}",),
            "box": (
                "the empty {pack} weighs {box pound}",
                "without anything in it, the {pack} weighs {box pound}",
            ),
            "full": (
                "with the {x} in it, the {pack} weighs {full pound}",
                "the full {pack} weighs {full pound}",
            ),
        },
        ask={
            "all": (
                "how much do the {x} weigh [together|in all]",
                "what is the weight of all the {x} in pounds",
            ),
            "full": (
                "how many pounds does the full {pack} weigh",
                "how much does the {pack} weigh with the {x} in it",
            ),
            "each": ("how much does each {x.one} weigh",),
            "box": ("how much does the empty {pack} weigh",),
            "count": ("how many {x} are in the {pack}",),
        },
        order=("count", "each", "box", "full"),
        weight=1.0,
    ),
    Plot(
        topic="population",
        cast="town:@town k:@crowd",
        draw=_city,
        relations=(
            Balance("grown", "before", "came"),
            Balance("now", "grown", "-left"),
            Balance("change", "came", "-left"),
        ),
        also=(Balance("change", "now", "-before"),),
        say={
            "before": (
                "{town} had {before} {k}[| at the start of the year]",
                "{before} {k} lived in {town}",
                "the number of {k} in {town} was {before}",
            ),
            "?before": ("many {k} lived in {town}",),
            "came": ("during the year {came} [new |more |]{k} came", "{came} {k} moved in"),
            "left": ("{left} {k} [left|moved away]", "in the same year {left} {k} moved away"),
            "now": ("now {town} has {now} {k}", "at the end of the year there were {now} {k}"),
            "came left": ("{came} {k} moved in and {left} moved away",),
        },
        ask={
            "now": (
                "how many {k} live in {town} now",
                "how many {k} were there in the end",
                "what is the number of {k} now",
            ),
            "before": ("how many {k} lived in {town} at first",),
            "came": ("how many {k} moved in",),
            "left": ("how many {k} moved away",),
            "change": (
                "by how much did the number of {k} grow",
                "how many more {k} moved in than moved away",
            ),
        },
        order=("before", "came", "left", "now"),
        clashes=frozenset({"people"}),
        weight=0.8,
    ),
    Plot(
        topic="cents",
        cast="A:person x:sweet|fruit|stationery",
        draw=_coins,
        constants={"dollar": 100},
        kinds={"dollars": "money"},
        relations=(Product("all", "count", "each"), Quotient("dollars", "all", "dollar")),
        say={
            "each": (
                "{x.a} costs {each cent}",
                "the price of {x.a} is {each cent}",
                "{x} are {each cent} each",
            ),
            "count": ("{A} buys {count x}", "{A} wants to buy {count}", "{A} bought {count} of them"),
            "count each": ("{A} [bought|buys] {count x} at {each cent} [each|apiece]",),
            "all": ("{A} paid {all cent} in all",),
        },
        ask={
            "all": (
                "how many cents is that in all",
                "how many cents does {A} pay",
                "what is the total cost in cents",
            ),
            "dollars": (
                "how many dollars does {A} pay",
                "what is the total cost in dollars",
                "how many dollars is that in all",
            ),
            "each": ("how many cents does each {x.one} cost",),
            "count": ("how many {x} did {A} buy",),
        },
        order=("each", "count", "all"),
        clashes=frozenset({"money"}),
        weight=0.8,
    ),
    Plot(
        topic="feet and inches",
        cast="A:person|adult stuff:@strip",
        draw=_feet,
        constants={"foot": 12},
        relations=(Product("inches", "feet", "foot"), Balance("left", "inches", "-cut")),
        say={
            "feet": ("{A} has a {stuff} that is {feet foot} long", "{A} bought {feet a-foot} {stuff}"),
            "?feet": ("{A} had a long {stuff}", "{A} bought a {stuff}"),
            "cut": ("{A} cut off {cut inch}", "a piece of {cut inch} was cut off"),
            "left": ("the rest is {left inch} long",),
        },
        ask={
            "inches": (
                "how many inches long was the {stuff} at first",
                "what was the length of the {stuff} in inches",
            ),
            "left": ("how many inches are left", "how long is the rest in inches"),
            "cut": ("how many inches were cut off", "how many inches did {A} cut off"),
        },
        order=("feet", "cut", "left"),
        clashes=frozenset({"distance"}),
        weight=0.6,
    ),
    Plot(
        topic="weeks and days",
        cast="A:person|adult",
        draw=_days,
        constants={"week": 7},
        relations=(
            Product("whole", "weeks", "week"),
            Balance("days", "whole", "extra"),
            Product("all", "days", "rate"),
        ),
        say={
            "weeks": ("{A} was away for {weeks} weeks", "{A's} vacation was {weeks} weeks long"),
            "extra": ("{A} stayed {extra} days longer than that", "then {A} added {extra} more days"),
            "weeks extra": (
                "{A} was away for {weeks} weeks and {extra} days",
                "{A's} trip lasted {weeks} weeks and {extra} days",
            ),
            "rate": ("{A} took {rate} photos each day", "every day {A} took {rate} photos"),
        },
        ask={
            "days": ("how many days was {A} away in all", "how many days was that altogether"),
            "all": (
                "how many photos did {A} take in all that time",
                "how many photos did {A} take altogether",
            ),
        },
        order=("weeks", "extra", "rate"),
        clashes=frozenset({"time"}),
        weight=0.5,
    ),
    Plot(
        topic="grams",
        cast="A:person|adult x:@stuff",
        draw=_kilos,
        constants={"kilo": 1000},
        relations=(Product("grams", "kilos", "kilo"), Quotient("bags", "grams", "each")),
        say={
            "kilos": ("{A} has {kilos kilogram} of {x}", "{A} bought {kilos kilogram} of {x}"),
            "each": ("{A} fills it into bags of {each gram}", "each bag holds {each gram} of {x}"),
        },
        ask={
            "grams": ("how many grams of {x} are there in all", "how many grams of {x} does {A} have"),
            "bags": ("how many bags does {A} need", "how many bags can {A} fill"),
        },
        order=("kilos", "each"),
        weight=0.5,
    ),
)
