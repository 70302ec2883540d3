"""Stories that one careless word makes ambiguous: who did it, which of them, out of what."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Value
from cantor.data.synthetic.draws import below
from cantor.data.synthetic.plot import Plot


def _given(random: Random) -> dict[str, Value]:
    a = random.randint(12, 60)
    return {"a": a, "b": random.randint(8, 60), "g": below(random, a, 3)}


def _rates(random: Random) -> dict[str, Value]:
    a, b = random.sample(range(4, 30), 2)
    return {"a": a, "b": b, "hours": random.randint(2, 9)}


def _drawers(random: Random) -> dict[str, Value]:
    a, b = random.randint(9, 50), random.randint(9, 50)
    return {"a": a, "b": b, "u": below(random, min(a, b), 3)}


def _prices(random: Random) -> dict[str, Value]:
    p, q = random.sample(range(2, 20), 2)
    return {"p": p, "q": q, "n": random.randint(2, 9)}


def _ages(random: Random) -> dict[str, Value]:
    a, b = random.sample(range(7, 40), 2)
    return {"a": a, "b": b, "d": random.randint(2, 5)}


_THINGS = "collectible|sweet|fruit|stationery|book|gear|snack|printed|toy"


def _same(who: str) -> tuple[Plot, ...]:
    """Two of whom a pronoun might mean either."""
    return (
        Plot(
            topic="doubtful: who gave",
            cast=f"A:{who} B:{who} C:person x:{_THINGS}",
            draw=_given,
            relations=(Balance("left", "a", "-g"), Balance("all", "a", "b")),
            say={
                "a b": (
                    "{A.name} has {a x} and {B.name} has {b}",
                    "{A.name} brought {a x}, {B.name} brought {b}",
                ),
                "g": ("{A.name} gives {g} of them to {C.name}", "{C.name} gets {g} of {A.whose} {x}"),
            },
            ask={"left": ("how many {x} does {A.name} have left", "how many {x} are left for {A.name}")},
            order=("a", "b", "g"),
            doubts={
                "say g": (
                    "{A.he} gives {g} of them to {C.name}",
                    "{C.name} gets {g} of {A.his} {x}",
                    "{C.name} is given {g} of the {x}",
                )
            },
            bundles=False,
            clashes=frozenset({"things"}),
            weight=0.4,
        ),
        Plot(
            topic="doubtful: who works",
            cast=f"A:{who} B:{who} x:printed|snack|household|garden v:make(x)",
            draw=_rates,
            relations=(Product("mine", "a", "hours"), Product("yours", "b", "hours")),
            say={
                "a b": (
                    "{A.name} {v.s} {a x} an hour, and {B.name} {v.s} {b}",
                    "in an hour {A.name} {v.s} {a x} and {B.name} {b}",
                ),
                "hours": (
                    "today {A.name} works for {hours hour}",
                    "{A.name} works {hours hour} without a break",
                ),
            },
            ask={"mine": ("how many {x} does {A.name} {v}", "how many {x} does {A.name} {v} in that time")},
            order=("a", "b", "hours"),
            doubts={
                "ask mine": ("how many {x} does {A.he} {v}",),
                "say hours": (
                    "today {A.he} works for {hours hour}",
                    "only {A.he} works today, for {hours hour}",
                ),
            },
            bundles=False,
            clashes=frozenset({"time", "things"}),
            weight=0.4,
        ),
        Plot(
            topic="doubtful: whose age",
            cast=f"A:{who} B:{who} C:person",
            draw=_ages,
            relations=(Balance("c", "a", "d"),),
            say={
                "a b": ("{A.name} is {a} years old and {B.name} is {b}", "{A.name} is {a}, {B.name} is {b}"),
                "d": (
                    "{C.name} is {d} years older than {A.name}",
                    "{A.name} is {d} years younger than {C.name}",
                ),
            },
            ask={"c": ("how old is {C.name}", "what is the age of {C.name}")},
            order=("a", "b", "d"),
            doubts={"say d": ("{C.name} is {d} years older than {A.him}", "{C.name} is {d} years older")},
            bundles=False,
            clashes=frozenset({"age"}),
            weight=0.3,
        ),
    )


PLOTS = (
    *_same("girl"),
    *_same("boy"),
    Plot(
        topic="doubtful: which drawer",
        cast=f"A:person|adult x:{_THINGS} v:use(x)",
        draw=_drawers,
        relations=(Balance("left", "a", "-u"), Balance("all", "a", "b")),
        say={
            "a b": ("in {A's} upper drawer there are {a x}, in the lower {b}",
                "{A} keeps {a x} upstairs and {b} downstairs"),
            "u": ("{u} of those above are {v.en}", "{A} {v.ed} {u} of those above"),
        },
        ask={"left": ("how many {x} are left above", "how many of the {x} above are left")},
        order=("a", "b", "u"),
        doubts={"say u": ("{u} of them are {v.en}", "{A} {v.ed} {u x}"),
            "ask left": ("how many {x} are left there", "how many are left in it")},
        bundles=False,
        clashes=frozenset({"things"}),
        weight=0.4,
    ),
    Plot(
        topic="doubtful: which price",
        cast="A:person x:stationery|household|printed y:sweet|snack|fruit",
        draw=_prices,
        kinds=dict.fromkeys(("p", "q", "cost"), "money"),
        relations=(Product("cost", "p", "n"),),
        say={
            "p q": ("{x.a} costs {p} and {y.a} costs {q}", "{x} are {p} each, {y} are {q} each"),
            "n": ("{A} buys {n} of the {x}", "{A} takes {n x}"),
        },
        ask={"cost": ("how much does {A} pay", "what does {A} have to pay", "how much is that")},
        order=("p", "q", "n"),
        doubts={"say n": ("{A} buys {n} of them", "{A} takes {n} things", "{A} gets {n} in all")},
        clashes=frozenset({"things"}),
        weight=0.4,
    ),
)  # fmt: skip
