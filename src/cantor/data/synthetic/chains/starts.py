"""How a chain begins: a quantity that is told, or worked out from a few facts."""

from fractions import Fraction

from cantor.data.synthetic.algebra import Expression, Value
from cantor.data.synthetic.chains.link import Chain

_HOW_MANY = (
    "how many <things> (does/did) {A} have in all", "how many <things> (are/were) there altogether",
        "what (is/was) the number of <things> in all",
    "how many <things> (is/was) that in all",
)  # fmt: skip


def groups(chain: Chain) -> None:
    """So many containers with so many in each."""
    random = chain.random
    n, each = random.randint(3, 15), random.randint(3, 24)
    a, b = chain.tell(n), chain.tell(each)
    chain.say(
        (
            "{A} (has/had) {q1} [boxes|bags|crates] with {q2 x} in each",
                "there (are/were) {q1} shelves in {A's} storeroom, and each (holds/held) {q2 x}",
            "{A} (receives/received) {q1} parcels, each with {q2 x} inside",
                "{A} (orders/ordered) {q1} packs of {x}; a pack (contains/contained) {q2}",
        ),
        a, b,
    )  # fmt: skip
    chain.work_out(("*", a, b), n * each, _HOW_MANY)


def two_groups(chain: Chain) -> None:
    random = chain.random
    n, each, m, other = (
        random.randint(2, 9),
        random.randint(3, 16),
        random.randint(2, 9),
        random.randint(3, 16),
    )
    a, b, c, d = chain.tell(n), chain.tell(each), chain.tell(m), chain.tell(other)
    chain.say(
        (
            "{A} (has/had) {q1} large boxes with {q2 x} each",
            "{A} (packs/packed) {q1} big bags with {q2 x} in each of them",
        ),
        a,
        b,
    )
    chain.say(
        (
            "{A} also (has/had) {q1} small boxes with {q2} each",
                "besides, there (are/were) {q1} smaller boxes that (hold/held) {q2} each",
            "in addition {A} (has/had) {q1} trays of {q2}",
        ),
        c, d,
    )  # fmt: skip
    chain.work_out(("+", ("*", a, b), ("*", c, d)), n * each + m * other, _HOW_MANY)


def threefold(chain: Chain) -> None:
    """Containers in containers."""
    random = chain.random
    n, m, k = random.randint(2, 9), random.randint(2, 8), random.randint(3, 15)
    a, b, c = chain.tell(n), chain.tell(m), chain.tell(k)
    chain.say(
        (
            "{A} (has/had) {q1} shelves with {q2} boxes on each, and every box (holds/held) {q3 x}",
            "{A} (unloads/unloaded) {q1} carts; on each cart (lie/lay) {q2} sacks with {q3 x} inside",
            "{A} (has/had) {q1} cabinets with {q2} drawers each, and in every drawer there (are/were) {q3 x}",
        ),
        a, b, c,
    )  # fmt: skip
    chain.work_out(("*", ("*", a, b), c), n * m * k, _HOW_MANY)


def fares(chain: Chain) -> None:
    """Money from people who pay different amounts."""
    random = chain.random
    n, p, k, d = random.randint(5, 40), random.randint(3, 12), random.choice((2, 3)), random.randint(2, 6)
    a, b, c = chain.tell(n), chain.tell(p, "money"), chain.tell(k, "times")
    chain.sort = "money"
    chain.say(
        (
            "{A} (gives/gave) a concert, and {q1} grown-ups (pay/paid) {q2} each to get in",
            "{A} (rents/rented) out bikes: {q1} grown-ups (pay/paid) {q2} each",
        ),
        a,
        b,
    )
    chain.say(("{q1} as many children (come/came)", "there (are/were) {q1} as many children as grown-ups"), c)
    e = chain.tell(min(d, p - 1), "money")
    chain.say(("a child (pays/paid) {q1} less than a grown-up", "for children it (is/was) {q1} cheaper"), e)
    total = ("+", ("*", a, b), ("*", ("*", a, c), ("-", b, e)))
    value = n * p + n * k * (p - min(d, p - 1))
    chain.work_out(
        total,
        value,
        ("how much money (does/did) {A} take in", "how much (do/did) all of them pay"),
        "money",
        lasting=True,
    )
    chain.repeatable = True


