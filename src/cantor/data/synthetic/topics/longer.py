"""The longest stories: pooled wages, a garden's harvest, a school's supplies."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Quotient, Value
from cantor.data.synthetic.plot import Plot


def _pool(random: Random) -> dict[str, Value]:
    return {
        "hours": random.randint(2, 12),
        "rate": random.randint(8, 25),
        "k": random.choice((2, 2, 3, 4)),
        "wage": random.randint(8, 25),
        "gift": 2 * random.randint(5, 40),
    }


def _garden(random: Random) -> dict[str, Value] | None:
    rows, plants, fruits, size = (random.randint(2, top) for top in (9, 12, 8, 10))
    total = rows * plants * fruits
    rest = total % size
    eaten = rest + size * random.randint(0, 3)
    if not 2 <= eaten < total:
        return None
    return {
        "rows": rows,
        "plants": plants,
        "fruits": fruits,
        "eaten": eaten,
        "size": size,
        "price": random.randint(2, 12),
    }


def _supplies(random: Random) -> dict[str, Value]:
    return {
        "classes": random.randint(2, 9),
        "students": random.randint(8, 30),
        "each": random.randint(2, 6),
        "has": random.randint(5, 60),
        "size": random.choice((2, 3, 4, 5, 6, 10, 12)),
        "price": random.randint(2, 9),
    }


PLOTS = (
    Plot(
        topic="pooling wages",
        cast="A:person B:person job:@job saving:@saving",
        draw=_pool,
        constants={"two": 2},
        kinds={
            "k": "times",
            **dict.fromkeys(("rate", "wage", "gift", "mine", "yours", "pool", "rest", "share"), "money"),
        },
        relations=(
            Product("mine", "hours", "rate"),
            Product("long", "hours", "k"),
            Product("yours", "long", "wage"),
            Balance("pool", "mine", "yours"),
            Balance("rest", "pool", "-gift"),
            Quotient("share", "rest", "two"),
        ),
        say={
            "": ("{A} and {B} earn money by {job}",),
            "hours rate": (
                "{A} worked {hours hour} for {rate} an hour",
                "{A} worked for {hours hour} and was paid {rate} per hour",
                "at {rate} an hour, {A} worked {hours hour}",
            ),
            "k": ("{B} worked {k} as long", "{B} worked {k} as many hours as {A}"),
            "wage": ("{B} was paid {wage} an hour", "{B's} pay was {wage} per hour"),
            "gift": (
                "from all the money they bought {saving} for {gift}",
                "they put their money together and paid {gift} for {saving}",
            ),
        },
        ask={
            "mine": ("how much did {A} earn", "how much money did {A} make"),
            "long": ("how many hours did {B} work", "for how many hours did {B} work"),
            "yours": ("how much did {B} earn", "how much money did {B} make"),
            "pool": (
                "how much did they earn [together|in all]",
                "how much money did {A} and {B} make altogether",
            ),
            "rest": ("how much money was left after that", "how much do they have left together"),
            "share": (
                "how much does each of them get if they share the rest equally",
                "if {A} and {B} split what is left equally, how much does each get",
            ),
        },
        order=("hours", "rate", "k", "wage", "gift"),
        clashes=frozenset({"time"}),
        weight=1.8,
    ),
    Plot(
        topic="harvest",
        cast="A:seller|person x:fruit",
        draw=_garden,
        kinds={"price": "money", "income": "money"},
        relations=(
            Product("bushes", "rows", "plants"),
            Product("all", "bushes", "fruits"),
            Balance("left", "all", "-eaten"),
            Quotient("boxes", "left", "size"),
            Product("income", "boxes", "price"),
        ),
        say={
            "rows plants": (
                "{A} has a garden with {rows} rows of {plants} plants",
                "in {A's} garden there are {rows} rows with {plants} plants in each",
                "{A} planted {rows} rows of {plants} plants each",
            ),
            "fruits": (
                "each plant gave {fruits x}",
                "{A} picked {fruits x} from each plant",
                "every plant bears {fruits x}",
            ),
            "eaten": (
                "{A's} family ate {eaten} of [them|the {x}]",
                "{eaten} of the {x} were bad",
                "{A} gave {eaten x} away",
            ),
            "size": (
                "{A} packed the rest into boxes of {size}",
                "the rest went into boxes with {size x} in each",
            ),
            "price": ("{A} sold the boxes for {price} each", "each box was sold for {price}"),
        },
        ask={
            "bushes": ("how many plants does {A} have[| in all]", "how many plants are in the garden"),
            "all": ("how many {x} were there in all", "how many {x} did all the plants give"),
            "left": ("how many {x} were packed into boxes", "how many {x} were left to pack"),
            "boxes": ("how many boxes did {A} fill", "how many boxes were there"),
            "income": (
                "how much money did {A} get for the boxes",
                "how much did {A} earn in all",
                "how many dollars did all the boxes bring in",
            ),
        },
        order=("rows", "plants", "fruits", "eaten", "size", "price"),
        clashes=frozenset({"things"}),
        weight=2.0,
    ),
    Plot(
        topic="supplies for a school",
        cast="A:institution x:stationery",
        draw=_supplies,
        kinds={"price": "money", "cost": "money"},
        relations=(
            Product("people", "classes", "students"),
            Product("need", "people", "each"),
            Balance("missing", "need", "-has"),
            Quotient("packs", "missing", "size"),
            Product("cost", "packs", "price"),
        ),
        say={
            "classes students": (
                "{A} has {classes} groups of {students} students",
                "there are {classes} groups with {students} students each at {A}",
            ),
            "people": ("there are {people} students at {A}",),
            "each": ("every student needs {each x}", "each student gets {each x}"),
            "has": ("there are already {has x} in the storeroom", "{has x} are left from last year"),
            "size": ("the {x} are sold in packs of {size}", "a pack holds {size x}"),
            "price": ("a pack costs {price}", "each pack is sold for {price}"),
        },
        ask={
            "people": ("how many students are there in all",),
            "need": ("how many {x} are needed [in all|altogether]", "how many {x} do all the students need"),
            "missing": ("how many {x} still have to be bought", "how many more {x} are needed"),
            "packs": ("how many packs have to be bought", "how many packs of {x} are needed"),
            "cost": (
                "how much do the packs that are needed cost in all",
                "how much money has to be spent on {x}",
            ),
        },
        order=("classes", "students", "people", "each", "has", "size", "price"),
        clashes=frozenset({"people", "things"}),
        weight=1.8,
    ),
)
