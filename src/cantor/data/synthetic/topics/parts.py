"""Fractions and percentages of a whole; discounts, taxes and raises."""

from fractions import Fraction
from random import Random

from cantor.data.synthetic.algebra import Balance, Percent, Product, Value
from cantor.data.synthetic.plot import Plot

_FRACTIONS = tuple(
    Fraction(f)
    for f in (
        "1/2",
        "1/2",
        "1/3",
        "1/4",
        "1/4",
        "2/3",
        "3/4",
        "1/5",
        "2/5",
        "3/5",
        "4/5",
        "1/6",
        "3/8",
        "1/8",
        "1/10",
    )
)
_PERCENTS = (5, 10, 10, 12, 15, 20, 20, 25, 25, 30, 35, 40, 45, 50, 60, 70, 75, 80, 90)


def _fraction(random: Random) -> dict[str, Value]:
    part = random.choice(_FRACTIONS)
    return {"f": part, "all": part.denominator * random.randint(2, 24)}


def _fraction_then_more(random: Random) -> dict[str, Value]:
    drawn = _fraction(random)
    rest = int(drawn["all"] * (1 - drawn["f"]))
    return {**drawn, "gone": random.randint(2, max(3, rest - 2))}


def _half(random: Random) -> dict[str, Value]:
    part = random.choice(_FRACTIONS[:9])
    return {"k": part, "a": part.denominator * random.randint(2, 20)}


def _percent(random: Random) -> dict[str, Value]:
    return {
        "p": random.choice(_PERCENTS),
        "all": random.choice(
            (20, 40, 50, 60, 80, 100, 120, 150, 200, 240, 250, 300, 400, 500, 600, 800, 1000, 1200, 2000)
        ),
    }


def _percent_taken(random: Random) -> dict[str, Value]:
    drawn = _percent(random)
    return {"f": drawn["p"], "all": drawn["all"]}


def _discount(random: Random) -> dict[str, Value]:
    return {
        "p": random.choice(_PERCENTS[:14]),
        "price": random.choice(
            (10, 20, 25, 30, 40, 45, 50, 60, 75, 80, 90, 100, 120, 150, 160, 200, 250, 300, 400, 500)
        ),
        "n": random.randint(2, 6),
    }


_WHOLE = (
    "{A} [owned|counted] {all x}",
    "in {A's} [room|house|bag] there were {all x}",
    "{A} started with {all x}",
    "{A} [has|had|bought] {all x}",
    "there [are|were] {all x} {spot}",
    "{A} had {all x} [at first|to begin with]",
)
_SHARE_TAKEN = (
    "{A} {v.ed} {f} of [them|the {x}]",
    "then {A} {v.ed} {f} of the {x}",
    "{f} of the {x} were {v.en}",
    "{f} of them were {v.en}[| by {A}]",
)
_SOME_TAKEN = ("{A} {v.ed} some of them", "then {A} {v.ed} some of the {x}", "some of the {x} were {v.en}")
_ASK_PART = ("how many {x} did {A} {v}", "how many {x} were {v.en}", "find the number of {x} {A} {v.ed}.")
_ASK_REST = (
    "how many {x} does that leave",
    "how many {x} were not {v.en}",
    "what number of {x} is left",
    "how many {x} [are|were] left",
    "how many {x} does {A} have left",
    "how many {x} remain",
    "how many {x} did {A} not {v}",
    "find the number of {x} that are left.",
)
_ASK_WHOLE = (
    "how many {x} did {A} have [at first|in all|in the beginning|originally]",
    "how many {x} were there [at first|to begin with]",
)

_ON_SALE = {
    "": ("there is a sale at {shop}", "{A} is shopping at {shop}"),
    "price": (
        "a {it} [costs|cost] {price}",
        "the [regular|usual|normal|original] price of a {it} is {price}",
        "{A} wants to buy a {it} that [costs|usually costs] {price}",
    ),
    "?price": ("{A} wants to buy a {it}", "{A} is looking at a {it}"),
    "p ?off": (
        "it is on sale for {p} off",
        "{A} gets a discount of {p}",
        "the price [is|was] [reduced|lowered|cut] by {p}",
        "with a coupon, {A} gets {p} off",
        "there is a {p} discount on it",
    ),
    "price p ?off": (
        "{A} bought a {it} with a price of {price} at {p} off",
        "a {it} that [usually |normally |]costs {price} is sold at {p} off",
        "the store takes {p} off the price of a {it}, which is {price}",
    ),
    "off ?p": ("the discount on it is {off}", "with a coupon, the price is {off} lower"),
    "p off ?price": (
        "{A} saved {off} on a {it} because the price was cut by {p}",
        "a discount of {p} on a {it} [saves|saved] {A} {off}",
        "at {p} off, {A} saves {off} on a {it}",
    ),
}
_ASK_SALE = {
    "pay": (
        "how much does a {it} cost after the discount",
        "what is the [sale|reduced] price of a {it}",
        "how much does {A} have to pay for a {it}",
        "what is the new price of a {it}",
    ),
    "off": (
        "how much is the discount on a {it}",
        "by how many dollars is the price of a {it} reduced",
        "how much money is saved on a {it}",
    ),
    "p": ("what percent is the discount", "by what percent was the price reduced"),
    "price": ("what was the price of a {it} before the discount", "what is the full price of a {it}"),
}

