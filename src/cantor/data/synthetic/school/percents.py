"""Percentages: of a number, off, tax, tip, growth, the original, the rate, and what is left."""

from random import Random

from cantor.data.synthetic.algebra import Value
from cantor.data.synthetic.school.tale import Tale

_MONEY = frozenset({"money"})
_RATES = (5, 10, 10, 12, 15, 20, 20, 25, 25, 30, 35, 40, 50, 60, 75)


def _of(random: Random) -> dict[str, Value] | None:
    p, whole = random.choice(_RATES), random.choice((4, 5, 10, 20)) * random.randint(2, 60)
    part = whole * p
    if part % 100:
        return None
    return {
        "p": p,
        "whole": whole,
        "part": part // 100,
        "rest": whole - part // 100,
        "up": whole + part // 100,
    }


def _two(random: Random) -> dict[str, Value] | None:
    p, q = random.sample((5, 10, 20, 25, 30, 40, 50), 2)
    return {"p": p, "q": q, "price": 20 * random.randint(2, 40)}


def _bill(random: Random) -> dict[str, Value] | None:
    a, b, n = random.randint(6, 40), random.randint(4, 30), random.randint(2, 6)
    return {"a": a, "b": b, "n": n, "p": random.choice((5, 10, 15, 20, 25))}


def _bank(random: Random) -> dict[str, Value]:
    return {"sum": 100 * random.randint(2, 60), "p": random.randint(2, 8), "years": random.randint(2, 9)}


