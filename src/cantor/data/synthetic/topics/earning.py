"""Earnings, savings and profits."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Value
from cantor.data.synthetic.plot import Plot


def _work(random: Random) -> dict[str, Value]:
    return {
        "rate": random.randint(5, 40),
        "hours": random.randint(2, 12),
        "days": random.randint(2, 6),
        "spent": random.randint(5, 50),
    }


def _save(random: Random) -> dict[str, Value]:
    weeks, weekly = random.randint(2, 20), random.randint(3, 30)
    return {"weeks": weeks, "weekly": weekly, "start": random.randint(5, 80)}


def _sell(random: Random) -> dict[str, Value]:
    buy = random.randint(2, 20)
    return {"count": random.randint(3, 40), "buy": buy, "sell": buy + random.randint(2, 12)}


PLOTS = (
    Plot(
        topic="earning",
        cast="A:person|adult job:@job saving:@saving",
        draw=_work,
        kinds=dict.fromkeys(("rate", "daily", "income", "spent", "left"), "money"),
        relations=(
            Product("daily", "rate", "hours"),
            Product("income", "daily", "days"),
            Balance("left", "income", "-spent"),
            Product("time", "hours", "days"),
        ),
        say={
            "": ("{A} [earns|makes] money by {job}",),
            "rate": (
                "{A} [earns|makes|is paid|gets] {rate} [an hour|per hour|for each hour of work|each hour]",
                "{A} charges {rate} per hour for {job}",
            ),
            "hours": ("{A} [works|worked] {hours} hours [a day|each day|per day|every day]",),
            "days": (
                "{A} [works|worked] {days} days [this week|last week|a week]",
                "this week {A} worked on {days} days",
            ),
            "hours days": (
                "{A} worked {hours} hours a day for {days} days",
                "for {days} days, {A} worked {hours} hours each day",
            ),
            "daily": ("{A} earned {daily} [each|every|a] day", "a day of work brings {A.him} {daily}"),
            "income": ("{A} [earned|made] {income} [in all|altogether|last week]",),
            "spent": (
                "{A} spent {spent} on {saving}",
                "{A} had to pay {spent} for {saving}",
                "{A} gave {spent} to {A.his} [mother|father|sister|brother]",
            ),
        },
        ask={
            "income": (
                "how much did {A} earn [in all|altogether|in total]",
                "how much money did {A} make",
                "what were {A's} total earnings",
                "find {A's} total pay.",
            ),
            "daily": (
                "how much did {A} earn [each|every|per] day",
                "how much does {A} make in a day",
                "what was {A's} daily pay",
            ),
            "left": (
                "how much money does {A} have left",
                "how much of the money was left",
                "how much did {A} keep",
            ),
            "time": (
                "how many hours did {A} work [in all|altogether]",
                "what is the total number of hours {A} worked",
            ),
            "rate": ("how much does {A} earn [per|each|in an] hour", "what is {A's} hourly pay"),
            "hours": ("how many hours did {A} work [each|per] day",),
            "days": ("how many days did {A} work",),
        },
        order=("rate", "hours", "days", "daily", "income", "spent"),
        clashes=frozenset({"time"}),
        weight=1.5,
    ),
    Plot(
        topic="saving up",
        cast="A:person saving:@saving",
        draw=_save,
        kinds=dict.fromkeys(("weekly", "start", "saved", "goal"), "money"),
        relations=(Product("saved", "weekly", "weeks"), Balance("goal", "start", "saved")),
        say={
            "goal": (
                "{saving} costs {goal}",
                "{A} needs {goal} for {saving}",
                "{A} wants to buy {saving} for {goal}",
            ),
            "?goal": ("{A} is saving for {saving}", "{A} wants to buy {saving}"),
            "start": (
                "{A} [already has|has already saved|already had] {start}",
                "{A} had {start} to begin with",
            ),
            "weekly": ("{A} saves {weekly} [a|each|every|per] week", "every week {A} puts {weekly} aside"),
            "weeks": ("{A} [saves|will save] for {weeks} weeks", "after {weeks} weeks {A} has just enough"),
            "weekly weeks": (
                "{A} [saves|saved] {weekly} a week for {weeks} weeks",
                "for {weeks} weeks {A} put {weekly} aside each week",
            ),
        },
        ask={
            "goal": (
                "how much money does {A} have [in all|then|after that]",
                "how much will {A} have in the end",
                "what is the total amount {A} has",
            ),
            "saved": (
                "how much [does|will] {A} save [in that time|in those weeks]",
                "how much more money does {A} need",
                "how much does {A} still have to save",
            ),
            "weeks": (
                "how many weeks [does|will] {A} need[| to save enough]",
                "for how many weeks must {A} save",
                "how many weeks will it take {A} to save the rest",
            ),
            "weekly": (
                "how much must {A} save [each|per] week",
                "how much does {A} need to put aside each week",
            ),
            "start": ("how much did {A} have at first", "how much money had {A} saved before"),
        },
        order=("goal", "start", "weekly", "weeks"),
    ),
    Plot(
        topic="selling at a profit",
        cast="A:seller|shop|person x:goods",
        draw=_sell,
        kinds=dict.fromkeys(("buy", "sell", "gain", "profit", "cost", "income"), "money"),
        relations=(
            Balance("gain", "sell", "-buy"),
            Product("profit", "gain", "count"),
            Product("cost", "buy", "count"),
            Product("income", "sell", "count"),
        ),
        say={
            "count": ("{A} [bought|ordered] {count x} to sell", "{A} sold {count x}[| today| last week]"),
            "buy": (
                "{A} [bought|buys] {x} for {buy} each",
                "{A} pays {buy} for each {x.one}",
                "it costs {A} {buy} to make each {x.one}",
            ),
            "sell": (
                "{A} [sold|sells] [each of them|each {x.one}|every {x.one}] for {sell}",
                "the selling price of each {x.one} is {sell}",
            ),
            "gain": ("{A} makes a profit of {gain} on each {x.one}",),
            "count buy": ("{A} bought {count x} at {buy} each",),
            "profit": ("{A} made a profit of {profit} [in all|altogether]",),
        },
        ask={
            "profit": (
                "how much profit did {A} make[| in all]",
                "what was the total profit",
                "how much did {A} gain altogether",
            ),
            "gain": ("how much profit does {A} make on each {x.one}", "what is the profit on each {x.one}"),
            "cost": ("how much did all the {x} cost {A}", "what did {A} pay for all the {x}"),
            "income": (
                "how much money did {A} get for all the {x}",
                "what did all the {x} sell for together",
            ),
            "count": ("how many {x} did {A} sell",),
            "sell": ("for how much did {A} sell each {x.one}",),
        },
        order=("count", "buy", "sell", "gain", "profit"),
        weight=1.0,
    ),
)
