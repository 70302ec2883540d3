"""So much per hour, day or page; speed, distance and time; things made at a steady pace."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Quotient, Value
from cantor.data.synthetic.plot import Plot


def _speed(random: Random) -> dict[str, Value]:
    return {"speed": random.randint(3, 80), "hours": random.randint(2, 12)}


def _two_legs(random: Random) -> dict[str, Value]:
    return {
        "v": random.randint(10, 70),
        "s": random.randint(2, 8),
        "w": random.randint(10, 70),
        "t": random.randint(2, 8),
    }


def _making(random: Random) -> dict[str, Value]:
    return {"rate": random.randint(2, 60), "time": random.randint(2, 14), "spoiled": random.randint(2, 20)}


def _two_makers(random: Random) -> dict[str, Value]:
    return {"mine": random.randint(3, 30), "yours": random.randint(3, 30), "time": random.randint(2, 10)}


def _reading(random: Random) -> dict[str, Value]:
    daily, days = random.randint(4, 40), random.randint(3, 20)
    return {"daily": daily, "days": days, "gone": random.randint(2, days)}


def _weekly(random: Random) -> dict[str, Value]:
    return {"daily": random.randint(2, 30), "weeks": random.randint(2, 10)}


def _recipe(random: Random) -> dict[str, Value]:
    return {"per": random.randint(2, 9), "batches": random.randint(2, 12), "has": random.randint(2, 10)}


PLOTS = (
    Plot(
        topic="speed",
        cast="A:person|adult car:@vehicle town:@town city:@town",
        draw=_speed,
        relations=(Product("distance", "speed", "hours"),),
        say={
            "": ("{A} [is on the way|wants to go|is traveling] from {town} to {city}",),
            "speed": (
                "{A} [travels|drives|rides] at {speed mile} [per|an] hour",
                "the {car} [moves|goes|travels] at a [steady |constant |]speed of {speed mile} per hour",
                "{A's} {car} covers {speed mile} [each|every] hour",
            ),
            "hours": (
                "{A} [travels|drives|traveled] for {hours hour}",
                "the [trip|journey|ride] [takes|took] {hours hour}",
                "it takes {A} {hours hour} to get there",
            ),
            "distance": (
                "{A} [traveled|went|covered] {distance mile}[| in all]",
                "the distance [from {town} to {city}|to {city}] is {distance mile}",
                "{city} is {distance mile} away",
            ),
            "speed hours": (
                "{A} [drove|traveled|rode] for {hours hour} at {speed mile} per hour",
                "a {car} goes {speed mile} per hour for {hours hour}",
                "at a speed of {speed mile} per hour, {A} reaches {city} in {hours hour}",
            ),
            "distance hours": (
                "{A} [drove|traveled|rode] {distance mile} in {hours hour}",
                "a {car} [covered|went] {distance mile} in {hours hour}",
                "it took {A} {hours hour} to go {distance mile}",
            ),
            "distance speed": (
                "{A} has to go {distance mile} at {speed mile} per hour",
                "{A} drives the {distance mile} to {city} at {speed mile} per hour",
            ),
        },
        ask={
            "distance": (
                "how far [did {A} go|is it|is the trip]",
                "how many miles [did {A} travel|is the trip]",
                "what distance did {A} cover",
                "find the distance in miles.",
                "how far is {city}",
            ),
            "hours": (
                "how many hours [did|does] it take",
                "how long did the trip take",
                "for how many hours did {A} travel",
                "find the time in hours.",
            ),
            "speed": (
                "how fast did {A} go",
                "what was the [average |]speed in miles per hour",
                "how many miles did {A} cover [each|per] hour",
                "at what speed did {A} travel",
            ),
        },
        order=("distance", "speed", "hours"),
        loose=("distance", "speed", "hours"),
        clashes=frozenset({"distance", "time"}),
        weight=1.6,
    ),
    Plot(
        topic="two legs of a trip",
        cast="A:person|adult town:@town city:@town",
        draw=_two_legs,
        relations=(
            Product("a", "v", "s"),
            Product("b", "w", "t"),
            Balance("far", "a", "b"),
            Balance("time", "s", "t"),
            Quotient("mean", "far", "time"),
        ),
        kinds={"mean": "free"},
        say={
            "": ("{A} went on a trip",),
            "v s": (
                "{A} [drove|traveled] at {v mile} per hour for {s hour}",
                "for the first {s hour}, {A} drove at {v mile} per hour",
                "{A} drove {s hour} at {v mile} per hour to {town}",
            ),
            "a": ("{A} drove {a mile} to {town}", "first {A} covered {a mile}"),
            "w t": (
                "then {A} [drove|went on] at {w mile} per hour for {t hour}",
                "after a break, {A} drove another {t hour} at {w mile} per hour",
                "from there {A} went on to {city} at {w mile} per hour, which took {t hour}",
            ),
            "far": ("the whole trip was {far mile}[| long]", "in all {A} traveled {far mile}"),
            "s": ("the first part took {s hour}",),
        },
        ask={
            "far": (
                "how far did {A} travel [in all|altogether]",
                "how many miles did {A} drive in total",
                "what was the total distance",
                "find the length of the whole trip in miles.",
            ),
            "a": (
                "how long was the first part in miles",
                "how far did {A} go in the first part",
                "how many miles was the first part of the trip",
            ),
            "b": (
                "how long was the second part in miles",
                "how far did {A} go in the second part",
                "how many miles did {A} drive after the first part",
            ),
            "time": ("how many hours did the whole trip take", "how long was {A} on the road in all"),
            "v": ("how fast did {A} go in the first part",),
        },
        order=("v", "s", "a", "w", "t", "far"),
        clashes=frozenset({"distance", "time"}),
        weight=0.9,
    ),
    Plot(
        topic="making",
        bundles=False,
        cast="A:factory|maker|person x:craft|baked|toy",
        draw=_making,
        relations=(Product("made", "rate", "time"), Balance("good", "made", "-spoiled")),
        say={
            "rate": (
                "{A} [makes|can make|finishes|produces] {rate x} "
                "[an hour|per hour|each hour|in an hour|every hour]",
            ),
            "time": (
                "{A} worked for {time hour}[| today| yesterday]",
                "{A} [works|worked] {time hour} [a day|today]",
            ),
            "made": ("{A} made {made x} [today|yesterday|in all]", "{made x} were made"),
            "rate time": (
                "{A} worked for {time hour}, making {rate x} per hour",
                "{A} makes {rate x} per hour and works for {time hour}",
            ),
            "made time": ("{A} made {made x} in {time hour}", "it took {A} {time hour} to make {made x}"),
            "spoiled ?good": (
                "{spoiled} of [them|the {x}] were [broken|damaged|bad|thrown away]",
                "{A} had to throw away {spoiled} of them",
            ),
            "?spoiled ?good": ("some of the {x} were [broken|bad|damaged]",),
            "spoiled good ?made": (
                "{good} of the {x} were good, and {spoiled} had to be thrown away",
                "{spoiled} of the {x} were damaged and {good} were fine",
            ),
            "good ?spoiled": ("only {good} of them [were good|could be sold]",),
        },
        ask={
            "made": (
                "how many {x} did {A} make[| in all]",
                "what is the total number of {x} made",
                "how many {x} were [made|produced]",
            ),
            "good": (
                "how many good {x} are left",
                "how many {x} can be sold",
                "how many of the {x} were good",
            ),
            "rate": (
                "how many {x} [does|did] {A} make [per|each|in an] hour",
                "at what rate per hour did {A} make {x}",
            ),
            "time": ("for how many hours did {A} work", "how many hours did {A} work"),
            "spoiled": ("how many {x} were thrown away", "how many of the {x} were not good"),
        },
        order=("rate", "time", "made", "spoiled", "good"),
        outcome="good",
        clashes=frozenset({"time"}),
        weight=1.4,
    ),
    Plot(
        topic="two at work",
        bundles=False,
        cast="A:person B:person x:craft|baked|fruit v:make(x)",
        draw=_two_makers,
        relations=(
            Balance("pace", "mine", "yours"),
            Product("all", "pace", "time"),
            Product("first", "mine", "time"),
            Product("second", "yours", "time"),
        ),
        also=(Balance("all", "first", "second"),),
        say={
            "mine": ("{A} can {v} {mine x} [per|an|each] hour", "{A} {v.s} {mine x} every hour"),
            "yours": ("{B} can {v} {yours x} [per|an|each] hour", "{B} {v.s} {yours x} every hour"),
            "mine yours": (
                "every hour {A} {v.s} {mine x} and {B} {v.s} {yours}",
                "{A} {v.s} {mine x} an hour, while {B} {v.s} {yours}",
            ),
            "time": (
                "{A} and {B} [work|worked] [together |]for {time hour}",
                "{A} and {B} work for {time hour}",
            ),
            "all": ("together {A} and {B} {v.ed} {all x}",),
            "first": ("{A} {v.ed} {first x}[| in all]",),
        },
        ask={
            "all": (
                "how many {x} do they {v} together",
                "how many {x} did {A} and {B} {v} [in all|altogether]",
                "what is the total number of {x}",
            ),
            "pace": (
                "how many {x} do {A} and {B} {v} together [per|each] hour",
                "how many {x} an hour do they {v} together",
            ),
            "first": ("how many {x} did {A} {v}",),
            "second": ("how many {x} did {B} {v}",),
            "time": ("how many hours did they work", "for how many hours did they work together"),
        },
        order=("mine", "yours", "time", "first", "all"),
        clashes=frozenset({"time"}),
    ),
    Plot(
        topic="reading",
        cast="A:person book:@subject",
        draw=_reading,
        relations=(
            Product("pages", "daily", "days"),
            Product("read", "daily", "gone"),
            Balance("left", "pages", "-read"),
            Balance("togo", "days", "-gone"),
        ),
        also=(Product("left", "daily", "togo"),),
        say={
            "": ("{A} likes to read",),
            "pages": (
                "{A} is reading a [book|novel] with {pages} pages",
                "{A's} [{book} |]book has {pages} pages",
                "a book has {pages} pages",
            ),
            "?pages": ("{A} is reading a [book|novel]",),
            "daily": ("{A} reads {daily} pages [a|each|every|per] day",),
            "days": ("{A} needs {days} days to read the whole book", "the book will take {A} {days} days"),
            "read": ("{A} has [already |]read {read} pages[| so far]", "so far {A} has read {read} pages"),
            "left": ("{left} pages are left[| to read]", "{A} still has {left} pages to read"),
            "gone": ("{A} has been reading for {gone} days",),
        },
        ask={
            "pages": ("how many pages does the book have", "how long is the book in pages"),
            "left": (
                "how many pages are left",
                "how many pages does {A} still have to read",
                "how many more pages must {A} read",
            ),
            "days": (
                "how many days does {A} need for the whole book",
                "in how many days can {A} read the whole book",
            ),
            "daily": ("how many pages does {A} read [each|per] day",),
            "read": ("how many pages has {A} read so far",),
            "togo": ("how many more days does {A} need", "in how many more days will {A} finish the book"),
        },
        order=("pages", "daily", "days", "gone", "read", "left"),
        clashes=frozenset({"time"}),
    ),
    Plot(
        topic="every day for weeks",
        bundles=False,
        cast="A:person|adult x:food|flower|craft v:make(x)",
        draw=_weekly,
        constants={"week": 7},
        relations=(Product("weekly", "daily", "week"), Product("all", "weekly", "weeks")),
        say={
            "daily": ("{A} {v.s} {daily x} [a|each|every|per] day", "every day {A} {v.s} {daily x}"),
            "weeks": ("{A} does this for {weeks} weeks", "{A} goes on for {weeks} weeks"),
            "weekly": ("{A} {v.s} {weekly x} [a|each|every] week, the same number each day",),
        },
        ask={
            "weekly": ("how many {x} does {A} {v} in a week", "how many {x} does {A} {v} each week"),
            "all": (
                "how many {x} does {A} {v} in all that time",
                "how many {x} does {A} {v} [in all|altogether]",
            ),
            "daily": ("how many {x} does {A} {v} [a|each] day",),
        },
        order=("daily", "weekly", "weeks"),
        clashes=frozenset({"time"}),
        weight=0.8,
    ),
    Plot(
        topic="recipe",
        bundles=False,
        cast="A:person|maker x:fruit y:baked k:powder",
        draw=_recipe,
        relations=(Product("need", "per", "batches"), Balance("more", "need", "-has")),
        say={
            "per": (
                "{y.a} needs {per x}",
                "a recipe for {y} [calls for|needs] {per x} [per batch|for each batch]",
                "{A} uses {per x} for each batch of {y}",
            ),
            "batches": ("{A} [wants to make|is making|will make] {batches} batches[| of {y}]",),
            "has": ("{A} [already has|has] {has x}", "there are {has x} in the kitchen"),
            "more": ("{A} [still |]needs to buy {more} more {x}",),
        },
        ask={
            "need": ("how many {x} does {A} need [in all|altogether]", "how many {x} are needed in total"),
            "more": (
                "how many more {x} does {A} need",
                "how many {x} must {A} still buy",
                "how many {x} are missing",
            ),
            "per": ("how many {x} are needed for each batch",),
            "has": ("how many {x} does {A} have already",),
            "batches": ("how many batches is {A} making",),
        },
        order=("per", "batches", "has", "more"),
        clashes=frozenset({"things"}),
    ),
)
