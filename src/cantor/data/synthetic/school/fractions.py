"""Fractions: of a number, of the rest, what remains, the whole from a part, mixed numbers, sums of parts."""

from fractions import Fraction
from random import Random

from cantor.data.synthetic.algebra import Value
from cantor.data.synthetic.school.tale import Tale

_THINGS = frozenset({"things"})
_BOTTOMS = (2, 3, 3, 4, 4, 5, 5, 6, 8, 10)


def _proper(random: Random) -> Fraction:
    bottom = random.choice(_BOTTOMS)
    return Fraction(random.randint(1, bottom - 1) if random.random() < 0.6 else 1, bottom)


def _of(random: Random) -> dict[str, Value] | None:
    f = _proper(random)
    all_ = f.denominator * random.randint(2, 30)
    part = all_ * f
    return {"all": all_, "f": f, "part": int(part), "rest": all_ - int(part)} if 1 < part < all_ - 1 else None


def _of_rest(random: Random) -> dict[str, Value] | None:
    f, g = _proper(random), _proper(random)
    all_ = f.denominator * g.denominator * random.randint(1, 12)
    left = all_ * (1 - f) * (1 - g)
    return (
        {"all": all_, "f": f, "g": g, "left": int(left)}
        if left.denominator == 1 and left > 2 and f != g
        else None
    )


def _two_parts(random: Random) -> dict[str, Value] | None:
    f, g = _proper(random), _proper(random)
    if f == g or f + g >= 1:
        return None
    all_ = f.denominator * g.denominator * random.randint(1, 12)
    return {
        "all": all_,
        "f": f,
        "g": g,
        "left": int(all_ * (1 - f - g)),
        "a": int(all_ * f),
        "b": int(all_ * g),
    }


def _then(random: Random) -> dict[str, Value] | None:
    of = _of(random)
    if of is None:
        return None
    n = random.randint(2, 30)
    return {**of, "n": n, "gone": n} if n < of["rest"] - 1 else None


def _mixed(random: Random) -> dict[str, Value] | None:
    bottom = random.choice((2, 2, 4, 4, 5, 10))
    a = Fraction(random.randint(bottom + 1, 6 * bottom), bottom)
    b = Fraction(random.randint(1, 3 * bottom), bottom)
    return {"a": a, "b": b, "n": random.randint(2, 12)} if a > b and a.denominator > 1 and a != b else None


def _servings(random: Random) -> dict[str, Value] | None:
    p = Fraction(*random.choice(((1, 2), (1, 4), (3, 4), (1, 5), (2, 5), (3, 2), (5, 4), (1, 10), (3, 10))))
    n = random.randint(2, 24)
    return {"p": p, "n": n, "all": p * n} if p * n > 1 else None


def _half_as(random: Random) -> dict[str, Value]:
    bottom = random.choice((2, 2, 3, 4, 5))
    f = Fraction(1 if random.random() < 0.7 else bottom - 1, bottom)
    many = bottom * random.randint(2, 30)
    return {"many": many, "f": f, "few": int(many * f)}


def _tank(random: Random) -> dict[str, Value] | None:
    f, g = _proper(random), _proper(random)
    size = 4 * f.denominator * g.denominator * random.randint(1, 6)
    return {"size": size, "f": f, "g": g, "poured": int(size * (g - f))} if g > f else None


_LEFT = ("how many {x} are left", "how many {x} does {A} have left", "how many {x} [remain|are still there]",
    "what is the number of {x} that are left")  # fmt: skip

