"""`Asked`: a question over a passage, with the numbers and dates of both.

All places are in one text, the passage followed by a line break and the question.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from cantor.data.drop import asked_over
from cantor.data.example import Example
from cantor.errors import DataError
from cantor.problem import Number
from cantor.reading.dates import DateMention, read_dates

#: Characters of a passage; DROP's longest has fewer than 6,000, and pairs of its numbers are looked at.
MAX_CHARACTERS = 20_000
#: Numbers of passage and question: all pairs of them are weighed. DROP's richest passages have about 100.
MAX_NUMBERS = 500

#: Half-open, in code points of `Asked.text`.
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Asked:
    passage: str
    question: str
    numbers: tuple[Number, ...]  # of the passage, then of the question
    dates: tuple[DateMention, ...]

    @classmethod
    def over(cls, passage: str, question: str) -> "Asked":
        """Read both texts; a `DataError` where one is missing or the passage is too long."""
        passage, question = passage.strip(), question.strip()
        if not passage or not question:
            raise DataError(f"there is no {'question' if passage else 'passage'}; give one with words in it")
        if len(passage) + len(question) > MAX_CHARACTERS:
            raise DataError(
                f"passage and question have {len(passage) + len(question):,} characters, at most "
                f"{MAX_CHARACTERS:,} can be read; give the part that the question is about"
            )
        numbers = asked_over(passage, question).numbers
        if len(numbers) > MAX_NUMBERS:
            raise DataError(
                f"passage and question have {len(numbers):,} numbers, at most {MAX_NUMBERS} can be weighed; "
                "give the part that the question is about"
            )
        start = len(passage) + 1
        asked = (
            DateMention(d.text, d.date, (d.span[0] + start, d.span[1] + start)) for d in read_dates(question)
        )
        return cls(passage, question, numbers, (*_dates(passage), *asked))

    @classmethod
    def of(cls, example: Example) -> "Asked":
        return cls.over(example.passage or "", example.question)

    @property
    def text(self) -> str:
        return f"{self.passage}\n{self.question}"

    def crosses(self, span: Span) -> bool:
        """Whether a span reaches from the passage into the question."""
        return span[0] <= len(self.passage) < span[1]


@lru_cache(maxsize=64)
def _dates(passage: str) -> tuple[DateMention, ...]:
    return read_dates(passage)


def occurrences(asked: Asked, sought: str) -> list[Span]:
    """Where a text stands in passage or question as whole words, overlapping ones too.

    As it is written; only where it is found nowhere so, in any case.
    """
    words = sought.split()
    if not words:
        return []
    pattern = r"\s+".join(map(re.escape, words))
    opens = r"(?<!\w)" if words[0][0].isalnum() else ""
    closes = r"(?!\w)" if words[-1][-1].isalnum() else ""
    text = asked.text
    for flags in (re.NOFLAG, re.IGNORECASE):
        # a lookahead finds places that overlap
        matches = re.finditer(f"{opens}(?=({pattern}){closes})", text, flags)
        if found := [match.span(1) for match in matches if not asked.crosses(match.span(1))]:
            return found
    return []
