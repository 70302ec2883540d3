"""Verbs that go with things, by what they do to a holding and by the sort of thing."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb in its five forms, with a particle where it has one ("use up")."""

    base: str
    third: str
    past: str
    participle: str
    ing: str


_IRREGULAR = {
    "eat": ("ate", "eaten"), "buy": ("bought", "bought"), "find": ("found", "found"),
    "make": ("made", "made"), "lose": ("lost", "lost"), "get": ("got", "gotten"),
    "sell": ("sold", "sold"), "grow": ("grew", "grown"), "throw": ("threw", "thrown"),
    "break": ("broke", "broken"), "give": ("gave", "given"), "win": ("won", "won"),
    "catch": ("caught", "caught"), "read": ("read", "read"), "write": ("wrote", "written"),
    "draw": ("drew", "drawn"), "build": ("built", "built"), "sew": ("sewed", "sewn"),
    "cut": ("cut", "cut"), "drink": ("drank", "drunk"), "take": ("took", "taken"), "see": ("saw", "seen"),
    "plan": ("planned", "planned"), "knit": ("knitted", "knitted"), "spill": ("spilled", "spilled"),
    "trim": ("trimmed", "trimmed"), "wrap": ("wrapped", "wrapped"), "feed": ("fed", "fed"),
    "bring": ("brought", "brought"), "pour": ("poured", "poured"), "sketch": ("sketched", "sketched"),
    "lend": ("lent", "lent"), "drop": ("dropped", "dropped"),
}  # fmt: skip
_DOUBLING = ("get", "win", "cut", "plan", "knit", "trim", "wrap", "drop")
_VOWELS = "aeiou"


def _verb(phrase: str) -> Verb:
    base, _, particle = phrase.partition(" ")
    if base in _IRREGULAR:
        past, participle = _IRREGULAR[base]
    elif base.endswith("y") and base[-2] not in _VOWELS:
        past = participle = base[:-1] + "ied"
    else:
        past = participle = base + ("d" if base.endswith("e") else "ed")
    if base.endswith("y") and base[-2] not in _VOWELS:
        third = base[:-1] + "ies"
    else:
        third = base + ("es" if base.endswith(("s", "sh", "ch", "x", "o")) else "s")
    ing = (
        base + base[-1] if base in _DOUBLING else base[:-1] if base.endswith("e") and base != "see" else base
    ) + "ing"
    tail = f" {particle}" if particle else ""
    return Verb(base + tail, third + tail, past + tail, participle + tail, ing + tail)


def verb_table(rows: dict[str, str]) -> dict[str, tuple[Verb, ...]]:
    return {key: tuple(_verb(v) for v in value.split(", ")) for key, value in rows.items()}


#: VERBS[role][category of thing]: what may be done to such a thing.
VERBS: dict[str, dict[str, tuple[Verb, ...]]] = {
    "use": verb_table(
        {
            "fruit": "eat, use, throw away, drop, lose",
            "baked": "eat, serve, drop",
            "sweet": "eat, lose, hand out",
            "toy": "lose, misplace, donate, break",
            "collectible": "lose, misplace, trade away",
            "stationery": "use, use up, lose, misplace",
            "book": "donate, return, lose",
            "flower": "use, throw away, cut",
            "plant": "lose, cut down",
            "clothing": "donate, return, throw away",
            "tool": "use, lose, lend out",
            "farm": "lose",
            "liquid": "use, spill, use up",
            "powder": "use, use up, spill",
            "strip": "use, cut off, use up",
            "people": "lose",
        }
    ),
    "gain": verb_table(
        {
            "fruit": "pick, buy, find, get, collect",
            "baked": "bake, make, buy, get",
            "sweet": "buy, get, find, win, receive",
            "toy": "buy, get, find, receive, win",
            "collectible": "buy, find, collect, win, get, receive",
            "stationery": "buy, get, find, receive",
            "book": "buy, get, borrow, receive, order",
            "flower": "pick, buy, get, gather",
            "plant": "plant, buy, add, order",
            "clothing": "buy, get, order, receive",
            "tool": "buy, borrow, get, find",
            "farm": "buy, get, add",
            "liquid": "buy, add, get, collect",
            "powder": "buy, add, get, order",
            "strip": "buy, find, get, order",
            "people": "add",
        }
    ),
    "make": verb_table(
        {
            "baked": "bake, make, prepare",
            "craft": "make, finish, complete",
            "sweet": "make, wrap, pack",
            "fruit": "pick, pack, gather, collect",
            "flower": "pick, plant, water",
            "collectible": "collect, find, sort",
            "stationery": "pack, sort, sharpen",
            "toy": "make, paint, assemble",
            "clothing": "sew, wash, fold",
            "plant": "plant, water",
            "book": "read, sort, cover",
        }
    ),
}
