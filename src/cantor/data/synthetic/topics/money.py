"""Prices, costs and change."""

from fractions import Fraction
from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Value
from cantor.data.synthetic.draws import below
from cantor.data.synthetic.plot import Plot


def price(random: Random, high: int = 20) -> Value:
    """A price: whole dollars mostly, else with cents."""
    if random.random() < 0.65:
        return random.randint(2, high)
    return Fraction(random.randint(1, high * 4) * random.choice((25, 25, 50, 5, 10)), 100) + Fraction(1, 4)


def _one_item(random: Random) -> dict[str, Value]:
    count = random.randint(2, 15)
    unit = price(random)
    cost = count * unit
    paid = next((note for note in (5, 10, 20, 50, 100, 200, 500) if note > cost), 1000)
    return {
        "count": count,
        "unit": unit,
        "paid": paid if random.random() < 0.7 else int(cost) + random.randint(2, 40),
    }


def _two_items(random: Random) -> dict[str, Value]:
    n, p, m, q = random.randint(2, 9), price(random), random.randint(2, 9), price(random)
    cost = n * p + m * q
    return {"n": n, "p": p, "m": m, "q": q, "paid": int(cost) + random.choice((2, 5, 8, 10, 13, 20, 25))}


def _spend(random: Random) -> dict[str, Value] | None:
    had: Value = random.randint(10, 120)
    first: Value = below(random, int(had) - 4)
    if random.random() < 0.25:
        first = Fraction(int(first) * 4 - 1, 4)
    second = below(random, int(had - first))
    return {"had": had, "first": first, "second": second} if second else None


