"""What may happen next to the things that somebody has in the end; each goes on from the count "in"."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Value
from cantor.data.synthetic.plot import Plot


def _never(random: Random) -> None:
    """Sequels are drawn by `follow` only."""


def _split(random: Random, values: Mapping[str, Value]) -> dict[str, Value] | None:
    number = values["in"]
    sizes = [k for k in range(2, 13) if number % k == 0 and number // k > 1]
    if not sizes or not isinstance(number, int):
        return None
    size = random.choice(sizes)
    return {"packs": size, "inside": number // size}


def _friends(random: Random, values: Mapping[str, Value]) -> dict[str, Value] | None:
    split = _split(random, values)
    return split and {"friends": split["packs"], "share": split["inside"]}


def _price(random: Random, values: Mapping[str, Value]) -> dict[str, Value] | None:
    if values["in"] > 400:
        return None
    return {"each_price": random.randint(2, 15)}


def _minutes(random: Random, values: Mapping[str, Value]) -> dict[str, Value] | None:
    return {"chore": random.randint(2, 15)} if values["in"] < 60 else None


def _rest(random: Random, values: Mapping[str, Value]) -> dict[str, Value] | None:
    number = values["in"]
    return {"kept": random.randint(2, int(number) - 2)} if number > 6 else None


#: After a loss: what happens to what is left.
AFTER_LOSS = (
    Plot(
        topic="packed",
        cast="case:box(x)",
        draw=_never,
        follow=_split,
        relations=(Product("in", "packs", "inside"),),
        say={
            "packs ?inside": (
                "{A} [divided|split|put] [the rest|what was left|the "
                "remaining {x}] equally [into|among] {packs case}",
                "{A} [packed|sorted] the {x} that were left [equally |evenly ]{case.into} {packs case}",
            ),
            "inside ?packs": (
                "{A} [packs|packed|put] the remaining {x} into {case}, {inside} [to a|in each] {case.one}",
                "{A} [put|placed] the {x} that were left in {case} of {inside}",
            ),
            "packs inside": (
                "{A} [packed|put] the rest in {packs case} with {inside x} {case.in} each",
                "the remaining {x} just filled {packs case} with {inside} in each",
            ),
        },
        ask={
            "in": (
                "how many {x} did {A} put into {case}",
                "how many {x} were packed",
                "how many {x} are there in all the {case} together",
                "how many {x} did {A} have for the {case}",
            ),
            "inside": (
                "how many {x} [are|were] {case.in} each {case.one}",
                "how many {x} does each {case.one} [hold|have]",
                "find the number of {x} per {case.one}.",
            ),
            "packs": (
                "how many {case} [did {A} need|were needed|does {A} fill|can {A} fill]",
                "how many {case} are there",
                "what is the number of {case}",
            ),
        },
        order=("packs", "inside"),
    ),
    Plot(
        topic="shared out",
        cast="",
        draw=_never,
        follow=_friends,
        relations=(Product("in", "friends", "share"),),
        say={
            "friends ?share": (
                "{A} [shared|divided|split] [the rest|the remaining {x}] "
                "equally among {friends} [friends|children|classmates]",
                "{friends} friends [shared|split] the remaining {x} [equally|evenly]",
            ),
            "share ?friends": (
                "{A} gave the remaining {x} to {A.his} friends, and each [friend |of them |]got {share}",
                "{A} handed out the rest so that each friend got {share x}",
            ),
            "friends share": ("{A} gave the rest to {friends} friends, and each of them got {share x}",),
        },
        ask={
            "in": (
                "how many {x} were shared out",
                "how many {x} did all the friends get together",
                "how many {x} did {A} give to {A.his} friends",
            ),
            "share": (
                "how many {x} [does|did|will] each of them get",
                "how many {x} did each [person|friend] receive",
                "how many {x} were there for each",
            ),
            "friends": (
                "how many friends [got {x}|were there]",
                "among how many friends were the {x} shared",
                "how many friends did {A} share with",
            ),
        },
        order=("friends", "share"),
    ),
    Plot(
        topic="sold",
        cast="",
        draw=_never,
        follow=_price,
        kinds={"each_price": "money", "income": "money"},
        relations=(Product("income", "in", "each_price"),),
        say={
            "each_price ?income": (
                "{A} sold [the rest|the remaining {x}|all that were left] for {each_price} [each|apiece]",
                "the remaining {x} were sold at {each_price} each",
                "{A} sells [the rest|what is left] at {each_price} per {x.one}",
            ),
            "each_price income": (
                "{A} sold the rest for {each_price} each and [got|made|earned] {income}[| in all]",
                "{A} [got|made|earned] {income} by selling the rest at {each_price} each",
            ),
            "income ?each_price": (
                "{A} [sold|then sold] [the rest|the remaining {x}] for {income} [in total|in all|altogether]",
                "{A} earned {income} by selling the rest, all at the same price",
            ),
        },
        ask={
            "in": (
                "how many {x} did {A} sell",
                "how many {x} were sold",
                "find the number of {x} that were sold.",
            ),
            "income": (
                "how much [money |]did {A} [make|earn|get] [in all|from selling them|by selling the rest]",
                "how much money does {A} make",
                "how many dollars did {A} [earn|get]",
                "what was the total income from the {x}",
                "calculate how much {A} earned.",
            ),
            "each_price": (
                "[for how much did {A} sell each {x.one}|what was the price of each {x.one}]",
                "how much did each {x.one} sell for",
                "how many dollars did {A} charge per {x.one}",
            ),
        },
        order=("each_price", "income"),
    ),
    Plot(
        topic="another part taken",
        cast="D:person",
        draw=_never,
        follow=_rest,
        relations=(Balance("final", "in", "-kept"),),
        say={
            "kept": (
                "{A} [put aside|set aside|saved] {kept} of the "
                "[rest|remaining {x}] for {D} and kept the others",
                "{D} [took|got|received] {kept} of the remaining {x}",
                "of the rest, {kept} went to {D}",
            ),
            "?kept": (
                "{D} [took|got|received] some of the remaining {x}",
                "then {A} gave a few of the {x} that were left to {D}",
            ),
            "final": ("in the end only {final x} were left", "in the end there were {final x}"),
        },
        ask={
            "in": (
                "how many {x} were left before {D} got some",
                "how many {x} did {A} have just before {D} got some",
                "before {D} came, how many {x} did {A} have",
            ),
            "final": (
                "how many {x} [does|did] {A} have in the end",
                "how many {x} are there in the end",
                "how many {x} are left at the very end",
            ),
            "kept": ("how many {x} did {D} get", "how many {x} went to {D}"),
        },
        order=("kept", "final"),
    ),
    Plot(
        topic="time for each",
        cast="",
        draw=_never,
        follow=_minutes,
        relations=(Product("chores", "in", "chore"),),
        say={
            "chore": (
                "it takes {chore minute} to [wrap|clean|label|check] each of the {x} that are left",
                "{A} [spends {chore minute} cleaning|needs {chore minute} to label] each remaining {x.one}",
            ),
        },
        ask={
            "in": (
                "how many {x} [are|were] left for this work",
                "for how many {x} does {A} have to do this",
            ),
            "chores": (
                "how many minutes [will|does] it take to do all of them",
                "how long, in minutes, will all of them take",
                "how many minutes does {A} need for all the remaining {x}",
            ),
        },
        order=("chore",),
    ),
)

_NOT_A_REST = (
    ("of the remaining {x}", "of the {x}"),
    ("all that were left", "all of them"),
    ("all the remaining {x}", "all the {x}"),
    ("the remaining {x}", "all the {x}"),
    ("the {x} that were left", "the {x}"),
    ("the {x} that are left", "the {x}"),
    ("are|were] left for this work", "are|were] there to do"),
    ("[rest|remaining {x}]", "{x}"),
    ("each remaining", "each"),
    ("what was left", "all of them"),
    ("what is left", "all of them"),
    ("of the rest", "of the {x}"),
    ("selling the rest", "selling them"),
    ("the rest", "all of them"),
)


def _whole(template: str) -> str:
    for rest, whole in _NOT_A_REST:
        template = template.replace(rest, whole)
    return template


def _after_gain(plot: Plot) -> Plot:
    """The same sequel where nothing was taken away before, so that there is no "rest"."""
    return replace(
        plot,
        say={key: [_whole(t) for t in templates] for key, templates in plot.say.items()},
        ask={key: [_whole(t) for t in templates] for key, templates in plot.ask.items()},
    )


#: After a gain: what happens to all of them.
AFTER_GAIN = tuple(_after_gain(plot) for plot in AFTER_LOSS)
