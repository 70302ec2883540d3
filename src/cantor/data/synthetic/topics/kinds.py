"""Two sorts of things side by side: parts of a whole, each with its own changes."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Value
from cantor.data.synthetic.draws import below, medium
from cantor.data.synthetic.plot import Plot


def _parts(random: Random) -> dict[str, Value]:
    big = medium(random, 5)
    return {"xs": big, "ys": below(random, big)}


def _three_parts(random: Random) -> dict[str, Value]:
    return {"xs": medium(random, 3), "ys": random.randint(3, 40), "zs": random.randint(3, 40)}


def _both_change(random: Random) -> dict[str, Value] | None:
    xs, ys = medium(random, 6), random.randint(6, 40)
    used, gone = below(random, xs), below(random, ys)
    return {"xs": xs, "ys": ys, "used": used, "gone": gone}


def _both_places(random: Random) -> dict[str, Value]:
    big = medium(random, 6)
    little = below(random, big)
    return {"here": big, "there": little, "moved": random.randint(2, max(3, big // 2))}


def _crowd(random: Random) -> dict[str, Value]:
    start = random.randint(8, 90)
    return {"start": start, "off": below(random, start), "on": random.randint(2, 40)}


_XS = ("{A} [has|had|bought] {xs x}", "there are {xs x} {spot}", "{A} counted {xs x}")
_YS = ("{A} [has|had|bought] {ys y}", "there are {ys y} {spot}", "{A} also counted {ys y}")

PLOTS = (
    Plot(
        topic="parts of a whole",
        bundles=False,
        cast="A:person|adult|seller x,y,H:things|farm|wild spot:@where",
        draw=_parts,
        relations=(Balance("all", "xs", "ys"), Balance("more", "xs", "-ys")),
        say={
            "xs": ("{A} [has|owns|bought] {xs x}", "{xs x} belong to {A}"),
            "ys": ("{A} [has|owns|bought] {ys y}", "{ys y} belong to {A}"),
            "xs ys": (
                "in all, there are {ys y} and {xs x} {spot}",
                "{A} came home with {xs x} and {ys y}",
                "{A} put {xs x} and {ys y} together",
                "{A} [has|bought|counted] {xs x} and {ys y}",
                "there are {xs x} and {ys y} {spot}",
                "{A} has {ys y} as well as {xs x}",
                "besides {ys y}, {A} has {xs x}",
            ),
            "all": (
                "{A} [has|owns|bought] {all H}, [all of them|which are all] {x} or {y}",
                "there are {all x} and {y} {spot}",
                "{A} has {all x} and {y} [in all|altogether]",
            ),
            "all xs": (
                "{A} has {all x} and {y}, and {xs} of them are {x}",
                "of the {all x} and {y} {spot}, {xs} are {x}",
                "there are {all x} and {y} {spot}, {xs} of which are {x} and the rest {y}",
            ),
            "all ys": (
                "{A} has {all x} and {y}, and {ys} of them are {y}",
                "of the {all x} and {y} {spot}, {ys} are {y}",
            ),
            "more": ("{A} has {more} more {x} than {y}", "there are {more} fewer {y} than {x}"),
        },
        ask={
            "all": (
                "how many {x} and {y} are there [in all|altogether|in total]",
                "how many {H} [are there|does {A} have] [in all|altogether|in total]",
                "what is the total number of {x} and {y}",
                "how many {x} and {y} does {A} have together",
            ),
            "xs": (
                "how many {x} [are there|does {A} have]",
                "how many of the {H} are {x}",
                "what is the number of {x}",
                "find the number of {x}.",
            ),
            "ys": (
                "how many {y} [are there|does {A} have]",
                "how many of the {H} are {y}",
                "what is the number of {y}",
                "find the number of {y}.",
            ),
            "more": (
                "how many more {x} than {y} [are there|does {A} have]",
                "how many fewer {y} than {x} [are there|does {A} have]",
                "what is the difference between the number of {x} and the number of {y}",
                "by how much does the number of {x} exceed the number of {y}",
            ),
        },
        order=("all", "xs", "ys", "more"),
        loose=("xs", "ys"),
        weight=3.0,
        clashes=frozenset({"things"}),
    ),
    Plot(
        topic="three parts",
        bundles=False,
        cast="A:person|adult|seller x,y,z,H:things|farm|people spot:@where",
        draw=_three_parts,
        relations=(Balance("all", "xs", "ys", "zs"), Balance("two", "xs", "ys")),
        also=(Balance("all", "two", "zs"),),
        say={
            "xs ys": ("{A} [has|counted] {xs x} and {ys y}", "there are {xs x} and {ys y} {spot}"),
            "xs ys zs": (
                "{A} [has|counted|saw] {xs x}, {ys y} and {zs z}",
                "there are {xs x}, {ys y}, and {zs z} {spot}",
            ),
            "all": ("{A} has {all H}: {x}, {y} and {z}", "there are {all x}, {y} and {z} {spot}"),
            "all xs": ("there are {all x}, {y} and {z} {spot}, and {xs} of them are {x}",),
            "all xs ys": (
                "{A} has {all x}, {y} and {z}: {xs x}, {ys y}, and the rest are {z}",
                "of the {all H} {spot}, {xs} are {x}, {ys} are {y} and all the others are {z}",
            ),
            "zs": ("there are [also |]{zs z}", "{A} has {zs z}"),
            "xs": ("there are {xs x}", "{A} has {xs x}"),
            "ys": ("there are {ys y}", "{A} has {ys y}"),
        },
        ask={
            "all": (
                "how many {H} [are there|does {A} have] [in all|altogether|in total]",
                "how many {x}, {y} and {z} are there altogether",
                "find the total number of {H}.",
            ),
            "two": (
                "how many {x} and {y} [are there|does {A} have]",
                "what is the number of {x} and {y} together",
                "how many {H} are not {z}",
            ),
            "zs": ("how many {z} [are there|does {A} have]", "what is the number of {z}"),
            "xs": ("how many {x} [are there|does {A} have]", "how many of the {H} are {x}"),
        },
        order=("all", "xs", "ys", "zs"),
        weight=1.2,
        clashes=frozenset({"things"}),
    ),
    Plot(
        topic="two kinds used",
        cast="A:person|adult x,y,H:fruit|baked|sweet|stationery v:use(x) spot:@spot",
        draw=_both_change,
        relations=(
            Balance("xleft", "xs", "-used"),
            Balance("yleft", "ys", "-gone"),
            Balance("left", "xleft", "yleft"),
            Balance("lost", "used", "gone"),
            Balance("all", "xs", "ys"),
        ),
        say={
            "xs": _XS,
            "ys": _YS,
            "?xs": ("{A} had {x.some}",),
            "?ys": ("{A} had some {y}",),
            "?xs ?ys": ("{A} had {x.some} and [some |]{y}",),
            "xs ys": (
                "{A} [has|had|bought|brought] {xs x} and {ys y}",
                "there [are|were] {xs x} and {ys y} {spot}",
            ),
            "used": ("{A} {v.ed} {used x}", "{used} of the {x} were {v.en}"),
            "gone": ("{A} {v.ed} {gone y}", "{gone} of the {y} were {v.en}"),
            "?used": ("{A} {v.ed} some of the {x}",),
            "?gone": ("{A} {v.ed} some of the {y}",),
            "used gone": (
                "{A} {v.ed} {used x} and {gone y}",
                "then {A} {v.ed} {used} of the {x} and {gone} of the {y}",
                "{gone y} and {used x} were {v.en}",
            ),
            "xleft": ("now {A} has {xleft x} left", "{xleft x} are left"),
            "yleft": ("{A} still has {yleft y}", "there are {yleft y} left"),
        },
        ask={
            "xleft": (
                "how many {x} [are left|does {A} have left]",
                "how many {x} does {A} have now",
                "find the number of {x} that are left.",
            ),
            "yleft": (
                "how many {y} [are left|does {A} have left]",
                "how many {y} does {A} have now",
                "find the number of {y} that are left.",
            ),
            "left": (
                "how many {x} and {y} are left [altogether|in all]",
                "how many {H} [are left|remain] [in all|altogether]",
                "what is the total number of {H} left",
            ),
            "lost": (
                "how many {x} and {y} did {A} {v} [altogether|in all]",
                "how many {H} were {v.en} in all",
            ),
            "used": ("how many {x} did {A} {v}", "how many {x} were {v.en}"),
            "gone": ("how many {y} did {A} {v}", "how many {y} were {v.en}"),
            "all": (
                "how many {x} and {y} did {A} have at first",
                "how many {H} did {A} have [at first|in the beginning]",
            ),
            "xs": ("how many {x} did {A} have [at first|in the beginning]",),
            "ys": ("how many {y} did {A} have [at first|in the beginning]",),
        },
        order=("xs", "ys", "used", "gone", "xleft", "yleft"),
        loose=("xs", "ys"),
        weight=2.2,
        clashes=frozenset({"things"}),
    ),
    Plot(
        topic="two places",
        cast="A:person|adult x:things pack:box(x) day:@day",
        draw=_both_places,
        relations=(
            Balance("all", "here", "there"),
            Balance("more", "here", "-there"),
            Balance("rest", "here", "-moved"),
            Balance("fuller", "there", "moved"),
        ),
        also=(Balance("all", "rest", "fuller"),),
        say={
            "here": (
                "there are {here x} {pack.in} the first {pack.one}",
                "{A} has {here x} {pack.in} the first {pack.one}",
                "the first {pack.one} [has|holds] {here x}",
            ),
            "there": (
                "the second {pack.one} [has|holds] {there x}",
                "there are {there x} {pack.in} the second {pack.one}",
            ),
            "here there": (
                "{A} has {here x} {pack.in} the first {pack.one} and {there} in the second",
                "{A} [keeps|put] {here x} {pack.in} the first {pack.one} "
                "and {there x} {pack.in} the second {pack.one}",
                "the first {pack.one} holds {here x}, and the second holds {there}",
            ),
            "moved": (
                "{A} moved {moved x?} from the first {pack.one} to the second[| {pack.one}]",
                "{A} took {moved x} out of the first {pack.one} and put them into the second",
            ),
            "?moved": (
                "{A} moved {x.some} from the first {pack.one} to the second[| {pack.one}]",
                "then {A} put some of the {x} from the first {pack.one} into the second",
            ),
            "rest": (
                "now there are {rest x} {pack.in} the first {pack.one}",
                "that left {rest x} {pack.in} the first {pack.one}",
            ),
            "fuller": (
                "after that, the second {pack.one} had {fuller x}",
                "now there are {fuller x} {pack.in} the second {pack.one}",
            ),
        },
        ask={
            "all": (
                "how many {x} are there in both {pack}",
                "how many {x} does {A} have [in all|altogether]",
                "what is the total number of {x}",
            ),
            "more": (
                "how many more {x} were {pack.in} the first {pack.one} than in the second at first",
                "at first, how many fewer {x} were {pack.in} the second {pack.one} than in the first",
            ),
            "rest": (
                "how many {x} are {pack.in} the first {pack.one} now",
                "how many {x} are left {pack.in} the first {pack.one}",
            ),
            "fuller": (
                "how many {x} are {pack.in} the second {pack.one} now",
                "how many {x} are there {pack.in} the second {pack.one} after that",
            ),
            "here": ("how many {x} were {pack.in} the first {pack.one} at first",),
            "there": ("how many {x} were {pack.in} the second {pack.one} at first",),
            "moved": ("how many {x} did {A} move",),
        },
        order=("here", "there", "moved", "rest", "fuller"),
    ),
    Plot(
        topic="coming and going",
        bundles=False,
        cast="k:people m:@vehicle",
        draw=_crowd,
        relations=(Balance("middle", "start", "-off"), Balance("end", "middle", "on")),
        say={
            "start": (
                "at noon there were {start k} in the [hall|park|museum]",
                "the day began with {start k} [in the hall|at the camp|on the ferry]",
                "there were {start k} on [a|the] [bus|train|boat|ferry]",
                "[a|the] [bus|train|ferry] left with {start k}",
                "{start k} were in the [room|hall|museum|library|park]",
                "there were {start k} at the [pool|party|playground|meeting|show]",
            ),
            "?start": (
                "there were some {k} on [a|the] [bus|train|ferry]",
                "some {k} were in the [hall|library|park|museum]",
            ),
            "off": (
                "{off} of them [left|went away|went home]",
                "after an hour {off} of the {k} had left",
                "then {off k} left",
            ),
            "?off": ("some of them left", "then some of the {k} went home"),
            "on": (
                "[then|later] {on} [new|other|more] {k} [came|arrived|joined]",
                "{on} more [came in|arrived]",
            ),
            "?on": ("then some new {k} [came|arrived]",),
            "end": ("now there are {end k}", "in the end there were {end k}"),
            "off on": (
                "{off} of the {k} left and {on} new ones came",
                "{off k} left, and then {on} others [came|arrived]",
            ),
        },
        ask={
            "end": (
                "how many {k} are there now",
                "how many {k} were there [in the end|then|after that]",
                "find the number of {k} that are there now.",
            ),
            "start": ("how many {k} were there [at first|in the beginning|to start with]",),
            "off": ("how many {k} [left|went away]", "how many of the {k} left"),
            "on": ("how many {k} [came|arrived|joined] later", "how many new {k} came"),
            "middle": (
                "how many {k} were there before the new ones came",
                "how many {k} stayed when the others left",
            ),
        },
        order=("start", "off", "on", "end"),
        clashes=frozenset({"people"}),
        weight=1.4,
    ),
)
