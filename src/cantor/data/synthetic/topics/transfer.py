"""Things pass from one person to another."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Value
from cantor.data.synthetic.draws import below, like, medium
from cantor.data.synthetic.plot import Plot


def _give(random: Random) -> dict[str, Value]:
    start = medium(random, 6)
    return {"start": start, "given": below(random, start), "theirs": like(random, start)}


_START = (
    "there were {start x} in {A's} bag",
    "{A} [came|went] to {event} with {start x}",
    "{A} has got {start x}",
    "last week {A} had {start x}",
    "{A} [has|had|owned] {start x}",
    "{A} had {start x} [at first|to begin with]",
    "{A} brought {start x} to {event}",
    "at first, {A} had {start x}",
)
_GIVEN = (
    "{A} made {B.him} happy with {given x}",
    "because {B} had asked, {A} gave {B.him} {given x}",
    "{A} put {given x} into {B's} bag",
    "on {day} {B} asked for some, and {A} gave {B.him} {given x?}",
    "{A} let {B.him} have {given x?}",
    "{A} gave {given x?} to {B}",
    "{A} gave {B} {given x}",
    "{A} [gave|handed|lent|passed] {given x?} to {B}[| yesterday| after school| on {day}]",
    "{B} [got|received|took|borrowed] {given x?} from {A}",
    "then {A} [gave|sent] {B} {given x}",
    "{A} shared {given x} with {B}",
    "{given x} were given to {B} by {A}",
    "{A} decided to give {B} {given x}",
)
_GIVEN_SOME = (
    "{A} let {B.him} have some of the {x}",
    "{A} put some of the {x} into {B's} bag",
    "on {day} {A} gave a part of the {x} to {B}",
    "{A} gave [some|some of them|{x.some}|a few {x}] to {B}",
    "{A} gave {B} {x.some}",
    "{B} [got|took|borrowed] {x.some} from {A}",
    "then {A} [gave|handed] some of the {x} to {B}",
)

PLOTS = (
    Plot(
        topic="giving",
        cast="A:person|adult B:person x:things event:@event day:@day",
        draw=_give,
        relations=(Balance("end", "start", "-given"),),
        say={
            "start": _START,
            "?start": ("{A} had [some|a lot of|many|several] {x}", "{A} had {x.some} [with {A.him}|at home]"),
            "given": _GIVEN,
            "?given": _GIVEN_SOME,
            "start given": (
                "{A} gave {B} {given} of the {start x} {A} had",
                "of {A's} {start x}, {given} went to {B}",
                "{A}, who had {start x}, gave {given} to {B}",
            ),
            "given end ?start": (
                "after giving {given x} to {B}, {A} [has|had] {end} left",
                "{A} [has|had] {end x} left after {A.he} gave {given} of them to {B}",
                "when {A} gave {B} {given x}, {A.he} was left with {end}",
            ),
            "start end ?given": (
                "{A} had {start x}, but after giving some to {B}, {A.he} [has|had] only {end}[| left]",
            ),
            "end": (
                "now {A} has [only |]{end x}[| left]",
                "{A} [was left with|kept|still has] {end x}",
                "that left {A} with {end x}",
                "{A} [has|had] {end x} left",
            ),
        },
        ask={
            "end": (
                "how many {x} does {A} have [now|left]",
                "how many {x} did {A} [keep|have left|have after that]",
                "how many {x} are left with {A}",
                "what is the number of {x} {A} still has",
                "find the number of {x} {A} has now.",
                "how many {x} remain with {A}",
            ),
            "start": (
                "how many {x} did {A} have [at first|before|in the beginning|originally|to start with]",
                "how many {x} did {A} have before [{A.he} gave some to {B}|giving any to {B}|{B} got some]",
                "what was the number of {A's} {x} at the start",
                "with how many {x} did {A} start",
            ),
            "given": (
                "how many {x} did {A} give [to {B}|away]",
                "how many {x} did {B} get[| from {A}]",
                "how many {x} were given to {B}",
                "find the number of {x} {B} [received|got from {A}].",
            ),
        },
        order=("start", "given", "end"),
        outcome="end",
        weight=2.0,
    ),
    Plot(
        topic="giving between two",
        cast="A:person B:person x:things event:@event day:@day",
        draw=_give,
        relations=(
            Balance("end", "start", "-given"),
            Balance("after", "theirs", "given"),
            Balance("total", "start", "theirs"),
        ),
        also=(Balance("total", "end", "after"),),
        say={
            "start": (*_START, "{A} [has|had] {start x}"),
            "?start": ("{A} had {x.some}",),
            "theirs": ("{B} [has|had] {theirs x?}[| at first]", "{B} [has|had|owned] {theirs x}"),
            "?theirs": ("{B} had [some|a few|several] {x}[| at home| before]",),
            "start theirs": (
                "{A} [has|had] {start x} and {B} [has|had] {theirs}",
                "{A} and {B} [have|had] {start} and {theirs x}, respectively",
                "{A} had {start x}, while {B} had {theirs}",
            ),
            "given": _GIVEN,
            "?given": _GIVEN_SOME,
            "end": (
                "now {A} has {end x}[| left]",
                "{A} [still has|kept] {end x}",
                "this left {A} with {end x}",
            ),
            "after": ("now {B} has {after x}", "{B} [now has|then had|ended up with] {after x}"),
        },
        ask={
            "end": (
                "how many {x} does {A} have [now|left]",
                "how many {x} did {A} have [left|after that]",
                "what number of {x} does {A} have after giving some to {B}",
            ),
            "after": (
                "how many {x} does {B} have [now|in all|altogether]",
                "how many {x} did {B} have [then|after that|in the end]",
                "find the number of {x} {B} has now.",
            ),
            "start": ("how many {x} did {A} have [at first|before|originally|in the beginning]",),
            "theirs": (
                "how many {x} did {B} have [at first|before|in the beginning]",
                "how many {x} did {B} have before {A} gave {B.him} some",
            ),
            "given": ("how many {x} did {A} give [to {B}|away]", "how many {x} did {B} get from {A}"),
            "total": (
                "how many {x} do {A} and {B} have [together|in all|altogether|in total]",
                "how many {x} do they have [together|in all|altogether]",
                "what is the total number of {x} {A} and {B} have",
            ),
        },
        order=("start", "theirs", "given", "end", "after"),
        loose=("start", "theirs"),
        weight=1.3,
    ),
)
