"""Averages: of listed numbers, the value that is missing, totals behind a mean, means that change."""

from random import Random

from cantor.data.synthetic.algebra import Value
from cantor.data.synthetic.school.tale import Tale


def _three(random: Random) -> dict[str, Value] | None:
    a, b, c = random.sample(range(5, 95), 3)
    return {"a": a, "b": b, "c": c, "mean": (a + b + c) // 3} if (a + b + c) % 3 == 0 else None


def _four(random: Random) -> dict[str, Value] | None:
    a, b, c, d = random.sample(range(5, 95), 4)
    return (
        {"a": a, "b": b, "c": c, "d": d, "mean": (a + b + c + d) // 4} if (a + b + c + d) % 4 == 0 else None
    )


def _five(random: Random) -> dict[str, Value] | None:
    a, b, c, d, e = random.sample(range(5, 95), 5)
    ok = (a + b + c + d + e) % 5 == 0
    return {"a": a, "b": b, "c": c, "d": d, "e": e, "mean": (a + b + c + d + e) // 5} if ok else None


def _joined(random: Random) -> dict[str, Value] | None:
    n, mean, new = random.randint(3, 12), random.randint(8, 60), random.randint(8, 90)
    later = n * mean + new
    return (
        {"n": n, "mean": mean, "new": new, "later": later // (n + 1)}
        if later % (n + 1) == 0 and new != mean
        else None
    )


def _groups(random: Random) -> dict[str, Value] | None:
    n, p, m, q = random.randint(2, 9), random.randint(4, 50), random.randint(2, 9), random.randint(4, 50)
    return {"n": n, "p": p, "m": m, "q": q} if (n * p + m * q) % (n + m) == 0 and p != q and n != m else None


_MEAN = ("what is the average", "what is the mean", "how much is that on average", "find the average.",
    "what is the mean of these numbers",
    "calculate the mean.", "what is the average of them")  # fmt: skip
_KINDS = dict.fromkeys("abcde", "measure")

TALES = (
    Tale(
        "average: three results",
        "A:person q:@subject x:garden|snack|printed day:@day",
        _three,
        (
            "{A} got {a}, {b} and {c} points in three {q} tests",
                "on three days {A} [ran|was busy for] {a}, {b} and {c} minutes",
            "{A} sold {a x} on Monday, {b} on Tuesday and {c} on Wednesday",
                "three boxes weigh {a}, {b} and {c} kilograms",
            "{A} jumped {a}, {b} and {c} inches", "three friends are {a}, {b} and {c} inches tall",
        ),
        {"(a+b+c)/3": _MEAN},
        _KINDS,
        (
            ("", "(a+b+c)/3", "what is the average of {a}, {b} and {c}"), ("", "(a+b+c)/3",
                "find the mean of {a}, {b} and {c}."),
            ("{A} got {a} and {b} points in two {q} tests. {A.he} wants an average of {mean} after the "
                "third test", "mean*3-a-b", "how many points does {A} need in the third test"),
            ("the average of three numbers is {mean}. two of them are {a} and {b}", "mean*3-a-b",
                "what is the third number"),
            ("my scores were {a}, {b} and {c}", "(a+b+c)/3", "what was my average score"),
            ("the mean of {a}, {b} and another number is {mean}", "mean*3-(a+b)", "what is the other number"),
            ("three numbers have the mean {mean}", "mean*3", "what is their sum"),
        ),
        frozenset({"time", "things"}),
        1.4,
    ),
    Tale(
        "average: four or five results",
        "A:person T:village",
        _four,
        (
            "in four weeks {A} read {a}, {b}, {c} and {d} pages",
                "it was {a}, {b}, {c} and {d} degrees in {T.name} on four days",
                    "{A} threw {a}, {b}, {c} and {d} points",
            "the heights of four trees are {a}, {b}, {c} and {d} feet",
        ),
        {"(a+b+c+d)/4": _MEAN},
        _KINDS,
        (
            ("", "(a+b+c+d)/4", "what is the mean of {a}, {b}, {c} and {d}"),
            ("the average of four numbers is {mean}. three of them are {a}, {b} and {c}", "mean*4-a-b-c",
                "what is the missing number"),
            ("{A} scored {a}, {b} and {c} in three games. {A.he} wants an average of {mean} in four games",
                "mean*4-(a+b+c)", "how much must {A} score in the last game"),
        ),
        frozenset({"weather", "things"}),
        1.0,
    ),
    Tale(
        "average: five values",
        "A:person",
        _five,
        ("{A} counted {a}, {b}, {c}, {d} and {e} cars in five hours",
            "five packages weigh {a}, {b}, {c}, {d} and {e} ounces"),
        {"(a+b+c+d+e)/5": _MEAN},
        _KINDS,
        (
            ("", "(a+b+c+d+e)/5", "what is the average of {a}, {b}, {c}, {d} and {e}"),
            ("five numbers have an average of {mean}. four of them are {a}, {b}, {c} and {d}",
                "mean*5-a-b-c-d", "what is the last number"),
        ),
        frozenset({"time", "things"}),
        0.7,
    ),
    Tale(
        "average: someone joins",
        "A:person B:person",
        _joined,
        (
            "the average age of {n} players is {mean}. then a player of {new} joins them",
                "{n} boxes weigh {mean} pounds on average. another box of {new} pounds is added",
            "{A} has an average of {mean} points in {n} games. in the next game {A.he} scores {new}",
        ),
        {"(n*mean+new)/(n+1)": ("what is the new average", "what is the average then",
            "what is the average now"), "n*mean+new": ("what is the sum of all of them then",),
                "n*mean": ("what was the sum before",)},
        {},
        (
            ("{A} has an average of {mean} points in {n} games. {A.he} wants to have an average of {later} "
                "after the next game", "later*(n+1)-n*mean",
                    "how many points does {A} need in the next game"),
            ("the mean of {n} numbers is {mean}", "n*mean", "what do the numbers add up to"),
            ("with {new} as a new member, the average age of {n} people changes from {mean}",
                "(n*mean+new)/(n+1)", "what is the average after that"),
        ),
        frozenset({"age"}),
        1.0,
    ),
    Tale(
        "average: two groups",
        "A:person|seller",
        _groups,
        (
            "{n} boxes weigh {p} pounds each and {m} boxes weigh {q} pounds each",
                "in {n} games {A} scored {p} points each time, and in {m} games {q} points each time",
            "{A} mixes {n} pounds of nuts at {p} dollars a pound with {m} pounds at {q} dollars a pound",
        ),
        {"(n*p+m*q)/(n+m)": ("what is the average", "what is the mean of all", "how much is that on average"),
            "n*p+m*q": ("how much is that in all",)},
        {},
        (),
        frozenset({"money", "things"}),
        0.7,
    ),
)  # fmt: skip
