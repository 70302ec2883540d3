"""What stands around a number: patterns that tell its kind, its sign, or that it is none.

Each is bounded, so that a look around a number never costs more than a few characters. All are matched
against text in lower case.
"""

import re

from cantor.problem.lexicon import CURRENCY_SIGNS, SCALES, TENS, UNITS

#: How far back the patterns of the next group may look.
REACH = 28
#: The longest gap within a number: "and an" with two spaces at each place.
JOIN = 12
#: What a slice before a number ends with where `MINUS` can match it; spares most searches.
MINUS_ENDS = ("-", "−", "–", "minus", "negative")

_NUMBER_WORD = rf"\b(?:{'|'.join([*UNITS, *TENS, 'hundred', *SCALES])})"

# Before a number: matched against the slice that ends where the number starts.
ARTICLE = re.compile(r"\b(an?)\s{1,2}\Z")
# A minus sign is one of the number unless something to subtract from stands before it. The word "minus"
# more often subtracts ("double the width minus 3"), so it needs a word before it that a number can follow.
MINUS = re.compile(
    rf"(?:\A|[\s(\[{{=+*/×÷^:,<>≤≥\"'“‘{CURRENCY_SIGNS}])([-−–])\Z"
    r"|(?:\A\s{0,2}|[.,;:(=]\s{0,2}|\b(?:is|was|are|were|be|of|to|at|from|by|equals?|than|and|or|about|around"
    r"|plus|times)\s{1,2})(minus\s{1,2})\Z"
    r"|\b(negative\s{1,2})\Z"
)
#: A digit, a bracket, a number word, or a letter that is a variable ("x -3").
LEFT_OPERAND = re.compile(rf"(?:[\d)%]|{_NUMBER_WORD}|(?<![a-z])[b-hj-z])\s{{0,2}}\Z")
#: "an hour and a half", "a mile and three quarters": one of what the part is a part of.
ONE_AND = re.compile(
    r"\b(an?\s{1,2}(?:second|minute|hour|day|week|month|year|mile|yard|foot|inch|kilomet(?:re|er)"
    r"|met(?:re|er)|centimet(?:re|er)|lit(?:re|er)|gallon|pint|cup|teaspoon|tablespoon|kilo|kilogram|gram|pound"
    r"|ounce|ton|lap|page|bar|bottle|pizza|cake|sandwich)\s{1,2}and\s{1,2})\Z"
)
#: ... and what then follows the part, which is not that of another thing.
ITS_PART = re.compile(
    r"(?:an?\s{1,2}(?:half|quarter)|three[\s-]{1,2}quarters|[\d¼½¾/⁄]{1,5})(?!\s{1,2}(?:of\s{1,2}(?:the|an?|his|her|its"
    r"|their|this|that|what|it|them|all|my|our|your)|as)\b)(?![\w/])"
)
CURRENCY = re.compile(rf"[{CURRENCY_SIGNS}]\s{{0,2}}\Z")
#: A letter just before a numeral makes it a name (B12), but not in 3x4 or Rs36.
NOT_A_NAME = re.compile(r"(?:\d\s?[x×]|\b(?:rs|us))\Z")
#: COVID-19, F-16: matched against text as it stands, as only capitals tell.
CAPITAL_HYPHEN = re.compile(r"[A-Z]-\Z")
#: "1) Tom has", "2. A farmer": the first number of a text may be that of an exercise.
LIST_ITEM = re.compile(r"\s{0,3}\(?\d{1,3}[.)]\s{1,3}[A-Z]")
#: In a version or an address (1.5.2, 192.168.0.1) no part is a quantity.
VERSION_BEFORE = re.compile(r"\d\.\Z")
VERSION_AFTER = re.compile(r"\.\d")
DATE_OR_PATH = re.compile(r"\d/\Z")
NOT_ONE_BEFORE = re.compile(
    r"\b(?:no|any|every|some|each|this|that|which|the|another|other|last|next|first|second|third|new|old|"
    r"the only|one by|"
    r"big|bigger|biggest|small|smaller|large|larger|red|blue|green|black|white|yellow|good)[\s-]{1,2}\Z",
)
#: "the second half", "the first quarter", "each quarter" are periods, not parts.
PERIOD = re.compile(
    r"\b(?:first|second|third|fourth|last|final|other|each|every|better|per|this|next|opening)[\s-]{1,2}\Z",
)
TIME_UNIT = re.compile(
    rf"(?:\b(?:per|a|an|each|every|split|half)\s{{1,2}}|{_NUMBER_WORD}[\s-]{{1,2}}|[\d/]\s{{0,2}}|\d-)\Z"
)
VAGUE = re.compile(r"\b(?:few|several|many)\s{1,2}\Z")

