"""Units: lengths, weights, volumes, time and money from one unit to another, alone and within a story."""

from fractions import Fraction
from random import Random

from cantor.data.synthetic.algebra import Value
from cantor.data.synthetic.school.tale import Draw, Tale

#: (larger, smaller, how many); the factor is a constant that models know.
_PAIRS = (
    ("meter", "centimeter", 100), ("kilometer", "meter", 1000), ("kilogram", "gram", 1000), ("liter",
        "milliliter", 1000), ("foot", "inch", 12),
    ("yard", "foot", 3), ("pound", "ounce", 16), ("gallon", "quart", 4), ("hour", "minute", 60), ("minute",
        "second", 60), ("day", "hour", 24),
    ("week", "day", 7), ("year", "month", 12), ("centimeter", "millimeter", 10), ("ton", "kilogram", 1000),
        ("quart", "pint", 2), ("pint", "cup", 2),
    ("yard", "inch", 36), ("year", "week", 52),
)  # fmt: skip
_PLURAL = {"foot": "feet", "inch": "inches", "century": "centuries"}


def _many(unit: str) -> str:
    return _PLURAL.get(unit, unit + "s")


def _draw(factor: int) -> Draw:
    def draw(random: Random) -> dict[str, Value] | None:
        n, rest = random.randint(2, 30), random.randint(1, factor - 1)
        half = Fraction(2 * random.randint(1, 9) + 1, 2)
        small = n * factor
        each = random.choice([d for d in range(2, small) if small % d == 0] or [1])
        used = random.randint(1, small - 1)
        return {
            "n": n,
            "rest": rest,
            "half": half,
            "small": small,
            "mixed": small + rest,
            "each": each,
            "used": used,
            "k": random.randint(2, 9),
        }

    return draw


def _pair(big: str, little: str, factor: int) -> Tale:
    bigs, littles = _many(big), _many(little)
    time = factor in (60, 24, 7, 12, 52) and big not in ("foot",)
    what = (
        "a task takes"
        if time
        else "a load weighs"
        if little in ("ounce", "gram", "kilogram")
        else "a barrel holds"
        if little in ("milliliter", "quart", "pint", "cup")
        else "a line is"
    )
    end = " long" if what == "a line is" else ""
    own = [
        ("", f"n*{factor}", f"how many {littles} are {{n {big}}}"), ("", f"small/{factor}",
            f"how many {bigs} are {{small {little}}}"), ("", f"n*{factor}+rest",
                f"how many {littles} are {{n {big}}} and {{rest {little}}}"),
        ("", f"half*{factor} : measure", f"how many {littles} are {{half {big}}}"), ("", f"mixed//{factor}",
            f"how many whole {bigs} are there in {{mixed {little}}}"),
        ("", f"small/{factor}", f"change {{small {little}}} into {bigs}."), ("", f"n*{factor}",
            f"write {{n {big}}} in {littles}."),
        (f"{what} {{n {big}}} and {{rest {little}}}{end}", f"n*{factor}+rest", f"how many {littles} is that"),
            (f"{what} {{n {big}}}{end}", f"n*{factor}", f"how much is that in {littles}"),
        (f"{what} {{small {little}}}{end}", f"small/{factor}", f"how many {bigs} is that"),
            (f"{what} {{half {big}}}{end}", f"half*{factor} : measure", f"what is that in {littles}"),
    ]  # fmt: skip
    if time:
        own += [
            (f"{{A}} spent {{n {big}}} on one project and {{rest {little}}} on another", f"n*{factor}+rest",
                f"how many {littles} did {{A}} spend on both"),
            (f"{{A}} does a task of {{each {little}}} again and again for {{n {big}}}", f"n*{factor}/each",
                "how many times can {A} do it"),
            (f"a job takes {{n {big}}}. {{A}} has worked on it for {{used {little}}}", f"n*{factor}-used",
                f"how many {littles} are left"),
        ]  # fmt: skip
    elif little in ("gram", "ounce", "kilogram"):
        own += [
            (f"{{A}} has {{n {big}}} of {{dry}} and uses {{used {little}}}", f"n*{factor}-used",
                f"how many {littles} of {{dry}} are left"),
            (f"{{n {big}}} of {{dry}} are put into bags of {{each {little}}}", f"n*{factor}/each",
                "how many bags are there"),
            (f"a bag of {{dry}} weighs {{each {little}}}. {{A}} carries {{k}} of them",
                f"k*each/{factor} : measure", f"how many {bigs} is that"),
        ]  # fmt: skip
    elif little in ("milliliter", "quart", "pint", "cup"):
        own += [
            (f"{{A}} has {{n {big}}} of {{liq}} and drinks {{used {little}}}", f"n*{factor}-used",
                f"how many {littles} of {{liq}} are left"),
            (f"{{n {big}}} of {{liq}} are poured into jars of {{each {little}}}", f"n*{factor}/each",
                "how many jars are filled"),
            (f"a jar holds {{each {little}}} of {{liq}}. {{A}} fills {{k}} jars",
                f"k*each/{factor} : measure", f"how many {bigs} is that"),
        ]  # fmt: skip
    else:
        own += [
            (f"a {{long}} is {{n {big}}} long. {{A}} cuts off {{used {little}}}", f"n*{factor}-used",
                f"how many {littles} are left"),
            (f"a {{long}} of {{n {big}}} is cut into pieces of {{each {little}}}", f"n*{factor}/each",
                "how many pieces are there"),
            (f"each step is {{each {little}}}. {{A}} takes {{k}} steps", f"k*each/{factor} : measure",
                f"how many {bigs} is that"),
            (f"{{A}} needs {{k}} pieces of {{each {little}}} from a {{long}} of {{n {big}}}",
                f"n*{factor}-k*each", f"how many {littles} are left over"),
        ]  # fmt: skip
    return Tale(
        f"units: {bigs} and {littles}", "A:person|adult dry:@dry liq:@liquid long:@long", _draw(factor), (),
            {}, dict.fromkeys(("n", "rest", "half", "small", "mixed", "each", "used"), "measure"),
        tuple(own), frozenset({"time", "distance", "weather"}), 0.42,
    )  # fmt: skip


def _coins(random: Random) -> dict[str, Value]:
    return {
        "q": random.randint(2, 12),
        "d": random.randint(2, 15),
        "k": random.randint(2, 9),
        "c": random.randint(3, 19) * 5,
        "m": random.randint(2, 9),
    }


TALES = (
    *(_pair(*pair) for pair in _PAIRS),
    Tale(
        "units: coins",
        "A:person x:stationery|sweet|snack",
        _coins,
        ("{A} has {q} quarters, {d} dimes and {k} nickels",
            "in {A's} jar are {q} quarters, {d} dimes and {k} nickels"),
        {"q*25+d*10+k*5": ("how many cents is that", "how many cents does {A} have"),
            "(q*25+d*10+k*5)/100 : money": ("how many dollars is that", "how much money is that in dollars"),
                "q+d+k": ("how many coins is that",)},
        {},
        (
            ("{x} cost {c} cents each. {A} buys {k}", "c*k/100 : money", "how many dollars is that"),
                ("{A} has {m} dollars. {x.a} costs {c} cents", "m*100-c",
                    "how many cents are left after buying it"),
            ("", "m*100", "how many cents are {m} dollars"), ("I have {q} quarters", "q*25",
                "how many cents do I have"), ("{A} pays for {x.a} of {c} cents with {m} dollars",
                    "(m*100-c)/100 : money", "how much change in dollars does {A} get"),
        ),
        frozenset({"money", "things"}),
        1.0,
    ),
)  # fmt: skip
