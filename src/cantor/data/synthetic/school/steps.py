"""Stories of three to seven steps: shopping, saving up, gardens, trips, workshops, class funds."""

from fractions import Fraction
from random import Random

from cantor.data.synthetic.algebra import Value
from cantor.data.synthetic.school.tale import Tale

_MONEY = frozenset({"money", "things"})


def _shopping(random: Random) -> dict[str, Value] | None:
    cents = random.choice((1, 1, 2, 4))
    n, m = random.randint(2, 9), random.randint(2, 7)
    p, q = Fraction(random.randint(4, 40), cents), Fraction(random.randint(4, 60), cents)
    paid = n * p + m * q
    note = next((bill for bill in (20, 50, 100, 200, 500) if bill > paid), 0)
    return (
        {"n": n, "m": m, "p": p, "q": q, "note": note, "off": random.randint(1, 5)}
        if note and p != q
        else None
    )


def _three_items(random: Random) -> dict[str, Value]:
    a, b, c = random.sample(range(3, 40), 3)
    n, m = random.randint(2, 6), random.randint(2, 5)
    return {
        "a": a,
        "b": b,
        "c": c,
        "n": n,
        "m": m,
        "have": a * n + b * m + c + random.randint(3, 60),
        "people": random.randint(2, 6),
    }


def _saving(random: Random) -> dict[str, Value] | None:
    have, week, weeks = random.randint(5, 60), random.randint(3, 25), random.randint(3, 14)
    extra, spend = random.randint(2, 12), random.randint(1, 6)
    if spend >= week:
        return None
    goal = have + weeks * (week - spend)
    return {"have": have, "week": week, "weeks": weeks, "extra": extra, "spend": spend, "goal": goal}


def _rows(random: Random) -> dict[str, Value] | None:
    rows, each, lost, more = (
        random.randint(3, 15),
        random.randint(4, 20),
        random.randint(3, 25),
        random.randint(3, 30),
    )
    f = Fraction(1, random.choice((2, 3, 4, 5)))
    left = rows * each - lost
    price = random.randint(2, 9)
    ok = left > 5 and left % f.denominator == 0
    return {"rows": rows, "each": each, "lost": lost, "more": more, "f": f, "price": price} if ok else None


def _trip(random: Random) -> dict[str, Value] | None:
    v, t, w, s = random.randint(30, 70), random.randint(2, 5), random.randint(30, 70), random.randint(2, 5)
    way = v * t + w * s + random.randint(10, 90)
    return (
        {"v1": v, "t": t, "w": w, "s": s, "way": way, "days": random.randint(2, 6)}
        if v != w and t != s
        else None
    )


def _plant(random: Random) -> dict[str, Value] | None:
    rate, hours, days, bad = (
        random.randint(6, 60),
        random.randint(4, 9),
        random.randint(2, 6),
        random.randint(2, 30),
    )
    box, price = random.choice((4, 5, 6, 8, 10, 12)), random.randint(2, 20)
    good = rate * hours - bad
    return (
        {"rate": rate, "hours": hours, "days": days, "bad": bad, "box": box, "price": price}
        if good > box and good % box == 0
        else None
    )


def _fund(random: Random) -> dict[str, Value] | None:
    kids, each, gift, bus = (
        random.randint(12, 30),
        random.randint(3, 12),
        random.randint(10, 90),
        random.randint(40, 200),
    )
    left = kids * each + gift - bus
    return (
        {
            "kids": kids,
            "each": each,
            "gift": gift,
            "bus": bus,
            "ticket": random.randint(2, 9),
            "cakes": random.randint(2, 9),
        }
        if left > 10
        else None
    )


def _wages(random: Random) -> dict[str, Value] | None:
    rate, hours, days, over, rent = (
        random.randint(8, 25),
        random.randint(4, 8),
        random.randint(3, 6),
        random.randint(2, 8),
        random.randint(20, 200),
    )
    extra = rate + random.randint(2, 10)
    total = rate * hours * days
    return (
        {"rate": rate, "hours": hours, "days": days, "over": over, "extra": extra, "rent": rent}
        if rent < total - 20
        else None
    )


def _profit(random: Random) -> dict[str, Value] | None:
    n, cost, price, stand = (
        random.randint(10, 60),
        random.randint(1, 9),
        random.randint(3, 15),
        random.randint(5, 40),
    )
    gave = random.randint(2, 8)
    gain = (n - gave) * price - n * cost - stand
    return (
        {"n": n, "cost": cost, "price": price, "stand": stand, "gave": gave}
        if gain > 5 and price > cost
        else None
    )