def _test(random: Random) -> dict[str, Value] | None:
    all_ = random.choice((20, 25, 40, 50, 60, 80, 200))
    right = random.randint(all_ // 4, all_ - 1)
    return (
        {"all": all_, "right": right, "wrong": all_ - right}
        if right * 100 % all_ == 0 and all_ - right > 1
        else None
    )


TALES = (
    Tale(
        "percent: of a group",
        "A:institution|shop T:village",
        _of,
        (
            "there are {whole} people in a hall. {p} of them are children",
                "a school has {whole} students, and {p} of them come by bus",
            "{whole} trees grow in a park. {p} of these are oaks",
                "of {whole} visitors, {p} came from {T.name}",
                    "{p} of the {whole} seats in a train are taken",
        ),
        {"whole*p/100": ("how many is that", "how many are these", "what number is that"),
            "whole-whole*p/100": ("how many are the others", "how many are not")},
        {"p": "percent"},
        (
            ("", "whole*p/100", "what is {p} of {whole}"), ("", "whole*p/100", "find {p} of {whole}."), ("",
                "part/whole*100", "what percent of {whole} is {part}"),
            ("", "part*100/p", "{p} of which number is {part}"), ("{p} of a number is {part}", "part*100/p",
                "what is the number"),
            ("{part} of {whole} eggs are cracked", "part/whole*100", "what percent of the eggs are cracked"),
            ("{part} members of a club, or {p} of all, are new", "part*100/p",
                "how many members does the club have"),
            ("a book has {whole} pages. I have read {p} of it", "whole-whole*p/100",
                "how many pages do I have to read yet"),
            ("a town had {whole} bikes and now has {up}", "(up-whole)/whole*100",
                "by what percent did the number grow"),
        ),
        weight=1.6,
    ),
    Tale(
        "percent: off the price",
        "A:person|adult S:store w:@wares",
        _of,
        (
            "{w} costs {whole}. in a sale it is {p} off",
                "the regular price of {w} is {whole}. today there is a discount of {p}",
                    "{A} buys {w} for {whole} less {p}",
            "{S} takes {p} off {w}, which cost {whole} before",
                "with a coupon {A} gets {p} off {w} of {whole}",
        ),
        {"whole-whole*p/100 : money": ("what is the sale price", "how much does {A} pay",
            "what does it cost now", "how much is it after the discount"),
            "whole*p/100 : money": ("how much is saved", "how much is the discount in dollars",
                "how many dollars are taken off")},
        {"p": "percent", "whole": "money", "part": "money", "rest": "money", "up": "money"},
        (
            ("after {p} off, {w} costs {rest}", "rest*100/(100-p) : money", "what was the price before"),
            ("{A} paid {rest} for {w} that was {p} off", "rest*100/(100-p) : money",
                "what was the original price"),
            ("the price of {w} fell from {whole} to {rest}", "(whole-rest)/whole*100",
                "by what percent did it fall"),
            ("the price of {w} rose from {whole} to {up}", "(up-whole)/whole*100",
                "what was the rise in percent"),
            ("{w} costs {up} after a rise of {p}", "up*100/(100+p) : money", "what did it cost before"),
            ("I saved {part} because {w} was {p} off", "part*100/p : money", "what was the full price"),
        ),
        clashes=_MONEY,
        weight=1.8,
    ),
    Tale(
        "percent: tax and tip",
        "A:person|adult w:@wares",
        _of,
        (
            "the price of {w} is {whole}, and the tax is {p}",
                "{A} buys {w} for {whole} and has to pay {p} tax on it",
                    "a meal costs {whole}. {A} leaves a tip of {p}",
            "dinner is {whole}, and {A} adds {p} for the waiter",
        ),
        {"whole+whole*p/100 : money": ("how much is that in all", "how much does {A} pay altogether",
            "what is the total"), "whole*p/100 : money": ("how much is added",
                "how many dollars is the extra amount")},
        {"p": "percent", "whole": "money", "part": "money", "rest": "money", "up": "money"},
        (
            ("with {p} tax {w} costs {up}", "up*100/(100+p) : money", "what is the price without tax"),
            ("{A} tipped {part} on a bill of {whole}", "part/whole*100", "what percent was the tip"),
            ("a bill of {whole} comes to {up} with the tip", "(up-whole)/whole*100",
                "what percent is the tip"),
        ),
        clashes=_MONEY,
        weight=1.4,
    ),
    Tale(
        "percent: one after the other",
        "A:person|store w:@wares",
        _two,
        (),
        {},
        {"p": "percent", "q": "percent", "price": "money"},
        (
            ("{w} costs {price}. first the price is lowered by {p}, then the new price is lowered by "
                "another {q}", "(price-price*p/100)-(price-price*p/100)*q/100 : money",
                    "what is the price in the end"),
            ("{w} costs {price}. it is {p} off, and then a tax of {q} is added to the lower price",
                "(price-price*p/100)+(price-price*p/100)*q/100 : money", "what does {A} pay"),
            ("{A} spends {p} of {price} on rent and {q} of {price} on food",
                "price-price*p/100-price*q/100 : money", "how much is left"),
            ("{A} has {price} and spends {p} of it. then {A.he} spends {q} of what is left",
                "(price-price*p/100)-(price-price*p/100)*q/100 : money", "how much does {A} have then"),
        ),
        clashes=_MONEY,
        weight=1.0,
    ),
    Tale(
        "percent: a bill with a discount",
        "A:person|adult x:stationery|snack y:toy|household",
        _bill,
        (
            "{A} buys {n x} at {a} each and {y.a} for {b}. there is {p} off the whole bill",
                "{n x} cost {a} each, {y.a} costs {b}. {A} takes all of these and gets a discount of {p}",
        ),
        {"(n*a+b)-(n*a+b)*p/100 : money": ("how much does {A} pay", "what is the final price",
            "how much is the bill"), "(n*a+b)*p/100 : money": ("how much does {A} save",
                "how much is the discount in dollars")},
        {"a": "money", "b": "money", "p": "percent"},
        (
            ("{n} friends share a meal of {a} and a tip of {p}", "(a+a*p/100)/n : money",
                "what does each pay"),
            ("{n x} cost {a} each. the tax is {p}", "n*a+n*a*p/100 : money", "what is the total with tax"),
        ),
        clashes=_MONEY,
        weight=1.1,
    ),
    Tale(
        "percent: interest",
        "A:person|adult account:@account",
        _bank,
        (
            "{A} puts {sum} into {account} at {p} simple interest a year",
                "{A} lends {sum} to a friend, who pays {p} of it each year as interest",
                    "{account} with {sum} in it earns {p} of that sum every year",
        ),
        {"sum*p/100*years : money": ("how much interest is that in {years} years",
            "how much interest is there after {years} years"),
            "sum+sum*p/100*years : money": ("how much money is there after {years} years with the interest",),
                "sum*p/100 : money": ("how much interest is that in a year",)},
        {"sum": "money", "p": "percent"},
        clashes=_MONEY,
        weight=0.8,
    ),
    Tale(
        "percent: a score",
        "A:person quiz:@quiz q:@subject",
        _test,
        (
            "{A} got {right} of {all} questions right in {quiz}",
                "of {all} questions, {A} answered {wrong} wrong and all the others right",
                    "a {q} test has {all} questions. {A} has {right} right answers",
        ),
        {"right/all*100": ("what percent is that", "what is the score in percent",
            "what percentage of the answers is right"),
                "(all-wrong)/all*100": ("what percent of the answers are right",
                    "what is the score in percent"),
            "(all-right)/all*100": ("what percent of the answers are wrong",)},
        weight=1.0,
    ),
)  # fmt: skip
