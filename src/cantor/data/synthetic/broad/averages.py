"""Means, missing values, totals from means, and weighted means."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Quotient, Value
from cantor.data.synthetic.plot import Plot


def _three(random: Random) -> dict[str, Value] | None:
    a, b, c = (random.randint(8, 90) for _ in range(3))
    return {"a": a, "b": b, "c": c} if (a + b + c) % 3 == 0 and len({a, b, c}) == 3 else None


def _four(random: Random) -> dict[str, Value] | None:
    a, b, c, d = (random.randint(8, 90) for _ in range(4))
    return {"a": a, "b": b, "c": c, "d": d} if (a + b + c + d) % 4 == 0 else None


def _two(random: Random) -> dict[str, Value]:
    a = random.randint(8, 90)
    return {"a": a, "b": a + 2 * random.randint(1, 30)}


def _from_mean(random: Random) -> dict[str, Value]:
    return {"mean": random.randint(6, 80), "count": random.randint(3, 12)}


def _next(random: Random) -> dict[str, Value] | None:
    count, mean = random.randint(3, 8), random.randint(60, 90)
    goal = mean + random.randint(1, 3)
    last = goal * (count + 1) - mean * count
    return {"count": count, "mean": mean, "last": last} if last <= 100 else None


_SCORES = "A:person|adult q:@subject"
_TOLD3 = (
    "{A} scored {a}, {b} and {c} points in a game of several rounds",
        "the results of {A.name} are {a}, {b} and {c}",
    "on Monday, Tuesday and Wednesday {A} sold {a}, {b} and {c} tickets",
        "{A} wrote down the numbers {a}, {b} and {c}",
    "numbers: {a}, {b}, {c}", "in the first weeks of the year {A} read {a}, {b} and {c} pages",
)  # fmt: skip
_MEAN = (
    "what is the average", "what is the mean", "find the mean.", "how much is that on average",
        "what is the average of these numbers",
    "calculate the arithmetic mean.", "what is the mean of the numbers given",
)  # fmt: skip

PLOTS = (
    Plot(
        topic="average: three",
        cast=_SCORES,
        draw=_three,
        constants={"three": 3},
        relations=(Balance("sum", "a", "b", "c"), Quotient("mean", "sum", "three")),
        say={
            "a b c": _TOLD3,
            "a b": ("the first results of {A.name} were {a} and {b}", "at first {A} scored {a} and {b}"),
            "c": ("the last result was {c}", "then {A} scored {c}"),
            "mean": ("the average of all these is {mean}", "the mean of all is {mean}",
                "on average this gives {mean}"),
        },
        ask={"mean": _MEAN, "sum": ("what is the sum", "what do they add up to"),
            "c": ("what was the third result", "what is the missing number", "which number is missing",
            "find the third value.")},
        order=("a", "b", "c", "mean"),
        bundles=False,
        weight=1.6,
    ),
    Plot(
        topic="average: four",
        cast="A:person|adult day:@day x:printed|snack|gear",
        draw=_four,
        constants={"four": 4},
        relations=(Balance("sum", "a", "b", "c", "d"), Quotient("mean", "sum", "four")),
        say={
            "a b c d": ("{A} counted {a}, {b}, {c} and {d x}",
                "the temperatures were {a}, {b}, {c} and {d} degrees",
                "the heights of some plants are {a}, {b}, {c} and {d} centimeters",
                "here are some numbers: {a}, {b}, {c}, {d}", "{A} ran {a}, {b}, {c} and {d} minutes"),
        },
        ask={"mean": (*_MEAN, "what is the average of these"), "sum": ("what is the total",
            "what is the sum of all of them")},
        order=("a", "b", "c", "d"),
        bundles=False,
        clashes=frozenset({"weather", "time"}),
        weight=1.0,
    ),
    Plot(
        topic="average: two",
        cast="A:person B:person",
        draw=_two,
        constants={"two": 2},
        relations=(Balance("sum", "a", "b"), Quotient("mean", "sum", "two")),
        say={
            "a b": ("{A} weighs {a} kilograms and {B} {b} kilograms",
                "{A} picked {a} berries and {B} picked {b}", "{A} has {a} points and {B} has {b}"),
            "a": ("{A} has {a} points", "{A} collected {a} points"),
            "b": ("{B} has {b} points", "{B} collected {b} points"),
            "mean": ("the average of the points of {A.name} and {B.name} is {mean}",
                "on average {A} and {B} have {mean} points"),
        },
        ask={"mean": ("what is the average of the two", "what is their average",
            "how much do they have on average", "what is the mean of both values"),
            "b": ("how many points does {B} have", "what is the score of {B.name}"),
            "a": ("how many points does {A} have", )},
        order=("a", "b", "mean"),
        bundles=False,
        weight=0.8,
    ),
    Plot(
        topic="average: total",
        cast="A:person|adult|shop x:things|gear|snack",
        draw=_from_mean,
        relations=(Product("total", "mean", "count"),),
        say={
            "mean": ("on average {A} sells {mean x} a day", "{A} uses an average of {mean x} a day",
                "the daily average is {mean x}"),
            "count": ("this goes on for {count} days", "the count was made on {count} days",
                "{A} is busy for {count} days"),
            "mean count": ("over {count} days, {A} used {mean x} a day on average",
                "for {count} days the average was {mean x} per day",
                "the mean of {count} daily counts of {x} is {mean}"),
            "total": ("altogether there were {total x}", "the total was {total x}"),
        },
        ask={"total": ("how many {x} is that in all", "what is the total",
            "how many {x} were there altogether"), "mean": ("how many {x} is that per day on average",
            "what is the daily average", "find the average per day."), "count": ("how many days was that",
            "for how many days did this go on")},
        order=("total", "mean", "count"),
        bundles=False,
        weight=1.2,
    ),
    Plot(
        topic="average: another value",
        cast="A:person q:@subject",
        draw=_next,
        constants={"one": 1},
        relations=(Product("before", "mean", "count"), Balance("sum", "before", "last"), Balance("tests",
            "count", "one"), Quotient("newmean", "sum", "tests")),
        say={
            "count mean": ("after {count} tests in {q}, {A's} average is {mean}",
                "{A} has written {count} {q} tests with an average of {mean} points",
                "the mean of {A's} first {count} {q} scores is {mean}"),
            "last": ("in the next test {A} gets {last} points", "then {A} scores {last} on another test"),
            "newmean": ("{A} wants an average of {newmean} after another test",
                "with another test the average should become {newmean}"),
        },
        ask={"newmean": ("what is the new average", "what is the average of all the tests now"),
            "last": ("how many points does {A} need in that test", "what score is needed",
            "which score must {A} get next"),
            "before": ("how many points did {A} have in all before the last test", )},
        order=("count", "mean", "last", "newmean"),
        bundles=False,
        weight=0.9,
    ),
)  # fmt: skip
