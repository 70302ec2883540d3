"""Rectangles, squares, triangles, trapezia, circles, boxes and angles."""

from dataclasses import replace
from fractions import Fraction
from random import Random

from cantor.data.synthetic.algebra import CEILING, Balance, Product, Quotient, Rounded, Square, Value
from cantor.data.synthetic.plot import Plot

_PI = Fraction(314, 100)


def _sides(random: Random) -> dict[str, Value]:
    wide = random.randint(3, 40)
    return {"wide": wide, "long": wide + random.randint(1, 45)}


def _priced(random: Random) -> dict[str, Value]:
    return {**_sides(random), "price": random.randint(2, 18)}


def _square(random: Random) -> dict[str, Value]:
    return {"side": random.randint(3, 45)}


def _triangle(random: Random) -> dict[str, Value]:
    return {"base": 2 * random.randint(2, 30), "high": random.randint(3, 40)}


def _three(random: Random) -> dict[str, Value] | None:
    a, b = random.randint(5, 60), random.randint(5, 60)
    c = random.randint(abs(a - b) + 2, a + b - 2) if a + b - 2 > abs(a - b) + 2 else 0
    return {"a": a, "b": b, "c": c} if c > 2 else None


def _angles(random: Random) -> dict[str, Value] | None:
    a, b = random.randint(20, 110), random.randint(15, 100)
    return {"a": a, "b": b} if a + b < 170 else None


def _turn(random: Random) -> dict[str, Value] | None:
    a, b, c = (random.randint(30, 140) for _ in range(3))
    return {"a": a, "b": b, "c": c} if a + b + c < 340 else None


def _trapezium(random: Random) -> dict[str, Value]:
    return {"a": 2 * random.randint(3, 15), "b": 2 * random.randint(2, 14), "high": random.randint(3, 20)}


def _circle(random: Random) -> dict[str, Value]:
    return {"radius": random.randint(2, 50)}


def _box(random: Random) -> dict[str, Value]:
    return {"long": random.randint(5, 50), "wide": random.randint(3, 30), "high": random.randint(2, 25)}


def _cube(random: Random) -> dict[str, Value]:
    return {"edge": random.randint(2, 20)}


def _tiles(random: Random) -> dict[str, Value]:
    tile = random.choice((10, 15, 20, 25, 30, 40, 50))
    return {"tile": tile, "wide": tile * random.randint(3, 12), "long": tile * random.randint(13, 25)}


def _lawn(random: Random) -> dict[str, Value] | None:
    wide, long, bag = random.randint(5, 30), random.randint(8, 45), random.choice((20, 25, 30, 40, 50))
    return {"wide": wide, "long": long, "bag": bag} if wide * long % bag > 1 and wide * long > bag else None


def _frame(random: Random) -> dict[str, Value]:
    big, wide = random.randint(10, 40), random.randint(8, 30)
    return {
        "long": big,
        "wide": wide,
        "inlong": random.randint(2, big - 3),
        "inwide": random.randint(2, wide - 3),
    }


_RECTANGLE = (
    Product("area", "long", "wide"),
    Balance("half", "long", "wide"),
    Product("around", "half", "two"),
)

