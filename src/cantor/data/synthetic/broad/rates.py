"""Speed, distance and time; work done together; filling and emptying."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Quotient, Value
from cantor.data.synthetic.plot import Plot


def _trip(random: Random) -> dict[str, Value]:
    return {
        "speed": random.choice((3, 4, 5, 12, 15, 18, 30, 40, 45, 50, 55, 60, 65, 70, 80, 90)),
        "time": random.randint(2, 9),
    }


def _two_legs(random: Random) -> dict[str, Value]:
    a, b = random.sample((30, 40, 45, 50, 55, 60, 65, 70, 75, 80), 2)
    return {"s1": a, "t1": random.randint(2, 6), "s2": b, "t2": random.randint(2, 6)}


def _meeting(random: Random) -> dict[str, Value]:
    a, b = random.sample(range(8, 75), 2)
    return {"s1": a, "s2": b, "time": random.randint(2, 7)}


def _chase(random: Random) -> dict[str, Value]:
    slow = random.randint(5, 50)
    return {"slow": slow, "fast": slow + random.randint(2, 20), "time": random.randint(2, 6)}


def _team(random: Random) -> dict[str, Value]:
    return {"r1": random.randint(3, 25), "r2": random.randint(3, 25), "time": random.randint(2, 9)}


def _workers(random: Random) -> dict[str, Value] | None:
    w, d, n = random.randint(2, 9), random.randint(2, 14), random.randint(2, 12)
    return {"workers": w, "days": d, "others": n} if w != n and w * d % n == 0 and w * d // n > 1 else None


def _tap(random: Random) -> dict[str, Value]:
    fill = random.randint(8, 40)
    return {
        "fill": fill,
        "drain": random.randint(2, fill - 3),
        "time": random.randint(3, 30),
        "start": random.randint(5, 80),
    }


def _climb(random: Random) -> dict[str, Value]:
    up = random.randint(4, 15)
    return {"up": up, "down": random.randint(2, up - 2), "days": random.randint(3, 12)}


PLOTS = (
    Plot(
        topic="rates: speed",
        cast="A:person r:@racer T:village U:village",
        draw=_trip,
        relations=(Product("way", "speed", "time"),),
        say={
            "speed": ("{A} drives at {speed} kilometers per hour",
                "{A} keeps up a speed of {speed} kilometers per hour",
                "a {r} goes {speed} kilometers an hour", "speed: {speed} kilometers per hour"),
            "time": ("the trip takes {time hour}", "{A} is on the way for {time hour}",
                "{time hour} later {A} arrives", "it takes {time hour} to get there"),
            "speed time": ("{A} drives for {time hour} at {speed} kilometers per hour",
                "at {speed} kilometers per hour, a trip takes {A} {time hour}",
                "a {r} rides {time hour} at a constant {speed} kilometers per hour"),
            "way": ("the distance is {way kilometer}", "from {T.name} to {U.name} it is {way kilometer}",
                "{A} has to travel {way kilometer}", "{A} covered {way kilometer}"),
            "way time": ("{A} covered {way kilometer} in {time hour}",
                "in {time hour}, {A} traveled {way kilometer}"),
        },
        ask={
            "way": ("how far is it", "how many kilometers is the trip", "what distance is covered",
                "how many kilometers does {A} travel", "find the distance."),
            "time": ("how many hours does it take", "how long is {A} on the way",
                "in how many hours is that done", "find the time in hours."),
            "speed": ("how fast was that", "what was the speed in kilometers per hour",
                "how many kilometers per hour is that", "find the average speed."),
        },
        order=("way", "speed", "time"),
        loose=("way", "speed", "time"),
        bundles=False,
        clashes=frozenset({"distance", "time"}),
        weight=1.4,
    ),
    Plot(
        topic="rates: two legs",
        cast="A:person",
        draw=_two_legs,
        relations=(Product("w1", "s1", "t1"), Product("w2", "s2", "t2"), Balance("way", "w1", "w2"),
            Balance("time", "t1", "t2"), Quotient("mean", "way", "time")),
        kinds={"mean": "measure"},
        say={
            "s1 t1": ("{A} drives {t1 hour} at {s1} kilometers per hour",
                "for {t1 hour}, {A} goes at {s1} kilometers per hour",
                "on the highway {A} goes {s1} kilometers per hour for {t1 hour}"),
            "s2 t2": ("then {A} drives {t2 hour} at {s2} kilometers per hour",
                "after a rest, {A} goes on for {t2 hour} at {s2} kilometers per hour",
                "on small roads {A} goes {s2} kilometers per hour for another {t2 hour}"),
        },
        ask={
            "way": ("how many kilometers is that in all", "how far does {A} travel altogether",
                "what is the whole distance"),
            "w1": ("how long is the first part in kilometers", "how far does {A} get in the first part"),
            "w2": ("how many kilometers is the second part",),
            "time": ("how many hours is {A} on the road", "how long does the whole trip take in hours"),
            "mean": ("what is the average speed over the whole trip", "how fast is {A} on average"),
        },
        order=("s1", "t1", "s2", "t2"),
        bundles=False,
        clashes=frozenset({"distance", "time"}),
        weight=1.0,
    ),
    Plot(
        topic="rates: meeting",
        cast="A:person B:person T:village U:village",
        draw=_meeting,
        relations=(Balance("both", "s1", "s2"), Product("way", "both", "time")),
        say={
            "s1 s2": ("{A} rides at {s1} kilometers per hour and {B} at {s2} kilometers per hour",
                "{A} goes {s1} kilometers an hour, {B} {s2} kilometers an hour"),
            "way": ("{A} and {B} start {way kilometer} apart and go towards each other",
                "{way kilometer} lie between {A's} town and {B's}, and they set out towards each other"),
            "time": ("{A} and {B} start from different towns at the same time and meet after {time hour}",
                "starting from the same place in opposite directions, {A} and {B} travel for {time hour}"),
        },
        ask={"time": ("after how many hours do they meet", "when do they meet, in hours after the start",
            "how many hours pass until they meet"), "way": ("how far apart are the two ends of their ways",
            "how many kilometers do they cover together", "what distance do they cover between them"),
            "both": ("by how many kilometers per hour does the distance between them change", )},
        order=("way", "s1", "s2", "time"),
        bundles=False,
        clashes=frozenset({"distance", "time"}),
        weight=0.7,
    ),
    Plot(
        topic="rates: chase",
        cast="A:person B:person c:@creature",
        draw=_chase,
        relations=(Balance("gain", "fast", "-slow"), Product("lead", "gain", "time")),
        say={
            "fast slow": ("{A} runs {fast} meters a minute and {B} {slow} meters a minute",
                "{A} makes {fast} meters per minute, {B} only {slow}"),
            "lead": ("{B} is {lead} meters ahead of {A.name}",
                "{B} has a lead of {lead} meters over {A.name}"),
            "time": ("they start together and run for {time minute}",
                "both run for {time minute} from the same line"),
        },
        ask={"time": ("after how many minutes does {A} catch up with {B.name}",
            "how many minutes does {A} need to catch up", "when has {A} made up for it, in minutes"),
            "lead": ("how many meters is {A} ahead then", "how far ahead is {A} in the end"),
            "gain": ("how many meters does {A} gain each minute", )},
        order=("fast", "slow", "lead", "time"),
        bundles=False,
        clashes=frozenset({"distance", "time"}),
        weight=0.6,
    ),
    Plot(
        topic="rates: working together",
        cast="A:person B:person x:printed|snack|garden|household v:make(x)",
        draw=_team,
        relations=(Balance("rate", "r1", "r2"), Product("all", "rate", "time"), Product("mine", "r1",
            "time"), Product("yours", "r2", "time"), Balance("gap", "mine", "-yours")),
        kinds={"gap": "free"},
        say={
            "r1": ("{A} {v.s} {r1 x} an hour", "in an hour {A} {v.s} {r1 x}"),
            "r2": ("{B} {v.s} {r2 x} an hour", "in the same time {B} {v.s} {r2 x}"),
            "r1 r2": ("{A} {v.s} {r1 x} per hour and {B} {r2}",
                "every hour {A} {v.s} {r1 x} and {B} {v.s} {r2}"),
            "time": ("they work side by side for {time hour}", "both work {time hour}",
                "{A} and {B} work together for {time hour}"),
            "all": ("together {A} and {B} have to {v} {all x}", "the two must {v} {all x} in all"),
        },
        ask={
            "all": ("how many {x} is that together", "how many {x} do they {v} in all", "what is the total"),
            "time": ("how many hours do they need together", "how long does it take both of them together",
                "after how many hours are they done"),
            "mine": ("how many of the {x} does {A} {v}",),
            "rate": ("how many {x} do they {v} together in an hour", "what is their joint rate per hour"),
        },
        order=("r1", "r2", "time", "all"),
        bundles=False,
        clashes=frozenset({"time", "things"}),
        weight=1.0,
    ),
    Plot(
        topic="rates: fewer workers",
        cast="A:worker|adult d:@doing",
        draw=_workers,
        relations=(Product("effort", "workers", "days"), Quotient("longer", "effort", "others")),
        say={
            "workers days": ("{workers} workers need {days} days for a job",
                "a job takes {workers} people {days} days",
                "with {workers} helpers, a job is done in {days} days"),
            "others": ("only {others} are there", "this time {others} people do it",
                "{others} of them come to work"),
        },
        ask={"longer": ("how many days do they need", "how many days does it take then",
            "in how many days is the job done"), "effort": ("how many days would a single person need",
            "how many days of work is that for someone alone")},
        order=("workers", "days", "others"),
        bundles=False,
        clashes=frozenset({"people", "time"}),
        weight=0.8,
    ),
    Plot(
        topic="rates: filling",
        cast="A:person tank:@tank",
        draw=_tap,
        relations=(Balance("net", "fill", "-drain"), Product("more", "net", "time"), Balance("end", "start",
            "more")),
        say={
            "start": ("there are {start liter} of water in a {tank}",
                "a {tank} contains {start liter} at first"),
            "fill": ("a tap adds {fill liter} a minute", "{fill liter} flow in every minute"),
            "drain": ("{drain liter} a minute run out through a crack",
                "at the same time {drain liter} per minute leak out"),
            "fill drain": ("every minute {fill liter} flow in and {drain liter} flow out",),
            "time": ("this goes on for {time minute}", "{A} waits {time minute}", "{time minute} pass"),
        },
        ask={"end": ("how many liters are in it then", "how much water is in it after that, in liters",
            "how many liters does it contain in the end"),
            "more": ("how many liters have been added after that time",
            "by how many liters has the amount grown"),
            "net": ("by how many liters does it rise each minute", )},
        order=("start", "fill", "drain", "time"),
        bundles=False,
        clashes=frozenset({"time"}),
        weight=0.8,
    ),
    Plot(
        topic="rates: climbing",
        cast="c:@creature",
        draw=_climb,
        relations=(Balance("gain", "up", "-down"), Product("height", "gain", "days")),
        say={
            "up down": ("a {c} climbs {up meter} by day and slips back {down meter} at night",
                "every day a {c} gets {up meter} forward, but each night it slides back {down meter}"),
            "days": ("it does so for {days} days and nights", "{days} days and nights go by"),
        },
        ask={"height": ("how many meters has it come then", "how far is it from where it began",
            "what distance has it made"), "gain": ("how many meters does it gain in a day and a night", )},
        order=("up", "down", "days"),
        bundles=False,
        weight=0.5,
    ),
)  # fmt: skip
