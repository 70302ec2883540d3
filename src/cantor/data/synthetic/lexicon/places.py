"""Single words and phrases that fill a slot as they are; none may hold a number."""


def _list(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split(","))


WORDS: dict[str, tuple[str, ...]] = {
    "spot": _list(
        """on the table, in the kitchen, in the basket, on the shelf, in the drawer, in the garage, in a
            box, in the closet, on the counter, in the cupboard, on the desk, in a bag, in the yard, in the
            shed, on the porch, in the trunk, in a jar, on a tray"""
    ),
    "where": _list(
        """at the park, at school, at home, at the market, at the fair, at the beach, at the mall, in the
            garden, at the farm, at the station, at the picnic, at the party, at the lake, at camp, at the
            bus stop"""
    ),
    "shopname": _list(
        """the store, the market, the supermarket, the mall, the corner shop, the fair, a yard sale, the
            farmers market, the mart, the shop, a small shop, the shopping center"""
    ),
    "day": _list("Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday"),
    "month": _list(
        "January, February, March, April, June, July, August, September, October, November, December"
    ),
    "colour": _list(
        "red, blue, green, yellow, black, white, purple, orange, pink, brown, gray, silver, golden"
    ),
    "event": _list(
        """the party, the picnic, the school fair, the bake sale, the art class, the science project, the
            festival, the parade, the class trip, the wedding, the fundraiser"""
    ),
    "town": _list(
        """Oakville, Riverton, Lakeside, Maplewood, Springdale, Brookfield, Hilltop, Fairview, Westport,
            Ashford, Cedar Falls, Greenville, Milltown, Eastbrook, Stonebridge"""
    ),
    "vehicle": _list("car, truck, bus, van, train, motorcycle, taxi, scooter, bicycle, boat"),
    "job": _list(
        """washing cars, mowing lawns, walking dogs, babysitting, delivering newspapers, raking leaves,
            tutoring, painting fences, selling lemonade, cleaning windows, shoveling snow, weeding gardens,
            waiting tables"""
    ),
    "room": _list(
        """room, kitchen, bedroom, garden, playground, field, floor, wall, hall, yard, patio, poster,
            blanket, parking lot, classroom, pool, deck, lawn"""
    ),
    "activity": _list(
        """reading, running, swimming, practicing the piano, studying, painting, gardening, playing chess,
            dancing, drawing, exercising, cooking, coding, skating, cycling, practicing the guitar"""
    ),
    "subject": _list("math, science, history, spelling, geography, music, art, English, reading, biology"),
    "sport": _list("basketball, soccer, hockey, football, volleyball, handball, rugby, water polo, netball"),
    "saving": _list(
        """a bicycle, a new phone, a guitar, a trip, a skateboard, a camera, a tablet, a jacket, a video
            game, a telescope, a drum set, a pair of skates, a desk, a drone, a tent"""
    ),
    "garment": _list(
        "jacket, sweater, dress, coat, pair of shoes, backpack, hat, shirt, scarf, pair of jeans, belt"
    ),
    "gadget": _list(
        "camera, phone, bicycle, lamp, radio, tablet, blender, watch, keyboard, chair, table, guitar, sofa"
    ),
    "strip": _list("rope, ribbon, board, plank, string, cable, pipe, chain, scarf, hose, log, wire, stick"),
    "trait": _list(
        """walk to school, wear glasses, play the piano, like soccer, ride a bike every day, speak Spanish,
            own a dog, enjoy swimming, live near the park, drink coffee, play chess, sing in a choir, eat
            breakfast at home, travel by bus, take dance lessons, collect stamps"""
    ),
    "hall": _list("hall, theater, cinema, stadium, church, concert hall, circus tent"),
    "bird": _list("hens, ducks, geese, chickens, quails"),
    "outing": _list(
        "the zoo, a museum, the aquarium, a castle, the science center, a play, the water park, a concert"
    ),
    "ground": _list(
        "the park, the orchard, the school garden, the town square, the backyard, the botanical garden"
    ),
    "prize": _list("tickets, tokens, points, stickers, coins, stars, chips"),
    "game": _list(
        "ring toss, mini golf, darts, bowling, skee ball, the fishing game, the beanbag game, pinball"
    ),
    "file": _list("photos, songs, videos, files, messages, pictures, apps, emails, games"),
    "device": _list("phone, computer, tablet, laptop, camera, music player"),
    "team": _list(
        "our team, the home team, the school team, the blue team, the local team, a soccer team, the club"
    ),
    "perch": _list(
        """in the yard, near the pond, in the field, by the river, under the tree, at the lake, on the hill,
            in the meadow, near the barn, on the path"""
    ),
    "move": _list("walked, ran, jogged, hiked, biked, rode, drove, cycled, swam, skated"),
    "crowd": _list("people, families, students, residents, workers, inhabitants"),
    "stuff": _list("rice, flour, sugar, salt, beans, cheese, coffee, nuts, sand, seeds"),
    "holder": _list("box, bag, crate, basket, carton, suitcase, sack"),
    "pet": _list("dog, cat, rabbit, hamster, horse, goat, pony, parrot, turtle"),
    "relative": _list("mother, father, brother, sister, uncle, aunt, cousin, grandmother, grandfather"),
}
