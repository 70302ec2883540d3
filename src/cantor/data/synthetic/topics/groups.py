"""Equal groups: so many containers, so many in each, so many in all."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Value
from cantor.data.synthetic.plot import Plot


def _equal(random: Random) -> dict[str, Value]:
    chance = random.random()
    if chance < 0.85:
        return {"groups": random.randint(2, 15), "each": random.randint(2, 25)}
    return {"groups": random.randint(8, 60), "each": random.randint(8, 120)}


def _with_rest(random: Random) -> dict[str, Value]:
    return {**_equal(random), "loose": random.randint(2, 20)}


def _with_use(random: Random) -> dict[str, Value]:
    drawn = _equal(random)
    total = drawn["groups"] * drawn["each"]
    return {**drawn, "used": random.randint(2, max(3, int(total) - 2))}


def _two_sorts(random: Random) -> dict[str, Value]:
    first, second = _equal(random), _equal(random)
    return {"m": first["groups"], "p": first["each"], "n": second["groups"], "q": random.randint(2, 25)}


def _share(random: Random) -> dict[str, Value]:
    return {"groups": random.randint(2, 12), "each": random.randint(2, 30)}


_GROUPS = (
    "{A} counted {groups pack}[| of {x}]",
    "{A} keeps {A.his} {x} in {groups pack}",
    "{groups pack} [are|were] full of {x}",
    "{A} [has|had|bought|filled] {groups pack}[| of {x}]",
    "there are {groups pack} {where}",
    "{A} put {A.his} {x} in {groups pack}",
    "{A} has {A.his} {x} in {groups pack}",
)
_EACH = (
    "the number of {x} {pack.in} each {pack.one} is {each}",
    "{A} counted {each x} {pack.in} each {pack.one}",
    "each of the {pack} [has|holds] {each x}",
    "exactly {each x} fit {pack.in} each {pack.one}",
    "each {pack.one} [has|holds|contains|had] {each x}",
    "there [are|were] {each x} {pack.in} each {pack.one}",
    "every {pack.one} [has|holds] {each x}",
    "{A} put {each x} {pack.in} each {pack.one}",
    "{pack.in} each {pack.one} there are {each x}",
)
_ALL = (
    "{A} counted {all x} altogether",
    "the total number of {x} is {all}",
    "all the {pack} together hold {all x}",
    "{A} has {all x}[| in all| altogether| in total]",
    "there are {all x} in all",
    "in total, {A} has {all x}",
)
_ASK_ALL = (
    "how many {x} does that make [in all|altogether]",
    "what number of {x} does {A} have in all",
    "can you tell how many {x} there are in all",
    "how many {x} does {A} have [in all|altogether|in total]",
    "how many {x} are there [in all|altogether|in total]",
    "what is the total number of {x}",
    "find the total number of {x}.",
    "how many {x} are {pack.in} [all the|the] {pack}[| together]",
    "calculate how many {x} there are altogether.",
)
_ASK_EACH = (
    "how many {x} go {pack.in} each {pack.one}",
    "what number of {x} is {pack.in} each {pack.one}",
    "how many {x} are [there |]{pack.in} each {pack.one}",
    "how many {x} does each {pack.one} [hold|have|contain]",
    "what is the number of {x} per {pack.one}",
    "how many {x} did {A} put {pack.in} each {pack.one}",
    "find the number of {x} in [a single|each] {pack.one}.",
    "how many {x} are in {pack.a}",
)
_ASK_GROUPS = (
    "what number of {pack} [does {A} have|is needed]",
    "can you tell how many {pack} there are",
    "how many {pack} [are there|does {A} have|are needed]",
    "how many {pack} did {A} [use|fill|need]",
    "what is the number of {pack}",
    "into how many {pack} do the {x} go",
    "find how many {pack} there are.",
)

PLOTS = (
    Plot(
        topic="equal groups",
        cast="A:person|adult|institution x:things|animals pack:box(x) where:@where",
        draw=_equal,
        relations=(Product("all", "groups", "each"),),
        say={
            "groups": _GROUPS,
            "each": (
                *_EACH,
                "{A} puts {A.his} {x} into {pack} of {each}",
                "{pack.a} [holds|has] {each x}",
            ),
            "all": _ALL,
            "groups each": (
                "{A} [has|bought|filled|packed] {groups pack} of {each x}[| each]",
                "{A} has {groups pack} with {each x} {pack.in} each[| of them| {pack.one}]",
                "there are {each x} in each of the {groups pack}",
                "there are {groups pack} and each [of them |]has {each x}",
                "{A} [arranged|placed] {A.his} {x} in {groups pack} with {each x} {pack.in} each {pack.one}",
                "each of {A's} {groups pack} holds {each x}",
            ),
            "all groups": (
                "{A} [put|divided|sorted|packed] {all x} [equally|evenly] {pack.into} {groups pack}",
                "{all x} [were|are] [packed|placed] equally in {groups pack}",
                "{A} has {all x} in {groups pack}, [the same number|equally many] in each",
                "{A} wants to put {all x} {pack.into} {groups pack} so that each has the same number",
            ),
            "all each": (
                "{A} [put|packed|sorted] {all x} into {pack} of {each}",
                "{A} has {all x} and puts {each} {pack.in} each {pack.one}",
                "{all x} are [packed|put] into {pack}, {each} to {pack.a}",
                "{A} wants to pack {all x} in {pack} that hold {each x} each",
            ),
        },
        ask={"all": _ASK_ALL, "each": _ASK_EACH, "groups": _ASK_GROUPS},
        order=("all", "groups", "each"),
        loose=("groups", "each", "all"),
        weight=3.0,
    ),
    Plot(
        topic="groups and loose ones",
        cast="A:person|adult x:things pack:box(x) where:@where",
        draw=_with_rest,
        relations=(Product("all", "groups", "each"), Balance("total", "all", "loose")),
        say={
            "groups": _GROUPS,
            "?groups": ("{A} has some {pack} of {x}",),
            "each": _EACH,
            "groups each": (
                "{A} [has|bought|filled|packed] {groups pack} of {each x}[| each]",
                "{A} has {groups pack} with {each x} {pack.in} each",
            ),
            "loose": (
                "{A} also has {loose} [loose|single|extra|other] {x}",
                "{loose} [more |]{x} are [not in {pack.a}|lying beside them]",
                "besides, there are {loose} [loose|extra] {x}",
                "{loose} [more |]{x} did not fit into the {pack}",
            ),
            "total": (
                "{A} [has|counted] {total x} in all[|, counting everything]",
                "altogether there are {total x}",
            ),
        },
        ask={
            "total": (
                *_ASK_ALL[:3],
                "how many {x} does {A} have altogether",
                "how many {x} are there, counting all of them",
            ),
            "all": ("how many {x} are in the {pack}", "how many {x} are in the {pack} altogether"),
            "each": _ASK_EACH[:4],
            "groups": _ASK_GROUPS[:3],
            "loose": ("how many {x} are not in {pack.a}", "how many {x} are outside the {pack}"),
        },
        order=("groups", "each", "loose", "total"),
        outcome="total",
        outcome_is_gain=True,
        weight=1.2,
    ),
    Plot(
        topic="groups and use",
        cast="A:person|adult x:things pack:box(x) v:use(x) where:@where",
        draw=_with_use,
        relations=(Product("all", "groups", "each"), Balance("end", "all", "-used")),
        say={
            "groups": _GROUPS,
            "?groups": ("{A} had some {pack} of {x}", "{A} has several {pack} of {x}"),
            "each": _EACH,
            "groups each": (
                "{A} [has|had|bought] {groups pack} of {each x}[| each]",
                "{A} had {groups pack} with {each x} {pack.in} each",
            ),
            "used": (
                "{A} {v.ed} {used x}",
                "[then|later|that week] {A} {v.ed} {used} of the {x}",
                "{used} of the {x} were {v.en}",
            ),
            "?used": ("{A} {v.ed} some of the {x}", "then some of the {x} were {v.en}"),
            "end": ("now {A} has {end x} left", "{end x} are left", "after that there were {end x} left"),
        },
        ask={
            "end": (
                "how many {x} does {A} have [now|left]",
                "how many {x} are left",
                "how many {x} remain",
                "find the number of {x} that are left.",
            ),
            "all": (
                "how many {x} did {A} have [at first|in all at first|before that]",
                "how many {x} were there in the {pack} at first",
            ),
            "used": ("how many {x} did {A} {v}", "how many {x} were {v.en}"),
            "each": (
                "how many {x} were {pack.in} each {pack.one}",
                "how many {x} did each {pack.one} hold at first",
            ),
            "groups": ("how many {pack} did {A} have", "how many {pack} were there at first"),
        },
        order=("groups", "each", "used", "end"),
        outcome="end",
        weight=1.2,
    ),
    Plot(
        topic="two sorts of groups",
        cast="A:person|adult x,y,H:fruit|sweet|toy|stationery|flower pack:box(x) sack:box(y) event:@event",
        draw=_two_sorts,
        relations=(
            Product("xs", "m", "p"),
            Product("ys", "n", "q"),
            Balance("both", "xs", "ys"),
        ),
        say={
            "": ("{A} is [getting ready|shopping] for {event}",),
            "m p": (
                "{A} [bought|has|prepared] {m pack} of {x} with {p x} in each",
                "{A} has {m pack} with {p x} each",
                "there are {m pack} of {x}, and each holds {p}",
                "{A} [packed|filled] {m pack} with {p x} in each",
            ),
            "n q": (
                "{A} [bought|has|prepared] {n sack} of {y} with {q y} in each",
                "{A} also has {n sack} with {q y} each",
                "there are {n sack} of {y}, and each of them has {q}",
                "{A} [packed|filled] {n sack} with {q y} in each",
            ),
            "xs": ("{A} [has|bought] {xs x}[| in all]", "there are {xs x}"),
            "ys": ("{A} [has|bought] {ys y}[| in all]", "there are {ys y}"),
            "both": ("{A} has {both H} in all", "altogether {A} [has|bought] {both x} and {y}"),
        },
        ask={
            "both": (
                "how many {H} does {A} have [in all|altogether]",
                "how many {x} and {y} are there [in all|altogether|together]",
                "what is the total number of {x} and {y}",
                "how many {H} are there in total",
            ),
            "xs": (
                "how many {x} does {A} have[| in all]",
                "how many {x} are there[| in all]",
                "what is the number of {x}",
            ),
            "ys": (
                "how many {y} does {A} have[| in all]",
                "how many {y} are there[| in all]",
                "what is the number of {y}",
            ),
        },
        order=("m", "p", "n", "q", "xs", "ys", "both"),
        clashes=frozenset({"things"}),
    ),
    Plot(
        topic="equal shares",
        cast="A:person|adult x:small|baked k:people event:@event",
        draw=_share,
        relations=(Product("all", "groups", "each"),),
        say={
            "": ("{A} [is helping at|is getting ready for] {event}",),
            "all": (
                "{A} [has|bought|made|brought] {all x}",
                "there are {all x} to share",
                "{A} brought {all x} to {event}",
            ),
            "groups": (
                "{A} [wants to share|shares|will share] {A.his} {x} equally "
                "among {groups} [friends|classmates|cousins|children]",
                "{groups k} [will share|shared] the {x} equally",
                "there are {groups k}, and all of them get the same number of {x}",
            ),
            "each": (
                "each child [gets|got|will get] {each x}",
                "everybody [gets|got|received] {each x}",
                "every child gets {each x}",
            ),
            "all groups": (
                "{A} [shared|divided|split] {all x} [equally|evenly] among {groups k}",
                "{all x} were shared [equally|evenly] by {groups k}",
                "{groups k} share {all x} equally",
            ),
            "all each": (
                "{A} has {all x} and wants to give {each} to each child",
                "{A} handed out {all x} so that everybody got {each}",
            ),
            "groups each": (
                "{A} gave {each x} to each of {groups k}",
                "each of the {groups k} got {each x} from {A}",
                "{A} wants to give {each x} to each of {A.his} {groups} [friends|classmates|guests]",
            ),
        },
        ask={
            "each": (
                "how many {x} [does|did|will] each [person|of them|child] get",
                "how many {x} did everybody get",
                "how many {x} are there for each person",
                "what is each person's share of the {x}",
            ),
            "groups": (
                "how many children [got|can get] {x}",
                "how many children [are there|were there]",
                "among how many children were the {x} shared",
            ),
            "all": (
                "how many {x} [did {A} have|were there|does {A} need] [in all|altogether|in total]",
                "how many {x} were given out in all",
                "what is the total number of {x}",
            ),
        },
        order=("all", "groups", "each"),
        clashes=frozenset({"people"}),
        weight=1.5,
    ),
)
