"""Games, scores and prizes."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Value
from cantor.data.synthetic.draws import below, like, up_and_down
from cantor.data.synthetic.plot import Plot


def _score(random: Random) -> dict[str, Value]:
    first = random.randint(8, 60)
    return {"first": first, "second": like(random, first, 5), "theirs": below(random, first, 3)}


def _games(random: Random) -> dict[str, Value]:
    return {"won": random.randint(3, 60), "lost": random.randint(2, 30), "points": random.randint(2, 6)}


PLOTS = (
    Plot(
        topic="arcade",
        cast="A:person B:person toy:toy t:@prize game:@game hoop:@game",
        draw=up_and_down,
        relations=(Balance("all", "won", "again"), Balance("left", "all", "-spent")),
        say={
            "": ("{A} was at the fair", "{A} played some games [at the fair|with {B}]"),
            "won": ("{A} won {won} {t} [playing|at] {game}", "playing {game}, {A} won {won} {t}"),
            "?won": ("{A} won some {t} at {game}",),
            "again": (
                "{A} won {again} more at {hoop}",
                "then {A} won another {again} {t} [playing|at] {hoop}",
            ),
            "?again": ("{A} won some more {t} at {hoop}",),
            "won again": (
                "{A} won {won} {t} at {game} and {again} [more |]at {hoop}",
                "{A} got {won} {t} from {game} and {again} {t} from {hoop}",
            ),
            "spent": (
                "{A} [traded|exchanged|used] {spent} {t} for {toy.a}",
                "{toy.a} cost {A} {spent} {t}",
                "{A} gave {spent} {t} to {B}",
            ),
            "?spent": ("{A} used some {t} to get {toy.a}",),
            "left": ("now {A} has {left} {t}[| left]", "{A} had {left} {t} left[| at the end of the day]"),
        },
        ask={
            "left": (
                "how many {t} does {A} have [left|now]",
                "how many {t} did {A} have in the end",
                "find the number of {t} left.",
            ),
            "all": (
                "how many {t} did {A} win [in all|altogether|in total]",
                "what is the total number of {t} {A} won",
            ),
            "spent": ("how many {t} did {A} use", "how many {t} did {A} not keep"),
            "won": ("how many {t} did {A} win at {game}",),
            "again": ("how many {t} did {A} win at {hoop}",),
        },
        order=("won", "again", "spent", "left"),
        clashes=frozenset({"things"}),
        weight=1.3,
    ),
    Plot(
        topic="two halves of a game",
        cast="A:person B:person s:@sport",
        draw=_score,
        relations=(Balance("all", "first", "second"), Balance("more", "all", "-theirs")),
        say={
            "": ("{A} and {B} play {s}", "{A} had a {s} game"),
            "first": (
                "{A} scored {first} points [early in the game|before the break|in the opening part]",
                "before the break, {A} scored {first} points",
            ),
            "second": (
                "{A} scored {second} more [after the break|later]",
                "after the break, {A} scored {second} points",
            ),
            "first second": ("{A} scored {first} points before the break and {second} after it",),
            "theirs": (
                "{B} scored {theirs} points in the whole game",
                "in the whole game, {B} got {theirs} points",
            ),
            "all": ("{A} scored {all} points in [all|the whole game]", "{A's} final score was {all} points"),
            "more": (
                "{A} scored {more} more points than {B} in the whole game",
                "{B's} final score was {more} points lower than {A's}",
            ),
        },
        ask={
            "all": (
                "how many points did {A} score [in all|altogether|in the whole game]",
                "what was {A's} [total|final] score",
            ),
            "more": (
                "by how many points did {A} beat {B}",
                "how many more points did {A} score than {B}",
                "how many fewer points did {B} score than {A}",
            ),
            "first": ("how many points did {A} score before the break",),
            "second": ("how many points did {A} score after the break",),
            "theirs": ("how many points did {B} score", "what was {B's} final score"),
        },
        order=("first", "second", "all", "theirs", "more"),
        weight=1.2,
    ),
    Plot(
        topic="season",
        cast="t:@team s:@sport",
        draw=_games,
        relations=(Balance("all", "won", "lost"), Product("total", "won", "points")),
        say={
            "won": ("{t} won {won} games[| this season| last year]", "{t} won {won} of its games"),
            "lost": ("{t} lost {lost} games", "it lost {lost} games[| this season]"),
            "all": ("{t} played {all} games [this season|in all|last year]",),
            "won lost": ("{t} won {won} games and lost {lost}",),
            "points": (
                "each win [brings|is worth|gives] {points} points",
                "a team gets {points} points for every win and none for a loss",
            ),
        },
        ask={
            "all": ("how many games did {t} play [in all|altogether]", "what is the total number of games"),
            "lost": ("how many games did {t} [lose|not win]", "how many of the games were lost"),
            "won": ("how many games did {t} win",),
            "total": ("how many points did {t} get[| in all]", "what is the total number of points of {t}"),
        },
        order=("all", "won", "lost", "points"),
        weight=0.9,
    ),
)
