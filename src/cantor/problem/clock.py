"""Times of day: "7:15 a.m.", "half past six", "at twenty to four", "noon" are one number each, in minutes
since midnight.

A time without am or pm is taken as it is said: 7:30 is 450, 14:30 is 870. In a range the first time is in the
half of the day that puts it before the second: "9 to 5 pm" is 540 and 1020. All patterns are bounded and
matched against text in lower case.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from cantor.problem.lexicon import CLOCK_WORDS, TENS, UNITS
from cantor.problem.tokens import Token

DAY, NOON = 1440, 720
_REACH = 24

_COLON = re.compile(r":([0-5]\d)(?![\d:]|,\d)")  # 1:40,000 is a scale
_RATIO_BEFORE = re.compile(r"\b(?:ratio|scale|odds)\b")
_RATIO_AFTER = re.compile(r"\s{1,2}(?:ratio|scale|model|replica|mix|mixture|copy)\b")
_O_CLOCK = re.compile(r"\s{0,2}-?o\s?['’]\s?clock\b")
#: Groups: before noon, after noon, at night, noon itself, midnight itself.
_MERIDIEM = re.compile(r"\s{0,2}-?(?:(a\.?\s?m\b)|(p\.?\s?m\b)|(?:(?<=\d)|(?<=\s))(?:(noon\b)|(midnight\b)))")
_PART_OF_DAY = re.compile(
    r"\s{1,2}(?:(in\s{1,2}the\s{1,2}morning\b)|(in\s{1,2}the\s{1,2}(?:afternoon|evening)\b)|(at\s{1,2}night\b))"
)
#: What a bare hour needs before it to be a time: "at 8 in the morning", but "she ate 8 in the morning".
_AT = re.compile(
    r"\b(?:at|from|until|till|by|before|after|since|at (?:about|around)|it (?:is|was)|to)\s{1,2}"
    r"(?:an?\s{1,2})?\Z"
)
#: What may follow "a quarter to 5" where nobody is given a quarter.
_NOT_COUNTED = re.compile(
    r"(?!-|\s{1,2}[a-z])|\s{1,2}(?:and|or|but|in|at|on|to|until|till|when|if|how|he|she|it|they|each|every|for|so"
    r"|then|yesterday|today|tomorrow|the|that|this|a|an|we|there|because|while|after|before|since|with)\b"
)
_TO_THE_END = re.compile(r"\b(?:to|until|till|before|by|and)\s{1,2}\Z|[-–—]\s?\Z")
_PAST = re.compile(r"\s{1,2}(?:minutes?\s{1,2})?past\s{1,2}\Z")
_TO = re.compile(r"\s{1,2}to\s{1,2}\Z")
_MINUTES_TO = re.compile(r"\s{1,2}minutes\s{1,2}to\s{1,2}\Z")
#: What "twenty to four" needs before it: from ten to four is a range, and what grew by five to six is none.
_JUST_AT = re.compile(
    r"\b(?:at|until|till|before|after|since|at (?:about|around|exactly)|(?:it|time) (?:is|was))\s{1,2}\Z"
)
_SPOKEN = re.compile(r"(?:\s{1,2}|-)\Z")
#: "7.30 pm", as the British write it.
_POINTED = re.compile(r"(\d{1,2})\.([0-5]\d)\Z")
_RANGE = re.compile(r"\s{0,2}(?:[-–—]|to|until|till|through)\s{0,2}\Z")
_PAIR = re.compile(r"\s{1,2}(?:and|or)\s{1,2}\Z")
_BETWEEN = re.compile(r"\b(?:between|at|either)\s{1,2}\Z")


class Clock(NamedTuple):
    """A time made of the tokens before `next`. `half` is "am" or "pm" where the text tells, else ""."""

    start: int
    end: int
    minutes: int
    next: int
    half: str


def clock_time(text: str, tokens: Sequence[Token], i: int) -> Clock | None:
    """The time of day that starts at token i, if one does."""
    token = tokens[i]
    if token.word in CLOCK_WORDS:
        late = token.word == "midnight" and _TO_THE_END.search(_before(text, token.start))
        minutes = DAY if late else CLOCK_WORDS[token.word]
        return Clock(token.start, token.end, minutes, i + 1, "am" if late or not minutes else "pm")
    if token.word in ("half", "quarter"):
        return _half_or_quarter(text, tokens, i)
    if token.is_sign:
        return None
    return _colon(text, tokens, i) or _past(text, tokens, i) or _hour(text, tokens, i)


def earlier(hour: int, minute: int, until: Clock) -> int:
    """hour:minute as minutes, in the half of the day that puts it before the end of its range."""
    same = _minutes(hour, minute, until.half)
    if same < until.minutes % DAY or same == until.minutes:
        return same
    return _minutes(hour, minute, "am" if until.half == "pm" else "pm")


def in_range(text: str, start: int, end: int, next_start: int) -> bool:
    """Whether what stands from start to end is the first of two times, the second of which starts there."""
    if next_start - end > _REACH:
        return False
    gap = text[end:next_start]
    return bool(_RANGE.match(gap) or (_PAIR.match(gap) and _BETWEEN.search(_before(text, start))))


def _before(text: str, start: int) -> str:
    return text[max(0, start - _REACH) : start]


def _gap(text: str, tokens: Sequence[Token], i: int) -> str | None:
    """What stands between token i and the one before; None where they are far apart."""
    if not 0 < i < len(tokens) or tokens[i].start - tokens[i - 1].end > _REACH:
        return None
    return text[tokens[i - 1].end : tokens[i].start]


def _minutes(hour: int, minute: int, half: str) -> int:
    if half and hour <= 12:
        hour = hour % 12 + 12 * (half == "pm")
    return 60 * hour + minute


def _whole(token: Token, most: int) -> int | None:
    """A token's value from 0 to `most`."""
    if token.word:
        value = UNITS.get(token.word, TENS.get(token.word))
    else:
        value = None if token.is_sign or token.value.denominator != 1 else token.value.numerator
    return value if value is not None and 0 <= value <= most else None


