"""Words of the broad profile. The older tables keep their order, on which the older streams depend."""

from cantor.data.synthetic.lexicon.nouns import CATEGORIES, CONTAINERS, Noun, nouns
from cantor.data.synthetic.lexicon.people import AGENTS, Agent, named, places
from cantor.data.synthetic.lexicon.places import WORDS, word_list
from cantor.data.synthetic.lexicon.verbs import VERBS, Verb, verb_table

MORE_CATEGORIES: dict[str, tuple[Noun, ...]] = {
    sort: nouns(sort, text)
    for sort, text in {
        "gear": """helmet, lantern, whistle, flashlight, sleeping bag, water bottle, paddle, raincoat,
            backpack, compass, life jacket, folding chair, cooler, hiking pole, tent peg, fishing hook""",
        "household": """spoon, saucer, cushion, curtain, hook, clothespin, jar lid, teacup, tray, picture
            frame, coat hanger, vase, pillowcase, sponge, light switch, mop head, drawer knob, coaster""",
        "garden": """seed packet, flower pot, bulb, onion set, bean seed, garden stake, watering can, bag of
            soil, herb plant, cabbage plant, strawberry plant, lavender plant, hedge plant""",
        "tech": """cable, charger, memory card, keyboard, headset, printer, battery pack, mouse pad, speaker,
            screen, remote control, adapter, circuit board, fuse""",
        "printed": """flyer, leaflet, program, calendar, map, brochure, invitation, certificate, ballot, menu,
            worksheet, song sheet, name tag, bookmark""",
        "snack": """rice cracker, granola bar, dumpling, samosa, spring roll, corn cob, fish cake, cheese
            stick, fruit skewer, energy bar, bread roll, slice of melon, date, rice ball, meat pie""",
        "length": "centimeter, meter, foot, inch, yard",
        "handy": "centimeter, inch, centimeter, inch, foot",
        "outdoor": "meter, foot, yard, meter",
        "mass": "gram, kilogram, pound, ounce",
        "fluid": "liter, milliliter, gallon, pint, quart",
    }.items()
}  # fmt: skip

#: Sorts that are units of measurement.
UNITS = frozenset({"length", "handy", "outdoor", "mass", "fluid"})

MORE_CONTAINERS: dict[str, tuple[Noun, ...]] = {
    sort: nouns("container", text)
    for sort, text in {
        "gear": "crate, locker, bin, box, sack, duffel bag",
        "household": "drawer, carton, box, crate, bag, cupboard",
        "garden": "tray, crate, row, planter, box, cart",
        "tech": "carton, box, case, drawer, bag, cabinet",
        "printed": "stack, folder, pile, envelope, box, bundle",
        "snack": "tray, tin, bag, box, platter, basket",
    }.items()
}

MORE_VERBS: dict[str, dict[str, tuple[Verb, ...]]] = {
    "use": verb_table(
        {
            "gear": "lend out, lose, return, damage",
            "household": "break, donate, throw away, pack away",
            "garden": "plant, use, hand out",
            "tech": "return, use, ship, donate",
            "printed": "hand out, mail, use, throw away",
            "snack": "eat, serve, sell, hand out",
        }
    ),
    "gain": verb_table(
        {
            "gear": "rent, buy, order, borrow",
            "household": "buy, order, find, receive",
            "garden": "buy, order, receive, get",
            "tech": "order, buy, receive, repair",
            "printed": "print, order, receive, copy",
            "snack": "make, buy, prepare, order",
        }
    ),
    "make": verb_table(
        {
            "gear": "clean, check, label, repair",
            "household": "wash, polish, wrap, paint",
            "garden": "plant, water, label",
            "tech": "test, repair, pack, assemble",
            "printed": "print, fold, stamp, copy",
            "snack": "make, prepare, wrap, pack",
        }
    ),
}

MORE_AGENTS: dict[str, tuple[Agent, ...]] = {
    "girl": tuple(a for a in AGENTS["person"] if a.subject == "she"),
    "boy": tuple(a for a in AGENTS["person"] if a.subject == "he"),
    "worker": named(
        "plumber, mechanic, driver, dentist, beekeeper, welder, fisherman, clerk, barber, waiter, courier, "
        "photographer, electrician, shepherd, weaver, caretaker"
    ),
    "store": places(
        "hardware store, online shop, department store, discount store, corner shop, supermarket, "
        "flea market, outlet, mail-order company"
    ),
    "village": tuple(
        Agent(name, name, "it", "it", "its", True)
        for name in """Oakville Riverton Lakeside Maplewood Springdale Brookfield Hilltop Fairview Westport
        Ashford Greenville Milltown Eastbrook Stonebridge Birchwood Northfield Elmwood Clearwater""".split()
    ),
}

