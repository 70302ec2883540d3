"""Parts of a quantity, what remains, and the whole from a part."""

from fractions import Fraction
from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Value
from cantor.data.synthetic.plot import Plot

_PARTS = tuple(
    Fraction(a, b) for a, b in ((1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (1, 5), (2, 5), (3, 5), (4, 5), (1,
        6), (5, 6), (3, 8), (5, 8), (1, 10), (3, 10), (7, 10))
)  # fmt: skip


def _one(random: Random) -> dict[str, Value]:
    f = random.choice(_PARTS)
    return {"f": f, "all": f.denominator * random.randint(3, 40)}


def _two(random: Random) -> dict[str, Value] | None:
    f, g = random.choice(_PARTS), random.choice(_PARTS[:9])
    if f + g >= 1 or f == g:
        return None
    whole = f.denominator * g.denominator
    return {"f": f, "g": g, "all": whole * random.randint(2, 12)}


def _of_rest(random: Random) -> dict[str, Value]:
    f, g = random.choice(_PARTS[:9]), random.choice(_PARTS[:9])
    return {"f": f, "g": g, "all": f.denominator * g.denominator * random.randint(2, 14)}


PLOTS = (
    Plot(
        topic="fractions: part of things",
        cast="A:person|seller|worker x:things|gear|snack|garden|printed|tech v:use(x) g:gain(x)",
        draw=_one,
        kinds={"f": "fraction"},
        relations=(Product("part", "all", "f"), Balance("rest", "all", "-part")),
        say={
            "all": ("{A} has {all x}", "{A} {g.ed} {all x}", "there are {all x} in {A's} care",
                "a delivery of {all x} reaches {A.name}", "{A} starts with {all x}"),
            "f": ("{A} {v.ed} {f} of them", "{f} of them were {v.en}",
                "{f} of the {x} were {v.en} by {A.name}", "so far {A} has {v.en} {f} of them"),
            "all f": ("{A} {v.ed} {f} of {A.his} {all x}", "out of {all x}, {A} {v.ed} {f}",
                "{A} {g.ed} {all x} and {v.ed} {f} of them", "{A} had {all x}, {f} of which were {v.en}"),
            "part f ?all": ("{A} {v.ed} {part x}, which is {f} of all {A.he} had",
                "the {part x} that {A} {v.ed} are {f} of all of them"),
            "rest": ("{rest x} are left", "{A} still has {rest x}"),
        },
        ask={
            "part": ("how many {x} did {A} {v}", "how many {x} were {v.en}", "how many {x} is that",
                "find how many {x} were {v.en}."),
            "rest": ("how many {x} are left", "how many {x} does {A} still have",
                "how many {x} were not {v.en}", "how many {x} remain"),
            "all": ("how many {x} were there [at first|to begin with|before]",
                "how many {x} did {A} have in the beginning", "what was the number of {x} at the start"),
        },
        order=("all", "part", "f"),
        clashes=frozenset({"things"}),
        weight=1.6,
    ),
    Plot(
        topic="fractions: part of a group",
        cast="C:institution p:people t:@trait",
        draw=_one,
        kinds={"f": "fraction"},
        relations=(Product("part", "all", "f"), Balance("rest", "all", "-part")),
        say={
            "all": ("there are {all p} at {C}", "{C} has {all p}", "{all p} were asked at {C}",
                "{C} counts {all p}"),
            "f": ("{f} of them {t}", "of these, {f} of them {t}", "it turns out that {f} of the {p} {t}"),
            "all f": ("{f} of the {all p} at {C} {t}", "at {C}, {f} of the {all p} {t}"),
            "part": ("{part} of the {p} {t}", "{part p} at {C} {t}"),
        },
        ask={
            "part": ("how many {p} {t}", "how many of the {p} {t}", "how many of them are that",
                "find the number of {p} who {t}."),
            "rest": ("how many {p} do not {t}", "how many of the {p} do not", "how many are the others"),
            "all": ("how many {p} are there at {C}", "how many {p} does {C} have in all"),
        },
        order=("all", "part", "f"),
        bundles=False,
        clashes=frozenset({"people"}),
        weight=1.2,
    ),
    Plot(
        topic="fractions: two parts",
        cast="A:person|seller B:person C:person x:fruit|sweet|collectible|stationery|garden|snack",
        draw=_two,
        kinds={"f": "fraction", "g": "fraction"},
        relations=(Product("first", "all", "f"), Product("second", "all", "g"), Balance("gone", "first",
            "second"), Balance("rest", "all", "-gone")),
        say={
            "all": ("{A} has {all x}", "{A} picked out {all x}", "there were {all x} on {A's} table"),
            "f g": ("{A} gives {f} of them to {B.name} and {g} of them to {C.name}",
                "{B} gets {f} of them and {C} {g} of them",
                "{f} of the {x} go to {B.name} and {g} of the {x} go to {C.name}"),
            "f": ("{A} gives {f} of them to {B.name}", "{B} receives {f} of all the {x}"),
            "g": ("{C} gets {g} of all the {x}", "{g} of all the {x} go to {C.name}"),
        },
        ask={
            "first": ("how many {x} does {B} get", "how many {x} go to {B.name}"),
            "second": ("how many {x} does {C} get", "how many {x} go to {C.name}"),
            "gone": ("how many {x} do {B.name} and {C.name} get together",
                "how many {x} does {A} give away in all"),
            "rest": ("how many {x} does {A} keep", "how many {x} are left for {A.name}",
                "how many {x} remain"),
        },
        order=("all", "f", "g"),
        clashes=frozenset({"things"}),
        weight=1.0,
    ),
    Plot(
        topic="fractions: part of the rest",
        cast="A:person|seller x:fruit|sweet|collectible|stationery|garden|snack|printed day:@day dag:@day",
        draw=_of_rest,
        kinds={"f": "fraction", "g": "fraction"},
        relations=(Product("first", "all", "f"), Balance("left", "all", "-first"), Product("second", "left",
            "g"), Balance("rest", "left", "-second")),
        say={
            "all": ("{A} has {all x}", "{A} begins with {all x}", "{all x} lie on {A's} desk"),
            "f": ("on {day} {A} gives away {f} of them", "{f} of them are sold on {day}",
                "first, {f} of the {x} are used up"),
            "g": ("on {dag} {A} gives away {g} of the rest", "{g} of what is left is sold on {dag}",
                "then {g} of the remaining {x} are used as well"),
        },
        ask={
            "rest": ("how many {x} are left in the end", "how many {x} remain",
                "how many {x} does {A} have in the end"),
            "left": ("how many {x} are left after the first time",
                "how many {x} are there between the two times"),
            "second": ("how many {x} go the second time", "how many {x} is the second part"),
            "first": ("how many {x} go the first time",),
        },
        order=("all", "f", "g"),
        clashes=frozenset({"things"}),
        weight=1.0,
    ),
    Plot(
        topic="fractions: tank",
        cast="A:person tank:@tank u:fluid stuff:@liquid",
        draw=_one,
        kinds={"f": "fraction"},
        relations=(Product("now", "all", "f"), Balance("free", "all", "-now")),
        say={
            "all": ("a {tank} holds {all u}", "the capacity of a {tank} is {all u}",
                "a full {tank} contains {all u} of {stuff}", "{A's} {tank} takes {all u} when full"),
            "f": ("it is {f} full", "at the moment it is {f} full", "it has been filled to {f} of that"),
            "now f ?all": ("a {tank} that is {f} full contains {now u}",
                "with {now u} in it, a {tank} is {f} full"),
        },
        ask={
            "now": ("how many {u} are in it", "how many {u} does it contain now", "how much is in it"),
            "free": ("how many {u} are missing", "how many more {u} fit into it",
                "how many {u} are needed to fill it up"),
            "all": ("how many {u} does it hold when full", "what is its capacity"),
        },
        order=("all", "now", "f"),
        bundles=False,
        weight=0.9,
    ),
)  # fmt: skip
