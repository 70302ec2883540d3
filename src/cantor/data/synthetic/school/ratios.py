"""Ratios with a total, a part or a difference; recipes, maps, prices, speeds and work that scale."""

from math import gcd
from random import Random

from cantor.data.synthetic.algebra import Value
from cantor.data.synthetic.school.tale import Tale

_THINGS = frozenset({"things"})


def _shares(random: Random) -> dict[str, Value] | None:
    a, b, u = random.randint(3, 9), random.randint(2, 8), random.randint(2, 24)
    ok = a > b and gcd(a, b) == 1
    return (
        {"a": a, "b": b, "all": (a + b) * u, "big": a * u, "few": b * u, "gap": (a - b) * u} if ok else None
    )


def _three(random: Random) -> dict[str, Value]:
    a, b, c = random.sample(range(2, 8), 3)
    u = random.randint(3, 20)
    return {"a": a, "b": b, "c": c, "all": (a + b + c) * u, "first": a * u}


def _per(random: Random) -> dict[str, Value] | None:
    few, each, many = random.randint(2, 9), random.randint(2, 15), random.randint(3, 24)
    return {"few": few, "cost": few * each, "many": many, "total": many * each} if few != many else None


def _recipe(random: Random) -> dict[str, Value] | None:
    people, want, each = (
        random.choice((2, 3, 4, 5, 6, 8)),
        random.randint(3, 24),
        random.choice((1, 2, 3, 25, 30, 50, 75)),
    )
    return (
        {"people": people, "want": want, "amount": people * each, "need": want * each}
        if people != want
        else None
    )


def _map(random: Random) -> dict[str, Value]:
    one, cm, k = (
        random.choice((2, 5, 10, 20, 25, 50)),
        random.randint(3, 18),
        random.choice((500, 1000, 2000, 5000)),
    )
    return {"one": one, "cm": cm, "km": one * cm, "k": k}


def _speed(random: Random) -> dict[str, Value] | None:
    v, t, s = random.randint(4, 90), random.randint(2, 9), random.randint(2, 9)
    return (
        {"v1": v, "u": random.randint(5, 90), "t": t, "s": s, "way": v * t, "far": v * s} if s != t else None
    )


def _work(random: Random) -> dict[str, Value] | None:
    n, days, m = random.randint(2, 12), random.randint(2, 15), random.randint(2, 15)
    return {"n": n, "days": days, "m": m} if n * days % m == 0 and n != m and n * days // m > 1 else None


def _pipes(random: Random) -> dict[str, Value]:
    a, b = random.choice(
        ((3, 6), (4, 12), (6, 12), (10, 15), (20, 30), (12, 6), (30, 20), (15, 10), (12, 4), (20, 5))
    )
    return {"p": a, "q": b}


def _machine(random: Random) -> dict[str, Value]:
    rate, t, s, k = random.randint(3, 40), random.randint(2, 9), random.randint(3, 12), random.randint(2, 6)
    return {"made": rate * t, "t": t, "s": s + t, "k": k, "goal": rate * (s + 1)}


def _mix(random: Random) -> dict[str, Value]:
    a, b, k = random.randint(1, 4), random.randint(3, 9), random.randint(2, 12)
    return {"a": a, "b": b, "p": a * k, "q": b * k}


def _for_every(random: Random) -> dict[str, Value] | None:
    a, b, k = random.randint(2, 9), random.randint(2, 9), random.randint(2, 15)
    return {"a": a, "b": b, "x1": a * k, "y1": b * k, "all": (a + b) * k} if a != b else None


def _better(random: Random) -> dict[str, Value] | None:
    n, p, m, q = random.randint(2, 6), random.randint(2, 9), random.randint(4, 12), random.randint(2, 9)
    return {"n": n, "c": n * p, "m": m, "d": m * q} if p > q and n < m else None


