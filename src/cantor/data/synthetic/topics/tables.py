"""Two by two: who and what, when and what. Every number is told; the question picks the ones that matter."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Value
from cantor.data.synthetic.draws import below
from cantor.data.synthetic.plot import Plot


def _four(random: Random) -> dict[str, Value]:
    """a > c and b > d, so that both differences can be asked for."""
    top = random.choice((20, 20, 50, 90, 300))
    a, b = random.randint(5, top), random.randint(5, top)
    return {"a": a, "b": b, "c": below(random, a), "d": below(random, b)}


_RELATIONS = (
    Balance("left", "a", "b"),
    Balance("right", "c", "d"),
    Balance("upper", "a", "c"),
    Balance("lower", "b", "d"),
    Balance("more", "a", "-c"),
    Balance("also_more", "b", "-d"),
    Balance("all", "a", "b", "c", "d"),
)
_ALSO = (Balance("all", "left", "right"), Balance("all", "upper", "lower"))

PLOTS = (
    Plot(
        topic="two people, two things",
        cast="A:person B:person x,y,H:things g:gain(x)",
        draw=_four,
        relations=_RELATIONS,
        also=_ALSO,
        say={
            "a b": (
                "{A} has {a x} and {b y}",
                "{A} {g.ed} {a x} and {b y}",
                "there are {a x} and {b y} in {A's} [bag|box|room]",
            ),
            "c d": (
                "{B} has {c x} and {d y}",
                "{B} {g.ed} {c x} and {d y}",
                "there are {d y} and {c x} in {B's} [bag|box|room]",
            ),
            "a c": ("{A} has {a x} and {B} has {c}", "{A} {g.ed} {a x}, while {B} {g.ed} {c}"),
            "b d": ("{A} has {b y} and {B} has {d}", "{B} has {d y}, but {A} has {b}"),
            "upper": ("together {A} and {B} have {upper x}",),
            "left": ("{A} has {left x} and {y} in all",),
        },
        ask={
            "left": (
                "how many {x} and {y} does {A} have [together|in all]",
                "how many {H} does {A} have [in all|altogether]",
            ),
            "right": (
                "how many {x} and {y} does {B} have [together|in all]",
                "how many {H} does {B} have [in all|altogether]",
            ),
            "upper": (
                "how many {x} do {A} and {B} have [together|in all|altogether]",
                "what is the total number of {x}",
            ),
            "lower": (
                "how many {y} do {A} and {B} have [together|in all|altogether]",
                "what is the total number of {y}",
            ),
            "more": ("how many more {x} does {A} have than {B}", "how many fewer {x} does {B} have than {A}"),
            "also_more": (
                "how many more {y} does {A} have than {B}",
                "how many fewer {y} does {B} have than {A}",
            ),
            "all": (
                "how many {H} do they have [altogether|in all]",
                "how many {x} and {y} do {A} and {B} have altogether",
            ),
            "c": ("how many {x} does {B} have",),
        },
        order=("a", "b", "left", "c", "d", "upper"),
        bundles=False,
        clashes=frozenset({"things"}),
        weight=2.0,
    ),
    Plot(
        topic="two times, two things",
        cast="A:person|adult x,y,H:things g:gain(x)",
        draw=_four,
        relations=_RELATIONS,
        also=_ALSO,
        say={
            "a b": (
                "in the morning {A} {g.ed} {a x} and {b y}",
                "{A} {g.ed} {a x} and {b y} in the morning",
                "{A} {g.ed} {b y} and {a x} in the morning",
            ),
            "c d": (
                "in the afternoon {A} {g.ed} {c x} and {d y}",
                "{A} {g.ed} {c x} and {d y} in the afternoon",
                "in the afternoon it was {d y} and {c x}",
            ),
            "a c": (
                "{A} {g.ed} {a x} in the morning and {c} in the afternoon",
                "{A} {g.ed} {c x} in the afternoon and {a} in the morning",
            ),
            "b d": (
                "{A} {g.ed} {b y} in the morning and {d} in the afternoon",
                "{A} also {g.ed} {d y} in the afternoon and {b} in the morning",
            ),
        },
        ask={
            "left": (
                "how many {x} and {y} did {A} {g} in the morning",
                "how many {H} did {A} {g} in the morning",
            ),
            "right": (
                "how many {x} and {y} did {A} {g} in the afternoon",
                "how many {H} did {A} {g} in the afternoon",
            ),
            "upper": (
                "how many {x} did {A} {g} [in all|altogether|that day]",
                "what is the total number of {x} {A} {g.ed}",
            ),
            "lower": (
                "how many {y} did {A} {g} [in all|altogether|that day]",
                "what is the total number of {y} {A} {g.ed}",
            ),
            "more": (
                "how many more {x} did {A} {g} in the morning than in the afternoon",
                "how many fewer {x} did {A} {g} in the afternoon than in the morning",
            ),
            "also_more": (
                "how many more {y} did {A} {g} in the morning than in the afternoon",
                "how many fewer {y} did {A} {g} in the afternoon than in the morning",
            ),
            "all": (
                "how many {H} did {A} {g} that day [in all|altogether]",
                "how many {x} and {y} did {A} {g} altogether",
            ),
        },
        order=("a", "b", "c", "d"),
        bundles=False,
        clashes=frozenset({"things"}),
        weight=1.6,
    ),
    Plot(
        topic="two classes, boys and girls",
        cast="C:institution club:@subject crew:@subject",
        draw=_four,
        relations=_RELATIONS,
        also=_ALSO,
        say={
            "a b": (
                "there are {a} girls and {b} boys in the {club} class",
                "{a} girls and {b} boys take {club} lessons",
                "the {club} class has {b} boys and {a} girls",
            ),
            "c d": (
                "there are {c} girls and {d} boys in the {crew} class",
                "{c} girls and {d} boys take {crew} lessons",
                "the {crew} class has {d} boys and {c} girls",
            ),
            "left": ("the {club} class has {left} students",),
        },
        ask={
            "left": ("how many students are in the {club} class", "how many girls and boys take {club}"),
            "right": ("how many students are in the {crew} class", "how many girls and boys take {crew}"),
            "upper": (
                "how many girls are there in both classes together",
                "how many girls take {club} or {crew}",
            ),
            "lower": (
                "how many boys are there in both classes together",
                "how many boys take {club} or {crew}",
            ),
            "more": (
                "how many more girls take {club} than {crew}",
                "how many fewer girls take {crew} than {club}",
            ),
            "also_more": (
                "how many more boys take {club} than {crew}",
                "how many fewer boys take {crew} than {club}",
            ),
            "all": (
                "how many students are there in both classes [together|altogether]",
                "what is the total number of students",
            ),
        },
        order=("a", "b", "left", "c", "d"),
        clashes=frozenset({"people"}),
        weight=1.0,
    ),
)
