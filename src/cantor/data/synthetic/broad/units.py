"""Lengths, weights, volumes, times and money told in one unit and asked in another."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Quotient, Value
from cantor.data.synthetic.plot import Draw, Plot


@dataclass(frozen=True, slots=True)
class Pair:
    """`factor` of the small unit make one of the large."""

    large: str
    small: str
    larges: str
    smalls: str
    factor: int
    high: int  # the most of the large unit that a story mentions


_LENGTH = (
    Pair("meter", "centimeter", "meters", "centimeters", 100, 12),
    Pair("kilometer", "meter", "kilometers", "meters", 1000, 25),
    Pair("centimeter", "millimeter", "centimeters", "millimeters", 10, 60),
    Pair("foot", "inch", "feet", "inches", 12, 30),
    Pair("yard", "foot", "yards", "feet", 3, 90),
    Pair("yard", "inch", "yards", "inches", 36, 12),
)
_MASS = (
    Pair("kilogram", "gram", "kilograms", "grams", 1000, 20),
    Pair("pound", "ounce", "pounds", "ounces", 16, 20),
    Pair("ton", "kilogram", "tons", "kilograms", 1000, 12),
    Pair("gram", "milligram", "grams", "milligrams", 1000, 15),
)
_VOLUME = (
    Pair("liter", "milliliter", "liters", "milliliters", 1000, 15),
    Pair("gallon", "quart", "gallons", "quarts", 4, 30),
    Pair("quart", "pint", "quarts", "pints", 2, 30),
    Pair("gallon", "cup", "gallons", "cups", 16, 10),
)
_TIME = (
    Pair("hour", "minute", "hours", "minutes", 60, 12),
    Pair("minute", "second", "minutes", "seconds", 60, 30),
    Pair("day", "hour", "days", "hours", 24, 14),
    Pair("week", "day", "weeks", "days", 7, 20),
    Pair("year", "month", "years", "months", 12, 12),
)
_MONEY = (Pair("dollar", "cent", "dollars", "cents", 100, 20),)
_COUNT = (Pair("dozen", "egg", "dozen", "eggs", 12, 12),)

_CLASHES = frozenset({"distance", "time", "money", "things"})


def _plain(pair: Pair) -> Draw:
    def draw(random: Random) -> dict[str, Value]:
        large: Value = random.randint(2, pair.high)
        if random.random() < 0.25 and pair.factor % 2 == 0:
            large = Fraction(large) + Fraction(1, 2)
        return {"large": large}

    return draw


def _less(pair: Pair) -> Draw:
    def draw(random: Random) -> dict[str, Value]:
        large = random.randint(2, pair.high)
        step = 5 if pair.factor >= 60 else 1
        return {"large": large, "part": step * random.randint(2, max(3, large * pair.factor // (2 * step)))}

    return draw


def _split(pair: Pair) -> Draw:
    def draw(random: Random) -> dict[str, Value] | None:
        large = random.randint(2, pair.high)
        sizes = [
            d for d in range(2, 400) if (large * pair.factor) % d == 0 and large * pair.factor // d < 200
        ]
        return {"large": large, "size": random.choice(sizes)} if sizes else None

    return draw


def _plots(
    topic: str, cast: str, pairs: tuple[Pair, ...], words: dict[str, tuple[str, ...]], weight: float
) -> list[Plot]:
    """For each pair of units: converting, adding or taking away, and dividing into pieces."""
    plots = []
    share = weight / len(pairs)
    for pair in pairs:
        units = {"L": pair.large, "Ls": pair.larges, "S": pair.small, "Ss": pair.smalls}

        def put(key: str, units: dict[str, str] = units) -> tuple[str, ...]:
            found = words.get(key, ())
            for mark, unit in units.items():
                found = tuple(t.replace(f"<{mark}>", unit) for t in found)
            return found

        kinds = dict.fromkeys(("large", "small"), "measure")
        plots.append(
            Plot(
                topic=f"units: {topic}",
                draw=_plain(pair),
                relations=(Product("small", "large", "factor"),),
                say={"large": put("large"), "small": put("small")},
                ask={"small": (*put("?small"), *put("convert")), "large": (*put("?large"), *put("back"))},
                kinds=kinds,
                order=("large", "small"),
                weight=share,
                cast=cast,
                constants={"factor": pair.factor},
                bundles=False,
                clashes=_CLASHES,
            )
        )
        plots.append(
            Plot(
                topic=f"units: {topic}, mixed",
                draw=_less(pair),
                relations=(
                    Product("small", "large", "factor"),
                    Balance("left", "small", "-part"),
                    Balance("more", "small", "part"),
                ),
                say={"large": put("large"), "part": put("part")},
                ask={"left": put("left"), "small": put("?small")},
                kinds={**kinds, "part": "measure"},
                order=("large", "part"),
                weight=share,
                cast=cast,
                constants={"factor": pair.factor},
                bundles=False,
                clashes=_CLASHES,
            )
        )
        plots.append(
            Plot(
                topic=f"units: {topic}, pieces",
                draw=_split(pair),
                relations=(Product("small", "large", "factor"), Quotient("pieces", "small", "size")),
                say={"large": put("large"), "size": put("size")},
                ask={"pieces": put("pieces"), "small": put("?small")},
                kinds={**kinds, "size": "measure"},
                order=("large", "size"),
                weight=share,
                cast=cast,
                constants={"factor": pair.factor},
                bundles=False,
                clashes=_CLASHES,
            )
        )
    return plots


PLOTS = (
    *_plots("length", "A:person|worker stuff:@long", _LENGTH, {
        "large": ("{A} has a {stuff} that is {large <L>} long", "a {stuff} measures {large <L>}",
            "the length of a {stuff} is {large <L>}", "{A} bought {large <L>} of {stuff}",
            "there is a {stuff} of {large <L>}"),
        "small": ("{A} has a {stuff} that is {small <S>} long", "a {stuff} measures {small <S>}",
            "the length of the {stuff} is {small <S>}"),
        "?small": ("how many <Ss> is that", "how long is the {stuff} in <Ss>", "what is its length in <Ss>",
            "how many <Ss> of {stuff} are there at first"),
        "convert": ("convert the length to <Ss>.", "give the length in <Ss>.", "write the length in <Ss>."),
        "?large": ("how many <Ls> is that", "how long is the {stuff} in <Ls>", "what is the length in <Ls>"),
        "back": ("convert the length to <Ls>.", "express this in <Ls>."),
        "part": ("{A} cuts off {part <S>}", "{part <S>} of it are damaged and removed",
            "{A} uses {part <S>} of it", "{A} gives away {part <S>}"),
        "left": ("how many <Ss> are left", "how long is the rest in <Ss>", "what length remains, in <Ss>",
            "how many <Ss> of {stuff} remain"),
        "size": ("it is cut into pieces of {size <S>}",
            "{A} cuts it into equal pieces, each {size <S>} long", "each piece is to be {size <S>} long"),
        "pieces": ("how many pieces are there", "how many pieces does {A} get",
            "into how many pieces is it cut", "how many such pieces can be cut from it"),
    }, 2.6),
    *_plots("weight", "A:person|worker stuff:@dry", _MASS, {
        "large": ("{A} has {large <L>} of {stuff}", "a sack holds {large <L>} of {stuff}",
            "{A} bought {large <L>} of {stuff}", "there are {large <L>} of {stuff} in the store",
            "the bag of {stuff} weighs {large <L>}"),
        "small": ("{A} has {small <S>} of {stuff}", "a heap of {stuff} weighs {small <S>}",
            "{A} bought {small <S>} of {stuff}"),
        "?small": ("how many <Ss> is that", "how much is that in <Ss>",
            "how many <Ss> of {stuff} did {A} have at first"),
        "convert": ("convert this to <Ss>.", "write the weight in <Ss>.", "what is the weight in <Ss>"),
        "?large": ("how many <Ls> is that", "what is the weight in <Ls>", "how much is it in <Ls>"),
        "back": ("convert this to <Ls>.", "express the weight in <Ls>."),
        "part": ("{A} uses {part <S>}", "{part <S>} of it are spilled", "{A} sells {part <S>} of it",
            "a recipe takes {part <S>} of it"),
        "left": ("how many <Ss> are left", "how much {stuff} is left, in <Ss>",
            "how many <Ss> of {stuff} remain"),
        "size": ("it is filled into bags of {size <S>}", "each bag is to hold {size <S>}",
            "{A} fills it into paper bags, {size <S>} in each"),
        "pieces": ("how many bags are there", "how many bags can be filled", "how many bags does that make",
            "for how many bags is that enough"),
    }, 2.0),
    *_plots("volume", "A:person|worker stuff:@liquid", _VOLUME, {
        "large": ("a container holds {large <L>} of {stuff}", "{A} has {large <L>} of {stuff}",
            "{A} made {large <L>} of {stuff}", "there are {large <L>} of {stuff} in the pot"),
        "small": ("{A} has {small <S>} of {stuff}", "the container holds {small <S>} of {stuff}"),
        "?small": ("how many <Ss> is that", "how much is it in <Ss>",
            "how many <Ss> of {stuff} were there to begin with"),
        "convert": ("convert this to <Ss>.", "give the amount in <Ss>."),
        "?large": ("how many <Ls> is that", "how much is that in <Ls>"),
        "back": ("convert this to <Ls>.", "write this in <Ls>."),
        "part": ("{A} pours out {part <S>}", "{part <S>} are used", "{A} drinks {part <S>} of it",
            "{part <S>} leak out"),
        "left": ("how many <Ss> are left", "how much {stuff} remains, in <Ss>",
            "how many <Ss> are still there"),
        "size": ("each glass takes {size <S>}", "{A} pours it into glasses of {size <S>}",
            "a glass holds {size <S>}", "every guest gets a glass of {size <S>}"),
        "pieces": ("how many glasses can be filled", "how many glasses is that enough for",
            "how many glasses does {A} fill"),
    }, 1.6),
    *_plots("time", "A:person|worker d:@doing", _TIME, {
        "large": ("{A} spends {large <L>} {d}", "{A} needs {large <L>} for {d}",
            "it takes {A} {large <L>} in all", "the work takes {large <L>}"),
        "small": ("{A} spends {small <S>} {d}", "it takes {A} {small <S>}", "the work takes {small <S>}"),
        "?small": ("how many <Ss> is that", "how long is that in <Ss>", "how many <Ss> does that make"),
        "convert": ("convert this to <Ss>.", "give the time in <Ss>."),
        "?large": ("how many <Ls> is that", "how long is it in <Ls>"),
        "back": ("convert this to <Ls>.", "express the time in <Ls>."),
        "part": ("{part <S>} of that are breaks", "{A} has already done {part <S>} of it",
            "{part <S>} have passed already"),
        "left": ("how many <Ss> are left", "how many <Ss> remain", "how many <Ss> is the rest"),
        "size": ("each round of it takes {size <S>}", "{A} takes {size <S>} for each round",
            "every round lasts {size <S>}"),
        "pieces": ("how many rounds is that", "how many rounds can {A} do in that time",
            "how many rounds fit into this time"),
    }, 1.8),
    *_plots("money", "A:person x:sweet|stationery|collectible", _MONEY, {
        "large": ("{A} has {large <L>}", "{A} saved {large <L>}", "there are {large <L>} in the jar"),
        "small": ("{A} has {small <S>}", "{A} found {small <S>} in a drawer"),
        "?small": ("how many <Ss> is that", "how many <Ss> does {A} have at first"),
        "convert": ("convert this to <Ss>.", "how much is it in <Ss>"),
        "?large": ("how many <Ls> is that", "how much is it in <Ls>"),
        "back": ("convert this to <Ls>.",),
        "part": ("{A} spends {part <S>}", "{A} gives {part <S>} to a friend",
            "{part <S>} go into the piggy bank"),
        "left": ("how many <Ss> are left", "how many <Ss> does {A} have left"),
        "size": ("{x.a} costs {size <S>}", "{x} are {size <S>} each"),
        "pieces": ("how many {x} can {A} buy", "how many {x} is that enough for"),
    }, 0.9),
)  # fmt: skip
