"""Early algebra: numbers thought of, consecutive numbers, sums and differences, bills and legs, ages."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Quotient, Value
from cantor.data.synthetic.plot import Plot


def _thought(random: Random) -> dict[str, Value]:
    return {"x": random.randint(2, 40), "k": random.randint(2, 9), "d": random.randint(2, 30)}


def _divided(random: Random) -> dict[str, Value]:
    k = random.randint(2, 9)
    return {"x": k * random.randint(3, 20), "k": k, "d": random.randint(2, 25)}


def _sum_and_gap(random: Random) -> dict[str, Value]:
    little, gap = random.randint(3, 80), random.randint(2, 50)
    return {"sum": 2 * little + gap, "gap": gap}


def _sum_and_times(random: Random) -> dict[str, Value]:
    return {"little": random.randint(2, 60), "k": random.randint(2, 9)}


def _consecutive(random: Random) -> dict[str, Value]:
    return {"first": random.randint(3, 90)}


def _legs(random: Random) -> dict[str, Value]:
    four, two = random.randint(2, 25), random.randint(2, 30)
    return {"heads": four + two, "legs": 4 * four + 2 * two}


def _bills(random: Random) -> dict[str, Value]:
    tens, fives = random.randint(2, 15), random.randint(2, 15)
    return {"bills": tens + fives, "sum": 10 * tens + 5 * fives}


def _later(random: Random) -> dict[str, Value]:
    child, years = random.randint(4, 15), random.randint(2, 12)
    return {"child": child, "years": years, "gap": random.randint(18, 40)}


def _plain(random: Random) -> dict[str, Value]:
    a = random.randint(12, 900)
    return {"a": a, "b": random.randint(2, a - 2)}


def _factors(random: Random) -> dict[str, Value]:
    return {"a": random.randint(3, 60), "b": random.randint(3, 40)}


PLOTS = (
    Plot(
        topic="algebra: think of a number",
        cast="A:person B:person",
        draw=_thought,
        relations=(Product("kx", "k", "x"), Balance("result", "kx", "d")),
        say={
            "k d result": (
                "{A} thinks of a number, multiplies it by {k}, adds {d} and gets {result}",
                    "I think of a number. When I multiply it by {k} and then add {d}, I get {result}",
                "if you multiply a number by {k} and add {d}, the result is {result}",
                    "{d} more than {k} times a number is {result}",
                "a number times {k}, plus {d}, equals {result}",
                    "{A} tells {B}: take my number {k} times, add {d}, and you have {result}",
                "the sum of {d} and {k} times a number is {result}",
                    "adding {d} to the product of {k} and a number gives {result}",
            ),
        },
        ask={"x": ("what is the number", "which number is it", "what number is meant", "find the number.",
            "what was the number at the start"), "kx": ("what is the number before the addition", )},
        order=("k", "d", "result"),
        bundles=False,
        weight=1.4,
    ),
    Plot(
        topic="algebra: think and subtract",
        cast="A:person",
        draw=_thought,
        relations=(Product("kx", "k", "x"), Balance("result", "kx", "-d")),
        say={
            "k d result": (
                "{A} thinks of a number, multiplies it by {k}, subtracts {d} and gets {result}",
                    "when {d} is taken from {k} times a number, {result} is left",
                "{k} times a number, less {d}, makes {result}",
                    "{d} less than {k} times a number is {result}",
                    "{A} multiplies a number by {k} and takes away {d}; that leaves {result}",
            ),
        },
        ask={"x": ("what is the number", "which number is that", "find the number.", "what number is meant")},
        order=("k", "d", "result"),
        bundles=False,
        weight=1.0,
    ),
    Plot(
        topic="algebra: think and divide",
        cast="A:person",
        draw=_divided,
        relations=(Quotient("part", "x", "k"), Balance("result", "part", "d")),
        say={
            "k d result": (
                "{A} divides a number by {k}, adds {d} and gets {result}",
                    "if a number is divided by {k} and {d} is added, the result is {result}",
                "dividing my number by {k} and then adding {d} gives {result}",
            ),
        },
        ask={"x": ("what is the number", "which number was it", "find the number.",
            "what number was divided")},
        order=("k", "d", "result"),
        bundles=False,
        weight=0.8,
    ),
    Plot(
        topic="algebra: sum and difference",
        cast="A:person B:person x:collectible|stationery|book|printed",
        draw=_sum_and_gap,
        constants={"half": 2},
        relations=(Balance("twobig", "sum", "gap"), Quotient("big", "twobig", "half"), Balance("little",
            "big", "-gap")),
        also=(Balance("twolittle", "sum", "-gap"), Quotient("little", "twolittle", "half")),
        say={
            "sum": ("{A} and {B} have {sum x} together",
                "there are {sum x} in all, some of {A's} and the others of {B's}",
                "between them, {A} and {B} own {sum x}"),
            "gap": ("{A} has {gap} more than {B.name}", "{B} has {gap} fewer than {A.name}",
                "the difference is {gap}, and {A} has more"),
            "sum gap": ("{A} and {B} have {sum x} together, but {A} has {gap} more",
                "of {sum x}, {A} has {gap} more than {B.name}"),
        },
        ask={"big": ("how many {x} does {A} have", "how many {x} are {A's}",
            "find the number of {x} {A} has."), "little": ("how many {x} does {B} have",
            "how many {x} are {B's}", "find how many {x} {B} has.")},
        order=("sum", "gap"),
        bundles=False,
        clashes=frozenset({"things"}),
        weight=1.2,
    ),
    Plot(
        topic="algebra: two numbers",
        cast="A:person",
        draw=_sum_and_gap,
        constants={"half": 2},
        relations=(Balance("twobig", "sum", "gap"), Quotient("big", "twobig", "half"), Balance("little",
            "big", "-gap")),
        also=(Balance("twolittle", "sum", "-gap"), Quotient("little", "twolittle", "half")),
        say={
            "sum gap": ("the sum of two numbers is {sum} and their difference is {gap}",
                "two numbers add up to {sum}, and they differ by {gap}",
                "two numbers have a sum of {sum} and a difference of {gap}"),
            "sum": ("two numbers add up to {sum}", "the sum of two numbers is {sum}"),
            "gap": ("the larger is {gap} more than the smaller",
                "the smaller is {gap} less than the larger", "their difference is {gap}"),
        },
        ask={"big": ("what is the larger number", "find the larger number.",
            "which is the greater of them"), "little": ("what is the smaller number",
            "find the smaller number.", "which is the lesser of them")},
        order=("sum", "gap"),
        bundles=False,
        weight=0.9,
    ),
    Plot(
        topic="algebra: sum and multiple",
        cast="A:person B:person x:collectible|sweet|stationery|gear",
        draw=_sum_and_times,
        constants={"one": 1},
        kinds={"k": "times"},
        relations=(Product("big", "little", "k"), Balance("parts", "k", "one"), Product("sum", "little",
            "parts"), Balance("gap", "big", "-little")),
        also=(Balance("sum", "big", "little"),),
        say={
            "sum": ("{A} and {B} have {sum x} together", "altogether, {A} and {B} own {sum x}",
                "{A} and {B} share {sum x}"),
            "k": ("{A} has {k} as many as {B.name}", "{A's} part is {k} as large as {B.whose}"),
        },
        ask={"little": ("how many {x} does {B} have", "how many {x} are {B's}",
            "find {B's} number of {x}."), "big": ("how many {x} does {A} have", "how many {x} are {A's}"),
            "gap": ("how many more {x} does {A} have than {B.name}", )},
        order=("sum", "k"),
        bundles=False,
        clashes=frozenset({"things"}),
        weight=1.0,
    ),
    Plot(
        topic="algebra: consecutive",
        cast="A:person",
        draw=_consecutive,
        constants={"one": 1, "three": 3},
        relations=(Balance("second", "first", "one"), Balance("third", "second", "one"), Product("sum",
            "second", "three")),
        say={
            "sum": ("the sum of three consecutive whole numbers is {sum}",
                "three consecutive numbers add up to {sum}",
                "{A} adds three whole numbers that follow each other and gets {sum}",
                "when three numbers in a row are added, the sum is {sum}"),
        },
        ask={"second": ("what is the middle number", "which is the number in the middle"),
            "first": ("what is the smallest of them", "find the smallest number.",
            "which is the first of these numbers"), "third": ("what is the largest of them",
            "find the largest number.", "which is the last of these numbers")},
        order=("sum",),
        bundles=False,
        weight=0.9,
    ),
    Plot(
        topic="algebra: legs",
        cast="A:seller|person ap:@animalpair",
        draw=_legs,
        constants={"c2": 2},
        relations=(Product("low", "heads", "c2"), Balance("extra", "legs", "-low"), Quotient("four",
            "extra", "c2"), Balance("two", "heads", "-four")),
        say={
            "heads": ("{A} counts {heads} heads among the {ap}", "{A} has {heads} animals in all: {ap}",
                "on a farm there are {ap}, {heads} in number"),
            "legs": ("they have {legs} legs in all", "together they have {legs} legs",
                "the number of legs is {legs}"),
        },
        ask={"four": ("how many animals with more than a pair of legs are there",
            "how many of them do not have wings"), "two": ("how many birds are there",
            "how many of the animals have wings")},
        order=("heads", "legs"),
        bundles=False,
        weight=0.9,
    ),
    Plot(
        topic="algebra: bills",
        cast="A:person|adult",
        draw=_bills,
        constants={"five": 5},
        kinds={"sum": "money", "low": "money", "extra": "money"},
        relations=(Product("low", "bills", "five"), Balance("extra", "sum", "-low"), Quotient("tens",
            "extra", "five"), Balance("fives", "bills", "-tens")),
        say={
            "bills": ("in {A's} purse there are {bills} bills, only tens and fives",
                "{A} has {bills} bills; each is a ten or a five",
                "{A} paid with {bills} bills of either ten or five dollars"),
            "sum": ("together they are worth {sum}", "that is {sum} altogether", "their value is {sum}"),
        },
        ask={"tens": ("how many of them are tens", "how many tens are there"),
            "fives": ("how many of them are fives", "how many fives are there")},
        order=("bills", "sum"),
        bundles=False,
        weight=0.5,
    ),
    Plot(
        topic="algebra: ages later",
        cast="A:person kin:@kin",
        draw=_later,
        relations=(Balance("parent", "child", "gap"), Balance("later", "child", "years"),
            Balance("parentlater", "parent", "years"), Balance("sum", "child", "parent")),
        say={
            "child": ("{A} is {child} years old", "{A} is {child}"),
            "gap": ("{A's} {kin} is {gap} years older", "{A's} {kin} was {gap} when {A} was born"),
            "parent": ("{A's} {kin} is {parent} years old",),
            "years ?later": ("{A} thinks about how things will be in {years} years",),
            "later": ("{A} will be {later} when the family moves to another town",),
        },
        ask={
            "parentlater": ("how old will {A's} {kin} be then", "what will be the age of {A's} {kin} then"),
            "later": ("how old will {A} be then",),
            "parent": ("how old is {A's} {kin} now",),
            "sum": ("what is the sum of both ages now", "how old are they together today"),
            "years": ("in how many years will that be",),
            "gap": ("how many years older is {A's} {kin} than {A.name}",),
        },
        order=("child", "gap", "parent", "years", "later"),
        bundles=False,
        clashes=frozenset({"age"}),
        weight=0.8,
    ),
    Plot(
        topic="plain: add and subtract",
        cast="A:person",
        draw=_plain,
        relations=(Balance("sum", "a", "b"), Balance("gap", "a", "-b"), Product("product", "a", "b")),
        say={"a b": ("{A} writes the numbers {a} and {b} on the board", "given are the numbers {a} and {b}",
            "take the numbers {a} and {b}", "the numbers on the card are {a} and {b}")},
        ask={"sum": ("what is their sum", "add them.", "what do they add up to", "find the sum."),
            "gap": ("what is their difference", "subtract the smaller from the larger.",
            "by how much is the larger bigger", "find the difference."),
            "product": ("what is their product", "multiply them.")},
        order=("a", "b"),
        bundles=False,
        weight=0.5,
    ),
    Plot(
        topic="plain: factors",
        cast="A:person",
        draw=_factors,
        relations=(Product("product", "a", "b"),),
        say={
            "a": ("a number is {a}", "a factor is {a}"),
            "b": ("the other factor is {b}", "it is multiplied by {b}"),
            "product": ("the product is {product}", "multiplied with another number it gives {product}"),
        },
        ask={"product": ("what is the product", "what is the result"), "b": ("what is the other number",
            "by what was it multiplied", "find the other factor.")},
        order=("a", "b", "product"),
        bundles=False,
        weight=0.3,
    ),
)  # fmt: skip