def _half(text: str, end: int, hour: int) -> tuple[str, bool, bool]:
    """What follows an hour: its half of the day, if that makes it a time, if by "noon" or "midnight"."""
    o_clock = _O_CLOCK.match(text, end)
    if o_clock:
        end = o_clock.end()
    if found := _MERIDIEM.match(text, end):
        half = ("am", "pm", "pm", "am")[(found.lastindex or 1) - 1]
        is_word = (found.lastindex or 1) > 2
        return (half, True, is_word) if not is_word or hour == 12 else ("", bool(o_clock), False)
    if found := _PART_OF_DAY.match(text, end):
        at_night = "pm" if 5 < hour < 12 else "am"
        return ("am", "pm", at_night)[(found.lastindex or 1) - 1], bool(o_clock), False
    return "", bool(o_clock), False


def _colon(text: str, tokens: Sequence[Token], i: int) -> Clock | None:
    """7:30, 14:30, 7.30 pm; not 3:2, nor what is called a ratio."""
    token = tokens[i]
    start, end = token.start, token.end
    if token.word:
        return None
    if pointed := _POINTED.match(text[start:end]) if token.value.denominator != 1 else None:
        hour, minute = int(pointed[1]), int(pointed[2])
        half, sure, _ = _half(text, end, hour)
        if sure and half and 0 < hour <= 12:
            return Clock(start, end, _minutes(hour, minute, half), i + 1, half)
        return None
    hour_said = _whole(token, 24)
    found = _COLON.match(text, end)
    if (
        hour_said is None
        or not found
        or text[start - 1 : start] == ":"
        or (hour_said == 24 and found[1] != "00")
    ):
        return None
    if _RATIO_BEFORE.search(_before(text, start)) or _RATIO_AFTER.match(text, found.end()):
        return None
    half, _, is_word = _half(text, found.end(), hour_said)
    minutes = _minutes(hour_said, int(found[1]), half)
    return Clock(start, found.end(), minutes, i + 2 + is_word, half if hour_said <= 12 else "")