def told(chain: Chain) -> None:
    n = chain.tell(chain.random.randint(3, 60) * chain.random.choice((2, 3, 4, 5, 6)))
    chain.say(
        (
            "{A} (has/had) {q1 x}", "{A} (starts/started) with {q1 x}",
                "a delivery of {q1 x} (arrives/arrived) for {A}",
            "{A} (owns/owned) {q1 x} when the [season|week|year] (begins/began)",
        ),
        n,
    )  # fmt: skip
    chain.now = n


def daily(chain: Chain) -> None:
    """So many a day, for days or weeks."""
    random = chain.random
    each, days = random.randint(3, 25), random.randint(3, 12)
    a, b = chain.tell(each), chain.tell(days)
    weeks = random.random() < 0.4
    unit = "weeks" if weeks else "days"
    chain.say(
        (
            f"{{A}} (makes/made) {{q1 x}} a day for {{q2}} {unit}",
                f"for {{q2}} {unit} {{A}} (makes/made) {{q1 x}} every day",
            f"every day {{A}} (finishes/finished) {{q1 x}}, and {{A.he}} (does/did) so for {{q2}} {unit}",
        ),
        a, b,
    )  # fmt: skip
    made: Expression = ("*", a, b)
    value = each * days
    if weeks:
        made, value = ("*", ("*", a, Fraction(7)), b), value * 7
    chain.work_out(made, value, ("how many <things> (does/did) {A} make in that time", *_HOW_MANY[1:]))
    chain.repeatable = not weeks


def listed(chain: Chain) -> None:
    """Several people or days, each compared with one before."""
    random = chain.random
    people = random.random() < 0.5
    size = random.choice((2, 2, 3, 3, 4))
    first = random.choice((6, 8, 10, 12, 14, 16, 18, 20, 24, 30, 36, 40, 48))
    owners = (
        ["{A}", "{B}", "{C}", "{D}"] if people else ["on Monday", "on Tuesday", "on Wednesday", "on Thursday"]
    )
    base = chain.tell(first)
    if people:
        chain.say(
            ("{A} (collects/collected) {q1 x}", "{A} (has/had) {q1 x}", "{A} (brings/brought) {q1 x}"), base
        )
    else:
        chain.say(
            (
                "on Monday {A} (makes/made) {q1 x}",
                "{A} (makes/made) {q1 x} on Monday",
                "{A} (starts/started) with {q1 x} on Monday",
            ),
            base,
        )
    values: list[Value] = [first]
    parts: list[Expression] = [base]
    for i in range(1, size):
        before = i - 1 if random.random() < 0.75 else 0
        _compared(chain, owners, i, before, people, values, parts)
    total, value = parts[0], values[0]
    for part, number in zip(parts[1:], values[1:], strict=True):
        total, value = ("+", total, part), value + number
    ask = (
        "how many <things> do they have altogether", "how many <things> (is/was) that in all",
            "how many <things> (are/were) there together",
    ) if people else ("how many <things> (is/was) that in all",
        "how many <things> (does/did) {A} make on all these days together")  # fmt: skip
    chain.shared = people
    chain.repeatable = not people
    chain.work_out(total, value, ask)


