"""Geometry: areas, perimeters, volumes, missing sides, fences, tiles, paths, and what is cut out."""

from random import Random

from cantor.data.synthetic.algebra import Value
from cantor.data.synthetic.school.tale import Tale


def _rect(random: Random) -> dict[str, Value]:
    a, b = sorted(random.sample(range(3, 40), 2), reverse=True)
    return {
        "a": a,
        "b": b,
        "area": a * b,
        "around": 2 * (a + b),
        "gate": random.randint(1, 2) + 1,
        "price": random.randint(2, 30),
        "k": random.randint(2, 5),
    }


def _square(random: Random) -> dict[str, Value]:
    s, n = random.randint(3, 30), random.randint(2, 8)
    return {"s": s, "around": 4 * s, "n": n}


def _tiles(random: Random) -> dict[str, Value]:
    t, n, m = random.choice((2, 3, 4, 5)), random.randint(2, 12), random.randint(2, 12)
    return {
        "t": t,
        "a": t * n,
        "b": t * m,
        "box": random.choice((4, 5, 6, 8, 10)),
        "price": random.randint(2, 9),
    }


def _box(random: Random) -> dict[str, Value] | None:
    a, b, c, e = random.randint(3, 20), random.randint(2, 15), random.randint(2, 12), random.randint(2, 9)
    return (
        {"a": a, "b": b, "c": c, "volume": a * b * c, "base": a * b, "e": e} if len({a, b, c}) == 3 else None
    )


def _cut(random: Random) -> dict[str, Value] | None:
    a, b, c, d = random.randint(8, 30), random.randint(7, 25), random.randint(2, 6), random.randint(2, 6)
    return {"a": a, "b": b, "c": c, "d": d} if a != b and c != d else None


def _triangle(random: Random) -> dict[str, Value] | None:
    base, high, c = random.randint(2, 20) * 2, random.randint(3, 24), random.randint(5, 30)
    angle, other = random.randint(20, 80), random.randint(20, 80)
    return {"base": base, "high": high, "side": c, "angle": angle, "other": other}


def _posts(random: Random) -> dict[str, Value]:
    gap, n = random.randint(2, 9), random.randint(4, 25)
    return {"gap": gap, "long": gap * n, "n": n}


