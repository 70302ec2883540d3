"""Leftovers and rounding: full boxes, buses that are needed, what is over, trips, cuts, money."""

from random import Random

from cantor.data.synthetic.algebra import Value
from cantor.data.synthetic.school.tale import Tale

_THINGS = frozenset({"things"})


def _divided(random: Random) -> dict[str, Value]:
    n = random.randint(3, 12)
    r = random.randint(1, n - 1)
    q = random.randint(2, 20)
    return {"all": n * q + r, "n": n, "gone": random.randint(2, 9), "price": random.randint(2, 40)}


def _people(random: Random) -> dict[str, Value]:
    n, q = random.choice((4, 5, 6, 8, 9, 12, 15, 20, 30, 40, 45, 50)), random.randint(2, 12)
    return {
        "all": n * q + random.randint(1, n - 1),
        "n": n,
        "adults": random.randint(2, 12),
        "cost": random.randint(20, 300),
    }


def _money(random: Random) -> dict[str, Value]:
    p, q = random.randint(2, 15), random.randint(2, 12)
    return {"have": p * q + random.randint(1, p - 1), "p": p, "goal": p * q + random.randint(1, p - 1)}


def _rope(random: Random) -> dict[str, Value]:
    p, q = random.randint(3, 15), random.randint(3, 15)
    return {"long1": p * q + random.randint(1, p - 1), "p": p}


def _days(random: Random) -> dict[str, Value]:
    return {
        "days": 7 * random.randint(2, 20) + random.randint(1, 6),
        "minutes": 60 * random.randint(2, 8) + random.randint(1, 59),
    }


def _two(random: Random) -> dict[str, Value] | None:
    a, b, n = random.randint(11, 60), random.randint(11, 60), random.randint(4, 10)
    return {"a": a, "b": b, "n": n} if (a + b) % n else None


