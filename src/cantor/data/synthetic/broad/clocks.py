"""Times of day and durations; a time is one number, in minutes since midnight."""

from random import Random

from cantor.data.synthetic.algebra import REMAINDER, Balance, Product, Quotient, Rounded, Value
from cantor.data.synthetic.plot import Plot

_TIME = {"start": "time", "end": "time"}


def _short(random: Random) -> dict[str, Value] | None:
    start, long = 5 * random.randint(72, 260), 5 * random.randint(2, 40)
    return {"start": start, "long": long} if start + long < 1430 else None


def _long(random: Random) -> dict[str, Value] | None:
    start, hours, extra = 5 * random.randint(60, 240), random.randint(2, 8), 5 * random.randint(1, 11)
    return {"start": start, "hours": hours, "extra": extra} if start + 60 * hours + extra < 1430 else None


def _whole(random: Random) -> dict[str, Value] | None:
    start, hours = 30 * random.randint(10, 40), random.randint(2, 9)
    return {"start": start, "hours": hours} if start + 60 * hours < 1430 else None


def _night(random: Random) -> dict[str, Value]:
    start, end = 5 * random.randint(240, 287), 5 * random.randint(4, 100)
    return {"start": start, "end": end}


def _into_night(random: Random) -> dict[str, Value] | None:
    start, long = 5 * random.randint(230, 285), 5 * random.randint(20, 100)
    return {"start": start, "long": long} if start + long > 1445 else None


def _noon(random: Random) -> dict[str, Value]:
    return {"start": 5 * random.randint(108, 142), "end": 5 * random.randint(13, 60)}


def _two_parts(random: Random) -> dict[str, Value] | None:
    start, a, rest, b = (5 * random.randint(low, high) for low, high in ((80, 200), (4, 24), (1, 8), (4, 24)))
    return {"start": start, "a": a, "rest": rest, "b": b} if start + a + rest + b < 1430 else None


def _shift(random: Random) -> dict[str, Value] | None:
    start, hours = 30 * random.randint(12, 30), random.randint(3, 9)
    return {
        "start": start,
        "end": start + 60 * hours,
        "rate": random.randint(8, 30),
        "days": random.randint(2, 6),
    }


_ASK_END = (
    "at what time does it end", "when is it over", "what time is it then", "when does it finish",
        "what time will it be at the end",
    "at what time is it over",
)  # fmt: skip
_ASK_START = (
    "at what time did it begin",
    "when did it start",
    "what time was it at the start",
    "when does it begin",
)
_START = (
    "the {show} starts at {start}", "the {show} begins at {start}", "{A} goes to a {show} at {start}",
        "a {show} begins at {start}",
    "at {start} a {show} starts", "{show} starts: {start}",
)  # fmt: skip
_END = ("it ends at {end}", "it is over at {end}", "at {end} everything is over", "it goes on until {end}")

