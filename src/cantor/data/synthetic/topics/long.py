"""Stories of several steps: a stand, a farm, a class trip, a budget, a trip with stops."""

from fractions import Fraction
from random import Random

from cantor.data.synthetic.algebra import Balance, Percent, Product, Value
from cantor.data.synthetic.plot import Plot


def _stand(random: Random) -> dict[str, Value]:
    batches, each = random.randint(2, 8), random.choice((6, 8, 10, 12, 15, 20, 24))
    return {
        "batches": batches, "each": each, "kept": random.randint(2, batches * each // 2),
        "price": random.randint(2, 6), "spent": random.randint(4, 20),
    }  # fmt: skip


def _farm(random: Random) -> dict[str, Value]:
    return {
        "animals": random.randint(3, 30), "eggs": random.randint(2, 7), "eaten": random.randint(2, 6),
        "price": random.randint(2, 5), "days": random.randint(2, 10),
    }  # fmt: skip


def _trip(random: Random) -> dict[str, Value]:
    return {
        "kids": random.randint(8, 60), "adults": random.randint(2, 9), "kidprice": random.randint(3, 12),
        "adultprice": random.randint(8, 25), "bus": random.choice((40, 50, 75, 80, 100, 120, 150, 200)),
    }  # fmt: skip


def _budget(random: Random) -> dict[str, Value]:
    income = random.choice((800, 1000, 1200, 1500, 1600, 2000, 2400, 2500, 3000, 3200, 4000))
    return {
        "income": income,
        "p": random.choice((10, 20, 25, 30, 40)),
        "food": random.randint(5, 20) * 10,
        "months": random.randint(2, 12),
    }


def _week(random: Random) -> dict[str, Value]:
    return {"mon": random.randint(4, 30), "k": random.choice((2, 2, 3, 4)), "d": random.randint(2, 12)}


def _gang(random: Random) -> dict[str, Value]:
    k = random.choice((Fraction(1, 2), Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)))
    a = k.denominator * random.randint(3, 15)
    return {"a": a, "k": k, "m": random.choice((2, 3, 4)), "price": random.randint(2, 9)}


def _pages(random: Random) -> dict[str, Value]:
    return {
        "first": random.randint(5, 30),
        "k": random.choice((2, 2, 3)),
        "left": random.randint(20, 150),
        "d": random.randint(2, 15),
    }


