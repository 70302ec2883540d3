"""Rectangles, lengths and pieces."""

from random import Random

from cantor.data.synthetic.algebra import Balance, Product, Value
from cantor.data.synthetic.draws import below
from cantor.data.synthetic.plot import Plot


def _rectangle(random: Random) -> dict[str, Value]:
    wide = random.randint(2, 20)
    return {"wide": wide, "long": wide + random.randint(2, 20), "price": random.randint(2, 15)}


def _square(random: Random) -> dict[str, Value]:
    return {"side": random.randint(3, 40)}


def _pieces(random: Random) -> dict[str, Value]:
    return {"size": random.randint(2, 12), "pieces": random.randint(2, 12), "rest": random.randint(2, 9)}


def _lengths(random: Random) -> dict[str, Value]:
    big = random.randint(8, 150)
    return {"big": big, "little": below(random, big, 3)}


def _rows(random: Random) -> dict[str, Value]:
    return {"rows": random.randint(2, 20), "each": random.randint(3, 24), "empty": random.randint(2, 15)}


PLOTS = (
    Plot(
        topic="rectangle",
        cast="A:person|adult room:@room",
        draw=_rectangle,
        constants={"two": 2},
        kinds={"price": "money", "fencecost": "money", "floorcost": "money"},
        relations=(
            Product("area", "long", "wide"),
            Balance("half", "long", "wide"),
            Product("around", "half", "two"),
            Product("fencecost", "around", "price"),
        ),
        say={
            "": ("{A} is measuring {A.his} {room}",),
            "long": ("the {room} is {long foot} long", "the length of the {room} is {long foot}"),
            "wide": (
                "it is {wide foot} wide",
                "the width of the {room} is {wide foot}",
                "the {room} is {wide foot} wide",
            ),
            "long wide": (
                "{A} has a rectangular {room} that is {long foot} long and {wide foot} wide",
                "a {room} is {long foot} by {wide foot}",
                "a rectangular {room} [measures|is] {long foot} by {wide foot}",
                "the [sides|length and width] of a rectangular {room} are {long foot} and {wide foot}",
            ),
            "area": (
                "the area of the rectangular {room} is {area} square feet",
                "the rectangular {room} covers {area} square feet",
            ),
            "price": (
                "a border around it costs {price} per foot",
                "{A} pays {price} for each foot of the border",
            ),
        },
        ask={
            "area": (
                "what is the area of the {room}[| in square feet]",
                "how many square feet is the {room}",
                "find the area of the {room}.",
                "how many square feet does the {room} cover",
            ),
            "around": (
                "what is the perimeter of the {room}",
                "how many feet is it around the {room}",
                "find the perimeter of the {room}.",
                "how long is the border around the {room} in feet",
            ),
            "long": ("how long is the {room}", "what is the length of the {room} in feet"),
            "wide": ("how wide is the {room}", "what is the width of the {room} in feet"),
            "fencecost": (
                "how much does the whole border cost",
                "what is the cost of a border all around the {room}",
            ),
        },
        order=("area", "long", "wide", "price"),
        clashes=frozenset({"distance"}),
        weight=1.4,
    ),
    Plot(
        topic="square",
        cast="A:person|adult room:@room",
        draw=_square,
        constants={"four": 4},
        relations=(Product("around", "four", "side"), Product("area", "side", "side")),
        say={
            "side": (
                "each side of a square {room} is {side foot} long",
                "{A} has a square {room} with sides of {side foot}",
                "the side of a square {room} measures {side foot}",
            ),
            "around": (
                "the perimeter of a square {room} is {around foot}",
                "it is {around foot} all the way around a square {room}",
            ),
        },
        ask={
            "around": ("what is the perimeter of the {room}", "how many feet is it around the {room}"),
            "area": ("what is the area of the {room} in square feet", "find the area of the {room}."),
            "side": ("how long is each side of the {room}", "what is the length of a side"),
        },
        order=("side", "around"),
        clashes=frozenset({"distance"}),
        weight=0.4,
    ),
    Plot(
        topic="cutting",
        cast="A:person|adult stuff:@strip",
        draw=_pieces,
        relations=(Product("cut", "pieces", "size"), Balance("whole", "cut", "rest")),
        say={
            "whole": (
                "{A} has {whole a-foot} {stuff}",
                "{A} bought a {stuff} that is {whole foot} long",
                "a {stuff} is {whole foot} long",
            ),
            "?whole": ("{A} has a long {stuff}", "{A} bought a {stuff}"),
            "pieces": (
                "{A} cuts {pieces} [equal |]pieces from it",
                "{A} cut off {pieces} pieces of the same length",
            ),
            "size": ("each piece is {size foot} long", "the pieces are {size foot} long each"),
            "pieces size": (
                "{A} cuts {pieces} pieces of {size foot} from it",
                "{A} cut off {pieces} pieces, each {size foot} long",
            ),
            "rest": ("{rest foot} are left over", "in the end {rest foot} of it were left"),
        },
        ask={
            "rest": (
                "how many feet are left",
                "how long is the rest in feet",
                "how many feet of the {stuff} are left over",
            ),
            "cut": (
                "how many feet did {A} cut off [in all|altogether]",
                "how long are all the pieces together",
            ),
            "whole": ("how long was the {stuff} [at first|in the beginning|before]",),
            "size": ("how long is each piece", "how many feet long is each piece"),
            "pieces": ("how many pieces did {A} cut",),
        },
        order=("whole", "pieces", "size", "rest"),
        clashes=frozenset({"distance"}),
        weight=1.2,
    ),
    Plot(
        topic="longer and taller",
        cast="A:person B:person one:@strip",
        draw=_lengths,
        relations=(Balance("more", "big", "-little"), Balance("both", "big", "little")),
        say={
            "big": (
                "{A's} {one} is {big inch} long",
                "{A} has {big a-inch} {one}",
                "{A} has a {one} of {big inch}",
            ),
            "little": (
                "{B's} {one} is {little inch} long",
                "{B} has {little a-inch} {one}",
                "{B} has a {one} of {little inch}",
            ),
            "more": (
                "{A's} {one} is {more inch} longer than {B's}",
                "{B's} {one} is {more inch} shorter than {A's}",
            ),
            "big more": ("{A's} {one} is {big inch} long, which is {more inch} longer than {B's}",),
        },
        ask={
            "more": (
                "how many inches longer is {A's} {one} than {B's}",
                "how many inches shorter is {B's} {one} than {A's}",
                "what is the difference between the lengths in inches",
            ),
            "both": ("how long are both together in inches", "what is the total length in inches"),
            "big": ("how many inches long is {A's} {one}", "how long is {A's} {one}"),
            "little": ("how many inches long is {B's} {one}", "how long is {B's} {one}"),
        },
        order=("big", "little", "more"),
        loose=("big", "little", "more"),
        clashes=frozenset({"distance"}),
        weight=1.0,
    ),
    Plot(
        topic="rows",
        bundles=False,
        cast="x:people hall:@hall",
        draw=_rows,
        relations=(Product("seats", "rows", "each"), Balance("taken", "seats", "-empty")),
        say={
            "seats": ("a {hall} has {seats} seats", "there are {seats} seats in a {hall}"),
            "rows": (
                "the {hall} has {rows} rows[| of seats]",
                "there are {rows} [equal |]rows of seats in the {hall}",
            ),
            "each": ("each row of the {hall} has {each} seats", "there are {each} seats in [each|every] row"),
            "rows each": (
                "a {hall} has {rows} rows with {each} seats in each",
                "there are {rows} rows of {each} seats in a {hall}",
                "the seats of a {hall} stand in {rows} rows of {each}",
            ),
            "empty": ("{empty} [of the |]seats are [empty|free]", "{empty} seats were not taken"),
            "taken": ("{taken} seats are taken", "{taken x} are sitting there"),
        },
        ask={
            "seats": ("how many seats are there [in all|altogether]", "what is the total number of seats"),
            "taken": ("how many seats are taken", "how many seats are not empty"),
            "empty": ("how many seats are [empty|free]", "how many more people can sit down"),
            "each": ("how many seats are in each row",),
            "rows": ("how many rows are there",),
        },
        order=("seats", "rows", "each", "taken", "empty"),
        clashes=frozenset({"people"}),
        weight=1.0,
    ),
)
