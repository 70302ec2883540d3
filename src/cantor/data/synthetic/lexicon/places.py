"""Single words and phrases that fill a slot as they are; none may hold a number."""


def word_list(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split(","))


WORDS: dict[str, tuple[str, ...]] = {
    "spot": word_list(
        """on the table, in the kitchen, in the basket, on the shelf, in the drawer, in the garage, in a
            box, in the closet, on the counter, in the cupboard, on the desk, in a bag, in the yard, in the
            shed, on the porch, in the trunk, in a jar, on a tray"""
    ),
    "where": word_list(
        """at the park, at school, at home, at the market, at the fair, at the beach, at the mall, in the
            garden, at the farm, at the station, at the picnic, at the party, at the lake, at camp, at the
            bus stop"""
    ),
    "shopname": word_list(
        """the store, the market, the supermarket, the mall, the corner shop, the fair, a yard sale, the
            farmers market, the mart, the shop, a small shop, the shopping center"""
    ),
    "day": word_list("Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday"),
    "month": word_list(
        "January, February, March, April, June, July, August, September, October, November, December"
    ),
    "colour": word_list(
        "red, blue, green, yellow, black, white, purple, orange, pink, brown, gray, silver, golden"
    ),
    "event": word_list(
        """the party, the picnic, the school fair, the bake sale, the art class, the science project, the
            festival, the parade, the class trip, the wedding, the fundraiser"""
    ),
    "town": word_list(
        """Oakville, Riverton, Lakeside, Maplewood, Springdale, Brookfield, Hilltop, Fairview, Westport,
            Ashford, Cedar Falls, Greenville, Milltown, Eastbrook, Stonebridge"""
    ),
    "vehicle": word_list("car, truck, bus, van, train, motorcycle, taxi, scooter, bicycle, boat"),
    "job": word_list(
        """washing cars, mowing lawns, walking dogs, babysitting, delivering newspapers, raking leaves,
            tutoring, painting fences, selling lemonade, cleaning windows, shoveling snow, weeding gardens,
            waiting tables"""
    ),
    "room": word_list(
        """room, kitchen, bedroom, garden, playground, field, floor, wall, hall, yard, patio, poster,
            blanket, parking lot, classroom, pool, deck, lawn"""
    ),
    "activity": word_list(
        """reading, running, swimming, practicing the piano, studying, painting, gardening, playing chess,
            dancing, drawing, exercising, cooking, coding, skating, cycling, practicing the guitar"""
    ),
    "subject": word_list(
        "math, science, history, spelling, geography, music, art, English, reading, biology"
    ),
    "sport": word_list(
        "basketball, soccer, hockey, football, volleyball, handball, rugby, water polo, netball"
    ),
    "saving": word_list(
        """a bicycle, a new phone, a guitar, a trip, a skateboard, a camera, a tablet, a jacket, a video
            game, a telescope, a drum set, a pair of skates, a desk, a drone, a tent"""
    ),
    "garment": word_list(
        "jacket, sweater, dress, coat, pair of shoes, backpack, hat, shirt, scarf, pair of jeans, belt"
    ),
    "gadget": word_list(
        "camera, phone, bicycle, lamp, radio, tablet, blender, watch, keyboard, chair, table, guitar, sofa"
    ),
    "strip": word_list(
        "rope, ribbon, board, plank, string, cable, pipe, chain, scarf, hose, log, wire, stick"
    ),
    "trait": word_list(
        """walk to school, wear glasses, play the piano, like soccer, ride a bike every day, speak Spanish,
            own a dog, enjoy swimming, live near the park, drink coffee, play chess, sing in a choir, eat
            breakfast at home, travel by bus, take dance lessons, collect stamps"""
    ),
    "hall": word_list("hall, theater, cinema, stadium, church, concert hall, circus tent"),
    "bird": word_list("hens, ducks, geese, chickens, quails"),
    "outing": word_list(
        "the zoo, a museum, the aquarium, a castle, the science center, a play, the water park, a concert"
    ),
    "ground": word_list(
        "the park, the orchard, the school garden, the town square, the backyard, the botanical garden"
    ),
    "prize": word_list("tickets, tokens, points, stickers, coins, stars, chips"),
    "game": word_list(
        "ring toss, mini golf, darts, bowling, skee ball, the fishing game, the beanbag game, pinball"
    ),
    "file": word_list("photos, songs, videos, files, messages, pictures, apps, emails, games"),
    "device": word_list("phone, computer, tablet, laptop, camera, music player"),
    "team": word_list(
        "our team, the home team, the school team, the blue team, the local team, a soccer team, the club"
    ),
    "perch": word_list(
        """in the yard, near the pond, in the field, by the river, under the tree, at the lake, on the hill,
            in the meadow, near the barn, on the path"""
    ),
    "move": word_list("walked, ran, jogged, hiked, biked, rode, drove, cycled, swam, skated"),
    "crowd": word_list("people, families, students, residents, workers, inhabitants"),
    "stuff": word_list("rice, flour, sugar, salt, beans, cheese, coffee, nuts, sand, seeds"),
    "holder": word_list("box, bag, crate, basket, carton, suitcase, sack"),
    "pet": word_list("dog, cat, rabbit, hamster, horse, goat, pony, parrot, turtle"),
    "relative": word_list("mother, father, brother, sister, uncle, aunt, cousin, grandmother, grandfather"),
}