PLOTS = (
    Plot(
        topic="stand",
        cast="A:person|maker x:baked|sweet|craft event:@event B:person",
        draw=_stand,
        kinds=dict.fromkeys(("price", "spent", "income", "profit"), "money"),
        relations=(
            Product("made", "batches", "each"),
            Balance("sold", "made", "-kept"),
            Product("income", "sold", "price"),
            Balance("profit", "income", "-spent"),
        ),
        say={
            "": ("{A} is getting ready for {event}", "{A} wants to earn some money at {event}"),
            "batches each": (
                "{A} made {batches} batches of {x} with {each x} in each[| batch]",
                "{A} made {batches} trays of {x}, and each tray had {each} of them",
                "{A} prepared {batches} boxes of {each x} each for {event}",
            ),
            "made": ("{A} made {made x} for {event}",),
            "kept": (
                "{A} kept {kept} [of them |]for {A.his} family and sold the rest",
                "{A} gave {kept} of them to {B} and sold all the others",
                "{kept} of the {x} broke, and {A} sold the rest",
            ),
            "price": (
                "{A} got {price} for each {x.one} {A.he} sold",
                "each {x.one} [was sold|sold] for {price}",
            ),
            "spent": (
                "{A} had spent {spent} on [supplies|materials|everything {A.he} needed]",
                "the [supplies|materials] had cost {A} {spent}",
            ),
        },
        ask={
            "made": ("how many {x} did {A} make[| in all]", "how many {x} were there before any were sold"),
            "sold": (
                "how many {x} did {A} sell",
                "how many {x} were sold",
                "find the number of {x} that {A} sold.",
            ),
            "income": (
                "how much money did {A} [get|take in] for the {x}",
                "how much did all the sold {x} bring in",
                "how many dollars did {A} get from selling {x}",
            ),
            "profit": (
                "how much profit did {A} make",
                "how much money did {A} earn after paying the cost of the supplies",
                "what was {A's} profit",
            ),
        },
        order=("batches", "each", "made", "kept", "price", "spent"),
        clashes=frozenset({"things"}),
        weight=3,
    ),
    Plot(
        topic="egg farm",
        cast="A:seller|person b:@bird",
        draw=_farm,
        kinds={"price": "money", "daily": "money", "income": "money"},
        relations=(
            Product("laid", "animals", "eggs"),
            Balance("left", "laid", "-eaten"),
            Product("daily", "left", "price"),
            Product("income", "daily", "days"),
        ),
        say={
            "animals": ("{A} keeps {animals} {b}", "{A} has {animals} {b} on {A.his} farm"),
            "?animals": ("{A} keeps some {b}",),
            "eggs": ("each of them lays {eggs} eggs a day", "every day, each of the {b} lays {eggs} eggs"),
            "animals eggs": (
                "{A} has {animals} {b}, and each of them lays {eggs} eggs a day",
                "each of {A's} {animals} {b} lays {eggs} eggs a day",
            ),
            "eaten": (
                "{A} uses {eaten} of the eggs for breakfast every day and sells the rest",
                "every morning {A} eats {eaten} eggs and sells the others",
            ),
            "price": ("{A} sells each egg for {price}", "the eggs are sold at {price} apiece"),
            "days": ("{A} does this for {days} days", "{A} goes to the market on {days} days in a row"),
            "laid": ("the {b} of {A.name} lay {laid} eggs a day",),
        },
        ask={
            "laid": ("how many eggs do the {b} lay [a|each|per] day",),
            "left": (
                "how many eggs does {A} sell [a|each|per] day",
                "how many eggs are left to sell every day",
            ),
            "daily": (
                "how much money does {A} make [a|each|per] day",
                "how much does {A} get for the eggs every day",
            ),
            "income": (
                "how much money does {A} make in all that time",
                "how much does {A} make altogether in those days",
                "how many dollars does {A} get in all",
            ),
        },
        order=("animals", "eggs", "laid", "eaten", "price", "days"),
        clashes=frozenset({"things"}),
        weight=2.1,
    ),
    Plot(
        topic="class trip",
        cast="A:institution x:@outing",
        draw=_trip,
        kinds=dict.fromkeys(
            ("kidprice", "adultprice", "bus", "kidcost", "adultcost", "tickets", "total"), "money"
        ),
        relations=(
            Balance("group", "kids", "adults"),
            Product("kidcost", "kids", "kidprice"),
            Product("adultcost", "adults", "adultprice"),
            Balance("tickets", "kidcost", "adultcost"),
            Balance("total", "tickets", "bus"),
        ),
        say={
            "kids adults": (
                "{kids} children and {adults} adults from {A} go to {x}",
                "{A} takes {kids} children and {adults} adults to {x}",
                "a group of {kids} children and {adults} adults is going to {x}",
            ),
            "group": ("{A} takes a group of {group} people to {x}",),
            "adults": ("{adults} of the people are adults, and the others are children",),
            "kidprice": ("a ticket for a child costs {kidprice}", "each child pays {kidprice} to get in"),
            "adultprice": (
                "a ticket for an adult costs {adultprice}",
                "each adult pays {adultprice}[| to get in]",
            ),
            "kidprice adultprice": (
                "tickets are {kidprice} for children and {adultprice} for adults",
                "an adult's ticket costs {adultprice} and a child's {kidprice}",
            ),
            "bus": ("the bus costs {bus}[| for the whole day]", "they also pay {bus} for a bus"),
        },
        ask={
            "group": ("how many people are in the group", "how many people go to {x}"),
            "kidcost": (
                "how much do the children's tickets cost [together|in all]",
                "how much do all the children pay",
            ),
            "adultcost": (
                "how much do the adults' tickets cost [together|in all]",
                "how much do all the adults pay",
            ),
            "tickets": (
                "how much do all the tickets cost [together|in all]",
                "what is the total cost of the tickets",
            ),
            "total": (
                "how much does the whole trip cost",
                "what is the total cost of the tickets and the bus",
                "how much is paid in all for the trip",
            ),
            "kids": ("how many children are in the group",),
        },
        order=("group", "kids", "adults", "kidprice", "adultprice", "bus"),
        clashes=frozenset({"people"}),
        weight=2.1,
    ),
    Plot(
        topic="budget",
        cast="A:person|adult saving:@saving",
        draw=_budget,
        kinds={**dict.fromkeys(("income", "rent", "food", "rest", "left", "saved"), "money"), "p": "percent"},
        relations=(
            Percent("rent", "income", "p"),
            Balance("rest", "income", "-rent"),
            Balance("left", "rest", "-food"),
            Product("saved", "left", "months"),
        ),
        say={
            "income": ("{A} [earns|makes] {income} a month", "{A's} monthly pay is {income}"),
            "p ?rent": ("{A} spends {p} of it on rent", "{p} of that goes to rent"),
            "income p ?rent": ("{A} pays {p} of {A.his} monthly income of {income} in rent",),
            "p rent ?income": (
                "{A} spends {p} of {A.his} monthly income on rent, which is {rent}",
                "{A} pays {rent} a month in rent, and that is {p} of {A.his} income",
            ),
            "rent ?p": ("{A} pays {rent} in rent every month",),
            "food": (
                "food and other things cost {A} {food} a month",
                "{A} also spends {food} a month on food",
                "another {food} goes to food",
            ),
            "months": (
                "{A} saves what is left for {months} months",
                "{A} puts the rest aside for {months} months to buy {saving}",
            ),
        },
        ask={
            "rent": (
                "how much rent does {A} pay [a|each] month",
                "how much does {A} spend on rent each month",
            ),
            "rest": ("how much does {A} have left each month after paying the rent",),
            "left": ("how much money is left [each|every] month", "how much can {A} save [a|each] month"),
            "saved": (
                "how much does {A} save in all",
                "how much will {A} have saved in that time",
                "what are {A's} total savings after that",
            ),
            "p": ("what percent of the income goes to rent",),
        },
        order=("income", "p", "rent", "food", "months"),
        weight=1.8,
    ),
    Plot(
        topic="days of a week",
        cast="A:person|adult x:things g:gain(x)",
        draw=_week,
        kinds={"k": "times"},
        relations=(
            Product("tue", "mon", "k"),
            Balance("wed", "tue", "d"),
            Balance("all", "mon", "tue", "wed"),
            Balance("gap", "wed", "-mon"),
            Balance("early", "mon", "tue"),
        ),
        say={
            "mon": ("on Monday {A} {g.ed} {mon x}", "{A} {g.ed} {mon x} on Monday"),
            "k": (
                "on Tuesday {A} {g.ed} {k} as many[| {x}] as on Monday",
                "{A} {g.ed} {k} as many {x} on Tuesday as on Monday",
            ),
            "d": (
                "on Wednesday it was {d} more than on Tuesday",
                "on Wednesday {A} {g.ed} {d} more {x} than on Tuesday",
                "{A} {g.ed} {d} fewer {x} on Tuesday than on Wednesday",
            ),
            "mon k": ("{A} {g.ed} {mon x} on Monday and {k} as many on Tuesday",),
            "tue": ("{A} {g.ed} {tue x} on Tuesday",),
            "wed": ("{A} {g.ed} {wed x} on Wednesday",),
        },
        ask={
            "all": (
                "how many {x} did {A} {g} on these days altogether",
                "how many {x} did {A} {g} in all from Monday to Wednesday",
                "what is the total number of {x} {A} {g.ed}",
            ),
            "wed": ("how many {x} did {A} {g} on Wednesday",),
            "tue": ("how many {x} did {A} {g} on Tuesday",),
            "mon": ("how many {x} did {A} {g} on Monday",),
            "gap": (
                "how many more {x} did {A} {g} on Wednesday than on Monday",
                "how many fewer {x} did {A} {g} on Monday than on Wednesday",
            ),
            "early": ("how many {x} did {A} {g} on Monday and Tuesday together",),
        },
        order=("mon", "k", "tue", "d", "wed"),
        clashes=frozenset({"things"}),
        weight=2.4,
    ),
    Plot(
        topic="collecting to sell",
        cast="A:person B:person C:person x:small g:gain(x)",
        draw=_gang,
        kinds={"k": "times", "m": "times", "price": "money", "income": "money"},
        relations=(
            Product("b", "a", "k"),
            Product("c", "b", "m"),
            Balance("all", "a", "b", "c"),
            Product("income", "all", "price"),
            Balance("pair", "b", "c"),
        ),
        say={
            "a": ("{A} {g.ed} {a x}", "{A} has {a x}"),
            "k": ("{B} has {k} as many {x} as {A}", "{B} {g.ed} only {k} as many {x} as {A}"),
            "m": ("{C} has {m} as many {x} as {B}", "{C} {g.ed} {m} as many {x} as {B}"),
            "b": ("{B} {g.ed} {b x}",),
            "price": (
                "they sell all their {x} for {price} each",
                "all the {x} are sold at {price} apiece",
                "each {x.one} is worth {price}",
            ),
        },
        ask={
            "b": ("how many {x} does {B} have",),
            "c": ("how many {x} does {C} have", "find the number of {C's} {x}."),
            "pair": ("how many {x} do {B} and {C} have together",),
            "all": (
                "how many {x} do they have [in all|altogether]",
                "how many {x} do {A}, {B} and {C} have in total",
            ),
            "income": (
                "how much are all the {x} worth together",
                "what is the total value of the {x} in dollars",
                "how much money is that in all",
            ),
        },
        order=("a", "b", "k", "m", "price"),
        clashes=frozenset({"things"}),
        weight=2.4,
    ),
    Plot(
        topic="reading a book",
        cast="A:person",
        draw=_pages,
        kinds={"k": "times"},
        relations=(
            Product("second", "first", "k"),
            Balance("third", "second", "d"),
            Balance("read", "first", "second", "third"),
            Balance("pages", "read", "left"),
            Balance("early", "first", "second"),
        ),
        say={
            "pages": ("{A} is reading a book of {pages} pages", "{A's} book has {pages} pages"),
            "?pages": ("{A} is reading a book",),
            "first": ("on the first day {A} read {first} pages", "{A} read {first} pages on the first day"),
            "k": (
                "on the second day {A} read {k} as many[| pages] as on the first",
                "the next day {A} read {k} as many pages",
            ),
            "d": (
                "on the third day {A} read {d} pages more than on the second",
                "on the third day it was {d} pages more than on the day before",
            ),
            "left": ("{left} pages are left to read", "{A} still has to read {left} pages"),
        },
        ask={
            "second": ("how many pages did {A} read on the second day",),
            "third": ("how many pages did {A} read on the third day",),
            "early": ("how many pages did {A} read on the first and second days together",),
            "read": (
                "how many pages did {A} read [in all|altogether] on these days",
                "how many pages has {A} read so far",
            ),
            "pages": ("how many pages does the book have", "how many pages are there in the whole book"),
            "left": ("how many pages are left to read", "how many pages does {A} still have to read"),
        },
        order=("pages", "first", "k", "d", "left"),
        clashes=frozenset({"time"}),
        weight=2,
    ),
)
