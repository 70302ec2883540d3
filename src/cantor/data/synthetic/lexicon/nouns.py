"""Things that can be counted, by sort, with their plurals and what they come in."""

from dataclasses import dataclass

_IRREGULAR = {
    "loaf of bread": "loaves of bread", "knife": "knives", "shelf": "shelves", "leaf": "leaves",
    "child": "children", "man": "men", "woman": "women", "goose": "geese", "mouse": "mice",
    "sheep": "sheep", "fish": "fish", "ox": "oxen", "deer": "deer", "goldfish": "goldfish",
    "scarf": "scarves", "person": "people", "potato": "potatoes", "tomato": "tomatoes",
    "mango": "mangoes", "calf": "calves", "foot": "feet", "half": "halves", "salmon": "salmon",
    "sport fan": "sport fans", "piece of fruit": "pieces of fruit", "trout": "trout",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Noun:
    """A countable noun phrase: its singular, plural and sort."""

    one: str
    many: str
    category: str

    @property
    def article(self) -> str:
        first = self.one[0].lower()
        vowel = first in "aeio" or (first == "u" and not self.one.startswith(("uni", "use")))
        return "an" if vowel or self.one.startswith(("hour", "honest")) else "a"

    def with_adjective(self, adjective: str) -> "Noun":
        return Noun(f"{adjective} {self.one}", f"{adjective} {self.many}", self.category)


def plural(one: str) -> str:
    """The plural of a noun phrase; the noun before "of" is the one that changes."""
    if one in _IRREGULAR:
        return _IRREGULAR[one]
    head, of, rest = one.partition(" of ")
    if of:
        return f"{plural(head)} of {rest}"
    before, _, last = one.rpartition(" ")
    if before and last in _IRREGULAR:
        return f"{before} {_IRREGULAR[last]}"
    if last.endswith("y") and last[-2] not in "aeiou":
        return one[:-1] + "ies"
    return one + ("es" if last.endswith(("s", "sh", "ch", "x", "z")) else "s")


def nouns(category: str, text: str) -> tuple[Noun, ...]:
    names = (" ".join(name.split()) for name in text.split(","))
    return tuple(Noun(name, plural(name), category) for name in names)


CATEGORIES: dict[str, tuple[Noun, ...]] = {
    category: nouns(category, text)
    for category, text in {
        "fruit": """apple, orange, pear, peach, banana, plum, mango, lemon, lime, strawberry, cherry, grape,
            apricot, kiwi, melon, fig, coconut, pineapple, tomato, carrot, potato, onion, cucumber, pepper,
            pumpkin, avocado, walnut, peanut, almond, chestnut, olive, radish, turnip""",
        "baked": """cookie, muffin, cupcake, brownie, pie, cake, doughnut, bagel, pancake, waffle, biscuit,
            pretzel, scone, loaf of bread, sandwich, pizza, croissant, tart, bun, dumpling, meatball, egg
            roll, burrito""",
        "sweet": """candy, lollipop, chocolate, jelly bean, mint, caramel, gumdrop, marshmallow, candy bar,
            chocolate bar, gummy bear, toffee, piece of candy, piece of gum, truffle, candy cane, popsicle""",
        "toy": """toy car, doll, ball, balloon, kite, yo-yo, puzzle, teddy bear, board game, toy train,
            robot, action figure, video game, stuffed animal, whistle, toy soldier, drum, toy boat, puppet,
            tennis ball""",
        "collectible": """marble, sticker, stamp, coin, shell, seashell, rock, trading card, baseball card,
            bead, button, bottle cap, postcard, badge, magnet, feather, pebble, pin, token, ticket, poster,
            figurine, bracelet, key chain, game card, photo, comic, crystal, gem, medal""",
        "stationery": """pencil, pen, crayon, eraser, marker, notebook, ruler, folder, envelope, paper clip,
            sheet of paper, glue stick, paintbrush, index card, piece of chalk, binder, highlighter,
            stapler, colored pencil, notepad, thumbtack""",
        "book": """book, magazine, comic book, novel, storybook, newspaper, textbook, cookbook, dictionary,
            picture book, atlas, DVD, album""",
        "flower": """rose, tulip, daisy, lily, sunflower, daffodil, orchid, carnation, violet, iris, peony,
            poppy, marigold, lilac, pansy""",
        "plant": """tree, apple tree, oak tree, pine tree, bush, rose bush, tomato plant, maple tree, shrub,
            seedling, fern, palm tree, bean plant, cactus, walnut tree, orange tree, vine""",
        "clothing": """shirt, hat, sock, scarf, sweater, jacket, dress, skirt, T-shirt, tie, belt, cap,
            coat, mitten, pair of shoes, pair of socks, pair of jeans, pair of gloves, blouse, bow, ribbon,
            towel, uniform""",
        "tool": """nail, screw, brick, board, tile, light bulb, battery, bucket, rope, candle, plate, cup,
            bowl, spoon, fork, knife, napkin, chair, table, lamp, basket, box, mug, glass, bolt, hammer,
            plank, stone""",
        "farm": """cow, sheep, goat, pig, chicken, duck, horse, goose, rabbit, hen, turkey, pony, lamb,
            calf, donkey, rooster, chick, piglet""",
        "wild": """bird, squirrel, fish, frog, butterfly, ant, bee, deer, fox, monkey, lion, elephant,
            penguin, turtle, owl, bear, zebra, giraffe, snail, ladybug, crow, pigeon, swan, seal, dolphin,
            beetle, spider""",
        "people": """student, child, boy, girl, teacher, player, visitor, guest, passenger, worker, runner,
            camper, dancer, singer, tourist, customer, swimmer, member, scout, adult, volunteer, parent,
            musician, actor""",
        "craft": """bracelet, necklace, paper crane, birthday card, basket, mug, candle, birdhouse, paper
            airplane, scarf, quilt, wooden toy, keychain, snowflake, mask, poster, clay pot, pillow, chair,
            table, kite, bow""",
        "liquid": """liter of water, liter of juice, liter of milk, gallon of water, gallon of paint, gallon
            of gas, cup of milk, cup of water, quart of juice, pint of cream, liter of oil, gallon of
            lemonade, cup of tea, ounce of juice, milliliter of syrup, liter of soda, gallon of milk""",
        "powder": """pound of flour, pound of sugar, kilogram of rice, cup of sugar, cup of flour, gram of
            salt, pound of beans, ounce of cheese, kilogram of sand, bag of cement, ton of coal, pound of
            coffee, pound of clay, kilogram of wheat, ton of gravel, pound of butter, ounce of chocolate""",
        "strip": """foot of ribbon, inch of ribbon, meter of rope, foot of rope, yard of fabric, meter of
            wire, inch of tape, meter of string, yard of yarn, foot of fence, centimeter of thread, foot of
            pipe""",
    }.items()
}

#: Words for all the things of a sort together.
GENERAL: dict[str, tuple[Noun, ...]] = {
    "flower": nouns("flower", "flower"),
    "farm": nouns("farm", "animal, farm animal"),
    "wild": nouns("wild", "animal"),
    "people": nouns("people", "person"),
    "plant": nouns("plant", "plant"),
    "sweet": nouns("sweet", "sweet, treat"),
    "toy": nouns("toy", "toy"),
    "clothing": nouns("clothing", "piece of clothing, item"),
    "fruit": nouns("fruit", "piece of produce, item"),
    "baked": nouns("baked", "item"),
    "stationery": nouns("stationery", "school supply, item"),
    "collectible": nouns("collectible", "item"),
    "tool": nouns("tool", "item"),
    "book": nouns("book", "item"),
}

#: What things come in: the container and the preposition after it.
CONTAINERS: dict[str, tuple[Noun, ...]] = {
    category: nouns("container", text)
    for category, text in {
        "fruit": "bag, basket, crate, box, bowl, sack, bucket, carton",
        "baked": "box, tray, plate, bag, tin, pack, container",
        "sweet": "bag, box, jar, pack, packet, bowl, tin",
        "toy": "box, bag, crate, bin, shelf, basket, carton",
        "collectible": "box, album, jar, bag, pack, case, binder, drawer, pouch",
        "stationery": "box, pack, drawer, packet, case, bag, cup, set",
        "book": "shelf, box, stack, pile, bookcase, crate, bag",
        "flower": "vase, bunch, bouquet, pot, basket, bucket",
        "plant": "row, line, garden bed, planter",
        "clothing": "drawer, box, bag, suitcase, closet, pile, rack, basket",
        "tool": "box, crate, bag, shelf, pack, carton, bin, case",
        "farm": "pen, barn, field, truck, cage, stall",
        "wild": "cage, tank, enclosure, area",
        "people": "bus, van, room, team, table, tent, class, boat, row, group, car",
        "craft": "box, bag, case, shelf, crate",
        "liquid": "bottle, jug, bucket, can, tank, barrel",
        "powder": "bag, sack, box, jar, tub, container",
        "strip": "roll, spool, box, bundle",
    }.items()
}
#: Sorts that are measured rather than counted.
MASSES = frozenset({"liquid", "powder", "strip"})
#: Containers that things stand in rather than lie in: "in each" reads wrongly of these.
SURFACES = frozenset({"shelf", "tray", "plate", "rack", "table"})
#: Colours and sizes that a sort can come in.
COLOURED = frozenset({"toy", "collectible", "clothing", "flower", "tool"})
UNCOLOURABLE = frozenset(
    noun.one
    for noun in nouns(
        "",
        """photo, postcard, coin, ticket, comic, stamp, violet, shell, seashell, crystal, pebble, rock,
        puzzle, video game, board game, marigold, daffodil, sunflower, poppy, tennis ball, baseball card,
        trading card, light bulb, nail, screw, bolt, hammer, stone, brick, battery, medal, lilac, pansy,
        game card, whistle, toy soldier, rope, feather, iris, token, figurine, badge""",
    )
)
