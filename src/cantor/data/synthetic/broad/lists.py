"""Notes, lists and tables in a few words, as teachers write them on a board."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Quotient, Value
from cantor.data.synthetic.draws import below
from cantor.data.synthetic.plot import Plot


def _rows(random: Random) -> dict[str, Value] | None:
    a, b, c, d = (random.randint(4, 90) for _ in range(4))
    return {"a": a, "b": b, "c": c, "d": d} if a > d and b > c else None


def _simple(random: Random) -> dict[str, Value]:
    a = random.randint(8, 120)
    return {"a": a, "b": below(random, a, 3)}


def _boxes(random: Random) -> dict[str, Value]:
    return {"n": random.randint(3, 24), "each": random.randint(3, 40), "price": random.randint(2, 12)}


def _menu(random: Random) -> dict[str, Value]:
    p, q = random.randint(2, 12), random.randint(2, 9)
    return {"p": p, "q": q, "n": random.randint(2, 6), "m": random.randint(2, 6)}


PLOTS = (
    Plot(
        topic="notes: start and change",
        cast="A:person x:things|gear|snack|printed|tech v:use(x)",
        draw=_simple,
        relations=(Balance("left", "a", "-b"),),
        say={
            "a": ("{A}: {a x}", "start: {a x}", "{a x} at first", "in stock: {a x}", "had {a x}"),
            "b ?left": ("{b} {v.en}", "{v.en}: {b}", "gone: {b}", "{v.ed} {b}"),
            "left ?b": ("left: {left}", "now {left}", "{left} left", "end: {left x}"),
        },
        ask={"left": ("how many {x} left", "left", "rest", "how many remain", "how many {x} now"),
            "a": ("at the start", "how many {x} at first"), "b": ("how many {v.en}", "how many gone")},
        order=("a", "b", "left"),
        terse=True,
        clashes=frozenset({"things"}),
        weight=0.8,
    ),
    Plot(
        topic="notes: boxes",
        cast="A:seller x:fruit|snack|stationery|tech|household|garden box:box(x)",
        draw=_boxes,
        kinds={"price": "money", "cost": "money", "total": "money"},
        relations=(Product("all", "n", "each"), Product("cost", "n", "price"), Quotient("unit", "cost",
            "all")),
        say={
            "n": ("{n box} of {x}", "order: {n box} of {x}", "delivered: {n box} with {x}"),
            "each": ("{each x} per {box.one}", "in each {box.one}: {each}", "{each} to a {box.one}"),
            "price": ("{price} per {box.one}", "price: {price} a {box.one}", "each {box.one} {price}"),
        },
        ask={"all": ("how many {x} in all", "total {x}", "total number of {x}", "number of {x}"),
            "cost": ("total cost", "cost of all {box}", "how much altogether", "sum to pay")},
        order=("n", "each", "price"),
        terse=True,
        bundles=False,
        weight=0.8,
    ),
    Plot(
        topic="table: four days",
        cast="A:person|shop x:printed|snack|gear|fruit|garden v:make(x)",
        draw=_rows,
        relations=(Balance("all", "a", "b", "c", "d"), Balance("early", "a", "b"), Balance("late", "c",
            "d"), Balance("gap", "a", "-d"), Balance("gap2", "b", "-c")),
        say={
            "a b c d": (
                "{A} kept a list of {x}: Monday {a}, Tuesday {b}, Wednesday {c}, Thursday {d}",
                    "{x} sold - Monday: {a}; Tuesday: {b}; Wednesday: {c}; Thursday: {d}",
                "the table shows {A's} {x}: Monday {a}, Tuesday {b}, Wednesday {c} and Thursday {d}",
                    "number of {x} by day: Monday {a}, Tuesday {b}, Wednesday {c}, Thursday {d}",
            ),
        },
        ask={
            "all": ("how many {x} is that in all", "what is the total", "how many {x} were there altogether"),
            "early": ("how many {x} on Monday and Tuesday together",
                "how many {x} were there on Monday and Tuesday"),
            "late": ("how many {x} were there on Wednesday and Thursday together",),
            "gap": ("how many more {x} on Monday than on Thursday",
                "how many fewer {x} were there on Thursday than on Monday"),
            "gap2": ("how many more {x} were there on Tuesday than on Wednesday",
                "how many fewer {x} on Wednesday than on Tuesday"),
        },
        order=("a", "b", "c", "d"),
        terse=True,
        bundles=False,
        clashes=frozenset({"things"}),
        weight=1.0,
    ),
    Plot(
        topic="table: price list",
        cast="A:person B:person x:snack|baked y:sweet|fruit",
        draw=_menu,
        kinds=dict.fromkeys(("p", "q", "c1", "c2", "bill"), "money"),
        relations=(Product("c1", "n", "p"), Product("c2", "m", "q"), Balance("bill", "c1", "c2"),
            Balance("pair", "p", "q"), Balance("gap", "c1", "-c2")),
        say={
            "p q": ("price list: {x.a} {p}, {y.a} {q}", "the menu says: {x.one} {p}, {y.one} {q}",
                "{x} are {p} each and {y} are {q} each", "prices: {p} for {x.a}, {q} for {y.a}"),
            "n m": ("{A} takes {n x} and {m y}", "{A} orders {n x} and {m y}",
                "{A} buys {n x} and {m y} for {B.name}"),
        },
        ask={"bill": ("how much is that together", "what does {A} pay", "how much does {A} have to pay",
            "what is the total"), "c1": ("how much do the {x} cost {A.him}",
            "how much is it for the {x} alone"), "c2": ("how much is it for the {y} alone", )},
        order=("p", "q", "n", "m"),
        clashes=frozenset({"things"}),
        weight=1.0,
    ),
)  # fmt: skip
