"""`Problem`: a text and the numbers it mentions."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from cantor.errors import DataError

if TYPE_CHECKING:
    from cantor.problem.question import Question

#: A longer text is no problem: it is refused before anything of it is read.
MAX_CHARACTERS = 100_000


class NumberKind(StrEnum):
    """What sort of number a text mentions; the value alone does not tell."""

    CARDINAL = "cardinal"  # 12, twenty-five, 1.5 million, a dozen
    MONEY = "money"  # $3.50
    PERCENT = "percent"  # 20 %: the value is 20, not 1/5
    FRACTION = "fraction"  # 1/2, two thirds, half
    MULTIPLE = "multiple"  # twice, double, triple
    ORDINAL = "ordinal"  # first, 3rd
    DECADE = "decade"  # the 1960s
    TIME = "time"  # 9 o'clock, 7:30 pm, noon: the value is in minutes since midnight


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it stands in a text. `span` is half-open, in code points."""

    text: str
    value: Fraction
    span: tuple[int, int]
    kind: NumberKind = NumberKind.CARDINAL


@dataclass(frozen=True)
class Problem:
    """A text and its numbers, in the order in which they stand."""

    text: str
    numbers: tuple[Number, ...]

    @classmethod
    def from_text(cls, text: str) -> "Problem":
        """Read any English text with the number reader. One that is no problem's length is a `DataError`."""
        from cantor.problem.reader import quantities

        return cls(text, quantities(checked(text)))

    @cached_property
    def values(self) -> tuple[Fraction, ...]:
        return tuple(number.value for number in self.numbers)

    @property
    def times(self) -> tuple[int, ...]:
        """Which of the numbers are times of day."""
        return tuple(i for i, number in enumerate(self.numbers) if number.kind is NumberKind.TIME)

    @cached_property
    def question(self) -> "Question":
        """What it asks for."""
        from cantor.problem.question import Question

        return Question(self)

    def masked(self, placeholder: str = "#") -> str:
        """The text with each number replaced by `placeholder`, whatever the order of the list."""
        pieces, end = [], 0
        for start, stop in sorted(number.span for number in self.numbers if number.text):
            if start >= end:
                pieces += [self.text[end:start], placeholder]
                end = stop
        return "".join([*pieces, self.text[end:]])


def checked(text: str) -> str:
    """The text, where it may be read at all."""
    if len(text) > MAX_CHARACTERS:
        raise DataError(f"a text of {len(text):,} characters is no problem; give at most {MAX_CHARACTERS:,}")
    return text