MORE_WORDS: dict[str, tuple[str, ...]] = {
    "liquid": word_list("water, milk, juice, soup, lemonade, tea, broth, apple cider, buttermilk, iced tea"),
    "dry": word_list("rice, flour, sugar, lentils, oats, sand, salt, coffee, seeds, gravel, nuts, soil"),
    "tank": word_list("tank, barrel, bathtub, bucket, pool, fish tank, cistern, jug, drum"),
    "long": word_list("rope, ribbon, cable, plank, pipe, hose, string, wire, beam, chain, wooden rail, tape"),
    "field": word_list(
        """garden, field, yard, playground, parking lot, vegetable bed, patio, meadow, courtyard, lawn,
        sports ground, terrace, orchard"""
    ),
    "sheet": word_list("poster, rug, tabletop, sheet of glass, flag, banner, mirror, board, towel, canvas"),
    "roomy": word_list("kitchen, bathroom, hallway, bedroom, office, classroom, studio, cellar, workshop"),
    "boxy": word_list("box, aquarium, crate, sandbox, container, water tank, trunk, chest, drawer"),
    "round": word_list("table, pond, plate, pool, garden bed, clock face, rug, tray, lid, stage"),
    "show": word_list(
        """movie, lesson, concert, meeting, play, ball game, ferry ride, exam, flight, show, workshop, parade,
        train ride, practice, bus ride, ceremony, swim class, rehearsal"""
    ),
    "doing": word_list(
        """painting a fence, cleaning the attic, baking bread, fixing a bike, writing a report, hiking up a
        hill, watering the plants, building a shed, sorting photos, making a quilt, washing windows"""
    ),
    "machine": word_list("machine, printer, robot, press, pump, conveyor belt, copier, oven"),
    "unitjob": word_list("parts, bottles, pages, labels, lids, cans, bricks, boxes, toys, screws"),
    "creature": word_list("snail, turtle, beetle, caterpillar, hedgehog, tortoise, crab, mouse, lizard"),
    "racer": word_list("cyclist, skater, rider, driver, swimmer, jogger, rower, skier"),
    "wares": word_list(
        """a jacket, a lamp, a bicycle, a pair of boots, a desk, a camera, a printer, a suitcase, a tent, a
        blender, a coat, an armchair, a helmet, a carpet, a violin, a watch, a fan, a stroller"""
    ),
    "grown": word_list("the plant, the puppy, the kitten, the sapling, the calf, the vine, the baby whale"),
    "quiz": word_list("a quiz, a spelling bee, a math contest, a trivia night, a geography test, an exam"),
    "dish": word_list(
        """soup, a stew, pancakes, a salad, lemonade, bread, porridge, a cake, tomato sauce, muesli,
        pizza dough, fruit punch, curry"""
    ),
    "ingredient": word_list("flour, sugar, milk, butter, rice, water, yogurt, oats, cheese, honey, cream"),
    "seatplace": word_list("theater, hall, stadium, cinema, auditorium, church, train, ferry, gym"),
    "vehiclebig": word_list("bus, van, boat, minibus, cable car, train car, ferry, raft"),
    "kin": word_list("brother, sister, mother, father, cousin, aunt, uncle, neighbor, best friend"),
    "animalpair": word_list("chickens and cows, ducks and goats, geese and pigs, hens and sheep"),
    "season": word_list("spring, summer, autumn, winter"),
    "account": word_list("a savings account, a bank account, an account, a savings plan"),
    "shopkind": word_list(
        "hardware store, garden center, stationery shop, pet shop, fabric store, sports shop, bike shop"
    ),
}

MORE_WORDS["flat"] = (*MORE_WORDS["field"], *MORE_WORDS["sheet"])

CATEGORIES.update(MORE_CATEGORIES)
CONTAINERS.update(MORE_CONTAINERS)
AGENTS.update(MORE_AGENTS)
WORDS.update(MORE_WORDS)
for _role, _table in MORE_VERBS.items():
    VERBS[_role].update(_table)
