"""Stories in pairs that differ in one word, and so in their sum: more or fewer, left or used."""

from random import Random

from cantor.data.synthetic.algebra import Value
from cantor.data.synthetic.school.tale import Tale

_THINGS = frozenset({"things"})


def _two(random: Random) -> dict[str, Value]:
    a, b = random.randint(12, 90), random.randint(3, 11)
    return {"a": a, "b": b}


def _factors(random: Random) -> dict[str, Value] | None:
    b = random.randint(2, 9)
    return {"a": b * random.randint(3, 15), "b": b}


def _three(random: Random) -> dict[str, Value]:
    return {"a": random.randint(30, 99), "b": random.randint(3, 14), "c": random.randint(2, 12)}


def _times(random: Random) -> dict[str, Value]:
    k = random.randint(2, 6)
    return {"a": k * random.randint(3, 20), "k": k}


def _times_gap(random: Random) -> dict[str, Value]:
    return {"a": random.randint(8, 40), "k": random.randint(2, 5), "d": random.randint(2, 7)}


def _price(random: Random) -> dict[str, Value]:
    n = random.randint(2, 9)
    return {"n": n, "p": n * random.randint(2, 12), "c": random.randint(1, 9)}


def _rounds(random: Random) -> dict[str, Value] | None:
    b = random.randint(3, 9)
    a = b * random.randint(3, 12) + random.randint(1, b - 1)
    return {"a": a, "b": b}


def _clock(random: Random) -> dict[str, Value]:
    return {"t": 5 * random.randint(100, 230), "m": 5 * random.randint(1, 9)}


def _percent(random: Random) -> dict[str, Value]:
    return {"a": 20 * random.randint(2, 30), "p": random.choice((5, 10, 15, 20, 25, 30, 40))}


def _ages(random: Random) -> dict[str, Value]:
    return {"a": random.randint(14, 60), "g": random.randint(2, 11), "y": random.randint(2, 10)}


def _rect(random: Random) -> dict[str, Value]:
    a, b = random.sample(range(3, 25), 2)
    return {"a": a, "b": b}


def _groups(random: Random) -> dict[str, Value]:
    return {"n": random.randint(2, 9), "e": random.randint(3, 15), "d": random.randint(2, 5)}


_HAS = (
    "how many {x} does {B.name} have",
    "how many {x} are {B.whose}",
    "find the number of {x} that {B.name} has.",
)