TALES = (
    Tale(
        "fractions: of a number of things",
        "A:person|seller B:person x:things|snack v:use(x)",
        _of,
        (
            "{A} had {all x}. {A.he} gave {f} of them to {B.name}", "{A} has {all x} and {v.s} {f} of them",
            "there were {all x}. {f} of them were [sold|used|given away]",
                "{f} of {A's} {all x} are [old|broken|damaged]",
            "{A} [owns|has] {all x}. {f} of the {x} are for {B.name}, the others {A} keeps",
            "of {all x}, {A} [sold|used|gave away] {f}",
        ),
        {
            "all*f": ("how many {x} is that", "how many {x} are [these|meant by that]",
                "what number of {x} is that"),
            "all-all*f": ("how many {x} are the others", "how many {x} does that leave",
                "how many {x} are left over"),
        },
        {"f": "fraction"},
        (
            ("", "all*f", "what is {f} of {all}"), ("", "all*f", "find {f} of {all}."),
            ("", "all-all*f", "what is left of {all} when {f} of it is taken away"),
            ("I had {all x} and ate {f} of them", "all-all*f", "how many have I left"),
            ("I have {all x}. {f} of them are mine, the rest is my brother's", "all-all*f",
                "how many are my brother's"),
            ("a class has {all} students. {f} of them wear glasses", "all*f", "how many wear glasses"),
            ("a class has {all} students. {f} of them wear glasses", "all-all*f",
                "how many do not wear glasses"),
            ("{f} of the {all} people in a choir are children", "all-all*f", "how many are grown up"),
            ("a road is {all mile} long. {f} of it is finished", "all-all*f",
                "how many miles have to be built yet"),
            ("a book has {all} pages. {A} has read {f} of it", "all-all*f",
                "how many pages has {A} still to read"),
            ("{A} has {all} dollars. {A.he} spends {f} of it", "all*f", "how much does {A} spend"),
        ),
        clashes=_THINGS,
        weight=2.2,
    ),
    Tale(
        "fractions: the whole from a part",
        "A:person B:person x:things|snack",
        _of,
        (
            "{f} of {A's} {x} are {part}", "{A} gave {f} of {A.his} {x} to {B.name}. that was {part x}",
            "{part x} are {f} of all the {x} that {A} has", "{A} used {f} of {A.his} {x} and has {rest} left",
            "after {A} gave away {f} of {A.his} {x}, {rest} were left",
                "{f} of the {x} are gone. {rest x} are left",
        ),
        {
            "part/f": ("how many {x} [were|are] there in all", "how many {x} is the whole",
                "what is the whole number of {x}"),
            "rest/(1-f)": ("how many {x} were there at [first|the start|the beginning]",
                "how many {x} were there before"),
        },
        {"f": "fraction"},
        (
            ("", "part/f", "{f} of which number is {part}"), ("{f} of a number is {part}", "part/f",
                "what is the number"),
            ("I have read {part} pages. that is {f} of my book", "part/f",
                "how many pages does my book have"),
            ("{A} has walked {part mile}, which is {f} of the way", "part/f",
                "how long is the whole way in miles"),
            ("{A} has walked {part mile}, which is {f} of the way", "part/f-part",
                "how many miles are still to go"),
            ("{A} spent {f} of {A.his} money and has {rest} dollars left", "rest/(1-f)",
                "how much money did {A} have"),
            ("{part} students of a school came by bike. this is {f} of all students", "part/f",
                "how many students has the school"),
            ("a tank is {f} full. there are {part} liters in it", "part/f",
                "how many liters does the full tank hold"),
            ("a tank is {f} full and holds {part} liters now", "part/f-part",
                "how many more liters does it take to fill it"),
        ),
        clashes=_THINGS,
        weight=1.9,
    ),
    Tale(
        "fractions: of what is left",
        "A:person|seller B:person C:person x:things|snack",
        _of_rest,
        (
            "{A} had {all x}. {A.he} gave {f} of them to {B.name} and {g} of the [rest|remaining "
                "{x}|others] to {C.name}",
            "{A} had {all x}. first {A.he} used {f} of them. then {A.he} used {g} of what was left",
            "there were {all x}. {f} of them were sold on the first day, and {g} of the rest on the next day",
            "{A} sold {f} of {A.his} {all x} in the morning. in the afternoon {A.he} sold {g} of those that "
                "were left",
        ),
        {
            "all-all*f-(all-all*f)*g": _LEFT,
            "(all-all*f)*g": ("how many {x} was the second part", "how many {x} went the second time"),
            "all*f": ("how many {x} was the first part", "how many {x} went the first time"),
            "all-all*f": ("how many {x} were left after the first time",),
        },
        {"f": "fraction", "g": "fraction"},
        (
            ("I had {all} dollars. I spent {f} of it on a book and {g} of the rest on lunch",
                "all-all*f-(all-all*f)*g",
                "how many dollars do I have left"),
            ("{A} had some {x}. {A.he} gave away {f} of them and then {g} of the rest. {left} were left",
                "left/(1-g)/(1-f)",
                "how many {x} did {A} have at first"),
            ("a garden has {all square meter}. {f} of it is lawn, and {g} of the rest is for vegetables",
                "(all-all*f)*g",
                "how many square meters are for vegetables"),
            ("a trip is {all mile} long. on the first day {A} rides {f} of it, on the second {g} of the rest",
                "all-all*f-(all-all*f)*g", "how many miles are left for the last day"),
        ),
        clashes=_THINGS,
        weight=1.8,
    ),
    Tale(
        "fractions: two parts of the whole",
        "A:person B:person C:person x:things|snack|printed",
        _two_parts,
        (
            "{A} has {all x}. {A.he} gives {f} of all the {x} to {B.name} and {g} of all the {x} to {C.name}",
            "of {all x}, {f} are for {B.name}, {g} are for {C.name}, and the rest is for {A.name}",
            "there are {all x} in a store. {f} of these are [red|new], {g} are [blue|used], and the rest "
                "are of other kinds",
        ),
        {
            "all-all*f-all*g": ("how many {x} is the rest", "how many {x} does that leave",
                "how many {x} are neither of these"),
            "all*f+all*g": ("how many {x} are the first two parts together",),
            "all*g": ("how many {x} is the second part",),
        },
        {"f": "fraction", "g": "fraction"},
        (
            ("{A} spends {f} of {A.his} money on food and {g} of it on rent", "1-f-g : measure",
                "what fraction of {A.his} money is left"),
            ("{A} painted {f} of a wall and {B} painted {g} of it", "1-(f+g) : measure",
                "what fraction of the wall is not painted"),
            ("{A} ate {f} of a cake and {B} ate {g} of the same cake", "f+g : measure",
                "what part of the cake did they eat together"),
            ("{f} of a flag is red, {g} of it is white, and the rest is green", "1-f-g : measure",
                "what fraction of the flag is green"),
            ("{f} of the {all} seats are taken by adults and {g} by children", "all-all*f-all*g",
                "how many seats are empty"),
            ("{A} has {all} dollars and spends {f} of it on shoes and {g} of it on a shirt", "all*(f+g)",
                "how much does {A} spend"),
            ("in a club, {f} of the members play chess and {g} of the members play cards. the other {left} "
                "play neither",
                "left/(1-f-g)", "how many members does the club have"),
        ),
        clashes=_THINGS,
        weight=1.5,
    ),
    Tale(
        "fractions: a part, and some more",
        "A:person B:person x:things|snack",
        _then,
        (
            "{A} had {all x}. {A.he} gave {f} of them away and then lost {n}",
                "{A} had {all x}. {f} of them [broke|got lost]. then {A.he} sold {n} more",
            "a shop has {all x}. {f} of them are sold, and {n} of those left are given away",
        ),
        {"all-all*f-n": ("how many {x} are left", "how many {x} remain in the end"),
            "all*f+n": ("how many {x} are gone",)},
        {"f": "fraction"},
        (
            ("{A} had {all x}. {A.he} gave {f} of them away and then found {n} more", "all-all*f+n",
                "how many {x} does {A} have now"),
            ("{A} had {all x}. {A.he} ate {n} of them and gave {f} of all {all} to {B.name}", "all-n-all*f",
                "how many {x} are left"),
            ("I had {all x}, gave {f} of them to my sister and got {n} back", "all-all*f+n",
                "how many do I have now"),
        ),
        clashes=_THINGS,
        weight=1.1,
    ),
    Tale(
        "fractions: mixed numbers",
        "A:person B:person long:@long liq:@liquid",
        _mixed,
        (
            "a {long} is {a meter} long. {A} cuts off {b meter}",
                "{A} has {a liter} of {liq} and pours out {b liter}",
            "{A} walks {a mile}, {B} only {b mile}", "{A} needs {a hour} for a task and {B} needs {b hour}",
            "a recipe takes {a cup} of flour and {b cup} of sugar",
        ),
        {"a-b : measure": ("what is the difference", "how much more is the first than the second",
            "how much is left when the second is taken from the first"),
            "a+b : measure": ("how much is that together", "what is the sum")},
        {"a": "measure", "b": "measure"},
        (
            ("", "a+b : measure", "what is {a} plus {b}"), ("", "a-b : measure", "what is {a} minus {b}"),
            ("", "a*n : measure", "what is {n} times {a}"),
            ("a bag of flour weighs {a pound}", "a*n : measure", "how many pounds do {n} such bags weigh"),
            ("{A} runs {a mile} every day", "a*n : measure", "how many miles is that in {n} days"),
            ("{A} has {a cup} of rice and buys {b cup} more", "a+b : measure",
                "how many cups of rice does {A} have now"),
            ("{A} poured {b liter} out of a jug of {a liter}", "a-b : measure",
                "how many liters are left in the jug"),
            ("one shelf needs {a foot} of board. {A} makes {n} shelves", "a*n : measure",
                "how many feet of board does {A} need"),
        ),
        weight=1.4,
    ),
    Tale(
        "fractions: how many pieces",
        "A:person long:@long liq:@liquid dish:@ingredient",
        _servings,
        (
            "{A} has {all liter} of {liq} and fills glasses with {p liter} each",
                "a {long} of {all meter} is cut into pieces of {p meter}",
            "{A} has {all pound} of {dish} and puts {p pound} into each bag",
        ),
        {"all/p": ("how many does {A} get", "how many are there then", "how many of them does that make")},
        {"all": "measure", "p": "measure"},
        (
            ("each serving is {p cup}. {A} makes {n} servings", "p*n : measure",
                "how many cups does {A} need"),
            ("", "all/p", "how many times does {p} go into {all}"), ("", "p*n : measure",
                "what is {n} times {p}"),
            ("each lap is {p mile}. {A} runs {n} laps", "p*n : measure", "how many miles is that"),
            ("a pot of {all liter} is filled with a ladle that holds {p liter}", "all/p",
                "how many full ladles does it take"),
            ("a dog eats {p pound} of food a day. a bag has {all pound}", "all/p",
                "for how many days is that enough"),
        ),
        weight=1.3,
    ),
    Tale(
        "fractions: half as many",
        "A:person B:person x:things|snack",
        _half_as,
        (
            "{A} has {many x}. {B} has {f} as many", "{B} has {f} as many {x} as {A.name}, who has {many}",
            "{A} has {many x} and {B} has {f} of that number",
        ),
        {"many*f": ("how many {x} does {B} have", "how many {x} are {B's}"),
            "many+many*f": ("how many {x} do they have together", "how many {x} is that in all"),
            "many-many*f": ("how many more {x} does {A} have than {B}",
                "how many fewer {x} does {B} have than {A}")},
        {"f": "fraction"},
        (
            ("{B} has {few x}, which is {f} as many as {A.name} has", "few/f", "how many {x} does {A} have"),
            ("{B} has {few x}. that is {f} of what {A} has", "few/f+few", "how many {x} do they have in all"),
            ("I read {many} pages on Monday and {f} as many on Tuesday", "many+many*f",
                "how many pages did I read in all"),
            ("a pen costs {f} as much as a book. the book costs {many} dollars", "many*f",
                "what does the pen cost"),
            ("there are {many} boys in a camp and {f} as many girls", "many+many*f",
                "how many children are in the camp"),
        ),
        clashes=_THINGS,
        weight=1.4,
    ),
    Tale(
        "fractions: a tank filled up",
        "A:person t:@tank liq:@liquid",
        _tank,
        (
            "a {t} holds {size liter}. it is {f} full. after some {liq} is poured in, it is {g} full",
            "a {t} of {size liter} was {g} full. later it was only {f} full",
        ),
        {"size*(g-f)": ("how many liters is the change", "by how many liters did it change"),
            "size*f": ("how many liters are in it when it is {f} full",)},
        {"f": "fraction", "g": "fraction"},
        (
            ("a {t} holds {size liter} and is {f} full", "size-size*f",
                "how many liters are missing until it is full"),
            ("a {t} was {f} full. after {poured liter} were added, it was {g} full", "poured/(g-f)",
                "how many liters does it hold"),
            ("a {t} holds {size liter} and is {f} full. {A} uses {poured liter} of it", "size*f-poured",
                "how many liters are left in it"),
        ),
        weight=1.0,
    ),
)  # fmt: skip
