"""Slips of English that a written problem must not have, as patterns."""

import re

SLIPS = {
    "double space": re.compile(r"  "),
    "unfilled place": re.compile(r"[{}\[\]|<>_]"),
    "space before a mark": re.compile(r"\s[.,?;](?!\d)"),
    "doubled mark": re.compile(r"[.,?;]{2}"),
    "one of several": re.compile(r"(?<![\d.,/-])\b1 (?!of |o'clock|more )[a-z]+s\b(?<!ss)"),
    "a before a vowel": re.compile(r"\b[Aa] [aeio](?!ne\b)[a-z]+"),
    "an before a consonant": re.compile(r"\b[Aa]n [bcdfgjklmnpqrstvwxyz][a-z]+"),
    "article before eight or eleven": re.compile(r"\ba (8|11|18|8\d)-"),
    "repeated word": re.compile(r"\b(?!that\b|had\b)([a-z]+) \1\b", re.IGNORECASE),
    "pronoun in the wrong case": re.compile(r"\b(to|from|gave|for|with) (he|she)\b"),
    "small letter at the start": re.compile(r"(?:^|(?<!Mr|Ms)(?<!Mrs)[.?] )[a-z]"),
    "odd ending": re.compile(r"[^.?]$"),
    "regular form of an irregular verb": re.compile(
        r"\b(eated|buyed|finded|lended|droped|getted|gived|taked)\b"
    ),
}
