"""Small everyday stories: parks, phones, boxes, birds, wishes."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Value
from cantor.data.synthetic.draws import below, like, medium, up_and_down
from cantor.data.synthetic.plot import Plot


def _sum(random: Random) -> dict[str, Value]:
    start = medium(random, 3)
    return {"start": start, "more": like(random, start)}


def _need(random: Random) -> dict[str, Value]:
    need = medium(random, 6)
    return {"need": need, "has": below(random, need)}


def _albums(random: Random) -> dict[str, Value] | None:
    groups, each = random.randint(2, 10), random.randint(2, 15)
    first = below(random, groups * each, 2)
    return (
        {"first": first, "groups": groups, "each": each, "second": groups * each - first} if first else None
    )


def _leftover(random: Random) -> dict[str, Value]:
    each, groups = random.randint(2, 12), random.randint(2, 12)
    return {"each": each, "groups": groups, "out": random.randint(2, 20)}


def _crowded(random: Random) -> dict[str, Value]:
    return {"big": random.randint(20, 900), "little": random.randint(5, 19), "new": random.randint(3, 40)}


PLOTS = (
    Plot(
        topic="planting",
        cast="x:plant p:@ground A:adult day:@day",
        draw=_sum,
        relations=(Balance("end", "start", "more"),),
        say={
            "start": (
                "there are [currently |now |]{start x} in {p}",
                "{p} has {start x}[| already| right now]",
                "right now, {start x} grow in {p}",
            ),
            "?start": ("there are {x.some} in {p}",),
            "more": (
                "[workers|the gardeners|some volunteers] [will plant|are going to "
                "plant] {more} more[| {x}] [today|tomorrow|on {day}|this week]",
                "{more} more {x} will be planted there",
                "{A} plans to plant another {more x} there",
            ),
            "?more": ("[workers|some volunteers] will plant more {x} [today|tomorrow]",),
            "end": (
                "[when they are done|after that|then], there will be {end x} in {p}",
                "{p} will have {end x} when the work is done",
            ),
        },
        ask={
            "end": (
                "how many {x} will there be in {p} [then|after that|when the work is done]",
                "how many {x} will {p} have [in all|altogether|in the end]",
                "what will be the total number of {x} in {p}",
            ),
            "more": (
                "how many {x} will be planted[| there]",
                "how many more {x} will they plant",
                "find the number of new {x}.",
            ),
            "start": ("how many {x} are there in {p} now", "how many {x} were in {p} before the planting"),
        },
        order=("start", "more", "end"),
        weight=1.2,
    ),
    Plot(
        topic="needing more",
        cast="A:person|adult x:things|powder|liquid event:@event",
        draw=_need,
        relations=(Balance("more", "need", "-has"),),
        say={
            "need": (
                "{A} is looking for {need x} for {event}",
                "without {need x}, {event} cannot start",
                "{event} takes {need x}",
                "{A} needs {need x} for {event}",
                "a [recipe|project|plan] calls for {need x}",
                "{A} wants to have {need x}",
                "{need x} are needed for {event}",
                "{A} promised to bring {need x} to {event}",
            ),
            "has": (
                "{A} has managed to get {has}[| of them]",
                "at the moment {A} has {has x}",
                "{A} [already has|has already gotten|has only|has] {has}[| of them]",
                "so far {A} has {has}[| of them]",
                "{A} has found {has x} at home",
                "{A} has {has x} [so far|now]",
            ),
            "more": (
                "{A} [still needs|has to get|is missing] {more} more[| {x}]",
                "{more} more {x} are needed",
            ),
            "need has": (
                "{A} needs {need x} but has only {has}",
                "{A} has {has} of the {need x} {A.he} needs",
                "{A} has [collected|gathered] {has x}, but {A.he} needs {need} for {event}",
            ),
            "has more ?need": ("{A} has {has x} and needs {more} more for {event}",),
        },
        ask={
            "more": (
                "how many more {x} does {A} need",
                "how many {x} does {A} still need",
                "how many {x} are [missing|still missing]",
                "how many more {x} must {A} [get|find]",
                "find the number of {x} that {A} still needs.",
                "how many {x} does {A} have to [add|get]",
            ),
            "need": (
                "how many {x} does {A} need [in all|altogether]",
                "how many {x} are needed [in all|in total]",
            ),
            "has": ("how many {x} does {A} have [already|so far|now]",),
        },
        order=("need", "has", "more"),
        weight=1.8,
    ),
    Plot(
        topic="files",
        cast="A:person|adult f:@file day:@day dev:@device",
        draw=up_and_down,
        relations=(Balance("all", "won", "again"), Balance("left", "all", "-spent")),
        say={
            "won": ("{A} had {won} {f} on {A.his} {dev}", "there were {won} {f} on {A's} {dev}"),
            "?won": ("{A} had some {f} on {A.his} {dev}",),
            "again": (
                "{A} added {again} new {f}",
                "on {day} {A} saved {again} more",
                "{A} downloaded another {again} {f}",
            ),
            "?again": ("{A} added some new {f}",),
            "spent": (
                "{A} deleted {spent} {f}",
                "then {A} deleted {spent} of the {f}",
                "{spent} of the {f} were erased by mistake",
            ),
            "?spent": ("then {A} deleted some of the {f}", "some of the {f} got lost"),
            "left": ("now there are {left} {f} on the {dev}", "{A} has {left} {f} left"),
        },
        ask={
            "left": (
                "how many {f} are on {A's} {dev} now",
                "how many {f} does {A} have left",
                "how many {f} are left",
            ),
            "all": (
                "how many {f} did {A} have before deleting any",
                "how many {f} were there before some were deleted",
            ),
            "spent": ("how many {f} were deleted", "how many {f} did {A} delete"),
            "again": ("how many new {f} did {A} add",),
            "won": ("how many {f} did {A} have at first",),
        },
        order=("won", "again", "spent", "left"),
        weight=1.0,
    ),
    Plot(
        topic="put together and sorted",
        cast="A:person B:person x:collectible|stationery|book|sweet pack:box(x) v:gain(x)",
        draw=_albums,
        relations=(Balance("all", "first", "second"), Product("all", "groups", "each")),
        say={
            "first": ("{A} {v.ed} {first x}", "{A} has {first x} from {A.his} [uncle|aunt|grandmother]"),
            "second": (
                "{B} gave {A.him} {second} more",
                "{A} found {second} more {x} at home",
                "{A} {v.ed} another {second x}",
            ),
            "first second": (
                "{A} {v.ed} {first x} in the morning and {second} in the afternoon",
                "{A} has {first} old {x} and {second} new ones",
            ),
            "?first": ("{A} had {x.some}",),
            "?second": ("{B} gave {A.him} some more",),
            "groups each": (
                "{A} put all of them {pack.into} {groups pack} with {each} {pack.in} each",
                "all the {x} together fill {groups pack} of {each}",
            ),
            "groups ?each": (
                "{A} put all of them {pack.into} {groups pack}, the same number {pack.in} each",
                "{A} sorted all the {x} equally {pack.into} {groups pack}",
            ),
            "each ?groups": (
                "{A} put all the {x} into {pack}, {each} {pack.in} each",
                "{A} sorts all of them into {pack} of {each}",
            ),
        },
        ask={
            "each": (
                "how many {x} are {pack.in} each {pack.one}",
                "how many {x} did {A} put {pack.in} each {pack.one}",
            ),
            "groups": ("how many {pack} did {A} [need|use|fill]", "how many {pack} are there"),
            "all": ("how many {x} did {A} have [in all|altogether]", "how many {x} were sorted"),
        },
        order=("first", "second", "groups", "each"),
        clashes=frozenset({"things"}),
        weight=1.4,
    ),
    Plot(
        topic="some stay out, the rest in groups",
        cast="A:person|adult x:things pack:box(x) v:use(x)",
        draw=_leftover,
        relations=(Product("packed", "groups", "each"), Balance("all", "packed", "out")),
        say={
            "all": ("{A} [had|has|made|bought] {all x}",),
            "?all": ("{A} had {x.some}",),
            "out": ("{A} {v.ed} {out} of them", "{out} of them were {v.en}", "first {A} {v.ed} {out x?}"),
            "?out": ("{A} {v.ed} some of them",),
            "groups ?each": (
                "{A} put the others [equally |evenly ]{pack.into} {groups pack}",
                "the rest went {pack.into} {groups pack}, the same number {pack.in} each",
            ),
            "each ?groups": (
                "{A} put the others into {pack} with {each} {pack.in} each {pack.one}",
                "{A} packed the rest into {pack} of {each}",
            ),
            "groups each": (
                "{A} put the others {pack.into} {groups pack} with {each} {pack.in} each",
                "the rest filled {groups pack} of {each}",
            ),
        },
        ask={
            "groups": (
                "how many {pack} did {A} [use|fill|need]",
                "how many {pack} are there",
                "find the number of {pack}.",
            ),
            "each": ("how many {x} are {pack.in} each {pack.one}", "how many {x} did each {pack.one} hold"),
            "packed": ("how many {x} did {A} put into the {pack}", "how many {x} were left for the {pack}"),
            "all": ("how many {x} did {A} have [at first|in the beginning|to start with]",),
            "out": ("how many {x} did {A} {v}", "how many {x} were {v.en}"),
        },
        order=("all", "out", "groups", "each"),
        weight=1.6,
    ),
    Plot(
        topic="flying away",
        cast="x:wild p:@perch day:@day",
        draw=up_and_down,
        relations=(Balance("all", "won", "again"), Balance("left", "all", "-spent")),
        say={
            "won": ("{won x} were {p}", "there were {won x} {p}", "{p} there were {won x}"),
            "?won": ("there were {x.some} {p}", "{x.some} were {p}"),
            "again": (
                "{again} more [came|joined them|arrived]",
                "then {again} more {x} [came|joined them]",
                "soon {again} other {x} came",
            ),
            "?again": ("some more came", "then other {x} joined them"),
            "spent": ("{spent} of them [left|went away|disappeared]", "later {spent x} [left|went away]"),
            "?spent": ("some of them [left|went away]",),
            "left": ("now there are {left x} {p}", "in the end {left x} were there"),
        },
        ask={
            "left": ("how many {x} are {p} now", "how many {x} [stayed|were left|are there now|remained]"),
            "all": (
                "how many {x} were there before some left",
                "how many {x} were there after the others came",
            ),
            "spent": ("how many {x} [left|went away]",),
            "again": ("how many {x} joined the others", "how many {x} came later"),
            "won": ("how many {x} were there [at first|in the beginning]",),
        },
        order=("won", "again", "spent", "left"),
        bundles=False,
        weight=1.2,
    ),
    Plot(
        topic="more of one group",
        cast="C:institution k:people j:people",
        draw=_crowded,
        relations=(
            Balance("all", "big", "little"),
            Balance("more", "big", "-little"),
            Balance("grown", "big", "new"),
        ),
        say={
            "big little": ("{C} has {big k} and {little j}", "there are {big k} and {little j} at {C}"),
            "big": ("there are {big k} at {C}", "{C} has {big k}"),
            "little": ("there are {little j} at {C}",),
            "more": ("{C} has {more} more {k} than {j}", "there are {more} fewer {j} than {k} at {C}"),
            "new": (
                "{new} more {k} [will come|are going to join] [next week|next year|tomorrow]",
                "next month {new} other {k} will join",
            ),
        },
        ask={
            "all": (
                "how many {k} and {j} are there [now|at the moment] in all",
                "what is the total number of {k} and {j} now",
            ),
            "more": (
                "how many more {k} than {j} are there[| now]",
                "how many fewer {j} than {k} are there[| now]",
            ),
            "grown": ("how many {k} will there be then", "how many {k} will {C} have"),
            "little": ("how many {j} are there",),
            "big": ("how many {k} are there now",),
        },
        order=("big", "little", "more", "new"),
        clashes=frozenset({"people"}),
        weight=1.1,
    ),
)
