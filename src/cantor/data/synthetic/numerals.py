"""The ways of writing a number in English, as pairs of (the number itself, what follows it)."""

from fractions import Fraction
from random import Random

from cantor.data.synthetic.algebra import Value

_SMALL = """zero one two three four five six seven eight nine ten
eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen""".split()
_TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
_PARTS = {2: "half", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 8: "eighth", 10: "tenth"}


def words(value: int) -> str:
    """A whole number under one hundred in words."""
    if value < 20:
        return _SMALL[value]
    tens, ones = divmod(value, 10)
    return _TENS[tens] + (f"-{_SMALL[ones]}" if ones else "")


def digits(value: Value, random: Random) -> str:
    """Digits: whole, with thousands commas, decimal, or a (mixed) fraction."""
    if isinstance(value, int) or value.denominator == 1:
        whole = int(value)
        if whole >= 1000 and (whole >= 20_000 or random.random() < 0.6):
            return f"{whole:,}"
        return str(whole)
    if 100 % value.denominator == 0 and (value.denominator > 4 or random.random() < 0.7):
        return f"{float(value):g}" if value < 10_000 else f"{float(value):.2f}"
    whole, rest = divmod(value.numerator, value.denominator)
    return f"{whole} {rest}/{value.denominator}" if whole else f"{rest}/{value.denominator}"


def count(value: Value, random: Random, plain: bool = False, dozens: bool = True) -> str:
    """A count that stands before a noun: mostly digits, sometimes words or dozens."""
    if plain:
        return str(value)
    if isinstance(value, int):
        chance = random.random()
        if value <= 12 and chance < 0.28:
            return _SMALL[value]
        if value < 100 and chance < 0.06:
            return words(value)
        if dozens and value % 12 == 0 and value <= 60 and chance > 0.97:
            return "a dozen" if value == 12 else f"{value // 12} dozen"
        if value >= 100_000 and value % 100_000 == 0 and chance < 0.5:
            return f"{value / 1_000_000:g} million"
    return digits(value, random)


def money(value: Value, random: Random, plain: bool = False) -> tuple[str, str]:
    """An amount of dollars."""
    if isinstance(value, Fraction) and value.denominator != 1:
        text = f"{float(value):,.2f}"
        return (f"${text}", "") if plain or random.random() < 0.93 else (text, " dollars")
    chance = 0.0 if plain else random.random()
    text = digits(value, random) if not plain else str(value)
    if chance < 0.66:
        return f"${text}", ""
    if chance < 0.72:
        return f"$ {text}", ""
    if chance < 0.75:
        return f"${text}.00", ""
    unit = " dollar" if value == 1 else " dollars"
    if chance > 0.95 and value <= 20:
        return words(int(value)), unit
    return text, unit


def percent(value: Value, random: Random, plain: bool = False) -> tuple[str, str]:
    """A percentage; its value is what stands before the sign."""
    text = digits(value, random)
    chance = 0.0 if plain else random.random()
    if chance < 0.72:
        return f"{text}%", ""
    if chance < 0.78:
        return f"{text} %", ""
    if chance > 0.96 and isinstance(value, int) and value < 100:
        return words(value), " percent"
    return text, " percent"


def fraction(value: Value, random: Random) -> str:
    """A part of a whole: half, 1/2, two thirds, three-fourths, a quarter."""
    top, bottom = Fraction(value).numerator, Fraction(value).denominator
    chance = random.random()
    if bottom not in _PARTS or chance < 0.4:
        return f"{top}/{bottom}"
    if bottom == 2:
        return "half"
    part = "quarter" if bottom == 4 and chance < 0.7 else _PARTS[bottom]
    if top == 1:
        return (
            f"one-{part}"
            if chance < 0.6
            else f"a{'n' if part == 'eighth' else ''} {part}"
            if chance < 0.8
            else f"one {part}"
        )
    return f"{words(top)}{'-' if chance > 0.7 else ' '}{part}s"


def times(value: Value, random: Random) -> tuple[str, str]:
    """A multiple before "as many": twice, three times, half."""
    if value == 2:
        return ("twice", "") if random.random() < 0.8 else (random.choice(("2", "two")), " times")
    if isinstance(value, Fraction) and value < 1:
        return fraction(value, random), ""
    if isinstance(value, int) and value <= 12 and random.random() < 0.55:
        return words(value), " times"
    return digits(value, random), " times"


def times_the(value: Value, random: Random) -> tuple[str, str]:
    """A multiple before a noun: double the number of, 4 times the number of."""
    if value in (2, 3) and random.random() < 0.75:
        return ("double" if value == 2 else "triple"), " the number of"
    text, after = times(value, random)
    return text, f"{after} the number of"


def clock(value: Value, random: Random) -> tuple[str, str]:
    """A time of day in minutes: 9 o'clock, 7:30."""
    hour, minute = divmod(int(value), 60)
    if minute == 0 and random.random() < 0.5:
        return str(hour), " o'clock"
    return f"{hour}:{minute:02d}", ""


def time_of_day(value: Value, random: Random, halves: bool | None = None) -> tuple[str, str]:
    """A time in minutes since midnight: 3:45 pm, 15:45, half past three in the afternoon, noon.

    `halves`: whether am or pm, or the like, must be told; None leaves it open.
    """
    hour, minute = divmod(int(value), 60)
    chance = random.random()
    if halves is False:
        return f"{hour % 12 or 12}:{minute:02d}", ""
    if hour == 12 and minute == 0 and chance < 0.7:
        return "noon", ""
    if halves is None and chance < 0.2:
        return f"{hour}:{minute:02d}", ""
    twelve = hour % 12 or 12
    if chance < 0.75:
        half = random.choice((" am", " AM", " am") if hour < 12 else (" pm", " PM", " pm"))
        text = f"{twelve}:{minute:02d}" if minute or random.random() < 0.4 else str(twelve)
        return text, half
    part = " in the morning" if hour < 12 else " in the afternoon" if hour < 18 else " in the evening"
    if hour >= 22 or hour < 4:
        return f"{twelve}:{minute:02d}", " am" if hour < 12 else " pm"
    if minute == 30 and chance > 0.85:
        return f"half past {words(twelve)}", part
    if minute in (15, 45) and chance > 0.85:
        near = twelve if minute == 15 else twelve % 12 + 1
        return f"a quarter {'past' if minute == 15 else 'to'} {words(near)}", part
    return f"{twelve}:{minute:02d}", part


def spoken_time(value: Value, random: Random) -> tuple[str, str]:
    """A time from one to noon without its half of the day: 4:10, ten past four, a quarter to five."""
    hour, minute = divmod(int(value), 60)
    chance = random.random()
    if chance < 0.55:
        return f"{hour}:{minute:02d}", ""
    said = words(hour) if chance < 0.85 else str(hour)
    if minute == 0:
        return said, " o'clock"
    if minute == 30:
        return f"half past {said}", ""
    if minute == 15:
        return random.choice((f"a quarter past {said}", f"quarter past {said}")), ""
    if minute == 45 and hour < 12:
        following = words(hour + 1) if chance < 0.85 else str(hour + 1)
        return random.choice((f"a quarter to {following}", f"quarter to {following}")), ""
    if minute in (5, 10, 20, 25):
        return f"{words(minute) if chance < 0.85 else f'{minute} minutes'} past {said}", ""
    return f"{hour}:{minute:02d}", ""