PLOTS = (
    Plot(
        topic="fraction of a whole",
        cast="A:person|adult x:things v:use(x) spot:@spot",
        draw=_fraction,
        kinds={"f": "fraction"},
        relations=(Product("part", "all", "f"), Balance("rest", "all", "-part")),
        say={
            "all": _WHOLE,
            "?all": ("{A} had {x.some}",),
            "f ?part": _SHARE_TAKEN,
            "all f ?part": (
                "{A} {v.ed} {f} of {A's} {all x}",
                "{A} had {all x} and {v.ed} {f} of them",
                "of {all x}, {A} {v.ed} {f}",
            ),
            "part ?f": ("{A} {v.ed} {part} of them", "{part} of the {x} were {v.en}"),
            "f part ?all": (
                "{A} {v.ed} {part x}, which was {f} of all the {x} {A.he} had",
                "{part x} were {v.en}, and that was {f} of [all of them|{A's} {x}]",
                "when {A} {v.ed} {f} of {A's} {x}, {part} were gone",
            ),
            "?f ?part": _SOME_TAKEN,
        },
        ask={"part": _ASK_PART, "rest": _ASK_REST, "all": _ASK_WHOLE},
        order=("all", "f", "part"),
        outcome="rest",
        weight=1.6,
    ),
    Plot(
        topic="fraction, then more",
        cast="A:person|adult B:person x:things v:use(x) spot:@spot",
        draw=_fraction_then_more,
        kinds={"f": "fraction"},
        relations=(
            Product("part", "all", "f"),
            Balance("rest", "all", "-part"),
            Balance("end", "rest", "-gone"),
            Balance("lost", "part", "gone"),
        ),
        also=(Balance("lost", "all", "-end"),),
        say={
            "all": _WHOLE,
            "?all": ("{A} had {x.some}",),
            "f": _SHARE_TAKEN,
            "?f": _SOME_TAKEN,
            "gone": (
                "{A} gave {gone} [of the others |of the rest |]to {B}",
                "{B} then took {gone}[| of the rest]",
                "after that, {gone} more went to {B}",
            ),
            "end": ("in the end {end x} were left", "{A} was left with {end x}"),
            "?gone": ("{A} gave some of the rest to {B}",),
        },
        ask={
            "end": (
                "how many {x} are left [in the end|at the end|now]",
                "how many {x} does {A} have [in the end|now]",
                "how many {x} did {A} end up with",
            ),
            "part": _ASK_PART[:2],
            "gone": ("how many {x} did {B} get",),
            "lost": ("how many {x} were {v.en} or went to {B} [in all|altogether]",),
            "all": _ASK_WHOLE,
        },
        order=("all", "f", "gone", "end"),
        outcome="end",
        weight=1.4,
    ),
    Plot(
        topic="half as many",
        cast="A:person B:person x:things g:gain(x)",
        draw=_half,
        kinds={"k": "times"},
        relations=(Product("b", "a", "k"), Balance("all", "a", "b"), Balance("more", "a", "-b")),
        say={
            "a": ("{A} has {a x}", "{A} {g.ed} {a x}"),
            "k": ("{B} has {k} as many {x} as {A}", "{B} {g.ed} {k} as many {x} as {A}[| did]"),
            "a k": ("{A} has {a x}, and {B} has {k} as many", "{B} has {k} as many {x} as {A}, who has {a}"),
            "b": ("{B} has {b x}", "{B} {g.ed} {b x}"),
        },
        ask={
            "b": ("how many {x} does {B} have", "find the number of {B's} {x}."),
            "a": ("how many {x} does {A} have", "find the number of {A's} {x}."),
            "all": (
                "how many {x} do they have [together|in all|altogether]",
                "how many {x} do {A} and {B} have in total",
            ),
            "more": ("how many more {x} does {A} have than {B}", "how many fewer {x} does {B} have than {A}"),
        },
        order=("a", "b", "k"),
        loose=("a", "b", "k"),
        clashes=frozenset({"things"}),
        weight=1.3,
    ),
    Plot(
        topic="percent of the people",
        cast="C:institution k:people trait:@trait",
        draw=_percent,
        kinds={"p": "percent"},
        relations=(Percent("part", "all", "p"), Balance("rest", "all", "-part")),
        say={
            "all": ("there are {all k} at {C}", "{C} has {all k}", "{C} asked {all k} some questions"),
            "p ?part": ("{p} of [them|the {k}] {trait}", "of these {k}, {p} {trait}"),
            "all p ?part": ("{p} of the {all k} at {C} {trait}", "out of {all k} at {C}, {p} {trait}"),
            "part ?p": ("{part} of [them|the {k}] {trait}", "of these {k}, {part} {trait}"),
            "p part ?all": (
                "at {C}, {part k} {trait}, which is {p} of all the {k}",
                "{p} of the {k} at {C} {trait}, and there are {part} such {k}",
            ),
        },
        ask={
            "part": ("how many [of the |]{k} {trait}", "find the number of {k} who {trait}."),
            "rest": ("how many [of the |]{k} do not {trait}", "find the number of {k} who do not {trait}."),
            "p": ("what percent of the {k} {trait}", "what percentage of the {k} {trait}"),
            "all": (
                "how many {k} are there [in all|altogether] at {C}",
                "what is the total number of {k} at {C}",
            ),
        },
        order=("all", "p", "part"),
        clashes=frozenset({"people"}),
        weight=1.1,
    ),
    Plot(
        topic="percent of the things",
        cast="A:person|adult|seller x:things v:use(x) spot:@spot",
        draw=_percent_taken,
        kinds={"f": "percent"},
        relations=(Percent("part", "all", "f"), Balance("rest", "all", "-part")),
        say={
            "all": _WHOLE,
            "?all": ("{A} had [some|many] {x}",),
            "?f ?part": _SOME_TAKEN,
            "f ?part": _SHARE_TAKEN,
            "all f ?part": ("{A} {v.ed} {f} of {A's} {all x}", "of {all x}, {A} {v.ed} {f}"),
            "part ?f": ("{A} {v.ed} {part} of them", "{part} of the {x} were {v.en}"),
            "f part ?all": (
                "{A} {v.ed} {part x}, which was {f} of all the {x} {A.he} had",
                "when {A} {v.ed} {f} of {A's} {x}, {part} were gone",
            ),
        },
        ask={
            "part": _ASK_PART,
            "rest": _ASK_REST,
            "all": _ASK_WHOLE,
            "f": ("what percent of the {x} did {A} {v}", "what percentage of the {x} were {v.en}"),
        },
        order=("all", "f", "part"),
        outcome="rest",
        weight=1.1,
    ),
    Plot(
        topic="discount",
        cast="A:person|adult it:@gadget shop:@shopname",
        draw=_discount,
        kinds={"p": "percent", "price": "money", "off": "money", "pay": "money"},
        relations=(Percent("off", "price", "p"), Balance("pay", "price", "-off")),
        say={
            **_ON_SALE,
            "pay": ("after the discount, {A} paid {pay}", "{A} [paid|had to pay] only {pay} for it"),
        },
        ask=_ASK_SALE,
        order=("price", "p", "off", "pay"),
        weight=1.1,
    ),
    Plot(
        topic="discount on several",
        cast="A:person|adult it:@gadget shop:@shopname",
        draw=_discount,
        kinds={"p": "percent", "price": "money", "off": "money", "pay": "money", "total": "money"},
        relations=(
            Percent("off", "price", "p"),
            Balance("pay", "price", "-off"),
            Product("total", "n", "pay"),
        ),
        say={
            **_ON_SALE,
            "n": ("{A} buys {n} of them", "{A} needs {n} of them"),
            "total": ("{A} paid {total} in all",),
        },
        ask={
            **_ASK_SALE,
            "total": (
                "how much do all of them cost [together|in all] after the discount",
                "what is the total cost at the sale price",
                "how much does {A} have to pay in all",
                "how much money does {A} spend altogether",
            ),
            "n": ("how many of them did {A} buy",),
        },
        order=("price", "p", "off", "n", "total"),
        weight=0.9,
    ),
    Plot(
        topic="tax or raise",
        cast="A:person|adult it:@gadget",
        draw=_discount,
        kinds={"p": "percent", "price": "money", "off": "money", "pay": "money"},
        relations=(Percent("off", "price", "p"), Balance("pay", "price", "off")),
        say={
            "price": (
                "the price of a {it} was {price}",
                "a {it} cost {price} [last year|before]",
                "{A} was selling a {it} for {price}",
            ),
            "p ?off": (
                "the price [went up|rose|increased|was raised] by {p}",
                "this year the price is {p} higher",
            ),
            "price p ?off": (
                "the price of a {it}, which was {price}, [rose|went up] by {p}",
                "{A} raised the price of a {it} by {p} from {price}",
            ),
            "off ?p": ("the price rose by {off}", "now it costs {off} more"),
            "p off ?price": (
                "the price of a {it} rose by {p}, which was {off}",
                "when the price of a {it} went up by {p}, it rose by {off}",
            ),
        },
        ask={
            "pay": (
                "how much does a {it} cost now",
                "what is the new price of [a|the] {it}",
                "find the new price.",
            ),
            "off": (
                "by how many dollars did the price rise",
                "how much more does a {it} cost now",
                "what was the increase in dollars",
            ),
            "p": ("by what percent did the price go up", "what was the increase in percent"),
            "price": ("what was the old price of the {it}",),
        },
        order=("price", "p", "off"),
        weight=0.8,
    ),
)
