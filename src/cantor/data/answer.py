"""What a question over a passage can be answered with: a number, a date, or one or several spans.

As JSON an answer is an object with one key: `{"number": "10/3"}`, `{"date": {"day": 7, "month": 7,
"year": 1345}}` (parts that are not known are left out) or `{"spans": ["Ana Lund", "the Reds"]}`.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from cantor.errors import DataError

MONTHS = "January February March April May June July August September October November December".split()
_MONTH = {name.casefold(): i for i, name in enumerate(MONTHS, start=1)}


def month_number(text: str) -> int | None:
    """1 to 12 for a month's English name or for its first three letters ("Sept" too), else None."""
    word = text.strip().rstrip(".").casefold()
    if word == "sept":
        return 9
    return _MONTH.get(word) or next(
        (n for name, n in _MONTH.items() if len(word) == 3 and name[:3] == word), None
    )


@dataclass(frozen=True, slots=True)
class NumberAnswer:
    value: Fraction

    @property
    def strings(self) -> tuple[str, ...]:
        return (decimal(self.value),)

    def to_dict(self) -> dict[str, Any]:
        return {"number": str(self.value)}

    def __str__(self) -> str:
        return decimal(self.value)


@dataclass(frozen=True, slots=True)
class DateAnswer:
    """A date, as far as it is known: at least one part is."""

    day: int | None = None
    month: int | None = None  # 1 to 12
    year: int | None = None

    def __post_init__(self) -> None:
        if self.day is self.month is self.year is None:
            raise DataError("a date without day, month and year is no answer")
        if not (1 <= (self.day or 1) <= 31 and 1 <= (self.month or 1) <= 12):
            raise DataError(f"there is no date with day {self.day} and month {self.month}")

    @property
    def strings(self) -> tuple[str, ...]:
        parts = (self.day, MONTHS[self.month - 1] if self.month else None, self.year)
        return (" ".join(str(part) for part in parts if part is not None),)

    def to_dict(self) -> dict[str, Any]:
        parts = {"day": self.day, "month": self.month, "year": self.year}
        return {"date": {name: part for name, part in parts.items() if part is not None}}

    def __str__(self) -> str:
        return self.strings[0]


@dataclass(frozen=True, slots=True)
class SpansAnswer:
    """Pieces of the passage or of the question, in the order in which they are told."""

    texts: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.texts or not all(text.strip() for text in self.texts):
            raise DataError("spans without text are no answer")

    @property
    def strings(self) -> tuple[str, ...]:
        return self.texts

    def to_dict(self) -> dict[str, Any]:
        return {"spans": list(self.texts)}

    def __str__(self) -> str:
        return ", ".join(self.texts)


#: `strings` is what DROP's metric compares: one string for each span, one for a number or a date.
Answer = NumberAnswer | DateAnswer | SpansAnswer


def kind(answer: Answer) -> str:
    """number, date, span or spans: the types that DROP's tables tell apart."""
    if isinstance(answer, NumberAnswer):
        return "number"
    if isinstance(answer, DateAnswer):
        return "date"
    return "span" if len(answer.texts) == 1 else "spans"


def answer_of(given: object) -> Answer:
    """From the JSON form; a `DataError` says what is wrong with it."""
    if not isinstance(given, dict) or len(given) != 1:
        raise DataError('an answer is an object with one of the keys "number", "date", "spans"')
    ((name, value),) = given.items()
    if name == "number" and isinstance(value, int | str) and not isinstance(value, bool):
        try:
            return NumberAnswer(Fraction(value))
        except (ValueError, ZeroDivisionError):
            raise DataError(f"cannot read {value!r} as a number") from None
    if name == "date" and isinstance(value, dict):
        if wrong := [x for x in value if x not in ("day", "month", "year") or not isinstance(value[x], int)]:
            raise DataError(f"a date has whole numbers as day, month and year, not {wrong[0]!r}")
        return DateAnswer(**value)
    if name == "spans" and isinstance(value, list) and all(isinstance(text, str) for text in value):
        return SpansAnswer(tuple(value))
    raise DataError(f"cannot read {value!r} as the answer's {name!r}")


def decimal(value: Fraction) -> str:
    """A number as people and DROP write it: digits, exact where they end, else rounded to 15 places."""
    rest, twos, fives = value.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives) if rest == 1 else 15
    scaled = round(value * 10**places)
    digits = str(abs(scaled)).rjust(places + 1, "0")
    whole, after = digits[: len(digits) - places], digits[len(digits) - places :].rstrip("0")
    return f"{'-' if scaled < 0 else ''}{whole}{'.' + after if after else ''}"
