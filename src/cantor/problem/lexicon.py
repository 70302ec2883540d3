"""English number words and their values."""

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

_Trie: TypeAlias = dict[str, "_Trie"]

_UNIT_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()

#: zero to nineteen
UNITS = {word: value for value, word in enumerate(_UNIT_WORDS)}
#: twenty to ninety, and the commonest misspellings
TENS = {
    word: 10 * value
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
} | {"fourty": 40, "ninty": 90}
SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
#: What can multiply a numeral before it: 2 dozen, 5 hundred, 1.5 million.
FACTORS = {"dozen": 12, "dozens": 12, "hundred": 100} | SCALES
#: Times of day that have a name, in minutes since midnight.
CLOCK_WORDS = {"noon": 720, "midday": 720, "midnight": 0}
MULTIPLES = {"twice": 2, "double": 2, "thrice": 3, "triple": 3, "quadruple": 4}

_IRREGULAR_ORDINALS = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "eleventh": 11,
    "twelfth": 12,
}
ORDINALS = (
    _IRREGULAR_ORDINALS
    | {word + "th": value for word, value in UNITS.items() if value > 12}
    | {word[:-1] + "ieth": value for word, value in TENS.items()}
    | {"hundredth": 100, "thousandth": 1000}
)

#: What a part is called: "a third", "two fifths". First and second name no part; half and quarter do.
PARTS = (
    {word: value for word, value in ORDINALS.items() if value > 2}
    | {word + "s": value for word, value in ORDINALS.items() if value > 2}
    | {"half": 2, "halves": 2, "quarter": 4, "quarters": 4}
)

VULGAR_FRACTIONS = {
    sign: Fraction(text)
    for sign, text in zip(
        "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒",
        "1/2 1/3 2/3 1/4 3/4 1/5 2/5 3/5 4/5 1/6 5/6 1/7 1/8 3/8 5/8 7/8 1/9 1/10".split(),
        strict=True,
    )
}

CURRENCY_SIGNS = "$€£¥₹"

#: Every word that can be part of a number.
WORDS = frozenset([*UNITS, *TENS, *FACTORS, *MULTIPLES, *ORDINALS, *PARTS, *CLOCK_WORDS])


def pattern(words: Iterable[str]) -> str:
    """A regular expression for these words that shares their beginnings, so that a scan stays fast."""
    trie: _Trie = {}
    for word in words:
        node = trie
        for letter in word:
            node = node.setdefault(letter, {})
        node[""] = {}

    def alternatives(node: _Trie) -> str:
        options = [re.escape(letter) + alternatives(node[letter]) for letter in sorted(node) if letter]
        if not options:
            return ""
        return f"(?:{'|'.join(options)})" + ("?" if "" in node else "")

    return alternatives(trie)
