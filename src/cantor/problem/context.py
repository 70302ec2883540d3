"""What stands around a number: patterns that tell its kind, its sign, or that it is none.

Each is bounded, so that a look around a number never costs more than a few characters. All are matched
against text in lower case.
"""

import re

from cantor.problem.lexicon import CURRENCY_SIGNS, SCALES, TENS, UNITS

#: How far back the patterns of the next group may look.
REACH = 24

# Before a number: matched against the slice that ends where the number starts.
ARTICLE = re.compile(r"\b(an?)\s{1,2}\Z")
# A minus sign is one of the number unless something to subtract from stands before it. The word "minus"
# more often subtracts ("twice its size minus 4"), so it needs a word before it that a number can follow.
MINUS = re.compile(
    rf"(?:\A|[\s(\[=+*/×÷:{CURRENCY_SIGNS}])([-−])\Z"
    r"|(?:\A\s{0,2}|[.,;:(=]\s{0,2}|\b(?:is|was|are|were|be|of|to|at|from|by|equals?|than|and|or|about|around)\s{1,2})"
    r"(minus\s{1,2})\Z"
    r"|\b(negative\s{1,2})\Z"
)
LEFT_OPERAND = re.compile(rf"(?:[\d)%]|\b(?:{'|'.join([*UNITS, *TENS, 'hundred', *SCALES])}))\s{{0,2}}\Z")
CURRENCY = re.compile(rf"[{CURRENCY_SIGNS}]\s{{0,2}}\Z")
#: A letter just before a numeral makes it a name (B12), but not in 3x4 or Rs36.
NOT_A_NAME = re.compile(r"(?:\d\s?[x×]|\b(?:rs|us))\Z")
DATE_OR_PATH = re.compile(r"\d/\Z")
NOT_ONE_BEFORE = re.compile(
    r"\b(?:no|any|every|some|each|this|that|which|the|another|other|last|next|first|second|third|new|old|only|"
    r"big|bigger|biggest|small|smaller|large|larger|red|blue|green|black|white|yellow|good)[\s-]{1,2}\Z",
)
#: "the second half", "the first quarter", "each quarter" are periods, not parts.
PERIOD = re.compile(
    r"\b(?:first|second|third|fourth|last|final|other|each|every|better|per|this|next|opening)[\s-]{1,2}\Z",
)
TIME_UNIT = re.compile(r"(?:\b(?:per|a|an|each|every|one|half)\s{1,2}|[\d/]\s{0,2}|\d-)\Z")
VAGUE = re.compile(r"\b(?:few|several|many)\s{1,2}\Z")

# After a number: matched where the number ends.
#: Groups: percent, money, time of day.
UNIT = re.compile(
    r"\s{0,2}-?(?:(%|per\s?cent\b)|(dollars?\b|cents?\b|bucks\b|euros?\b)|(o\s?['’]\s?clock\b|[ap]\.?m\b))"
)
MINUTES = re.compile(r":([0-5]\d)(?![\d:])")
DECADE = re.compile(r"['’]?s\b")
ORDINAL_SUFFIX = re.compile(r"(?:st|nd|rd|th)\b")
PART_SUFFIX = re.compile(r"(?:rds?|ths?)\b")
THOUSANDS = re.compile(r"k(?![a-z])")
MILLIONS = re.compile(r"(?:m(?:il)?|bn|b)(?![a-z])")
NOT_ONE_AFTER = re.compile(r"\s{1,2}(?:another|who|whose)\b|['’]s\b|\s{1,2}day\s?,")
SHARE = re.compile(r"\s{1,2}(?:of|as|the|that|this|his|her|its|their|full|more|less)\b")
OF = re.compile(r"\s{1,2}of\b")

# Between two parts of one number: matched against the whole gap.
SPACE = re.compile(r"\s{1,2}\Z")
SPACE_OR_HYPHEN = re.compile(r"(?:\s{1,2}|\s?[-‐‑]\s?)\Z")
AND = re.compile(r"\s{1,2}and\s{1,2}\Z")
AND_A = re.compile(r"\s{1,2}and\s{1,2}an?\s{1,2}\Z")
SPACE_A = re.compile(r"(?:\s{1,2}a)?\s{1,2}\Z|-\Z")
NOTHING_OR_SPACE = re.compile(r"\s{0,2}\Z")
SLASH = re.compile(r"[/⁄]\Z")