TALES = (
    Tale(
        "leftovers: packed into boxes",
        "A:person|seller|factory x:fruit|baked|sweet|stationery|craft|garden",
        _divided,
        (
            "{A} has {all x} and packs them into boxes of {n}", "{all x} are put into bags, {n} to a bag",
                "a box holds {n x}. there are {all x} to pack",
            "{A} wants to put {all x} into boxes. {n} fit into a box",
        ),
        {
            "all//n": ("how many [boxes or bags|of them] are full",
                "how many full [boxes|bags|ones] are there", "how many can be filled completely"),
            "all%n": ("how many {x} are left over", "how many {x} do not fit into the full ones",
                "how many {x} remain when no more can be filled"),
            "up(all,n)": ("how many are needed to hold all the {x}",
                "how many does it take so that nothing is left outside",
                    "how many boxes or bags are needed for everything"),
        },
        {"price": "money"},
        (
            ("I have {all x} and give the same number to {n} friends, as many as possible", "all%n",
                "how many {x} do I keep"),
            ("I have {all x} and give the same number to {n} friends, as many as possible", "all//n",
                "how many {x} does each friend get"),
            ("{A} has {all x}. {gone} of them are bad. the good ones go into boxes of {n}, and only full "
                "boxes are sold", "(all-gone)//n", "how many boxes can be sold"),
            ("{A} sells {x} in boxes of {n} for {price} a box. there are {all x}, and only full boxes are "
                "sold", "all//n*price", "how much money does {A} get"),
            ("", "all%n", "what is the remainder when {all} is divided by {n}"), ("", "all//n",
                "how many times does {n} fit into {all}"),
            ("{A} makes bunches of {n} flowers from {all} flowers", "n-all%n",
                "how many more flowers would be needed for another full bunch"),
        ),
        _THINGS,
        1.8,
    ),
    Tale(
        "leftovers: rides for everybody",
        "A:adult|person v:@vehiclebig outing:@outing",
        _people,
        (
            "{all} people want to go to {outing}. a {v} takes {n}",
                "a {v} has {n} seats. {all} people have to get to {outing}",
                    "{all} guests need a place. at a table there is room for {n}",
            "{all} children sleep in tents for {n}",
        ),
        {"up(all,n)": ("how many are needed",
            "how many of these are needed [so that everybody has a place|for all of them]",
                "what is the smallest number that is enough for all"),
            "all//n": ("how many of these are filled completely",),
                "all%n": ("how many people are in the last one that is not full",)},
        {"cost": "money"},
        (
            ("{all} children and {adults} teachers go to {outing}. a {v} holds {n}", "up(all+adults,n)",
                "how many are needed for everybody"),
            ("{all} people go on a trip in buses with {n} seats. a bus costs {cost}", "up(all,n)*cost",
                "how much do the buses cost in all"),
            ("an elevator takes {n} people at a time. {all} people are waiting", "up(all,n)",
                "how many times must it go up"),
            ("a ferry takes {n} cars. {all} cars are waiting", "up(all,n)",
                "how many trips does it take to bring all across"),
            ("{all} people go by bus, {n} to a bus, and only the last bus is not full", "n-all%n",
                "how many seats are empty in the last bus"),
        ),
        frozenset({"people"}),
        1.6,
    ),
    Tale(
        "leftovers: as many as the money buys",
        "A:person x:snack|stationery|sweet|toy",
        _money,
        ("{A} has {have}. {x} cost {p} each", "{x} cost {p} apiece, and {A} has {have} to spend",
            "{A} buys as many {x} as {A.he} can for {have}. they are {p} each"),
        {"have//p": ("how many {x} can {A} buy", "how many {x} does {A} get at most",
            "what is the largest number of {x} that {A} can pay for"),
                "have%p": ("how much money is left when {A} buys as many as possible",)},
        dict.fromkeys(("have", "p", "goal"), "money"),
        (
            ("I save {p} a week. I need {goal}", "up(goal,p)", "after how many weeks do I have enough"),
                ("a game costs {goal}. {A} gets {p} a day", "up(goal,p)", "for how many days must {A} save"),
        ),
        frozenset({"money"}),
        1.2,
    ),
    Tale(
        "leftovers: cut to length",
        "A:person|worker long:@long t:@tank liq:@liquid",
        _rope,
        ("a {long} of {long1 meter} is cut into pieces of {p meter}",
            "{A} cuts as many pieces of {p foot} as possible from a {long} of {long1 foot}"),
        {"long1//p": ("how many whole pieces are there", "how many full pieces does {A} get"),
            "long1%p": ("how long is the piece that is left over", "how much is left over")},
        {},
        (
            ("a {t} holds {long1 liter} of {liq}. a can holds {p liter}", "up(long1,p)",
                "how many cans are needed to empty it"),
            ("a wall is {long1 foot} long. boards are {p foot} wide", "up(long1,p)",
                "how many boards are needed to cover it"),
            ("a car uses a tank for {p mile}. the way is {long1 mile}", "up(long1,p)",
                "how many tanks does the way take"),
        ),
        weight=1.0,
    ),
    Tale(
        "leftovers: weeks, hours and what is over",
        "A:person",
        _days,
        (),
        {},
        {},
        (
            ("{A} is away for {days} days", "days//7", "how many full weeks is that"),
                ("{A} is away for {days} days", "days%7", "how many days are there beyond the full weeks"),
            ("a film is {minutes} minutes long", "minutes//60", "how many full hours is that"),
                ("a film is {minutes} minutes long", "minutes%60",
                    "how many minutes is it longer than its full hours"),
            ("", "days//7", "how many whole weeks are there in {days} days"), ("", "minutes%60",
                "how many minutes are left over when {minutes} minutes are turned into hours"),
        ),
        frozenset({"time"}),
        0.7,
    ),
    Tale(
        "leftovers: put together first",
        "A:person B:person x:fruit|sweet|stationery|snack",
        _two,
        ("{A} has {a x} and {B} has {b x}. they put all of them into bags of {n}",
            "{A} brings {a x}, {B} brings {b}. together they fill bags with {n} in each"),
        {"(a+b)//n": ("how many bags are full", "how many full bags do they get"),
            "(a+b)%n": ("how many {x} are left over",),
                "up(a+b,n)": ("how many bags do they need for all of the {x}",)},
        {},
        (),
        _THINGS,
        1.0,
    ),
)  # fmt: skip