PLOTS = (
    Plot(
        topic="clock: minutes",
        cast="A:person|adult show:@show",
        draw=_short,
        kinds={**_TIME, "long": "measure"},
        relations=(Balance("end", "start", "long"),),
        say={
            "start": _START,
            "?start": ("{A} goes to a {show}", "there is a {show} today", "{A} looks forward to a {show}"),
            "long": ("it lasts {long minute}", "it takes {long minute}", "its length is {long minute}",
                "{long minute} later it is over"),
            "end": _END,
            "start long": ("a {show} of {long minute} starts at {start}",
                "the {show} starts at {start} and lasts {long minute}"),
            "start end": ("the {show} goes from {start} to {end}",
                "the {show} starts at {start} and ends at {end}",
                "a {show} begins at {start} and is over at {end}"),
        },
        ask={
            "end": _ASK_END,
            "start": _ASK_START,
            "long": ("how many minutes does it last", "how long is it in minutes",
                "how many minutes is that", "how long does it take", "how many minutes long is the {show}"),
        },
        order=("start", "long", "end"),
        bundles=False,
        clashes=frozenset({"time"}),
        weight=1.6,
    ),
    Plot(
        topic="clock: doing something",
        cast="A:person|adult d:@doing",
        draw=_short,
        kinds={**_TIME, "long": "measure"},
        relations=(Balance("end", "start", "long"),),
        say={
            "?start": ("{A} is {d}", "{A} spends some time {d}"),
            "start": ("{A} starts {d} at {start}", "at {start}, {A} begins {d}",
                "it is {start} when {A} starts {d}"),
            "long": ("{A} needs {long minute} for it", "{A} works for {long minute}",
                "it takes {A.him} {long minute}"),
            "end": ("{A} is done at {end}", "{A} finishes at {end}", "at {end} {A} stops"),
            "start end": ("{A} is busy {d} from {start} until {end}", "from {start} to {end}, {A} is {d}"),
        },
        ask={
            "end": ("at what time is {A} done", "when does {A} finish", "what time is it when {A} is done"),
            "start": ("at what time did {A} start", "when did {A} begin"),
            "long": ("how many minutes does {A} work", "for how many minutes is {A} busy",
                "how long does {A} need in minutes", "how long does that take {A.name}"),
        },
        order=("start", "long", "end"),
        bundles=False,
        clashes=frozenset({"time"}),
        weight=1.2,
    ),
    Plot(
        topic="clock: hours and minutes",
        cast="A:person|adult T:village U:village v:@vehiclebig",
        draw=_long,
        constants={"sixty": 60},
        kinds={**_TIME, "hours": "measure", "extra": "measure"},
        relations=(Product("part", "hours", "sixty"), Balance("long", "part", "extra"), Balance("end",
            "start", "long")),
        say={
            "?start": ("a {v} goes from {T.name} to {U.name}", "{A} travels from {T.name} to {U.name}"),
            "start": ("a {v} leaves {T.name} at {start}", "{A} sets out from {T.name} at {start}",
                "departure from {T.name}: {start}"),
            "hours extra": ("the way to {U.name} takes {hours hour} and {extra minute}",
                "it takes {hours hour} and {extra minute} to get to {U.name}",
                "the trip lasts {hours hour} {extra minute}"),
            "end": ("it arrives in {U.name} at {end}", "arrival in {U.name}: {end}",
                "{U.name} is reached at {end}"),
        },
        ask={
            "end": ("at what time does it arrive", "when is the arrival", "what time is it on arrival",
                "when is {U.name} reached"),
            "start": ("when was the departure", "at what time did the trip begin"),
            "long": ("how many minutes does the trip take", "how long is that in minutes"),
        },
        order=("start", "hours", "extra", "end"),
        bundles=False,
        clashes=frozenset({"time", "distance"}),
        weight=1.2,
    ),
    Plot(
        topic="clock: whole hours",
        cast="A:person|adult show:@show d:@doing",
        draw=_whole,
        constants={"sixty": 60},
        kinds={**_TIME, "hours": "measure"},
        relations=(Product("long", "hours", "sixty"), Balance("end", "start", "long")),
        say={
            "?start": ("{A} is busy {d}",),
            "start": ("{A} begins at {start}", "{A} leaves home at {start}", "{A} starts {d} at {start}"),
            "hours": ("{A} is back after {hours hour}", "{hours hour} later {A} is done",
                "everything takes {hours hour}"),
            "end": ("{A} is done at {end}", "{A} comes back at {end}"),
            "start end": ("{A} is away from {start} until {end}", "{A} works from {start} to {end}"),
        },
        ask={"end": ("what time is it then", "at what time is that", "when is {A} done"),
            "start": ("at what time did {A} begin", "when did {A} start"),
            "hours": ("how many hours is that", "how many hours go by", "for how many hours is {A} busy"),
            "long": ("how many minutes is that", "how many minutes does that take")},
        order=("start", "hours", "end"),
        bundles=False,
        clashes=frozenset({"time"}),
        weight=1.0,
    ),
    Plot(
        topic="clock: over midnight",
        cast="A:person|worker T:village",
        draw=_night,
        constants={"day": 1440, "sixty": 60},
        kinds={"start": "halved", "end": "halved", "back": "free", "hours": "free"},
        relations=(Balance("back", "end", "-start"), Rounded(REMAINDER, "long", "back", "day")),
        say={
            "start": ("{A} goes to bed at {start}", "{A's} train leaves {T.name} at {start}",
                "the night shift of {A.name} begins at {start}"),
            "end": ("the next morning at {end} it is over", "it ends at {end} the next day"),
            "start end": ("{A} sleeps from {start} until {end} the next day",
                "{A} works through the night from {start} to {end}",
                "a night train runs from {start} to {end}"),
        },
        ask={"long": ("how many minutes is that", "how long is that in minutes",
            "how many minutes pass between", "how long does it last")},
        order=("start", "end"),
        bundles=False,
        clashes=frozenset({"time"}),
        weight=0.7,
    ),
    Plot(
        topic="clock: into the night",
        cast="A:person|worker show:@show",
        draw=_into_night,
        constants={"day": 1440},
        kinds={"start": "halved", "end": "halved", "long": "measure"},
        relations=(Balance("sum", "start", "long"), Rounded(REMAINDER, "end", "sum", "day")),
        say={
            "start": ("a {show} starts at {start}", "{A} falls asleep at {start}", "at {start} {A} sets out"),
            "long": ("it takes {long minute}", "{long minute} go by", "this lasts {long minute}"),
        },
        ask={"end": ("what time is it then", "at what time is that over", "when is it over")},
        order=("start", "long"),
        bundles=False,
        clashes=frozenset({"time"}),
        weight=0.5,
    ),
    Plot(
        topic="clock: over noon",
        cast="A:person|worker d:@doing show:@show",
        draw=_noon,
        constants={"half": 720},
        kinds={"start": "plain", "end": "plain", "back": "free"},
        relations=(Balance("back", "end", "-start"), Rounded(REMAINDER, "long", "back", "half")),
        say={
            "start": ("{A} starts {d} at {start} in good time before lunch",
                "in the morning, at {start}, a {show} begins"),
            "end": ("{A} stops well after lunch, at {end}", "it is over at {end}, well after lunch"),
        },
        ask={"long": ("how many minutes is that", "how long is that in minutes",
            "how many minutes pass between the two times")},
        order=("start", "end"),
        bundles=False,
        clashes=frozenset({"time"}),
        weight=0.5,
    ),
    Plot(
        topic="clock: with a break",
        cast="A:person show:@show d:@doing",
        draw=_two_parts,
        kinds={**_TIME, "a": "measure", "rest": "measure", "b": "measure"},
        relations=(Balance("work", "a", "b"), Balance("long", "a", "rest", "b"), Balance("end", "start",
            "long")),
        say={
            "start": ("{A} starts {d} at {start}", "at {start} {A} begins {d}"),
            "a": ("{A} works for {a minute}", "the first part takes {a minute}"),
            "rest": ("then there is a break of {rest minute}", "after that {A} rests for {rest minute}"),
            "b": ("then {A} goes on for {b minute}", "the second part takes {b minute}"),
            "a rest b": ("{A} works {a minute}, rests {rest minute} and works another {b minute}",),
            "end": ("{A} is done at {end}",),
        },
        ask={"end": ("at what time is {A} done", "when is {A} finished", "what time is it in the end"),
            "long": ("how many minutes pass from the start to the end",
            "how many minutes is that with the break"),
            "work": ("how many minutes does {A} work without the break", ),
            "start": ("at what time did {A} start", ), "rest": ("how many minutes long is the break", )},
        order=("start", "a", "rest", "b", "end"),
        bundles=False,
        clashes=frozenset({"time"}),
        weight=1.0,
    ),
    Plot(
        topic="clock: shift",
        cast="A:person|worker j:@job",
        draw=_shift,
        constants={"sixty": 60},
        kinds={**_TIME, "rate": "money", "pay": "money", "total": "money"},
        relations=(Balance("long", "end", "-start"), Quotient("hours", "long", "sixty"), Product("pay",
            "hours", "rate"), Product("total", "pay", "days"), Product("all", "hours", "days")),
        say={
            "start end": ("{A} works from {start} to {end}",
                "{A's} shift begins at {start} and ends at {end}",
                "every day {A} is at work from {start} until {end}"),
            "rate": ("{A} gets {rate} an hour", "an hour is paid with {rate}"),
            "days": ("{A} does so on {days} days", "{A} works on {days} days"),
        },
        ask={"hours": ("how many hours a day is that", "how many hours does {A} work in a day"),
            "pay": ("how much does {A} earn in a day", "how much money is that per day"),
            "total": ("how much does {A} earn in all", "how much money is that altogether"),
            "all": ("how many hours is that in all", "how many hours does {A} work altogether")},
        order=("start", "end", "rate", "days"),
        bundles=False,
        clashes=frozenset({"time"}),
        weight=1.0,
    ),
)  # fmt: skip
