"""Who or what may be chosen, as stories tell them apart."""

import pytest

from cantor.problem.candidates import candidates, in_full


@pytest.mark.parametrize(
    ("among", "story", "found"),
    [
        ("who", "Ana drove 50 km to Leeds. On Monday Ben drove 40 km in Porto.", "Ana, Ben"),
        ("who", "Mara has 14 stickers. Her brother has 9.", "Mara, her brother"),
        ("who", "Amy has 15 cars, and Amy's cousin has 12.", "Amy, Amy's cousin"),
        ("who", "My dad is 178 cm tall. My sister is 150 cm tall.", "my dad, my sister"),
        ("who", "Mr. Ross has 45 tulips, Aunt May 38.", "Mr. Ross, Aunt May"),
        ("who", "The teacher gave 12 stars to Ana and 15 to Ben.", "Ana, Ben"),
        ("who", "Beth has 64 pens. Carl has 48 pens and his aunt gives him 20 more.", "Beth, Carl"),
        ("who", "Beth has 64 pens, Carl has 48, and their aunt has 20.", "Beth, Carl, their aunt"),
        ("who", "Pens cost $2. Lars has $20 and Tom has $18.", "Lars, Tom"),
        ("who", "The baker made 40 pies. The cook made 25 pies.", "the baker, the cook"),
        ("who", "The Reds scored 4 goals, the Greens scored 6.", "the Reds, the Greens"),
        ("whose", "Hugo's rope is 3 m long, and James' is 4 m.", "Hugo, James"),
        ("whose", "My mum's car is old. Mr. Lim's car is new.", "my mum, Mr. Lim"),
        ("whose", "Ana has a rope of 3 m, Ben one of 4 m.", "Ana, Ben"),
        ("day", "They sold 4 on Monday and 5 on Tuesday.", "Monday, Tuesday"),
        ("month", "It had 840 guests in June, 990 in July.", "June, July"),
        ("week", "In the first week she read 9, in the second week 8.", "the first week, the second week"),
        ("shop", "Shop A sells 3 pens, shop B sells 4.", "Shop A, Shop B"),
        ("class", "Class 4A has 23 pupils, class 5 has 26.", "Class 4A, Class 5"),
        ("bus", "Bus 12 carries 34 people and Bus 15 carries 41.", "Bus 12, Bus 15"),
        ("box", "The red box holds 24 pens, the blue one 36.", "the red box, the blue box"),
        ("mountain", "Mount Iron is 2,410 m high, Mount Salt 2,390 m.", "Mount Iron, Mount Salt"),
        ("hotel", "The Grand Hotel has 90 rooms, the Park Hotel 84.", "the Grand Hotel, the Park Hotel"),
        ("pack", "A pack of 6 eggs costs $3, a pack of 9 figs $4.", "the pack of 6 eggs, the pack of 9 figs"),
        ("", "A 6-pack of tea costs $3, an 8-pack of tea $4.", "the 6-pack of tea, the 8-pack of tea"),
        ("animal", "A snail moves 2 m an hour and an ant moves 3 m an hour.", "the snail, the ant"),
        ("piece of furniture", "The table is 74 cm high, the chair is 45 cm high.", "the table, the chair"),
        ("counted", "She bought 7 lemons and 12 ripe limes for 9 dollars.", "lemons, ripe limes"),
        ("number", "Ana drew 45 and Ben drew 54.", ""),
        ("pencil", "One pencil is 12 cm long and the other pencil is 15 cm long.", ""),
        ("day", "They met in Porto and in Leeds.", ""),
    ],
)  # fmt: skip
def test_told_apart(among, story, found):
    assert ", ".join(candidates(among, story)) == found


@pytest.mark.parametrize(
    ("option", "full"), [("red", "red beads"), ("blue", "blue"), ("red beads", "red beads")]
)
def test_in_full(option, full):
    assert in_full(option, "A jar holds 15 red beads and 21 green beads.") == full
