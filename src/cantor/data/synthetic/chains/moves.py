"""How a chain goes on: a move takes what there is now and makes something else of it, or does not fit."""

from fractions import Fraction

from cantor.data.synthetic.algebra import Value
from cantor.data.synthetic.chains.link import Chain

_LEFT = (
    "how many <things> (are/were) left", "how many <things> (does/did) {A} have left",
        "how many <things> (remain/remained)",
    "how many <things> (does/did) {A} still have after that",
)  # fmt: skip
_MONEY_LEFT = (
    "how much money (does/did) {A} have left", "how much money (is/was) left",
        "how many dollars (are/were) left", "how much (does/did) {A} keep",
    "how much money (does/did) {A} have in the end",
)  # fmt: skip
_PARTS = tuple(
    Fraction(a, b)
    for a, b in ((1, 2), (1, 3), (1, 4), (2, 3), (3, 4), (1, 5), (2, 5), (3, 5), (1, 6), (3, 8))
)


def _divisors(value: Value, low: int = 2, high: int = 24) -> list[int]:
    return [d for d in range(low, high + 1) if value % d == 0 and value // d > 1]


def lose(chain: Chain) -> bool:
    if chain.value < 8:
        return False
    k = chain.random.randint(2, int(chain.value) // 2)
    q = chain.tell(k)
    chain.say(
        (
            "{q1} of them (break/broke)", "{q1} of the <things> (get/got) lost",
                "{q1} of them (turn/turned) out to be useless",
            "{A} (gives/gave) {q1} of them to a neighbor", "{q1} of the <things> (do/did) not pass the test",
            "while {A} (is/was) away, {q1} of them (disappear/disappeared)",
                "{A} (has/had) to return {q1} of them",
            "{q1} of them (are/were) a present for {B.name}", "{A} (keeps/kept) {q1} for {A.his} family",
                "{q1} (are/were) taken away by a friend",
        ),
        q,
    )  # fmt: skip
    before = chain.expression
    chain.whole = False
    chain.work_out(("-", before, q), chain.value - k, _LEFT)
    return True


def add(chain: Chain) -> bool:
    k = chain.random.randint(3, 60)
    q = chain.tell(k)
    chain.say(
        (
            "then {B} (brings/brought) another {q1}", "later {A} (finds/found) {q1} more in the cellar",
                "{q1} more (arrive/arrived) the next day",
            "{A} (buys/bought) {q1} more", "a friend (gives/gave) {A.him} {q1} more",
                "an order of {q1} more (comes/came) in",
            "{B} (adds/added) {q1} from {B.his} own stock",
                "to be on the safe side, {A} (gets/got) {q1} more",
        ),
        q,
    )  # fmt: skip
    before, value = chain.expression, chain.value
    chain.whole = True
    chain.work_out(
        ("+", before, q),
        value + k,
        (
            "how many <things> (does/did) {A} have then",
            "how many <things> (are/were) there then",
            "how many <things> (does/did) that make",
        ),
    )
    return True


def part(chain: Chain) -> bool:
    fitting = [f for f in _PARTS if chain.value % f.denominator == 0 and chain.value * (1 - f) > 1]
    if not fitting:
        return False
    f = chain.random.choice(fitting)
    q = chain.tell(f, "fraction")
    chain.say(
        (
            "{A} (gives/gave) {q1} of <now> to {B.name}", "{q1} of <now> (go/went) to a school",
                "{B} (takes/took) {q1} of <now>",
            "{A} (uses/used) {q1} of <now> for a project", "{q1} of <now> (are/were) given away",
                "{B} (is/was) allowed to have {q1} of <now>",
            "{A} (sends/sent) {q1} of <now> to {A.his} cousin",
        ),
        q,
    )  # fmt: skip
    before, value = chain.expression, chain.value
    gone = ("*", before, q)
    chain.whole = False
    chain.work_out(("-", before, gone), value - value * f, _LEFT)
    return True


def percent(chain: Chain) -> bool:
    fitting = [
        p for p in (10, 20, 25, 30, 40, 50, 60) if chain.value * p % 100 == 0 and chain.value * p > 100
    ]
    if not fitting:
        return False
    p = chain.random.choice(fitting)
    q = chain.tell(p, "percent")
    money = chain.sort == "money"
    chain.say(
        (
            "{A} (has/had) to pay {q1} of it in taxes", "{q1} of <now> (goes/went) to the landlord",
                "{A} (gives/gave) {q1} of it to charity",
            "{A} (puts/put) {q1} of <now> into a savings account and (keeps/kept) the rest in cash",
        ) if money else (
            "{q1} of <now> (are/were) damaged", "{q1} of <now> (get/got) returned",
                "{A} (throws/threw) away {q1} of <now>", "{q1} of <now> (are/were) too small to be used",
            "it (turns/turned) out that {q1} of <now> (have/had) faults",
                "{A} (keeps/kept) {q1} of <now> aside for {B.name}",
        ),
        q,
    )  # fmt: skip
    before, value = chain.expression, chain.value
    gone = ("/", ("*", before, q), Fraction(100))
    chain.whole = False
    kind = "money" if money else "count"
    chain.work_out(
        ("-", before, gone), value - Fraction(value) * p / 100, _MONEY_LEFT if money else _LEFT, kind
    )
    return True


def pack(chain: Chain) -> bool:
    if chain.thing != "x":
        return False
    sizes = _divisors(chain.value)
    if not sizes:
        return False
    size = chain.random.choice(sizes)
    q = chain.tell(size)
    chain.say(
        (
            "{A} (packs/packed) <now> into bags of {q1}",
                "<now> (are/were) packed into bags with {q1} in each",
                "{A} (puts/put) <now> into bags, {q1} to a bag",
        ),
        q,
    )  # fmt: skip
    before, value = chain.expression, chain.value
    chain.thing = "bag"
    chain.whole = True
    chain.work_out(
        ("/", before, q),
        value // size,
        (
            "how many bags (does/did) {A} get",
            "how many bags (are/were) there",
            "how many bags (does/did) {A} fill",
        ),
        lasting=True,
    )
    return True


def sell(chain: Chain) -> bool:
    price = chain.random.randint(2, 15)
    q = chain.tell(price, "money")
    chain.say(
        (
            "{A} (sells/sold) <now> for {q1} each", "<now> (are/were) sold at {q1} apiece",
                "<now> (bring/brought) {A.him} {q1} each",
            "{A} (asks/asked) {q1} for each and (sells/sold) <now>", "a shop (takes/took) <now> at {q1} each",
            "{B} (buys/bought) <now> from {A.name} at {q1} apiece",
                "at the market <now> (go/went) for {q1} each",
        ),
        q,
    )  # fmt: skip
    before, value = chain.expression, chain.value
    chain.sort, chain.whole = "money", True
    chain.work_out(
        ("*", before, q), value * price,
        ("how much money (does/did) {A} get for them", "how much (does/did) {A} earn by that",
            "how many dollars (does/did) {A} take in", "how much money (does/did) {A} make"),
        "money", lasting=True,
    )  # fmt: skip
    return True


def share(chain: Chain) -> bool:
    sizes = _divisors(chain.value, 2, 12)
    if not sizes:
        return False
    n = chain.random.choice(sizes)
    q = chain.tell(n)
    money = chain.sort == "money"
    chain.say(
        (
            "{A} (shares/shared) <now> equally among {q1} children",
                f"<now> {'(is/was)' if money else '(are/were)'} split evenly among {{q1}} people",
            "{q1} friends (divide/divided) <now> equally",
        ),
        q,
    )  # fmt: skip
    before, value = chain.expression, chain.value
    chain.work_out(
        ("/", before, q), Fraction(value) / n,
        ("how much money (does/did) each of them get", "how much (is/was) each share",
            "how many dollars (does/did) each get") if money
        else ("how many <things> (does/did) each of them get",
            "how many <things> (are/were) there for each", "how many <things> (does/did) each person get"),
        "money" if money else "count",
    )  # fmt: skip
    chain.closed = True
    return True


def repeat(chain: Chain) -> bool:
    if chain.value > 600 or not chain.repeatable:
        return False
    chain.lasting.clear()
    n = chain.random.randint(2, 6)
    q = chain.tell(n)
    money = chain.sort == "money"
    chain.say(
        (
            "{A} (does/did) the same in each of {q1} weeks",
                "exactly the same (happens/happened) in each of {q1} weeks",
                "all of this (happens/happened) in each of {q1} weeks",
        ),
        q,
    )  # fmt: skip
    before, value = chain.expression, chain.value
    chain.whole = True
    chain.repeatable = False
    chain.work_out(
        ("*", before, q), value * n,
        ("how much money (is/was) that in all these weeks",
            "how much money (does/did) {A} have after all these weeks") if money
        else ("how many <things> (is/was) that in all these weeks",
            "how many <things> (are/were) there after all these weeks"),
        "money" if money else "count",
    )  # fmt: skip
    return True


def spend(chain: Chain) -> bool:
    if chain.value < 12:
        return False
    k = chain.random.randint(3, int(chain.value) * 2 // 3)
    q = chain.tell(k, "money")
    chain.say(
        (
            "{A} (has/had) to pay {q1} for the materials", "the expenses (come/came) to {q1}",
                "a repair (costs/cost) {A.him} {q1}",
            "{A} (treats/treated) {B.name} to a dinner for {q1}", "the stall (costs/cost) {q1} in fees",
                "{A} (spends/spent) {q1} on a present",
                "{A} (owes/owed) {B.name} {q1} and (pays/paid) it back",
            "{q1} of <now> (goes/went) to rent",
        ),
        q,
    )  # fmt: skip
    before, value = chain.expression, chain.value
    chain.whole = False
    chain.work_out(("-", before, q), value - k, _MONEY_LEFT, "money")
    return True


def spend_part(chain: Chain) -> bool:
    fitting = [f for f in _PARTS if chain.value % f.denominator == 0]
    if not fitting:
        return False
    f = chain.random.choice(fitting)
    q = chain.tell(f, "fraction")
    chain.say(
        (
            "{A} (spends/spent) {q1} of <now> on food",
            "{A} (gives/gave) {q1} of it to {B.name}",
            "{q1} of <now> (goes/went) into a savings account",
        ),
        q,
    )
    before, value = chain.expression, chain.value
    gone = ("*", before, q)
    chain.whole = False
    chain.work_out(("-", before, gone), value - value * f, _MONEY_LEFT, "money")
    return True


def had(chain: Chain) -> bool:
    k = chain.random.randint(5, 90)
    q = chain.tell(k, "money")
    chain.say(
        (
            "{A} already (has/had) {q1} at home",
            "there (are/were) {q1} in {A's} savings box before that",
            "{B} (gives/gave) {A.him} {q1} as well",
        ),
        q,
    )
    before, value = chain.expression, chain.value
    chain.whole = True
    chain.work_out(
        ("+", before, q),
        value + k,
        ("how much money (does/did) {A} have then", "how much money (does/did) {A} have altogether"),
        "money",
    )
    return True


def buy(chain: Chain) -> bool:
    prices = _divisors(chain.value, 2, 30)
    if not prices or chain.both_sold:
        return False
    price = chain.random.choice(prices)
    q = chain.tell(price, "money")
    chain.say(
        (
            "with <now>, {A} (buys/bought) {y} at {q1} each",
            "{A} (spends/spent) <now> on {y} that (cost/cost) {q1} each",
            "{A} (uses/used) <now> to buy {y} for {q1} apiece",
        ),
        q,
    )
    before, value = chain.expression, chain.value
    chain.sort, chain.thing, chain.whole = "things", "y", True
    chain.work_out(
        ("/", before, q),
        Fraction(value) / price,
        ("how many {y} (does/did) {A} get", "how many {y} (does/did) {A} buy", "how many {y} can {A} buy"),
    )
    return True


def goal(chain: Chain) -> bool:
    extra = chain.random.randint(5, 150)
    money = chain.sort == "money"
    q = chain.tell(int(chain.value) + extra, "money" if money else "count")
    chain.say(
        (
            "{A} (wants/wanted) to have {q1} by the end of the year",
            "{A} (needs/needed) {q1} in all for a trip",
            "the goal (is/was) {q1}",
        )
        if money
        else (
            "{A} (needs/needed) {q1} of them in all",
            "the goal (is/was) to have {q1}",
            f"{{A}} (wants/wanted) {{q1 {chain.thing}}} for a fair",
        ),
        q,
    )
    before = chain.expression
    chain.work_out(
        ("-", q, before), extra,
        ("how much more money (does/did) {A} need", "how many dollars (are/were) still missing") if money
        else ("how many more <things> (does/did) {A} need", "how many <things> (are/were) still missing"),
        "money" if money else "count",
    )  # fmt: skip
    chain.closed = True
    return True


def versus(chain: Chain) -> bool:
    """Someone else earns, too: together, or by how much more."""
    if chain.shared or chain.both_sold:
        return False
    random = chain.random
    n, p = random.randint(3, 30), random.randint(2, 14)
    a, b = chain.tell(n), chain.tell(p, "money")
    chain.say(
        (
            "{B} (makes/made) {q1} deliveries at {q2} each", "{B} (washes/washed) {q1} cars for {q2} each",
                "{B} (gives/gave) {q1} lessons and (gets/got) {q2} for each",
            "meanwhile, {B} (sells/sold) {q1 y} at {q2} each",
        ),
        a, b,
    )  # fmt: skip
    mine, value, other = chain.expression, chain.value, ("*", a, b)
    chain.closed = True
    if value != n * p and random.random() < 0.6:
        first, second = ("A", "B") if value > n * p else ("B", "A")
        difference = ("-", mine, other) if value > n * p else ("-", other, mine)
        chain.work_out(
            difference, max(value - n * p, n * p - value),
            (f"how much more money (does/did) {{{first}}} have than {{{second}.name}} in the end",
                f"by how many dollars (is/was) {{{first}}} ahead of {{{second}.name}} in the end"),
            "money",
        )  # fmt: skip
    else:
        chain.work_out(
            ("+", mine, other),
            value + n * p,
            ("how much money (do/did) {A.name} and {B.name} have together in the end",),
            "money",
        )
    return True


THINGS = (
    (lose, 1.4),
    (add, 1.0),
    (part, 1.4),
    (percent, 0.9),
    (pack, 1.2),
    (sell, 2.2),
    (share, 0.6),
    (repeat, 0.6),
    (goal, 0.4),
)
MONEY = (
    (spend, 1.6),
    (spend_part, 1.0),
    (percent, 1.0),
    (had, 0.8),
    (buy, 0.8),
    (share, 0.6),
    (repeat, 0.8),
    (goal, 0.6),
    (versus, 0.9),
)
