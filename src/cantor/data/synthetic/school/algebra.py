"""Early algebra: numbers thought of, sums with differences and multiples, rows of numbers, ages."""

from random import Random

from cantor.data.synthetic.algebra import Value
from cantor.data.synthetic.school.tale import Tale

_THINGS = frozenset({"things"})
_AGES = frozenset({"age"})


def _linear(random: Random) -> dict[str, Value] | None:
    x, k, d = random.randint(3, 40), random.randint(2, 9), random.randint(2, 30)
    less = k * x - d
    return (
        {"x": x, "k": k, "d": d, "more": k * x + d, "less": less, "sum": k * (x + d)}
        if less > 1 and d != k
        else None
    )


def _backwards(random: Random) -> dict[str, Value] | None:
    x, k, d, e = random.randint(3, 25), random.randint(2, 6), random.randint(2, 20), random.randint(2, 5)
    r = (k * x + d) * e
    return {"k": k, "d": d, "e": e, "r": r} if len({k, d, e}) == 3 else None


def _divided(random: Random) -> dict[str, Value] | None:
    q, k, d = random.randint(3, 25), random.randint(2, 9), random.randint(2, 20)
    return {"k": k, "d": d, "more": q + d, "less": q - d} if q - d > 1 else None


def _sum_gap(random: Random) -> dict[str, Value]:
    little, gap = random.randint(4, 90), random.randint(2, 40)
    return {"sum": 2 * little + gap, "gap": gap}


def _three_way(random: Random) -> dict[str, Value] | None:
    b, g, h = random.randint(6, 50), random.randint(2, 20), random.randint(2, 20)
    return {"sum": 3 * b + g + h, "g": g, "h": h} if g != h else None


def _sum_times(random: Random) -> dict[str, Value]:
    little, k = random.randint(3, 60), random.randint(2, 8)
    return {"little": little, "k": k, "sum": little * (k + 1), "gap": little * (k - 1)}


def _times_plus(random: Random) -> dict[str, Value] | None:
    b, k, d = random.randint(4, 40), random.randint(2, 6), random.randint(2, 15)
    return {
        "b": b,
        "k": k,
        "d": d,
        "sum": b * (k + 1) + d,
        "low": b * (k + 1) - d,
        "a": k * b + d,
        "c": k * b - d,
    }


def _consecutive(random: Random) -> dict[str, Value]:
    n = random.randint(4, 90)
    return {"two": 2 * n + 1, "three": 3 * n + 3, "evens": 2 * (2 * n) + 2, "trio": 3 * (2 * n) + 6}


def _ages(random: Random) -> dict[str, Value] | None:
    young, k, years = random.randint(3, 14), random.randint(2, 5), random.randint(2, 12)
    return {
        "young": young,
        "k": k,
        "years": years,
        "sum": young * (k + 1),
        "gap": young * (k - 1),
        "old": young * k,
    }


def _gap_ages(random: Random) -> dict[str, Value]:
    young, gap, years = random.randint(4, 30), random.randint(2, 28), random.randint(2, 15)
    return {"young": young, "gap": gap, "years": years, "old": young + gap, "sum": 2 * young + gap,
        "later": 2 * (young + years) + gap}  # fmt: skip


def _balance(random: Random) -> dict[str, Value] | None:
    w, n, extra = random.randint(3, 60), random.randint(2, 8), random.randint(2, 40)
    m = random.randint(1, n - 1)
    return (
        {"n": n, "extra": extra, "total": n * w + extra, "m": m, "right": (n - m) * w + extra}
        if m > 1
        else None
    )


def _prices(random: Random) -> dict[str, Value] | None:
    price, n, other = random.randint(2, 25), random.randint(2, 9), random.randint(3, 60)
    paid = price * n + other
    note = next((bill for bill in (20, 50, 100, 200, 500) if bill > paid), 0)
    return {"n": n, "other": other, "paid": paid, "note": note, "back": note - paid} if note else None


def _two_kinds(random: Random) -> dict[str, Value] | None:
    p, q, a, b = random.randint(6, 20), random.randint(2, 5), random.randint(3, 30), random.randint(3, 30)
    return {"p": p, "q": q, "count": a + b, "sum": p * a + q * b}


def _perimeter(random: Random) -> dict[str, Value] | None:
    w, g, k = random.randint(3, 40), random.randint(2, 20), random.randint(2, 5)
    return {
        "g": g,
        "around": 4 * w + 2 * g,
        "k": k,
        "wide": 2 * w * (k + 1),
        "square": 4 * w,
        "tri": 3 * w,
        "side": w,
    }


