"""The number reader: raw English in, numbers out, with exact values, places and kinds.

One pass finds every numeral and number word; a small grammar then joins neighbours ("twenty-five",
"2 1/2", "thirty-four hundred and fifty"). Context is looked at only a few characters around a
candidate, so the whole is linear in the length of the text. The choices made where English is
ambiguous are listed in docs/reading-numbers.md, each with its test.
"""

import re
import string
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from cantor.problem import context
from cantor.problem.clock import NOON, Clock, clock_time, earlier, in_range
from cantor.problem.lexicon import FACTORS, MULTIPLES, ORDINALS, PARTS, SCALES, TENS, UNITS
from cantor.problem.problem import Number, NumberKind
from cantor.problem.tokens import tokens

#: Digits after a spoken "point".
MAX_SPOKEN = 20

#: Lower case that keeps every character's place, which str.lower() does not ("İ" becomes two).
_ASCII_LOWER = {ord(letter): letter.lower() for letter in string.ascii_uppercase}


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


class _Reader:
    """The grammar over one text's tokens. Each rule returns what it found, or None."""

    def __init__(self, text: str):
        self.original = text
        self.text = text.lower() if text.isascii() else text.translate(_ASCII_LOWER)
        self.tokens = tokens(self.text)
        self.settled: set[tuple[int, int]] = set()  # times whose half of the day is known

    def read(self) -> list[Number]:
        numbers: list[Number] = []
        i = 0
        while i < len(self.tokens):
            if clock := self.clock(i):
                self.add_time(clock, numbers)
                i = clock.next
                continue
            found = self.number(i)
            if found is None:
                i += 1
                continue
            numbers.append(self.finished(found))
            i = found.next
        return numbers

    def clock(self, i: int) -> Clock | None:
        """The time of day at token i; not in a name or a version (A7:30, 1.7:30)."""
        found = clock_time(self.text, self.tokens, i)
        return None if found is None or (not self.word(i) and self.is_label(i)) else found

    def add_time(self, clock: Clock, numbers: list[Number]) -> None:
        """A time, and the start of its range where that was said without a half of the day: 9 to 5 pm."""
        if numbers and in_range(self.text, *numbers[-1].span, clock.start):
            first = numbers[-1]
            is_time = first.kind is NumberKind.TIME and first.span not in self.settled
            is_count = first.kind is NumberKind.CARDINAL and first.value.denominator == 1
            hour, minute = divmod(first.value, 60) if is_time else (first.value, 0)
            if (is_time or is_count) and clock.half and 0 < hour <= 12:
                value = Fraction(earlier(int(hour), int(minute), clock))
                numbers[-1] = replace(first, value=value, kind=NumberKind.TIME)
            elif is_time and not clock.half and clock.minutes < first.value < NOON + 60:
                clock = clock._replace(minutes=clock.minutes + NOON)  # 11:30 to 1:15
        span = (clock.start, clock.end)
        if clock.half:
            self.settled.add(span)
        numbers.append(Number(self.original[slice(*span)], Fraction(clock.minutes), span, NumberKind.TIME))

    # Looking around

    def before(self, start: int) -> str:
        return self.text[max(0, start - context.REACH) : start]

    def joined(self, i: int, gap: re.Pattern[str]) -> bool:
        """Whether token i exists and only `gap` stands between it and the token before."""
        if not self.is_near(i):
            return False
        return gap.match(self.text[self.tokens[i - 1].end : self.tokens[i].start]) is not None

    def is_near(self, i: int) -> bool:
        """Whether token i exists and stands so near the one before that both may be one number."""
        return 0 < i < len(self.tokens) and self.tokens[i].start - self.tokens[i - 1].end <= context.JOIN

    def word(self, i: int) -> str:
        return self.tokens[i].word if i < len(self.tokens) else ""

    # The grammar, from the most to the least particular

    def number(self, i: int) -> _Found | None:
        token = self.tokens[i]
        word = token.word
        if not word:
            return self.numeral(i)
        if word in UNITS or word in TENS or (word in FACTORS and word != "dozens"):
            return self.cardinal(i)
        if word in MULTIPLES:
            if word != "twice" and self.text[token.end : token.end + 1] == "-":
                return None  # a double-decker
            return self.found(i, i + 1, Fraction(MULTIPLES[word]), NumberKind.MULTIPLE)
        return self.single_part(i) or self.ordinal(i)

    def found(
        self, i: int, next_: int, value: Fraction, kind: NumberKind, start: int | None = None
    ) -> _Found:
        return _Found(
            self.tokens[i].start if start is None else start, self.tokens[next_ - 1].end, value, kind, next_
        )

    def numeral(self, i: int) -> _Found | None:
        _, end, _, value, is_sign = self.tokens[i]
        if is_sign:
            alone = self.found(i, i + 1, value, NumberKind.FRACTION)
            return self.scaled(i, value, i + 1, context.SPACE_A) or alone
        if self.is_label(i):
            return None
        after = self.text[end : end + 1]
        if after.isalpha() or after in "'’/⁄":
            suffixed = self.suffixed(i, after)
            if suffixed:
                return suffixed
        if not self.is_near(i + 1):
            return self.found(i, i + 1, value, NumberKind.CARDINAL)
        mixed = self.mixed(i, value, i + 1) if value.denominator == 1 else None
        return mixed or self.scaled(i, value, i + 1) or self.parts(i, value, i + 1)

    def is_label(self, i: int) -> bool:
        """Whether a numeral is part of a name or only counts exercises: B12, COVID-19, 1.5.2, "1) Tom"."""
        start, end = self.tokens[i].start, self.tokens[i].end
        last = self.text[start - 1 : start]
        if last.isalpha():
            return not context.NOT_A_NAME.search(self.before(start))
        if last == "-" and context.CAPITAL_HYPHEN.search(self.original[max(0, start - 2) : start]):
            return True
        if last == "." and context.VERSION_BEFORE.search(self.before(start)):
            return True
        if self.text[end : end + 1] == "." and context.VERSION_AFTER.match(self.text, end):
            return True
        return i == 0 and context.LIST_ITEM.match(self.original) is not None

    def suffixed(self, i: int, after: str) -> _Found | None:
        """A numeral with something attached: 3rd, 1960s, 1/2, 5k, $2m."""
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
        if after in "/⁄":
            fraction = self.slashed(i)
            return fraction and (self.scaled(i, fraction.value, fraction.next, context.SPACE_A) or fraction)
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
        part = self.part_after(next_)
        if part is None or part.kind is not NumberKind.FRACTION or part.value >= 1:
            return None
        value = whole + part.value
        scaled = self.scaled(i, value, part.next)
        return scaled or _Found(self.tokens[i].start, part.end, value, NumberKind.FRACTION, part.next)

    def part_after(self, i: int) -> _Found | None:
        """The part at token i, if it can belong to the whole number before."""
        if i >= len(self.tokens):
            return None
        word, is_and = self.word(i), self.joined(i, context.AND)
        if word in PARTS:
            one = self.found(i, i + 1, Fraction(1, PARTS[word]), NumberKind.FRACTION)
            share = context.SHARE.match(self.text, one.end)
            if self.joined(i, context.AND_A):
                apart = word.endswith("s") or context.OF_THE_REST.match(self.text, one.end)
                return None if apart else one
            measure = context.A_MEASURE.match(self.text, one.end)
            return one if is_and and word == "half" and not share and not measure else None
        if word:  # two and two thirds
            is_count = is_and and word in UNITS and self.word(i + 1) in PARTS
            return self.parts(i, Fraction(UNITS[word]), i + 1) if is_count else None
        if self.tokens[i].is_sign:
            if is_and or self.joined(i, context.NOTHING_OR_SPACE):
                return self.found(i, i + 1, self.tokens[i].value, NumberKind.FRACTION)
            return None
        return self.slashed(i) if is_and or self.joined(i, context.SPACE_OR_TIGHT_HYPHEN) else None

    def scaled(
        self, i: int, value: Fraction, next_: int, gap: re.Pattern[str] = context.SPACE
    ) -> _Found | None:
        """A scale or a dozen after a number: 1.5 million, 2 dozen, 2 million 300 thousand, half a million."""
        if not self.factor(next_, gap):
            return None
        total, limit = Fraction(0), 0
        while (factor := self.factor(next_, gap)) and (not limit or value * factor < limit):
            total, limit = total + value * factor, factor
            next_ += 2 if factor > 100 and self.word(next_) == "hundred" else 1
            if not self.joined(next_, context.SPACE) or self.word(next_) or not self.factor(next_ + 1):
                break
            value, gap = self.tokens[next_].value, context.SPACE
            next_ += 1
        else:
            next_ -= 1  # the numeral that turned out to start another number
        more, next_ = self.words_after(next_, limit)
        return self.found(i, next_, total + more, NumberKind.CARDINAL)

    def factor(self, i: int, gap: re.Pattern[str] = context.SPACE) -> int:
        """What token i multiplies the number before it by; 0 if it does not."""
        factor = FACTORS.get(self.word(i), 0)
        if not factor or not self.joined(i, gap) or context.DENOMINATION.match(self.text, self.tokens[i].end):
            return 0
        if factor == 100 and self.word(i + 1) in SCALES and self.joined(i + 1, context.SPACE):
            return 100 * SCALES[self.word(i + 1)]
        return factor

    def words_after(self, i: int, scale: int) -> tuple[Fraction, int]:
        """What words add after a scale: 5 hundred *and fifty*, 2 dozen *and a half* (of a dozen)."""
        word = self.word(i)
        if word in ("half", "quarter") and self.joined(i, context.AND_A) and (scale == 12 or scale >= 10**6):
            return Fraction(scale, PARTS[word]), i + 1
        is_and = self.joined(i, context.AND)
        if scale > 12 and (word in UNITS or word in TENS) and (is_and or self.joined(i, context.SPACE)):
            more, next_ = self.words_value(i)
            if more < scale and (is_and or more >= 100):
                return Fraction(more), next_
        return Fraction(0), i

    def parts(self, i: int, count: Fraction, next_: int) -> _Found:
        """A count of parts (two thirds, 3 fourths, one half), or else the count alone."""
        alone = self.found(i, next_, count, NumberKind.CARDINAL)
        word = self.word(next_)
        if word not in PARTS or not self.joined(next_, context.SPACE_OR_HYPHEN) or count < 1:
            return alone
        size, end = PARTS[word], self.tokens[next_].end
        of = context.OF.match(self.text, end) is not None
        three = count == 3 and self.tokens[i].word == "three"
        if count == 1:
            is_part = not word.endswith("s") and (self.tokens[i].word == "one" or word in ("half", "quarter"))
        elif word == "quarters":  # 3 quarters are coins; three quarters a part
            is_part = count < size and (three or of)
        elif word.endswith("s"):  # but two halves are a whole
            is_part = word != "halves"
        elif word in ("half", "quarter"):
            is_part = word == "quarter" and three and self.joined(next_, context.HYPHEN)
        else:  # "two third of the class", "a two-third cup"
            is_part = of or (count < size and self.joined(next_, context.HYPHEN))
        return self.found(i, next_ + 1, count / size, NumberKind.FRACTION) if is_part else alone

    def cardinal(self, i: int) -> _Found | None:
        """Number words: twenty-five, thirty-four hundred and fifty, two million three thousand."""
        word = self.word(i)
        start = self.tokens[i].start
        if word in FACTORS:
            if context.VAGUE.search(self.before(start)):
                return None
            article = context.ARTICLE.search(self.before(start))
            if article:
                start -= len(article[0])
        total, next_ = self.words_value(i)
        value = Fraction(total)
        if self.joined(next_, context.POINT) and UNITS.get(self.word(next_), 10) < 10:
            value, after = self.with_decimals(total, next_)
            found = self.scaled(i, value, after) or self.found(i, after, value, NumberKind.CARDINAL)
            return found._replace(start=start)
        last = FACTORS.get(self.word(next_ - 1), 0)
        if last == 12 or last >= 10**6:
            more, next_ = self.words_after(next_, last)
            return self.found(i, next_, value + more, NumberKind.CARDINAL, start)
        if self.is_near(next_):
            found = (
                self.mixed(i, value, next_)
                or self.compound_ordinal(i, total, next_)
                or self.parts(i, value, next_)
            )
        else:
            found = self.found(i, next_, value, NumberKind.CARDINAL)
        if word == "one" and found.next == i + 1 and self.is_pronoun(i):
            return None
        return found._replace(start=start)

    def with_decimals(self, whole: int, i: int) -> tuple[Fraction, int]:
        """two point five, three point one four."""
        value, place, gap = Fraction(whole), Fraction(1), context.POINT
        while UNITS.get(self.word(i), 10) < 10 and place.denominator < 10**MAX_SPOKEN and self.joined(i, gap):
            place, gap = place / 10, context.SPACE_OR_HYPHEN
            value, i = value + place * UNITS[self.word(i)], i + 1
        return value, i

    def words_value(self, i: int) -> tuple[int, int]:
        """The value of the cardinal that starts at token i, and the token after it."""
        total, chunk, limit = 0, 0, 10**15
        room = 10**3  # what may still be added to the chunk is less than this
        first = True
        while i < len(self.tokens):
            word = self.word(i)
            if not first:
                and_may_follow = room == 100 or chunk == 0
                if (
                    not self.joined(i, context.SPACE_OR_HYPHEN)
                    and not (and_may_follow and self.joined(i, context.AND))
                    and not (chunk == 0 and self.joined(i, context.COMMA) and self.is_large(i))
                ):
                    break
                if context.DENOMINATION.match(self.text, self.tokens[i].end):
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
            elif word == "dozen":
                return (total + chunk or 1) * 12, i + 1
            else:
                break
            first = False
            i += 1
        return total + chunk, i

    def is_large(self, i: int) -> bool:
        """Whether the words at token i reach a hundred: "one thousand, two hundred" does."""
        words = [self.word(i)]
        while len(words) < 4 and self.joined(i + len(words), context.SPACE_OR_HYPHEN):
            words.append(self.word(i + len(words)))
        return any(FACTORS.get(word, 0) >= 100 for word in words)

    def compound_ordinal(self, i: int, total: int, next_: int) -> _Found | None:
        """twenty-first, one hundred and third; "one fifth" is a part instead."""
        value = ORDINALS.get(self.word(next_), 0)
        if not value or total < 20 or not self.joined(next_, context.SPACE_OR_HYPHEN):
            return None
        if value == 2 and (  # a thirty-second break, a thirty second break
            self.joined(next_, context.SPACE) or context.ARTICLE.search(self.before(self.tokens[i].start))
        ):
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
        alone = context.ALONE.match(self.text, token.end) is not None
        start = token.start - len(article[0]) if article else token.start
        part = self.found(i, i + 1, Fraction(1, PARTS[word]), NumberKind.FRACTION, start)
        scaled = self.scaled(i, part.value, i + 1, context.SPACE_A) if word in ("half", "quarter") else None
        if scaled:
            return scaled._replace(start=start)
        is_part = (share or alone or word == "quarter") if article else (share and word == "quarter")
        return part if is_part or word == "half" else None

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
            or context.ONE_DAY.match(self.original, token.start)
        )

    def with_its_whole(self, part: Fraction, start: int) -> tuple[Fraction, int]:
        """A part, and one whole where it follows: an hour and a half. -> the value, and where it starts"""
        if not context.ITS_PART.match(self.text, start):
            return part, start
        one = context.ONE_AND.search(self.before(start))
        return (part + 1, start - len(one[1])) if one else (part, start)

    # Sign and kind, from what stands around the number

    def finished(self, found: _Found) -> Number:
        start, end, value, kind, _ = found
        if kind is NumberKind.FRACTION and value < 1:
            value, start = self.with_its_whole(value, start)
        if kind is NumberKind.CARDINAL or kind is NumberKind.FRACTION:
            before = self.before(start)
            currency = context.CURRENCY.search(before)
            if currency:
                before = before[: currency.start()]
            if before.rstrip().endswith(context.MINUS_ENDS) and (minus := context.MINUS.search(before)):
                before = before[: minus.start(minus.lastindex or 0)]
                if not context.LEFT_OPERAND.search(before):
                    value, start = -value, start - len(self.before(start)) + len(before)
                currency = currency or context.CURRENCY.search(before)
            if unit := context.UNIT.match(self.text, end):
                kind = NumberKind.PERCENT if unit.lastindex == 1 else NumberKind.MONEY
            elif currency:
                kind = NumberKind.MONEY
        return Number(self.original[start:end], value, (start, end), kind)
