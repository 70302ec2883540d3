"""Ages, durations, clock times and conversions between units."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Quotient, Value
from cantor.data.synthetic.draws import below
from cantor.data.synthetic.plot import Plot


def _ages(random: Random) -> dict[str, Value]:
    old = random.randint(9, 60)
    return {"old": old, "young": below(random, old, 3), "years": random.randint(2, 15)}


def _age_times(random: Random) -> dict[str, Value]:
    return {
        "young": random.randint(3, 14),
        "k": random.choice((2, 2, 3, 4, 5)),
        "years": random.randint(2, 12),
    }


def _clock(random: Random) -> dict[str, Value]:
    start = 60 * random.randint(5, 9) + random.choice((0, 0, 30))
    return {"start": start, "long": random.randint(2, 4) if start < 480 else 2 + random.choice((0, 0, 1))}


def _minutes(random: Random) -> dict[str, Value]:
    return {"each": random.choice((5, 10, 15, 20, 30, 40, 45, 50, 90)), "times": random.randint(2, 12)}


def _hours(random: Random) -> dict[str, Value]:
    return {"hours": random.randint(2, 9), "used": random.randint(10, 110)}


def _average(random: Random) -> dict[str, Value]:
    mean = random.randint(8, 90)
    shift, other = random.randint(1, 6), random.randint(1, 6)
    return {"a": mean - shift, "b": mean + other, "c": mean + shift - other}


def _two_days(random: Random) -> dict[str, Value]:
    first = random.randint(10, 90)
    return {"first": first, "second": below(random, first, 3)}


_AGES = {
    "old": ("{A} is {old} years old", "{A} is {old}", "{A's} age is {old}"),
    "young": ("{B} is {young} years old", "{B} is {young}", "{B's} age is {young}"),
    "gap": (
        "{A} is {gap} years older than {B}",
        "{B} is {gap} years younger than {A}",
        "{A} was born {gap} years before {B}",
    ),
    "old young": ("{A} is {old} years old and {B} is {young}", "{B} is {young} and {A} is {old} years old"),
    "old gap": (
        "{A} is {old} years old, and {B} is {gap} years younger",
        "{A}, who is {old}, is {gap} years older than {B}",
    ),
    "young gap": (
        "{B} is {young} years old, and {A} is {gap} years older",
        "{B}, who is {young}, is {gap} years younger than {A}",
    ),
}
_ASK_AGES = {
    "old": ("how old is {A}[| now]", "what is {A's} age", "find {A's} age.", "how many years old is {A}"),
    "young": ("how old is {B}[| now]", "what is {B's} age", "find {B's} age.", "how many years old is {B}"),
    "gap": (
        "how many years older is {A} than {B}",
        "how many years younger is {B} than {A}",
        "what is the difference between [their ages|the ages of {A} and {B}]",
    ),
    "sum": (
        "what is the sum of [their|{A's} and {B's}] ages",
        "how old are {A} and {B} together",
        "what do the ages of {A} and {B} add up to",
    ),
}

PLOTS = (
    Plot(
        topic="ages",
        cast="A:person B:person",
        draw=_ages,
        relations=(Balance("gap", "old", "-young"), Balance("sum", "old", "young")),
        say={
            **_AGES,
            "sum": ("[together |]{A} and {B} are {sum} years old", "the ages of {A} and {B} add up to {sum}"),
        },
        ask=_ASK_AGES,
        order=("old", "young", "gap", "sum"),
        loose=("old", "young", "gap"),
        clashes=frozenset({"age", "things", "time"}),
        weight=1.1,
    ),
    Plot(
        topic="ages from the future",
        cast="A:person B:person",
        draw=_ages,
        relations=(
            Balance("gap", "old", "-young"),
            Balance("sum", "old", "young"),
            Balance("later", "old", "years"),
        ),
        say={
            **_AGES,
            "later years": (
                "in {years} years {A} will be {later}[| years old]",
                "{years} years from now, {A} will be {later} years old",
                "{A} will be {later} [years old |]in {years} years",
            ),
        },
        ask=_ASK_AGES,
        order=("old", "young", "gap", "later", "years"),
        clashes=frozenset({"age", "things", "time"}),
        weight=0.7,
    ),
    Plot(
        topic="ages later",
        cast="A:person B:person",
        draw=_age_times,
        kinds={"k": "times"},
        relations=(
            Product("old", "young", "k"),
            Balance("later", "old", "years"),
            Balance("grown", "young", "years"),
            Balance("sum", "old", "young"),
            Balance("gap", "old", "-young"),
            Balance("both", "later", "grown"),
        ),
        say={
            "young": ("{B} is {young} years old[| now]", "{B} is {young}"),
            "k": ("{A} is {k} as old as {B}",),
            "old": ("{A} is {old} years old[| now]",),
            "young k": (
                "{B} is {young}, and {A} is {k} as old",
                "{A} is {k} as old as {B}, who is {young}[| years old]",
            ),
            "years": ("their family will move in {years} years", "they plan a trip in {years} years"),
        },
        ask={
            "old": ("how old is {A}[| now]", "what is {A's} age now"),
            "young": ("how old is {B}[| now]", "what is {B's} age now"),
            "later": ("how old will {A} be then", "how old will {A} be at that time"),
            "grown": ("how old will {B} be then", "how old will {B} be at that time"),
            "sum": ("what is the sum of their ages now", "how old are {A} and {B} together now"),
            "both": ("what will be the sum of their ages then", "how old will they be together then"),
            "gap": ("how many years older is {A} than {B}",),
        },
        order=("young", "k", "old", "years"),
        clashes=frozenset({"age", "things", "time"}),
        weight=1.0,
    ),
    Plot(
        topic="clock",
        cast="A:person|adult doing:@activity",
        draw=_clock,
        constants={"hour": 60},
        kinds={"start": "clock", "stop": "clock", "long": "measure"},
        relations=(Product("minutes", "long", "hour"), Balance("stop", "start", "minutes")),
        say={
            "start": ("{A} started {doing} at {start}", "at {start}, {A} began {doing}"),
            "stop": ("{A} [stopped|finished] at {stop}", "{A} was done at {stop}"),
            "long": ("{A} went on for {long hour}", "it took {long hour}"),
        },
        ask={
            "long": (
                "for how many hours did {A} go on",
                "how many hours did it take",
                "how long was that in hours",
            ),
            "stop": ("at what time did {A} finish", "when did {A} stop", "at what time was {A} done"),
            "start": ("at what time did {A} start", "when did {A} begin"),
        },
        order=("start", "stop", "long"),
        clashes=frozenset({"time"}),
        weight=0.5,
    ),
    Plot(
        topic="minutes and hours",
        cast="A:person|adult doing:@activity",
        draw=_minutes,
        constants={"hour": 60},
        kinds={"hours": "measure"},
        relations=(Product("all", "each", "times"), Quotient("hours", "all", "hour")),
        say={
            "each": (
                "{A} spends {each minute} a day {doing}",
                "{A} spends {each minute} {doing} every day",
                "each day, {A} is busy {doing} for {each minute}",
            ),
            "times": (
                "{A} [does|did] this for {times} days",
                "{A} did this on {times} days [this month|last month]",
            ),
            "each times": (
                "{A} spent {each minute} {doing} on each of {times} days",
                "for {times} days, {A} spent {each minute} a day {doing}",
            ),
            "all": ("{A} spent {all minute} {doing} [in all|altogether]",),
        },
        ask={
            "all": (
                "how many minutes [is|was] that [in all|altogether]",
                "what is the total time in minutes",
                "how many minutes did {A} spend {doing} altogether",
            ),
            "hours": (
                "how many hours [is|was] that [in all|altogether]",
                "what is the total time in hours",
                "how many hours did {A} spend {doing} altogether",
            ),
            "times": ("on how many days did {A} do this",),
            "each": ("how many minutes a day was that",),
        },
        order=("each", "all", "times"),
        clashes=frozenset({"time"}),
    ),
    Plot(
        topic="hours in minutes",
        cast="A:person|adult doing:@activity",
        draw=_hours,
        constants={"hour": 60},
        relations=(Product("all", "hours", "hour"), Balance("left", "all", "-used")),
        say={
            "hours": (
                "{A} has {hours hour} for {doing}",
                "{A} [planned|has planned] {hours hour} of {doing}",
            ),
            "?hours": ("{A} has some time for {doing}", "{A} is busy {doing}"),
            "used": ("so far {A} has spent {used minute} on it", "{used minute} have passed already"),
            "left": ("{left minute} are left",),
        },
        ask={
            "all": (
                "how many minutes is that in all",
                "how many minutes did {A} have in all",
                "what is the whole time in minutes",
            ),
            "left": (
                "how many minutes are left",
                "how many more minutes does {A} have",
                "how many minutes remain",
            ),
            "used": ("how many minutes have passed already", "how many minutes has {A} used so far"),
            "hours": ("how many hours did {A} have in all",),
        },
        order=("hours", "used", "left"),
        clashes=frozenset({"time"}),
        weight=0.8,
    ),
    Plot(
        topic="average",
        bundles=False,
        cast="A:person|adult x:things g:gain(x) s:@subject day:@day",
        draw=_average,
        constants={"three": 3},
        relations=(Balance("all", "a", "b", "c"), Quotient("mean", "all", "three")),
        say={
            "a b c": (
                "{A} {g.ed} {a x} on Monday, {b} on Tuesday and {c} on Wednesday",
                "in [some games|the last games] {A} scored {a}, {b} and {c} points",
                "on [the|{A.his}] {s} tests, {A} scored {a}, {b}, and {c} points",
                "the [boxes|bags] of {A.name} hold {a}, {b} and {c x}",
            ),
        },
        ask={
            "mean": (
                "what is the average",
                "what is the mean of these numbers",
                "find the average.",
                "how much is that on average",
                "what was the average number",
            ),
            "all": (
                "how many is that [in all|altogether]",
                "what is the total",
                "find the sum.",
                "what do these numbers add up to",
            ),
        },
        order=("a", "b", "c"),
        clashes=frozenset({"things"}),
        weight=1.0,
    ),
    Plot(
        topic="two days",
        cast="A:person|adult|seller x:things g:gain(x) day:@day dag:@day",
        draw=_two_days,
        relations=(Balance("all", "first", "second"), Balance("more", "first", "-second")),
        say={
            "first": ("{A} {g.ed} {first x} on {day}", "on {day}, {A} {g.ed} {first x}"),
            "second": ("{A} {g.ed} {second x?} on {dag}", "on {dag}, {A} {g.ed} {second x}"),
            "first second": (
                "{A} {g.ed} {first x} on {day} and {second} on {dag}",
                "on {day} {A} {g.ed} {first x}, and on {dag} {second}",
            ),
            "all": ("on {day} and {dag} together, {A} {g.ed} {all x}",),
            "more": (
                "{A} {g.ed} {more} more {x} on {day} than on {dag}",
                "on {dag} it was {more} fewer than on {day}",
            ),
        },
        ask={
            "all": (
                "how many {x} did {A} {g} [in all|altogether|in total|on both days]",
                "what is the total number of {x} {A} {g.ed}",
            ),
            "more": (
                "how many more {x} did {A} {g} on {day} than on {dag}",
                "how many fewer {x} did {A} {g} on {dag} than on {day}",
                "what is the difference between the numbers of {x} on {day} and {dag}",
            ),
            "first": ("how many {x} did {A} {g} on {day}",),
            "second": ("how many {x} did {A} {g} on {dag}",),
        },
        order=("all", "first", "second", "more"),
        loose=("first", "second"),
        clashes=frozenset({"things"}),
        weight=2.0,
    ),
)
