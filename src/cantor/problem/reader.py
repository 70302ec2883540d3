"""The number reader: raw English in, numbers out, with exact values, places and kinds.

One pass finds every numeral and number word; a small grammar then joins neighbours ("twenty-five",
"2 1/2", "thirty-four hundred and fifty"). Context is looked at only a few characters around a
candidate, so the whole is linear in the length of the text. The choices made where English is
ambiguous are listed in docs/reading-numbers.md, each with its test.
"""

import re
import string
from fractions import Fraction
from typing import NamedTuple

from cantor.problem import context
from cantor.problem.lexicon import (
    MULTIPLES,
    ORDINALS,
    PARTS,
    SCALES,
    TENS,
    UNITS,
    VULGAR_FRACTIONS,
    WORDS,
    pattern,
)
from cantor.problem.problem import Number, NumberKind

#: A longer numeral is no quantity anyone means, and int() on it is not linear.
MAX_DIGITS = 300

_SIGNS = "".join(VULGAR_FRACTIONS)
_INITIALS = "".join(sorted({word[0] for word in WORDS}))
_CANDIDATE = re.compile(
    rf"(?=[\d.{_SIGNS}]|\b[{_INITIALS}])(?:"  # rules out most places at once
    r"(\d{1,3}(?:,\d{2,3})*,\d{3}(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|(?<![\w.])\.\d+)"
    rf"|([{_SIGNS}])"
    rf"|\b({pattern(WORDS)})\b)"
)
#: Lower case that keeps every character's place, which str.lower() does not ("İ" becomes two).
_ASCII_LOWER = {ord(letter): letter.lower() for letter in string.ascii_uppercase}


class _Token(NamedTuple):
    """A numeral, a vulgar fraction sign, or one number word."""

    start: int
    end: int
    word: str  # in lower case; "" for a numeral or a sign
    value: Fraction  # of a numeral or a sign; 0 for a word
    is_sign: bool


class _Found(NamedTuple):
    """A number made of the tokens before `next`."""

    start: int
    end: int
    value: Fraction
    kind: NumberKind
    next: int


def read_numbers(text: str) -> tuple[Number, ...]:
    """All numbers of a text in order, ordinals too."""
    return tuple(_Reader(text).read())


def quantities(text: str) -> tuple[Number, ...]:
    """The numbers that an equation may use: all but ordinals written as words ("first")."""
    return tuple(n for n in read_numbers(text) if n.kind is not NumberKind.ORDINAL or n.text[0].isdigit())


def _tokens(text: str) -> list[_Token]:
    tokens = []
    for match in _CANDIDATE.finditer(text):
        start, end = match.span()
        kind = match.lastindex
        if kind == 1:
            if end - start <= MAX_DIGITS:
                tokens.append(_Token(start, end, "", _numeral_value(match[1]), False))
        elif kind == 2:
            tokens.append(_Token(start, end, "", VULGAR_FRACTIONS[match[2]], True))
        else:
            tokens.append(_Token(start, end, match[3], Fraction(0), False))
    return tokens


def _numeral_value(numeral: str) -> Fraction:
    whole, _, decimals = numeral.replace(",", "").partition(".")
    return Fraction(int(whole + decimals), 10 ** len(decimals)) if decimals else Fraction(int(whole))