_PLOTS = (
    Plot(
        topic="figures: rectangle",
        cast="A:person|worker f:@flat u:length",
        draw=_priced,
        constants={"two": 2},
        kinds={"price": "money", "fence": "money"},
        relations=(*_RECTANGLE, Product("fence", "around", "price")),
        say={
            "long": ("the length of a rectangle is {long u}", "the longer side of a rectangle is {long u}",
                "a rectangle is {long u} long"),
            "wide": ("its width is {wide u}", "it is {wide u} wide",
                "the shorter side measures {wide u}"),
            "long wide": (
                "a {f} is {long u} long and {wide u} wide",
                    "{A's} {f} is a rectangle with sides of {long u} and {wide u}",
                "the sides of a rectangle are {long u} and {wide u}",
                    "rectangle: length {long u}, width {wide u}",
                "{A} draws a rectangle {long u} long and {wide u} wide",
                    "a {f} measures {long u} by {wide u}",
            ),
            "area": ("the area of a rectangle is {area} square {u}",
                "a rectangle has an area of {area} square {u}", "a rectangle covers {area} square {u}"),
            "around": ("the perimeter of a rectangle is {around u}",
                "it is {around u} once around a rectangle"),
            "price": ("edging costs {price} per {u.one}", "each {u.one} of fence costs {price}",
                "{A} pays {price} for every {u.one} of edging"),
        },
        ask={
            "area": ("what is its area", "what is the area in square {u}",
                "how many square {u} does it cover", "find the area.", "how large is the surface",
                "calculate its area in square {u}."),
            "around": ("what is its perimeter", "how long is the way around it",
                "what is the distance around it in {u}", "find the perimeter.",
                "how many {u} of edging go all the way around"),
            "half": ("what do length and width add up to",),
            "long": ("how long is it", "what is its length", "find the length of the longer side."),
            "wide": ("how wide is it", "what is its width", "what is the length of the shorter side"),
            "fence": ("what does the edging cost if it goes all the way around",
                "how much does a fence around it cost", "how much is the edging for the whole perimeter"),
        },
        order=("area", "around", "long", "wide", "price"),
        bundles=False,
        clashes=frozenset({"distance"}),
        weight=2.4,
    ),
    Plot(
        topic="figures: square",
        cast="A:person|worker f:@flat u:length",
        draw=_square,
        constants={"four": 4},
        relations=(Product("around", "side", "four"), Square("area", "side")),
        say={
            "side": ("a square has sides of {side u}", "each side of a square {f} is {side u}",
                "the side of a square is {side u} long", "square with side {side u}",
                "{A} draws a square whose sides measure {side u}"),
            "around": ("the perimeter of a square is {around u}",
                "{A} walks {around u} once around a square {f}",
                "the four sides of a square add up to {around u}"),
            "area": ("the area of a square is {area} square {u}", "a square {f} covers {area} square {u}",
                "{A} has a square {f} of {area} square {u}"),
        },
        ask={
            "around": ("what is its perimeter", "how long is the way around it",
                "find the perimeter of the square.", "what is the distance around the square"),
            "area": ("what is its area", "how many square {u} does it cover", "find the area of the square."),
            "side": ("how long is each side", "what is the length of a side",
                "find the side of the square.", "how many {u} long is a side"),
        },
        order=("side", "around", "area"),
        bundles=False,
        clashes=frozenset({"distance"}),
        weight=1.4,
    ),
    Plot(
        topic="figures: triangle area",
        cast="A:person|worker f:@sheet u:handy",
        draw=_triangle,
        constants={"two": 2},
        relations=(Product("twice", "base", "high"), Quotient("area", "twice", "two")),
        say={
            "base": ("the base of a triangle is {base u}", "a triangle has a base of {base u}",
                "a triangle stands on a side of {base u}"),
            "high": ("its height is {high u}", "the height on that side is {high u}", "it is {high u} high"),
            "base high": ("a triangle has a base of {base u} and a height of {high u}",
                "triangle: base {base u}, height {high u}",
                "{A} cuts a triangle with base {base u} and height {high u}",
                "a triangular {f} is {base u} wide at the bottom and {high u} high"),
            "area": ("the area of the triangle is {area} square {u}",
                "the triangle covers {area} square {u}"),
        },
        ask={
            "area": ("what is the area of the triangle", "find its area.",
                "how many square {u} does the triangle cover", "how large is the triangle"),
            "high": ("how high is the triangle", "what is its height", "find the height of the triangle."),
            "base": ("how long is the base", "find the base of the triangle."),
        },
        order=("base", "high", "area"),
        bundles=False,
        weight=1.0,
    ),
    Plot(
        topic="figures: triangle sides",
        cast="A:person|worker u:length",
        draw=_three,
        relations=(Balance("around", "a", "b", "c"),),
        say={
            "a b c": ("the sides of a triangle are {a u}, {b u} and {c u} long",
                "a triangle has sides of {a u}, {b u} and {c u}",
                "{A} bends a wire into a triangle with sides {a u}, {b u} and {c u}"),
            "a b": ("two sides of a triangle measure {a u} and {b u}",
                "a triangle has two sides of {a u} and {b u}"),
            "c": ("the third side is {c u} long",),
            "around": ("the perimeter of the triangle is {around u}",
                "all three sides together are {around u}", "it is {around u} all the way around"),
        },
        ask={"around": ("what is the perimeter of the triangle", "what is its perimeter",
            "how long are all sides together", "what is the distance around it"),
            "c": ("how long is the third side", "what is the length of the remaining side",
            "find the third side.")},
        order=("a", "b", "c", "around"),
        bundles=False,
        weight=0.8,
    ),
    Plot(
        topic="figures: angles of a triangle",
        cast="A:person",
        draw=_angles,
        constants={"straight": 180},
        relations=(Balance("both", "a", "b"), Balance("c", "straight", "-both")),
        say={
            "a": ("a triangle has an angle of {a} degrees", "at the top of a triangle there are {a} degrees"),
            "b": ("at the left corner it has {b} degrees", "to the left there is an angle of {b} degrees"),
            "a b": ("two angles of a triangle are {a} degrees and {b} degrees",
                "a triangle has angles of {a} and {b} degrees",
                "{A} measures two angles of a triangle: {a} degrees and {b} degrees",
                "in a triangle, the angles at the base are {a} degrees and {b} degrees"),
        },
        ask={"c": ("how large is the third angle", "what is the third angle",
            "how many degrees does the remaining angle have", "find the missing angle.",
            "calculate the third angle in degrees."), "both": ("what is the sum of these two angles", )},
        order=("a", "b"),
        bundles=False,
        clashes=frozenset({"weather"}),
        weight=1.0,
    ),
    Plot(
        topic="figures: full turn",
        cast="A:person",
        draw=_turn,
        constants={"full": 360},
        relations=(Balance("told", "a", "b", "c"), Balance("d", "full", "-told")),
        say={
            "a b c": ("three angles of a four-sided figure are {a}, {b} and {c} degrees",
                "a pie chart has sectors of {a}, {b} and {c} degrees and another one",
                "around a point there are angles of {a}, {b} and {c} degrees, and a fourth closes the circle",
                "{A} turns {a} degrees, then {b} degrees, then {c} degrees in the same direction"),
        },
        ask={"d": ("how many degrees are missing to a full turn", "how large is the remaining angle",
            "how many degrees does the last angle have", "find the missing angle."),
            "told": ("what do the given angles add up to", )},
        order=("a", "b", "c"),
        bundles=False,
        clashes=frozenset({"weather"}),
        weight=0.6,
    ),
    Plot(
        topic="figures: trapezium",
        cast="A:person u:length",
        draw=_trapezium,
        constants={"two": 2},
        relations=(Balance("both", "a", "b"), Product("twice", "both", "high"), Quotient("area", "twice",
            "two")),
        say={
            "a b": ("the parallel sides of a trapezium are {a u} and {b u}",
                "a trapezoid has parallel sides of {a u} and {b u}",
                "the two parallel sides of a trapezoid measure {a u} and {b u}"),
            "high": ("its height is {high u}", "they are {high u} apart",
                "the distance between them is {high u}"),
            "a b high": ("a trapezoid with parallel sides {a u} and {b u} is {high u} high",),
        },
        ask={"area": ("what is its area", "find the area.", "how many square {u} does it cover",
            "calculate the area of the figure.")},
        order=("a", "b", "high"),
        bundles=False,
        weight=0.6,
    ),
    Plot(
        topic="figures: circle",
        cast="A:person|worker f:@round u:handy",
        draw=_circle,
        constants={"two": 2, "pi": _PI},
        relations=(Product("across", "radius", "two"), Product("around", "across", "pi"), Square("square",
            "radius"), Product("area", "square", "pi")),
        kinds=dict.fromkeys(("around", "area"), "measure"),
        say={
            "radius": ("the radius of a circle is {radius u}", "a round {f} has a radius of {radius u}",
                "from the middle of a round {f} to its edge it is {radius u}"),
            "across": ("the diameter of a circle is {across u}", "a round {f} is {across u} across",
                "a round {f} has a diameter of {across u}"),
        },
        ask={
            "around": ("what is its circumference", "how long is the way around it",
                "what is the distance around it", "find the circumference, taking pi from your tables."),
            "area": ("what is its area", "how large is the area", "how many square {u} does it cover",
                "find the area of the circle."),
            "across": ("what is the diameter", "how far is it across"),
            "radius": ("what is its radius",),
        },
        order=("radius", "across"),
        bundles=False,
        weight=1.3,
    ),
    Plot(
        topic="figures: box",
        cast="A:person|worker f:@boxy u:handy",
        draw=_box,
        constants={"two": 2},
        relations=(Product("ground", "long", "wide"), Product("volume", "ground", "high"), Product("front",
            "long", "high"), Product("left", "wide", "high"), Balance("three", "ground", "front", "left"),
            Product("surface", "three", "two")),
        say={
            "long wide": ("the bottom of a {f} measures {long u} by {wide u}",
                "a {f} is {long u} long and {wide u} wide"),
            "high": ("it is {high u} high", "its height is {high u}", "the sides are {high u} high"),
            "long wide high": ("a {f} is {long u} long, {wide u} wide and {high u} high",
                "a {f} measures {long u} by {wide u} by {high u}",
                "{A} builds a {f} with a length of {long u}, a width of {wide u} and a height of {high u}",
                "the edges of a {f} are {long u}, {wide u} and {high u}"),
        },
        ask={
            "volume": ("what is its volume", "how many cubic {u} does it hold", "find the volume.",
                "how many cubic {u} of sand fill it"),
            "ground": ("how large is its bottom", "what is the area of the bottom in square {u}"),
            "surface": ("what is its surface area with all six sides",
                "how much paper covers all of its faces, in square {u}", "find the total surface area."),
        },
        order=("long", "wide", "high"),
        bundles=False,
        weight=1.2,
    ),
    Plot(
        topic="figures: cube",
        cast="A:person u:length",
        draw=_cube,
        constants={"six": 6, "twelve": 12},
        relations=(Square("face", "edge"), Product("surface", "face", "six"), Product("volume", "face",
            "edge"), Product("edges", "edge", "twelve")),
        say={
            "edge": ("the edge of a cube is {edge u} long", "a cube has edges of {edge u}",
                "{A} has a cube with an edge of {edge u}", "cube, edge {edge u}"),
        },
        ask={
            "volume": ("what is its volume", "how many cubic {u} is that", "find the volume of the cube."),
            "surface": ("what is its surface area", "how large are all its faces together",
                "find the surface of the cube."),
            "face": ("how large is each face", "what is the area of a face"),
            "edges": ("how long are all the edges together",
                "how much wire is needed for a model of all its edges"),
        },
        order=("edge",),
        bundles=False,
        weight=0.7,
    ),
    Plot(
        topic="figures: tiles",
        cast="A:person|worker r:@roomy",
        draw=_tiles,
        relations=(Quotient("across", "wide", "tile"), Quotient("along", "long", "tile"), Product("tiles",
            "across", "along"), Product("area", "wide", "long")),
        say={
            "wide long": ("the floor of a {r} is {wide centimeter} by {long centimeter}",
                "{A} tiles a {r} that is {wide centimeter} wide and {long centimeter} long",
                "a {r} measures {wide centimeter} by {long centimeter}"),
            "tile": ("the square tiles have sides of {tile centimeter}",
                "each tile is a square with a side of {tile centimeter}",
                "{A} uses square tiles, {tile centimeter} on each side"),
        },
        ask={
            "tiles": ("how many tiles are needed", "how many tiles does {A} need",
                "how many tiles cover the floor", "find the number of tiles."),
            "across": ("how many tiles lie side by side across the width",
                "how many tiles fit along the shorter wall"),
        },
        order=("wide", "long", "tile"),
        bundles=False,
        clashes=frozenset({"distance"}),
        weight=0.9,
    ),
    Plot(
        topic="rounding: lawn",
        cast="A:person|worker f:@field",
        draw=_lawn,
        relations=(Product("area", "long", "wide"), Rounded(CEILING, "bags", "area", "bag")),
        say={
            "long wide": ("a {f} is {long meter} long and {wide meter} wide",
                "{A} wants to seed a {f} of {long meter} by {wide meter}",
                "{A's} {f} measures {long meter} by {wide meter}"),
            "bag": ("a bag of seed is enough for {bag} square meters",
                "each bag of seed covers {bag} square meters",
                "{A} needs a bag of seed for every {bag} square meters"),
        },
        ask={"bags": ("how many bags does {A} have to buy", "how many bags are needed",
            "how many bags of seed must be bought"), "area": ("what is the area in square meters",
            "how many square meters is that")},
        order=("long", "wide", "bag"),
        bundles=False,
        clashes=frozenset({"distance"}),
        weight=0.7,
    ),
    Plot(
        topic="figures: cut-out",
        cast="A:person|worker f:@flat u:length",
        draw=_frame,
        relations=(Product("outer", "long", "wide"), Product("inner", "inlong", "inwide"), Balance("rest",
            "outer", "-inner")),
        say={
            "long wide": ("a {f} is {long u} long and {wide u} wide",
                "{A's} {f} measures {long u} by {wide u}"),
            "inlong inwide": ("a rectangle of {inlong u} by {inwide u} is cut out of it",
                "in it there is a rectangular hole, {inlong u} by {inwide u}",
                "a part of {inlong u} by {inwide u} is left out"),
        },
        ask={"rest": ("what area remains", "how many square {u} are left",
            "how large is the remaining area", "find the area of what is left."),
            "inner": ("how large is the part that is missing", "what is the area of the hole"),
            "outer": ("how large was the area before", )},
        order=("long", "wide", "inlong", "inwide"),
        bundles=False,
        clashes=frozenset({"distance"}),
        weight=0.7,
    ),
)  # fmt: skip

PLOTS = tuple(
    replace(plot, cast=plot.cast.replace("@flat u:length", f"@{f} u:{u}"), weight=plot.weight / 2)
    for plot in _PLOTS
    for f, u in (("field", "outdoor"), ("sheet", "handy"))
)