def _compared(
    chain: Chain,
    owners: list[str],
    i: int,
    before: int,
    people: bool,
    values: list[Value],
    parts: list[Expression],
) -> None:
    """One more of the list, told by comparison with an earlier one."""
    random = chain.random
    base, kind = values[before], random.choice(("more", "fewer", "times", "half", "more", "times", "percent"))
    other = owners[before].replace("}", ".name}") if people else owners[before]
    if kind == "half" and base % 2 == 0 and base > 5:
        f = chain.tell(Fraction(1, 2), "times")
        parts.append(("*", parts[before], f))
        values.append(Fraction(base) / 2)
        amount = "{q1} as many"
        name = f
    elif kind == "fewer" and base > 8:
        d = random.randint(2, int(base) // 2)
        name = chain.tell(d)
        parts.append(("-", parts[before], name))
        values.append(base - d)
        amount = "{q1} fewer"
    elif kind == "times" and base < 200:
        k = random.choice((2, 2, 3, 3, 4))
        name = chain.tell(k, "times")
        parts.append(("*", parts[before], name))
        values.append(base * k)
        amount = "{q1} as many"
    elif kind == "percent" and base % 10 == 0:
        p = random.choice((10, 20, 30, 50))
        name = chain.tell(p, "percent")
        parts.append(("+", parts[before], ("/", ("*", parts[before], name), Fraction(100))))
        values.append(base + Fraction(base) * p / 100)
        amount = "{q1} more"
    else:
        d = random.randint(2, 30)
        name = chain.tell(d)
        parts.append(("+", parts[before], name))
        values.append(base + d)
        amount = "{q1} more"
    link = "as" if amount.endswith("many") else "than"
    if people:
        templates = (
            f"{owners[i]} (has/had) {amount} {link} {other}",
            f"{owners[i]} (collects/collected) {amount} {link} {other}",
            f"compared with {other}, {owners[i]} (has/had) {amount}"
            if link == "than"
            else f"{owners[i]} (brings/brought) {amount} {link} {other}",
        )
    else:
        templates = (
            f"{owners[i]} it (is/was) {amount} {link} {other}",
            f"{owners[i]} {{A}} (makes/made) {amount} {link} {other}",
            f"{{A}} (makes/made) {amount} {owners[i]} {link} {other}",
        )
    chain.say(templates, name)


def wages(chain: Chain) -> None:
    """Money from the start: hours at a wage, now and then with tips."""
    random = chain.random
    hours, rate, days = random.randint(3, 9), random.randint(6, 25), random.randint(2, 6)
    a, b = chain.tell(hours), chain.tell(rate, "money")
    chain.sort = "money"
    pay: Expression = ("*", a, b)
    value = hours * rate
    chain.say(
        (
            "{A} (works/worked) {q1 hour} a day and (gets/got) {q2} an hour",
                "for {q1 hour} of work a day, {A} (is/was) paid {q2} per hour",
            "{A} (earns/earned) {q2} an hour and (works/worked) {q1 hour} every day",
        ),
        a, b,
    )  # fmt: skip
    c = chain.tell(days)
    chain.say(
        (
            "{A} (works/worked) on {q1} days",
            "this week {A} (is/was) there on {q1} days",
            "{A} (does/did) this for {q1} days",
        ),
        c,
    )
    pay, value = ("*", pay, c), value * days
    if random.random() < 0.4:
        tips = random.randint(5, 60)
        d = chain.tell(tips, "money")
        chain.say(
            (
                "{A} also (gets/got) {q1} in tips",
                "on top of that there (are/were) {q1} in tips",
                "a kind customer (gives/gave) {A.him} another {q1}",
            ),
            d,
        )
        pay, value = ("+", pay, d), value + tips
    chain.work_out(
        pay,
        value,
        (
            "how much money (does/did) {A} earn",
            "how much (does/did) {A} earn in all",
            "how many dollars (is/was) that",
        ),
        "money",
        lasting=True,
    )
    chain.repeatable = True


def sales(chain: Chain) -> None:
    """Money from selling two sorts of things."""
    random = chain.random
    chain.both_sold = True
    n, p, m, q = random.randint(4, 40), random.randint(2, 12), random.randint(4, 40), random.randint(2, 12)
    a, b, c, d = chain.tell(n), chain.tell(p, "money"), chain.tell(m), chain.tell(q, "money")
    chain.sort = "money"
    chain.say(
        (
            "{A} (sells/sold) {q1 x} at {q2} each",
            "{A} (sells/sold) {q1 x} for {q2} apiece",
            "{q1 x} (are/were) sold by {A} for {q2} each",
        ),
        a,
        b,
    )
    chain.say(
        (
            "{A.he} also (sells/sold) {q1 y} at {q2} each",
            "in addition, {A} (sells/sold) {q1 y} for {q2} apiece",
            "{A} (gets/got) {q2} for each of {q1 y}",
        ),
        c,
        d,
    )
    chain.work_out(
        ("+", ("*", a, b), ("*", c, d)),
        n * p + m * q,
        (
            "how much money (does/did) {A} take in",
            "how much money (is/was) that in all",
            "how many dollars (does/did) {A} get altogether",
        ),
        "money",
        lasting=True,
    )
    chain.repeatable = True


STARTS = (
    (groups, 2.0),
    (two_groups, 1.2),
    (told, 1.2),
    (daily, 1.6),
    (listed, 3.0),
    (wages, 1.4),
    (sales, 1.2),
    (threefold, 0.9),
    (fares, 0.7),
)