class _Reader:
    """The grammar over one text's tokens. Each rule returns what it found, or None."""

    def __init__(self, text: str):
        self.original = text
        self.text = text.lower() if text.isascii() else text.translate(_ASCII_LOWER)
        self.tokens = _tokens(self.text)

    def read(self) -> list[Number]:
        numbers = []
        i = 0
        while i < len(self.tokens):
            found = self.number(i)
            if found is None:
                i += 1
                continue
            numbers.append(self.finished(found))
            i = found.next
        return numbers

    # Looking around

    def before(self, start: int) -> str:
        return self.text[max(0, start - context.REACH) : start]

    def joined(self, i: int, gap: re.Pattern[str]) -> bool:
        """Whether token i exists and only `gap` stands between it and the token before."""
        if not 0 < i < len(self.tokens):
            return False
        start, end = self.tokens[i - 1].end, self.tokens[i].start
        return end - start <= context.REACH and gap.match(self.text[start:end]) is not None

    def word(self, i: int) -> str:
        return self.tokens[i].word if i < len(self.tokens) else ""

    # The grammar, from the most to the least particular

    def number(self, i: int) -> _Found | None:
        token = self.tokens[i]
        word = token.word
        if not word:
            return self.numeral(i)
        if word in UNITS or word in TENS or word == "hundred" or word in SCALES or word == "dozen":
            return self.cardinal(i)
        if word in MULTIPLES:
            return self.found(i, i + 1, Fraction(MULTIPLES[word]), NumberKind.MULTIPLE)
        return self.single_part(i) or self.ordinal(i)

    def found(
        self, i: int, next_: int, value: Fraction, kind: NumberKind, start: int | None = None
    ) -> _Found:
        return _Found(
            self.tokens[i].start if start is None else start, self.tokens[next_ - 1].end, value, kind, next_
        )

    def numeral(self, i: int) -> _Found | None:
        token, text = self.tokens[i], self.text
        start, end, _, value, is_sign = token
        if is_sign:
            return self.found(i, i + 1, value, NumberKind.FRACTION)
        if text[start - 1 : start].isalpha() and not context.NOT_A_NAME.search(self.before(start)):
            return None
        after = text[end : end + 1]
        if after.isalpha() or after in "'’:/⁄":
            suffixed = self.suffixed(i, after)
            if suffixed:
                return suffixed
        if i + 1 == len(self.tokens) or self.tokens[i + 1].start - end > context.REACH:
            return self.found(i, i + 1, value, NumberKind.CARDINAL)
        mixed = self.mixed(i, value, i + 1) if value.denominator == 1 else None
        return mixed or self.scaled(i, value, i + 1) or self.parts(i, value, i + 1)

    def suffixed(self, i: int, after: str) -> _Found | None:
        """A numeral with something attached: 7:30, 3rd, 1960s, 1/2, 5k, $2m."""
        start, end, _, value, _ = self.tokens[i]
        text = self.text
        if after == "k" and context.THOUSANDS.match(text, end):
            return _Found(start, end + 1, value * 1000, NumberKind.CARDINAL, i + 1)
        if after in "mb" and (match := context.MILLIONS.match(text, end)):
            if not context.CURRENCY.search(self.before(start)):
                return None  # 5m is a length
            return _Found(
                start, match.end(), value * (10**6 if after == "m" else 10**9), NumberKind.MONEY, i + 1
            )
        if value.denominator != 1:
            return None
        if after == ":" and value <= 24 and text[start - 1 : start] != ":":
            if clock := context.MINUTES.match(text, end):
                value += Fraction(int(clock[1]), 60)
                return _Found(start, clock.end(), value, NumberKind.TIME, i + 2)
        elif after in "/⁄":
            return self.slashed(i)
        elif context.ORDINAL_SUFFIX.match(text, end):
            return _Found(start, end + 2, value, NumberKind.ORDINAL, i + 1)
        elif value > 0 and value % 10 == 0 and (match := context.DECADE.match(text, end)):
            return _Found(start, match.end(), value, NumberKind.DECADE, i + 1)
        return None

    def slashed(self, i: int) -> _Found | None:
        """1/2, 3/4ths; not a date, not a division by zero."""
        if not self.joined(i + 1, context.SLASH) or context.DATE_OR_PATH.search(
            self.before(self.tokens[i].start)
        ):
            return None
        below = self.tokens[i + 1]
        if below.word or below.is_sign or below.value.denominator != 1 or below.value == 0:
            return None
        if self.text[below.end : below.end + 1] == "/" or context.MINUTES.match(self.text, below.end):
            return None
        suffix = context.PART_SUFFIX.match(self.text, below.end)
        end = suffix.end() if suffix else below.end
        value = self.tokens[i].value / below.value
        return _Found(self.tokens[i].start, end, value, NumberKind.FRACTION, i + 2)

    def mixed(self, i: int, whole: Fraction, next_: int) -> _Found | None:
        """A whole number and a part below one: 2 1/2, 2½, 2-1/2, two and a half, 3 and 1/2."""
        part: _Found | None = None
        if self.joined(next_, context.AND_A) and self.word(next_) in PARTS:
            denominator = PARTS[self.word(next_)]
            if not self.word(next_).endswith("s"):
                part = self.found(next_, next_ + 1, Fraction(1, denominator), NumberKind.FRACTION)
        elif next_ < len(self.tokens) and self.tokens[next_].is_sign:
            if self.joined(next_, context.NOTHING_OR_SPACE) or self.joined(next_, context.AND):
                part = self.found(next_, next_ + 1, self.tokens[next_].value, NumberKind.FRACTION)
        elif self.joined(next_, context.SPACE_OR_HYPHEN) or self.joined(next_, context.AND):
            is_and = self.joined(next_, context.AND)
            if next_ < len(self.tokens) and not self.word(next_):
                part = self.slashed(next_)
            elif is_and and self.word(next_) == "one" and self.joined(next_ + 1, context.SPACE_OR_HYPHEN):
                if self.word(next_ + 1) in PARTS and not self.word(next_ + 1).endswith("s"):
                    part = self.found(
                        next_, next_ + 2, Fraction(1, PARTS[self.word(next_ + 1)]), NumberKind.FRACTION
                    )
            elif (
                is_and
                and self.word(next_) == "half"
                and not context.SHARE.match(self.text, self.tokens[next_].end)
            ):
                part = self.found(next_, next_ + 1, Fraction(1, 2), NumberKind.FRACTION)
        if part is None or part.value >= 1:
            return None
        value = whole + part.value
        scaled = self.scaled(i, value, part.next)
        return scaled or _Found(self.tokens[i].start, part.end, value, NumberKind.FRACTION, part.next)

    def scaled(self, i: int, value: Fraction, next_: int) -> _Found | None:
        """A scale or a dozen after a number: 1.5 million, 2 dozen, 5 hundred."""
        if not self.joined(next_, context.SPACE):
            return None
        word = self.word(next_)
        scale = 12 if word == "dozen" else 100 if word == "hundred" else SCALES.get(word)
        if scale is None:
            return None
        again = self.scaled(i, value * scale, next_ + 1) if word in ("hundred", "dozen") else None
        return again or self.found(i, next_ + 1, value * scale, NumberKind.CARDINAL)

    def parts(self, i: int, count: Fraction, next_: int) -> _Found:
        """A count of parts (two thirds, 3 fourths, one half), or else the count alone."""
        alone = self.found(i, next_, count, NumberKind.CARDINAL)
        word = self.word(next_)
        if word not in PARTS or not self.joined(next_, context.SPACE_OR_HYPHEN) or count < 1:
            return alone
        size, end = PARTS[word], self.tokens[next_].end
        if count == 1:
            is_part = not word.endswith("s") and (self.tokens[i].word == "one" or word in ("half", "quarter"))
        elif word in (
            "halves",
            "quarters",
        ):  # 3 quarters are coins, two halves a whole; three quarters a part
            three = count == 3 and self.tokens[i].word == "three"
            is_part = (
                word == "quarters" and count < size and (three or bool(context.OF.match(self.text, end)))
            )
        elif word.endswith("s"):
            is_part = True
        else:  # "two third of the class"
            is_part = word not in ("half", "quarter") and bool(context.OF.match(self.text, end))
        return self.found(i, next_ + 1, count / size, NumberKind.FRACTION) if is_part else alone

    def cardinal(self, i: int) -> _Found | None:
        """Number words: twenty-five, thirty-four hundred and fifty, two million three thousand."""
        word = self.word(i)
        start = self.tokens[i].start
        if word in SCALES or word in ("hundred", "dozen"):
            if context.VAGUE.search(self.before(start)):
                return None
            article = context.ARTICLE.search(self.before(start))
            if article:
                start -= len(article[0])
        total, next_ = self.words_value(i)
        value = Fraction(total)
        found = (
            self.mixed(i, value, next_)
            or (self.scaled(i, value, next_) if self.word(next_) == "dozen" else None)
            or self.compound_ordinal(i, total, next_)
            or self.parts(i, value, next_)
        )
        if word == "one" and found.next == i + 1 and self.is_pronoun(i):
            return None
        return found._replace(start=start)

    def words_value(self, i: int) -> tuple[int, int]:
        """The value of the cardinal that starts at token i, and the token after it."""
        total, chunk, limit = 0, 0, 10**15
        room = 10**3  # what may still be added to the chunk is less than this
        first = True
        while i < len(self.tokens):
            word = self.word(i)
            if not first:
                and_may_follow = room == 100 or chunk == 0
                if not self.joined(i, context.SPACE_OR_HYPHEN) and not (
                    and_may_follow and self.joined(i, context.AND)
                ):
                    break
            if word in UNITS and UNITS[word] < room and (UNITS[word] or first):
                chunk, room = chunk + UNITS[word], 1
            elif word in TENS and TENS[word] < room:
                chunk, room = chunk + TENS[word], 10
            elif word == "hundred" and (chunk or first) and chunk < 100:
                chunk, room = (chunk or 1) * 100, 100
            elif word in SCALES and SCALES[word] < limit and (chunk or first):
                limit = SCALES[word]
                total, chunk, room = total + (chunk or 1) * limit, 0, min(limit, 10**3)
            elif word == "dozen" and first:
                return 12, i + 1
            else:
                break
            first = False
            i += 1
        return total + chunk, i

    def compound_ordinal(self, i: int, total: int, next_: int) -> _Found | None:
        """twenty-first, one hundred and third; "one fifth" is a part instead."""
        value = ORDINALS.get(self.word(next_), 0)
        if not value or total < 20 or not self.joined(next_, context.SPACE_OR_HYPHEN):
            return None
        if value < (10 if total % 100 else 100) and total % 10 == 0:
            return self.found(i, next_ + 1, Fraction(total + value), NumberKind.ORDINAL)
        return None

    def single_part(self, i: int) -> _Found | None:
        """half, a quarter, a third of; half a dozen; not the second half of a match."""
        token, word = self.tokens[i], self.word(i)
        if word not in PARTS or word.endswith("s"):
            return None
        before = self.before(token.start)
        if context.PERIOD.search(before):
            return None
        article = context.ARTICLE.search(before)
        share = context.SHARE.match(self.text, token.end) is not None
        start = token.start - len(article[0]) if article else token.start
        if word == "half":
            if self.word(i + 1) == "dozen" and self.joined(i + 1, context.SPACE_A):
                return self.found(i, i + 2, Fraction(6), NumberKind.CARDINAL, start)
            return self.found(i, i + 1, Fraction(1, 2), NumberKind.FRACTION, start)
        if (article and (share or word == "quarter")) or (word == "quarter" and share):
            return self.found(i, i + 1, Fraction(1, PARTS[word]), NumberKind.FRACTION, start)
        return None

    def ordinal(self, i: int) -> _Found | None:
        word = self.word(i)
        if word not in ORDINALS:
            return None
        if word == "second" and context.TIME_UNIT.search(self.before(self.tokens[i].start)):
            return None
        return self.found(i, i + 1, Fraction(ORDINALS[word]), NumberKind.ORDINAL)

    def is_pronoun(self, i: int) -> bool:
        """Whether "one" stands for a thing or a person: no one, the one who, one another."""
        token = self.tokens[i]
        return bool(
            context.NOT_ONE_BEFORE.search(self.before(token.start))
            or context.NOT_ONE_AFTER.match(self.text, token.end)
        )

    # Sign and kind, from what stands around the number

    def finished(self, found: _Found) -> Number:
        start, end, value, kind, _ = found
        if kind is NumberKind.CARDINAL or kind is NumberKind.FRACTION:
            before = self.before(start)
            currency = context.CURRENCY.search(before)
            if unit := context.UNIT.match(self.text, end):
                kind = (NumberKind.PERCENT, NumberKind.MONEY, NumberKind.TIME)[(unit.lastindex or 1) - 1]
            elif currency:
                kind = NumberKind.MONEY
            if currency:
                before = before[: currency.start()]
            minus = context.MINUS.search(before)
            if minus:
                sign_at = minus.start(minus.lastindex or 0)
                if not context.LEFT_OPERAND.search(before[:sign_at]):
                    value, start = -value, found.start - (len(self.before(found.start)) - sign_at)
        return Number(self.original[start:end], value, (start, end), kind)
