"""Two quantities of one sort and the difference or the multiple between them, in every wording."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Value
from cantor.data.synthetic.plot import Plot


@dataclass(frozen=True, slots=True)
class Dimension:
    """How one sort of quantity is told and compared. <S> and <O> are who has it, <q> is the quantity.

    `more` has the larger as <S>, `less` the smaller; both tell {more}. `times` tells {k}, the larger as <S>.
    """

    topic: str
    cast: str
    low: int
    high: int
    tell: Sequence[str]
    more: Sequence[str]
    less: Sequence[str]
    times: Sequence[str]
    value: Sequence[str]
    gap: Sequence[str]  # questions for {more}, the larger as <S>
    both: Sequence[str] = ()
    which: Sequence[str] = ()  # told with the larger and the difference at once: {<q>} and {more}
    kind: str = "count"
    top: int = 10_000  # more is not believable
    clash: str = ""
    weight: float = 1.0


#: No pronoun after these words: "behind he" would be wrong, and "behind him" might be someone else.
_NAME_ONLY = re.compile(
    r"(?<=behind )<S>|(?<=match )<S>|(?<=than )<S>|(?<=and )<S>|(?<= of )<S>|(?<= at )<S>|(?<= of )<S>"
)


def _put(templates: Sequence[str], subject: str, other: str, quantity: str) -> tuple[str, ...]:
    return tuple(
        _NAME_ONLY.sub(f"{{{subject}.name}}", t)
        .replace("<S's>", f"{{{subject}'s}}")
        .replace("<O's>", f"{{{other}.whose}}")
        .replace("<S>", f"{{{subject}}}")
        .replace("<O>", f"{{{other}.name}}")
        .replace("<q>", quantity)
        for t in templates
    )


def _difference(d: Dimension) -> Plot:
    def draw(random: Random) -> dict[str, Value]:
        little = random.randint(d.low, d.high)
        return {"little": little, "big": little + random.randint(2, max(3, min(d.high - d.low, little)))}

    ask = {
        "more": _put(d.gap, "A", "B", ""),
        "big": _put(d.value, "A", "B", ""),
        "little": _put(d.value, "B", "A", ""),
    }
    if d.both:
        ask["both"] = _put(d.both, "A", "B", "")
    return Plot(
        topic=f"{d.topic}: difference",
        cast=d.cast,
        draw=draw,
        relations=(Balance("more", "big", "-little"), Balance("both", "big", "little")),
        kinds=dict.fromkeys(("big", "little", "more", "both"), d.kind),
        say={
            "big": _put(d.tell, "A", "B", "big"),
            "little": _put(d.tell, "B", "A", "little"),
            "more": (*_put(d.more, "A", "B", ""), *_put(d.less, "B", "A", "")),
            **({"big more": _put(d.which, "A", "B", "big")} if d.which else {}),
        },
        ask=ask,
        order=("big", "little", "more"),
        loose=("big", "little", "more"),
        bundles=False,
        clashes=frozenset({d.clash, "things"}),
        weight=d.weight,
    )


def _multiple(d: Dimension) -> Plot:
    def draw(random: Random) -> dict[str, Value]:
        little = random.randint(d.low, d.high)
        k = random.choice((2, 2, 3, 3, 4, 5, 6, 8, 10))
        return {"little": little, "k": k} if little * k <= d.top else {"little": d.top // (3 * k), "k": k}

    ask = {
        "big": _put(d.value, "A", "B", ""),
        "little": _put(d.value, "B", "A", ""),
        "more": _put(d.gap, "A", "B", ""),
    }
    if d.both:
        ask["both"] = _put(d.both, "A", "B", "")
    return Plot(
        topic=f"{d.topic}: multiple",
        cast=d.cast,
        draw=draw,
        relations=(
            Product("big", "little", "k"),
            Balance("more", "big", "-little"),
            Balance("both", "big", "little"),
        ),
        kinds={**dict.fromkeys(("big", "little", "more", "both"), d.kind), "k": "times"},
        say={
            "big": _put(d.tell, "A", "B", "big"),
            "little": _put(d.tell, "B", "A", "little"),
            "k": _put(d.times, "A", "B", ""),
        },
        ask=ask,
        order=("big", "little", "k"),
        loose=("big", "little", "k"),
        bundles=False,
        clashes=frozenset({d.clash, "things"}),
        weight=d.weight * 0.8,
    )


def _part(d: Dimension) -> Plot:
    """The smaller is half, a third, ... of the larger."""

    def draw(random: Random) -> dict[str, Value]:
        k = Fraction(1, random.choice((2, 2, 2, 3, 4, 5)))
        top = min(d.high, d.top // k.denominator)
        return {"big": k.denominator * random.randint(min(top, max(2, d.low // 2)), top), "k": k}

    return Plot(
        topic=f"{d.topic}: part",
        cast=d.cast,
        draw=draw,
        relations=(
            Product("little", "big", "k"),
            Balance("more", "big", "-little"),
            Balance("both", "big", "little"),
        ),
        kinds={**dict.fromkeys(("big", "little", "more", "both"), d.kind), "k": "times"},
        say={
            "big": _put(d.tell, "A", "B", "big"),
            "k": _put(d.times, "B", "A", ""),
        },
        ask={
            "little": _put(d.value, "B", "A", ""),
            "more": _put(d.gap, "A", "B", ""),
            **({"both": _put(d.both, "A", "B", "")} if d.both else {}),
        },
        order=("big", "k"),
        loose=("big", "k"),
        bundles=False,
        clashes=frozenset({d.clash, "things"}),
        weight=d.weight * 0.5,
    )


_DIMENSIONS = (
    Dimension(
        "things", "A:person B:person x:things|gear|snack|tech|household|printed g:gain(x)", 3, 120,
        tell=(
            "<S> has {<q> x}", "<S> owns {<q> x}", "the number of {x} <S> has is {<q>}",
                "<S> [counts|counted] {<q> x}",
            "there are {<q> x} in <S's> collection", "<S> {g.ed} {<q> x}", "{<q> x} belong to <S>",
        ),
        more=(
            "<S> has {more} more {x} than <O>", "<S> has {more} {x} more than <O>",
            "<S's> {x} outnumber <O's> by {more}",
                "the number of <S's> {x} exceeds the number of <O's> by {more}",
            "compared with <O>, <S> has {more} more {x}", "<S> is ahead of <O> by {more x}",
            "<S> has {more} extra {x} compared to <O>",
        ),
        less=(
            "<S> has {more} fewer {x} than <O>", "<S> has {more x} fewer than <O>",
                "<S> is {more x} short of what <O> has",
            "<S> has {more} less than <O>", "if <S> had {more} more {x}, it would be as many as <O> has",
            "<S> needs {more} more {x} to have as many as <O>",
        ),
        times=(
            "<S> has {k} as many {x} as <O>", "<S's> collection of {x} is {k} as large as <O's>",
            "for the {x}, <S> has {k} as many as <O> does",
        ),
        value=(
            "how many {x} does <S> have", "how many {x} are <S's>", "how many {x} belong to <S>",
            "what is the number of {x} that <S> has", "find the number of <S's> {x}.",
                "work out how many {x} <S> has.",
        ),
        gap=(
            "how many more {x} does <S> have than <O>", "by how many {x} is <S> ahead of <O>",
                "how many fewer {x} does <O> have than <S>",
            "by how much does <S's> number of {x} exceed <O's>", "how many {x} more than <O> does <S> have",
            "what is the difference between the numbers of their {x}",
                "how many more {x} would <O> need to match <S>",
            "how many {x} fewer than <S> does <O> have", "who has more {x}, and how many more",
        ),
        both=(
            "how many {x} do <S> and <O> have together",
                "how many {x} do they have [in all|altogether|combined|between them]",
            "what is the total number of {x}",
                "how many {x} are there when both collections are put together",
        ),
        which=(
            "<S> has {<q> x}, which is {more} more than <O> has", "<S> has {<q> x}, {more} more than <O>",
            "with {<q> x}, <S> has {more} more than <O>",
        ),
        weight=2.4,
    ),
    Dimension(
        "age", "A:person B:person", 3, 45,
        tell=("<S> is {<q>} years old", "<S> is {<q>}", "<S's> age is {<q>}", "<S> turned {<q>} this year",
            "<S> is now aged {<q>}"),
        more=("<S> is {more} years older than <O>", "<S> is older than <O> by {more} years",
            "<S> was born {more} years before <O>", "when <O> was born, <S> was {more} years old"),
        less=("<S> is {more} years younger than <O>", "<S> is younger than <O> by {more} years",
            "<S> was born {more} years after <O>"),
        times=("<S> is {k} as old as <O>", "as for age, <S> is {k} as old as <O>"),
        value=("how old is <S>", "what is <S's> age", "find <S's> age.", "how many years old is <S>"),
        gap=("how many years older is <S> than <O>", "by how many years is <O> younger than <S>",
            "how much older is <S> than <O>", "what is the difference between their ages",
            "how many years apart are they", "how much younger than <S> is <O>"),
        both=("what is the sum of their ages", "what do their ages add up to", "how old are they together"),
        which=("<S>, who is {<q>}, is {more} years older than <O>",
            "at the age of {<q>}, <S> is {more} years older than <O>"),
        top=80, clash="age", weight=1.2,
    ),
    Dimension(
        "height", "A:person B:person", 95, 180,
        tell=("<S> is {<q> centimeter} tall", "<S> measures {<q> centimeter}",
            "<S's> height is {<q> centimeter}", "<S> stands {<q> centimeter} tall",
            "<S>: {<q> centimeter}"),
        more=("<S> is {more centimeter} taller than <O>", "<S> is taller than <O> by {more centimeter}",
            "<S> towers over <O> by {more centimeter}"),
        less=("<S> is {more centimeter} shorter than <O>", "<S> is shorter than <O> by {more centimeter}",
            "if <S> grew {more centimeter}, <S> would be as tall as <O>"),
        times=(),
        value=("how tall is <S>", "what is <S's> height in centimeters", "how many centimeters tall is <S>",
            "find <S's> height."),
        gap=("how much taller is <S> than <O>", "how many centimeters taller is <S> than <O>",
            "how many centimeters shorter is <O> than <S>",
            "what is the difference in height between <S> and <O>",
            "by how many centimeters is <S> taller"),
        which=("<S> is {<q> centimeter} tall and {more centimeter} taller than <O>",),
        weight=0.8,
    ),
    Dimension(
        "weight", "A:person B:person h:@holder", 4, 60,
        tell=("<S's> {h} weighs {<q> kilogram}", "<S> carries a {h} of {<q> kilogram}",
            "the weight of <S's> {h} is {<q> kilogram}", "the {h} of <S> weighs {<q> kilogram}"),
        more=("<S's> {h} is {more kilogram} heavier than <O's>",
            "<S's> {h} weighs {more kilogram} more than <O's>",
            "<S's> {h} outweighs <O's> by {more kilogram}"),
        less=("<S's> {h} is {more kilogram} lighter than <O's>",
            "<S's> {h} weighs {more kilogram} less than <O's>"),
        times=("<S's> {h} is {k} as heavy as <O's>", "<S's> {h} weighs {k} as much as <O's>"),
        value=("how heavy is <S's> {h}", "how much does <S's> {h} weigh",
            "how many kilograms does <S's> {h} weigh", "what is the weight of <S's> {h}"),
        gap=("how much heavier is <S's> {h} than <O's>",
            "how many kilograms lighter is <O's> {h} than <S's>",
            "by how many kilograms does <S's> {h} outweigh <O's>",
            "how many kilograms more does <S's> {h} weigh than <O's>"),
        both=("how much do the two weigh together", "what is the total weight of both",
            "how many kilograms are the two together"),
        weight=0.8,
    ),
    Dimension(
        "speed", "A:person B:person v:@vehicle", 12, 90,
        tell=("<S> drives at {<q>} kilometers per hour", "<S's> speed is {<q>} kilometers per hour",
            "<S> travels {<q>} kilometers an hour", "<S> goes at a speed of {<q>} kilometers an hour",
            "every hour <S> covers {<q> kilometer}"),
        more=("<S> is {more} kilometers per hour faster than <O>",
            "<S> drives {more} kilometers per hour faster than <O>",
            "<S> goes {more} kilometers an hour faster than <O>"),
        less=("<S> is {more} kilometers per hour slower than <O>",
            "<S> travels {more} kilometers an hour slower than <O>"),
        times=("<S> is {k} as fast as <O>", "<S> goes {k} as fast as <O>"),
        value=("how fast is <S>", "what is <S's> speed", "at what speed does <S> go",
            "how many kilometers per hour does <S> drive"),
        gap=("how much faster is <S> than <O>", "how many kilometers per hour slower is <O>",
            "what is the difference between their speeds", "by how many kilometers per hour is <S> faster"),
        top=130, clash="distance", weight=0.7,
    ),
    Dimension(
        "price", "A:store B:store x:gear|household|tech|clothing|toy", 4, 180, kind="money",
        tell=("at <S>, {x.a} costs {<q>}", "<S> sells {x} for {<q>} each", "<S> asks {<q>} for {x.a}",
            "the price of {x.a} at <S> is {<q>}"),
        more=("{x.a} is {more} more expensive at <S> than at <O>",
            "<S> charges {more} more for {x.a} than <O>",
            "for the same {x.one}, <S> asks {more} more than <O>"),
        less=("{x.a} is {more} cheaper at <S> than at <O>",
            "at <S> you pay {more} less for {x.a} than at <O>"),
        times=("<S> charges {k} as much for {x.a} as <O>", "{x.a} costs {k} as much at <S> as at <O>"),
        value=("how much does {x.a} cost at <S>", "what is the price of {x.a} at <S>",
            "what does <S> charge for {x.a}"),
        gap=("how much more does <S> charge for {x.a} than <O>",
            "how much do you save when you buy {x.a} at <O> instead of <S>",
            "how much cheaper is {x.a} at <O>", "what is the price difference"),
        both=("how much would you pay for {x.a} at each of the two places together",),
        clash="money", weight=0.9,
    ),
    Dimension(
        "score", "A:person B:person q:@quiz", 8, 95,
        tell=("<S> scored {<q>} points in {q}", "<S> got {<q>} points", "<S's> score was {<q>} points",
            "<S> finished {q} with {<q>} points", "{<q>} points went to <S>"),
        more=("<S> scored {more} more points than <O>", "<S> beat <O> by {more} points",
            "<S's> score was {more} points higher than <O's>", "<S> won against <O> by {more} points"),
        less=("<S> scored {more} fewer points than <O>", "<S> lost to <O> by {more} points",
            "<S's> score was {more} points below <O's>", "<S> finished {more} points behind <O>"),
        times=("<S> scored {k} as many points as <O>", "<S's> score was {k} as high as <O's>"),
        value=("how many points did <S> score", "how many points did <S> get", "what was <S's> score",
            "find <S's> score."),
        gap=("by how many points did <S> beat <O>", "how many more points did <S> score than <O>",
            "how many points behind <S> was <O>", "how many fewer points than <S> did <O> get",
            "what is the difference between the scores"),
        both=("how many points did the two score together", "what was their combined score"),
        weight=1.0,
    ),
    Dimension(
        "duration", "A:person B:person d:@doing", 6, 90,
        tell=("<S> spent {<q> minute} {d}", "<S> took {<q> minute}", "<S> worked for {<q> minute}",
            "it took <S> {<q> minute}"),
        more=("<S> took {more minute} longer than <O>", "<S> needed {more minute} more than <O>",
            "<S> was {more minute} slower than <O>"),
        less=("<S> was {more minute} faster than <O>", "<S> took {more minute} less than <O>",
            "<S> finished {more minute} sooner than <O>"),
        times=("<S> took {k} as long as <O>", "<S> needed {k} as many minutes as <O>"),
        value=("how many minutes did <S> [need|take|work]", "how long did <S> take",
            "for how many minutes did <S> work"),
        gap=("how much longer did <S> take than <O>", "how many minutes faster was <O> than <S>",
            "how many more minutes did <S> need than <O>"),
        both=("how many minutes did they spend in all", "how many minutes is that for both together"),
        clash="time", weight=0.8,
    ),
    Dimension(
        "towns", "A:village B:village", 120, 4000,
        tell=("<S> has {<q>} inhabitants", "{<q>} people live in <S>", "the population of <S> is {<q>}",
            "<S> is home to {<q>} people"),
        more=("<S> has {more} more inhabitants than <O>",
            "the population of <S> exceeds that of <O> by {more}",
            "{more} more people live in <S> than in <O>"),
        less=("<S> has {more} fewer inhabitants than <O>",
            "the population of <S> is {more} smaller than that of <O>"),
        times=("<S> has {k} as many inhabitants as <O>",
            "the population of <S> is {k} as large as that of <O>"),
        value=("how many people live in <S>", "what is the population of <S>",
            "how many inhabitants does <S> have"),
        gap=("how many more people live in <S> than in <O>",
            "by how much does the population of <S> exceed that of <O>",
            "how many fewer inhabitants does <O> have"),
        both=("how many people live in the two towns together", "what is the population of both together"),
        clash="people", weight=0.6,
    ),
    Dimension(
        "distance", "A:person B:person d:@day", 3, 60,
        tell=("<S> walked {<q> kilometer}", "<S> went {<q> kilometer} on {d}",
            "<S> covered {<q> kilometer} on foot", "on {d} <S> hiked {<q> kilometer}"),
        more=("<S> walked {more kilometer} farther than <O>", "<S> covered {more kilometer} more than <O>",
            "<S's> walk was {more kilometer} longer than <O's>"),
        less=("<S> walked {more kilometer} less than <O>",
            "<S's> walk was {more kilometer} shorter than <O's>",
            "<S> stopped {more kilometer} earlier than <O>"),
        times=("<S> walked {k} as far as <O>", "<S> covered {k} as much ground as <O>"),
        value=("how far did <S> walk", "how many kilometers did <S> walk", "what distance did <S> cover"),
        gap=("how much farther did <S> walk than <O>", "how many kilometers more did <S> cover than <O>",
            "by how many kilometers was <O's> walk shorter"),
        top=60,
        both=("how many kilometers did they walk in all", "what distance did both cover together"),
        clash="distance", weight=0.7,
    ),
)  # fmt: skip

PLOTS = tuple(
    plot(d) for d in _DIMENSIONS for plot in (_difference, _multiple, _part) if d.times or plot is _difference
)
