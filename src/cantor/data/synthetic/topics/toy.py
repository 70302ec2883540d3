"""The toy repertoire: few shapes, digits only."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Value
from cantor.data.synthetic.plot import Plot


def _change(random: Random) -> dict[str, Value]:
    start = random.randint(6, 30)
    return {"start": start, "given": random.randint(2, start - 2), "got": random.randint(2, 20)}


def _groups(random: Random) -> dict[str, Value]:
    return {"boxes": random.randint(2, 9), "each": random.randint(2, 9), "lost": random.randint(2, 3)}


def _pair(random: Random) -> dict[str, Value]:
    second = random.randint(2, 20)
    return {"first": second + random.randint(1, 20), "second": second}


PLOTS = (
    Plot(
        topic="toy pair",
        cast="A:person B:person x:fruit|toy",
        draw=_pair,
        relations=(Balance("total", "first", "second"), Balance("more", "first", "-second")),
        say={"first": ("{A} has {first x}",), "second": ("{B} has {second x}",)},
        ask={
            "total": ("how many {x} do {A} and {B} have in all",),
            "more": ("how many more {x} than {B} does {A} have",),
        },
        order=("first", "second"),
    ),
    Plot(
        topic="toy change",
        cast="A:person B:person x:fruit|toy",
        draw=_change,
        relations=(Balance("left", "start", "-given"), Balance("end", "left", "got")),
        say={
            "start": ("{A} had {start x}",),
            "?start": ("{A} had some {x}",),
            "given": ("{A} gave {given x} to {B}",),
            "?got": ("{A} bought some more {x}",),
            "got": ("{A} bought {got} more {x}",),
            "end": ("now {A} has {end x}",),
        },
        ask={
            "end": ("how many {x} does {A} have now",),
            "start": ("how many {x} did {A} have at first",),
            "left": ("how many {x} did {A} have after giving some to {B}",),
        },
        order=("start", "given", "got", "end"),
    ),
    Plot(
        topic="toy groups",
        cast="A:person x:fruit|toy",
        draw=_groups,
        relations=(Product("all", "boxes", "each"), Balance("left", "all", "-lost")),
        say={
            "boxes": ("{A} has {boxes} boxes",),
            "each": ("there are {each x} in each box",),
            "all": ("{A} has {all x} in all",),
            "lost": ("{A} lost {lost x}",),
        },
        ask={
            "all": ("how many {x} did {A} have",),
            "left": ("how many {x} are left",),
            "each": ("how many {x} are in each box",),
            "boxes": ("how many boxes does {A} have",),
        },
        order=("boxes", "each", "all", "lost"),
    ),
)
