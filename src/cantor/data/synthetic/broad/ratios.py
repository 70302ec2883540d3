"""Ratios, proportions, unit rates, recipes and scales."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Quotient, Value
from cantor.data.synthetic.plot import Plot


def _shares(random: Random) -> dict[str, Value] | None:
    a, b = random.randint(3, 9), random.randint(2, 8)
    return {"a": a, "b": b, "unit": random.randint(2, 25)} if a > b else None


def _three_shares(random: Random) -> dict[str, Value]:
    a, b, c = random.sample(range(1, 9), 3)
    return {"a": a, "b": b, "c": c, "unit": random.randint(3, 30)}


def _proportion(random: Random) -> dict[str, Value] | None:
    few, each, many = random.randint(2, 9), random.randint(2, 15), random.randint(3, 30)
    return {"few": few, "each": each, "many": many} if few != many else None


def _recipe(random: Random) -> dict[str, Value]:
    people, k = random.choice((2, 3, 4, 5, 6, 8)), random.randint(2, 8)
    return {"people": people, "k": k, "amount": random.randint(2, 12) * 25}


def _scale(random: Random) -> dict[str, Value]:
    return {"one": random.choice((2, 4, 5, 10, 15, 20, 25, 50)), "map": random.randint(3, 24)}


def _batch(random: Random) -> dict[str, Value]:
    return {"a": random.randint(2, 6), "b": random.randint(2, 9), "k": random.randint(2, 12)}


PLOTS = (
    Plot(
        topic="ratio: sharing",
        cast="A:person B:person x:collectible|sweet|fruit|stationery|snack",
        draw=_shares,
        kinds={"a": "measure", "b": "measure", "unit": "measure"},
        relations=(Balance("parts", "a", "b"), Product("all", "parts", "unit"), Product("first", "a",
            "unit"), Product("second", "b", "unit"), Balance("gap", "first", "-second")),
        say={
            "all": ("{A} and {B} share {all x}", "there are {all x} for {A.name} and {B.name}",
                "{all x} are to be divided between {A.name} and {B.name}",
                "together {A} and {B} have {all x}"),
            "a b": ("they divide them in the ratio {a #}:{b #}",
                "the ratio of {A's} share to {B's} share is {a} to {b}",
                "for every {a} that {A} gets, {B} gets {b}", "{A} gets {a} parts and {B} gets {b} parts"),
            "first": ("{A} gets {first x}", "{A's} share is {first x}"),
            "second": ("{B} gets {second x}", "{B's} share is {second x}"),
        },
        ask={
            "first": ("how many {x} does {A} get", "how many {x} are {A's} share", "find {A's} share."),
            "second": ("how many {x} does {B} get", "how many {x} are {B's} share", "what is {B's} share"),
            "gap": ("how many more {x} does {A} get than {B}", "how many fewer {x} does {B} get than {A}"),
            "all": ("how many {x} are there in all", "how many {x} do they share"),
        },
        order=("all", "first", "second", "a", "b"),
        bundles=False,
        clashes=frozenset({"things"}),
        weight=1.4,
    ),
    Plot(
        topic="ratio: three shares of money",
        cast="A:person B:person C:person",
        draw=_three_shares,
        kinds={**dict.fromkeys(("all", "unit", "first", "second", "third"), "money"), **dict.fromkeys("abc",
            "measure")},
        relations=(Balance("parts", "a", "b", "c"), Product("all", "parts", "unit"), Product("first", "a",
            "unit"), Product("second", "b", "unit"), Product("third", "c", "unit")),
        say={
            "all": ("{A}, {B} and {C} earn {all} together",
                "a prize of {all} goes to {A.name}, {B.name} and {C.name}", "{A}, {B} and {C} share {all}"),
            "a b c": ("they divide it in the ratio {a #}:{b #}:{c #}",
                "their shares are in the ratio {a} to {b} to {c}",
                "they worked {a}, {b} and {c} hours, and divide the money accordingly"),
        },
        ask={"first": ("how much does {A} get", "what is {A's} share"), "second": ("how much does {B} get",
            ), "third": ("how much does {C} get", "how many dollars are for {C.name}")},
        order=("all", "a", "b", "c"),
        weight=0.8,
    ),
    Plot(
        topic="proportion: same rate",
        cast="A:person|seller|worker x:things|gear|snack|garden",
        draw=_proportion,
        kinds={"few": "measure", "many": "measure"} | dict.fromkeys(("each", "little", "total"), "money"),
        relations=(Product("little", "few", "each"), Product("total", "many", "each")),
        say={
            "few little": ("{few} of the {x} cost {little}", "{A} paid {little} for {few x}",
                "a shop sells {few x} for {little}", "at the market, {few x} are {little}",
                "the price of {few x} is {little}"),
            "many ?total": ("{A} needs {many} of them", "now {A} wants {many x}",
                "{A} orders {many x} at the same rate", "someone asks for {many} of them"),
            "total ?many": ("{A} has {total} to spend on them", "{A} pays {total} at the same rate"),
        },
        ask={
            "total": ("how much do they cost", "how much does {A} pay for these",
                "what is the price of that many", "at this rate, how much is to be paid for them",
                "find their price."),
            "each": ("how much does {x.a} cost", "what is the price of a single {x.one}",
                "how much is each {x.one}", "find the unit price."),
            "many": ("how many {x} does {A} get for that", "how many {x} can {A} buy with it"),
        },
        order=("few", "little", "many", "total"),
        bundles=False,
        weight=1.4,
    ),
    Plot(
        topic="proportion: machine",
        cast="A:person m:@machine w:@unitjob",
        draw=_proportion,
        kinds={"few": "measure", "many": "measure"},
        relations=(Product("little", "few", "each"), Product("total", "many", "each")),
        say={
            "few little": ("a {m} makes {little} {w} in {few minute}",
                "in {few minute}, a {m} turns out {little} {w}",
                "a {m} needs {few minute} for {little} {w}"),
            "many ?total": ("it runs for {many minute}", "{A} lets it run for {many minute}",
                "it keeps that pace for {many minute}"),
            "total ?many": ("{A} needs {total} {w}", "there is an order for {total} {w}"),
        },
        ask={
            "total": ("how many {w} does it make in that time", "how many {w} is that",
                "how many {w} will there be at this rate"),
            "each": ("how many {w} does it make per minute", "what is its rate per minute",
                "how many {w} come out each minute"),
            "many": ("how many minutes does that take", "for how many minutes must it run",
                "how long does it have to run"),
        },
        order=("few", "little", "many", "total"),
        bundles=False,
        clashes=frozenset({"time"}),
        weight=1.1,
    ),
    Plot(
        topic="proportion: recipe",
        cast="A:person|adult d:@dish i:@ingredient",
        draw=_recipe,
        kinds={"amount": "measure", "more": "measure", "k": "measure"},
        relations=(Product("guests", "people", "k"), Product("more", "amount", "k"), Quotient("each",
            "amount", "people")),
        say={
            "people amount": ("for {d}, a recipe for {people} people takes {amount gram} of {i}",
                "{A} makes {d}: for {people} people {amount gram} of {i} are needed",
                "the recipe calls for {amount gram} of {i} for {people} people"),
            "guests ?k": ("{A} cooks for {guests} people", "{guests} guests are coming",
                "this time it has to be enough for {guests} people"),
        },
        ask={
            "more": ("how many grams of {i} does {A} need", "how many grams of {i} are needed",
                "how much {i} must be used, in grams", "how many grams should {A} take"),
            "k": ("by what factor must the recipe be multiplied", "how many times the recipe does {A} need"),
        },
        order=("people", "amount", "guests"),
        bundles=False,
        clashes=frozenset({"people"}),
        weight=1.0,
    ),
    Plot(
        topic="proportion: map",
        cast="A:person T:village U:village",
        draw=_scale,
        kinds={"map": "measure"},
        relations=(Product("real", "map", "one"),),
        say={
            "one": ("on a map, a centimeter stands for {one kilometer}",
                "the scale of a map is {one kilometer} to the centimeter",
                "each centimeter on the map is {one kilometer} in reality"),
            "map ?real": ("on it, {T} and {U} are {map centimeter} apart",
                "{A} measures {map centimeter} between {T.name} and {U.name}",
                "the way from {T.name} to {U.name} is {map centimeter} long on the map"),
            "real ?map": ("in reality, {T} is {real kilometer} from {U.name}",
                "the true distance between {T.name} and {U.name} is {real kilometer}"),
        },
        ask={
            "real": ("how many kilometers is that in reality", "how far apart are they really",
                "what is the true distance"),
            "map": ("how many centimeters is that on the map", "how far apart are they on the map"),
        },
        order=("one", "map", "real"),
        bundles=False,
        clashes=frozenset({"distance"}),
        weight=0.8,
    ),
    Plot(
        topic="ratio: mixing",
        cast="A:person c:@colour e:@colour",
        draw=_batch,
        kinds=dict.fromkeys("abk", "measure"),
        relations=(Product("first", "a", "k"), Product("second", "b", "k"), Balance("all", "first",
            "second")),
        say={
            "a b": ("{A} mixes {a} parts of {c} paint with {b} parts of {e} paint",
                "to get the right shade, {A} takes {a} cans of {c} for every {b} cans of {e}",
                "{c} and {e} paint are mixed in the ratio {a} to {b}"),
            "first": ("{A} has {first} liters of {c} paint", "{A} uses {first} liters of {c}"),
        },
        ask={
            "second": ("how many liters of {e} paint belong to it", "how many liters of {e} does {A} need",
                "how much {e} paint is needed"),
            "all": ("how many liters of paint is that altogether",),
        },
        order=("a", "b", "first"),
        bundles=False,
        weight=0.7,
    ),
)  # fmt: skip
