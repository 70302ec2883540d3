"""Bills and change, saving, interest, coins, profit, and renting."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Percent, Product, Value
from cantor.data.synthetic.plot import Plot


def _basket(random: Random) -> dict[str, Value]:
    n, p, m, q = random.randint(2, 9), random.randint(2, 12), random.randint(2, 8), random.randint(2, 15)
    paid = next(b for b in (20, 50, 100, 150, 200, 300) if b > n * p + m * q)
    return {"n": n, "p": p, "m": m, "q": q, "paid": paid}


def _interest(random: Random) -> dict[str, Value]:
    return {
        "sum": random.randint(2, 60) * 100,
        "p": random.choice((2, 3, 4, 5, 6, 8, 10)),
        "years": random.randint(2, 8),
    }


def _saving(random: Random) -> dict[str, Value]:
    week, weeks, had = random.randint(3, 25), random.randint(3, 20), random.randint(5, 90)
    return {"week": week, "weeks": weeks, "had": had}


def _coins(random: Random) -> dict[str, Value]:
    v, w = random.sample((5, 10, 20, 25, 50), 2)
    return {"n": random.randint(2, 20), "v": v, "m": random.randint(2, 20), "w": w}


def _profit(random: Random) -> dict[str, Value]:
    cost = random.randint(3, 40)
    return {"count": random.randint(4, 60), "cost": cost, "price": cost + random.randint(2, 20)}


def _rental(random: Random) -> dict[str, Value]:
    return {"base": random.randint(5, 60), "rate": random.randint(2, 15), "hours": random.randint(2, 12)}


def _wage(random: Random) -> dict[str, Value]:
    return {
        "hours": random.randint(3, 9),
        "days": random.randint(2, 6),
        "rate": random.randint(8, 30),
        "extra": random.randint(10, 90),
    }


PLOTS = (
    Plot(
        topic="money: bill and change",
        cast="A:person|adult x:stationery|fruit|household|gear y:sweet|baked|snack|printed s:@shopkind",
        draw=_basket,
        kinds=dict.fromkeys(("p", "q", "paid", "c1", "c2", "bill", "change"), "money"),
        relations=(Product("c1", "n", "p"), Product("c2", "m", "q"), Balance("bill", "c1", "c2"),
            Balance("change", "paid", "-bill"), Balance("items", "n", "m")),
        say={
            "n p": ("{A} buys {n x} at {p} each", "{A} takes {n x} for {p} apiece",
                "{n x} at {p} each go into {A's} basket", "{A} picks {n x}, each of which costs {p}"),
            "m q": ("{A} also buys {m y} at {q} each", "{m y} for {q} each come on top",
                "besides, {A} gets {m y} at {q} a piece", "another {m y} cost {q} each"),
            "paid ?change": ("{A} pays with {paid}", "{A} hands over {paid}", "{A} gives the cashier {paid}"),
            "change ?paid": ("{A} gets {change} back", "the change is {change}"),
        },
        ask={
            "bill": ("how much is the bill", "how much does {A} have to pay", "what does everything cost",
                "what is the total", "find the total cost."),
            "change": ("how much change does {A} get", "how much does {A} get back", "what is the change"),
            "c1": ("how much do the {x} cost", "what do all the {x} cost together"),
            "c2": ("how much do the {y} cost",),
            "items": ("how many things does {A} buy in all",),
            "paid": ("how much did {A} hand over",),
        },
        order=("n", "p", "m", "q", "paid", "change"),
        weight=1.6,
    ),
    Plot(
        topic="money: interest",
        cast="A:person|adult acc:@account",
        draw=_interest,
        kinds={**dict.fromkeys(("sum", "year", "gain", "end"), "money"), "p": "percent"},
        relations=(Percent("year", "sum", "p"), Product("gain", "year", "years"), Balance("end", "sum",
            "gain")),
        say={
            "sum": ("{A} puts {sum} into {acc}", "{A} lends {sum} to a friend", "{A} has {sum} in {acc}",
                "{A} invests {sum}"),
            "p": ("it earns {p} simple interest a year", "the simple interest is {p} per year",
                "each year {p} of the sum is paid as interest"),
            "sum p": ("{A} deposits {sum} at {p} simple interest per year",),
            "years": ("the money stays there for {years} years", "{years} years go by",
                "this goes on for {years} years"),
        },
        ask={
            "gain": ("how much interest is that in all", "how much interest does {A} get",
                "what is the interest for the whole time"),
            "year": ("how much interest is there in a year", "how much interest is paid each year"),
            "end": ("how much money does {A} have then", "what is the amount with interest",
                "how much is there in the end"),
        },
        order=("sum", "p", "years"),
        weight=1.0,
    ),
    Plot(
        topic="money: saving up",
        cast="A:person w:@wares",
        draw=_saving,
        kinds=dict.fromkeys(("week", "had", "saved", "goal"), "money"),
        relations=(Product("saved", "week", "weeks"), Balance("goal", "had", "saved")),
        say={
            "had": ("{A} has {had} already", "there are {had} in {A's} money box", "{A} starts with {had}"),
            "week": ("{A} puts aside {week} a week", "every week {A} saves {week}",
                "{A} gets {week} pocket money a week and saves all of it"),
            "weeks ?goal": ("{A} does so for {weeks} weeks", "{weeks} weeks pass",
                "{A} keeps this up for {weeks} weeks"),
            "goal ?weeks": ("{A} wants to buy {w} for {goal}", "{A} dreams of {w} that costs {goal}",
                "{A's} goal is {goal}"),
        },
        ask={
            "goal": ("how much money does {A} have then", "how much has {A} in the end",
                "what is the total after that time"),
            "weeks": ("how many weeks does it take", "for how many weeks must {A} save",
                "after how many weeks is it enough", "how many weeks does {A} have to wait"),
            "saved": ("how much does {A} save in that time", "how much must {A} still save"),
        },
        order=("goal", "had", "week", "weeks"),
        loose=("had", "week"),
        weight=1.2,
    ),
    Plot(
        topic="money: coins",
        cast="A:person|adult B:person",
        draw=_coins,
        relations=(Product("c1", "n", "v"), Product("c2", "m", "w"), Balance("cents", "c1", "c2"),
            Balance("coins", "n", "m"), Balance("gap", "c1", "-c2")),
        kinds={"gap": "free"},
        say={
            "n v": ("{A} has {n} coins of {v} cents",
                "there are {n} coins of {v} cents each in {A's} pocket",
                "{A} finds {n} coins worth {v} cents each"),
            "m w": ("{A} also has {m} coins of {w} cents", "besides, there are {m} coins of {w} cents each",
                "{m} more coins are worth {w} cents each"),
        },
        ask={
            "cents": ("how many cents is that in all", "how much are all the coins worth in cents",
                "what is the value of the coins in cents"),
            "coins": ("how many coins are there", "how many coins does {A} have"),
            "c1": ("how many cents are the first coins worth",),
        },
        order=("n", "v", "m", "w"),
        bundles=False,
        clashes=frozenset({"money"}),
        weight=0.8,
    ),
    Plot(
        topic="money: buying and selling",
        cast="A:seller|shop x:gear|tech|household|garden|printed",
        draw=_profit,
        kinds=dict.fromkeys(("cost", "price", "gain", "profit", "outlay", "income"), "money"),
        relations=(Balance("gain", "price", "-cost"), Product("profit", "gain", "count"), Product("outlay",
            "cost", "count"), Product("income", "price", "count")),
        say={
            "count": ("{A} deals in {x} and sells {count} of them", "{A} sells {count x}",
                "{count x} are sold by {A.name}"),
            "cost": ("each {x.one} was bought for {cost}", "{A} had paid {cost} for each {x.one}"),
            "price": ("{A} gets {price} for each", "the selling price is {price} apiece"),
            "cost price": ("{A} buys {x} at {cost} and sells them at {price} each",
                "each {x.one} costs {A.him} {cost} and is sold for {price}"),
        },
        ask={
            "profit": ("how much profit is that", "what is the whole profit",
                "how much does {A} earn by that", "find the total profit."),
            "gain": ("how much profit is there on each {x.one}", "what is the profit per {x.one}"),
            "income": ("how much money does {A} take in", "what are the total sales in dollars"),
            "outlay": ("how much had {A} paid for all of them", "what did all those {x} cost {A.name}"),
        },
        order=("count", "cost", "price"),
        weight=1.1,
    ),
    Plot(
        topic="money: renting",
        cast="A:person|adult w:@wares",
        draw=_rental,
        kinds=dict.fromkeys(("base", "rate", "time", "total"), "money"),
        relations=(Product("time", "rate", "hours"), Balance("total", "base", "time")),
        say={
            "base": ("renting {w} costs a fixed fee of {base}",
                "{A} rents {w} for a basic charge of {base}", "there is a fee of {base} for {w}"),
            "rate": ("on top of that every hour costs {rate}", "each hour is another {rate}",
                "there is also a charge of {rate} per hour"),
            "hours ?total": ("{A} keeps it for {hours hour}", "it is used for {hours hour}"),
            "total ?hours": ("{A} pays {total} altogether", "the bill is {total}"),
        },
        ask={
            "total": ("how much is to be paid", "what does it cost in all", "how much does {A} pay",
                "what is the whole price"),
            "hours": ("for how many hours was it rented", "how many hours did {A} keep it"),
            "time": ("how much is the charge for the hours alone",),
        },
        order=("base", "rate", "hours", "total"),
        clashes=frozenset({"time"}),
        weight=1.0,
    ),
    Plot(
        topic="money: wages",
        cast="A:person|worker j:@job",
        draw=_wage,
        kinds=dict.fromkeys(("rate", "extra", "pay", "total"), "money"),
        relations=(Product("worked", "hours", "days"), Product("pay", "worked", "rate"), Balance("total",
            "pay", "extra")),
        say={
            "hours days": ("{A} works {hours hour} a day, {days} days a week",
                "{A} earns money by {j} for {hours hour} on each of {days} days",
                "on {days} days a week {A} works {hours hour} each"),
            "rate": ("the pay is {rate} an hour", "an hour is paid with {rate}", "{A} gets {rate} per hour"),
            "extra": ("there is a bonus of {extra} on top", "{A} also gets {extra} in tips",
                "besides, {A} receives {extra}"),
        },
        ask={
            "total": ("how much does {A} get in all in a week",
                "how much money is that altogether in a week", "what is the weekly total"),
            "pay": ("how much are the wages without the extra money",
                "how much does {A} earn in a week for the hours alone"),
            "worked": ("how many hours a week is that", "how many hours does {A} work in a week"),
        },
        order=("hours", "days", "rate", "extra"),
        clashes=frozenset({"time"}),
        weight=1.1,
    ),
)  # fmt: skip