PLOTS = (
    Plot(
        topic="buying",
        cast="A:person|adult x:goods shop:@shopname",
        draw=_one_item,
        kinds={"unit": "money", "cost": "money", "paid": "money", "change": "money"},
        relations=(Product("cost", "count", "unit"), Balance("change", "paid", "-cost")),
        say={
            "": ("{A} [went to|was at] {shop}", "{A} likes {x}"),
            "count": (
                "{A} put {count x} into {A.his} [cart|basket]",
                "{A} came home with {count x}",
                "{A} needs {count x}",
                "{A} [bought|buys|ordered|wants to buy] {count x}",
                "at {shop}, {A} [bought|picked out] {count x}",
            ),
            "?count": ("{A} bought {x.some}", "{A} went to {shop} to buy {x}"),
            "unit": (
                "the store sells {x} at {unit} each",
                "for {x.a}, {A} [has to pay|pays] {unit}",
                "{unit} is the price of {x.a}",
                "each {x.one} [costs|cost] {unit}",
                "the {x} cost {unit} [each|apiece]",
                "the price of {x.a} [is|was] {unit}",
                "a single {x.one} [costs|cost] {unit}",
                "{x.a} costs {unit}",
            ),
            "count unit": (
                "{A} [bought|buys] {count x} [for|at] {unit} [each|apiece]",
                "{A} bought {count x} that cost {unit} each",
                "{A} spent {unit} on each of {count x}",
            ),
            "cost": (
                "for all the {x} {A} paid {cost}",
                "all the {x} together cost {cost}",
                "{A} paid {cost} [in all|altogether|in total] for the {x}",
                "the total cost was {cost}",
                "{A} had to pay {cost}",
            ),
            "count cost": (
                "{A} [bought|got] {count x} for {cost}[| in total]",
                "{count x} [cost|cost {A}] {cost}[| altogether]",
                "{A} paid {cost} for {count x} of the same price",
            ),
            "paid": (
                "{A} went to the cashier with {paid}",
                "{A} [started|left home] with {paid}",
                "{A} [paid with|handed the cashier|gave the clerk] {paid}",
                "{A} had {paid} [with {A.him}|in {A.his} pocket]",
            ),
            "change": ("{A} got {change} [back|in change|of change]", "{A} had {change} left after that"),
        },
        ask={
            "cost": (
                "how much did [all the {x}|the {x}] cost [in all|altogether|in total]",
                "how much [money |]did {A} [pay|spend] [in all|altogether|for the {x}]",
                "what was the total cost of the {x}",
                "how many dollars did {A} spend on the {x}",
                "find the total cost.",
                "what is the cost of all the {x}",
            ),
            "unit": (
                "how much did each {x.one} cost",
                "what was the price of {x.a}",
                "what is the cost of [a single|each] {x.one}",
                "how much does {x.a} cost",
                "how many dollars did {A} pay for each {x.one}",
                "find the price of each {x.one}.",
            ),
            "count": (
                "how many {x} did {A} buy",
                "what is the number of {x} {A} bought",
                "how many {x} did {A} get",
            ),
            "change": (
                "how much money did {A} have left",
                "how much change did {A} get[| back]",
                "what was {A's} change",
                "how much money [is|was] left",
                "how many dollars did {A} have left",
            ),
            "paid": (
                "how much money did {A} [have at first|start with|hand over]",
                "how many dollars did {A} have before buying the {x}",
            ),
        },
        order=("paid", "count", "unit", "cost", "change"),
        loose=("count", "unit"),
        weight=3.0,
    ),
    Plot(
        topic="buying two things",
        cast="A:person|adult x,y:goods shop:@shopname",
        draw=_two_items,
        kinds=dict.fromkeys(("p", "q", "xcost", "ycost", "cost", "paid", "change", "gap"), "money"),
        relations=(
            Product("xcost", "n", "p"),
            Product("ycost", "m", "q"),
            Balance("cost", "xcost", "ycost"),
            Balance("change", "paid", "-cost"),
            Balance("things", "n", "m"),
        ),
        say={
            "": ("{A} went shopping", "{A} [was|went shopping] at {shop}"),
            "n m": ("{A} [bought|wants] {n x} and {m y}", "at {shop}, {A} bought {n x} and {m y}"),
            "n": ("{A} bought {n x}",),
            "m": ("{A} bought {m y}",),
            "p": ("{x} cost {p} [each|apiece]", "each {x.one} costs {p}"),
            "q": ("{y} cost {q} [each|apiece]", "each {y.one} costs {q}"),
            "p q": (
                "{x.a} costs {p} and {y.a} costs {q}",
                "the {x} are {p} each and the {y} are {q} each",
                "each {x.one} costs {p}, and each {y.one} costs {q}",
            ),
            "n p": (
                "{A} [bought|got] {n x} [for|at] {p} each",
                "{A} bought {n x} that cost {p} [each|apiece]",
            ),
            "m q": (
                "{A} [also |]bought {m y} [for|at] {q} each",
                "{A} bought {m y} that cost {q} [each|apiece]",
            ),
            "ycost": ("{A} paid {ycost} for the {y}", "the {y} cost {ycost} in all"),
            "cost": ("{A} paid {cost} [in all|altogether|in total]", "the total bill was {cost}"),
            "paid": ("{A} [paid with|gave the cashier|had] {paid}",),
            "change": ("{A} got {change} [back|in change]",),
        },
        ask={
            "cost": (
                "how much did {A} [spend|pay] [in all|altogether|in total]",
                "what was the total cost",
                "how much did everything cost",
                "how many dollars did {A} spend in total",
                "what is the total cost of the {x} and the {y}",
            ),
            "xcost": (
                "how much did {A} [spend on|pay for] the {x}",
                "what did all the {x} cost together",
                "how much did the {x} cost in all",
            ),
            "ycost": (
                "how much did {A} [spend on|pay for] the {y}",
                "what did all the {y} cost together",
                "how much did the {y} cost in all",
            ),
            "change": (
                "how much change did {A} get[| back]",
                "how much money [does|did] {A} have left",
                "how much was left",
            ),
            "things": (
                "how many things did {A} buy [in all|altogether]",
                "how many {x} and {y} did {A} buy in all",
            ),
            "p": ("how much did each {x.one} cost", "what was the price of {x.a}"),
            "q": ("how much did each {y.one} cost", "what was the price of {y.a}"),
            "paid": ("how much money did {A} have at first",),
            "n": ("how many {x} did {A} buy",),
        },
        order=("paid", "n", "m", "p", "q", "ycost", "cost", "change"),
        clashes=frozenset({"things"}),
        weight=2.0,
    ),
    Plot(
        topic="spending",
        cast="A:person|adult B:person x:goods y:goods shop:@shopname rel:@relative",
        draw=_spend,
        kinds=dict.fromkeys(("had", "first", "second", "spent", "left", "mid"), "money"),
        relations=(Balance("spent", "first", "second"), Balance("left", "had", "-spent")),
        also=(),
        say={
            "had": (
                "{A} [had|has] {had}",
                "{A} went to {shop} with {had}",
                "{A's} {rel} gave {A.him} {had}",
                "{A} saved {had}[| last year]",
                "{A} got {had} for {A.his} birthday",
            ),
            "?had": ("{A} had some money", "{A} went to {shop} with some money"),
            "first": (
                "{A} [spent {first} on|paid {first} for] {x.a}",
                "{A} bought {x.a} for {first}",
                "{x.a} cost {A.him} {first}",
            ),
            "?first": ("{A} bought {x.a}", "{A} spent some of it on {x.a}"),
            "second": (
                "{A} [also |then |]spent {second} on {y.a}",
                "then {A} bought {y.a} for {second}",
                "{y.a} cost another {second}",
            ),
            "?second": ("then {A} bought {y.a}",),
            "first second": (
                "{A} spent {first} on {x.a} and {second} on {y.a}",
                "{A} bought {x.a} for {first} and {y.a} for {second}",
            ),
            "left": ("now {A} has {left}[| left]", "{A} [has|had] {left} left", "in the end {A} had {left}"),
        },
        ask={
            "left": (
                "how much money does {A} have [now|left]",
                "how many dollars does {A} have left",
                "how much [is|was] left",
                "how much did {A} have in the end",
                "find how much money {A} has left.",
            ),
            "spent": (
                "how much did {A} spend [in all|altogether|in total]",
                "what is the total amount {A} spent",
                "how many dollars did {A} spend",
            ),
            "had": (
                "how much money did {A} have [at first|in the beginning|before shopping|to start with]",
                "how many dollars did {A} start with",
            ),
            "first": ("how much did the {x.one} cost", "what was the price of the {x.one}"),
            "second": ("how much did the {y.one} cost", "what was the price of the {y.one}"),
        },
        order=("had", "first", "second", "left"),
        weight=1.6,
    ),
)