TALES = (
    Tale(
        "contrast: more or fewer", "A:person B:person x:things|snack", _two,
        (
            "{A} has {a x}. {B} has {b} <more|fewer> {x} than {A.name}",
                "{A} has {a x}, and {B} has {b} <more|fewer>",
            "{A} [found|collected] {a x}. {B} [found|collected] {b} <more|fewer> than {A.name}",
            "there are {a x} in {A's} bag. in {B's} bag there are {b} <more|fewer>",
        ),
        {"a<+|->b": _HAS, "a<+|->b+a": ("how many {x} do they have together",)}, clashes=_THINGS, weight=1.4,
    ),
    Tale(
        "contrast: who has more", "A:person B:person x:things|snack", _two,
        (
            "{A} has {a x}. {A.he} has {b} <more|fewer> than {B.name}",
                "{A} has {a x}, which is {b} <more|fewer> than {B.name} has",
            "{A} has {b} <more|fewer> {x} than {B.name}. {A} has {a}",
        ),
        {"a<-|+>b": _HAS, "a+a<-|+>b": ("how many {x} do they have in all",)}, clashes=_THINGS, weight=1.4,
    ),
    Tale(
        "contrast: got or gave", "A:person B:person x:things|snack", _two,
        (
            "{A} had {a x}. then {A.he} <got|gave> {b} <from|to> {B.name}",
                "{A} had {a x} and <bought|sold> {b}",
            "{A} has {a x} in the morning. during the day {A.he} <receives|uses> {b x}",
        ),
        {"a<+|->b": ("how many {x} does {A.name} have now", "how many {x} does {A.name} have after that",
            "with how many {x} does {A} end up")},
        clashes=_THINGS, weight=1.3,
    ),
    Tale(
        "contrast: before or after", "A:person x:things|snack", _two,
        (
            "{A} gave away {b x}. <before|after> that, {A.he} had {a x}",
                "<before|after> {A} lost {b x}, {A.he} had {a}",
            "{A} had {a x} <before|after> {A.he} sold {b} of them",
        ),
        {"a<-|+>b": ("how many {x} did {A.name} have <after|before> that",
            "how many {x} were there <after|before> that")}, clashes=_THINGS, weight=1.3,
    ),
    Tale(
        "contrast: left or taken", "A:person B:person x:things|snack", _three,
        (
            "{A} had {a x}. {A.he} gave {b} to {B.name} and lost {c}",
                "of {a x}, {A} used {b} in the morning and {c} in the afternoon",
            "there were {a x} on a table. {A} took {b} and {B} took {c}",
        ),
        {"<a-b-c|b+c>": ("how many {x} are <left|gone>", "how many {x} <remain|are missing>",
            "how many {x} <are still there|were taken away>")},
        clashes=_THINGS, weight=1.2,
    ),
    Tale(
        "contrast: each or in all", "A:person|seller x:fruit|sweet|stationery|snack", _factors,
        (
            "{A} puts {a x} into <each of|all of the> {b} boxes<|, the same number into each>",
            "{b} children got {a x} <each|in all><|, all the same number>",
        ),
        {"<a*b|a/b>": ("how many {x} is that <in total|for each>",
            "how many {x} is that <altogether|for each of them>")},
        clashes=_THINGS, weight=1.2,
    ),
    Tale(
        "contrast: price of all or of each", "A:person|adult x:stationery|snack|toy", _price,
        (
            "{A} bought {n x} for {p} <each|in all>", "{n x} cost {p} <apiece|together>",
                "{A} paid {p} for <each of|all> the {n x}",
        ),
        {"<n*p|p/n> : money": ("how much <did all of them cost|did each one cost>",
            "what was the price of <all of them|each>")},
        {"p": "money", "c": "money"}, clashes=frozenset({"money"}), weight=1.2,
    ),
    Tale(
        "contrast: times or a part", "A:person B:person x:things|snack", _times,
        (
            "{A} has {a x}. <{B} has {k #} times as many as {A.name}|{A} has {k #} times as many as "
                "{B.name}>",
            "{A} has {a x}, and <{B} has {k #} times that number|that is {k #} times the number {B} has>",
        ),
        {"a<*|/>k": ("how many {x} does {B.name} have", "how many {x} belong to {B.name}")}, clashes=_THINGS,
            weight=1.2,
    ),
    Tale(
        "contrast: times as many or more", "A:person B:person x:things|snack", _times,
        ("{A} has {a x}. {B} has {k #} <times as many|more>",
            "{B} has {k #} <times as many|more> {x} <as|than> {A.name}, who has {a}"),
        {"a<*|+>k": ("how many {x} does {B.name} have", "how many {x} belong to {B.name}"),
            "a<*|+>k+a": ("how many {x} do they have together",)},
        clashes=_THINGS, weight=1.0,
    ),
    Tale(
        "contrast: more than or less than a multiple", "A:person B:person x:things|snack", _times_gap,
        ("{A} has {a x}. {B} has {d} <more|fewer> than {k} as many",
            "{A} has {a x}. {B} has {k} as many, <and {d} more|but {d} fewer>"),
        {"a*k<+|->d": ("how many {x} does {B.name} have", "how many {x} belong to {B.name}")}, {"k": "times"},
            clashes=_THINGS, weight=1.0,
    ),
    Tale(
        "contrast: the question alone", "A:person B:person x:things|snack", _two,
        ("{A} has {a x} and {B} has {b x}", "{A} picked {a x}. {B} picked {b}",
            "there are {a x} in a box and {b} in a bag"),
        {"a<+|->b": ("how many {x} are there <altogether|more in the first lot than in the second>",
            "<what is the sum of the two numbers|what is the difference of the two numbers>",
            "how many {x} <is that in all|would have to be added to the smaller number to make them equal>")},
        clashes=_THINGS, weight=1.1,
    ),
    Tale(
        "contrast: full, needed or left over", "A:person|seller x:fruit|snack|stationery", _rounds,
        ("{A} packs {a x} into boxes of {b}", "{a x} have to go into boxes that hold {b} each",
            "{A} has {a x}, and a box holds {b}"),
        {"<a//b|up(a,b)|a%b>": ("how many <full boxes does that make|boxes are needed for all of them|{x} "
            "are left over when no more boxes can be filled>",
            "how many <boxes can be filled|boxes does it take to hold everything|{x} are not in a full "
                "box>")},
        clashes=_THINGS, weight=1.2,
    ),
    Tale(
        "contrast: before or after a time", "A:person show:@show", _clock,
        ("the {show} starts at {t}. {A} arrives {m minute} <before|after> that",
            "{A} gets there {m minute} <before|after> the {show} begins. it begins at {t}",
            "the {show} was planned for {t}, but it began {m minute} <earlier|later>"),
        {"t<-|+>m": ("at what time was that", "what time was it then")}, {"t": "time", "m": "measure"},
            clashes=frozenset({"time"}), weight=1.2,
    ),
    Tale(
        "contrast: up or down by percent", "A:store|person w:@wares", _percent,
        ("the price of {w} was {a}. it <rose|fell> by {p}",
            "{w} costs {a}. the price is <raised|lowered> by {p}",
                "{A} sells {w} for {a}. in spring the price goes <up|down> {p}"),
        {"a<+|->a*p/100 : money": ("what is the new price", "how much does it cost then",
            "what does it cost after that")},
        {"a": "money", "p": "percent"}, weight=1.1,
    ),
    Tale(
        "contrast: older or younger", "A:person B:person", _ages,
        ("{A} is {a} years old. {B} is {g} years <older|younger>",
            "{A} is {a}. {A.he} is {g} years <younger|older> than {B.name}",
                "{B} is {g} years <older|younger> than {A.name}, who is {a}"),
        {"a<+|->g": ("how old is {B.name}", "what is {B.whose} age")}, clashes=frozenset({"age"}), weight=1.1,
    ),
    Tale(
        "contrast: in years or years ago", "A:person", _ages,
        ("{A} is {a} years old now", "{A} is {a}", "today {A} turns {a}"),
        {"a<+|->y": ("how old <will {A.name} be in {y} years|was {A.name} {y} years ago>",
            "what <will {A.whose} age be in {y} years|was {A.whose} age {y} years ago>")},
        clashes=frozenset({"age"}), weight=0.9,
    ),
    Tale(
        "contrast: around or inside", "A:person f:@flat", _rect,
        ("a rectangular {f} is {a meter} long and {b meter} wide",
            "the sides of a rectangle are {a} and {b} feet long", "{A} has a {f} of {a} by {b} feet"),
        {"<(a+b)*2|a*b>": ("what is its <perimeter|area>",
            "how <long is the way around it|large is its surface>", "find the <perimeter|area>.")},
                weight=1.0,
    ),
    Tale(
        "contrast: one less in each, or one group less", "A:person|seller x:fruit|sweet|stationery|snack",
            _groups,
        ("{A} has {n} bags with {e x} in each. {A.he} takes {d x} out of <every bag|a single bag>",
            "there are {n} trays with {e x} on each. {d x} are taken <from every tray|in all>"),
        {"<n*(e-d)|n*e-d>": ("how many {x} are left", "how many {x} are there then")}, clashes=_THINGS,
            weight=1.0,
    ),
    Tale(
        "contrast: change or cost", "A:person|adult x:stationery|snack|toy", _price,
        ("{A} has {p}. {A.he} buys {n x} at {c} each", "{A} buys {n x} for {c} each and pays with {p}"),
        {"<p-n*c|n*c> : money": ("how much money <is left|is spent>",
            "how much <does {A.name} have left|does {A.name} spend>")},
        {"p": "money", "c": "money"}, clashes=frozenset({"money"}), weight=1.0,
    ),
)  # fmt: skip