TALES = (
    Tale(
        "figures: a rectangle described",
        "A:person f:@flat",
        _rect,
        (
            "a rectangular {f} is {a meter} long and {b meter} wide", "a {f} measures {a} feet by {b} feet",
                "the {f} of {A.name} is {a} yards long and {b} yards wide",
            "a rectangle has sides of {a centimeter} and {b centimeter}",
                "{A} draws a rectangle: length {a}, width {b}",
        ),
        {"a*b": ("what is its area", "how large is it", "find the area.", "what is the area of it"),
            "2*(a+b)": ("what is its perimeter", "how long is the way around it", "find the perimeter.",
                "how far is it once around")},
        {"price": "money"},
        (
            ("a rectangle has an area of {area} square feet. it is {a foot} long", "area/a",
                "how wide is it"), ("the area of a {f} is {area} square meters, and its width is {b meter}",
                    "area/b", "how long is it"),
            ("the area of a rectangle is {area}. a side is {a}", "2*(a+area/a)", "what is its perimeter"),
            ("the perimeter of a rectangle is {around} inches. it is {b} inches wide", "around/2-b",
                "how long is it"),
            ("{A} builds a fence around a garden of {a meter} by {b meter} and leaves {gate meter} for a "
                "gate", "2*(a+b)-gate", "how many meters of fence does {A} need"),
            ("a fence costs {price} a meter. the garden is {a meter} by {b meter}", "2*(a+b)*price",
                "what does the fence around the garden cost"),
            ("a carpet costs {price} per square foot. the room is {a} feet by {b} feet", "a*b*price",
                "how much does a carpet for the room cost"),
            ("I ran {k} times around a field that is {a} yards long and {b} yards wide", "2*(a+b)*k",
                "how many yards did I run"),
            ("a rectangle is {b} inches wide and {k} times as long", "b*k*b", "what is its area"),
                ("a rectangle is {b} inches wide and {k} times as long", "2*(b*k+b)",
                    "what is its perimeter"),
        ),
        weight=1.8,
    ),
    Tale(
        "figures: a square described",
        "A:person f:@flat",
        _square,
        ("each side of a square {f} is {s meter} long", "a square has a side of {s} inches",
            "{A} has a square {f} with sides of {s} feet"),
        {"4*s": ("what is its perimeter", "how long is the way around it"), "s*s": ("what is its area",
            "how large is it")},
        {},
        (
            ("the perimeter of a square is {around} feet", "around/4", "how long is a side"),
                ("the perimeter of a square is {around} feet", "around/4*(around/4)", "what is its area"),
            ("{n} squares with sides of {s} inches are laid in a row", "n*s*s",
                "what is the area of all of them"),
                    ("{A} sews a ribbon around {n} square cloths with sides of {s} inches", "n*4*s",
                        "how many inches of ribbon does {A} need"),
        ),
        weight=1.1,
    ),
    Tale(
        "figures: tiles for a floor",
        "A:person|worker room:@roomy",
        _tiles,
        ("the floor of a {room} is {a} feet by {b} feet. square tiles have sides of {t} feet",
            "{A} covers a floor of {a} by {b} feet with square tiles of {t} by {t} feet"),
        {"a*b/(t*t)": ("how many tiles are needed", "how many tiles does it take",
            "how many tiles cover the floor"), "a*b": ("how many square feet is the floor",)},
        {"price": "money"},
        (
            ("a floor is {a} feet by {b} feet. a tile of a square foot costs {price}", "a*b*price",
                "what do the tiles for the floor cost"),
            ("a wall of {a} by {b} feet is painted. a can is enough for {box} square feet", "up(a*b,box)",
                "how many cans are needed"),
        ),
        weight=1.0,
    ),
    Tale(
        "figures: a box and what it holds",
        "A:person boxy:@boxy",
        _box,
        ("a {boxy} is {a} inches long, {b} inches wide and {c} inches high",
            "the sides of a {boxy} are {a}, {b} and {c} feet",
                "a {boxy} measures {a} by {b} by {c} centimeters"),
        {"a*b*c": ("what is its volume", "how much does it hold", "find the volume."),
            "2*(a*b+a*c+b*c)": ("what is its whole surface",)},
        {},
        (
            ("a {boxy} has a volume of {volume} cubic feet. it is {a} feet long and {b} feet wide",
                "volume/(a*b)", "how high is it"),
            ("the base of a {boxy} is {base} square inches, and it is {c} inches high", "base*c",
                "what is its volume"),
                    ("a {boxy} of {volume} cubic inches has a base of {base} square inches", "volume/base",
                        "how high is it"),
            ("a cube has edges of {e} inches", "e*e*e", "what is its volume"),
                ("a cube has edges of {e} inches", "6*(e*e)", "what is its surface"),
        ),
        weight=1.0,
    ),
    Tale(
        "figures: a piece cut out",
        "A:person f:@flat",
        _cut,
        ("a rectangle of {a} by {b} inches has a hole of {c} by {d} inches in it",
            "{A} has a garden of {a} by {b} feet. in it there is a pond of {c} by {d} feet",
                "from a sheet of {a} by {b} inches {A} cuts a piece of {c} by {d} inches"),
        {"a*b-c*d": ("what area is left", "how large is the rest", "what is the area without it")},
        {},
        (
            ("a figure is made of a rectangle of {a} by {b} and another one of {c} by {d}", "a*b+c*d",
                "what is its area"),
            ("a picture of {a} by {b} inches has a frame that is {c} inches wide on every side",
                "(a+2*c)*(b+2*c)", "what is the area of the picture with its frame"),
        ),
        weight=0.9,
    ),
    Tale(
        "figures: triangles and angles",
        "A:person",
        _triangle,
        (),
        {},
        {},
        (
            ("a triangle has a base of {base} inches and a height of {high} inches", "base*high/2",
                "what is its area"), ("the sides of a triangle are {base}, {high} and {side} inches long",
                    "base+high+side", "what is its perimeter"),
            ("two angles of a triangle are {angle} and {other} degrees", "180-angle-other",
                "how many degrees is the third angle"),
            ("an angle next to another on a straight line is {angle} degrees", "180-angle",
                "how many degrees is the other one"),
                    ("a sail is a triangle {base} feet wide and {high} feet high", "base*high/2",
                        "how many square feet is it"),
        ),
        weight=0.8,
    ),
    Tale(
        "figures: posts along a path",
        "A:person|worker",
        _posts,
        (),
        {},
        {},
        (
            ("{A} puts a lamp every {gap meter} along a path of {long meter}, with a lamp at both ends",
                "long/gap+1", "how many lamps does {A} need"),
            ("trees stand {gap meter} apart along a street of {long meter}, from its start to its end",
                "long/gap+1", "how many trees are there"),
            ("{n} posts stand in a line, {gap foot} apart", "(n-1)*gap",
                "how many feet is it from the first to the last"),
            ("posts stand every {gap meter} around a pond. the way around is {long meter}", "long/gap",
                "how many posts are there"),
        ),
        weight=0.6,
    ),
)  # fmt: skip
