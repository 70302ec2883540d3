"""The numerals, fraction signs and number words of a text, each on its own."""

import re
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from cantor.problem.lexicon import VULGAR_FRACTIONS, WORDS, pattern

if TYPE_CHECKING:
    from cantor.problem.problem import Problem

#: A longer numeral is no quantity anyone means, and int() on it is not linear.
MAX_DIGITS = 300

_SIGNS = "".join(VULGAR_FRACTIONS)
_INITIALS = "".join(sorted({word[0] for word in WORDS}))
#: Groups of digits are bounded so that a long row of them costs linear time.
_NUMERAL = (
    # a decimal comma, where a unit of Europe's stands after it or a euro before it: 3,5 kg
    r"(?<![\d,.])\d{1,6},\d{1,2}(?=\s?(?:€|(?:kg|g|mg|km|m|cm|mm|l|ml|euros?|kilometers?|kilometres?|meters?|metres?"
    r"|liters?|litres?|kilograms?|grams?)(?!\w)))"
    r"|(?<=€)\d{1,6},\d\d(?![\d,])"
    r"|\d{1,3}(?:"
    r"(?:,\d{2,3}){0,12},\d{3}"  # 1,250 and 1,00,000
    r"|(?:[\u00a0\u2009\u202f_]\d{3}){1,12}"
    r"|(?:\s\d{3}){0,4}\s0\d\d"  # 10 000: a group that starts with 0 stands for nothing by itself
    r")(?!\d)(?:\.\d+)?"
    r"|\d+(?:\.\d+)?(?:e[+-]?\d{1,2}(?!\w))?"
    r"|(?<![\w.])\.\d+"
)
#: The lookaheads rule out most places at once.
_CANDIDATE = re.compile(
    rf"(?=[\d.{_SIGNS}{_INITIALS}])(?:(?=[\d.])({_NUMERAL})|([{_SIGNS}])|\b({pattern(WORDS)})\b)"
)
_ZERO = Fraction(0)
_DECIMAL_COMMA = re.compile(r"\d+,\d{1,2}\Z")
_SEPARATOR = re.compile(r"[,_\s]")


class Token(NamedTuple):
    """A numeral, a vulgar fraction sign, or one number word."""

    start: int
    end: int
    word: str  # in lower case; "" for a numeral or a sign
    value: Fraction  # of a numeral or a sign; 0 for a word
    is_sign: bool


def tokens(text: str) -> list[Token]:
    """All of them in order. The text must be in lower case."""
    found = []
    for match in _CANDIDATE.finditer(text):
        start, end = match.span()
        kind = match.lastindex
        if kind == 1:
            if end - start <= MAX_DIGITS:
                found.append(Token(start, end, "", _numeral_value(match[1]), False))
        elif kind == 2:
            found.append(Token(start, end, "", VULGAR_FRACTIONS[match[2]], True))
        else:
            found.append(Token(start, end, match[3], _ZERO, False))
    return found


def _numeral_value(numeral: str) -> Fraction:
    if numeral.isdecimal():
        return Fraction(int(numeral))
    if _DECIMAL_COMMA.match(numeral):
        return Fraction(numeral.replace(",", "."))
    if "e" in numeral:
        return Fraction(numeral)
    whole, _, decimals = _SEPARATOR.sub("", numeral).partition(".")
    return Fraction(int(whole + decimals), 10 ** len(decimals))


_COMMA = re.compile(r"(?<![\d,.])\d{1,6},\d{1,2}(?![\d,]|\.\d)")


def unread_commas(problem: "Problem") -> list[str]:
    """What may be a decimal with a comma, but was read as two numbers: 3,5."""
    read = {number.span for number in problem.numbers}
    return [m[0] for m in _COMMA.finditer(problem.text) if m.span() not in read][:5]
