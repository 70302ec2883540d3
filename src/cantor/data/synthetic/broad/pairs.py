"""Stories of which one changed word in the question changes the equation: left, in all, more, fewer, each."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Value
from cantor.data.synthetic.draws import below
from cantor.data.synthetic.plot import Plot


def _two(random: Random) -> dict[str, Value]:
    b = random.randint(3, 60)
    return {"a": b + random.randint(2, 60), "b": b}


def _bags(random: Random) -> dict[str, Value]:
    n, each = random.randint(3, 12), random.randint(3, 20)
    return {"n": n, "each": each, "gone": below(random, n * each, 3)}


def _three(random: Random) -> dict[str, Value] | None:
    a, b, c = (random.randint(4, 70) for _ in range(3))
    return {"a": a, "b": b, "c": c} if a > b > c else None


def _kinds(random: Random) -> dict[str, Value]:
    a, b = random.randint(8, 60), random.randint(6, 50)
    return {"a": a, "b": b, "u": below(random, a, 2), "w": below(random, b, 2)}


PLOTS = (
    Plot(
        topic="pairs: two people",
        cast="A:person B:person x:things|gear|snack|tech|printed g:gain(x)",
        draw=_two,
        relations=(Balance("all", "a", "b"), Balance("gap", "a", "-b")),
        say={
            "a b": ("{A} {g.ed} {a x} and {B} {g.ed} {b x}", "{A} has {a x}, and {B} has {b}",
                "there are {a x} in {A's} bag and {b} in {B's}", "{a x} for {A.name}, {b} for {B.name}"),
            "a": ("{A} {g.ed} {a x}", "{A} has {a x}"),
            "b": ("{B} {g.ed} {b x}", "{B} has {b}"),
        },
        ask={
            "all": ("how many {x} are there [in all|altogether|together|in total]",
                "how many {x} do {A.name} and {B.name} have [in all|altogether]",
                "how many {x} did {A.name} and {B.name} {g} together"),
            "gap": ("how many more {x} does {A} have than {B.name}",
                "how many fewer {x} does {B} have than {A.name}",
                "how many more {x} did {A} {g} than {B.name}",
                "how many {x} are there more on {A's} side than on {B's}"),
            "a": ("how many {x} does {A} have",),
            "b": ("how many {x} does {B} have",),
        },
        order=("a", "b"),
        clashes=frozenset({"things"}),
        weight=0.9,
    ),
    *(
        Plot(
            topic="pairs: whose is it",
            cast=f"A:{who} B:{who} x:things|gear|snack|tech|printed v:use(x)",
            draw=lambda random: {"a": (a := random.randint(8, 70)), "b": random.randint(6, 60),
                "u": below(random, min(a, 50), 2)},
            relations=(Balance("left", "a", "-u"), Balance("all", "a", "b")),
            say={
                "a": ("{A.name} had {a x}", "{A.name} came with {a x}"),
                "b": ("{B.name} had {b x}", "{B.name} came with {b}"),
                "u": ("{A.name} {v.ed} {u} of them", "later {A.name} {v.ed} {u x}"),
            },
            ask={
                "left": ("how many {x} does {A.name} have left", "how many {x} are left for {A.name}"),
                "all": ("how many {x} did they have together at first",
                    "how many {x} were there in all at first"),
            },
            order=("a", "b", "u"),
            doubts={
                "say u": ("later {A.he} {v.ed} {u} of them", "{A.he} {v.ed} {u x}",
                    "then {u} of the {x} were {v.en}"),
            },
            bundles=False,
            clashes=frozenset({"things"}),
            weight=0.5,
        )
        for who in ("girl", "boy")
    ),
    Plot(
        topic="pairs: which kind",
        cast="A:person|seller x,y,Z:flower|fruit|collectible|clothing|toy",
        draw=_kinds,
        relations=(Balance("all", "a", "b"), Balance("xleft", "a", "-u"), Balance("yleft", "b", "-w"),
            Balance("left", "xleft", "yleft"), Balance("gone", "u", "w")),
        say={
            "a b": ("{A} has {a x} and {b y}", "there are {a x} and {b y} in {A's} shop",
                "{A} starts the day with {a x} and {b y}"),
            "u": ("{u} of the {x} are sold", "{A} sells {u x}"),
            "w": ("{w} of the {y} are sold", "{A} sells {w y}"),
            "u w": ("{A} sells {u x} and {w y}", "{u} of the {x} and {w} of the {y} are sold"),
        },
        ask={
            "xleft": ("how many {x} are left", "how many {x} does {A} still have"),
            "yleft": ("how many {y} are left", "how many {y} does {A} still have"),
            "left": ("how many {x} and {y} are left together", "how many are left in all"),
            "all": ("how many {x} and {y} were there at first",
                "how many {x} and {y} were there altogether before"),
            "gone": ("how many {x} and {y} are sold in all", "how many are sold altogether"),
        },
        order=("a", "b", "u", "w"),
        doubts={
            "say u": ("{u} of them are sold", "{A} sells {u} of the {Z}"),
            "say w": ("{w} others are sold", "{A} sells {w} of the {Z}"),
            "say u w": ("{A} sells {u} in the morning and {w} in the afternoon",
                "{u} of them are sold, and later {w} more"),
        },
        clashes=frozenset({"things"}),
        weight=0.9,
    ),
    Plot(
        topic="pairs: bags",
        cast="A:person|seller x:fruit|sweet|snack|stationery|tech box:box(x) v:use(x)",
        draw=_bags,
        relations=(Product("all", "n", "each"), Balance("left", "all", "-gone")),
        say={
            "n each": ("{A} has {n box} with {each x} {box.in} each",
                "there are {n box}, and every {box.one} holds {each x}",
                "{A} bought {n box} of {x}, {each} {box.in} each {box.one}"),
            "n": ("{A} has {n box} of {x}",),
            "each": ("every {box.one} contains {each x}", "each {box.one} has {each x} in it"),
            "gone": ("{A} {v.ed} {gone} of them", "{gone x} were {v.en}"),
        },
        ask={
            "all": ("how many {x} were there in all", "how many {x} did {A} have in all"),
            "left": ("how many {x} are left", "how many {x} does {A} have left"),
            "each": ("how many {x} were {box.in} each {box.one}",),
            "gone": ("how many {x} were {v.en}",),
            "n": ("how many {box} were there",),
        },
        order=("n", "each", "gone"),
        bundles=False,
        clashes=frozenset({"things"}),
        weight=1.0,
    ),
    Plot(
        topic="pairs: three people",
        cast="A:person B:person C:person x:collectible|sweet|fruit|book|snack|printed",
        draw=_three,
        relations=(Balance("all", "a", "b", "c"), Balance("ab", "a", "b"), Balance("bc", "b", "c"),
            Balance("gap", "a", "-c"), Balance("small", "a", "-b")),
        say={
            "a b c": ("{A} has {a x}, {B} has {b} and {C} has {c}",
                "{A}, {B} and {C} have {a}, {b} and {c x}", "{x}: {A} {a}, {B} {b}, {C} {c}"),
            "a": ("{A} has {a x}",),
            "b c": ("{B} has {b x}, and {C} has {c}", "{b x} are {B's} and {c} are {C's}"),
        },
        ask={
            "all": ("how many {x} do all of them have",
                "how many {x} do {A.name}, {B.name} and {C.name} have together"),
            "ab": ("how many {x} do {A.name} and {B.name} have together",),
            "bc": ("how many {x} do {B.name} and {C.name} have together",),
            "gap": ("how many more {x} does {A} have than {C.name}",
                "how many fewer {x} does {C} have than {A.name}"),
            "small": ("how many more {x} does {A} have than {B.name}",
                "how many fewer {x} does {B} have than {A.name}"),
        },
        order=("a", "b", "c"),
        bundles=False,
        clashes=frozenset({"things"}),
        weight=1.0,
    ),
)  # fmt: skip
