"""Percentages: of a quantity, more, less, back from the result, and the percentage itself."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Percent, Quotient, Value
from cantor.data.synthetic.plot import Plot


def _whole(random: Random) -> dict[str, Value] | None:
    p = random.choice((5, 10, 12, 15, 20, 25, 30, 35, 40, 45, 50, 60, 65, 70, 75, 80, 90))
    whole = random.randint(2, 80) * 10
    return {"all": whole, "p": p} if whole * p % 100 == 0 else None


def _price(random: Random) -> dict[str, Value] | None:
    p = random.choice((5, 8, 10, 12, 15, 20, 25, 30, 35, 40, 50, 60))
    price = random.choice((random.randint(2, 40) * 5, random.randint(8, 300)))
    return {"price": price, "p": p} if price * p % 25 == 0 else None


def _meal(random: Random) -> dict[str, Value] | None:
    return {
        "bill": random.randint(3, 30) * 4,
        "p": random.choice((5, 10, 15, 20, 25)),
        "n": random.choice((2, 3, 4, 5)),
    }


def _twice(random: Random) -> dict[str, Value] | None:
    price = random.randint(2, 40) * 20
    return {"price": price, "p": random.choice((10, 15, 20, 25)), "t": random.choice((5, 10, 20))}


def _change(random: Random) -> dict[str, Value] | None:
    old, p = random.randint(2, 60) * 10, random.choice((5, 10, 15, 20, 25, 30, 40, 50, 75))
    return {"old": old, "p": p} if old * p % 100 == 0 else None


PLOTS = (
    Plot(
        topic="percent: of a group",
        cast="C:institution k:people t:@trait",
        draw=_whole,
        kinds={"p": "percent"},
        relations=(Percent("part", "all", "p"), Balance("rest", "all", "-part")),
        say={
            "all": ("{C} has {all k}", "there are {all k} at {C}", "{all k} at {C} took part in a survey"),
            "p": ("{p} of them {t}", "of these, {p} {t}", "exactly {p} of all {t}"),
            "all p": ("{p} of the {all} people at {C} {t}", "out of {all} people at {C}, {p} {t}"),
            "?all": ("the people at {C} were asked about their habits",),
            "part": ("{part} of them {t}", "{part} people at {C} {t}"),
        },
        ask={
            "part": ("how many of them {t}", "how many people {t}", "how many people is that",
                "find the number of people who {t}."),
            "rest": ("how many of them do not {t}", "how many people do not", "how many are the others"),
            "p": ("what percent of the people {t}", "what percentage is that",
                "how many percent of them {t}"),
        },
        order=("all", "part", "p"),
        bundles=False,
        clashes=frozenset({"people"}),
        weight=1.2,
    ),
    Plot(
        topic="percent: discount",
        cast="A:person|adult w:@wares s:@shopkind",
        draw=_price,
        kinds={"p": "percent", **dict.fromkeys(("price", "off", "paid"), "money")},
        relations=(Percent("off", "price", "p"), Balance("paid", "price", "-off")),
        say={
            "": ("there is a sale at the {s}", "everything must go at the {s}"),
            "price": ("{w} costs {price}", "the price of {w} was {price}", "{A} looks at {w} for {price}",
                "before the sale, {w} cost {price}"),
            "p": ("{A} gets {p} off", "it is reduced by {p}", "there is a discount of {p}",
                "the shop takes {p} off the price", "with a coupon {A} saves {p} of the price",
                "the price drops by {p}"),
            "price p": ("{w}, usually {price}, is {p} off",
                "a discount of {p} is given on {w} that costs {price}",
                "{A} buys {w} for {price} less {p}"),
            "?price": ("{A} buys {w} on sale", "{w} is on sale", "there is a special offer for {w}"),
            "off": ("the discount is {off}", "{A} saves {off}"),
            "paid": ("{A} pays {paid}", "the sale price is {paid}"),
        },
        ask={
            "paid": ("how much does {A} pay", "what is the new price", "what does it cost now",
                "what is the sale price", "how much is it after the discount", "find the reduced price."),
            "off": ("how much does {A} save", "how large is the discount in dollars",
                "by how many dollars is it reduced", "how much is taken off"),
            "price": ("what was the price before", "what was the old price", "how much did it cost at first"),
            "p": ("by what percent was it reduced", "how many percent is the discount",
                "what percent of the price does {A} save"),
        },
        order=("price", "p", "off", "paid"),
        weight=1.6,
    ),
    Plot(
        topic="percent: tax or raise",
        cast="A:person|worker w:@wares",
        draw=_price,
        kinds={"p": "percent", **dict.fromkeys(("price", "off", "paid"), "money")},
        relations=(Percent("off", "price", "p"), Balance("paid", "price", "off")),
        say={
            "price": ("{w} costs {price} before tax", "{A} bought {w} for {price} plus tax",
                "the net price of {w} is {price}"),
            "p": ("the tax is {p}", "{p} tax is added", "the seller adds {p} tax", "sales tax is {p}"),
            "?price": ("{A} buys {w}", "{w} is sold with tax"),
            "off": ("the tax comes to {off}",),
            "paid": ("with tax it is {paid}", "with tax {A} pays {paid}"),
        },
        ask={
            "paid": ("how much does {A} pay in all", "what is the price with tax",
                "how much is it with tax", "what is the final price"),
            "off": ("how much is the tax", "how many dollars of tax are there", "how much tax is paid"),
            "price": ("what is the price without tax",),
            "p": ("what percent is the tax",),
        },
        order=("price", "p", "off", "paid"),
        weight=1.0,
    ),
    Plot(
        topic="percent: tip",
        cast="A:person|adult",
        draw=_meal,
        kinds={"p": "percent", **dict.fromkeys(("bill", "tip", "paid", "each"), "money")},
        relations=(Percent("tip", "bill", "p"), Balance("paid", "bill", "tip"), Quotient("each", "paid",
            "n")),
        say={
            "bill": ("the bill at a restaurant is {bill}", "lunch comes to {bill}",
                "{A} and some friends eat for {bill}"),
            "p": ("they leave a tip of {p}", "{p} is added as a tip", "{A} adds a tip of {p}"),
            "n": ("{n} people share the total equally", "the whole amount is split evenly among {n} people"),
        },
        ask={
            "tip": ("how much is the tip", "how many dollars is the tip"),
            "paid": ("how much is paid in all", "what is the total with the tip",
                "how much do they pay altogether"),
            "each": ("how much does each of them pay", "what is each person's share"),
        },
        order=("bill", "p", "n"),
        weight=1.0,
    ),
    Plot(
        topic="percent: growth",
        cast="A:village C:institution k:people",
        draw=_change,
        kinds={"p": "percent"},
        relations=(Percent("more", "old", "p"), Balance("new", "old", "more")),
        say={
            "old": ("{C} had {old k} last year", "a year ago there were {old k} at {C}",
                "the number of {k} at {C} was {old}"),
            "p": ("since then the number has grown by {p}", "this year there are {p} more",
                "the number went up by {p}", "it rose by {p}", "an increase of {p} followed"),
            "new": ("this year there are {new k}", "now it is {new}", "the number is {new} today"),
            "?old": ("the number of {k} at {C} has changed", "{C} has grown since last year"),
            "more": ("{more} more have joined since",),
        },
        ask={
            "new": ("how many {k} are there now", "what is the number of {k} this year",
                "how many {k} does {C} have now"),
            "more": ("how many more {k} are there", "by how many has the number grown",
                "how many {k} were added"),
            "p": ("by what percent did the number grow", "what is the increase in percent",
                "find the percent increase."),
            "old": ("how many {k} were there last year", "what was the number before"),
        },
        order=("old", "p", "more", "new"),
        bundles=False,
        clashes=frozenset({"people"}),
        weight=1.0,
    ),
    Plot(
        topic="percent: loss",
        cast="A:person|seller x:fruit|garden|snack|tech|printed|household g:gain(x)",
        draw=_change,
        kinds={"p": "percent"},
        relations=(Percent("lost", "old", "p"), Balance("new", "old", "-lost")),
        say={
            "old": ("{A} {g.ed} {old x}", "{A} has {old x}", "a box for {A.name} contained {old x}"),
            "p": ("{p} of them are broken", "{p} of the {x} had to be thrown away",
                "{A} finds that {p} are useless", "{A} gives {p} of them away", "{p} get lost on the way"),
            "?old": ("{A} {g.ed} {x.some}", "{A} opened a box of {x}"),
            "lost": ("{lost} of them were useless", "{A} throws {lost} of them away"),
            "new": ("{new} are still fine", "{new x} are left"),
        },
        ask={
            "new": ("how many {x} are left", "how many {x} can still be used", "how many {x} remain"),
            "lost": ("how many {x} is that", "how many {x} are gone", "how many {x} were lost"),
            "p": ("what percent of the {x} is that loss", "what percentage was lost",
                "how many percent of the {x} were lost"),
            "old": ("how many {x} were there at first",),
        },
        order=("old", "p", "lost", "new"),
        clashes=frozenset({"things"}),
        weight=1.2,
    ),
    Plot(
        topic="percent: discount, then tax",
        cast="A:person|adult w:@wares",
        draw=_twice,
        kinds={"p": "percent", "t": "percent", **dict.fromkeys(("price", "off", "net", "tax", "paid"),
            "money")},
        relations=(Percent("off", "price", "p"), Balance("net", "price", "-off"), Percent("tax", "net",
            "t"), Balance("paid", "net", "tax")),
        say={
            "price": ("{w} costs {price}", "{A} wants {w} that costs {price}",
                "the list price of {w} is {price}"),
            "p": ("it is reduced by {p}", "{A} gets a discount of {p}"),
            "t": ("tax of {t} is added to the reduced price", "on the reduced price, {t} tax must be paid",
                "after that {t} tax comes on top"),
        },
        ask={
            "paid": ("how much does {A} pay in the end", "what is the final price",
                "what does it cost with discount and tax"),
            "net": ("what is the price before tax", "what is the reduced price"),
            "tax": ("how much is the tax", "how many dollars are the tax"),
            "off": ("how much is the discount in dollars",),
        },
        order=("price", "p", "t"),
        weight=0.9,
    ),
)  # fmt: skip
