"""Days, weeks, months, years, temperatures and floors."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Quotient, Value
from cantor.data.synthetic.plot import Plot


def _weekly(random: Random) -> dict[str, Value]:
    return {"each": random.randint(2, 25), "weeks": random.randint(2, 12)}


def _daily(random: Random) -> dict[str, Value]:
    return {
        "minutes": random.choice((10, 15, 20, 25, 30, 40, 45, 50)),
        "times": random.randint(2, 4),
        "days": random.choice((2, 3, 4, 5, 6, 7)),
    }


def _yearly(random: Random) -> dict[str, Value]:
    return {"rent": random.randint(3, 90) * 10, "years": random.randint(2, 5)}


def _years(random: Random) -> dict[str, Value]:
    built = random.randint(1780, 1960)
    return {"built": built, "now": min(2020, built + random.randint(12, 120))}


def _warm(random: Random) -> dict[str, Value]:
    low = random.randint(2, 18)
    return {"morning": low, "rise": random.randint(2, 16), "drop": random.randint(2, 12)}


def _sleep(random: Random) -> dict[str, Value]:
    return {"hours": random.randint(2, 11), "days": random.randint(2, 30)}


def _countdown(random: Random) -> dict[str, Value] | None:
    weeks = random.randint(2, 12)
    return {"weeks": weeks, "extra": random.randint(2, 6), "gone": random.randint(2, 7 * weeks - 3)}


PLOTS = (
    Plot(
        topic="calendar: every day for weeks",
        cast="A:person|worker x:printed|snack|garden|household v:make(x)",
        draw=_weekly,
        constants={"seven": 7},
        relations=(Product("days", "weeks", "seven"), Product("all", "each", "days"), Product("week",
            "each", "seven")),
        say={
            "each": ("{A} {v.s} {each x} a day", "every single day {A} {v.s} {each x}",
                "day after day, {A} {v.s} {each x}"),
            "weeks": ("{A} does so for {weeks} weeks", "this goes on for {weeks} full weeks",
                "{weeks} weeks go by"),
        },
        ask={"all": ("how many {x} is that in all", "how many {x} does {A} {v} in that time",
            "how many {x} are there in the end"), "week": ("how many {x} does {A} {v} in a week",
            "how many {x} is that per week"), "days": ("how many days is that",
            "for how many days does {A} work")},
        order=("each", "weeks"),
        weight=1.0,
    ),
    Plot(
        topic="calendar: practice",
        cast="A:person act:@activity",
        draw=_daily,
        constants={"sixty": 60},
        relations=(Product("day", "minutes", "times"), Product("all", "day", "days"), Quotient("hours",
            "all", "sixty")),
        kinds={"hours": "measure"},
        say={
            "minutes times": ("{A} spends {minutes minute} {act} {times} times a day",
                "{times} times a day, {A} is busy {act} for {minutes minute}"),
            "days": ("{A} keeps this up for {days} days", "so it goes on {days} days of the week"),
        },
        ask={"all": ("how many minutes is that in all",
            "how many minutes does {A} spend on it in that time"),
            "hours": ("how many hours is that altogether",
            "how many hours does {A} spend on it in that time"), "day": ("how many minutes a day is that",
            "how many minutes does {A} spend on it each day")},
        order=("minutes", "times", "days"),
        bundles=False,
        clashes=frozenset({"time"}),
        weight=0.9,
    ),
    Plot(
        topic="calendar: rent",
        cast="A:adult|person w:@wares",
        draw=_yearly,
        constants={"twelve": 12},
        kinds=dict.fromkeys(("rent", "year", "all"), "money"),
        relations=(Product("year", "rent", "twelve"), Product("all", "year", "years")),
        say={
            "rent": ("{A} pays {rent} a month for a garage", "a garden costs {A.him} {rent} a month",
                "each month {A} pays {rent} in rent"),
            "years": ("{A} does so for {years} years", "the contract runs for {years} years"),
            "year": ("{A} pays {year} a year in rent",),
        },
        ask={"year": ("how much is that in a year", "how much does {A} pay per year"),
            "all": ("how much is that in all", "how much does {A} pay over the whole time"),
            "rent": ("how much is that a month", "what is the monthly rent")},
        order=("rent", "year", "years"),
        weight=0.8,
    ),
    Plot(
        topic="calendar: years",
        cast="A:village",
        draw=_years,
        kinds={"built": "year", "now": "year"},
        relations=(Balance("age", "now", "-built"),),
        say={
            "built": ("a bridge in {A.name} was built in {built}",
                "the mill of {A.name} dates from {built}", "a school in {A.name} opened in {built}"),
            "?built": ("there was an old mill in {A.name}", "{A.name} once had a castle"),
            "now": ("it was torn down in {now}", "it burned down in {now}", "it was closed in {now}"),
            "age": ("it stood for {age} years",),
        },
        ask={"age": ("how many years did it stand", "for how many years did it last", "how old did it get"),
            "now": ("in which year did it end", "in what year was that over"),
            "built": ("in what year was it built", )},
        order=("built", "now", "age"),
        bundles=False,
        clashes=frozenset({"year"}),
        weight=0.7,
    ),
    Plot(
        topic="calendar: temperature",
        cast="A:village day:@day",
        draw=_warm,
        relations=(Balance("noon", "morning", "rise"), Balance("night", "noon", "-drop")),
        kinds={"night": "measure"},
        say={
            "morning": ("in the morning it was {morning} degrees in {A.name}",
                "on {day} the thermometer showed {morning} degrees at dawn"),
            "noon": ("at noon it was {noon} degrees", "by noon the thermometer showed {noon} degrees"),
            "rise": ("by noon it got {rise} degrees warmer",
                "until noon the temperature rose by {rise} degrees"),
            "drop": ("then it fell by {drop} degrees until night",
                "by night it was {drop} degrees colder than at noon"),
            "night": ("at night it was {night} degrees",),
        },
        ask={"noon": ("what was the temperature at noon", "how many degrees was it at noon"),
            "night": ("what was the temperature at night", "how many degrees was it at night"),
            "rise": ("by how many degrees did it rise until noon",
            "how many degrees warmer was it at noon than in the morning"),
            "drop": ("by how many degrees did it fall until night", ),
            "morning": ("how many degrees was it in the morning", )},
        order=("morning", "rise", "noon", "drop", "night"),
        bundles=False,
        clashes=frozenset({"weather"}),
        weight=1.0,
    ),
    Plot(
        topic="calendar: hours a day",
        cast="A:person act:@activity",
        draw=_sleep,
        constants={"day": 24},
        relations=(Balance("rest", "day", "-hours"), Product("all", "hours", "days"), Product("other",
            "rest", "days")),
        say={"hours": ("{A} spends {hours hour} a day {act}", "every day {A} is {act} for {hours hour}"),
            "days": ("this is so for {days} days", "{A} keeps to that for {days} days")},
        ask={"all": ("how many hours is that in all", "how many hours does that make"),
            "rest": ("how many hours of each day are left for other things",
            "how many hours of a day remain"),
            "other": ("how many hours are left for other things in all those days", )},
        order=("hours", "days"),
        bundles=False,
        clashes=frozenset({"time"}),
        weight=0.7,
    ),
    Plot(
        topic="calendar: countdown",
        cast="A:person e:@event",
        draw=_countdown,
        constants={"seven": 7},
        relations=(Product("fulldays", "weeks", "seven"), Balance("days", "fulldays", "extra"),
            Balance("left", "days", "-gone")),
        say={
            "weeks extra": ("it is {weeks} weeks and {extra} days until {e}",
                "{e} is {weeks} weeks and {extra} days away",
                "{A} has {weeks} weeks and {extra} days to get ready for {e}"),
            "gone": ("{gone} days have passed since", "{A} has crossed off {gone} days since",
                "{gone} days of that are over"),
        },
        ask={"left": ("how many days are left", "how many days does {A} still have to wait",
            "how many days remain"), "days": ("how many days was that at first",
            "how many days were there to begin with")},
        order=("weeks", "extra", "gone"),
        bundles=False,
        weight=0.8,
    ),
)  # fmt: skip