_WHICH = ("what is the number", "which number is [it|that|meant]", "find the number.",
    "what number [is it|do you get|is meant]",
    "work out the number.", "what was the number")  # fmt: skip

TALES = (
    Tale(
        "algebra: a number, times and more",
        "A:person B:person|adult",
        _linear,
        (
            "{A} thinks of a number. {A.he} multiplies it by {k} and adds {d}. the [answer|result] is {more}",
            "{A} [picks|chose] a[ secret|] number, multiplies it by {k}, then [adds|puts on] {d} and [ends "
                "up with|gets] {more}",
            "when a number is multiplied by {k} and {d} is added, [the answer is|you get|we get] {more}",
            "{d} more than {k} times a number is {more}",
                "{k} times a number [plus|increased by] {d} [is|equals|makes] {more}",
            "if you take a number {k} times and add {d}, you have {more}",
            "a number machine multiplies by {k} and then adds {d}. {more} comes out",
            "the product of {k} and a number, plus {d}, is {more}",
        ),
        {"(more-d)/k": _WHICH},
        own=(
            ("I am thinking of a number. if you multiply it by {k} and add {d}, you get {more}", "(more-d)/k",
                "what is my number"),
            ("", "(more-d)/k", "which number gives {more} when it is multiplied by {k} and {d} is added"),
            ("", "(more-d)/k", "find x if {k} times x plus {d} is {more}."),
            ("{A} has some cards. {B} has {k} times as many and {d} more. {B} has {more} cards", "(more-d)/k",
                "how many cards does {A.name} have"),
        ),
        weight=1.6,
    ),
    Tale(
        "algebra: a number, times and less",
        "A:person",
        _linear,
        (
            "{A} thinks of a number, multiplies it by {k}, subtracts {d} and [gets|is left with] {less}",
            "{d} less than {k} times a number is {less}",
                "{k} times a number [minus|decreased by|less] {d} [is|equals] {less}",
            "after multiplying a number by {k}, {A} takes away {d}. {less} is left",
            "{A} adds {d} to a number and multiplies the sum by {k}. the result is {sum}",
            "{k} times the sum of a number and {d} is {sum}",
        ),
        {"(less+d)/k": _WHICH, "sum/k-d": _WHICH},
        own=(
            ("my number times {k} is {d} more than {less}", "(less+d)/k", "what is my number"),
            ("", "(less+d)/k", "what number, multiplied by {k} and then reduced by {d}, gives {less}"),
            ("", "sum/k-d", "which number do you start with if you add {d}, multiply by {k} and end with "
                "{sum}"),
        ),
        weight=1.3,
    ),
    Tale(
        "algebra: a number, divided",
        "A:person",
        _divided,
        (
            "{A} divides a number by {k} and adds {d}. the result is {more}",
                "a number divided by {k}, plus {d}, [is|equals] {more}",
            "when a number is divided by {k} and {d} is taken away, {less} is left",
            "{A} [shares|divides] a number by {k} and then subtracts {d}. [that leaves|{A.he} gets] {less}",
        ),
        {"(more-d)*k": _WHICH, "(less+d)*k": _WHICH},
        weight=0.8,
    ),
    Tale(
        "algebra: a chain to undo",
        "A:person x:things",
        _backwards,
        (
            "{A} thinks of a number, multiplies it by {k}, adds {d}, multiplies the result by {e} and gets "
                "{r}",
            "start with a number. multiply it by {k}, add {d}, then multiply by {e}. the result is {r}",
            "{A} picks a number. first {A.he} multiplies by {k}, next {A.he} adds {d}, and last {A.he} "
                "multiplies by {e}. now {A.he} has {r}",
        ),
        {"(r/e-d)/k": _WHICH},
        weight=0.9,
    ),
    Tale(
        "algebra: together, and how many more",
        "A:person B:person x:collectible|stationery|book|sweet|snack",
        _sum_gap,
        (
            "together {A} and {B} have {sum x}. {A} has {gap} more than {B.name}",
            "{A} and {B} have {sum x} [in all|altogether|between them]. {A} has {gap} more [{x} |]than "
                "{B.name}",
            "{A} and {B} [collected|found|bought] {sum x} together, and {B} [got|has] {gap} fewer than "
                "{A.name}",
            "{A} has {gap} more {x} than {B.name}. [in all they|together they|the two of them] have {sum}",
            "{sum x} are shared so that {A} gets {gap} more than {B.name}",
        ),
        {
            "(sum+gap)/2": ("how many {x} does {A.name} have", "how many {x} are {A.whose}",
                "how many {x} [belong to|are there for] {A.name}"),
            "(sum-gap)/2": ("how many {x} does {B.name} have", "how many {x} are {B.whose}",
                "how many {x} [belong to|are there for] {B.name}"),
        },
        own=(
            ("two numbers add up to {sum}. one is {gap} [more|greater|bigger] than the other", "(sum-gap)/2",
                "what is the smaller number"),
            ("the sum of two numbers is {sum} and their difference is {gap}", "(sum+gap)/2",
                "what is the larger number"),
            ("the difference of two numbers is {gap}. their sum is {sum}", "(sum-gap)/2",
                "find the smaller one."),
            ("my sister and I have {sum x} together. I have {gap} more than she has", "(sum+gap)/2",
                "how many do I have"),
            ("my brother and I have {sum x}. he has {gap} fewer than I have", "(sum-gap)/2",
                "how many does my brother have"),
            ("a class has {sum} students. there are {gap} more girls than boys", "(sum-gap)/2",
                "how many boys are there"),
            ("a rope of {sum meter} is cut into two pieces. one is {gap meter} longer than the other",
                "(sum-gap)/2 : measure",
                "how long is the shorter piece"),
        ),
        clashes=_THINGS,
        weight=2.0,
    ),
    Tale(
        "algebra: three shares",
        "A:person B:person C:person x:collectible|stationery|snack",
        _three_way,
        (
            "{A}, {B} and {C} have {sum x} together. {A} has {g} more than {C.name}, and {B} has {h} more "
                "than {C.name}",
            "{sum x} belong to {A.name}, {B.name} and {C.name}. {A} has {g} more than {C.name}. {B} has {h} "
                "more than {C.name}",
        ),
        {"(sum-g-h)/3": ("how many {x} does {C.name} have", "how many {x} are {C.whose}"),
            "(sum-g-h)/3+g": ("how many {x} does {A.name} have",)},
        clashes=_THINGS,
        weight=0.7,
    ),
    Tale(
        "algebra: together, and times as many",
        "A:person B:person x:collectible|stationery|book|sweet|fruit",
        _sum_times,
        (
            "{A} has {k} as many {x} as {B.name}. together they have {sum}",
            "{A} and {B} have {sum x} [altogether|together]. {A} has {k} as many as {B.name}",
            "{A} has {k} as many {x} as {B.name}. that is {gap} more than {B.name} has",
            "{A} has {gap} more {x} than {B.name}. {A.he} has {k} as many as {B.name}",
            "{B} has {little x}. {A} has {k} as many",
        ),
        {
            "sum/(k+1)": ("how many {x} does {B.name} have", "how many {x} are {B.whose}"),
            "sum/(k+1)*k": ("how many {x} does {A.name} have", "how many {x} are {A.whose}"),
            "gap/(k-1)": ("how many {x} does {B.name} have", "how many {x} are {B.whose}"),
            "little*k+little": ("how many {x} do they have together",
                "how many {x} do the two of them have in all"),
            "little*k-little": ("how many more {x} does {A.name} have than {B.name}",),
        },
        {"k": "times"},
        (
            ("a number is {k} as big as another. their sum is {sum}", "sum/(k+1)",
                "what is the smaller number"),
            ("x is {k} as much as y, and x plus y is {sum}", "sum/(k+1)", "what is y"),
            ("a number and a number {k} as large add up to {sum}", "sum/(k+1)*k",
                "what is the larger of them"),
            ("a number is {k} as large as another, and {gap} more than it", "gap/(k-1)",
                "find the smaller number."),
            ("there are {k} as many boys as girls in a club of {sum}", "sum/(k+1)",
                "how many girls are there"),
            ("I have {k} as many {x} as my brother. we have {sum} together", "sum/(k+1)",
                "how many does my brother have"),
            ("a board {sum inch} long is cut in two. a piece is {k} as long as the other piece", "sum/(k+1)",
                "how many inches long is the shorter piece"),
        ),
        clashes=_THINGS,
        weight=2.0,
    ),
    Tale(
        "algebra: more than twice",
        "A:person B:person x:collectible|book|sweet|toy",
        _times_plus,
        (
            "{A} has {d} more than {k} as many {x} as {B.name}. together they have {sum}",
            "{A} has {d} more than {k} as many {x} as {B.name}. {B} has {b x}",
            "{A} has {d} fewer than {k} as many {x} as {B.name}. {B} has {b x}",
            "{A} has {a x}. that is {d} more than {k} as many as {B.name} has",
            "{A} has {c x}. that is {d} fewer than {k} as many as {B.name} has",
        ),
        {
            "(sum-d)/(k+1)": ("how many {x} does {B.name} have", "how many {x} are {B.whose}"),
            "(a-d)/k": ("how many {x} does {B.name} have", "how many {x} are {B.whose}"),
            "(c+d)/k": ("how many {x} does {B.name} have", "how many {x} are {B.whose}"),
        },
        {"k": "times"},
        (
            ("{B} has {b x}. {A} has {d} more than {k} as many", "k*b+d", "how many {x} does {A.name} have"),
            ("{B} has {b x}. {A} has {d} fewer than {k} as many", "k*b-d", "how many {x} does {A.name} have"),
            ("{B} has {b x}. {A} has {d} fewer than {k} as many", "k*b-d+b",
                "how many {x} do they have together"),
            ("{B} read {b} pages and {A} read {d} more than {k} as many", "k*b+d+b",
                "how many pages did they read in all"),
            ("a number is {d} more than {k} another number. their sum is {sum}", "(sum-d)/(k+1)",
                "what is the smaller number"),
            ("my dad is {d} years older than {k} my age. I am {b}", "k*b+d", "how old is my dad"),
        ),
        clashes=_THINGS,
        weight=1.5,
    ),
    Tale(
        "algebra: numbers in a row",
        "A:person",
        _consecutive,
        (),
        {},
        own=(
            ("two consecutive numbers add up to {two}", "(two-1)/2", "what is the smaller number"),
            ("the sum of two consecutive whole numbers is {two}", "(two-1)/2+1", "what is the larger number"),
            ("three numbers in a row add up to {three}", "three/3", "what is the middle number"),
            ("the sum of three consecutive numbers is {three}", "three/3-1", "find the smallest of them."),
            ("{A} adds three consecutive numbers and gets {three}", "three/3+1",
                "what is the largest of them"),
            ("two even numbers that follow each other add up to {evens}", "(evens-2)/2",
                "what is the smaller number"),
            ("the page numbers of an open book add up to {two}", "(two-1)/2",
                "what is the number of the left page"),
            ("three consecutive even numbers have the sum {trio}", "trio/3-2", "what is the smallest number"),
            ("{A} opens a book, and the two page numbers make {two} together", "(two-1)/2+1",
                "what is the right page number"),
        ),
        weight=0.9,
    ),
    Tale(
        "algebra: ages and multiples",
        "A:person B:person rel:@relative",
        _ages,
        (
            "{A} is {k} as old as {B.name}. together they are {sum} years old",
                "{A} is {k} as old as {B.name}. {A} is {gap} years older",
            "the ages of {A.name} and {B.name} add up to {sum}. {A} is {k} as old as {B.name}",
            "{B} is {young} years old. {A} is {k} as old",
        ),
        {
            "sum/(k+1)": ("how old is {B.name}", "what is {B.whose} age", "find the age of {B.name}."),
            "sum/(k+1)*k": ("how old is {A.name}", "what is {A.whose} age"),
            "gap/(k-1)": ("how old is {B.name}", "what is the age of {B.name}"),
            "young*k": ("how old is {A.name}", "what is {A.whose} age"),
            "young*k+young": ("how old are they together", "what is the sum of their ages"),
            "young*k-young": ("how many years older is {A.name}",),
        },
        {"k": "times"},
        (
            ("{B} is {young} years old. {A} is {k} as old", "young*k+years",
                "how old will {A.name} be in {years} years"),
            ("my {rel} is {old}, which is {k} my age", "old/k", "how old am I"),
            ("{A's} {rel} is {old} years old, {k} as old as {A.name}", "old/k+years",
                "how old will {A.name} be in {years} years"),
        ),
        clashes=_AGES,
        weight=1.4,
    ),
    Tale(
        "algebra: ages and years between",
        "A:person B:person",
        _gap_ages,
        (
            "{A} is {gap} years older than {B.name}. {B} is {young} years old",
            "{A} is {old}. {B} is {gap} years younger",
                "{A} is {gap} years older than {B.name}. together they are {sum} years old",
            "{A} is {gap} years older than {B.name}. in {years} years their ages will add up to {later}",
        ),
        {
            "young+gap": ("how old is {A.name}", "what is {A.whose} age"),
                "young+gap+young": ("how old are they together",),
            "old-gap": ("how old is {B.name}", "what is {B.whose} age"),
                "(sum-gap)/2": ("how old is {B.name}", "how old is the younger one"),
            "(sum+gap)/2": ("how old is {A.name}", "how old is the older one"),
            "(later-2*years-gap)/2": ("how old is {B.name} now", "what is {B.whose} age today"),
        },
        own=(
            ("{A} is {old} years old. {B} is {gap} years younger", "old-gap+years",
                "how old will {B.name} be in {years} years"),
            ("{B} is {young}. {A} is {gap} years older", "young+gap-years : measure",
                "how old was {A.name} {years} years ago"),
            ("in {years} years {A} will be {old}", "old-years : measure", "how old is {A.name} now"),
            ("{years} years ago {A} was {young} years old", "young+years", "how old is {A.name} now"),
            ("I am {young} and my sister is {gap} years older", "young+gap+years",
                "how old will my sister be in {years} years"),
        ),
        clashes=_AGES,
        weight=1.2,
    ),
    Tale(
        "algebra: a balance",
        "A:person",
        _balance,
        (),
        {},
        own=(
            ("{n} equal boxes and a weight of {extra kilogram} weigh {total kilogram} together",
                "(total-extra)/n",
                "how many kilograms does each box weigh"),
            ("a scale is in balance. on the left are {n} equal bags, on the right {m} such bags and "
                "{extra kilogram}", "extra/(n-m) : measure",
                "how many kilograms does each bag weigh"),
            ("on one side of a scale there are {n} equal jars, on the other side weights of {total} grams. "
                "with {extra} grams "
                "added on the side of the jars it is in balance", "(total-extra)/n",
                    "how many grams does a jar weigh"),
            ("{n} sacks of the same weight and a crate of {extra pound} weigh {total pound} in all",
                "(total-extra)/n",
                "what does one sack weigh"),
            ("{n} times x plus {extra} is {total}", "(total-extra)/n", "what is x"),
            ("", "(total-extra)/n", "for which x is {n} times x plus {extra} equal to {total}"),
        ),
        weight=0.8,
    ),
    Tale(
        "algebra: an unknown price",
        "A:person|adult x:stationery|snack|sweet|toy w:@wares",
        _prices,
        (
            "{A} buys {n x} and {w} for {other}. [in all|altogether] {A.he} pays {paid}",
            "{n x} and {w} cost {paid} together. {w} costs {other}",
            "{A} buys {n x} [at the same price|that all cost the same], pays with {note} and gets {back} "
                "back",
        ),
        {"(paid-other)/n": ("how much [does|did] each {x.one} cost", "what is the price of {x.a}",
            "how much is one {x.one}"),
            "(note-back)/n : money": ("how much [does|did] each {x.one} cost", "what is the price of {x.a}")},
        {"other": "money", "paid": "money", "note": "money", "back": "money"},
        (
            ("I bought {n x} and a drink for {other}. I paid {paid}", "(paid-other)/n",
                "what did each {x.one} cost"),
            ("entry for {n} children and one adult costs {paid}. the adult pays {other}", "(paid-other)/n",
                "what does a child pay"),
            ("a taxi costs {other} plus a price per mile. a ride of {n mile} costs {paid}", "(paid-other)/n",
                "what is the price per mile"),
        ),
        weight=1.3,
    ),
    Tale(
        "algebra: two kinds, one sum",
        "A:person|adult",
        _two_kinds,
        (
            "tickets cost {p} for adults and {q} for children. {count} tickets were sold for {sum} in all",
            "{A} bought {count} plants, some at {p} and the others at {q}. {A.he} paid {sum} in all",
        ),
        {"(sum-q*count)/(p-q)": ("how many of the dearer ones were there",
            "how many were of the more expensive kind"),
            "count-(sum-q*count)/(p-q)": ("how many of the cheaper ones were there",
                "how many were of the cheap kind")},
        {"p": "money", "q": "money", "sum": "money"},
        weight=0.8,
    ),
    Tale(
        "algebra: sides from the way around",
        "A:person f:@field",
        _perimeter,
        (
            "a rectangular {f} is {g meter} longer than it is wide. the way around it is {around meter}",
            "the perimeter of a rectangle is {around meter}. its length is {g meter} more than its width",
        ),
        {"(around/2-g)/2": ("how wide is it", "what is its width", "find the width."),
            "(around/2-g)/2+g": ("how long is it", "what is its length")},
        own=(
            ("a rectangle is {k} times as long as it is wide. its perimeter is {wide centimeter}",
                "wide/2/(k+1)", "what is its width"),
            ("a square has a perimeter of {square centimeter}", "square/4", "how long is each side"),
            ("the fence around a square {f} is {square meter} long", "square/4*(square/4)",
                "what is the area of the {f}"),
            ("a triangle with equal sides has a perimeter of {tri centimeter}", "tri/3",
                "how long is a side"),
            ("a rectangle has a perimeter of {around meter}. one side is {side meter} long", "around/2-side",
                "how long is the other side"),
        ),
        weight=1.0,
    ),
)  # fmt: skip
