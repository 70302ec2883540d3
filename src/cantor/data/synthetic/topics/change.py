"""Somebody's things become fewer or more."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Value
from cantor.data.synthetic.draws import below, like, medium
from cantor.data.synthetic.plot import Plot

_HAD = (
    "{A} [owns|has got] {start x}",
    "in {A's} [room|house|bag], there [are|were] {start x}",
    "last week {A} had {start x}",
    "{A} was the owner of {start x}",
    "{A} [looked around and |]found that {A.he} had {start x}",
    "{A} [has|had|owned] {start x}",
    "{A} had {start x} [at first|to begin with|in the beginning]",
    "{A} started [the day|the week|out] with {start x}",
    "{A} [counted|kept] {start x} {spot}",
    "at [first|the start], {A} had {start x}",
)
_HAD_SOME = (
    "{A} had an unknown number of {x}",
    "there were [some|several|many] {x} in {A's} [room|house|bag]",
    "nobody knows how many {x} {A} had at first",
    "{A} [has|had] [some|a number of|a lot of|several] {x}",
    "{A} had {x.some}[ at first| to begin with|]",
    "{A} [kept|had] [a pile of|many|some] {x} {spot}",
)
_HAS_NOW = (
    "only {end x} [remain|remained|are left now]",
    "{A} [counts|counted] the rest and [finds|found] {end x}",
    "when {A} looked again, there were {end x}",
    "{A} still [has|had] {end x}",
    "now {A} has {end x}[| left]",
    "[in the end|after that|at the end] {A} had {end x}[| left]",
    "{A} [now has|was left with|ended up with] {end x}",
    "that left {A.him} with {end x}",
    "there [are|were] {end x} [left|now|in the end]",
)
_ASK_END = (
    "how many {x} does that leave",
    "how many {x} are there in the end",
    "how many {x} has {A} got [left|now]",
    "what number of {x} does {A} have now",
    "how many {x} should {A} have left",
    "can you tell how many {x} {A} has now",
    "how many {x} does {A} have [now|left]",
    "how many {x} [are|were] left",
    "how many {x} did {A} have [in the end|at the end|left|then|after that]",
    "what is the number of {x} {A} [has now|has left]",
    "how many {x} [remain|remained|are there now|does {A} still have]",
    "find [how many|the number of] {x} {A} has [now|in the end].",
    "calculate the number of {x} [that are left|{A} has left].",
    "with how many {x} did {A} end up",
    "how many {x} will {A} have then",
)
_ASK_START = (
    "how many {x} must {A} have had [at first|at the start]",
    "before all this, how many {x} did {A} have",
    "what number of {x} did {A} have [at first|in the beginning]",
    "can you find how many {x} {A} had at first",
    "how many {x} did {A} have [at first|to begin with|in the beginning|at the start|originally|before that]",
    "how many {x} were there [at first|to begin with|in the beginning|before]",
    "what was the [original|starting|initial] number of {x}",
    "how many {x} did {A} [start with|have at the start|start out with]",
    "find the number of {x} {A} had [at first|originally].",
    "with how many {x} did {A} start",
)

_USED = (
    "a little later {A} {v.ed} {used x?}",
    "during the [day|week] {A} {v.ed} {used x?}",
    "{A} went on and {v.ed} {used x?}",
    "[unfortunately|in the meantime|meanwhile], {used x} were {v.en}",
    "it turned out that {A} {v.ed} {used x?}",
    "{A} {v.ed} {used x?}[| yesterday| today| this morning| later| that day]",
    "then {A} {v.ed} {used x?}",
    "[later|afterwards|after a while|the next day], {A} {v.ed} {used x?}",
    "{used x} were {v.en}[| by {A}| on {day}]",
    "over the weekend {A} {v.ed} {used x?}",
    "{A} has {v.en} {used x?} [so far|since then]",
)
_USED_SOME = (
    "{A} {v.ed} [some|some of them|a few of them|some of the {x}|several of them]",
    "then {A} {v.ed} [some|a few|some of the {x}]",
    "[some|a few] of them were {v.en}",
)
_ASK_USED = (
    "how many {x} has {A} {v.en} in all",
    "what number of {x} did {A} {v}",
    "can you find how many {x} {A} {v.ed}",
    "how many {x} did {A} {v}[| in all| in total]",
    "how many {x} were {v.en}",
    "how many of the {x} did {A} {v}",
    "what [is|was] the number of {x} {A} {v.ed}",
    "find the number of {x} that {A} {v.ed}.",
    "how many {x} has {A} {v.en}",
)

_GOT = (
    "a week later {A} {g.ed} {got} more {x}",
    "{B}, a friend, brought {A.him} {got} more {x}",
    "with the help of {B}, {A} {g.ed} {got} more {x}",
    "{A} was happy to get {got} more {x}",
    "{A} {g.ed} {got} more {x} [yesterday|today|this morning|on {day}|later]",
    "then {A} {g.ed} {got} [more|more {x}|additional {x}|other {x}]",
    "{B} gave {A.him} {got} more[| {x}]",
    "[later|the next day|after lunch|that afternoon], {A} {g.ed} {got} more[| {x}]",
    "{A} {g.ed} another {got x}",
    "{A} got {got} more {x} from {B}",
    "{got} more {x} were [added|put there|brought by {B}]",
)
_GOT_SOME = (
    "{A} {g.ed} [some more|some more {x}|a few more|more {x}]",
    "then {A} {g.ed} some more[| {x}]",
    "{B} gave {A.him} some more[| {x}]",
)
_ASK_GOT = (
    "how many {x} did {A} get in addition",
    "what number of {x} did {A} {g} [later|after that]",
    "how many [more|additional|new] {x} did {A} {g}",
    "how many {x} did {A} get [later|after that]",
    "how many {x} were added",
    "find the number of {x} {A} {g.ed} [later|afterwards].",
)
_COMBINED_USE = (
    "{A} {v.ed} {used} of the {start x} {A} had",
    "out of {start x}, {A} {v.ed} {used}",
    "of the {start x} {spot}, {A} {v.ed} {used}",
)


def _lose(random: Random) -> dict[str, Value]:
    start = medium(random, 6)
    return {"start": start, "used": below(random, start)}


def _gain(random: Random) -> dict[str, Value]:
    start = medium(random, 2)
    return {"start": start, "got": like(random, start)}


def _gain_and_lose(random: Random) -> dict[str, Value]:
    start = medium(random, 3)
    got = like(random, start)
    return {"start": start, "got": got, "used": below(random, start + got)}


def _lose_twice(random: Random) -> dict[str, Value]:
    start = medium(random, 9)
    first = below(random, start - 3)
    return {"start": start, "first": first, "second": below(random, start - first)}


def _growing(random: Random) -> dict[str, Value]:
    start = medium(random, 3)
    return {"start": start, "first": like(random, start), "second": like(random, start)}


PLOTS = (
    Plot(
        topic="using up",
        cast="A:person|adult x:things|amount v:use(x) spot:@spot day:@day",
        draw=_lose,
        relations=(Balance("end", "start", "-used"),),
        say={
            "start": (*_HAD, "there [were|are] {start x} {spot}"),
            "?start": (*_HAD_SOME, "there were {x.some} {spot}"),
            "used": _USED,
            "?used": _USED_SOME,
            "start used": _COMBINED_USE,
            "used end ?start": (
                "after {A} {v.ed} {used} of {A's} {x}, {A.he} [has|had] {end} left",
                "{A} [has|had] {end x} left after {v.ing} {used} of them",
                "after {v.ing} {used x}, {A} [has|had] {end} left",
            ),
            "end": _HAS_NOW,
            "start end ?used": (
                "{A} had {start x} {spot}, but now [only {end} are left|there are only {end}]",
                "{A} [has|had] {start x} but only {end} are left after {A.he} {v.ed} some",
            ),
        },
        ask={"end": _ASK_END, "start": _ASK_START, "used": _ASK_USED},
        order=("start", "used", "end"),
        outcome="end",
        weight=2.0,
    ),
    Plot(
        topic="getting more",
        cast="A:person|adult B:person x:things|amount g:gain(x) spot:@spot day:@day",
        draw=_gain,
        relations=(Balance("end", "start", "got"),),
        say={
            "start": _HAD,
            "?start": _HAD_SOME,
            "got": _GOT,
            "?got": _GOT_SOME,
            "end": (
                "[now|altogether|in the end] {A} has {end x}",
                "{A} [now has|ended up with] {end x}[| in all| altogether]",
                "that makes {end x} [in all|altogether|now]",
                "there are {end x} [now|in all]",
            ),
            "got end ?start": (
                "after {g.ing} {got} more {x}, {A} [has|had] {end}[| in all]",
                "{A} [has|had] {end x} after {A.he} {g.ed} {got} more",
            ),
            "start end ?got": ("{A} had {start x} at first but now has {end}",),
        },
        ask={
            "end": (
                "how many {x} does {A} have [now|in all|altogether|in total]",
                "how many {x} [are there|does {A} have] [in all|now|in total]",
                "what is the total number of {x} {A} has[| now]",
                "how many {x} did {A} have [in the end|after that]",
                "find the total number of {x}.",
                "how many {x} will {A} have [in all|altogether]",
            ),
            "start": _ASK_START,
            "got": _ASK_GOT,
        },
        order=("start", "got", "end"),
        outcome="end",
        outcome_is_gain=True,
        weight=1.6,
    ),
    Plot(
        topic="getting and using",
        cast="A:person|adult B:person x:things|amount g:gain(x) v:use(x) spot:@spot day:@day",
        draw=_gain_and_lose,
        relations=(Balance("both", "start", "got"), Balance("end", "both", "-used")),
        say={
            "start": _HAD,
            "?start": _HAD_SOME,
            "got": _GOT,
            "?got": _GOT_SOME,
            "used": _USED,
            "?used": _USED_SOME,
            "end": _HAS_NOW,
        },
        ask={
            "end": _ASK_END,
            "start": _ASK_START,
            "used": _ASK_USED,
            "got": _ASK_GOT,
            "both": (
                "how many {x} did {A} have before {A.he} {v.ed} any",
                "how many {x} had {A} had in all before {A.he} {v.ed} some",
                "how many {x} did {A} have after {A.he} got more",
            ),
        },
        order=("start", "got", "used", "end"),
        outcome="end",
    ),
    Plot(
        topic="using up twice",
        cast="A:person|adult x:things v:use(x) day:@day dag:@day spot:@spot",
        draw=_lose_twice,
        relations=(Balance("gone", "first", "second"), Balance("end", "start", "-gone")),
        say={
            "start": _HAD,
            "?start": _HAD_SOME,
            "first": (
                "on {day} {A} {v.ed} {first x?}",
                "{A} {v.ed} {first x?} [in the morning|before lunch|on the first day|on {day}]",
                "first {A} {v.ed} {first x?}",
            ),
            "?first": ("{A} {v.ed} some [on {day}|in the morning|first]",),
            "second": (
                "{A} {v.ed} {second} more [in the afternoon|later|on {dag}|after dinner]",
                "then {A} {v.ed} {second} more[| {x}]",
                "on {dag} {A.he} {v.ed} {second} more",
            ),
            "?second": ("{A} {v.ed} some more [on {dag}|later|in the evening]",),
            "first second": (
                "{A} {v.ed} {first x} on {day} and {second} on {dag}",
                "{A} {v.ed} {first} of them in the morning and {second} in the afternoon",
                "on {day} {A} {v.ed} {first x}, and on {dag} {second} more",
            ),
            "end": _HAS_NOW,
        },
        ask={
            "end": _ASK_END,
            "start": _ASK_START,
            "gone": (
                "how many {x} did {A} {v} [in all|altogether|in total]",
                "how many {x} were {v.en} [in all|altogether]",
                "what is the total number of {x} {A} {v.ed}",
                "find how many {x} {A} {v.ed} altogether.",
            ),
            "first": ("how many {x} did {A} {v} [first|the first time]", "how many {x} did {A} {v} at first"),
            "second": (
                "how many {x} did {A} {v} the second time",
                "how many more {x} did {A} {v} after the first ones",
            ),
        },
        order=("start", "first", "second", "end"),
        outcome="end",
    ),
    Plot(
        topic="growing collection",
        cast="A:person B:person x:things g:gain(x) day:@day spot:@spot",
        draw=_growing,
        relations=(Balance("more", "first", "second"), Balance("end", "start", "more")),
        say={
            "start": _HAD,
            "?start": _HAD_SOME,
            "first": (
                "{A} {g.ed} {first} more on {day}",
                "{B} gave {A.him} {first} more[| {x}]",
                "in the morning {A} {g.ed} {first} more",
            ),
            "?first": ("{A} {g.ed} some more on {day}", "{B} gave {A.him} a few more"),
            "second": (
                "then {A} {g.ed} another {second}[| {x}]",
                "later {A} {g.ed} {second} more {x}",
                "{A} also {g.ed} {second} [more|others] [at the end of the week|the next day]",
            ),
            "end": (
                "now {A} has {end x}[| in all| altogether]",
                "in the end {A} had {end x}",
                "{A} ended up with {end x}",
            ),
        },
        ask={
            "end": (
                "how many {x} does {A} have [now|in all|altogether]",
                "what is the total number of {x} {A} has",
                "how many {x} did {A} have in the end",
            ),
            "start": _ASK_START,
            "more": (
                "how many {x} did {A} get [in all|altogether] after the start",
                "by how much did the number of {A's} {x} grow",
                "how many new {x} did {A} get[| in total]",
            ),
            "first": ("how many {x} did {A} get [first|the first time]",),
        },
        order=("start", "first", "second", "end"),
        outcome="end",
        outcome_is_gain=True,
        weight=0.7,
    ),
)