def _hour(text: str, tokens: Sequence[Token], i: int) -> Clock | None:
    """9 o'clock, 8 am, 12 noon, at 7 in the morning, seven thirty pm."""
    token = tokens[i]
    hour = _whole(token, 24)
    if hour is None:
        return None
    gap = _gap(text, tokens, i + 1) if token.word and 0 < hour <= 12 else None
    minute = _whole(tokens[i + 1], 59) if gap is not None and _SPOKEN.match(gap) else None
    if minute is not None and minute > 9:
        after = _gap(text, tokens, i + 2)
        ones = (
            _whole(tokens[i + 2], 9) if after is not None and minute >= 20 and _SPOKEN.match(after) else None
        )
        last = i + 1 if ones is None else i + 2
        half, sure, _ = _half(text, tokens[last].end, hour)
        if sure and half:
            return Clock(
                token.start, tokens[last].end, _minutes(hour, minute + (ones or 0), half), last + 1, half
            )
    half, sure, is_word = _half(text, token.end, hour)
    if not sure and not (half and 0 < hour <= 12 and _AT.search(_before(text, token.start))):
        return None
    return Clock(token.start, token.end, _minutes(hour, 0, half), i + 1 + is_word, half if hour <= 12 else "")


def _past(text: str, tokens: Sequence[Token], i: int) -> Clock | None:
    """ten past four, 25 minutes past 7; at twenty to four, not twenty to four friends."""
    gap = _gap(text, tokens, i + 1)
    ones = None
    last = i
    if gap is not None and tokens[i].word in TENS and _SPOKEN.match(gap):
        ones = _whole(tokens[i + 1], 9)
        if ones is not None:
            last, gap = i + 1, _gap(text, tokens, i + 2)
    minute = _whole(tokens[i], 59)
    if gap is None or minute is None:
        return None
    minute += ones or 0
    start = tokens[i].start
    if _PAST.match(gap):
        return _with_hour(text, tokens, start, last + 1, minute)
    spoken = _TO.match(gap) and tokens[i].word and minute in (5, 10, 20, 25)
    if (spoken or _MINUTES_TO.match(gap)) and _JUST_AT.search(_before(text, start)):
        return _before_the_hour(text, tokens, start, last + 1, minute)
    return None


def _half_or_quarter(text: str, tokens: Sequence[Token], i: int) -> Clock | None:
    """half past six, a quarter past 7, at a quarter to five; not a quarter to 5 friends."""
    gap = _gap(text, tokens, i + 1)
    if gap is None:
        return None
    start = tokens[i].start
    before = _before(text, start)
    article = re.search(r"\b(an?)\s{1,2}\Z", before)
    minute = 30 if tokens[i].word == "half" else 15
    if article:
        start -= len(article[0])
    if _PAST.match(gap):
        return _with_hour(text, tokens, start, i + 1, minute)
    if tokens[i].word == "half" or not _TO.match(gap):
        return None
    return _before_the_hour(text, tokens, start, i + 1, minute)


def _before_the_hour(text: str, tokens: Sequence[Token], start: int, at: int, minute: int) -> Clock | None:
    """So many minutes before the hour at token `at`; without "pm" or such only after "at" and the like."""
    found = _with_hour(text, tokens, start, at, -minute)
    if found is None or found.half or _O_CLOCK.match(text, found.end):
        return found
    return found if _AT.search(_before(text, start)) and _NOT_COUNTED.match(text, found.end) else None


def _with_hour(text: str, tokens: Sequence[Token], start: int, at: int, minute: int) -> Clock | None:
    token = tokens[at]
    if token.word in CLOCK_WORDS:
        return Clock(start, token.end, (CLOCK_WORDS[token.word] + minute) % DAY, at + 1, "")
    hour = _whole(token, 23)
    if not hour or _COLON.match(text, token.end):
        return None
    half, _, is_word = _half(text, token.end, hour)
    return Clock(start, token.end, (_minutes(hour, 0, half) + minute) % DAY, at + 1 + is_word, half)
