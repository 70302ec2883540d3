"""Whole groups: how many are full, how many are needed, what is left over."""

from random import Random

from cantor.data.synthetic.algebra import CEILING, FLOOR, REMAINDER, Balance, Product, Rounded, Value
from cantor.data.synthetic.plot import Draw, Plot


def _uneven(low: int, high: int, sizes: tuple[int, ...]) -> Draw:
    """A total that does not divide by the size."""

    def draw(random: Random) -> dict[str, Value] | None:
        size = random.choice(sizes)
        total = random.randint(max(low, size * 2 + 1), max(high, size * 3))
        return {"total": total, "size": size} if total % size > 1 and size - total % size > 1 else None

    return draw


_RELATIONS = (
    Rounded(FLOOR, "full", "total", "size"),
    Rounded(REMAINDER, "rest", "total", "size"),
    Rounded(CEILING, "needed", "total", "size"),
    Product("held", "full", "size"),
    Product("room", "needed", "size"),
    Balance("spare", "room", "-total"),
    Balance("short", "size", "-rest"),
)

PLOTS = (
    Plot(
        topic="rounding: packing",
        cast="A:person|seller|worker x:fruit|baked|sweet|snack|stationery|gear|tech|household box:box(x)",
        draw=_uneven(13, 160, (3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 20, 24)),
        relations=_RELATIONS,
        say={
            "": ("{A} is packing {x}", "it is packing day for {A}"),
            "total": (
                "{A} has {total x} to pack", "{A} wants to pack {total x} into {box}",
                    "there are {total x} to be packed by {A}",
                "{A} has {total x}", "{total x} are waiting to be packed",
                    "{A} prepared {total x} for delivery",
            ),
            "size": (
                "each {box.one} holds {size x}", "a {box.one} has room for {size x}",
                    "{size x} fit {box.into} each {box.one}",
                "every {box.one} is filled with {size} of them", "no {box.one} can take more than {size x}",
                "{A} always puts {size x} {box.into} a {box.one}", "the capacity of a {box.one} is {size x}",
            ),
            "total size": (
                "{A} packs {total x} into {box} of {size}",
                    "{total x} are packed into {box}, {size} to a {box.one}",
                "{A} puts {total x} into {box} with {size} {box.in} each",
            ),
        },
        ask={
            "full": (
                "how many full {box} [will there be|can {A} make|does {A} get]",
                    "how many {box} can {A} fill completely",
                "how many {box} will be [completely |]full", "how many {box} can be filled",
                    "how many whole {box} can {A} fill",
            ),
            "rest": (
                "how many {x} are left over",
                    "how many {x} [will not fit into a full {box.one}|remain unpacked after the full {box}]",
                "how many {x} remain after filling as many {box} as possible",
                    "how many {x} are left when no other {box.one} can be filled",
                "what is left over", "find the number of {x} left over.",
            ),
            "needed": (
                "how many {box} does {A} need for all the {x}", "how many {box} are needed",
                    "what is the smallest number of {box} that holds everything",
                "how many {box} must {A} have so that every {x.one} is packed",
                    "at least how many {box} are required",
                "how many {box} will {A} have to buy to pack everything", "how many {box} does {A} need",
            ),
            "held": ("how many {x} are in the full {box}", "how many {x} end up in {box} that are full"),
            "spare": (
                "how many more {x} would fit into the last {box.one}",
                    "how many {x} are missing in the last {box.one}",
                "how much room is left in the last {box.one}",
            ),
            "short": (
                "how many more {x} would {A} need to fill the last {box.one}",
                    "how many {x} short is {A} of filling another {box.one}",
            ),
        },
        order=("total", "size"),
        loose=("total", "size"),
        clashes=frozenset({"things"}),
        weight=3.0,
    ),
    Plot(
        topic="rounding: seats",
        cast="A:institution|adult p:people vehicle:@vehiclebig",
        draw=_uneven(17, 400, (4, 6, 7, 8, 9, 12, 15, 18, 20, 24, 30, 35, 40, 45, 48, 52)),
        relations=_RELATIONS,
        say={
            "total": (
                "{total p} are going on a trip", "{A} takes {total p} on a trip",
                    "{total p} want to cross the lake",
                "{total p} have signed up for the excursion", "a group of {total p} wants to travel",
            ),
            "size": (
                "each {vehicle} has {size} seats", "a {vehicle} holds {size} people",
                    "a {vehicle} can take {size} of them",
                "{size} people fit into a {vehicle}", "at most {size} people may ride in a {vehicle}",
            ),
            "total size": (
                "{total p} have to be carried in vehicles that seat {size} each",
                "{A} needs transport for {total p}, and a {vehicle} seats {size}",
            ),
        },
        ask={
            "needed": (
                "how many of these vehicles are needed",
                    "how many trips does a single {vehicle} have to make",
                "how many must be ordered so that everybody gets a seat",
                    "how many vehicles does the group need",
                "what is the least number of vehicles they can take",
            ),
            "full": ("how many of the vehicles will be completely full", "how many full loads are there",
                "how many vehicles can be filled to the last seat"),
            "rest": (
                "how many people ride in the one that is not full",
                    "how many people are left after the full ones have gone",
                "how many people sit in the last vehicle",
            ),
            "spare": ("how many seats stay empty", "how many empty seats are there in the last vehicle",
                "how many seats are not used"),
        },
        order=("total", "size"),
        clashes=frozenset({"people", "things"}),
        weight=2.0,
    ),
    Plot(
        topic="rounding: cutting",
        cast="A:person|worker stuff:@long u:length",
        draw=_uneven(25, 900, (4, 6, 7, 8, 9, 12, 14, 15, 16, 18, 25, 30, 35, 40, 45)),
        relations=_RELATIONS,
        say={
            "total": (
                "{A} has a {stuff} of {total u}", "a {stuff} is {total u} long",
                    "the length of {A's} {stuff} is {total u}",
                "{A} bought a {stuff} with a length of {total u}", "on a roll there are {total u} of {stuff}",
            ),
            "size": (
                "{A} cuts it into pieces of {size u}", "{A} cuts off as many pieces of {size u} as possible",
                "{A} needs pieces that are {size u} long", "each piece must be {size u} long",
                    "every piece measures {size u}",
            ),
            "total size": (
                "from a {stuff} of {total u}, {A} cuts pieces of {size u}",
                    "{A} cuts a {stuff} that is {total u} long into pieces {size u} long",
            ),
        },
        ask={
            "full": (
                "how many [whole |full |]pieces does {A} get", "how many pieces can be cut",
                    "how many pieces of that length are there",
                "find how many pieces {A} can cut.",
            ),
            "rest": ("how much of the {stuff} is left over", "how many {u} are left over",
                "how long is the piece that is left", "what length remains"),
            "short": ("how many {u} are missing for another piece",
                "how much longer would the {stuff} have to be for another piece"),
        },
        order=("total", "size"),
        bundles=False,
        clashes=frozenset({"distance"}),
        weight=1.4,
    ),
    Plot(
        topic="rounding: money",
        cast="A:person x:stationery|snack|sweet|toy|household|printed",
        draw=_uneven(9, 120, (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 15)),
        relations=_RELATIONS,
        kinds={"total": "money", "size": "money", "rest": "money", "held": "money", "room": "money",
            "spare": "money", "short": "money", "full": "one"},
        say={
            "total": ("{A} has {total}", "{A} can spend {total}", "{A} went shopping with {total}",
                "there are {total} in {A's} purse", "{A} saved {total}"),
            "size": (
                "{x.a} costs {size}", "the price of {x.a} is {size}", "{x} cost {size} each",
                    "{A} buys as many {x} as possible at {size} each",
                "each {x.one} is {size}",
            ),
            "total size": ("{A} has {total} and wants to buy {x} at {size} each",
                "with {total}, {A} buys as many {x} as {A.he} can for {size} apiece"),
        },
        ask={
            "full": ("how many {x} can {A} buy", "how many {x} can {A} afford",
                "what is the largest number of {x} {A} can buy", "at most how many {x} can {A} get"),
            "rest": (
                "how much money is left after buying as many {x} as possible",
                    "how much change does {A} have when no more {x} can be bought",
                "what is left when {A} has bought as many {x} as {A.he} can",
            ),
            "short": ("how much more would {A} need for another {x.one}",
                "how many dollars are missing for another {x.one}"),
        },
        order=("total", "size"),
        loose=("total", "size"),
        weight=1.3,
    ),
    Plot(
        topic="rounding: sharing",
        cast="A:person|adult x:sweet|fruit|collectible|stationery|snack p:people",
        draw=_uneven(13, 150, (3, 4, 5, 6, 7, 8, 9, 11, 12)),
        relations=_RELATIONS[:4],
        kinds={"full": "one"},
        say={
            "total": ("{A} has {total x}", "{A} brings {total x}", "there are {total x} in a bag",
                "{A} bought {total x} to share"),
            "size": (
                "{size p} share them [equally|fairly]",
                    "{A} deals them out to {size p} so that everybody gets the same",
                "they are shared among {size p}, the same number for each",
                    "{A} gives each of {size p} the same number of {x}",
            ),
            "total size": (
                "{A} shares {total x} [equally|fairly] among {size p}",
                    "{total x} are divided among {size p} so that each gets the same whole number",
                "{size p} divide {total x} as evenly as possible, and what is left over goes back",
            ),
        },
        ask={
            "full": ("how many {x} does each of them get", "how many {x} does everybody get",
                "what is the most {x} each can get", "how many {x} are there for each"),
            "rest": ("how many {x} are left over", "how many {x} remain", "how many {x} cannot be shared",
                "how many {x} does {A} keep [as the remainder|because they cannot be shared]"),
            "held": ("how many {x} are given out [in all|altogether]",),
        },
        order=("total", "size"),
        clashes=frozenset({"things", "people"}),
        weight=1.6,
    ),
    Plot(
        topic="rounding: days of work",
        cast="A:person",
        draw=_uneven(25, 420, (6, 8, 9, 11, 12, 14, 15, 16, 18, 20, 24, 25, 30, 35)),
        relations=_RELATIONS[:5],
        say={
            "total": ("{A} has {total} pages to read", "a book has {total} pages",
                "{A} must learn {total} new words", "{A's} report needs {total} photos"),
            "size": ("{A} manages {size} a day", "{A} gets through {size} of them every day",
                "every day {A} does {size}", "{A} can do {size} per day"),
        },
        ask={
            "needed": (
                "after how many days is everything done", "how many days does {A} need",
                    "for how many days will {A} be busy",
                "how many days will it take",
            ),
            "rest": ("how many are left for the last day", "how many does {A} have to do on the last day"),
            "full": ("on how many days does {A} do the full number", "how many full days of work are there"),
        },
        order=("total", "size"),
        weight=1.0,
    ),
    Plot(
        topic="rounding: paint and tickets",
        cast="A:person|worker s:@shopkind",
        draw=_uneven(21, 260, (6, 8, 9, 12, 14, 15, 16, 18, 25, 30)),
        relations=_RELATIONS[2:3] + _RELATIONS[4:6],
        say={
            "total": ("{A} has to paint {total} square meters of wall",
                "the walls measure {total} square meters in all",
                "{A} wants to cover {total} square meters with grass seed"),
            "size": ("a can covers {size} square meters", "a can is enough for {size} square meters",
                "each can lasts for {size} square meters"),
        },
        ask={
            "needed": ("how many cans must {A} buy", "how many cans does {A} need",
                "how many cans are needed for the job",
                "only whole cans are sold: how many should {A} get"),
            "spare": ("how many square meters could {A} still cover with what is left",
                "for how many more square meters would the last can last"),
        },
        order=("total", "size"),
        weight=0.7,
    ),
)  # fmt: skip
