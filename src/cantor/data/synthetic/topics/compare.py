"""More than, fewer than, times as many: who has how many."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Value
from cantor.data.synthetic.draws import below, medium, small
from cantor.data.synthetic.plot import Plot


def _more(random: Random) -> dict[str, Value]:
    big = medium(random, 6)
    return {"big": big, "little": below(random, big)}


def _times(random: Random) -> dict[str, Value]:
    return {"little": medium(random, 2), "k": random.choice((2, 2, 2, 3, 3, 4, 5, 6, 7, 8, 10))}


def _three(random: Random) -> dict[str, Value]:
    a = small(random, 4, 40)
    return {"a": a, "d": small(random, 2, 15), "k": random.choice((2, 2, 3, 4))}


def _chain(random: Random) -> dict[str, Value]:
    a = small(random, 8, 60)
    return {"a": a, "d": small(random, 2, 20), "e": below(random, a, 2)}


_BIG = (
    "{A} counted {big x}",
    "in all, {A} has {big x}",
    "{A} [came home|showed up] with {big x}",
    "{A} [has|had|owns] {big x}",
    "{A} {g.ed} {big x}[| last week| on {day}]",
    "there are {big x} in {A's} [box|bag|collection|basket]",
)
_LITTLE = (
    "{B} counted {little x}",
    "in all, {B} has {little x}",
    "{B} [came home|showed up] with {little x}",
    "{B} [has|had|owns] {little x}",
    "{B} {g.ed} {little x}[| last week| on {day}]",
    "there are {little x} in {B's} [box|bag|collection|basket]",
)
_DIFFERENCE = (
    "{A} has {more} more {x} than {B}",
    "{B} has {more} fewer {x} than {A}",
    "{A} {g.ed} {more} more {x} than {B} did",
    "that is {more} fewer than {A} has",
    "{B} [needs|would need] {more} more {x} to have as many as {A}",
)
_ASK_MORE = (
    "how much larger is the number of {A's} {x} than the number of {B's}",
    "how many {x} fewer than {A} does {B} have",
    "how many {x} would {B} have to get to have as many as {A}",
    "what is the difference between the number of {A's} {x} and the number of {B's}",
    "how many more {x} does {A} have than {B}",
    "how many fewer {x} does {B} have than {A}",
    "what is the difference between the numbers of {x} {A} and {B} have",
    "by how many {x} does {A} have more than {B}",
    "how many more {x} does {B} need to have as many as {A}",
    "how many {x} more than {B} does {A} have",
    "find how many more {x} {A} has than {B}.",
)
_ASK_BOTH = (
    "if {A} and {B} put their {x} together, how many are there",
    "how many {x} are there if {A} and {B} put all of theirs together",
    "what do the {x} of {A} and {B} add up to",
    "how many {x} is that altogether",
    "how many {x} do {A} and {B} have [together|in all|altogether|in total]",
    "how many {x} do they have [together|in all|altogether|in total|combined]",
    "what is the total number of {x} {A} and {B} have",
    "find the number of {x} that {A} and {B} have together.",
)

PLOTS = (
    Plot(
        topic="more and fewer",
        cast="A:person B:person x:things g:gain(x) day:@day",
        draw=_more,
        relations=(Balance("more", "big", "-little"), Balance("both", "big", "little")),
        say={
            "big": _BIG,
            "little": _LITTLE,
            "more": _DIFFERENCE[:3],
            "big little": (
                "{A} has {big x} and {B} has {little}[| {x}]",
                "{A} has {big x}, while {B} has {little}",
                "{B} has {little x}, but {A} has {big}",
                "{A} and {B} have {big} and {little x}, respectively",
                "{B} {g.ed} {little x} and {A} {g.ed} {big}",
            ),
            "big more": (
                "{A} has {big x}, which is {more} more than {B} has",
                "{A} has {big x}, and {B} has {more} fewer",
                "{B} has {more} fewer {x} than {A}, who has {big}",
            ),
            "little more": (
                "{B} has {little x}, which is {more} fewer than {A} has",
                "{B} has {little x}, and {A} has {more} more",
                "{A} has {more} more {x} than {B}, who has {little}",
            ),
            "both": ("[together |]{A} and {B} have {both x}", "{A} and {B} have {both x} [together|in all]"),
        },
        ask={
            "more": _ASK_MORE,
            "both": _ASK_BOTH,
            "big": (
                "how many {x} does {A} have",
                "what is the number of {x} that {A} has",
                "find the number of {A's} {x}.",
            ),
            "little": (
                "how many {x} does {B} have",
                "what is the number of {x} that {B} has",
                "find the number of {B's} {x}.",
            ),
        },
        order=("big", "little", "more", "both"),
        loose=("big", "little", "more"),
        weight=3.0,
        clashes=frozenset({"things"}),
    ),
    Plot(
        topic="times as many",
        cast="A:person B:person x:things g:gain(x) day:@day",
        draw=_times,
        kinds={"k": "times"},
        relations=(
            Product("big", "little", "k"),
            Balance("more", "big", "-little"),
            Balance("both", "big", "little"),
        ),
        say={
            "big": _BIG,
            "little": _LITTLE,
            "k": (
                "{A} has {k} as many {x} as {B}",
                "{A} {g.ed} {k} as many {x} as {B}[| did]",
                "{A} has {k the} {x} that {B} has",
            ),
            "little k": (
                "{B} has {little x}, and {A} has {k} as many",
                "{A} has {k} as many {x} as {B}, who has {little}",
                "{B} {g.ed} {little x} and {A} {g.ed} {k} as many",
            ),
            "big k": ("{A} has {big x}, which is {k} as many as {B} has",),
            "both": ("together {A} and {B} have {both x}",),
        },
        ask={
            "more": _ASK_MORE,
            "both": _ASK_BOTH,
            "big": (
                "how many {x} does {A} have",
                "how many {x} did {A} get",
                "find the number of {A's} {x}.",
            ),
            "little": ("how many {x} does {B} have", "find the number of {x} {B} has."),
            "k": (
                "how many times as many {x} does {A} have as {B}",
                "the number of {x} {A} has is how many times the number {B} has",
            ),
        },
        order=("little", "big", "k", "both"),
        loose=("little", "big", "k"),
        weight=2.0,
        clashes=frozenset({"things"}),
    ),
    Plot(
        topic="three people",
        cast="A:person B:person C:person x:things g:gain(x)",
        draw=_three,
        kinds={"k": "times"},
        relations=(
            Balance("b", "a", "d"),
            Product("c", "b", "k"),
            Balance("two", "a", "b"),
            Balance("all", "a", "b", "c"),
            Balance("gap", "c", "-a"),
        ),
        say={
            "a": ("{A} [has|had] {a x}", "{A} {g.ed} {a x}", "there are {a x} in {A's} collection"),
            "b": ("{B} has {b x}", "{B} {g.ed} {b x}"),
            "d": (
                "{B} has {d} more {x} than {A}",
                "{A} has {d} fewer {x} than {B}",
                "{B} {g.ed} {d} more {x} than {A}",
            ),
            "k": (
                "{C} has {k} as many {x} as {B}",
                "{C} has {k the} {x} {B} has",
                "{C} {g.ed} {k} as many {x} as {B}",
            ),
            "c": ("{C} has {c x}", "{C} {g.ed} {c x}"),
        },
        ask={
            "b": ("how many {x} does {B} have", "find the number of {B's} {x}."),
            "c": ("how many {x} does {C} have", "find the number of {x} that {C} has."),
            "a": ("how many {x} does {A} have", "what is the number of {x} that {A} has"),
            "all": (
                "how many {x} do {A}, {B} and {C} have [altogether|in total|combined]",
                "what is the total number of {x} they have",
                "how many {x} do they have in all",
            ),
            "two": ("how many {x} do {A} and {B} have [together|altogether]",),
            "gap": ("how many more {x} does {C} have than {A}", "how many fewer {x} does {A} have than {C}"),
        },
        order=("a", "b", "d", "k", "c"),
        loose=("a", "b", "d", "k", "c"),
        clashes=frozenset({"things"}),
        weight=1.6,
    ),
    Plot(
        topic="more here, fewer there",
        cast="A:person B:person C:person x:things g:gain(x)",
        draw=_chain,
        relations=(
            Balance("b", "a", "d"),
            Balance("c", "a", "-e"),
            Balance("all", "a", "b", "c"),
            Balance("gap", "b", "-c"),
            Balance("ends", "b", "c"),
        ),
        say={
            "a": ("{A} [has|had] {a x}", "{A} {g.ed} {a x}"),
            "b": ("{B} has {b x}", "{B} {g.ed} {b x}"),
            "d": (
                "{B} has {d} more {x} than {A}",
                "{A} has {d} fewer {x} than {B}",
                "{B} {g.ed} {d} more than {A}",
            ),
            "e": (
                "{C} has {e} fewer {x} than {A}",
                "{A} has {e} more {x} than {C}",
                "{C} {g.ed} {e} fewer than {A}",
            ),
            "c": ("{C} has {c x}", "{C} {g.ed} {c x}"),
        },
        ask={
            "b": ("how many {x} does {B} have", "what is the number of {x} {B} has"),
            "c": ("how many {x} does {C} have", "what is the number of {x} {C} has"),
            "a": ("how many {x} does {A} have",),
            "gap": ("how many more {x} does {B} have than {C}", "how many fewer {x} does {C} have than {B}"),
            "ends": ("how many {x} do {B} and {C} have [together|in all]",),
            "all": (
                "how many {x} do {A}, {B} and {C} have [altogether|in total|together]",
                "how many {x} do they have altogether",
                "find the total number of {x} of {A}, {B} and {C}.",
            ),
        },
        order=("a", "b", "d", "e", "c"),
        loose=("a", "b", "d", "e", "c"),
        clashes=frozenset({"things"}),
        weight=0.8,
    ),
)