def _days(random: Random) -> dict[str, Value] | None:
    a, k, d, all_ = random.randint(4, 30), random.randint(2, 4), random.randint(2, 20), 0
    all_ = a + a * k + (a * k - d) + random.randint(5, 60)
    return {"a": a, "k": k, "d": d, "all": all_} if a * k - d > 1 else None


def _party(random: Random) -> dict[str, Value] | None:
    guests, each, pack, have, price = (
        random.randint(6, 30),
        random.randint(2, 5),
        random.choice((6, 8, 10, 12)),
        random.randint(3, 20),
        random.randint(2, 9),
    )
    return (
        {"guests": guests, "each": each, "pack": pack, "have": have, "price": price}
        if guests * each > have + pack
        else None
    )


def _pets(random: Random) -> dict[str, Value]:
    return {"n": random.randint(2, 9), "m": random.randint(2, 8), "a": random.randint(2, 6),
        "b": random.randint(2, 7), "days": random.randint(3, 14),
        "have": random.randint(300, 900)}  # fmt: skip


def _library(random: Random) -> dict[str, Value] | None:
    shelves, each, out, back, new = (
        random.randint(4, 12),
        random.randint(10, 30),
        random.randint(20, 60),
        random.randint(5, 20),
        random.randint(10, 50),
    )
    return (
        {"shelves": shelves, "each": each, "out": out, "back": back, "new": new}
        if shelves * each > out + 5 and back < out
        else None
    )