# After a number: matched where the number ends.
#: Groups: percent, money.
UNIT = re.compile(r"\s{0,2}-?(?:(\\?[%％]|per\s?cent\b)|(dollars?\b|cents?\b|bucks\b|euros?\b|¢))")
MINUTES = re.compile(r":([0-5]\d)(?![\d:])")
DECADE = re.compile(r"['’]?s\b")
ORDINAL_SUFFIX = re.compile(r"(?:st|nd|rd|th)\b")
PART_SUFFIX = re.compile(r"(?:rds?|ths?)\b")
THOUSANDS = re.compile(r"k(?![a-z])")
MILLIONS = re.compile(r"(?:m(?:il)?|bn|b)(?![a-z])")
NOT_ONE_AFTER = re.compile(r"\s{1,2}(?:another|who|whose)\b|['’]s\b|[\s-]by[\s-]one\b")
#: Starts a story; matched against text as it stands, since "in one day" counts.
ONE_DAY = re.compile(r"One\s{1,2}(?:day\b|(?:morning|afternoon|evening|night)\s?,)")
SHARE = re.compile(r"\s{1,2}(?:of|as|the|that|this|his|her|its|their|full|more|less)\b")
OF = re.compile(r"\s{1,2}of\b")
#: After "a third" that is a part by itself: before a noun it is one more in a row.
ALONE = re.compile(
    r"\s{0,2}(?:[.,;:?!)]|\Z)|\s{1,2}(?:for|to|at|off|are|is|was|were|go|goes|went|fewer|smaller|larger|bigger|lower|"
    r"higher|shorter|longer|cheaper|and(?!\s{1,2}[a-z]{1,12}th\b))\b"
)
#: "$40 and a quarter of the rest" are two numbers.
OF_THE_REST = re.compile(r"\s{1,2}of\s{1,2}(?:(?:the\s{1,2})?(?:rest|remain)|what\b|it\b|them\b)")
#: "half an hour" is a measure of its own, whatever number stands before it.
A_MEASURE = re.compile(r"\s{1,2}an?\s")
#: "twenty five-dollar bills" are twenty, "three hundred-dollar bills" three.
DENOMINATION = re.compile(r"-(?:dollar|cent|euro|pound|rupee)\s{1,2}(?:bills|notes|coins|pieces|stamps)\b")

# Between two parts of one number: matched against the whole gap.
SPACE = re.compile(r"\s{1,2}\Z")
#: Spaces around the hyphen stand in tokenised text: "one - third".
SPACE_OR_HYPHEN = re.compile(r"(?:\s{1,2}|\s?[-‐‑]\s?)\Z")
SPACE_OR_TIGHT_HYPHEN = re.compile(r"(?:\s{1,2}|[-‐‑])\Z")
HYPHEN = re.compile(r"\s?[-‐‑]\s?\Z")
COMMA = re.compile(r",\s{1,2}\Z")
AND = re.compile(r"(?:\s{1,2}and\s{1,2}|-and-)\Z")
AND_A = re.compile(r"(?:\s{1,2}and\s{1,2}an?\s{1,2}|-and-an?-)\Z")
SPACE_A = re.compile(r"(?:\s{1,2}an?)?\s{1,2}\Z|-\Z")
POINT = re.compile(r"\s{1,2}point\s{1,2}\Z")
NOTHING_OR_SPACE = re.compile(r"\s{0,2}\Z")
SLASH = re.compile(r"[/⁄]\Z")