TALES = (
    Tale(
        "ratio: with the total",
        "A:person B:person x:collectible|sweet|fruit|stationery|snack",
        _shares,
        (
            "{A} and {B} share {all x} in the ratio {a #}:{b #}",
                "{all x} are divided between {A.name} and {B.name} in the ratio {a} to {b}",
            "the ratio of {A's} {x} to {B's} {x} is {a} to {b}. together they have {all x}",
            "for every {a x} {A} gets, {B} gets {b}. they get {all} in all",
            "{A} and {B} have {all x} together. the ratio of {A's} share to {B's} is {a #} : {b #}",
        ),
        {
            "all/(a+b)*a": ("how many {x} does {A.name} get", "how many {x} are {A.whose} share",
                "find {A.whose} share."),
            "all/(a+b)*b": ("how many {x} does {B.name} get", "how many {x} are {B.whose} share",
                "find {B.whose} share."),
            "all/(a+b)*(a-b)": ("how many more {x} does {A.name} get than {B.name}",),
        },
        {"b": "measure"},
        (
            ("the ratio of girls to boys in a school is {a} to {b}. there are {all} students", "all/(a+b)*b",
                "how many boys are there"),
            ("the ratio of girls to boys in a school is {a #}:{b #}. the school has {all} students",
                "all/(a+b)*a", "how many are girls"),
            ("red and blue paint are mixed {a} to {b}. {all liter} are needed", "all/(a+b)*a",
                "how many liters of red paint is that"),
            ("my brother and I share {all} dollars in the ratio {a} to {b}. I get the bigger part",
                "all/(a+b)*a", "how many dollars do I get"),
            ("", "all/(a+b)*b", "if {all} is divided in the ratio {a} to {b}, what is the smaller part"),
            ("", "all/(a+b)*a", "divide {all} in the ratio {a #}:{b #} and give the larger part."),
            ("a string of {all centimeter} is cut into two pieces in the ratio {a #}:{b #}", "all/(a+b)*b",
                "how long is the shorter piece"),
        ),
        clashes=_THINGS,
        weight=1.9,
    ),
    Tale(
        "ratio: with a part or the gap",
        "A:person B:person x:collectible|sweet|fruit|stationery|garden",
        _shares,
        (
            "the ratio of {A's} {x} to {B's} {x} is {a #}:{b #}. {A} has {big x}",
            "the ratio of {A's} {x} to {B's} {x} is {a} to {b}. {B} has {few x}",
            "{A} and {B} share some {x} in the ratio {a} to {b}. {A} gets {gap} more than {B.name}",
            "{A} has {big x}. {A's} and {B's} {x} are in the ratio {a} to {b}",
        ),
        {
            "big/a*b": ("how many {x} does {B.name} have", "how many {x} are {B.whose}"),
            "few/b*a": ("how many {x} does {A.name} have", "how many {x} are {A.whose}"),
            "big/a*(a+b)": ("how many {x} do they have together", "how many {x} is that in all"),
            "few/b*(a+b)": ("how many {x} do they have together",),
            "gap/(a-b)*(a+b)": ("how many {x} do they have in all", "how many {x} were shared"),
            "gap/(a-b)*a": ("how many {x} does {A.name} get",),
                "gap/(a-b)*b": ("how many {x} does {B.name} get",),
        },
        {"b": "measure"},
        (
            ("in a zoo the ratio of monkeys to birds is {a} to {b}. there are {big} monkeys", "big/a*b",
                "how many birds are there"),
            ("a drink is made of {a} parts water and {b} parts syrup. {A} takes {few cup} of syrup",
                "few/b*a", "how many cups of water are needed"),
            ("the sides of a rectangle are in the ratio {a} to {b}. the longer side is {big centimeter}",
                "big/a*b", "how long is the shorter side"),
            ("for every {a} cars there are {b} trucks on a ferry. there are {big} cars", "big/a*b",
                "how many trucks are there"),
        ),
        clashes=_THINGS,
        weight=1.7,
    ),
    Tale(
        "ratio: three parts",
        "A:person B:person C:person x:collectible|snack",
        _three,
        (
            "{A}, {B} and {C} share {all x} in the ratio {a} to {b} to {c}",
                "{all x} are divided among {A.name}, {B.name} and {C.name} as {a #}:{b #}:{c #}",
        ),
        {"all/(a+b+c)*a": ("how many {x} does {A.name} get",),
            "all/(a+b+c)*c": ("how many {x} does {C.name} get",)},
        {},
        (
            ("concrete is {a} parts gravel, {b} parts sand and {c} parts cement. {A} needs {all kilogram}",
                "all/(a+b+c)*b",
                "how many kilograms of sand is that"),
            ("the angles of a triangle are in the ratio {a} to {b} to {c}", "180/(a+b+c)*a : measure",
                "how many degrees is the first angle"),
            ("three numbers are in the ratio {a} to {b} to {c}. the first is {first}", "first/a*c",
                "what is the last of them"),
        ),
        clashes=_THINGS,
        weight=0.8,
    ),
    Tale(
        "proportion: the price of more",
        "A:person|adult x:stationery|snack|sweet|fruit|toy",
        _per,
        (
            "{few x} cost {cost}", "{A} paid {cost} for {few x}", "a shop sells {x} at {few} for {cost}",
                "the price of {few x} is {cost}",
        ),
        {
            "cost/few*many : money": ("how much do {many x} cost",
                "what do {many x} cost[ at the same price| at that rate|]", "what is the price of {many}",
                "how much would {many x} be", "find the cost of {many x}."),
            "total/(cost/few)": ("how many {x} can {A.name} [buy|get] for {total}",
                "how many {x} do you get for {total}"),
            "cost/few : money": ("what does one {x.one} cost", "what is the price of each {x.one}"),
        },
        {"cost": "money", "total": "money"},
        (
            ("I paid {cost} for {few x}. my friend wants {many} of them", "cost/few*many : money",
                "what does my friend have to pay"),
            ("", "cost/few*many : money", "if {few x} cost {cost}, what do {many} cost"),
            ("{A} earns {cost} in {few hour}", "cost/few*many : money",
                "how much does {A.name} earn in {many hour}"),
            ("{A} earns {cost} in {few hour}", "total/(cost/few)",
                "how many hours must {A.name} work to earn {total}"),
        ),
        weight=1.6,
    ),
    Tale(
        "proportion: a recipe",
        "A:person|adult dish:@dish ing:@ingredient",
        _recipe,
        (
            "a recipe for {people} people needs {amount gram} of {ing}",
                "for {people} people {A} takes {amount gram} of {ing}",
            "{A} makes {dish}. for {people} people it takes {amount gram} of {ing}",
        ),
        {"amount/people*want : measure": ("how many grams of {ing} are needed for {want} people",
            "how much {ing} does {A.name} need for {want} people, in grams",
            "how many grams does {A.name} take for {want} guests"),
            "need/(amount/people)": ("for how many people are {need gram} enough",),
                "amount/people : measure": ("how many grams is that per person",)},
        {"amount": "measure", "need": "measure"},
        (
            ("{amount} eggs make {people} cakes", "amount/people*want : measure",
                "how many eggs are needed for {want} cakes"),
            ("my recipe makes {people} muffins with {amount gram} of sugar. I want {want} muffins",
                "amount/people*want : measure",
                "how many grams of sugar do I need"),
        ),
        weight=1.3,
    ),
    Tale(
        "proportion: a map",
        "A:person T:village U:village",
        _map,
        (
            "on a map, a centimeter stands for {one kilometer}. {T.name} and {U.name} are {cm centimeter} "
                "apart on it",
            "each inch on a map is {one mile} in reality. a trail is {cm inch} long on the map",
            "{T.name} is {km kilometer} from {U.name}. on a map every centimeter is {one kilometer}",
        ),
        {"one*cm": ("how far is that in reality", "what is the real distance", "how long is that really"),
            "km/one": ("how many centimeters is that on the map", "how far apart are they on the map")},
        {},
        (
            ("the scale of a plan is 1 to {k}. a wall is {cm centimeter} long on the plan",
                "cm*k/100 : measure", "how many meters long is the real wall"),
            ("a model car is built at a scale of 1 to {one #}. the model is {cm centimeter} long", "cm*one",
                "how many centimeters long is the real car"),
        ),
        clashes=frozenset({"distance"}),
        weight=1.0,
    ),
    Tale(
        "proportion: speed",
        "A:person T:village v:@vehicle racer:@racer",
        _speed,
        (
            "a {v} [drives|goes|travels] {way mile} in {t hour}",
                "{A} [travels|covers] {way kilometer} in {t hour}",
            "a {racer} needs {t hour} for {way mile}",
        ),
        {
            "way/t*s": ("how far is that in {s hour}", "how far does it go in {s hour} at the same speed",
                "what distance is covered in {s hour}"),
            "way/t": ("how far is that per hour", "what is the speed per hour", "what is the average speed"),
        },
        {},
        (
            ("a {v} goes {v1} miles an hour", "v1*t", "how many miles does it go in {t hour}"),
            ("a {v} goes at {v1} kilometers per hour. the way is {way kilometer}", "way/v1",
                "how many hours does it take"),
            ("{A} walks {way} meters in {t minute}", "way/t*60", "how many meters is that in an hour"),
            ("{A} drives for {t hour} at {v1} miles an hour and then {far mile} more", "t*v1+far",
                "how many miles does {A.name} drive in all"),
        ),
        clashes=frozenset({"distance", "time"}),
        weight=1.5,
    ),
    Tale(
        "proportion: more hands",
        "A:person",
        _work,
        (
            "{n} workers need {days} days for a job", "{n} people can do a job in {days} days",
                "it takes {n} painters {days} days to paint a house",
            "the food is enough for {n} horses for {days} days",
        ),
        {"n*days/m": ("how many days does it take {m} of them", "how many days would {m} of them need",
            "how long is that for {m} of them, in days")},
        {},
        (
            ("{n} pumps empty a pool in {days} hours", "n*days/m", "how many hours do {m} such pumps need"),
            ("{n} workers need {days} days for a job", "n*days", "how many days would a single worker need"),
        ),
        weight=0.9,
    ),
    Tale(
        "rates: a job done by both",
        "A:person B:person d:@doing t:@tank",
        _pipes,
        (
            "{A} needs {p hour} for a job and {B} needs {q hour} for it",
                "a pipe fills a {t} in {p hour}, another pipe fills it in {q hour}",
        ),
        {"1/(1/p+1/q) : measure": ("how many hours do they need together",
            "how many hours does it take both together")},
        weight=0.6,
    ),
    Tale(
        "rates: what a machine makes",
        "A:factory|worker machine:@machine item:@unitjob",
        _machine,
        (
            "a {machine} makes {made} {item} in {t minute}", "in {t hour} a {machine} makes {made} {item}",
            "{A} makes {made} {item} in {t hour}",
        ),
        {"goal/(made/t)": ("how long does it take for {goal} {item}", "how much time do {goal} {item} take")},
        {},
        (
            ("a {machine} makes {made} {item} in {t minute}", "made/t*s",
                "how many {item} does it make in {s minute}"),
            ("a {machine} makes {made} {item} in {t hour}", "made/t*k*s",
                "how many {item} do {k} such machines make in {s hour}"),
            ("{k} machines make {made} {item} in an hour", "made*s",
                "how many {item} do they make in {s hour}"),
            ("a {machine} makes {made} {item} in {t minute}", "goal/(made/t)",
                "how many minutes does it need for {goal} {item}"),
        ),
        clashes=frozenset({"time"}),
        weight=1.0,
    ),
    Tale(
        "ratio: for every so many",
        "A:person|seller x:fruit|sweet|snack",
        _for_every,
        (),
        {},
        {},
        (
            ("a shop gives {a} free {x} for every {b} that are bought. {A} buys {y1}", "y1/b*a",
                "how many free {x} does {A.name} get"),
            ("for every {a} apple trees there are {b} pear trees in an orchard. there are {x1} apple trees",
                "x1/a*b",
                "how many pear trees are there"),
            ("{A} saves {a} dollars of every {b} dollars that {A.he} earns. {A.he} earns {y1} dollars",
                "y1/b*a", "how many dollars does {A.name} save"),
            ("{a} buses are needed for every {b} classes", "y1/b*a", "how many buses do {y1} classes need"),
            ("{A} mixes {a} spoons of cocoa with {b} cups of milk", "y1/b*a",
                "how many spoons of cocoa go with {y1} cups of milk"),
            ("there are {a} teachers for every {b} children at a camp. {all} people are at the camp",
                "all/(a+b)*b", "how many of them are children"),
            ("{a} of {b} parts of a path are paved, {x1} meters in all", "x1/a*b",
                "how many meters long is the path"),
        ),
        clashes=_THINGS,
        weight=1.1,
    ),
    Tale(
        "rates: the better buy",
        "A:person|adult x:snack|fruit|stationery",
        _better,
        (
            "a pack of {n x} costs {c}. a pack of {m x} costs {d}",
                "{c} is the price of {n x}. {m} of the same {x} cost {d} at another shop",
        ),
        {"c/n-d/m : money": ("how much less does each {x.one} cost in the bigger pack",
            "how much do you save per {x.one} with the bigger pack"),
            "c/n : money": ("what is the price per {x.one} in the smaller pack",)},
        {"c": "money", "d": "money"},
        weight=0.6,
    ),
)  # fmt: skip