TALES = (
    Tale(
        "steps: shopping with change",
        "A:person|adult x:stationery|fruit|snack|toy y:baked|sweet|book|household shopname:@shopname",
        _shopping,
        (
            "{A} goes to {shopname} and buys {n x} at {p} each and {m y} at {q} each. {A.he} pays with "
                "{note}",
            "at {shopname}, {x} cost {p} each and {y} cost {q} each. {A} takes {n x} and {m y} and hands "
                "over {note}",
            "{A} bought {n x}. each {x.one} cost {p}. {A.he} also bought {m y} for {q} each. {A.he} had "
                "{note}",
            "{A} has {note}. {A.he} buys {n x} for {p} apiece, then {m y} for {q} apiece",
            "[receipt|shopping list]: {n x} at {p}, {m y} at {q}. {A} gives the cashier {note}",
        ),
        {
            "note-(n*p+m*q) : money": ("how much change does {A} get",
                "how much money [is left|does {A} have left|does {A} get back]", "what is the change",
                "how much of the money is left"),
            "n*p+m*q : money": ("how much [does {A} spend|is the bill|does that cost in all]",
                "what is the total [cost|price]"),
        },
        dict.fromkeys(("p", "q", "note", "off"), "money"),
        (
            ("I buy {n x} at {p} each and {m y} at {q} each. I have a coupon for {off} off and pay with "
                "{note}", "note-(n*p+m*q-off) : money",
                "how much change do I get"),
            ("{A} had {note}. {A.he} bought {n x} for {p} each and {m y} for {q} each, and then found {off} "
                "on the street", "note-n*p-m*q+off : money",
                "how much money does {A} have now"),
            ("{n x} cost {p} each, {m y} cost {q} each", "n*p-m*q : money",
                "how much more do the {x} cost than the {y}"),
        ),
        clashes=_MONEY,
        weight=1.9,
    ),
    Tale(
        "steps: a bill shared",
        "A:person|adult B:person x:snack|baked y:fruit|sweet z:household|toy",
        _three_items,
        (
            "{A} orders {n x} for {a} each, {m y} for {b} each and {z.a} for {c}. {A.he} has {have} with "
                "{A.him}",
            "a meal for {A.name} and {B.name} is {n} plates at {a} each, {m} drinks at {b} each and a cake "
                "at {c}. they brought {have}",
            "{A} needs {n x}, {m y} and {z.a}. {x} are {a} each, {y} are {b} each, and the {z.one} is {c}. "
                "{A.he} has {have}",
        ),
        {"n*a+m*b+c": ("how much is that in all", "what does everything cost", "what is the total"),
            "have-(n*a+m*b+c)": ("how much money is left after paying", "how much is left of the money")},
        dict.fromkeys(("a", "b", "c", "have"), "money"),
        (
            ("{people} friends eat {n} pizzas at {a} each and {m} salads at {b} each, and share the bill "
                "equally", "(n*a+m*b)/people : money",
                "how much does each of them pay"),
            ("I want {n} notebooks at {a} each and a bag at {c}. I have {b}", "n*a+c-b : money",
                "how much money do I still need"),
        ),
        clashes=_MONEY,
        weight=1.2,
    ),
    Tale(
        "steps: saving up",
        "A:person goal1:@saving",
        _saving,
        (
            "{A} wants to buy {goal1} for {goal}. {A.he} has {have} and saves {week} every week, but spends "
                "{spend} of that each week",
            "{goal1} costs {goal}. {A} has saved {have} so far. each week {A.he} gets {week} and spends "
                "{spend}",
            "{A} already has {have}. every week {A.he} earns {week} and spends {spend} of it. {A.he} is "
                "saving for {goal1}, which costs {goal}",
        ),
        {"(goal-have)/(week-spend)": ("how many weeks does {A} have to save",
            "after how many weeks can {A} buy it", "how many weeks does it take until there is enough money"),
            "goal-have": ("how much money is missing at the start",)},
        dict.fromkeys(("have", "week", "extra", "spend", "goal"), "money"),
        (
            ("{A} has {have}. {A.he} gets {week} a week for {weeks} weeks and spends {spend} a week",
                "have+weeks*(week-spend)", "how much does {A} have then"),
            ("{A} has {have}. {A.he} saves {week} a week for {weeks} weeks, then {A.his} aunt gives {A.him} "
                "{extra}", "have+week*weeks+extra",
                "how much money does {A} have in the end"),
            ("{A} saves {week} a week for {weeks} weeks. {A.he} buys {goal1} and has {extra} left",
                "week*weeks-extra", "what does it cost"),
            ("I put {week} into my piggy bank every week and take out {spend}. I started with {have}",
                "have+(week-spend)*weeks",
                "how much is in it after {weeks} weeks"),
            ("in {weeks} weeks {A} wants to have {goal}. {A.he} has {have} now", "(goal-have)/weeks : money",
                "how much must {A} save each week"),
        ),
        clashes=_MONEY,
        weight=1.5,
    ),
    Tale(
        "steps: rows in a garden",
        "A:person|adult x:plant|flower",
        _rows,
        (
            "{A} plants {rows} rows of {each x} each. {lost} of them dry up",
            "{A} plants {rows} rows with {each x} in each row. {lost} of the {x} die. {A} plants {more} new "
                "ones",
            "there are {rows} rows of {x} in a garden, {each} in every row. a storm destroys {lost}. {f} of "
                "the rest [bloom|are watered]",
            "{A} has {rows} rows of {each x}. {A.he} gives away {lost} and sells the rest for {price} each",
        ),
        {
            "rows*each-lost": ("how many {x} are left", "how many {x} does that leave"),
            "rows*each-lost+more": ("how many {x} are there in the end", "how many {x} are there after that"),
            "(rows*each-lost)*f": ("how many {x} is that fraction of the rest",
                "how many {x} are meant by the last part"),
            "(rows*each-lost)*price": ("how much money does {A} get", "how much does {A} earn"),
        },
        {"f": "fraction", "price": "money"},
        (
            ("{A} sets out {rows} rows of {each} chairs. {lost} chairs are broken and are taken away, and "
                "{more} stools are brought",
                "rows*each-lost+more", "how many seats are there"),
        ),
        clashes=frozenset({"things"}),
        weight=1.3,
    ),
    Tale(
        "steps: a trip with legs",
        "A:person|adult T:village U:village",
        _trip,
        (
            "{A} drives from {T.name} to {U.name}, which is {way mile}. {A.he} drives {t hour} at {v1} "
                "miles an hour and then {s hour} at {w} miles an hour",
            "a trip is {way mile} long. for {t hour} {A} goes {v1} miles an hour, then for {s hour} {w} "
                "miles an hour",
            "{A} rode a train for {t hour} at {v1} miles an hour, then a bus for {s hour} at {w} miles an "
                "hour",
        ),
        {"t*v1+s*w": ("how many miles is that", "how far is that in all",
            "what distance is covered in these hours"),
            "way-(t*v1+s*w)": ("how many miles are left", "how far is it from there to the end"),
            "(t*v1+s*w)/(t+s) : measure": ("what is the average speed",)},
        {},
        (
            ("every day {A} drives {t mile} to work and {s mile} from work to the gym, and {w mile} home",
                "(t+s+w)*days", "how many miles does {A} drive in {days} days"),
            ("the way to the lake is {v1 mile}. we went there and back on {days} days", "v1*2*days",
                "how many miles did we go in all"),
        ),
        clashes=frozenset({"distance", "time"}),
        weight=1.2,
    ),
    Tale(
        "steps: made, spoiled and packed",
        "A:factory|maker x:craft|tech|household|printed",
        _plant,
        (
            "{A} makes {rate x} an hour. it works {hours hour} a day. {bad} of them are bad each day. the "
                "good ones go into boxes of {box}",
            "in {A.name}, {rate x} are made every hour for {hours hour}. {bad} of them do not pass the "
                "test. the others are packed in boxes of {box}",
            "{A} makes {rate x} an hour for {hours hour}, throws away {bad} and packs the rest, {box} to a "
                "box. a box is sold for {price}",
        ),
        {
            "rate*hours-bad": ("how many good {x} are there", "how many {x} are packed"),
            "(rate*hours-bad)/box": ("how many boxes are filled", "how many boxes does that make",
                "how many full boxes are there"),
            "(rate*hours-bad)/box*price": ("how much money is that", "how much money do the boxes bring in"),
        },
        {"price": "money"},
        (
            ("a machine makes {rate} cups an hour, {hours hour} a day, on {days} days. {bad} cups a day are "
                "broken", "(rate*hours-bad)*days",
                "how many good cups are made in all"),
        ),
        clashes=frozenset({"time", "things"}),
        weight=1.3,
    ),
    Tale(
        "steps: a class fund",
        "A:adult outing:@outing",
        _fund,
        (
            "{kids} students pay {each} each for a trip to {outing}. the school gives {gift}. the bus costs "
                "{bus}",
            "a class of {kids} goes to {outing}. every student brings {each}, and the parents add {gift}. "
                "the bus is {bus}",
            "{A} collects {each} from each of {kids} students and gets {gift} from the school. the bus is "
                "{bus}, and the tickets cost {ticket} each",
        ),
        {"kids*each+gift": ("how much money is there [in all|before the bus is paid]",
            "how much money is collected with the gift"),
            "kids*each+gift-bus": ("how much is left after the bus is paid",
                "how much money remains when the bus is paid"),
            "(kids*each+gift-bus)//ticket": (
                "how many tickets can be bought with what is left after the bus",)},
        dict.fromkeys(("each", "gift", "bus", "ticket"), "money"),
        (
            ("the bus for {kids} students costs {bus}, and each ticket costs {ticket}", "bus+kids*ticket",
                "what does the trip cost in all"),
            ("{kids} students each sold {cakes} cakes at {ticket} a cake. the flour cost {gift}",
                "kids*cakes*ticket-gift", "how much did they earn after paying for the flour"),
        ),
        clashes=_MONEY,
        weight=1.2,
    ),
    Tale(
        "steps: wages and costs",
        "A:person|worker j:@job",
        _wages,
        (
            "{A} earns {rate} an hour[ {j}|]. {A.he} works {hours hour} a day, {days} days a week. each "
                "week {A.he} pays {rent} in rent",
            "{A} works {days} days a week, {hours hour} each day, for {rate} an hour. {A.his} weekly costs "
                "are {rent}",
            "for an hour of {j}, {A} gets {rate}. on {days} days {A.he} works {hours hour} each. on another "
                "day {A.he} does {over hour} at {extra} an hour",
        ),
        {
            "rate*hours*days": ("how much does {A} earn on these days", "how much is the pay for these days"),
            "rate*hours*days-rent": ("how much is left in a week", "how much does {A} keep each week"),
            "rate*hours*days+over*extra": ("how much does {A} earn in all",
                "how much is that with the other day"),
        },
        dict.fromkeys(("rate", "extra", "rent"), "money"),
        (
            ("my brother makes {rate} an hour and {extra} for every hour of overtime. he worked "
                "{hours hour} and {over hour} of overtime",
                "rate*hours+extra*over", "how much did he make"),
        ),
        clashes=_MONEY | {"time"},
        weight=1.3,
    ),
    Tale(
        "steps: a stand and its profit",
        "A:person B:person x:baked|craft|snack",
        _profit,
        (
            "{A} makes {n x}. each costs {A.him} {cost}. {A.he} gives away {gave} and sells the rest at "
                "{price} each. a stand costs {stand}",
            "{A} bought {n x} for {cost} each. {gave} of them were damaged. {A.he} sold the others for "
                "{price} each and paid {stand} for a table",
        ),
        {
            "(n-gave)*price-n*cost-stand": ("how much profit does {A} make", "how much money does {A} gain",
                "what is the profit"),
            "(n-gave)*price": ("how much money do the sales bring in", "how much money does {A} take in"),
            "n*cost+stand": ("how much does {A} spend in all", "what are the costs in all"),
        },
        dict.fromkeys(("cost", "price", "stand"), "money"),
        (
            ("{A} buys {n x} at {cost} each and sells them all at {price} each", "n*(price-cost)",
                "how much does {A} gain"),
            ("{A} and {B} sell {n x} at {price} each, pay {stand} for the stand and share the rest equally",
                "(n*price-stand)/2 : money",
                "how much does each of them get"),
        ),
        clashes=_MONEY,
        weight=1.3,
    ),
    Tale(
        "steps: day by day",
        "A:person x:printed|garden|snack|craft v:make(x) day:@day",
        _days,
        (
            "{A} {v.ed} {a x} on the first day, {k} as many on the second day, and {d} fewer than on the "
                "second day on the third day",
            "on Monday {A} {v.ed} {a x}. on Tuesday {A.he} {v.ed} {k} as many. on Wednesday it was {d} "
                "fewer than on Tuesday. {A.he} needs {all} by Friday",
        ),
        {
            "a+a*k+(a*k-d)": ("how many {x} is that in all", "how many {x} is that on these days together"),
            "a*k-d": ("how many {x} was it on the last of these days",),
            "all-(a+a*k+(a*k-d))": ("how many {x} are still missing", "how many more {x} are needed"),
        },
        {"k": "times"},
        (
            ("I read {a} pages on Friday, {k} as many on Saturday and {d} fewer on Sunday than on Saturday. "
                "my book has {all} pages",
                "all-a-a*k-(a*k-d)", "how many pages do I still have to read"),
        ),
        clashes=frozenset({"things"}),
        weight=1.2,
    ),
    Tale(
        "steps: enough for the party",
        "A:person|adult x:snack|baked|sweet",
        _party,
        (
            "{A} invites {guests} guests. each guest gets {each x}. {A} has {have} already. {x} come in "
                "packs of {pack}, and a pack costs {price}",
            "{guests} guests come to {A's} party. everyone should get {each x}. there are {have x} at home, "
                "and the shop sells packs of {pack} for {price}",
        ),
        {
            "guests*each-have": ("how many more {x} does {A} need", "how many {x} are missing"),
            "up(guests*each-have,pack)": ("how many packs does {A} have to buy", "how many packs are needed"),
            "up(guests*each-have,pack)*price": ("how much does {A} have to spend", "what do the packs cost"),
            "guests*each": ("how many {x} do the guests get in all",),
        },
        {"price": "money"},
        clashes=_MONEY | {"people"},
        weight=1.1,
    ),
    Tale(
        "steps: feeding animals",
        "A:adult|person",
        _pets,
        (
            "{A} has {n} horses and {m} goats. a horse eats {a pound} a day and a goat {b pound} a day",
            "a farm keeps {n} cows and {m} calves. every cow gets {a} buckets of feed a day and every calf "
                "gets {b}. there are {have} buckets",
        ),
        {
            "n*a+m*b": ("how much is eaten in a day", "how much food is that per day"),
            "(n*a+m*b)*days": ("how much is eaten in {days} days", "how much food is needed for {days} days"),
            "have-(n*a+m*b)*days": ("how many buckets are left after {days} days",),
            "have//(n*a+m*b)": ("for how many full days is that enough",),
        },
        clashes=frozenset({"things"}),
        weight=0.9,
    ),
    Tale(
        "steps: a library",
        "A:institution x:book day:@day",
        _library,
        (
            "a library has {shelves} shelves with {each} books each. {out} books are lent out, {back} come "
                "back, and {new} new ones are bought",
            "there are {shelves} shelves of {each} books in a school library. on {day} {out} books were "
                "borrowed and {back} returned. then {new} more arrived",
        ),
        {"shelves*each-out+back+new": ("how many books are there now",
            "how many books does the library have then"),
            "shelves*each-out+back": ("how many books were there before the new ones came",)},
        clashes=frozenset({"things"}),
        weight=0.8,
    ),
)  # fmt: skip
